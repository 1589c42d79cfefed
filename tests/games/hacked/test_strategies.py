"""The strategies: what they do in positions made by hand, never do, and who beats whom."""

import tomllib
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import beats, choose

from balance.planning import quick
from sims.core import loop
from sims.core.catalogue import games
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.runner import Job, play_records
from sims.core.strategies import find, shipped
from sims.games.hacked.cards import (
    ATTACK,
    BUGFIX,
    CONSULTANT,
    HACKED,
    SYSTEM_UPDATE,
    TITLES,
    WORDS,
)
from sims.games.hacked.notation import option_text, read_cards

GAME = games()["hacked"]
DATA = read_data(GAME)
THINKING = tuple(name for name in quick("hacked") if name != "random")
OTHERS = tuple(
    name for name in quick("hacked") if "balanced" not in (name, shipped("hacked")[name].of)
)
WAYS_OUT = (ATTACK, SYSTEM_UPDATE, BUGFIX)
PRINTED = {
    f"deck.{title}.copies": card["copies"] for title, card in DATA.deck("printed").cards.items()
}


def copies(**words):
    """Changes to the copies of cards, by the words of the position files."""
    return {f"deck.{TITLES[WORDS.index(word)]}.copies": n for word, n in words.items()}


VARIANTS = {
    "printed": {},
    "cheatsheets-only": {"ruling.combos": "cheatsheets-only"},
    "no combos": {"ruling.combos": "none", "ruling.attack_stack": "replace"},
    "choice": {"ruling.consultant_use": "choice", **copies(con=12), "extra_consultants": 7},
    "no consultants": copies(con=0),
    "no freezes": copies(freeze=0),
    "three turns": {"deck.Attack.turns": 3, **copies(attack=12)},
    "one turn": {"deck.Attack.turns": 1, "deck.Sprint planning.depth": 0},
    "far sight": {"deck.Sprint planning.depth": 9, **copies(sprint=30, bugfix=9), "hand_size": 4},
    "many freezes": copies(freeze=40),
    "empty hands": {"hand_size": 0},
    "many hacked": {**copies(hacked=20), "hacked_cards": 20},
    "large deck": {**copies(ticket=80, sprint=40, A=70), "hand_size": 20},
}


# --- one decision --------------------------------------------------------------------------------


class Table:
    """A position: seats as words of cards, the acting seat first in `seats` unless told."""

    def __init__(self, seats, pile, changes=None, seen=None, **more):
        """Set it up; `seen` is by seat what is known of the pile, depth to word."""
        entries = []
        for i, hand in enumerate(seats):
            held = {}
            for title in read_cards(hand):
                held[title] = held.get(title, 0) + 1
            known = {d: WORDS.index(word) for d, word in (seen or {}).get(i, {}).items()}
            entries.append({"hand": held, "seen_pile": known})
        self.cell = build_cell(DATA, len(seats), changes or {})
        self.machine = KernelMachine(GAME, kernel("hacked"), self.cell)
        self.machine.place({"seats": entries, "pile": read_cards(pile), **more})

    def asked(self):
        """Who is asked what, as in `1 play`."""
        decision = self.machine.decision()
        return f"{decision.seat + 1} {decision.kind}"

    def take(self, text):
        """Take an option by its text."""
        texts = [option_text(self.cell, "", option) for option in self.machine.options]
        self.machine.choose_index(texts.index(text))
        return self

    def choice(self, name, number=0):
        """What a strategy chooses, as text; `number` starts its random numbers."""
        index = choose(self.machine, name, number)
        return option_text(self.cell, "", self.machine.options[index])


TOP = {0: {0: "hacked"}}


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("way", ["attack", "update", "bugfix"])
@pytest.mark.parametrize("rest", ["", "con", "con con A B freeze"])
def test_a_known_hacked_card_is_not_drawn(name, way, rest):
    table = Table([f"{way} {rest}", "con A", "con B"], "hacked A B C D E hacked A", seen=TOP)
    assert table.choice(name) == way


@pytest.mark.parametrize("name", THINKING)
def test_it_counts_too(name):
    """All that is left is You've been hacked: nobody has to have seen it."""
    table = Table(["update A", "con A", "con B"], "hacked hacked")
    assert table.choice(name) == "update"


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    hand=st.lists(st.sampled_from(WORDS[1:]), max_size=9),
    way=st.sampled_from(["attack", "update", "bugfix"]),
    below=st.lists(st.sampled_from(WORDS), max_size=9),
    others=st.lists(st.lists(st.sampled_from(WORDS[1:]), max_size=4), min_size=1, max_size=4),
    owes=st.integers(1, 5),
    has_looked=st.booleans(),
)
def test_nobody_draws_a_known_hacked_card_with_a_way_out(
    hand, way, below, others, owes, has_looked
):
    """Whatever else is held: seen on top, or counted, since the pile holds nothing else."""
    pile = ["hacked", *below] if has_looked else ["hacked"] * len(others)
    pile += ["hacked"] * max(len(others) - pile.count("hacked"), 0)
    counts = Counter([*hand, way, *pile, *(card for cards in others for card in cards)])
    changes = {k: v for k, v in copies(**counts).items() if v > PRINTED[k]}
    consultants = "deck.Security consultant.copies"
    changes[consultants] = max(changes.get(consultants, 6), len(others) + 1)
    table = Table(
        [" ".join([*hand, way]), *map(" ".join, others)], " ".join(pile), changes,
        seen=TOP if has_looked else {}, owes=owes, attacked=owes > 1,
    )  # fmt: skip
    for name in THINKING:
        assert table.choice(name) != "draw", name


