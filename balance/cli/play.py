"""`balance play`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli import options as o
from balance.cli import qualities as q

if TYPE_CHECKING:
    from balance.api import Answer
    from balance.playing import Result
    from balance.qualities import Effort, Quality
    from sims.core.contract import Trait


def play(
    game: o.GameName,
    players: o.Players = None,
    lineup: o.Lineup = "random",
    profiles: o.Profiles = None,
    rotate: o.Rotate = False,
    games: o.Games = 100_000,
    precision: o.Precision = None,
    until_verdict: o.UntilVerdict = False,
    max_games: o.MaxGames = None,
    seed: o.Seed = 1,
    tolerance: o.Tolerance = 2.0,
    data: o.DataDir = None,
    set_: o.Sets = None,
    deck: o.DeckName = None,
    ruling: o.Rulings = None,
    threads: o.Threads = 0,
    json: o.AsJson = False,
    csv: o.Csv = None,
    parquet: o.Parquet = None,
    traits_csv: Annotated[
        Path | None,
        typer.Option(
            "--traits-csv",
            metavar="FILE",
            help="Write win rates by what a seat had (cards dealt, ...), a row per value and seat.",
        ),
    ] = None,
    quality: q.Measured = False,
    quality_games: q.SampleGames = 100,
    playouts: q.Playouts = 64,
    quality_csv: q.QualityCsv = None,
    quality_parquet: q.QualityParquet = None,
    quiet: o.Quiet = False,
) -> None:
    """Is each seat's win rate fair? Play a row of the setup table, or all of it."""
    from balance.api import Answer
    from balance.cli import show
    from balance.planning import plan
    from balance.playing import Stopped
    from balance.stopping import play_planned
    from sims.core.errors import Interrupted

    asked = o.question(
        game, players=players, lineup=lineup, rotate=rotate, data=data, sets=set_, deck=deck,
        rulings=ruling, games=games, seed=seed, tolerance=tolerance, threads=threads,
        profiles=profiles,
    )  # fmt: skip
    until = o.goal(precision, until_verdict, max_games)
    measured = {"--quality-csv": quality_csv, "--quality-parquet": quality_parquet}
    show.check_files({"--csv": csv, "--parquet": parquet, "--traits-csv": traits_csv, **measured})
    effort = q.asked(quality, quality_games, playouts, measured)
    planned = plan(asked)
    show.announce_compiling(planned, quiet)
    stopped = False
    total = (until.most if until else games) * len(planned)
    with show.progress(total, "playing", quiet) as advance:
        try:
            results = play_planned(asked, planned, until, show.and_get_ready(advance))
        except Stopped as early:
            results, stopped = early.results, True
    answer = Answer(asked, results)
    files = show.Files()
    if results:
        from balance.frames import traits

        files.write_frame(answer.seats, csv, parquet)
        files.write_csv(traits_csv, traits(answer.results, each_seat=True))
    qualities: list[Quality] = []
    if effort is not None and not stopped:
        try:
            qualities = q.measured(grouped(results), effort, threads, quiet)
            q.write(files, quality_csv, quality_parquet, qualities)
        except Interrupted:
            stopped = True
    if json:
        objects = [cell_json(rows) for rows in grouped(results)]
        for facts, each in zip(objects, qualities, strict=False):
            facts["quality"] = q.as_json(each)
        show.print_json(objects[0] if len(objects) == 1 else objects)
    else:
        _print(answer, show.assumptions(planned), qualities, effort)
    files.complain()
    if stopped:
        show.note("stopped by Ctrl-C; this is what was played until then", quiet=False)
        raise typer.Exit(130)


def grouped(results: "list[Result]") -> "list[list[Result]]":
    """Results by player count; with `--rotate` a group has a result for each rotation."""
    groups: dict[int, list[Result]] = {}
    for result in results:
        groups.setdefault(result.planned.cell.players, []).append(result)
    return list(groups.values())


def cell_json(results: "list[Result]") -> dict[str, Any]:
    """One player count as the object that `--json` prints, all rotations added up."""
    from balance.summary import summary

    return summary(results)


