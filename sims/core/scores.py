"""How a strategy values its options: what it may say of a decision beside its choice.

A strategy that is marked with `scores=FUNCTION` has a second function

    FUNCTION(view, options, rules, weights, stream, scores, playouts)

that numba compiles. It writes into `scores` what each option is worth to the strategy, the best
highest, leaving NaN at those that it did not look at. The strategy takes one of the highest score.
Where the worth is the mean reward of playouts, a win estimate from 0 to 1, their number goes into
`playouts`; such a strategy may keep to its favourite unless another did better for certain.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba import types

from sims.core import loop
from sims.core.kernel import kernel
from sims.core.rng import STREAM_DTYPE, stream_type
from sims.core.strategies import Strategy


@dataclass(frozen=True)
class Scores:
    """By option: its score, NaN for none, and the playouts that it is the mean of, or 0."""

    score: np.ndarray
    playouts: np.ndarray

    @property
    def are_wins(self) -> bool:
        """Whether the scores are win estimates from playouts."""
        return bool(self.playouts.any())


def score(view: Any, listed: Any, rules: Any, weights: Any, stream: Any, to: Any, of: Any) -> None:
    """The function of a strategy, see this module."""
    raise NotImplementedError


def write_scores(views, lists, rule_box, weights, streams, scores, playouts):
    """`score` for Python: arrays of one record each."""
    score(views[0], lists[0], rule_box[0], weights[0], streams[0], scores, playouts)
    return 0


@cache
def _compiled(game: str, name: str, function: Callable[..., None]) -> Any:
    engine = kernel(game)
    return engine.compile(
        write_scores, {"score": function}, f".{name}", *engine.seen, loop.weights_type[::1],
        stream_type[::1], types.float64[::1], types.float64[::1],
    )  # fmt: skip


def scores_of(
    strategy: Strategy, views: Any, lists: Any, rules: Any, weights: Any, stream: Any
) -> Scores | None:
    """What a strategy makes of the options of a view; None if it does not say, as a restricted one.

    `views`, `lists`, `rules` and `weights` are arrays of one record; `stream`, the seat's own, is
    only read.
    """
    if strategy.scores is None or strategy.inner is not None:
        return None
    count = int(lists[0]["count"])
    score, playouts = np.full(count, np.nan), np.zeros(count)
    streams = np.zeros(1, STREAM_DTYPE)
    streams[0] = stream
    call = _compiled(strategy.game, strategy.family, strategy.scores)
    call(views, lists, rules, weights, streams, score, playouts)
    return None if np.isnan(score).all() else Scores(score, playouts)
