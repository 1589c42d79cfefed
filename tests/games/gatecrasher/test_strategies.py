"""The strategies: what they do in positions made by hand, never do, and who beats whom."""

import math
import tomllib
from functools import cache

import numpy as np
import pytest

from sims.core import loop
from sims.core.catalogue import games
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.kernel import kernel, pack_weights
from sims.core.machine import KernelMachine
from sims.core.runner import Job, play_records
from sims.core.strategies import address, find, shipped
from sims.games.gatecrasher.cards import DATA_MINE, TITLES, WORDS
from sims.games.gatecrasher.layout import F_EXECUTE, P_OVERCLOCK
from sims.games.gatecrasher.notation import empty_table, option_text, read_counts, read_kind
from sims.games.gatecrasher.strategies._worth import exponential

GAME = games()["gatecrasher"]
DATA = read_data(GAME)
OTHERS = ("random", "builder", "attacker", "thief")
THINKING = ("builder", "attacker", "thief", "balanced")
HACKERS = ("architect", "hammer", "bunker", "vault", "sprinter", "hoarder")


def copies(**words):
    """Changes to the copies of protocols, by the words of the position files."""
    return {f"deck.{TITLES[WORDS.index(word)]}.copies": n for word, n in words.items()}


def everybody(**primitives):
    """Changes to the hacker that all play."""
    return {f"hackers.baseline.{key}": value for key, value in primitives.items()}


VARIANTS = {
    "printed": {},
    "unbounded": {"ruling.firewall_range": "unbounded", "ruling.first_tie": "seat"},
    "forced": {"ruling.pass_ends": "no"},
    "round end": {"ruling.leftover_at": "round_end", "ruling.round_tie": "roll_off"},
    "all lose": {"ruling.round_tie": "all_lose", **everybody(mainframe_levels=6)},
    "two protocols": everybody(protocols_per_turn=2, overclock_protocols=5),
    "no Execution": everybody(protocols_per_turn=0),
    "no Overclock": everybody(overclock_protocols=0),
    "immune": everybody(extraction_immune=True, mine_draws=0),
    "resist": everybody(loss_resist=99, leftover_value=0),
    "negative": everybody(bolster_bonus=-20, loss_bonus=-20),
    "no dice": everybody(init_dice=0, bolster_dice=0, loss_dice=0, bolster_bonus=1),
    "many dice": everybody(init_dice=12, init_keep=9, bolster_dice=12, loss_dice=12),
    "strong": {**everybody(bolster_bonus=99, loss_bonus=99), "ruling.firewall_range": "unbounded"},
    "greedy mines": everybody(mine_draws=12, hand_size=2),
    "empty hands": everybody(hand_size=0),
    "dealt out": everybody(hand_size=6),
    "only losses": {**copies(bolster=0, mine=0, loss=40, extract=0)},
    "only thefts": {**copies(bolster=1, mine=0, loss=0, extract=40)},
    "large deck": {**copies(bolster=30, mine=30, loss=30, extract=38), **everybody(hand_size=21)},
}


# --- one decision --------------------------------------------------------------------------------


class Table:
    """A position: seats as `FIREWALL LEVELS CARD...`, the first one acting unless told."""

    def __init__(self, *seats, pile="", phase="execution", actor=1, seen=None, **changes):
        """Set it up; `seen` is by seat what seat 1 knows of its hand; `changes` with `__` as `.`"""
        changes = {key.replace("__", "."): value for key, value in changes.items()}
        self.cell = build_cell(DATA, len(seats), changes)
        table = empty_table(self.cell)
        for entry, text in zip(table["seats"], seats, strict=True):
            firewall, levels, *words = text.split()
            entry |= {"firewall": int(firewall), "levels": int(levels), "out": levels == "0"}
            entry["hand"] = read_counts(words)
        for holder, words in (seen or {}).items():
            table["seats"][0]["seen_hand"][holder - 1] = read_counts(words.split())
        table |= {"phase": phase, "actor": actor - 1}
        table["pile"] = [read_kind(word) for word in pile.split()]
        self.machine = KernelMachine(GAME, kernel("gatecrasher"), self.cell)
        self.machine.place(table)

    def asked(self):
        """Who is asked what, as in `1 execute`."""
        decision = self.machine.decision()
        return f"{decision.seat + 1} {decision.kind}"

    def take(self, *texts):
        """Take options by their text."""
        for text in texts:
            listed = [option_text(self.cell, "", option) for option in self.machine.options]
            self.machine.choose_index(listed.index(text))
        return self

    def choice(self, name, number=0):
        """What a strategy chooses, as text; `number` starts its random numbers."""
        index = choose(self.machine, self.cell.players, name, number)
        return option_text(self.cell, "", self.machine.options[index])

    def choices(self, name):
        """All that it chooses for some random numbers."""
        return {self.choice(name, number) for number in range(40)}