def test_random_is_uniform_over_the_options_as_listed():
    """Three thousand first choices of six options, draw among them; freezes are yes or no alike."""
    table = Table(["attack bugfix update sprint A A", "con", ""], "B hacked hacked")
    counts = Counter(table.choice("random", number) for number in range(3000))
    assert len(counts) == 6
    expected = 3000 / 6
    # chi-square with 5 degrees of freedom: above 30.9 once in 100,000.
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < 30.9
    table = Table(["sprint", "freeze", "con"], "B hacked hacked").take("sprint")
    yes = sum(table.choice("random", number) == "yes" for number in range(2000))
    assert abs(yes - 1000) < 4.5 * 22.4


def test_a_card_known_to_be_safe_is_drawn():
    hand = "con attack update bugfix sprint freeze A"
    table = Table([hand, "A", "B"], "A hacked hacked", seen={0: {0: "A"}})
    assert table.choice("balanced") == "draw"
    assert table.choice("hoarder") == "draw"


def test_hoarder_saves_while_the_chance_is_low():
    hand = "con attack update sprint A A"
    low = Table([hand, "con A", "con A"], "hacked hacked " + "B " * 20)
    high = Table([hand, "con A", "con A"], "hacked hacked " + "B " * 2)
    assert low.choice("hoarder") == "draw"
    assert high.choice("hoarder") == "sprint"
    assert Table(["con A", "", ""], "hacked hacked B").choice("hoarder") == "draw"


def test_aggressive_steals_and_attacks_at_once():
    table = Table(["con attack A A", "con B", "con C D E"], "B hacked hacked " + "B " * 20)
    assert table.choice("aggressive") == "pair:A>2"
    table = Table(["con attack A", "con B", "con C D E"], "B hacked hacked " + "B " * 20)
    assert table.choice("aggressive") == "attack"


@pytest.mark.parametrize("name", ["counter", "balanced"])
def test_an_attack_on_itself_is_frozen(name):
    pile = "hacked hacked A"
    table = Table(["con attack", "freeze A", "con B"], pile).take("attack")
    assert (table.asked(), table.choice(name)) == ("2 freeze", "yes")
    table = Table(["con attack", "con A", "con freeze A"], pile).take("attack")
    assert (table.asked(), table.choice(name)) == ("3 freeze", "no")


def test_counter_keeps_a_freeze_for_itself():
    pile = "hacked hacked A"
    one = Table(["con update", "con", "con freeze"], pile).take("update")
    two = Table(["con update", "con", "con freeze freeze"], pile).take("update")
    assert one.choice("counter") == "no"
    assert two.choice("counter") == "yes"


def test_balanced_answers_a_freeze_when_its_life_is_at_stake():
    table = Table(["update freeze A", "con freeze", "con"], "hacked A hacked", seen=TOP)
    table.take("update").take("yes")
    assert (table.asked(), table.choice("balanced")) == ("1 freeze", "yes")


def test_balanced_steals_a_consultant_by_name_when_it_has_none():
    discard = {CONSULTANT: 4}  # one is left
    table = Table(["A A A", "con B", "B C D"], "hacked hacked B", discard=discard)
    table.machine.state["known"][0, 1]["of"][CONSULTANT] = 1
    assert table.choice("balanced") == "triple:A>2=con"


def test_balanced_hides_or_hits_by_who_comes_next():
    """On top of a next player who has nothing; of two, on the one who has no consultant."""
    table = Table(["con", "", "con A"], "hacked A B C D hacked").take("draw")
    assert (table.asked(), table.choice("balanced")) == ("1 place", "0")
    table = Table(["con", "con A", ""], "hacked A B C D hacked").take("draw")
    table.machine.state["known"][0, 1]["of"][CONSULTANT] = 1
    assert table.choice("balanced") == "1"


def test_balanced_never_places_where_it_draws_itself():
    pile = "hacked A B C D hacked"
    table = Table(["con", "", "A"], pile, owes=2, attacked=True).take("draw")
    assert table.choice("balanced") == "1"


def test_balanced_places_on_top_when_the_next_player_must_take_the_turns():
    """It still owes a turn but has an Attack: the next player takes all, from the top on."""
    pile = "hacked A B C D hacked"
    table = Table(["con attack", "", "A"], pile, owes=2, attacked=True).take("draw")
    assert table.choice("balanced") == "0"
    table.take("0")
    assert (table.asked(), table.choice("balanced")) == ("1 play", "attack")


