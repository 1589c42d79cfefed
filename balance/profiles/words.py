"""What the games say about profiles, in sentences."""

from collections.abc import Sequence

from balance.profiles.shares import Call, Setting, Share
from balance.profiles.sizes import Size, Unsized
from reports.numbers import first_upper
from sims.core.contract import Game


def points(low: float, value: float, high: float) -> str:
    """A deviation in points with its interval."""
    return f"{value * 100:+.1f} points ({low * 100:+.1f} to {high * 100:+.1f})"


def _deviation(share: Share) -> str:
    return points(share.low - share.fair, share.deviation, share.high - share.fair)


def _where(shares: Sequence[Share], game: Game) -> str:
    """`+4.2 points (+3.1 to +5.3) at 2 players and ...`."""
    told = [f"{_deviation(s)} at {s.players} {game.player_word}s" for s in shares]
    return ", ".join(told)


def field_sentences(setting: Setting, shares: Sequence[Share]) -> list[str]:
    """For each profile that is off: too strong or too weak, where and by how much."""
    tolerance = setting.question.tolerance
    told = []
    for name in setting.names:
        own = [s for s in shares if s.profile == name]
        for call in (Call.TOO_STRONG, Call.TOO_WEAK):
            some = [s for s in own if s.call(tolerance) == call]
            if some:
                told.append(f"{name} is {call.value.lower()}: {_where(some, setting.game)}.")
    return told or [_nobody(setting, shares)]


def _nobody(setting: Setting, shares: Sequence[Share]) -> str:
    tolerance = setting.question.tolerance
    still_open = sum(s.call(tolerance) == Call.INCONCLUSIVE for s in shares)
    told = f"No {setting.kind.one} is shown to be off by more than {tolerance * 100:g} points"
    return (
        f"{told}; {still_open} of {len(shares)} shares are not settled."
        if still_open
        else (f"{told}: all {len(shares)} shares are fair.")
    )


def size_sentence(setting: Setting, size: Size) -> str:
    """The value that makes a profile fairest, how that was confirmed, and what stays open."""
    what = f"{size.profile}, {size.key} = {size.old}"
    if size.value is None or not size.helps:
        values = f"{min(size.tried)} to {max(size.tried)}"
        shown = (
            "no other comes nearer to fair"
            if size.value is None
            else (f"none is shown to be fairer on fresh games; the nearest was {size.value}")
        )
        return f"{what}: of {values} {shown}.{_alone(setting, size)}"
    told = f"{what}: {size.value} is the fairest"
    if size.value == size.default:
        told += " (the default: nothing is left of it)"
    told += f"; {_where(size.after, setting.game)}, on fresh games. {_what_is_left(setting, size)}"
    return told + _alone(setting, size)


def _what_is_left(setting: Setting, size: Size) -> str:
    """At which player counts the value is not shown to be fair."""
    tolerance = setting.question.tolerance
    told = []
    for call in (Call.TOO_STRONG, Call.TOO_WEAK, Call.INCONCLUSIVE):
        counts = [str(s.players) for s in size.after if s.call(tolerance) == call]
        if counts:
            word = "not settled" if call == Call.INCONCLUSIVE else f"still {call.value.lower()}"
            told.append(f"{word} at {', '.join(counts)} {setting.game.player_word}s")
    if not told:
        return "Fair at every player count asked."
    text = "; ".join(told)
    return f"{first_upper(text)}."


def _alone(setting: Setting, size: Size) -> str:
    """The fairest values at single player counts, where one value does not serve all."""
    word = f"{setting.game.player_word}s"
    told = [
        f"at {players} {word} alone {value} is the fairest, {_deviation(share)}"
        for players, (value, share) in size.alone.items()
    ]
    text = "; ".join(told)
    return f" {first_upper(text)}." if told else ""


def unsized_sentence(one: Unsized) -> str:
    """Why a profile that is off got no suggestion."""
    return f"{one.profile}: {one.reason}."