def _print(
    answer: "Answer",
    assumed: list[str],
    qualities: "Sequence[Quality]" = (),
    effort: "Effort | None" = None,
) -> None:
    from balance.cli import show
    from balance.summary import summary
    from sims.core.catalogue import find

    game = find(answer.question.game)
    for place, results in enumerate(grouped(answer.results)):
        facts = summary(results)
        n, judged = facts["players"], facts["verdict"]
        rows = [
            (
                f"seat {seat['seat']}",
                show.percent(seat["rate"]),
                show.span(seat["low"], seat["high"]),
                f"{seat['wins']:,}",
            )
            for seat in facts["seats"]
        ]
        who = f"{n} {game.player_word}s, {facts['lineup']}"
        title = f"{game.title}, {who}, {facts['games']:,} games"
        show.table(title, (f"fair: {100 / n:.1f} %", "win rate", "95 % interval", "wins"), rows)
        if len(facts["strategies"]) > 1:
            shares = [
                (s["strategy"], show.percent(s["rate"]), show.span(s["low"], s["high"]))
                for s in facts["strategies"]
            ]
            show.table("By strategy, a seat's share", ("", "win rate", "95 % interval"), shares)
        _print_by_seat(facts["measures"])
        for trait in game.traits:
            _print_trait(trait, facts[f"by_{trait.name}"])
            if trait.items:
                _print_worths(trait, facts[f"worth_{trait.name}"])
        call = judged["call"]
        at = f"±{judged['tolerance'] * 100:g} points"
        show.say(f"{show.SIGN[call]} {call} at {at}", show.COLOUR[call])
        show.say(f"  {judged['reason']}")
        show.say(f"  {facts['strength_words']}")
        if judged["anytime"]:
            show.say("  the seats' intervals are confidence sequences, valid whenever one stops")
        for line in fact_lines(facts):
            show.say(f"  {line}")
        if effort is not None and place < len(qualities):
            show.say("")
            q.print_quality(qualities[place], effort)
        show.say(f"  cell {facts['fingerprint']}, seed {facts['seed']}", "dim")
        show.say("")
    show.say_assumptions(assumed)


def _print_by_seat(measures: Sequence[Mapping[str, Any]]) -> None:
    """A row a seat, a column for each measure that has a value by seat."""
    from balance.cli import show

    shown = [measure for measure in measures if "by_seat" in measure]
    if not shown:
        return
    units = ["%" if measure["unit"] == "share" else measure["unit"] for measure in shown]
    columns = [
        m["label"] if unit in m["label"].split() else f"{m['label']} ({unit})"
        for m, unit in zip(shown, units, strict=True)
    ]
    scales = [100 if measure["unit"] == "share" else 1 for measure in shown]
    rows = [
        [f"seat {seat}", *(_mean(m, k, "") for m, k in zip(means, scales, strict=True))]
        for seat, means in enumerate(zip(*(m["by_seat"] for m in shown), strict=True), start=1)
    ]
    show.table("By seat, mean (95 %)", ["", *columns], rows)


MOST_VALUES = 12
"""A trait with more values, such as a sum of dice, is for `--traits-csv` and not for the screen."""


def _print_trait(trait: "Trait", by_value: Mapping[str, Any]) -> None:
    from balance.cli import show

    if trait.items or not 1 < len(by_value) <= MOST_VALUES:
        return
    rows = [
        (value, show.percent(of["rate"]), show.span(of["low"], of["high"]), f"{of['seats']:,}")
        for value, of in by_value.items()
    ]
    columns = ("", "win rate", "95 % interval", "games x seats")
    show.table(f"By {trait.label}, a seat's share", columns, rows)


def _print_worths(trait: "Trait", worths: Mapping[str, Mapping[str, Any]]) -> None:
    """What one more of each item is worth, the best first."""
    from balance.cli import show

    known = {item: of for item, of in worths.items() if None not in of.values()}
    if not known:
        return
    rows = [
        (item, _points(of["change"]), f"{_points(of['low'])} to {_points(of['high'])}")
        for item, of in sorted(known.items(), key=lambda entry: -entry[1]["change"])
    ]
    title = f"{trait.label.capitalize()}: one more than the others, points of win rate"
    show.table(title, ("", "worth", "95 %"), rows)


def _points(share: float) -> str:
    return f"{100 * share:+.1f}"


def fact_lines(facts: dict[str, Any]) -> list[str]:
    """Length, endings, unfinished share and the game's own measures, a line each."""
    from balance.cli import show

    turns = facts["turns"]
    lines = [
        f"length: {_mean(turns, 1, 'turns')}, sd {_number(turns['sd'])}, median {turns['median']}",
        f"unfinished: {show.percent(facts['unfinished_share'])} "
        f"({show.span(facts['unfinished_low'], facts['unfinished_high'])})",
        "ended by: "
        + ", ".join(
            f"{ending.replace('_', ' ')} {show.percent(count / facts['games'])}"
            for ending, count in facts["ended_by"].items()
        ),
    ]
    for measure in facts["measures"]:
        scale, unit = (100, "%") if measure["unit"] == "share" else (1, measure["unit"])
        lines.append(f"{measure['label']}: {_mean(measure, scale, unit)}")
    lines += [
        f"explained by {row['label']}: {show.percent(max(0.0, row['share']))} "
        f"({show.span(row['low'], row['high'])}) of who wins"
        for row in facts["explained"].values()
    ]
    lines.append(
        f"decisions: {facts['decisions_per_game']:.1f} a game, "
        f"{facts['choices_per_game']:.1f} with a choice"
    )
    return lines


def _number(value: float | None, scale: float = 1) -> str:
    """A number with one decimal, a dash where there is none."""
    if value is None:
        return "–"
    return f"{value * scale:.{2 if abs(value * scale) < 10 else 1}f}"


def _mean(facts: Mapping[str, Any], scale: float, unit: str) -> str:
    """A mean with its interval, as far as the games say."""
    mean, low, high = (_number(facts[key], scale) for key in ("mean", "low", "high"))
    text = f"{mean} {unit}".rstrip()
    return text + ("" if "–" in (low, high) else f" ({low} to {high})")