def choose(machine, players, name, number=None):
    """The index that a strategy chooses for whoever has to decide."""
    chosen, engine, seat = find(GAME, name), kernel("gatecrasher"), machine.decision().seat
    if number is not None:
        words = np.random.default_rng(number).integers(1 << 64, size=4, dtype=np.uint64)
        machine.states[0]["choice"][seat]["word"] = words
    weights = pack_weights([chosen.player().weights] * players)
    return engine.choose(
        address(chosen), machine.view(seat), machine.lists, machine._rules, weights,
        machine.states, seat,
    )  # fmt: skip


NO_LEFTOVERS = {"hackers__baseline__leftover_value": 0}


def last_in_overclock(own, *others, **changes):
    """The last turn of a round: the others, who have no cards, have passed."""
    table = Table(own, *others, phase="overclock", actor=2, **changes)
    return table.take(*["pass"] * len(others))


PILE = "bolster mine loss extract bolster mine loss extract"


def test_builder_bolsters_first():
    table = Table("7 3 bolster mine loss", "7 3 loss", "7 3 loss", "7 3 loss", pile=PILE)
    assert table.choices("builder") == {"bolster"}


def test_builder_keeps_leftovers_and_swaps_before():
    hand = "7 3 mine loss extract"
    table = Table(hand, "9 3 loss", "5 3 loss loss", pile=PILE)
    assert table.choices("builder") == {"mine"}
    table = Table(hand, "9 3 loss", "5 3 loss loss", phase="overclock")
    assert table.choices("builder") == {"pass"}


def test_attacker_hits_the_leader():
    table = Table("7 3 bolster loss", "9 3", "5 3", "2 3", pile=PILE)
    assert table.choices("attacker") == {"loss>2"}
    table = Table("7 3 bolster loss", "5 3", "9 3", "9 3", pile=PILE)
    assert table.choices("attacker") == {"loss>3", "loss>4"}
    table = Table("7 3 bolster loss", "0 3", "0 3", pile=PILE)
    assert table.choices("attacker") == {"bolster"}  # there is nothing to take
    table = Table("7 3 bolster loss", "5 3", "0 3", phase="overclock")
    assert table.choices("attacker") == {"bolster"}  # it leads


def test_thief_steals_what_it_needs_and_denies():
    table = Table("7 3 extract bolster", "9 3 mine", "5 3 bolster", seen={3: "bolster"}, pile=PILE)
    assert table.choices("thief") == {"extract>3"}
    table = Table("7 3 extract bolster", "9 3 bolster mine loss", "5 3 loss", pile=PILE)
    assert table.choices("thief") == {"extract>2"}
    table.take("extract>2")
    assert (table.asked(), table.choices("thief")) == ("1 extract", {"bolster"})
    rich = "7 3 extract bolster bolster bolster bolster"
    table = Table(rich, "9 3 bolster mine loss", pile=PILE).take("extract>2")
    assert table.choices("thief") == {"loss"}


@pytest.mark.parametrize("name", THINKING)
def test_a_bolster_is_taken_when_it_helps(name):
    table = Table("9 2 extract", "9 2 mine mine bolster", "5 2 loss", pile=PILE).take("extract>2")
    wanted = {"bolster"}
    assert (table.asked(), table.choices(name)) == ("1 extract", wanted)


