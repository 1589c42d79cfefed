"""What a key after `--set` is called where a person reads it."""

from sims.core.cells import DECK_FIELD, SEAT
from sims.core.contract import Game


def label(game: Game, key: str, unit: bool = True) -> str:
    """The name of what a key stands for, with its unit if asked: `hand size (cards)`."""
    parameter = game.parameter(key)
    if parameter is not None:
        text = key.replace("_", " ")
        told = not unit or parameter.unit in ("", *text.split())
        return text if told else f"{text} ({parameter.unit})"
    whose, _, field = key.rpartition(".")
    field = field.replace("_", " ")
    if key.startswith(DECK_FIELD):
        return f"{field} of {whose.removeprefix(DECK_FIELD)}"
    if key.startswith(SEAT):
        return f"{field} of seat {whose.removeprefix(SEAT)}"
    whose = whose.rpartition(".")[2]
    return f"{field} of {whose}" if whose else field
