"""What holds in every game, for every strategy and player count that is found.

No game is named here: a new folder under `sims/games` is tested as soon as it declares a game.
"""

import json
from collections import Counter

import found
import numpy as np
import pytest

from balance.api import play
from balance.planning import quick
from balance.summary import summary
from sims.core.catalogue import find, games, rules_digest
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.runner import play_records, run
from sims.core.streams import FIRST_SEAT, Stream
from sims.core.tally import DRAW, UNFINISHED
from sims.core.trace import trace

FIRST_COUNTS = [(name, games()[name].players.start) for name in found.GAMES]
SEED = 20_26


def test_games_are_found():
    assert found.GAMES
    for name, game in games().items():
        assert game.name == name
        assert "random" in [strategy for other, strategy in found.STRATEGIES if other == name]
        assert "unfinished" in game.endings
        assert game.parameter(game.turn_limit) is not None


@pytest.mark.parametrize(("game", "players", "strategy"), found.LINEUPS)
def test_kernel_and_referee_agree(game, players, strategy):
    """Every option list (legal, complete, distinct), draw, state and result of two games."""
    for number in range(2):
        job = found.job(game, players, (strategy,), seed=SEED, first=number)
        traced = trace(job, keep_log=False)  # raises Disagreement
        record = play_records(job)[0]
        assert {name: record[name].tolist() for name in record.dtype.names} == traced.record


@pytest.mark.parametrize(("game", "ruling", "choice"), found.RULINGS)
def test_kernel_and_referee_agree_under_every_ruling(game, ruling, choice):
    counts = games()[game].players
    for players in {counts.start, counts.stop - 1}:
        lineup = found.mixed(game, players)
        changes = {f"ruling.{ruling}": choice}
        job = found.job(game, players, lineup, changes, seed=SEED)
        assert job.cell.rulings[ruling] == choice
        trace(job, keep_log=False)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), found.COUNTS)
def test_kernel_and_referee_agree_over_more_games(game, players):
    for number in range(25):
        job = found.job(game, players, found.mixed(game, players), seed=SEED, first=100 + number)
        trace(job, keep_log=False)


# Cards are conserved


def cards_in(value):
    """Every card in a snapshot: the numbers in lists, and in {card: copies} as often as it says.

    What seats have seen of each other (`seen...`) are no further cards.
    """
    if isinstance(value, list | tuple):
        for inner in value:
            yield from ([inner] if isinstance(inner, int) else cards_in(inner))
    elif isinstance(value, dict) and all(isinstance(key, int) for key in value):
        for card, copies in value.items():
            yield from [card] * copies
    elif isinstance(value, dict):
        for key, inner in value.items():
            if not key.startswith("seen"):
                yield from cards_in(inner)


@pytest.mark.parametrize(("game", "players"), found.COUNTS)
def test_cards_are_conserved(game, players):
    """No card comes from nowhere or is doubled, at any decision of a game; and none is lost.

    Only a game can say how many cards may lie nowhere for a while, and which leave for good with
    their player: `hidden.py`, as `LIMBO` and as `gone(before, now)` of two snapshots.
    """
    job = found.job(game, players, found.mixed(game, players), seed=SEED)
    machine = KernelMachine(find(game), kernel(game), job.cell)
    machine.deal(job.seed, job.first)
    dealt = Counter(cards_in(machine.snapshot()))
    copies = sum(fields["copies"] for fields in job.cell.deck.values())
    assert players < dealt.total() <= copies
    limbo = getattr(found.hidden(game), "LIMBO", dealt.total() - 1)
    leaving = getattr(found.hidden(game), "gone", lambda before, now: Counter())
    before, gone = machine.snapshot(), Counter()
    streams = [Stream.of_game(SEED, 0, FIRST_SEAT + seat) for seat in range(players)]
    while (decision := machine.decision()) is not None:
        now = machine.snapshot()
        gone += leaving(before, now)
        before = now
        lying = Counter(cards_in(now)) + gone
        assert lying <= dealt
        assert (dealt - lying).total() <= limbo
        assert len(set(decision.options)) == len(decision.options) > 0
        machine.choose_index(streams[decision.seat].below(len(decision.options)))
    gone += leaving(before, machine.snapshot())
    lying = Counter(cards_in(machine.snapshot())) + gone
    assert lying <= dealt
    assert (dealt - lying).total() <= limbo


