"""What a user's strategy did wrong, in words: file, line, function, game and seat."""

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sims.core.errors import DesignerError
from sims.core.files import read_text
from sims.core.watch import Stuck

if TYPE_CHECKING:
    from sims.core.runner import Job

RAISED, WROTE = -(2**40), -(2**40) - 1
"""What the guard returns when a user's strategy raised an exception, or changed the options."""

UNPLAYED = -3
"""The winner of a record that has not been written yet."""


def has_users(job: "Job") -> bool:
    """Whether a strategy of somebody's own file plays; ours are not watched."""
    return any(strategy.path is not None for strategy in job.strategies)


def written(job: "Job") -> DesignerError:
    """Somebody wrote into what every seat is shown."""
    users = dict.fromkeys(f"{s.path}: {s.name}" for s in job.strategies if s.path is not None)
    return DesignerError(
        f"{' or '.join(users)} wrote into the rules or weights that it is shown; a strategy may "
        "only write into arrays that it made itself"
    )


def _where(job: "Job", seat: int) -> str:
    guilty = job.strategies[seat]
    line = guilty.function.__code__.co_firstlineno
    return f"{guilty.path or guilty.game}, line {line}: {guilty.name}"


def wrong_choice(job: "Job", game: int, seat: int, chosen: int, count: int) -> DesignerError:
    """A strategy returned no place of the list of `count` options."""
    where = _where(job, seat)
    when = f"in game {game} (seed {job.seed}), seat {seat + 1}"
    if chosen == RAISED:
        return DesignerError(
            f"{where} raised an error {when}: an index outside an array, a division by zero, an "
            "assertion, or too large an array"
        )
    if chosen == WROTE:
        return DesignerError(
            f"{where} wrote into the options that it is shown, {when}; a strategy may only write "
            "into arrays that it made itself"
        )
    return DesignerError(
        f"{where} returned {chosen} {when}; there were {count} options, so 0 to {count - 1} is "
        "expected"
    )


def stuck(job: "Job", game: int, seat: int, kind: str, seconds: float) -> DesignerError:
    """A strategy does not return."""
    path = job.strategies[seat].path
    if path is None:
        raise AssertionError(f"{_where(job, seat)} does not end in game {game} (seed {job.seed})")
    return Stuck(
        f"{_where(job, seat)} does not end: it was asked for {kind!r} in game {game} (seed "
        f"{job.seed}), seat {seat + 1}, and had not answered after {seconds:g} seconds of "
        f"processor time; {_loops(path)}"
    )


def _loops(path: Path) -> str:
    """Where to look for what does not end: only a `while` can go on for ever."""
    try:
        tree = ast.parse(read_text(path))
    except (DesignerError, SyntaxError):  # deleted or edited since
        tree = ast.Module([], [])
    lines = [str(node.lineno) for node in ast.walk(tree) if isinstance(node, ast.While)]
    if not lines:
        return "look for a loop that is too long"
    return f"look at `while` in line {', '.join(lines)}"


def pulse(states: np.ndarray, records: np.ndarray) -> bytes:
    """The state of a game under way, and how many are finished: it changes at every decision.

    Without the streams of the seats, from which a strategy draws however long it takes.
    """
    kind, start = states.dtype.fields["choice"][:2]  # type: ignore[index]
    state = states.tobytes()
    return b"%d " % finished(records) + state[:start] + state[start + kind.itemsize :]


def finished(records: np.ndarray) -> int:
    """How many of the records of a chunk have been written."""
    return int(np.count_nonzero(records["winner"] != UNPLAYED))


def stuck_in(
    job: "Job", decisions: tuple[str, ...], states: np.ndarray, records: Any, seconds: float
) -> DesignerError:
    """The same, from what a chunk's arrays hold while its loop waits for the strategy."""
    state = states[0]
    kind = decisions[int(state["decision"])].replace("_", " ")
    return stuck(job, job.first + finished(records), int(state["decider"]), kind, seconds)