def test_the_last_one_keeps_a_card_that_wins():
    """23 wins against 22 and 22; a Packet Loss would leave one of them ahead of 20."""
    table = last_in_overclock("20 3 loss", "22 3", "22 3")
    assert (table.asked(), table.choices("balanced")) == ("1 execute", {"pass"})


def test_the_last_one_plays_the_card_that_can_win():
    assert last_in_overclock("20 3 loss", "24 3").choices("balanced") == {"loss>2"}
    assert last_in_overclock("20 3 bolster", "24 3", "24 3").choices("balanced") == {"bolster"}


def test_balanced_hits_who_will_win():
    table = last_in_overclock("28 3 loss loss loss", "30 3", "10 3", "12 3")
    assert table.choices("balanced") == {"loss>2"}


def test_balanced_counts_what_is_to_come():
    """Who leads has had the Overclock turn; who is close behind has yet to play five cards."""
    rivals = ("29 3 bolster bolster bolster loss loss", "30 3")
    table = Table("30 3 loss loss loss", *rivals, phase="overclock", actor=3, **NO_LEFTOVERS)
    table.take("pass")
    assert (table.asked(), table.choices("balanced")) == ("1 execute", {"loss>2"})
    table = last_in_overclock("30 3 loss loss loss", "29 3", "30 3", **NO_LEFTOVERS)
    assert table.choices("balanced") == {"loss>3"}


def test_balanced_knows_that_a_firewall_stops_at_0():
    hand = "7 3 bolster loss loss loss loss"
    table = Table(hand, "0 3", "0 3", pile=PILE)
    assert table.choices("balanced") == {"bolster"}
    table = last_in_overclock("2 3 loss loss loss", "1 3", "9 3")
    assert table.choices("balanced") == {"loss>3"}


def test_balanced_does_not_hit_who_resists():
    hand = "20 3 loss loss loss"
    for resists, other in ((2, 3), (3, 2)):
        changes = {f"seat__{resists}__loss_resist": 12, **NO_LEFTOVERS}
        table = Table(hand, "24 3", "24 3", phase="overclock", **changes)
        assert table.choices("balanced") == {f"loss>{other}"}


def test_balanced_hits_who_has_more_levels():
    """Neither of them may win; but who is close to being out may rather than the other."""

    def hit(left, right):
        seats = ("20 2 loss loss loss", f"24 {left}", f"24 {right}")
        return Table(*seats, phase="overclock", **NO_LEFTOVERS).choices("balanced")

    assert hit(1, 3) == {"loss>3"}
    assert hit(3, 1) == {"loss>2"}
    assert hit(2, 2) == {"loss>2", "loss>3"}


def test_balanced_executes_a_bolster_before_it_is_stolen():
    """Where nobody can be hit a Bolster is safe on the firewall and not in the hand."""
    seats = "7 3 bolster bolster mine", "9 3 extract extract loss loss loss"
    for resist, immune, expected in ((99, 0, "bolster"), (99, 1, "mine")):
        table = Table(
            *seats, pile=f"{PILE} {PILE} {PILE}", seen={2: "extract"},
            hackers__baseline__loss_resist=resist,
            seat__1__extraction_immune=bool(immune),
        )  # fmt: skip
        assert table.choices("balanced") == {expected}


def test_balanced_mines_while_there_is_time():
    """A card more is worth a turn as long as there are turns to play it in."""
    hand = "7 3 bolster mine loss"
    rivals = ("7 3 loss", "7 3 loss", "7 3 loss")
    assert Table(hand, *rivals, pile="loss").choices("balanced") == {"bolster"}
    assert Table(hand, *rivals, pile=PILE).choices("balanced") == {"mine"}