# Same seed, same records


@pytest.mark.parametrize(("game", "players"), found.COUNTS)
def test_same_seed_same_records(game, players):
    """However a range of games is cut, its records are the same, bit for bit."""
    lineup = found.mixed(game, players)
    whole = play_records(found.job(game, players, lineup, seed=SEED, games=60))
    again = play_records(found.job(game, players, lineup, seed=SEED, games=60))
    assert whole.tobytes() == again.tobytes()
    for first, count in ((0, 1), (1, 7), (59, 1), (17, 30)):
        part = play_records(found.job(game, players, lineup, seed=SEED, first=first, games=count))
        assert part.tobytes() == whole[first : first + count].tobytes()
    other = play_records(found.job(game, players, lineup, seed=SEED + 1, games=60))
    assert other.tobytes() != whole.tobytes()


@pytest.mark.parametrize(("game", "players"), FIRST_COUNTS)
def test_threads_and_chunks_change_nothing(game, players):
    job = found.job(game, players, found.mixed(game, players), seed=SEED, games=300)
    expected = [tally.plain() for tally in run([job], 1)]
    for threads, size in ((1, 7), (2, 64), (7, 13), (7, 1000)):
        assert [tally.plain() for tally in run([job], threads, size=size)] == expected


# Renaming seats


@pytest.mark.parametrize(("game", "players"), found.COUNTS)
def test_a_lineup_of_namesakes_is_one_game(game, players):
    """A name at the table is but a name: everyone alike is the same as each named on its own."""
    strategy = next(reversed(found.mixed(game, players)))
    together = play_records(found.job(game, players, (strategy,), seed=SEED, games=30))
    apart = play_records(found.job(game, players, (strategy,) * players, seed=SEED, games=30))
    assert together.tobytes() == apart.tobytes()


@pytest.mark.parametrize(("game", "players"), found.COUNTS)
def test_rotating_the_lineup_moves_the_strategies_and_nothing_else(game, players):
    """Rotations deal the same hands; every rotation's cell holds the same players, turned."""
    from balance.planning import Question, plan

    lineup = found.mixed(game, players)
    cells = plan(Question(game, (players,), lineup, rotate=True))
    assert len(cells) <= players
    first = cells[0]
    dealt = set()
    for turned in cells:
        assert sorted(p.strategy for p in turned.cell.lineup) == sorted(lineup)
        machine = KernelMachine(find(game), kernel(game), turned.cell)
        machine.deal(SEED, 3)
        dealt.add(json.dumps(machine.snapshot(), sort_keys=True))
    assert len(dealt) == 1
    seen = {tuple(p.strategy for p in c.cell.lineup) for c in cells}
    names = [p.strategy for p in first.cell.lineup]
    assert seen == {tuple(names[by:] + names[:by]) for by in range(players)}


# Length, records, measures


@pytest.mark.parametrize(("game", "players"), found.COUNTS)
def test_records_are_sound(game, players):
    declared = games()[game]
    records = play_records(
        found.job(game, players, found.mixed(game, players), seed=SEED, games=200)
    )
    assert (records["turns"] > 0).all()
    assert (records["decisions"] >= records["choices"]).all()
    assert (records["winner"] < players).all()
    assert (records["winner"] >= UNFINISHED).all()
    unfinished = records["ended"] == declared.endings.index("unfinished")
    assert ((records["winner"] == UNFINISHED) == unfinished).all()
    drawn = np.zeros(len(records), bool)
    if "draw" in declared.endings:
        drawn = records["ended"] == declared.endings.index("draw")
    assert ((records["winner"] == DRAW) == drawn).all()