@pytest.mark.parametrize("name", THINKING)
def test_the_least_useful_card_is_given(name):
    table = Table(["con ticket", "con attack update A freeze B B", "con"], "A B hacked hacked")
    table.take("ticket>2").take("no")
    assert (table.asked(), table.choice(name)) == ("2 give", "A")


@pytest.mark.parametrize("name", THINKING)
def test_a_consultant_is_used(name):
    changes = {"ruling.consultant_use": "choice"}
    table = Table(["con", "con", "con"], "hacked A hacked", changes).take("draw")
    assert (table.asked(), table.choice(name)) == ("1 consult", "yes")


def test_ties_are_broken_at_random():
    table = Table(["con ticket", "con attack C A", "con"], "A B hacked hacked").take("ticket>2")
    for name in THINKING:
        assert {table.choice(name, number) for number in range(40)} == {"A", "C"}


# --- whole games ---------------------------------------------------------------------------------


def chance_on_top(view):
    """The chance that the next card is You've been hacked, counted plainly."""
    known = [int(k) for k in view["seen"]["at"][: int(view["pile_size"])]]
    if known[0]:
        return float(known[0] == 1 + HACKED)
    return (int(view["hacked_left"]) - known.count(1 + HACKED)) / known.count(0)


def check_game(players, changes, names, game_id):
    """Play a game step by step: no sure You've been hacked is drawn with a way out in hand."""
    cell = build_cell(DATA, players, changes)
    machine = KernelMachine(GAME, kernel("hacked"), cell)
    machine.deal(3, game_id)
    while (decision := machine.decision()) is not None:
        index = choose(machine, names[decision.seat])
        assert 0 <= index < len(decision.options)
        view = machine.view(decision.seat)[0]
        if decision.kind == "play" and index == 0 and names[decision.seat] != "random":
            outs = sum(int(view["hand"]["of"][title]) for title in WAYS_OUT)
            assert outs == 0 or chance_on_top(view) < 1, names[decision.seat]
        machine.choose_index(index)


def mixed(players, start):
    names = (*THINKING, "random")
    return [names[(start + seat) % len(names)] for seat in range(players)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_sure_hacked_card_is_drawn_with_a_way_out(variant):
    for players in GAME.players:
        for game_id in range(4):
            check_game(players, VARIANTS[variant], mixed(players, game_id), game_id)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_sure_hacked_card_is_drawn_in_many_games(variant):
    for players in GAME.players:
        for game_id in range(40):
            check_game(players, VARIANTS[variant], mixed(players, game_id), 100 + game_id)


def job(players, names, number, changes=None, first=0, seed=1):
    found = [find(GAME, name) for name in names]
    cell = build_cell(DATA, players, changes or {}, [s.player() for s in found])
    return Job(cell, tuple(found), seed, first, number)


@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_and_the_same_again(variant):
    for players in GAME.players:
        one = job(players, mixed(players, players), 60, VARIANTS[variant])
        records = play_records(one)  # an index out of range is an error
        assert (records["ended"] == 0).all()
        again = np.concatenate(
            [play_records(job(players, mixed(players, players), 30, VARIANTS[variant], first))
             for first in (0, 30)]
        )  # fmt: skip
        for field in records.dtype.names:
            assert (records[field] == again[field]).all()


# --- weights -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [n for n in THINKING if not shipped("hacked")[n].of])
def test_the_files_hold_the_defaults(name):
    file = DATA.folder / "weights" / f"{name}.toml"
    if name != "balanced" and not file.exists():
        return
    with file.open("rb") as source:
        written = tomllib.load(source)["weights"]
    assert list(written.items()) == list(find(GAME, name).weights.items())


def test_the_weights_fit():
    assert all(len(s.weights) <= loop.MAX_WEIGHTS for s in shipped("hacked").values())


@pytest.mark.parametrize("weight", list(find(GAME, "balanced").weights))
def test_every_weight_of_balanced_changes_games(weight):
    value = find(GAME, "balanced").weights[weight]
    number = 1500
    usual = play_records(job(4, ["balanced"] * 4, number))
    one = job(4, ["balanced"] * 4, number)
    other = find(GAME, "balanced").player({weight: 0.4 * value})
    cell = build_cell(DATA, 4, {}, [other] * 4)
    changed = play_records(Job(cell, one.strategies, 1, 0, number))
    assert (usual["decisions"] != changed["decisions"]).any()


# --- who beats whom ------------------------------------------------------------------------------


@pytest.mark.parametrize("other", OTHERS)
def test_balanced_beats_the_others_at_four_players(other):
    assert beats(job, "balanced", other, 4, 1500)


@pytest.mark.parametrize("one", ["hoarder", "aggressive", "counter"])
def test_the_others_beat_random_at_four_players(one):
    assert beats(job, one, "random", 4, 1500)


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("other", OTHERS)
def test_balanced_beats_the_others(other, players):
    assert beats(job, "balanced", other, players, 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("one", ["hoarder", "aggressive", "counter"])
def test_the_others_beat_random(one, players):
    assert beats(job, one, "random", players, 20_000)
