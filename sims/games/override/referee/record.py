"""What happened: lines for a person to read, and the same as plain values.

Both know everything, hidden cards too; `told` says who at the table hears which line. Hackers are
counted from 1 in lines, from 0 in events.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sims.core.contract import Decision, Option
from sims.core.heard import Ears
from sims.games.override import layout as lay
from sims.games.override.referee.rules import Rules


def hacker(seat: int) -> str:
    """A seat as a person reads it."""
    return f"hacker {seat + 1}"


_CHOSEN_UNSEEN = ("tornado", "monorail")
"""Decisions whose choice nobody else sees."""


class Record(Ears):
    """The log and the events of a game; with `keep` off all stays empty."""

    def __init__(self, rules: Rules, keep: bool) -> None:
        super().__init__()
        self.rules = rules
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

    def _names(self, cards: Iterable[int]) -> str:
        return ", ".join(self.rules.name[card] for card in sorted(cards)) or "none"

    def dealt(self, hands: Sequence[Iterable[int]], aside: Sequence[int], rotated: int) -> None:
        """The deal: final hands by seat, cards set aside unseen, how far seats were renumbered."""
        if not self.keep:
            return
        hands = [sorted(hand) for hand in hands]
        self._write(
            f"deal, set aside unseen: {self._names(aside)}",
            "deal", hands=hands, aside=sorted(aside), rotated=rotated,
        )  # fmt: skip
        for seat, hand in enumerate(hands):
            line = f"  {hacker(seat)}: {self._names(hand)}"
            self.log.append(line)
            self.tell(line, seat)
        if rotated:
            self.log.append(f"  seats renumbered: the Diskette was dealt to {hacker(rotated)}")

    def turn(self, number: int, actor: int) -> None:
        """A turn begins; numbers from 1."""
        if self.keep:
            self._announce(f"turn {number}: {hacker(actor)}", "turn", number=number, seat=actor)

    def passed(self, actor: int) -> None:
        """The actor had nothing to execute."""
        if self.keep:
            self._announce(f"  {hacker(actor)} has nothing to execute", "pass", seat=actor)

    def decided(self, decision: Decision, option: Option) -> None:
        """Somebody has chosen."""
        if not self.keep:
            return
        seat, kind, options = decision.seat, decision.kind, decision.options
        said = "executes " if kind == "execute" else f"decides {kind}: "
        self._write(
            f"  {hacker(seat)} {said}{self._say(option, seat)} (options: {len(options)})",
            "decide", seat=seat, kind=kind, options=[list(o) for o in options],
            choice=list(option),
        )  # fmt: skip
        line = f"  {hacker(seat)} {said}{self._say(option, seat)}"
        if kind in _CHOSEN_UNSEEN or option[0] == lay.F_NO:
            self.tell(line, seat)
        elif option[0] == lay.F_OWN:
            ways = f"a card of their own hand for a random card of {hacker(option[4])}"
            self.tell(line, seat, others=f"  {hacker(seat)} {said}{ways}")
        else:
            self.tell_all(line)

    def chance(self, what: str, bound: int, value: int, card: int) -> None:
        """A draw by chance and the card that it hit."""
        if self.keep:
            self._write(
                f"  chance: {what}: {value} of 0..{bound - 1} is {self.rules.name[card]}",
                "chance", what=what, bound=bound, value=value, result=card,
            )  # fmt: skip

    def moved(
        self, card: int, giver: int, came_from: str, taker: int, goes_to: str,
        dealt_again: bool = False,
    ) -> None:  # fmt: skip
        """A card flips or changes hands; "in" is a hand, "out" the table before a hacker.

        `dealt_again`: it was shuffled among others before.
        """
        if not self.keep:
            return
        name = self.rules.name[card]
        if giver == taker and came_from != goes_to:
            line = f"  {name} of {hacker(giver)} turns face-{goes_to}"
        else:
            ways = f"face-{came_from}" + ("" if came_from == goes_to else f", now face-{goes_to}")
            line = f"  {name} goes from {hacker(giver)} to {hacker(taker)}, {ways}"
        self._write(
            line, "move", card=card, giver=giver, came_from=came_from, taker=taker, goes_to=goes_to
        )
        if came_from == goes_to == "in":
            way = f"goes from {hacker(giver)} to {hacker(taker)}, face-in"
            if dealt_again:  # nobody sees whose card it was
                unseen = f"  {hacker(taker)} gets a card, face-in"
                self.tell(f"  {hacker(taker)} gets {name}, face-in", taker, others=unseen)
            else:
                self.tell(line, giver, taker, others=f"  a card {way}")
        else:
            self.tell_all(line)

    def screened(self, seat: int, on: bool) -> None:
        """Screen Door status begins or ends."""
        if self.keep:
            line = f"  Screen Door status of {hacker(seat)} {'begins' if on else 'ends'}"
            self._announce(line, "screen", seat=seat, on=on)

    def marked(self, seat: int, card: int, drawn: bool) -> None:
        """A hacker gets a goggles mark, on a card `drawn` from the hand or on one that all see."""
        if self.keep:
            line = f"  {hacker(seat)} must execute {self.rules.name[card]} next"
            self._write(line, "mark", seat=seat, card=card)
            unseen = f"  {hacker(seat)} must execute a card next that {hacker(seat)} alone knows"
            self.tell(line, seat, others=unseen if drawn else line)

    def mark_ended(self, seat: int, card: int) -> None:
        """A goggles mark ends."""
        if self.keep:
            line = f"  mark on {self.rules.name[card]} for {hacker(seat)} ends"
            self._write(line, "mark_ended", seat=seat, card=card)
            self.tell(line, seat, others=f"  the mark of {hacker(seat)} ends")

    def learned(self, viewer: int, holder: int, cards: Iterable[int]) -> None:
        """A hacker looks into a hand."""
        if self.keep:
            line = f"  {hacker(viewer)} sees in the hand of {hacker(holder)}: {self._names(cards)}"
            self._write(line, "learn", seat=viewer, holder=holder, cards=sorted(cards))
            unseen = f"  {hacker(viewer)} looks into the hand of {hacker(holder)}"
            self.tell(line, viewer, others=unseen)

    def jailed(self, seat: int) -> None:
        """A hacker goes to jail."""
        if self.keep:
            self._announce(f"  {hacker(seat)} goes to Hacker Jail", "jail", seat=seat)

    def state(self, snapshot: Callable[[], dict[str, Any]]) -> None:
        """The state after a turn."""
        if not self.keep:
            return
        now = snapshot()
        parts = [
            f"{hacker(seat)} {self.rules.sum_of_cred(one['out'])}{' in jail' * one['jail']}"
            for seat, one in enumerate(now["seats"])
        ]
        self._announce(f"  cred: {', '.join(parts)}", "state", **now)

    def ended(self, winner: int | None, ended: str, turns: int) -> None:
        """The game is over."""
        if self.keep:
            who = "nobody wins" if winner is None else f"{hacker(winner)} wins"
            line = f"end after {turns} turns: {who} ({ended.replace('_', ' ')})"
            self._announce(line, "end", winner=winner, ended=ended, turns=turns)

    def _say(self, option: Option, seat: int) -> str:
        """An option in words."""
        form, card, holder, other, to = option
        this, that = self._slot(card, holder), self._slot(other, to)
        match form:
            case lay.F_CARD:
                whose = "of their own" if holder == seat else f"before {hacker(holder)}"
                return f"{self.rules.name[card]} {whose}"
            case lay.F_GIVE:
                return f"{this} goes to {hacker(to)}, a random card comes back"
            case lay.F_HANDS:
                return f"random cards of {hacker(holder)} and {hacker(to)} trade places"
            case lay.F_OWN:
                return f"{this} for a random card of {hacker(to)}"
            case lay.F_TABLE | lay.F_TRADE | lay.F_TRADE_SPOOF:
                return f"{this} and {that} trade places"
            case lay.F_MARK_HAND:
                return f"{hacker(to)} shall execute a random card of the hand"
            case lay.F_MARK_CARD:
                return f"{hacker(to)} shall execute {this}"
            case lay.F_FLIP_OWN | lay.F_FLIP_ONE:
                return f"flip {this}"
            case lay.F_FLIP_PAIR:
                return f"flip {this} and {that}"
            case lay.F_SPY:
                return f"the hand of {hacker(to)}"
        return lay.FORMS[form]

    def _slot(self, card: int, holder: int) -> str:
        """A named card of a hacker, or a random one."""
        name = "a random face-in card" if card == lay.NONE else self.rules.name[card]
        return f"{name} of {hacker(holder)}"
