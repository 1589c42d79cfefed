"""What the tests of bad input share: a data folder to be spoilt, and the message that follows."""

import re

import pytest

from sims.core.catalogue import games
from sims.core.data import read_data
from sims.core.errors import DesignerError

OVERRIDE_LIKE = [name for name, game in games().items() if game.rulings]
GAMES = tuple(games())


def refused(game, folder, *words):
    """The message of the `DesignerError` that reading the folder ends with."""
    with pytest.raises(DesignerError) as error:
        read_data(game, folder)
    for word in words:
        assert str(word) in str(error.value)
    return str(error.value)


def edit(path, pattern, replacement, count=1):
    """Change a file by a regular expression that must be found in it."""
    text = path.read_text()
    changed, found = re.subn(pattern, replacement, text, count=count, flags=re.M)
    assert found, pattern
    path.write_text(changed)


def a_deck(folder):
    return sorted((folder / "decks").glob("*.toml"))[0]


def an_int(game):
    """A parameter that is a whole number."""
    return next(p for p in game.parameters if p.kind == "int" and p.low > 0)
