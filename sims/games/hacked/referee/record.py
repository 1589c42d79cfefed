"""What happened: lines for a person to read, and the same as plain values.

Both know everything, hidden cards too; `told` says who at the table hears which line. Players are
counted from 1 in lines, from 0 in events; events name a title by its id.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sims.core.contract import Decision, Option
from sims.core.heard import Ears
from sims.games.hacked import layout as lay
from sims.games.hacked.cards import TITLES


def player(seat: int) -> str:
    """A seat as a person reads it."""
    return f"player {seat + 1}"


def by_title(counts: Sequence[int]) -> dict[int, int]:
    """The titles that there are, with their number."""
    return {title: count for title, count in enumerate(counts) if count}


def hand_in_words(counts: Sequence[int]) -> str:
    """As in `2 Attack, 1 Ticket`."""
    held = by_title(counts)
    return ", ".join(f"{count} {TITLES[title]}" for title, count in held.items()) or "nothing"


def row_in_words(titles: Iterable[int]) -> str:
    """Titles in their order."""
    return ", ".join(TITLES[title] for title in titles) or "none"


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

    def dealt(self, hands: Sequence[Sequence[int]], pile: Sequence[int]) -> None:
        """The deal: hands by seat, the draw pile from the top."""
        if not self.keep:
            return
        self._write("deal", "deal", hands=[by_title(hand) for hand in hands], pile=list(pile))
        for seat, hand in enumerate(hands):
            line = f"  {player(seat)}: {hand_in_words(hand)}"
            self.log.append(line)
            self.tell(line, seat)
        self.log.append(f"  draw pile from the top: {row_in_words(pile)}")

    def turn(self, number: int, seat: int, owes: int, attacked: bool) -> None:
        """A turn begins; numbers from 1."""
        if self.keep:
            left = f", under attack, {owes} to take" if attacked else ""
            self._announce(
                f"turn {number}: {player(seat)}{left}",
                "turn", number=number, seat=seat, owes=owes, attacked=attacked,
            )  # fmt: skip

    def decided(self, decision: Decision, option: Option) -> None:
        """Somebody has chosen."""
        if not self.keep:
            return
        seat, kind, options = decision.seat, decision.kind, decision.options
        said = "" if kind == "play" else f"decides {kind}: "
        self._write(
            f"  {player(seat)} {said}{_say(option)} (options: {len(options)})",
            "decide", seat=seat, kind=kind, options=[list(o) for o in options],
            choice=list(option),
        )  # fmt: skip
        line = f"  {player(seat)} {said}{_say(option)}"
        if kind == "play" or option[0] == lay.F_YES:
            self.tell_all(line)
        else:  # a no, what is given away, how deep a card is placed
            self.tell(line, seat)

    def chance(self, what: str, bound: int, value: int, title: int) -> None:
        """A draw by chance and the card that it hit."""
        if self.keep:
            self._write(
                f"  chance: {what}: {value} of 0..{bound - 1} is {TITLES[title]}",
                "chance", what=what, bound=bound, value=value, result=title,
            )  # fmt: skip

    def discarded(self, seat: int, title: int, copies: int) -> None:
        """Cards of a hand go to the discard pile."""
        if self.keep:
            line = f"  {copies} {TITLES[title]} of {player(seat)} to the discard pile"
            self._announce(line, "discard", seat=seat, title=title, copies=copies)

    def frozen(self, freezes: int) -> None:
        """A freeze window has closed after some freezes."""
        if self.keep:
            stands = freezes % 2 == 0
            line = f"  the action {'stands' if stands else 'is cancelled'} (freezes: {freezes})"
            self._announce(line, "freezes", freezes=freezes, stands=stands)

    def handed_over(self, title: int, giver: int, taker: int, seen_by_all: bool) -> None:
        """A card changes hands."""
        if self.keep:
            seen = "seen by all" if seen_by_all else "unseen by the others"
            self._write(
                f"  {TITLES[title]} goes from {player(giver)} to {player(taker)}, {seen}",
                "move", title=title, giver=giver, taker=taker, seen_by_all=seen_by_all,
            )  # fmt: skip
            way = f"goes from {player(giver)} to {player(taker)}"
            if seen_by_all:
                self.tell_all(f"  {TITLES[title]} {way}")
            else:
                self.tell(f"  {TITLES[title]} {way}", giver, taker, others=f"  a card {way}")

    def looked(self, seat: int, titles: Sequence[int]) -> None:
        """A player looks at the top of the draw pile."""
        if self.keep:
            line = f"  {player(seat)} sees from the top: {row_in_words(titles)}"
            self._write(line, "look", seat=seat, titles=list(titles))
            unseen = f"  {player(seat)} looks at the top {len(titles)} of the draw pile"
            self.tell(line, seat, others=unseen)

    def drawn(self, seat: int, title: int) -> None:
        """A drawn card goes to the hand."""
        if self.keep:
            line = f"  {player(seat)} gets {TITLES[title]}"
            self._write(line, "draw", seat=seat, title=title)
            self.tell(line, seat, others=f"  {player(seat)} gets a card")

    def met(self, seat: int) -> None:
        """A player has drawn You've been hacked."""
        if self.keep:
            self._announce(f"  {player(seat)} has drawn You've been hacked", "hacked", seat=seat)

    def put_back(self, seat: int, depth: int, size: int) -> None:
        """You've been hacked is back in a draw pile of now that size."""
        if self.keep:
            line = f"  You've been hacked goes back at depth {depth} of 0..{size - 1}"
            self._write(line, "put_back", seat=seat, depth=depth, size=size)
            unseen = f"  You've been hacked goes back, {player(seat)} alone knows where"
            self.tell(line, seat, others=unseen)

    def eliminated(self, seat: int, hand: Sequence[int]) -> None:
        """A player is out; the hand leaves the game."""
        if self.keep:
            line = f"  {player(seat)} is out, holding {hand_in_words(hand)}"
            self._write(line, "out", seat=seat, hand=by_title(hand))
            self.tell(line, seat, others=f"  {player(seat)} is out")

    def state(self, snapshot: Callable[[], dict[str, Any]]) -> None:
        """The state after a turn."""
        if not self.keep:
            return
        now = snapshot()
        hands = [
            f"{player(seat)} {'out' if one['out'] else sum(one['hand'].values())}"
            for seat, one in enumerate(now["seats"])
        ]
        self._announce(f"  cards: {', '.join(hands)}, draw pile {len(now['pile'])}", "state", **now)

    def ended(self, winner: int | None, ended: str, turns: int) -> None:
        """The game is over."""
        if self.keep:
            who = "nobody wins" if winner is None else f"{player(winner)} wins"
            line = f"end after {turns} turns: {who} ({ended.replace('_', ' ')})"
            self._announce(line, "end", winner=winner, ended=ended, turns=turns)


def _say(option: Option) -> str:
    """An option in words; of a play, with its verb."""
    form, title, target, named, depth = option
    at = "" if target == lay.NONE else f" at {player(target)}"
    match form:
        case lay.F_DRAW:
            return "draws"
        case lay.F_CARD:
            return f"plays {TITLES[title]}{at}"
        case lay.F_PAIR:
            return f"plays a pair of {TITLES[title]}{at}"
        case lay.F_TRIPLE:
            return f"plays a triple of {TITLES[title]}{at}, naming {TITLES[named]}"
        case lay.F_GIVE:
            return TITLES[title]
        case lay.F_PLACE:
            return f"depth {depth}"
    return lay.FORMS[form]
