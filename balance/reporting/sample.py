"""The report's sample game: one usual game of the table, as the referee writes it down."""

from dataclasses import dataclass

from balance.playing import Result
from balance.stats import summarise
from sims.core.runner import Job
from sims.core.trace import Trace, trace

TRIED = 200
"""Game ids among which one of the usual length is looked for."""


@dataclass(frozen=True)
class Sample:
    """A game of a row of the table, and the median length that it was chosen by (None: no game
    was won).
    """

    result: Result
    median: float | None
    traced: Trace


def usual_game(result: Result) -> Sample:
    """The first game of a row with a winner and as long as the median of those that finished.

    Where none of the first games is exactly as long, the nearest of them is taken.
    """
    finished = {turns: n for turns, n in result.tally.turns.items() if n}
    wins = sum(result.tally.wins)
    planned, seed = result.planned, result.seed
    if not wins or not finished:
        return Sample(result, None, trace(Job(planned.cell, planned.strategies, seed, 0, 1)))
    median = float(summarise(finished, probabilities=(0.5,)).quantiles[0].value)
    best, gap = 0, float("inf")
    for game_id in range(min(TRIED, result.tally.games)):
        tally = Job(planned.cell, planned.strategies, seed, game_id, 1).play()
        if not sum(tally.wins):
            continue
        [turns] = [turns for turns, n in tally.turns.items() if n]
        if abs(turns - median) < gap:
            best, gap = game_id, abs(turns - median)
        if gap < 1:
            break
    return Sample(result, median, trace(Job(planned.cell, planned.strategies, seed, best, 1)))
