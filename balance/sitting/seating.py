"""How many sit at a table at which a person takes a seat, and who the others are."""

from collections.abc import Sequence

from sims.core.errors import DesignerError


def how_many(asked: Sequence[int], table: Sequence[int], names: Sequence[str], seat: int) -> int:
    """The player count: as asked, or as many as the bots need, or what lies in the table's middle.

    `table` are the counts of the setup table, ascending; `names` the bots as they were named.
    """
    if len(asked) > 1:
        raise DesignerError("--players: name one player count, such as -p 4")
    if asked:
        (count,) = asked
    elif len(names) > 1:
        count = len(names) + 1
    else:
        count = table[len(table) // 2]
    if not 1 <= seat <= count:
        raise DesignerError(f"--seat {seat}: with {count} players there are seats 1 to {count}")
    return count


def others_and_you(names: Sequence[str], players: int, seat: int) -> tuple[str, ...]:
    """A strategy a seat: the others' in order; yours only stands there, it never chooses.

    One that is named for all stands for you too.
    """
    if len(names) == 1:
        return tuple(names)
    if len(names) != players - 1:
        raise DesignerError(
            f"--against names {len(names)} strategies for {players} players; name one for all, or "
            f"{players - 1}: one for each of the others"
        )
    return (*names[: seat - 1], names[0], *names[seat - 1 :])