def test_balanced_passes_in_execution_only_where_a_card_is_lost_by_it():
    """A Packet Loss at nothing brings another card, as long as there is one in the pile."""
    two = {"hackers__baseline__protocols_per_turn": 2}
    table = Table("7 3 loss mine", "0 3", "0 3", pile="mine", **two)
    assert "pass" not in table.choices("balanced")
    table.take("loss>2")
    assert (table.asked(), table.choices("balanced")) == ("1 execute", {"pass"})
    harmful = {"hackers__baseline__bolster_bonus": -20}
    table = Table("30 3 bolster", "20 3 loss", pile=PILE, **harmful)
    assert table.choices("balanced") == {"pass"}


def test_balanced_keeps_a_bolster_that_is_worth_more_left_over():
    """Two dice bring 7 in the mean."""
    for value, expected in ((6, "bolster"), (8, "pass")):
        changes = {"hackers__baseline__leftover_value": value}
        table = Table("7 3 bolster", "9 3 mine", phase="overclock", **changes)
        assert table.choices("balanced") == {expected}


def test_exponentials_are_as_exact_as_they_say():
    for x in np.linspace(-20, 20, 977):
        assert exponential(x) == pytest.approx(math.exp(x), rel=1 / 8000)
    assert exponential(1000.0) == pytest.approx(math.exp(40))
    assert exponential(-1000.0) == pytest.approx(math.exp(-40))


def test_balanced_uses_what_it_saw():
    hand = "9 3 extract mine loss"
    rivals = ("9 3 loss mine mine", "9 3 bolster loss mine")
    saw = {2: "loss mine mine", 3: "bolster loss mine"}
    table = Table(hand, *rivals, phase="overclock", seen=saw)
    assert table.choices("balanced") == {"extract>3"}


@pytest.mark.parametrize("name", THINKING)
def test_no_data_mine_in_overclock(name):
    table = Table("9 3 mine mine mine", "9 3 loss", "9 3 loss", phase="overclock")
    assert table.choices(name) == {"pass"}


def test_ties_are_broken_at_random():
    table = Table("7 3 loss", "9 3", "9 3", phase="overclock")
    assert table.choices("attacker") == {"loss>2", "loss>3"}
    table = Table("7 3 extract", "9 3 bolster", "9 3 bolster", phase="overclock")
    assert table.choices("thief") == {"extract>2", "extract>3"}


# --- whole games ---------------------------------------------------------------------------------


def check_game(players, changes, names, game_id, profiles=()):
    """Play a game step by step: legal choices, and no Data Mine is given up in Overclock."""
    cell = build_cell(DATA, players, changes, profiles=profiles)
    machine = KernelMachine(GAME, kernel("gatecrasher"), cell)
    machine.deal(3, game_id)
    while (decision := machine.decision()) is not None:
        name = names[decision.seat]
        index = choose(machine, players, name)
        assert 0 <= index < len(decision.options)
        option = decision.options[index]
        hacker = cell.profiles[decision.seat]
        in_overclock = int(machine.state["phase"]) == P_OVERCLOCK
        is_mild = max(hacker["bolster_dice"], hacker["bolster_bonus"], hacker["hand_size"]) < 12
        # Else all may be the same: somebody is far ahead, or what is kept reaches the highest
        # firewall with a card less, too.
        firewalls = machine.state["firewall"][:players]
        kept = sum(machine.snapshot()["seats"][decision.seat]["hand"].values())
        is_open = np.ptp(firewalls) < 10 and kept * hacker["leftover_value"] < 60
        counts = hacker["leftover_value"] > 0 and is_mild and is_open
        if name != "random" and in_overclock and counts:
            assert (option[0], option[1]) != (F_EXECUTE, DATA_MINE), name
        machine.choose_index(index)


def mixed(players, start):
    names = (*THINKING, "random")
    return [names[(start + seat) % len(names)] for seat in range(players)]


def job(players, names, number, changes=None, first=0, seed=1, **hackers):
    found = [find(GAME, name) for name in names]
    cell = build_cell(DATA, players, changes or {}, [s.player() for s in found], **hackers)
    return Job(cell, tuple(found), seed, first, number)


def check_twice(players, changes, **hackers):
    """An index out of range is an error; the same games again give the same records."""
    names = mixed(players, players)
    records = play_records(job(players, names, 40, changes, **hackers))
    assert len(records) == 40
    again = np.concatenate(
        [play_records(job(players, names, 20, changes, first, **hackers)) for first in (0, 20)]
    )
    for field in records.dtype.names:
        assert (records[field] == again[field]).all()


