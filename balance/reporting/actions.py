"""The most useful things to do about a game, each with its evidence.

They are ranked by kind, in the order of `KINDS`, and within a kind by the size that is shown. There
is no score across kinds: points of a rate, turns of a length and doubts about a rule do not add up.
"""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from balance.clarifying.words import effects
from balance.comparing.words import length_strength, outcome
from balance.comparing.words import strength as strength_of_change
from balance.labels import label
from balance.planning import Question
from balance.playing import Result
from balance.profiles.shares import Share
from balance.reporting import commands, lead
from balance.reporting.profiles import fares_with_strength
from balance.reporting.runs import Runs
from balance.stats import Call
from balance.stopping import MOST_GAMES
from balance.strength import only
from reports.numbers import estimate, first_upper, listed
from reports.page import Action
from sims.core.catalogue import find

MOST = 3
UNFINISHED = 0.01
"""A share of unfinished games that a designer should do something about."""

NOTE = (
    "Ranked by kind: a table that was compared; a value shown to make a player count fair; games "
    "that do not end; an open rule whose reading changes the answer; a player's power that is off; "
    "unfair counts that need another lever; verdicts that more games would settle; cards that "
    "carry games; fair counts to keep. Within a kind the largest effect that is shown comes first. "
    "No score blends them."
)


def actions(asked: Question, runs: Runs) -> list[Action]:
    """The most useful actions, the first first."""
    found: list[Action] = []
    for kind in KINDS:
        for action in kind(asked, runs):
            if len(found) < MOST:
                found.append(action)
    return found


def _counts(results: list[Result]) -> str:
    return listed([str(result.planned.cell.players) for result in results])


# --- each kind: nothing, or what is to be done ---------------------------------------------------


def _compared(asked: Question, runs: Runs) -> Iterator[Action]:
    """Take the other table, or leave it, where that is shown."""
    found = runs.compared
    if found is None:
        return
    mine = [f for f in found.findings if f.row.lineup == found.lineups[-1]]
    fairer = [f for f in mine if f.fairness == "fairer"]
    worse = [f for f in mine if f.fairness == "less fair"]
    if bool(fairer) == bool(worse):
        return
    name, shown = found.variants[-1].name, fairer or worse
    top = max(shown, key=lambda f: f.worst.least)
    worst = top.row.change.worst.change, top.worst.joint_low, top.worst.joint_high
    rungs = [f for f in found.findings if f.row.players == top.row.players]
    counts = listed([str(f.row.players) for f in shown])
    word = find(asked.game).player_word
    yield Action(
        f"Take {name}." if fairer else f"Do not take {name}.",
        f"It is {top.fairness} at {counts} {word}s; at {top.row.players} the worst seat's distance "
        "from an equal share changes by "
        f"{estimate(*worst, 'points')}"
        f" on {top.row.change.games:,} games, {outcome(top)}.",
        strength_of_change(rungs).sentence,
        "compare",
    )


def _mends(asked: Question, runs: Runs) -> Iterator[Action]:
    """Print the values that are shown to make player counts fair."""
    mends = [one for one in runs.mends if one.is_confirmed]
    if not mends:
        return
    game = find(asked.game)
    what = label(game, mends[0].key)
    first = mends[0]
    yield Action(
        f"Print {what} "
        + listed([f"{m.value} at {m.players} {game.player_word}s" for m in mends])
        + ".",
        " ".join(lead.mend_evidence(one, game) for one in mends),
        " ".join(
            f"At {one.players}: {lead.mend_strength(one).words}." if len(mends) > 1
            else lead.mend_strength(one).sentence
            for one in mends
        ),
        "advice",
        commands.mend(
            runs.advice.question if runs.advice else asked, first.players, first.key, first.value,
            runs.ladder[-1],
        ),
    )  # fmt: skip


