"""How large a profile's ability would have to be, to be fair: a search over one of its numbers.

A profile that is too strong or too weak somewhere is played with other values of each whole number
in which it differs from the default, everything else as it is, against the field of the others.
All values are played on the same game ids (common random numbers), so that the share of wins moves
with the value and hardly by chance. From the value in the file the search walks, in ever longer
steps, in the direction in which the mean deviation over the player counts shrinks, until it changes
its sign; between there it halves. Of all values played, that with the smallest worst deviation over
the player counts is taken. It is the best of several, so its share is told from fresh game ids.
Where that leaves some player count unfair, the same is done for that count alone.

The search assumes that more of a number makes a profile steadily stronger or weaker. Where that is
not so it may miss a better value; what it found is confirmed all the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from balance.profiles.shares import Call, Setting, Share, in_field
from sims.core.contract import CardField
from sims.core.errors import DesignerError

FRESH = 0x5EED
"""Added to the seed where what the search found is confirmed."""

MOST_VALUES = 16
"""Values that a search plays at most."""

FIRST_STEPS = (1, -1, 2, -2, 4, -4)
"""Where a search looks first: one step alone may change less than chance does."""

CONFIRM = 4
"""How many times the games of a value of the search are played to confirm one."""


OFF = (Call.TOO_STRONG, Call.TOO_WEAK)


@dataclass(frozen=True)
class Size:
    """The fairest value of one number of a profile, and how its share is with it.

    `before`: shares with the value of the file, `after`: with the value found, on fresh game ids,
    both by player count. `value` is None where no other value came nearer to fair. `tried` maps
    each value that the search played to its worst deviation. `alone` has, for player counts that
    `value` leaves unfair, a value that fresh games show to be fairer there, and its share.
    """

    profile: str
    key: str
    old: int
    value: int | None
    default: int
    before: tuple[Share, ...]
    after: tuple[Share, ...]
    tried: Mapping[int, float]
    alone: Mapping[int, tuple[int, Share]] = field(default_factory=dict)

    @property
    def helps(self) -> bool:
        """Whether fresh games show the value to be nearer to fair, at the worst player count.

        Two 95 % intervals that do not overlap: wrong in far fewer than one of twenty.
        """
        worst = max(self.before, key=lambda share: abs(share.deviation))
        return bool(self.after) and all(is_nearer(share, worst) for share in self.after)


def is_nearer(new: Share, old: Share) -> bool:
    """Whether the whole 95 % interval of a share is nearer to fair than that of another."""
    if old.low <= old.fair <= old.high:
        return False
    most = max(abs(end - new.fair) for end in (new.low, new.high))
    return most < min(abs(end - old.fair) for end in (old.low, old.high))


@dataclass(frozen=True)
class Unsized:
    """A profile that is off, and has no number that could be changed."""

    profile: str
    reason: str


def off(shares: Sequence[Share], tolerance: float) -> list[str]:
    """The profiles that are too strong or too weak at some player count."""
    return list(dict.fromkeys(s.profile for s in shares if s.call(tolerance) in OFF))


def value_of(setting: Setting, profile: str, key: str) -> int:
    """A value of a profile as it is played: of the file, or changed by the question."""
    changed = setting.question.changes.get(f"{setting.kind.option}.{profile}.{key}")
    return int(setting.data.profiles[profile][key] if changed is None else changed)


def numbers_of(setting: Setting, profile: str) -> list[CardField]:
    """The whole numbers in which a profile differs from the default one."""
    plain = setting.kind.default
    return [
        number
        for number in setting.kind.fields
        if number.kind == "int"
        and value_of(setting, profile, number.key) != value_of(setting, plain, number.key)
    ]


class _Search:
    """Shares of a profile by the value of one of its numbers; nothing is played twice."""

    def __init__(self, setting: Setting, profile: str, number: CardField, games: int) -> None:
        self.setting, self.profile, self.number, self.games = setting, profile, number, games
        self.played: dict[tuple[int, int], Share] = {}

    def share(self, value: int, players: int, seed: int, games: int) -> Share:
        """The share at a player count with a value."""
        changes = {f"{self.setting.kind.option}.{self.profile}.{self.number.key}": value}
        return in_field(self.setting, self.profile, players, games, seed, changes)

    def confirm(self, value: int, players: int) -> Share:
        """The same on fresh game ids."""
        seed = (self.setting.question.seed + FRESH) % 2**63
        return self.share(value, players, seed, CONFIRM * self.games)

    def run(self, old: int, counts: Sequence[int]) -> tuple[int, dict[int, float]]:
        """The fairest value at some player counts, and the worst deviation of each value tried."""
        walk = _Walk(self, tuple(counts))
        walk.go(old)
        worst = {value: walk.worst(value) for value in sorted(walk.tried)}
        return min(worst, key=lambda value: (worst[value], abs(value - old))), worst


class _Walk:
    """A walk over the values of a number, at some player counts."""

    def __init__(self, search: _Search, counts: tuple[int, ...]) -> None:
        self.search, self.counts = search, counts
        self.tried: dict[int, list[Share]] = {}

    def is_possible(self, value: int) -> bool:
        """Play a value; False for one that the game cannot be played with, or one too many."""
        if value in self.tried:
            return True
        number, played = self.search.number, self.search.played
        if not number.low <= value <= number.high or len(self.tried) >= MOST_VALUES:
            return False
        seed = self.search.setting.question.seed
        try:
            for players in self.counts:
                if (value, players) not in played:
                    found = self.search.share(value, players, seed, self.search.games)
                    played[value, players] = found
        except DesignerError:
            return False  # such as more cards in hand than there are
        self.tried[value] = [played[value, players] for players in self.counts]
        return True

    def mean(self, value: int) -> float:
        """The mean deviation over the player counts, of a value that was tried."""
        return fmean(share.deviation for share in self.tried[value])

    def worst(self, value: int) -> float:
        """The largest deviation over the player counts, of a value that was tried."""
        return max(abs(share.deviation) for share in self.tried[value])

    def go(self, old: int) -> None:
        """Walk from the value of the file, then halve."""
        self.is_possible(old)
        sign = 1 if self.mean(old) > 0 else -1
        near = [old + way for way in FIRST_STEPS if self.is_possible(old + way)]
        best = min(near, key=lambda value: sign * self.mean(value), default=old)
        if sign * self.mean(best) < sign * self.mean(old):
            self._halve(*self._stride(old, best - old, sign))

    def _stride(self, old: int, step: int, sign: int) -> tuple[int, int]:
        """The last value on this side of fair, and one beyond it if there is any."""
        here = old
        while step:
            there = here + step
            if not self.is_possible(there):
                step = int(step / 2)  # towards 0
            elif sign * self.mean(there) <= 0:
                return here, there
            elif sign * self.mean(there) >= sign * self.mean(here):
                break  # more of it changes nothing any more
            else:
                here, step = there, 2 * step
        return here, here

    def _halve(self, here: int, there: int) -> None:
        """Find two neighbours with fair between them."""
        sign = 1 if self.mean(here) > 0 else -1
        while abs(there - here) > 1:
            middle = (here + there) // 2
            if not self.is_possible(middle):
                return
            if sign * self.mean(middle) > 0:
                here = middle
            else:
                there = middle


def find_size(
    setting: Setting, profile: str, number: CardField, before: Sequence[Share], games: int
) -> Size:
    """Search one number of a profile for its fairest value, and confirm it on fresh game ids."""
    search = _Search(setting, profile, number, games)
    old = value_of(setting, profile, number.key)
    value, tried = search.run(old, setting.counts)
    after: list[Share] = []
    if value != old:
        after = [search.confirm(value, players) for players in setting.counts]
    alone = {}
    for share in after or before:
        if share.call(setting.question.tolerance) in OFF and len(setting.counts) > 1:
            best, _ = search.run(value, [share.players])
            confirmed = search.confirm(best, share.players)
            if best != value and is_nearer(confirmed, share):
                alone[share.players] = best, confirmed
    return Size(
        profile, number.key, old, value if value != old else None,
        value_of(setting, setting.kind.default, number.key), tuple(before), tuple(after), tried,
        alone,
    )  # fmt: skip


def find_sizes(
    setting: Setting, shares: Sequence[Share], games: int
) -> tuple[list[Size], list[Unsized]]:
    """Sizes for every profile that is off, the fairest number of each first; and who has none."""
    sizes: list[Size] = []
    without: list[Unsized] = []
    for profile in off(shares, setting.question.tolerance):
        before = [share for share in shares if share.profile == profile]
        numbers = numbers_of(setting, profile)
        found = [find_size(setting, profile, number, before, games) for number in numbers]
        sizes += sorted(found, key=lambda size: (size.value is None, _worst_after(size)))
        if not numbers:
            without.append(Unsized(profile, _why_not(setting, profile)))
    return sizes, without


def _worst_after(size: Size) -> float:
    return max((abs(share.deviation) for share in size.after), default=1.0)


def _why_not(setting: Setting, profile: str) -> str:
    """Why there is no number to change."""
    if profile == setting.kind.default:
        return f"it is the {setting.kind.one} without an ability: the others are what differs"
    plain, own = (setting.data.profiles[name] for name in (setting.kind.default, profile))
    other = [f.key for f in setting.kind.fields if own[f.key] != plain[f.key]]
    if not other:
        return "it differs from the default in nothing"
    return f"{', '.join(other)} is yes or no: it has no size"
