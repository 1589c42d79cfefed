"""What would make a row of the table fair: one value of the map's parameter, seen again afresh.

The search for the setup to print (`balance.recommending`) plays its best on fresh games. Where one
of those comes out FAIR though the row as printed is not, it is played once more beside the row, on
games that had no part in choosing it, among players of every strength. Only then it is named.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from balance.comparing import ladder
from balance.pairing import Change, compare
from balance.planning import Planned, Question, on_fresh_games, plan
from balance.playing import Result, judge, play_cells
from balance.recommending.search import Found
from balance.recommending.space import Setup
from balance.recommending.targets import DEVIATION, MET, status
from balance.stats import Call
from sims.core.cells import value_at
from sims.core.schedule import Done, Progress


@dataclass(frozen=True)
class Mend:
    """A value that makes the row of a player count fair, beside the row as it is.

    `before` and `after` are both on the same games, `change` is paired by them; `calls` has the
    verdict of `after` by strategy, weakest first, the strongest last.
    """

    players: int
    key: str
    value: Any
    before: Result
    after: Result
    change: Change
    calls: Mapping[str, Call]

    @property
    def is_confirmed(self) -> bool:
        """Whether it is FAIR on the games that had no part in choosing it."""
        return self.after.verdict.call is Call.FAIR


def confirming(asked: Question) -> Question:
    """The question on games that neither the table nor the search was played on."""
    return on_fresh_games(on_fresh_games(asked))


def candidate(found: Found) -> Setup | None:
    """The best setup of the search that came out FAIR on fresh games, None without any."""
    for aim in found.aims:
        if aim.name == DEVIATION:
            for setup in found.ranked:
                fresh = setup.fresh is not None and not setup.printed
                if fresh and status(aim, setup.games) == MET:
                    return setup
    return None


def mend(asked: Question, found: Found, key: str, progress: Progress | None = None) -> Mend | None:
    """Play the candidate of a player count beside the row; None where there is no candidate.

    `asked.games` games are played on each side among the strongest, and of the candidate alone
    among the others.
    """
    chosen = candidate(found)
    if chosen is None:
        return None
    names = [lineup for (lineup,) in ladder(asked.game)]
    value = value_at(chosen.planned.cell, key)
    fresh = confirming(replace(asked, players=(found.players,)))
    calls: dict[str, Call] = {}
    for name in names[:-1]:
        [result] = _judged(replace(fresh, lineup=(name,)), key, value, progress)
        calls[name] = result.verdict.call
    strong = replace(fresh, lineup=(names[-1],))
    [base], [other] = plan(strong), plan(strong, [(key, [value])])
    tally, [change] = compare(strong, base, [other], progress)
    before, after = judge(strong, [base, other], [Done(tally), Done(change.tally)])
    calls[names[-1]] = after.verdict.call
    return Mend(found.players, key, value, before, after, change, calls)


def _judged(asked: Question, key: str, value: Any, progress: Progress | None) -> list[Result]:
    cells: list[Planned] = plan(asked, [(key, [value])])
    return play_cells(asked, cells, progress)
