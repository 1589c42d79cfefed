"""Sampling as work: the ledger, executors, users' strategies, Ctrl-C."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
import toys

from balance import using
from balance.planning import Question, plan
from balance.qualities import sampling
from balance.qualities.estimates import estimated
from balance.qualities.sampling import Deals, Effort, Followed, Games, sample
from sims.core.catalogue import games
from sims.core.errors import Interrupted
from sims.core.ledger import Ledger
from sims.core.runner import Job, play_records
from sims.core.schedule import Pool, carry_out
from sims.core.tally import tally

EFFORT = Effort(games=9, looks=8, playouts=8, deals=70, replays=4)


def job():
    return toys.job(3, "lot", turns=9, worth=1, pick=1, games=30)


def quality(found):
    counted = tally(toys.game(), job().cell, play_records(job()))
    return estimated(toys.game(), counted, [found], "toy")


def plain(found):
    return [game.plain() for game in found.games], found.deal_wins.tolist()


def test_what_the_ledger_holds_is_not_looked_at_again(tmp_path, monkeypatch):
    [alone] = sample([job()], EFFORT, 2)
    with using(tmp_path / "games.sqlite"):
        [first] = sample([job()], EFFORT, 2)
    assert plain(first) == plain(alone)
    monkeypatch.setattr(sampling, "follow", None)  # who calls it now fails
    monkeypatch.setattr(sampling, "deal_wins", None)
    told = []
    with using(tmp_path / "games.sqlite"):
        [again] = sample([job()], EFFORT, 2, told.append)
    assert plain(again) == plain(alone)
    assert quality(again).estimates == quality(alone).estimates
    assert sum(told) == EFFORT.steps


def test_another_effort_is_another_question(tmp_path):
    with using(tmp_path / "games.sqlite"):
        sample([job()], EFFORT, 1)
        [more] = sample([job()], replace(EFFORT, playouts=16, replays=6), 1)
    assert all(game.tried[0] == 16 for game in more.games)
    assert (more.deal_wins.sum(axis=1) == 6).all()
    kinds = [work["kind"] for work in Ledger(tmp_path / "games.sqlite").works()]
    assert sorted(kinds) == ["deals", "deals", "looks", "looks"]


def test_pieces_of_any_size_find_the_same():
    [alone] = sample([job()], EFFORT, 1)
    works = [kind(job().part(0, n), EFFORT) for kind, n in ((Games, 9), (Deals, 70))]
    with ThreadPoolExecutor(3) as threads:
        looked, dealt = carry_out(works, Pool(threads, 3), size=2)
    assert [game.plain() for game in looked.counts.by_id.values()] == plain(alone)[0]
    assert [wins.tolist() for wins in dealt.counts.by_id.values()] == plain(alone)[1]


def test_work_can_be_sent_elsewhere():
    name, game = next(reversed(games().items()))
    [planned] = plan(Question(name, (game.players.start,)))
    for kind in (Games, Deals):
        work = kind(Job(planned.cell, planned.strategies, 1, 0, 2), EFFORT)
        found = pickle.loads(pickle.dumps(work)).play()
        assert pickle.loads(pickle.dumps(found)).plain() == work.play().plain()


def test_what_was_found_survives_being_written_down():
    [found] = sample([job()], EFFORT, 1)
    for game in found.games:
        again = Followed.of_plain(game.plain())
        assert again.plain() == game.plain()
        assert (again.wins == game.wins).all()
        assert again.wins.dtype == game.wins.dtype


@pytest.mark.parametrize("kind", [Games, Deals])
def test_what_is_stopped_keeps_nothing_half_done(kind):
    work = kind(job().part(0, 5), EFFORT)
    assert work.play(np.ones(1, np.int64)).games == 0
    assert (work.play() + work.part(5, 2).play()).games == 7


def test_ctrl_c_ends_with_what_was_done(monkeypatch):
    real = sampling.follow

    def follow(replay, game_id, players, effort):
        if game_id == 6:
            raise KeyboardInterrupt
        return real(replay, game_id, players, effort)

    monkeypatch.setattr(sampling, "follow", follow)
    with pytest.raises(Interrupted):
        sample([job()], EFFORT, 1)
