"""The table that is written: what changed is changed, what a designer wrote stays."""

import tomllib
from types import SimpleNamespace

import pytest

from balance import api
from balance.planning import plan
from balance.recommending import planned
from balance.recommending.search import Found, Regret
from balance.recommending.space import setups
from balance.recommending.table import write_data
from balance.template import copy_data
from sims.core.catalogue import games
from sims.core.contract import Game
from sims.core.data import read_data
from sims.core.errors import DesignerError
from sims.core.tally import Tally


def axes(game: Game, players: int, by: int):
    """One value of every kind that a table can hold, each other than the printed one."""
    cell = plan(api.question(game.name, players=players))[0].cell
    title = max(game.titles, key=lambda t: cell.deck[t]["copies"])
    found = [(f"deck.{title}.copies", [cell.deck[title]["copies"] - by])]
    found += [(f"ruling.{r.name}", [r.choices[1]]) for r in game.rulings[:1]]
    for parameter in game.parameters:
        if parameter.kind == "cards":
            found.append((parameter.key, [title]))
        elif parameter.key != game.turn_limit:
            value = cell.setup[parameter.key]
            found.append((parameter.key, [value - by if value >= by else value + by]))
    if game.profiles is not None:
        field = next(f for f in game.profiles.fields if f.kind == "int")
        key = f"{game.profiles.option}.{game.profiles.default}.{field.key}"
        found.append((key, [field.default + 1]))
    return found


def answer(game: Game, counts, folder=None, meets=False):
    """A recommendation of the changed setup at each count, as if it had been searched."""
    found = []
    for by, players in enumerate(counts, start=1):
        asked = api.question(game.name, players=players, data=folder)
        chosen = axes(game, players, by)
        ready = planned(asked, chosen, [])
        printed, best = setups(asked, chosen)[players]
        wins = [25] * players if meets else [100, *[0] * (players - 1)]
        for setup in (printed, best):
            setup.fresh = Tally(
                players=players, games=sum(wins) * 100, wins=[w * 100 for w in wins]
            )
            setup.halves = [setup.fresh, setup.fresh]
        regret = Regret(0.0, ready.aims[0])
        found.append(
            Found(
                players, ready.aims, [best, printed], printed, best, [best], None, regret, {}, False
            )
        )
    return SimpleNamespace(
        game=game, question=api.question(game.name, data=folder), aims=ready.aims, found=found
    )


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("counts", [1, 2])
def test_every_kind_of_change_is_played_from_the_folder(name, counts, tmp_path):
    game = games()[name]
    players = range(game.players.start, game.players.start + counts)
    given = answer(game, players)
    write_data(given, tmp_path / "table")
    for found in given.found:
        asked = api.question(name, players=found.players, data=tmp_path / "table")
        assert plan(asked)[0].cell.plain() == found.best.planned.cell.plain()
        assert found.best.planned.cell.plain() != found.printed.planned.cell.plain()
    before, after = read_data(game), read_data(game, tmp_path / "table")
    for n in set(before.table) - set(players):
        assert after.table[n] == before.table[n]
        assert after.deck_of[n] == before.deck_of[n]


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("meets", [True, False])
def test_comments_stay_and_sources_say_what_was_printed_and_what_is_claimed(name, meets, tmp_path):
    game, mine = games()[name], tmp_path / "mine"
    copy_data(game, mine)
    setup = mine / "setup.toml"
    setup.write_text(f"# my own words\n{setup.read_text(encoding='utf-8')}", encoding="utf-8")
    given = answer(game, [game.players.start], mine, meets)
    write_data(given, tmp_path / "table")
    text = (tmp_path / "table" / "setup.toml").read_text(encoding="utf-8")
    assert text.startswith("# my own words\n")
    source = tomllib.loads(text)["source"]
    said = source["deck"]
    assert f"at {game.players.start}: " in said
    assert "in place of" in said
    assert ("NOT shown to meet" in said) is not meets
    assert "deviation=2" in said
    before = tomllib.loads(setup.read_text(encoding="utf-8"))["source"]
    for key, text in before.items():
        assert source[key].startswith(text)  # an ASSUMPTION stays one


def test_a_folder_that_holds_something_is_refused(tmp_path):
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "mine.txt").write_text("mine")
    game = next(iter(games().values()))
    with pytest.raises(DesignerError, match="not an empty folder"):
        write_data(answer(game, [game.players.start]), tmp_path / "table")
    assert [p.name for p in tmp_path.iterdir()] == ["table"]
