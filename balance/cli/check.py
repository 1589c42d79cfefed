"""`balance check`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sims.core.contract import Game
    from sims.core.data import Data


def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A data folder.")],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="Whose data; left out: found out."),
    ] = None,
) -> None:
    """Check a data folder, and show its setup table as understood."""
    from balance.cli import show
    from balance.planning import Question, plan
    from sims.core.catalogue import find
    from sims.core.data import read_data

    found = find(game) if game else _guess(folder)
    data = read_data(found, folder)
    for name in data.weights:
        _check_weights(found, data, name)
    planned = plan(Question(found.name, data=folder))
    columns = ("players", "deck", *(p.key for p in found.parameters))
    rows = [
        (
            str(players),
            data.deck_of[players],
            *(_text(data.table[players][p.key]) for p in found.parameters),
        )
        for players in sorted(data.table)
    ]
    show.table(f"{found.title}: setup table of {folder}", columns, rows)
    fields = [field.key for field in found.card_fields]
    for deck in data.decks.values():
        cards = found.check_deck(deck.cards, str(folder))
        total = sum(int(values["copies"]) for values in cards.values())
        rows = [(title, *(_text(v.get(key)) for key in fields)) for title, v in cards.items()]
        show.table(f"Deck {deck.name}: {total} cards", ("card", *fields), rows)
    rows = [(r.name, data.rulings[r.name], ", ".join(r.choices), r.heading) for r in found.rulings]
    show.table("Rulings", ("ruling", "choice", "choices (first: default)", "heading"), rows)
    show.say_assumptions(show.assumptions(planned))
    show.say(f"{folder} is fine.", "green")


def _text(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(value) or "none"
    return str(value)


def _guess(folder: Path) -> "Game":
    """The game whose cards the folder's first deck names."""
    from sims.core.catalogue import games
    from sims.core.data import read_toml
    from sims.core.errors import DesignerError

    decks = sorted((folder / "decks").glob("*.toml"))
    if not decks:
        raise DesignerError(f"{folder / 'decks'}: there is no deck file (NAME.toml)")
    cards = read_toml(decks[0], folder).get("card", {})
    named = set(cards) if isinstance(cards, dict) else set()
    best = max(games().values(), key=lambda game: len(named & set(game.titles)))
    if not named & set(best.titles):
        raise DesignerError(
            f"{decks[0]}: it names no card of a game that we know; say which game with --game"
        )
    return best


def _check_weights(game: "Game", data: "Data", name: str) -> None:
    """Refuse weights for a strategy, or of a name, that there is not."""
    from sims.core.errors import unknown
    from sims.core.strategies import shipped

    where = str(data.folder / "weights" / f"{name}.toml")
    known = shipped(game.name)
    if name not in known:
        raise unknown("strategy", name, known, where)
    known[name].player(data.weights[name], where)
    for players, weights in data.weights_at[name].items():
        known[name].player(weights, f"{where} [players.{players}.weights]")