def _endless(asked: Question, runs: Runs) -> Iterator[Action]:
    """Let games end, where too many do not."""
    strong = runs.table[-1]
    frame = strong.cells
    rows = [i for i, low in enumerate(frame["unfinished_low"]) if low > UNFINISHED]
    if not rows:
        return
    game = find(asked.game)
    rows.sort(key=lambda i: -frame["unfinished_low"][i])
    said = [f"{_unfinished(frame, i)} at {frame['players'][i]} {game.player_word}s" for i in rows]
    caps = {strong.results[i].planned.cell.setup[game.turn_limit] for i in rows}
    cap = f"{caps.pop():,} {lead.length_unit(game)}" if len(caps) == 1 else "the cap"
    others = [
        f"among {name} at most {_unfinished(answer.cells, _most(answer.cells))}"
        for name, answer in zip(runs.ladder[:-1], runs.table[:-1], strict=True)
    ]
    yield Action(
        "Give games a sure end.",
        f"Among {runs.ladder[-1]} {listed(said)} of the games are not over after {cap}; anybody "
        "might have won them, which keeps verdicts open.",
        f"{first_upper('; '.join(others))}." if others else "",
        "lengths",
        commands.play(strong.results, asked)[0],
    )


def _unfinished(cells: pd.DataFrame, row: Any) -> str:
    columns = ("unfinished_share", "unfinished_low", "unfinished_high")
    value, low, high = (cells[column][row] for column in columns)
    return estimate(value, low, high, "percent")


def _most(cells: pd.DataFrame) -> Any:
    return cells["unfinished_share"].idxmax()


def _rulings(asked: Question, runs: Runs) -> Iterator[Action]:
    """Clarify the rules whose reading changes the answer."""
    found = runs.rulings
    if found is None:
        return
    for ranked in found.ranked:
        if ranked.call != "matters":
            continue
        top = ranked.top
        rungs = [
            f
            for f in found.findings
            if (f.row.variant, f.row.players) == (top.row.variant, top.row.players)
        ]
        choice = top.row.variant.partition("=")[2]
        yield Action(
            f"Clarify “{ranked.question.heading}” in the rulebook: {ranked.question.text}",
            f"Played as {ranked.question.now}; with {choice}, at {top.row.players} "
            f"{find(asked.game).player_word}s, {'; '.join(effects(top))}; {outcome(top)} "
            f"({top.row.change.games:,} games each).",
            f"On fairness: {strength_of_change(rungs).words}. On length: "
            f"{length_strength(rungs).words}.",
            "rulings",
            commands.line("rulings", asked, f"-n {found.question.games}"),
        )


def _profiles(asked: Question, runs: Runs) -> Iterator[Action]:
    """Change the powers for which a fairer size is shown on fresh games."""
    if not runs.profiles:
        return
    strong = runs.profiles[-1]
    sizes = [size for size in strong.found if size.value is not None and size.helps]

    def gain(share: Share) -> float:
        return abs(share.deviation)

    sizes.sort(key=lambda size: -max(map(gain, size.before)))
    setting = strong.setting
    for size in sizes:
        was, now = (max(shares, key=gain) for shares in (size.before, size.after))
        told = [
            f"{estimate(s.deviation, s.low - s.fair, s.high - s.fair, 'points')} at {s.players}"
            for s in (was, now)
        ]
        yield Action(
            f"Give {size.profile} {size.key.replace('_', ' ')} {size.value} instead of {size.old}.",
            f"Its share of the wins is off by {told[0]} {setting.game.player_word}s at worst; with "
            f"{size.value}, on fresh games, by {told[1]}.",
            fares_with_strength(runs.profiles, size.profile).sentence,
            "profiles",
            commands.line(
                "profiles", asked, f"--lineup {strong.lineup}", f"-n {setting.question.games}"
            ),
        )


