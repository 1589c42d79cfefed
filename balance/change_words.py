"""Findings about changes in words: sentences with intervals, and how they fare across strength."""

from collections.abc import Callable, Sequence

from balance.comparing import Comparison, Finding
from reports.numbers import fixed
from sims.core.catalogue import find
from sims.core.contract import Game


def number(value: float, sign: bool = False) -> str:
    """A number with one decimal, two where one says little; a plus where it is asked for."""
    return fixed(value, 1 if abs(value) >= 0.95 or value == 0 else 2, sign)


def points(change: float) -> str:
    """A change of a share in points, signed."""
    return f"{number(100 * change, sign=True)} points"


def points_span(low: float, high: float) -> str:
    """The interval of a change of a share, in points."""
    return f"{number(100 * low, sign=True)} to {number(100 * high, sign=True)}"


def listed(numbers: Sequence[object]) -> str:
    """`2, 3 and 5`."""
    texts = [str(n) for n in numbers]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def first_upper(text: str) -> str:
    """The text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def margin(finding: Finding) -> str:
    """The margin on rates: `1 point`."""
    size = 100 * finding.seats.margin
    return f"{size:g} point{'' if size == 1 else 's'}"


def call(finding: Finding) -> str:
    """The call on fairness in words."""
    if finding.row.identical:
        return "no difference at all"
    if finding.fairness == "no difference":
        return f"no difference beyond {margin(finding)}"
    if finding.fairness == "none seen":
        return f"not one of {finding.row.change.games:,} games differs"
    return finding.fairness


def length_call(finding: Finding) -> str:
    """The call on length in words."""
    if finding.row.identical:
        return "no difference at all"
    if finding.length == "no difference":
        share = 100 * finding.turns.margin / finding.row.change.turns_before
        return f"no difference beyond {share:.3g} %"
    if finding.length == "none seen":
        return f"not one of {finding.row.change.games:,} games differs"
    return finding.length


def strength(rungs: Sequence[Finding], called: Callable[[Finding], str] = call) -> str:
    """How a call fares across strength: `rungs` are the same row among each lineup."""
    calls = {finding.row.lineup: called(finding) for finding in rungs}
    names = ", ".join(calls)
    if len(calls) == 1:
        return f"only tested among {names}"
    shown = {said for said in calls.values() if said != "open"}
    if not shown:
        return f"open at every strength tested ({names})"
    among: dict[str, list[str]] = {}
    for name, said in calls.items():
        among.setdefault(said, []).append(name)
    if len(among) == 1:
        return f"holds at every strength tested ({names})"
    if len(shown) == 1:
        [said] = shown
        return f"{said} among {listed(among[said])}, open among {listed(among['open'])}"
    each = "; ".join(f"{said} among {listed(those)}" for said, those in among.items())
    return f"depends on strength: {each}"


def fairness(finding: Finding) -> str:
    """What becomes of the worst seat, with the interval that holds for all rows at once."""
    row, worst = finding.row, finding.row.change.worst
    if row.identical:
        return "the same cell, so that nothing differs"
    said = (
        f"the worst seat's distance from an equal share goes from {number(100 * worst.before)} to "
        f"{number(100 * worst.after)} points, {points(worst.change)} "
        f"({points_span(finding.worst.joint_low, finding.worst.joint_high)})"
    )
    if finding.seats.within:
        said += f"; no seat's win rate moves by more than {margin(finding)}"
    return said


def outcome(finding: Finding) -> str:
    """What becomes of the verdict."""
    before, after = (r.verdict.call.value for r in (finding.row.before, finding.row.after))
    if before == after:
        return f"{before} both ways"
    said = f"{before} becomes {after}"
    if finding.flip == "flips?":
        said += " (among so many rows this may be chance)"
    return said


def length(finding: Finding) -> str:
    """What becomes of the length."""
    turns, share = finding.row.change.turns, finding.row.change.lengths_changed
    if not finding.row.change.sums.changed["turns"]:
        return f"none of {finding.row.change.games:,} games is longer or shorter"
    said = (
        f"games are {number(abs(turns.difference))} turns "
        f"{'longer' if turns.difference > 0 else 'shorter'} "
        f"({number(turns.low, True)} to {number(turns.high, True)})"
    )
    return f"{said}; {100 * share:.1f} % of them have another length" if share < 0.1 else said


def hidden(finding: Finding) -> str:
    """What keeps a row open, if it is the unfinished games."""
    row = finding.row
    share = max(r.tally.unfinished / r.tally.games for r in (row.before, row.after))
    if finding.fairness not in ("open", "none seen") or 2 * share < finding.seats.margin:
        return ""
    return (
        f" {100 * share:.1f} % of games are unfinished and anybody might have won them: that alone "
        "keeps it open."
    )


def adaptation(found: Sequence[Finding]) -> str:
    """The remark on strategies that play a variant with the weights of another."""
    names = dict.fromkeys(name for finding in found for name in finding.row.untuned)
    if not names:
        return ""
    return (
        f"Without adaptation: {listed(list(names))} "
        f"{'plays' if len(names) == 1 else 'play'} every variant with the same weights, which were "
        "not tuned for it."
    )


def by_place(found: Sequence[Finding]) -> dict[tuple[str, int], list[Finding]]:
    """Findings by variant and player count, each over the lineups, weakest first."""
    groups: dict[tuple[str, int], list[Finding]] = {}
    for finding in found:
        groups.setdefault((finding.row.variant, finding.row.players), []).append(finding)
    return groups


def overall(variant: str, base: str, strongest: Sequence[Finding], game: Game) -> str:
    """A variant beside the base at all player counts, in one sentence."""
    by_call: dict[str, list[int]] = {}
    for finding in strongest:
        by_call.setdefault(call(finding), []).append(finding.row.players)
    order = sorted(
        by_call, key=lambda said: (said != "fairer", said != "less fair", said == "open")
    )
    parts = [f"{said} at {listed(by_call[said])} {game.player_word}s" for said in order]
    among = strongest[0].row.lineup
    return f"{variant} beside {base}, among {among}: {', '.join(parts)}."


def row_sentence(rungs: Sequence[Finding], game: Game) -> str:
    """One variant at one player count, among the strongest, and how it fares with the others."""
    finding = rungs[-1]
    row = finding.row
    if row.identical:
        return f"{row.players} {game.player_word}s: {fairness(finding)}."
    return (
        f"{row.players} {game.player_word}s: {call(finding)}; {fairness(finding)}; "
        f"{outcome(finding)}; {length(finding)}. {first_upper(strength(rungs))}."
        f"{hidden(finding)}"
    )


def comparison(found: Comparison) -> list[str]:
    """All sentences of a comparison."""
    game = find(found.question.game)
    groups = by_place(found.findings)
    said = []
    for variant in found.variants[1:]:
        mine = [rungs for (name, _), rungs in groups.items() if name == variant.name]
        said.append(overall(variant.name, found.base, [rungs[-1] for rungs in mine], game))
        said += [row_sentence(rungs, game) for rungs in mine]
    remark = adaptation(found.findings)
    return [*said, remark] if remark else said