@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_and_the_same_again(variant):
    for players in GAME.players:
        check_twice(players, {**VARIANTS[variant], "max_rounds": 20})


def test_legal_and_the_same_again_with_all_hackers():
    for players in GAME.players:
        check_twice(players, {}, pool=HACKERS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_step_by_step(variant):
    for players in GAME.players:
        changes = {**VARIANTS[variant], "max_rounds": 3}
        check_game(players, changes, mixed(players, players), players)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_step_by_step_in_many_games(variant):
    for players in GAME.players:
        for game_id in range(20):
            profiles = [HACKERS[(game_id + seat) % len(HACKERS)] for seat in range(players)]
            changes = {**VARIANTS[variant], "max_rounds": 20}
            check_game(players, changes, mixed(players, game_id), 100 + game_id)
            check_game(players, {}, mixed(players, game_id), 100 + game_id, profiles)


# --- weights -------------------------------------------------------------------------------------


def test_the_file_holds_the_defaults():
    with (DATA.folder / "weights" / "balanced.toml").open("rb") as source:
        written = tomllib.load(source)["weights"]
    assert list(written.items()) == list(find(GAME, "balanced").weights.items())


def test_the_weights_fit():
    assert all(len(s.weights) <= loop.MAX_WEIGHTS for s in shipped("gatecrasher").values())


@pytest.mark.parametrize("weight", list(find(GAME, "balanced").weights))
def test_every_weight_of_balanced_changes_games(weight):
    value = find(GAME, "balanced").weights[weight]
    number, changes = 500, everybody(loss_resist=2)
    one = job(4, ["balanced"] * 4, number, changes)
    usual = play_records(one)
    other = find(GAME, "balanced").player({weight: 0.4 * value})
    cell = build_cell(DATA, 4, changes, [other] * 4)
    changed = play_records(Job(cell, one.strategies, 1, 0, number))
    assert (usual["decisions"] != changed["decisions"]).any()


# --- who beats whom ------------------------------------------------------------------------------


@cache
def wins(one, other, players, number, seed=11, **primitives):
    """Games that one of `one` wins of `number` in each seat, against a table of `other`."""
    total = 0
    for seat in range(players):
        names = [other] * players
        names[seat] = one
        changes = everybody(**primitives)
        records = play_records(job(players, names, number, changes, seat * number, seed))
        total += int((records["winner"] == seat).sum())
    return total


def lower_bound(won, number, z):
    """A one-sided bound on a win rate: it is below the true one unless chance strikes by z."""
    rate = won / number
    return rate - z * (rate * (1 - rate) / number) ** 0.5


def beats(one, other, players, number, **primitives):
    """Whether the bound at z = 5 (wrong in fewer than one of a million) is above an equal share."""
    won = wins(one, other, players, number, **primitives)
    bound = lower_bound(won, players * number, 5.0)
    return bound > 1 / players


@pytest.mark.parametrize("other", OTHERS)
def test_balanced_beats_the_others_at_four_players(other):
    assert beats("balanced", other, 4, 1500)


@pytest.mark.parametrize("one", ["builder", "attacker", "thief"])
def test_the_others_beat_random_at_four_players(one):
    assert beats(one, "random", 4, 1000)


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("other", OTHERS)
def test_balanced_beats_the_others(other, players):
    assert beats("balanced", other, players, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize(
    ("resist", "other"),
    [(2, other) for other in OTHERS] + [(4, "random"), (4, "builder"), (4, "attacker")],
)
def test_balanced_beats_the_others_where_losses_are_weak(other, players, resist):
    """With `loss_resist` 4 and two players `thief` is about as good: 51 % for `balanced`."""
    assert beats("balanced", other, players, 5000, loss_resist=resist)


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("one", ["builder", "attacker", "thief"])
def test_the_others_beat_random(one, players):
    assert beats(one, "random", players, 10_000)