def _levers(asked: Question, runs: Runs) -> Iterator[Action]:
    """Look for another lever where no value of the map's parameter was shown to do."""
    mended = {one.players for one in runs.mends if one.is_confirmed}
    unfair = [
        (i, result)
        for i, result in enumerate(runs.table[-1].results)
        if result.verdict.call is Call.UNFAIR and result.planned.cell.players not in mended
    ]
    if not unfair or runs.advice is None:
        return
    game = find(asked.game)
    unfair.sort(key=lambda one: -lead.distance(one[1]))
    what = label(game, runs.parameter)
    at = f"at {_counts([result for _, result in unfair])} {game.player_word}s"
    i, first = unfair[0]
    tried = lead.tried(runs, first.planned.cell.players)
    yield Action(
        f"Try another lever than {what} {at}, such as a different start for each seat.",
        f"At {first.planned.cell.players} {lead.worst(first)} ({first.tally.games:,} games), and "
        f"{tried}.",
        lead.strength(runs, i).sentence,
        "advice",
        commands.line("recommend", asked, f"-n {runs.advice.question.games}"),
    )


def _more_games(asked: Question, runs: Runs) -> Iterator[Action]:
    """Play on where a number of games that can be had would settle a verdict."""
    waiting = {}
    for result in runs.table[-1].results:
        further = lead.further(result)
        if result.verdict.call is Call.INCONCLUSIVE and further and further <= MOST_GAMES:
            waiting[result.planned.cell.players] = further
    if not waiting:
        return
    counts = sorted(waiting)
    each = listed([f"{lead.about(waiting[n])} at {n}" for n in counts])
    rest = [text for text in commands.options(asked) if not text.startswith("-p ")]
    yield Action(
        f"Play on at {listed([str(n) for n in counts])} {find(asked.game).player_word}s before you "
        "decide.",
        f"The verdict is open. So many further games are expected to settle it: about {each}.",
        only(runs.ladder[-1]).sentence,
        "table",
        " ".join(
            [
                "balance play", asked.game, f"-p {','.join(map(str, counts))}",
                f"--lineup {runs.ladder[-1]}", "--until-verdict", *rest,
            ]
        ),
    )  # fmt: skip


def _cards(asked: Question, runs: Runs) -> Iterator[Action]:
    """Look at the cards whose effect was seen again on fresh games."""
    if runs.cards is None or runs.cards.confirmed.empty:
        return
    again = runs.cards.confirmed
    clear = again[(again["low"] > 0) | (again["high"] < 0)]
    for kind, unit in (("hand", "points"), ("swap", "change")):
        rows = clear[clear["kind"] == kind]
        if rows.empty:
            continue
        row = rows.loc[rows["change"].abs().idxmax()]
        told = estimate(row["change"], row["low"], row["high"], unit)
        what = (
            f"in the opening hand it changes the chance to win by {told}"
            if kind == "hand"
            else f"a blank in its place changes a game's length by {told} turns"
        )
        yield Action(
            f"Look at {row['card']}: does it carry the game?",
            f"At {row['players']} {find(asked.game).player_word}s {what}, on {row['games']:,} "
            "fresh games.",
            f"Tested among {runs.cards.lineup}; the section has the other strengths.",
            "cards",
            commands.line(
                "cards", asked, f"-n {runs.cards.question.games}",
                f"--sample {runs.cards.asked.sample}", tolerance=False,
            ),
        )  # fmt: skip


def _keep(asked: Question, runs: Runs) -> Iterator[Action]:
    """Keep what is fair."""
    fair = [
        (i, result)
        for i, result in enumerate(runs.table[-1].results)
        if result.verdict.call is Call.FAIR
    ]
    if not fair:
        return
    i, worst = max(fair, key=lambda one: lead.distance(one[1]))
    yield Action(
        f"Keep the table at {_counts([r for _, r in fair])} {find(asked.game).player_word}s.",
        f"The seat farthest from fair is at {worst.planned.cell.players}: {lead.worst(worst)} "
        f"({worst.tally.games:,} games).",
        lead.strength(runs, i).sentence,
        "seats",
        commands.play(runs.table[-1].results, asked)[0],
    )


KINDS = (
    _compared, _mends, _endless, _rulings, _profiles, _levers, _more_games, _cards, _keep,
)  # fmt: skip
"""Every kind of action, the most useful first."""
