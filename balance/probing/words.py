"""The findings of a probe in words."""

from collections.abc import Sequence

from balance.comparing.words import points, points_span
from balance.probing.answer import Finding, Probe
from reports.numbers import first_upper, listed
from sims.core.catalogue import find


def percent(share: float) -> str:
    """A share as per cent, with one decimal."""
    return f"{100 * share:.1f} %"


def change(finding: Finding) -> str:
    """The change of the win rate with the interval that holds for all rows at once."""
    shown = finding.shown
    return f"{points(finding.missing.change)} ({points_span(shown.joint_low, shown.joint_high)})"


def sentences(found: Probe) -> list[str]:
    """For each player count what the strongest miss most, and what they never miss."""
    strongest = found.strategies[-1]
    said = []
    counts = dict.fromkeys(f.missing.players for f in found.findings)
    for players in counts:
        rows = [
            f
            for f in found.findings
            if f.missing.players == players and f.missing.strategy == strongest
        ]
        said += _of_one_count(found, players, rows)
    return said


def _of_one_count(found: Probe, players: int, rows: Sequence[Finding]) -> list[str]:
    word = find(found.question.game).player_word
    strongest = rows[0].missing.strategy
    lost = [f for f in rows if f.call in ("essential", "missed")]
    said = []
    if lost:
        worst = lost[0]
        rate, low, high = worst.missing.rate(without=True)
        full, *_ = worst.missing.rate(without=False)
        said.append(
            f"{players} {word}s, {strongest}: {worst.missing.thing.label} is what a {word} misses "
            f"most. Who may not wins {percent(rate)} ({100 * low:.1f} to {100 * high:.1f}) instead "
            f"of {percent(full)}, {change(worst)}; {found.strength_of(worst).words}."
        )
        more = [f"{f.missing.thing.label} {change(f)}" for f in lost[1:4]]
        if more:
            said.append(f"Then: {'; '.join(more)}.")
    else:
        said.append(f"{players} {word}s, {strongest}: nothing is shown to be missed.")
    margin = f"{100 * found.margin:g} points"
    for call, words in (
        ("not missed", f"Never missed beyond {margin}"),
        ("better without", "Better left alone, for this player uses it badly"),
        ("never used", "Not one game differs without"),
        ("open", "Open, more games are needed (or unfinished ones leave it open)"),
    ):
        those = [f.missing.thing.label for f in rows if f.call == call]
        if those:
            said.append(f"{words}: {listed(those)}.")
    return [first_upper(one) for one in said]
