"""How large a profile's ability would have to be, to be fair: a search over one of its numbers.

A profile that is too strong or too weak somewhere is played with other values of each whole number
in which it differs from the default, everything else as it is, against the field of the others.
All values are played on the same game ids (common random numbers), so that the share of wins moves
with the value and hardly by chance. From the value in the file the search walks, in ever longer
steps, in the direction in which the mean deviation over the player counts shrinks, until it changes
its sign; between there it halves. Of all values played, that with the smallest worst deviation over
the player counts is taken. It is the best of several, so its share is told from fresh game ids.

The search assumes that more of a number makes a profile steadily stronger or weaker. Where that is
not so it may miss a better value; what it found is confirmed all the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from balance.profiles.shares import Call, Setting, Share, in_field
from sims.core.contract import CardField
from sims.core.errors import DesignerError

FRESH = 0x5EED
"""Added to the seed where what the search found is confirmed."""

MOST_VALUES = 16
"""Values that a search plays at most."""

CONFIRM = 4
"""How many times the games of a value of the search are played to confirm one."""


@dataclass(frozen=True)
class Size:
    """The fairest value of one number of a profile, and how its share is with it.

    `before`: shares with the value of the file, `after`: with the value found, on fresh game ids,
    both by player count. `tried` maps each value that the search played to its worst deviation.
    `value` is None where no other value came nearer to fair. `between` are two neighbours of which
    one is too strong and one too weak in the mean, if there are such.
    """

    profile: str
    key: str
    old: int
    value: int | None
    default: int
    before: tuple[Share, ...]
    after: tuple[Share, ...]
    tried: Mapping[int, float]
    between: tuple[int, int] | None = None

    def open_counts(self, tolerance: float) -> list[Share]:
        """The player counts at which the value found is not shown to be fair."""
        return [share for share in self.after if share.call(tolerance) != Call.FAIR]


@dataclass(frozen=True)
class Unsized:
    """A profile that is off, and has no number that could be changed."""

    profile: str
    reason: str


def off(shares: Sequence[Share], tolerance: float) -> list[str]:
    """The profiles that are too strong or too weak at some player count."""
    calls = (Call.TOO_STRONG, Call.TOO_WEAK)
    return list(dict.fromkeys(s.profile for s in shares if s.call(tolerance) in calls))


def value_of(setting: Setting, profile: str, key: str) -> int:
    """A value of a profile as it is played: of the file, or changed by the question."""
    changed = setting.question.changes.get(f"{setting.kind.option}.{profile}.{key}")
    return int(setting.data.profiles[profile][key] if changed is None else changed)


def numbers_of(setting: Setting, profile: str) -> list[CardField]:
    """The whole numbers in which a profile differs from the default one."""
    plain = setting.kind.default
    return [
        field
        for field in setting.kind.fields
        if field.kind == "int"
        and value_of(setting, profile, field.key) != value_of(setting, plain, field.key)
    ]


class _Search:
    """Shares of a profile by the value of one of its numbers, each value played once."""

    def __init__(self, setting: Setting, profile: str, field: CardField, games: int) -> None:
        self.setting, self.profile, self.field, self.games = setting, profile, field, games
        self.tried: dict[int, list[Share]] = {}

    def shares(self, value: int, seed: int, games: int) -> list[Share]:
        """The share at each player count."""
        changes = {f"{self.setting.kind.option}.{self.profile}.{self.field.key}": value}
        return [
            in_field(self.setting, self.profile, players, games, seed, changes)
            for players in self.setting.counts
        ]

    def is_possible(self, value: int) -> bool:
        """Play a value; False for one that the game cannot be played with, or one too many."""
        if value in self.tried:
            return True
        if not self.field.low <= value <= self.field.high or len(self.tried) >= MOST_VALUES:
            return False
        try:
            self.tried[value] = self.shares(value, self.setting.question.seed, self.games)
        except DesignerError:
            return False  # such as more cards in hand than there are
        return True

    def mean(self, value: int) -> float:
        """The mean deviation over the player counts, of a value that was played."""
        return fmean(share.deviation for share in self.tried[value])

    def worst(self, value: int) -> float:
        """The largest deviation over the player counts, of a value that was played."""
        return max(abs(share.deviation) for share in self.tried[value])

    def between(self) -> tuple[int, int] | None:
        """Neighbours with fair between them."""
        for value in sorted(self.tried):
            if value + 1 in self.tried and self.mean(value) * self.mean(value + 1) < 0:
                return value, value + 1
        return None

    def run(self, old: int) -> int:
        """Walk from the value of the file, then halve; returns the fairest value played."""
        self.is_possible(old)
        sign = 1 if self.mean(old) > 0 else -1
        ways = [way for way in (1, -1) if self.is_possible(old + way)]
        way = min(ways, key=lambda way: sign * self.mean(old + way), default=0)
        if way and sign * self.mean(old + way) < sign * self.mean(old):
            self._halve(*self._walk(old, way, sign))
        return min(self.tried, key=lambda value: (self.worst(value), abs(value - old)))

    def _walk(self, old: int, way: int, sign: int) -> tuple[int, int]:
        """The last value on this side of fair, and one beyond it if there is any."""
        here, step = old, 1
        while step:
            there = here + way * step
            if not self.is_possible(there):
                step //= 2
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
    setting: Setting, profile: str, field: CardField, before: Sequence[Share], games: int
) -> Size:
    """Search one number of a profile for its fairest value, and confirm it on fresh game ids."""
    search = _Search(setting, profile, field, games)
    old = value_of(setting, profile, field.key)
    value = search.run(old)
    after: list[Share] = []
    if value != old:
        fresh = (setting.question.seed + FRESH) % 2**63
        after = search.shares(value, fresh, CONFIRM * games)
    return Size(
        profile, field.key, old, value if value != old else None,
        value_of(setting, setting.kind.default, field.key), tuple(before), tuple(after),
        {tried: search.worst(tried) for tried in sorted(search.tried)}, search.between(),
    )  # fmt: skip


def find_sizes(
    setting: Setting, shares: Sequence[Share], games: int
) -> tuple[list[Size], list[Unsized]]:
    """Sizes for every profile that is off, the fairest number of each first; and who has none."""
    tolerance = setting.question.tolerance
    sizes: list[Size] = []
    without: list[Unsized] = []
    for profile in off(shares, tolerance):
        before = [share for share in shares if share.profile == profile]
        numbers = numbers_of(setting, profile)
        found = [find_size(setting, profile, field, before, games) for field in numbers]
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
