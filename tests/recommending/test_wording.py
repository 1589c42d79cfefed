"""A recommendation in words: the regret is named, one setup is not told of as several."""

import math
from types import SimpleNamespace

import pytest

from balance import api
from balance.pairing import turns_change
from balance.recommending import planned, wording
from balance.recommending.search import Regret
from balance.strength import DEPENDS, EVERY, ONLY
from sims.core.catalogue import games
from sims.core.tally import Tally
from tests.carding.test_effects import length_sums

GAME = next(iter(games().values()))
N = GAME.players.start
AIM = planned(api.question(GAME.name, players=N), [], ["unfinished=1"], 0).aims[0]


def of(unfinished):
    """1,000 games, so many of them unfinished."""
    whole = Tally(players=N, games=1000, wins=[1000 - unfinished, *[0] * (N - 1)])
    whole.unfinished = unfinished
    return SimpleNamespace(whole=whole)


@pytest.mark.parametrize(
    ("unfinished", "value"),
    [((0,), ONLY), ((0, 1), EVERY), ((0, 900), DEPENDS), ((900, 900), EVERY), ((900, 0), DEPENDS)],
)
def test_how_the_setup_fares_across_strength(unfinished, value):
    names = GAME.report.ladder[-len(unfinished) :]
    # The lineup that played stands first in what was found, the order of the ladder counts.
    strength = {name: of(n) for name, n in reversed(list(zip(names, unfinished, strict=True)))}
    cell = SimpleNamespace(game=GAME.name)
    best = SimpleNamespace(planned=SimpleNamespace(cell=cell))
    found = wording.strength(SimpleNamespace(strength=strength, best=best, aims=[AIM]))
    assert found.value == value
    who = {(0, 900): "weak", (900, 0): "strong"}.get(unfinished)
    assert (f"only among {who} players" in found.words) is (who is not None)


@pytest.mark.parametrize(
    ("count", "said"),
    [(2, "the other setup tried cannot be"), (9, "none of the 8 others tried can be")],
)
def test_the_regret_is_stated(count, said):
    found = SimpleNamespace(ranked=[None] * count, regret=Regret(0.5, AIM))
    text = wording.regret(found)
    assert text.startswith("The regret is at most 0.5 % of")
    assert said in text


def test_the_winner_beside_the_printed_setup_says_what_pairing_won():
    interval = SimpleNamespace(change=0.012, difference=0.0, low=-0.01, high=0.03)
    change = SimpleNamespace(
        games=1000, worst=interval, unfinished=interval, turns=turns_change(length_sums(3, 1000)),
        variance_ratio=2.04,
    )  # fmt: skip
    at = {GAME.report.map_parameter: 1}
    setup = SimpleNamespace(at=at)
    found = SimpleNamespace(change=change, ranked=[setup], printed=setup, strength={"one": None})
    [text] = wording.beside(GAME, found)
    for part in ("worst seat +1.2 points", "(too few differ)", "pairing x 2.0", "among one"):
        assert part in text
    assert wording.beside(GAME, SimpleNamespace(change=None)) == []
    change.variance_ratio = math.inf
    assert "pairing" not in wording.beside(GAME, found)[0]
