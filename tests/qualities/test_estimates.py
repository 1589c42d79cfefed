"""Estimates from tallies: spread of length, waits of who is out, what seats of one's own have."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import toys

from balance.qualities.estimates import estimated, spread_interval
from balance.qualities.sampling import Effort, sample
from sims.core.runner import play_records
from sims.core.tally import tally

EFFORT = Effort(games=4, looks=4, playouts=4, deals=4, replays=2)


def test_spread_by_hand():
    """Lengths 8 and 12, half each: central moments 4 and 16, so the variance has no error."""
    sd, low, high = spread_interval(Counter({8: 50, 12: 50}))
    assert sd == pytest.approx(2 * np.sqrt(100 / 99))
    assert (low, high) == pytest.approx((sd, sd))
    assert spread_interval(Counter({7: 5})) == (0, 0, 0)
    lengths = {n: n * n for n in range(3, 40)}
    assert spread_interval(lengths) == spread_interval(dict(reversed(lengths.items())))
    assert np.isnan(spread_interval(Counter({7: 1}))).all()


def test_the_interval_of_the_spread_holds():
    """Of Poisson lengths; 95 % of 400 intervals hold, fewer than 360 once in 10,000."""
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        _, low, high = spread_interval(Counter(rng.poisson(30, 500).tolist()))
        held += low <= np.sqrt(30) <= high
    assert held >= 360


def test_waits_of_who_is_out_come_from_the_declared_measure():
    job = toys.job(3, turns=6, worth=1, games=50)
    counted = tally(toys.game(), job.cell, play_records(job))
    [found] = sample([job], EFFORT, 1)
    assert "elimination" not in [
        e.name for e in estimated(toys.game(), counted, [found], "").estimates
    ]
    declared = replace(toys.game(), waiting="waits")
    # Fifty games: seat 1 waits 4 turns in each, seat 2 none, seat 3 by turns 0 and 2.
    counted.histograms["waits"] = Counter({4: 25, 6: 25})
    counted.seats["waits"] = [200, 0, 50]
    counted.seat_squares["waits"] = [800, 0, 100]
    waited = estimated(declared, counted, [found], "")["elimination"]
    assert waited.mean == pytest.approx((4 + 6) / 2 / 3)
    assert waited.games == 50
    assert [seat.mean for seat in waited.by_seat] == pytest.approx([4, 0, 1])
    assert (waited.by_seat[0].low, waited.by_seat[0].high) == pytest.approx((4, 4))
    half = 2.0096 * 1.0102 / np.sqrt(50)  # Student's t with 49 degrees, sd of 0 and 2
    assert waited.by_seat[2].high == pytest.approx(1 + half, abs=1e-3)


def test_every_estimate_says_what_it_rests_on():
    job = toys.job(2, turns=5, worth=1, games=40)
    [found] = sample([job], EFFORT, 1)
    counted = tally(toys.game(), job.cell, play_records(job))
    quality = estimated(toys.game(), counted, [found], "toy")
    rests = {e.name: (e.games, e.playouts) for e in quality.estimates}
    assert rests["length"] == rests["unfinished"] == (40, 0)
    assert rests["lead_changes"] == rests["drama"] == (4, 4)
    assert rests["options"] == (4, 0)
    assert rests["deal_part"] == (4, 2)
    for each in quality.estimates:
        assert all((each.label, each.help, each.unit))
        assert each.low is None or each.low <= each.mean <= each.high
    assert len(quality["behind"].by_seat) == len(quality["wait"].by_seat) == 2
