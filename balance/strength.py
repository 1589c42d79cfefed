"""How a finding fares across the strength of the players: the label that every finding carries.

A finding is called once among each lineup that was played, weakest first, and it is one of three:

* `every`: the same call among all of them,
* `depends`: another call among some, or the same with a size that is not,
* `only`: one lineup was played, so that nothing is known of others.

A call that is open says only that not enough was seen; the words tell it from one that is shown.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from reports.numbers import first_upper, listed

if TYPE_CHECKING:
    import pandas as pd

EVERY, DEPENDS, ONLY = "every", "depends", "only"

OPEN, ABSENT, EFFECT = 0, 1, 2
"""What a call says: nothing yet; that there is nothing, as FAIR does; that there is something."""

VERDICTS = {"UNFAIR": EFFECT, "FAIR": ABSENT, "INCONCLUSIVE": OPEN}
"""What a verdict says; UNFAIR is what a designer looks for."""

FACTOR = 2.0
"""A size changes with strength where the larger is so many times the smaller, at least."""


@dataclass(frozen=True)
class Rung:
    """A finding among one lineup: its call in words, and what kind of call that is.

    `size`, of a call that is an effect: value, low and high, where the size belongs to the finding.
    """

    lineup: str
    call: str
    kind: int = EFFECT
    size: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class Strength:
    """How a finding fares: `value` (`every`, `depends` or `only`) and the label in `words`."""

    value: str
    words: str

    @property
    def sentence(self) -> str:
        """The label as a sentence."""
        return f"{first_upper(self.words)}."

    def columns(self, name: str = "strength") -> dict[str, Any]:
        """The label as two columns of a frame: the value under `name`, and its words."""
        return {name: self.value, f"{name}_words": self.words}


def weakest_first(lineups: Iterable[str], ladder: Sequence[str]) -> list[str]:
    """Lineups in the order of a game's ladder, those that are not on it last."""
    place = {name: i for i, name in enumerate(ladder)}
    return sorted(lineups, key=lambda name: place.get(name, len(ladder)))


def of_verdicts(frame: "pd.DataFrame", keys: Sequence[str]) -> "pd.DataFrame":
    """The frame with the label of each `verdict` over the rows that agree in some columns.

    Rows are of one `lineup` each, weakest first. Columns `strength` and `strength_words`.
    """
    rungs: dict[tuple[Any, ...], list[Rung]] = {}
    places = [tuple(row[key] for key in keys) for row in frame.to_dict("records")]
    for place, lineup, call in zip(places, frame["lineup"], frame["verdict"], strict=True):
        rungs.setdefault(place, []).append(Rung(lineup, call, VERDICTS[call]))
    found = {place: fares(each) for place, each in rungs.items()}
    return frame.assign(
        strength=[found[place].value for place in places],
        strength_words=[found[place].words for place in places],
    )


def only(lineup: str) -> Strength:
    """The label of what was played among one lineup alone."""
    return Strength(ONLY, f"only tested among {lineup}")


def fares(rungs: Sequence[Rung]) -> Strength:
    """The label of a finding that was called among some lineups, weakest first.

    Raises ValueError for none.
    """
    if not rungs:
        raise ValueError("a finding needs a lineup that it was found among")
    lineups = list(dict.fromkeys(rung.lineup for rung in rungs))
    if len(lineups) == 1:
        return only(lineups[0])
    if len({rung.call for rung in rungs}) > 1:
        return Strength(DEPENDS, f"depends on strength: {_direction(rungs)} ({_each(rungs)})")
    grows = _grows(rungs)
    if grows:
        return Strength(DEPENDS, f"depends on strength: {grows} ({', '.join(lineups)})")
    words = f"holds at every strength tested ({', '.join(lineups)})"
    if rungs[0].kind == OPEN:
        words += f": {rungs[0].call} at each"
    return Strength(EVERY, words)


def _each(rungs: Sequence[Rung]) -> str:
    """`fairer among greedy and balanced; open among random`, the call of the strongest first."""
    among: dict[str, list[str]] = {}
    for rung in reversed(rungs):
        among.setdefault(rung.call, []).insert(0, rung.lineup)
    return "; ".join(f"{call} among {listed(names)}" for call, names in among.items())


def _direction(rungs: Sequence[Rung]) -> str:
    """Which players a call holds among, if it is one call up to some strength, one from there."""
    first, last = rungs[0], rungs[-1]
    turns = sum(one.call != other.call for one, other in pairwise(rungs))
    if turns > 1 or first.call == last.call:
        return "not in step with it"
    if first.kind == last.kind:
        return "it turns round from weak to strong players" if first.kind else "not in step with it"
    more, who = (first, "weak") if first.kind > last.kind else (last, "strong")
    shown = "shown " if OPEN in (first.kind, last.kind) else ""
    return f"{more.call} {shown}only among {who} players"


def _grows(rungs: Sequence[Rung]) -> str:
    """Whether the size of one and the same effect is shown to go along with strength."""
    if rungs[0].size is None or rungs[-1].size is None or rungs[0].kind != EFFECT:
        return ""
    (weak, weak_low, weak_high), (strong, low, high) = rungs[0].size, rungs[-1].size
    if low <= weak_high and weak_low <= high:
        return ""
    small, large = sorted((abs(weak), abs(strong)))
    if large < FACTOR * small:
        return ""
    return f"{'grows' if abs(strong) > abs(weak) else 'shrinks'} with strength"