@pytest.mark.parametrize(("game", "players"), found.COUNTS)
def test_the_cap_bounds_a_game_and_only_cuts(game, players):
    """A game under a cap is the same game as without, or the beginning of it, at most as long.

    Who looks ahead takes the cap into account, and so plays another game.
    """
    declared = games()[game]
    known = quick(game)
    lineup = [known[seat % len(known)] for seat in range(players)]
    cut = declared.endings.index("unfinished")
    long = play_records(found.job(game, players, lineup, seed=SEED, games=150))
    lengths = []
    for cap in (2, 4):
        changes = {declared.turn_limit: cap}
        short = play_records(found.job(game, players, lineup, changes, seed=SEED, games=150))
        same = short["ended"] != cut
        assert (~same).any()
        for name in long.dtype.names:
            assert np.array_equal(short[name][same], long[name][same]), name
        assert (short["turns"][~same] <= long["turns"][~same]).all()
        lengths.append(int(short["turns"][~same].max()))
    # The unit of the cap may be a round, of more or fewer turns.
    assert lengths[0] < lengths[1] <= 3 * lengths[0]


@pytest.mark.parametrize(("game", "players"), found.COUNTS)
def test_every_declared_measure_is_counted(game, players):
    declared = games()[game]
    job = found.job(game, players, found.mixed(game, players), seed=SEED, games=120)
    [tally] = run([job], 1)
    assert sum(tally.wins) + tally.draws + tally.unfinished == tally.games == 120
    assert sum(tally.turns.values()) == sum(tally.ended) == 120
    assert set(tally.histograms) == {measure.name for measure in declared.measures}
    for measure in declared.measures:
        counted = sum(tally.histograms[measure.name].values())
        assert counted == (sum(tally.wins) if measure.won_only else 120)
        assert (measure.name in tally.seats) == (measure.kind in ("seats", "mask"))
        if measure.kind == "flag":
            assert set(tally.histograms[measure.name]) <= {0, 1}
        if measure.kind == "mask":
            assert all(0 <= total <= counted for total in tally.seats[measure.name])


@pytest.mark.parametrize(("game", "players"), found.COUNTS)
def test_play_answers_with_all_that_scripts_read(game, players):
    answer = play(game, players=players, games=150, seed=SEED, threads=1)
    facts = json.loads(json.dumps(summary(answer.results), allow_nan=False))
    declared = games()[game]
    assert facts["game"] == game
    assert facts["players"] == players
    assert facts["games"] == 150
    assert facts["seed"] == SEED
    assert len(facts["wins"]) == players
    assert all(type(wins) is int for wins in facts["wins"])
    assert sum(facts["wins"]) + facts["draws"] + facts["unfinished"] == 150
    assert set(facts["turns"]) >= {"mean", "sd", "histogram"}
    assert sum(facts["turns"]["histogram"].values()) == 150
    assert set(facts["ended_by"]) == set(declared.endings) - {"draw", "unfinished"}
    assert facts["decisions_per_game"] >= facts["choices_per_game"] > 0
    assert set(facts["verdict"]) >= {"call", "tolerance", "games_needed"}
    assert facts["seconds"] > 0
    assert facts["games_per_second"] > 0
    assert [measure["name"] for measure in facts["measures"]] == [m.name for m in declared.measures]
    cell = answer.results[0].planned.cell
    assert facts["fingerprint"] == cell.fingerprint(rules_digest(game), SEED)
    row = answer.seats
    assert row["wins"].tolist() == facts["wins"]


@pytest.mark.parametrize(("game", "strategy"), found.STRATEGIES)
def test_every_strategy_says_its_idea(game, strategy):
    from sims.core.strategies import shipped

    found_strategy = shipped(game)[strategy.partition(":")[0]]
    assert len(found_strategy.idea) > 10
    assert all(np.isfinite(value) for value in found_strategy.weights.values())
