"""`balance tournament`, for whatever game is found."""

import csv
import io

import pytest

from sims.core.catalogue import games

GAME = next(name for name, game in games().items() if 3 in game.players)
OPTIONS = ("tournament", GAME, "random", "balanced")


def test_json_csv_and_figure(balance, tmp_path):
    table, figure = tmp_path / "payoffs.csv", tmp_path / "payoffs.svg"
    told = balance(
        *OPTIONS, "-p", "2,3", "-n", 200, "--json", "--csv", table, "--figure", figure
    ).json
    assert {row["players"] for row in told["ratings"]} == {2, 3}
    # Of two strategies: 3 tables of two players, 4 of three; a row for each that sits there.
    assert len(told["payoffs"]) == (1 + 2 + 1) + (1 + 2 + 2 + 1)
    for row in told["payoffs"] + told["pairs"] + told["seats"]:
        assert 0 <= row["low"] <= row["rate"] <= row["high"] <= 1
        assert row["games"] >= 24
    for players in (2, 3):
        shares = [row["share"] for row in told["ratings"] if row["players"] == players]
        assert sum(shares) == pytest.approx(1)
        ratings = [row["rating"] for row in told["ratings"] if row["players"] == players]
        assert sum(ratings) == pytest.approx(0, abs=1e-6)
    assert set(told["strategies"]) == {"random", "balanced"}
    rows = list(csv.DictReader(io.StringIO(table.read_text())))
    assert [row["others"] for row in rows] == [row["others"] for row in told["payoffs"]]
    assert figure.read_text().startswith("<?xml")


def test_the_tables_on_the_terminal(balance):
    done = balance(*OPTIONS, "-p", 2, "-n", 200, "-q")
    assert done.code == 0, done.err
    assert "ratings, and the mixture of good players" in done.out
    assert "Seats where everybody draws from the mixture" in done.out
    assert "2 players: all 3 tables" in done.out


def test_a_ledger_is_asked_first(balance, tmp_path, monkeypatch):
    monkeypatch.delenv("BALANCE_NO_LEDGER")
    options = (*OPTIONS, "-p", 2, "-n", 160, "--json", "--ledger", tmp_path / "games.sqlite")
    first = balance(*options).json
    from balance.tournaments.tables import Seating

    monkeypatch.setattr(Seating, "play", None)  # nothing may be played again
    assert balance(*options).json == first


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("random",), "two different strategies"),
        (("random", "balancd"), "balanced"),
        (("random", "balanced", "--csv", "nowhere/t.csv"), "there is no folder"),
        (("random", "balanced", "--figure", "t.gif"), "allowed: .png, .svg, .pdf"),
        (("random", "balanced", "--set", "weights.nobody.lead=1"), "nobody"),
    ],
)
def test_what_cannot_be_asked_ends_with_2(balance, words, message):
    done = balance("tournament", GAME, *words, "-p", 2, "-n", 10)
    assert done.code == 2
    assert message in done.err
    assert "Traceback" not in done.err
