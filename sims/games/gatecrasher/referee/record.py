"""What happened: lines for a person to read, and the same as plain values.

Both know everything, hidden cards too; `told` says who at the table hears which line. Players are
counted from 1 in lines, from 0 in events.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sims.core.contract import Decision, Option
from sims.core.heard import Ears
from sims.games.gatecrasher import layout as lay
from sims.games.gatecrasher.cards import TITLES


def player(seat: int) -> str:
    """A seat as a person reads it."""
    return f"player {seat + 1}"


def names(hand: Mapping[int, int]) -> str:
    """Cards as a person reads them, `2 Bolster, 1 Data Mine`; of counts by kind without zeros."""
    return ", ".join(f"{copies} {TITLES[kind]}" for kind, copies in hand.items()) or "none"


class Record(Ears):
    """The log and the events of a game; with `keep` off all stays empty."""

    def __init__(self, keep: bool) -> None:
        super().__init__()
        self.keep = keep
        self.log: list[str] = []
        self.events: list[dict[str, Any]] = []

    def _write(self, line: str, event: str, **values: Any) -> None:
        self.log.append(line)
        self.events.append({"event": event, **values})

    def _announce(self, line: str, event: str, **values: Any) -> None:
        """Write what everybody at the table hears."""
        self._write(line, event, **values)
        self.tell_all(line)

    def chance(self, what: str, bound: int, value: int, result: int, said: str) -> None:
        """A draw by chance and what it came to: a kind, a die's face or a seat."""
        if self.keep:
            self._write(
                f"  chance: {what}: {value} of 0..{bound - 1} is {said}",
                "chance", what=what, bound=bound, value=value, result=result,
            )  # fmt: skip

    def seated(self, hackers: Sequence[str], players: int) -> None:
        """Who was drawn to sit where, by name; more than there are seats, or none drawn."""
        if self.keep and hackers:
            self._write(f"hackers drawn: {', '.join(hackers)}", "hackers", drawn=list(hackers))
            self.tell_all(f"hackers drawn: {', '.join(hackers[:players])}")

    def dealt(self, number: int, hands: Sequence[Mapping[int, int]], pile: Sequence[int]) -> None:
        """The deal of a round, numbered from 1: hands by seat and what is left, from the top."""
        if not self.keep:
            return
        self._announce(
            f"round {number}: deal, {len(pile)} cards stay in the pile",
            "deal", round=number, hands=[dict(hand) for hand in hands], pile=list(pile),
        )  # fmt: skip
        for seat, hand in enumerate(hands):
            if hand:
                line = f"  {player(seat)}: {names(hand)}"
                self.log.append(line)
                self.tell(line, seat)

    def firewall(self, seat: int, before: int, now: int, why: str) -> None:
        """A firewall has a new strength, or kept it at an end of its range."""
        if self.keep:
            self._announce(
                f"  firewall of {player(seat)}: {before}, now {now} ({why})",
                "firewall", seat=seat, before=before, now=now, why=why,
            )  # fmt: skip

    def phase(self, phase: str, first: int) -> None:
        """A phase with turns begins."""
        if self.keep:
            line = f"{phase.capitalize()} begins with {player(first)}"
            self._announce(line, "phase", phase=phase, first=first)

    def turn(self, number: int, actor: int) -> None:
        """A turn begins; numbers from 1."""
        if self.keep:
            self._announce(f"turn {number}: {player(actor)}", "turn", number=number, seat=actor)

    def decided(self, decision: Decision, option: Option) -> None:
        """Somebody has chosen."""
        if not self.keep:
            return
        seat, kind, options = decision.seat, decision.kind, decision.options
        self._write(
            f"  {player(seat)} {_say(option)} (options: {len(options)})",
            "decide", seat=seat, kind=kind, options=[list(o) for o in options],
            choice=list(option),
        )  # fmt: skip
        if option[0] != lay.F_TAKE:  # `took` tells of that
            self.tell_all(f"  {player(seat)} {_say(option)}")

    def discarded(self, seat: int, kind: int) -> None:
        """An executed protocol goes to the discard pile."""
        if self.keep:
            line = f"  {player(seat)} discards {TITLES[kind]}"
            self._announce(line, "discard", seat=seat, kind=kind)

    def drew(self, seat: int, kind: int) -> None:
        """The top of the pile goes to a hand."""
        if self.keep:
            line = f"  {player(seat)} draws {TITLES[kind]}"
            self._write(line, "draw", seat=seat, kind=kind)
            self.tell(line, seat, others=f"  {player(seat)} draws a card")

    def learned(self, viewer: int, holder: int, hand: Mapping[int, int]) -> None:
        """A player looks at a hand."""
        if self.keep:
            sees = f"  {player(viewer)} sees the hand of {player(holder)}"
            line = f"{sees}: {names(hand)}"
            self._write(line, "learn", seat=viewer, holder=holder, hand=dict(hand))
            self.tell(line, viewer, holder, others=sees)

    def took(self, taker: int, giver: int, kind: int) -> None:
        """A card goes from hand to hand."""
        if self.keep:
            way = f"goes from {player(giver)} to {player(taker)}"
            line = f"  {TITLES[kind]} {way}"
            self._write(line, "take", taker=taker, giver=giver, kind=kind)
            self.tell(line, giver, taker, others=f"  a card {way}")

    def scored(self, number: int, winners: Sequence[int], firewalls: Mapping[int, int]) -> None:
        """A round ends: who keeps the level, and the strength of everybody who played it."""
        if not self.keep:
            return
        who = " and ".join(player(seat) for seat in winners) or "nobody"
        strengths = ", ".join(f"{player(seat)} {f}" for seat, f in firewalls.items())
        self._announce(
            f"end of round {number}: {who} is not hurt; firewalls: {strengths}",
            "round_end", round=number, winners=list(winners), firewalls=dict(firewalls),
        )  # fmt: skip

    def lost_level(self, seat: int, levels: int) -> None:
        """A player loses a level of Mainframe Security, at 0 the game."""
        if self.keep:
            left = f"{levels} left" if levels else "out of the game"
            line = f"  {player(seat)} loses a level: {left}"
            self._announce(line, "level", seat=seat, levels=levels)

    def state(self, snapshot: Callable[[], dict[str, Any]]) -> None:
        """The state after a turn, and after the end of a round."""
        if not self.keep:
            return
        now = snapshot()
        parts = [
            f"{player(number)} {seat['firewall']} (level {seat['levels']})"
            for number, seat in enumerate(now["seats"])
            if not seat["out"]
        ]
        self._announce(f"  firewalls: {', '.join(parts) or 'none'}", "state", **now)

    def ended(self, winner: int | None, ended: str, turns: int, rounds: int) -> None:
        """The game is over."""
        if self.keep:
            who = "nobody wins" if winner is None else f"{player(winner)} wins"
            self._announce(
                f"end after {rounds} rounds, {turns} turns: {who} ({ended.replace('_', ' ')})",
                "end", winner=winner, ended=ended, turns=turns, rounds=rounds,
            )  # fmt: skip


def _say(option: Option) -> str:
    """An option in words."""
    form, kind, seat, _, _ = option
    if form == lay.F_PASS:
        return "passes"
    if form == lay.F_TAKE:
        return f"takes {TITLES[kind]} from {player(seat)}"
    return f"executes {TITLES[kind]}" + ("" if seat == lay.NONE else f" on {player(seat)}")
