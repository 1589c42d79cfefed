"""What a strategy made of its options, in words: the best ones with their scores."""

import math

from balance.stats.intervals import wilson
from sims.core.catalogue import games
from sims.core.contract import Decision
from sims.core.runner import Job
from sims.core.scores import Scores
from sims.core.sight import option_words

SHOWN = 5
"""Options that are shown, the best ones; what was chosen comes on top of them."""


def explained(
    job: Job, due: Decision, scores: Scores | None, place: int | None = None
) -> list[str]:
    """Lines about a decision; `scores` are its options', `place` is what was chosen, if it was."""
    cell = job.cell
    name = job.strategies[due.seat].name
    if scores is None:
        return [f"    {name}: no scores"]
    order = sorted(range(len(due.options)), key=lambda i: _rank(scores, i))
    shown = order[:SHOWN]
    if place is not None and place not in shown:
        shown.append(place)
    what = "win estimate from playouts" if scores.are_wins else "score"
    more = f", the best of {len(order)} options" if len(shown) < len(order) else ""
    who = "" if place is None else f"{games()[cell.game].player_word} {due.seat + 1}, "
    lines = [f"    {who}{name}: {what}{more}"]
    for i in shown:
        said = option_words(cell, due.kind, due.options[i], due.seat)
        mark = " <- chosen" if i == place else ""
        lines.append(f"    {_value(scores, i)}  {said}{mark}")
    return lines


def _rank(scores: Scores, place: int) -> tuple[float, int]:
    value = float(scores.score[place])
    return (math.inf if math.isnan(value) else -value), place


def _value(scores: Scores, place: int) -> str:
    """A score, or a win estimate with its 95 % interval and the number of its playouts.

    A playout that was cut off counts as a part of a win. Such rewards spread less than wins and
    losses of the same mean, so that Wilson's interval is rather too wide for them.
    """
    value, playouts = float(scores.score[place]), int(scores.playouts[place])
    if math.isnan(value):
        return "not looked at".rjust(13)
    if not scores.are_wins:
        return f"{value:13.3f}"
    wins = value * playouts
    low = float(wilson(math.floor(wins + 1e-9), playouts)[0])
    high = float(wilson(math.ceil(wins - 1e-9), playouts)[1])
    return f"{value:6.1%} ({low:.1%} to {high:.1%}, {playouts} playouts)"
