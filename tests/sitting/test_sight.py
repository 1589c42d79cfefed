"""What a person at the table reads is what the seat may know: no more, and no less."""

import found
import numpy as np
import pytest

from balance.cli.screens import fitted, numbered, screen
from balance.sitting import Moment
from sims.core.catalogue import find, part_of
from sims.core.heard import Ears, heard_by
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.sight import option_words, question, sight
from sims.core.streams import Stream, StreamChance
from sims.core.trace import InStep

APART = {name: 2 if len(find(name).decisions) < 6 else 9 for name in found.GAMES}
"""Every how manieth decision is looked at: random games of many kinds of decisions are long."""

MIDDLE = [(name, find(name).players[len(find(name).players) // 2]) for name in found.GAMES]


def decisions(game, players, games, apart=1):
    """A machine before decisions of some random games, so many apart."""
    job = found.job(game, players)
    machine = KernelMachine(find(game), kernel(game), job.cell)
    for number in range(games):
        rng = np.random.default_rng([players, number])
        machine.deal(5, number)
        place = 0
        while (due := machine.decision()) is not None:
            place += 1
            if place % apart == 0:
                yield machine, due, job.cell, rng
            machine.choose_index(int(rng.integers(len(due.options))))


def looked(engine, rules, state, seat):
    states, views = engine.new("STATE"), engine.new("VIEW")
    states[0] = state
    engine.look(states, rules, views, seat)
    return views[0]


def screen_of(cell, view, kind, options, seat):
    words = tuple(option_words(cell, kind, option, seat) for option in options)
    return "\n".join(screen(Moment((), sight(cell, view), question(cell, kind), words), 80))


def listed(engine, rules, state):
    states, lists = engine.new("STATE"), engine.new("OPTIONS")
    states[0] = state
    count = engine.resume(states, rules, lists)
    return [engine.option(lists[0]["item"][i]) for i in range(count)]


@pytest.mark.parametrize(("game", "players"), MIDDLE)
def test_hidden_cards_change_no_byte_of_the_screen(game, players):
    engine, hidden = kernel(game), found.hidden(game)
    rng = np.random.default_rng(players)
    checked = moved = 0
    for machine, due, cell, _ in decisions(game, players, 4, APART[game]):
        shown = []
        before = machine.state.copy()
        for state in (before, hidden.permute(before, cell, due.seat, rng)):
            view = looked(engine, machine._rules, state, due.seat)
            options = listed(engine, machine._rules, state)
            shown.append(screen_of(cell, view, due.kind, options, due.seat))
            moved += state.tobytes() != before.tobytes()
        assert shown[0] == shown[1]
        checked += 1
    assert checked > 30
    assert moved > checked / 2


@pytest.mark.parametrize(("game", "players"), MIDDLE)
def test_screens_fit_80_columns_and_have_no_codes(game, players):
    texts = {part_of(find(game), "notation").option_text}
    for machine, due, cell, _ in decisions(game, players, 4, APART[game]):
        view = looked(kernel(game), machine._rules, machine.state, due.seat)
        shown = screen_of(cell, view, due.kind, due.options, due.seat)
        assert max(map(len, shown.split("\n"))) <= 80
        words = [option_words(cell, due.kind, option, due.seat) for option in due.options]
        assert len(set(words)) == len(words)
        (text,) = texts
        codes = {text(cell, due.kind, option) for option in due.options}
        assert not {code for code in codes if ":" in code or ">" in code} & set(words)
        assert question(cell, due.kind)[-1] in ".?"


NOT_ASKED = {
    "seen_words": None,  # how large the record is, not what is in it
    "target": "extract",  # whose hand was open the last time
    "executed": None,
    "pending": None,
    "last": "freeze",
    "freezes": "freeze",
}
"""Fields of views that are left over from before where another decision is asked: by the one kind
of decision at which they say something, or None where the game itself is asked below."""


def plain(view, kind):
    """A view as values, without what is left over from before."""
    values = {}
    for name in view.dtype.names:
        only = NOT_ASKED.get(name, kind)
        if only == kind and not name.endswith(("words", "word")) and name != "public":
            values[name] = view[name].tobytes()
    return tuple(sorted(values.items()))


@pytest.mark.parametrize(("game", "players"), MIDDLE)
def test_whoever_sees_something_else_reads_something_else(game, players):
    seen = {}
    for machine, due, cell, _ in decisions(game, players, 6, APART[game]):
        view = looked(kernel(game), machine._rules, machine.state, due.seat)
        shown = screen_of(cell, view, due.kind, due.options, due.seat)
        assert seen.setdefault(shown, plain(view, due.kind)) == plain(view, due.kind)
    assert len(seen) > 50


class Twin:
    """A game from a state at the beginning of a turn on: kernel and referee, heard by a seat."""

    def __init__(self, cell, rules, state, seat, words):
        self.engine, self.rules, self.seat, self.cell = kernel(cell.game), rules, seat, cell
        self.states, self.lists = self.engine.new("STATE"), self.engine.new("OPTIONS")
        self.states[0] = state
        self.states[0]["chance"]["stream"]["word"] = words
        self.states[0]["chance"]["mode"] = 0
        chance = StreamChance(Stream([int(word) for word in words]))
        self.referee = part_of(find(cell.game), "referee").Referee(cell, chance)
        self.referee.place(self.engine.bridge.snapshot(state, cell))
        self.count = self.engine.resume(self.states, self.rules, self.lists)

    def options(self):
        """By the referee; the kernel's as sets must be the same, else the position said too
        little.
        """
        due = self.referee.decision()
        items = [self.engine.option(self.lists[0]["item"][i]) for i in range(self.count)]
        if due is None or sorted(items) != sorted(due.options):
            return None
        return items

    def take(self, option, items):
        self.referee.choose(option)
        self.count = self.engine.take_option(
            self.states, self.rules, self.lists, items.index(option)
        )

    def sees(self):
        return looked(self.engine, self.rules, self.states[0], self.seat).tobytes()

    def hears(self):
        return heard_by(self.seat, self.referee.told)


@pytest.mark.parametrize(("game", "players"), MIDDLE)
def test_the_log_tells_no_more_than_what_is_seen(game, players):
    """Two games that differ in what a seat cannot know, with the same choices and the same chance:
    as long as the seat sees the same, it hears the same.
    """
    hidden = found.hidden(game)
    heard = differing = steps = 0
    last = None
    for machine, _, cell, rng in decisions(game, players, 6):
        state = machine.state.copy()
        turn = int(state["turn"])
        if turn == last:
            continue
        if steps > 600:
            break
        last, seat = turn, int(rng.integers(players))
        words = rng.integers(1, 2**62, 4).astype(np.uint64)
        other = hidden.permute(state, cell, seat, rng)
        twins = [Twin(cell, machine._rules, s, seat, words) for s in (state, other)]
        for _ in range(12):
            lists = [twin.options() for twin in twins]
            if None in lists or twins[0].sees() != twins[1].sees():
                break
            # Of two cards drawn one after the other a view does not say which came first.
            assert sorted(twins[0].hears()) == sorted(twins[1].hears())
            both = [option for option in lists[0] if option in lists[1]]
            if not both:
                break
            whose = [twin.referee.decision().seat for twin in twins]
            if whose[0] != whose[1]:
                break
            option = both[int(rng.integers(len(both)))]
            for twin, items in zip(twins, lists, strict=True):
                twin.take(option, items)
            steps += 1
            differing += twins[0].referee.snapshot() != twins[1].referee.snapshot()
        heard += len(twins[0].hears())
    assert heard > 300
    assert differing > 100


@pytest.mark.parametrize(("game", "players"), MIDDLE)
def test_all_seats_together_hear_all_that_the_log_says_of_hidden_cards(game, players):
    """What a seat hears stands in the log, or says less than a line of it."""
    play = InStep(found.job(game, players, ("balanced",)))
    while (due := play.decision()) is not None:
        play.take(due, play.advice(due))
    log = play.referee.log
    for seat in range(players):
        lines = heard_by(seat, play.referee.told)
        assert lines[-1] == log[-1]
        known = [line for line in lines if any(whole.startswith(line) for whole in log)]
        assert len(known) > len(lines) / 2
        assert not any("options:" in line or "chance:" in line for line in lines)
        assert len(lines) < len(log)


def test_who_hears_a_line():
    ears = Ears()
    ears.tell_all("all")
    ears.tell("two", 0, 2, others="a secret")
    ears.tell("own", 1)
    assert heard_by(0, ears.told) == ["all", "two"]
    assert heard_by(1, ears.told) == ["all", "a secret", "own"]


def test_long_lines_are_broken_under_their_beginning():
    line = "  player 1 " + "plays " * 20
    parts = fitted(line.rstrip(), 40)
    assert len(parts) > 2
    assert max(map(len, parts)) <= 40
    assert parts[0].startswith("  player 1")
    assert all(part.startswith("      plays") for part in parts[1:])
    assert fitted("short", 40) == ["short"]


def test_options_are_numbered_in_two_columns_and_found_by_a_word():
    options = [f"play {word}" for word in "abcdefghij"]
    lines = numbered(options)
    assert len(lines) == 5
    assert lines[0].split() == ["1", "play", "a", "6", "play", "f"]
    assert numbered(options, "E") == ["   5  play e"]
    assert "no option" in numbered(options, "zebra")[0]
    assert numbered(options[:2]) == ["  1  play a", "  2  play b"]
