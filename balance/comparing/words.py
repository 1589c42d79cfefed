"""Findings about changes in words: sentences with intervals, and how they fare across strength."""

import math
from collections.abc import Sequence

from balance.comparing import Comparison, Finding
from balance.strength import ABSENT, DEPENDS, EFFECT, OPEN, Rung, Strength, fares
from reports.numbers import fixed, listed, plural
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


def turns_span(low: float, high: float) -> str:
    """The interval of a change of length, in turns; too few games that differ give none."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return "too few differ"
    return f"{number(low, sign=True)} to {number(high, sign=True)}"


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


KINDS = {"no difference": ABSENT, "open": OPEN, "none seen": OPEN}
"""What a call says; all others are of an effect."""


def _rung(finding: Finding, called: str, words: str, size: tuple[float, float, float]) -> Rung:
    """A call among one lineup. That not one game differs is open too, seen across strength."""
    kind = KINDS.get(called, EFFECT)
    return Rung(finding.row.lineup, "open" if kind == OPEN else words, kind, size)


def strength(rungs: Sequence[Finding]) -> Strength:
    """How the call on fairness fares: `rungs` are the same row among each lineup, weakest first."""
    return fares(
        [
            _rung(
                one, one.fairness, call(one),
                (one.row.change.worst.change, one.worst.joint_low, one.worst.joint_high),
            )
            for one in rungs
        ]
    )  # fmt: skip


def length_strength(rungs: Sequence[Finding]) -> Strength:
    """How the call on length fares, as `strength`."""
    return fares(
        [
            _rung(
                one, one.length, length_call(one),
                (one.row.change.turns.difference, one.turns.joint_low, one.turns.joint_high),
            )
            for one in rungs
        ]
    )  # fmt: skip


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
    elif finding.fairness == "open":
        said += f"; a seat's win rate may have moved by {number(100 * finding.seats.most)} points"
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
    if not math.isfinite(turns.low):
        changed = finding.row.change.sums.changed["turns"]
        verb = "is" if changed == 1 else "are"
        return (
            f"{plural(changed, 'game')} of {finding.row.change.games:,} {verb} longer or shorter, "
            "too few to say by how much"
        )
    way = "longer" if turns.difference > 0 else "shorter"
    said = (
        f"games are {number(abs(turns.difference))} turns {way} "
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


def overall(variant: str, base: str, places: Sequence[Sequence[Finding]], game: Game) -> str:
    """A variant beside the base at all player counts, in one sentence.

    `places` has for each player count the findings among each lineup, weakest first.
    """
    by_call: dict[str, list[int]] = {}
    for *_, finding in places:
        by_call.setdefault(call(finding), []).append(finding.row.players)
    order = sorted(
        by_call, key=lambda said: (said != "fairer", said != "less fair", said == "open")
    )
    parts = [f"{said} at {listed(by_call[said])} {game.player_word}s" for said in order]
    among = places[0][-1].row.lineup
    labels = [strength(rungs) for rungs in places]
    label = next((one for one in labels if one.value == DEPENDS), labels[0])
    fares_so = "depends on strength, see below" if label.value == DEPENDS else label.words
    return f"{variant} beside {base}, among {among}: {', '.join(parts)}; {fares_so}."


def row_sentence(rungs: Sequence[Finding], game: Game) -> str:
    """One variant at one player count, among the strongest, and how it fares with the others."""
    finding = rungs[-1]
    row = finding.row
    if row.identical:
        return f"{row.players} {game.player_word}s: {fairness(finding)}."
    return (
        f"{row.players} {game.player_word}s: {call(finding)}; {fairness(finding)}; "
        f"{outcome(finding)}; {length(finding)}. {strength(rungs).sentence}{hidden(finding)}"
    )


def comparison(found: Comparison) -> list[str]:
    """All sentences of a comparison."""
    game = find(found.question.game)
    groups = by_place(found.findings)
    said = []
    for variant in found.variants[1:]:
        mine = [rungs for (name, _), rungs in groups.items() if name == variant.name]
        said.append(overall(variant.name, found.base, mine, game))
        said += [row_sentence(rungs, game) for rungs in mine]
    remark = adaptation(found.findings)
    return [*said, remark] if remark else said
