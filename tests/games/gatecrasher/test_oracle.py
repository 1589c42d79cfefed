"""Every game of the kernel against the referee."""

import random
from itertools import product

import pytest
from gatecrasher_jobs import DATA, GAME, NOSY, PLAYERS, job

from sims.core.runner import play_records
from sims.core.trace import plain_record, trace
from sims.games.gatecrasher.cards import PRIMITIVES, TITLES


def any_setup(number):
    """Players, changes, hackers and strategy of a game, all by chance."""
    chooser = random.Random(number)
    players = chooser.randrange(2, 7)
    changes = {f"ruling.{ruling.name}": chooser.choice(ruling.choices) for ruling in GAME.rulings}
    changes["max_rounds"] = chooser.choice([1, 3, 10, 40])
    changes |= {f"deck.{title}.copies": chooser.randrange(9, 16) for title in TITLES[::2]}
    if chooser.random() < 0.5:
        changes |= {f"deck.{title}.copies": chooser.randrange(6, 16) for title in TITLES[1::2]}
    names = sorted(DATA.profiles)
    hackers = {"profiles": [chooser.choice(names) for _ in range(players)]}
    kind = chooser.randrange(3)
    if kind == 0:
        hackers = {"pool": chooser.sample(names, chooser.randrange(players, len(names) + 1))}
    elif kind == 1:
        for seat, key in product(range(1, players + 1), PRIMITIVES):
            if chooser.random() < 0.6:
                changes[f"seat.{seat}.{key}"] = any_value(chooser, key)
            if key == "overclock_protocols" and not changes.get(f"seat.{seat}.{key}", 3):
                changes[f"seat.{seat}.protocols_per_turn"] = 1  # somebody must be asked something
    return players, changes, hackers, chooser.choice(["random", NOSY])


def any_value(chooser, key):
    if isinstance(PRIMITIVES[key], bool):
        return chooser.random() < 0.5
    if key.endswith("_bonus"):
        return chooser.randrange(-6, 7)
    return chooser.randrange(1 if key == "mainframe_levels" else 0, 5)


def check_against_referee(one):
    traced = trace(one, keep_log=False)
    record, final = traced.record, traced.final
    assert plain_record(play_records(one)) == record
    winner = final["result"]["winner"]
    assert record["winner"] == (winner if winner is not None else record["winner"])
    assert (record["turns"], record["rounds"]) == (final["turn"], final["round"])
    assert winner is None or record["began"] >> winner & 1
    assert record["longest_wait"] == max(record["waited"])
    for seat, waited in enumerate(record["waited"]):
        assert waited == 0 or final["seats"][seat]["out"]


@pytest.mark.parametrize("number", range(60))
def test_referee_agrees(number):
    players, changes, hackers, strategy = any_setup(number)
    for game_id in range(2):
        check_against_referee(job(players, changes, game_id, strategy=strategy, **hackers))


@pytest.mark.parametrize("players", PLAYERS)
def test_referee_agrees_on_the_default_game(players):
    for game_id in range(10):
        check_against_referee(job(players, first=game_id))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(100, 700))
def test_referee_agrees_over_many_games(number):
    players, changes, hackers, strategy = any_setup(number)
    for game_id in range(4):
        check_against_referee(job(players, changes, game_id, strategy=strategy, **hackers))


def test_the_record_is_what_the_events_say():
    """Opening and closing firewalls, turn order, lead changes and waiting, from the log."""
    for game_id in range(20):
        one = job(4, first=game_id)
        traced = trace(one)
        record, events = traced.record, traced.events
        firewall, leader, changes, first, opening = [0] * 4, None, 0, None, {}
        openings = places = None
        for event in events:
            if event["event"] == "turn":
                number = event["number"]
            elif event["event"] == "firewall":
                firewall[event["seat"]] = event["now"]
                opening[event["seat"]] = event["now"]
                if leader is not None and max(firewall) > firewall[leader]:
                    leader = firewall.index(max(firewall))
                    changes += 1
            elif event["event"] == "phase" and event["phase"] == "execution":
                first, leader = event["first"], firewall.index(max(firewall))
                start = dict(opening)
                openings = openings or [*firewall]
                order = [seat for step in range(4) if (seat := (first + step) % 4) in start]
                places = places or [1 + order.index(seat) for seat in range(4)]
            elif event["event"] == "round_end":
                leader, firewall, opening = None, [0] * 4, {}
                if event["round"] == 1:
                    closing = [event["firewalls"][seat] for seat in range(4)]
                    best = [seat for seat in range(4) if closing[seat] == max(closing)]
                    winner_1 = best[0] if len(best) == 1 else -1
                    assert record["lead_changes_1"] == changes
                    assert record["turns_1"] == number
        assert record["opening_1"][:4] == openings
        assert record["lead_changes"] == changes
        assert record["winner_1"] == winner_1
        kept = play_records(one)
        by_name = {trait.name: trait for trait in GAME.traits}
        assert by_name["round_order"].read(kept, one.cell)[0, :, 0].tolist() == places
        last = by_name["order"].read(kept, one.cell)[0, :, 0]
        told = [by_name["order"].value_name(one.cell, int(n)) if n >= 0 else "" for n in last]
        wanted = {seat: f"{place} of {len(order)}" for place, seat in enumerate(order, start=1)}
        assert told == [wanted.get(seat, "") for seat in range(4)]
