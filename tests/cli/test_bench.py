"""`balance bench`: what is timed, and beside what."""

import pytest

from sims.core.catalogue import games
from sims.core.strategies import shipped

GAME = next(iter(games()))
THINKER = next(name for name in shipped(GAME) if name != "random")


@pytest.fixture
def without_c(monkeypatch):
    monkeypatch.setattr("balance.benchmark._build", lambda *_: None)


def test_decisions_of_the_strategies_asked_for_are_timed_beside_random(balance, without_c):
    words = ("bench", GAME, "-n", 400, "--repeat", 1, "--json")
    rows = balance(*words, "--strategies", f"{THINKER},random").json["strategies"]
    thinker, random = rows
    assert [thinker["strategy"], random["strategy"]] == [THINKER, "random"]
    assert random["ratio"] == 1.0
    assert thinker["ratio"] == thinker["ns_per_decision"] / random["ns_per_decision"]
    assert thinker["games"] == random["games"] == 20


def test_the_table_has_a_row_for_each_strategy(balance, without_c):
    done = balance("bench", GAME, "-n", 40, "--repeat", 3, "--strategies", THINKER)
    assert done.code == 0
    (row,) = [line.split() for line in done.out.splitlines() if line.startswith(THINKER)]
    _, median, lowest, highest, ratio = row
    assert float(lowest) <= float(median) <= float(highest)
    assert float(ratio) > 0


def test_an_unknown_strategy_is_refused_before_anything_is_timed(balance, monkeypatch):
    def played(*_):
        raise AssertionError("it was played")

    monkeypatch.setattr("sims.core.runner.run", played)
    done = balance("bench", GAME, "--strategies", "rondom")
    assert done.code == 2
    assert "--strategies" in done.err
    assert "random" in done.err
