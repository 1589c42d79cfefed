"""What cards do, as sentences."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.carding.answer import FALSE, HAND, LEADING, Cards
from balance.carding.effects import REMOVAL, SWAP
from balance.carding.seen import WARNING
from balance.pairing import FEW
from balance.planning import ROTATED
from balance.strength import only
from reports.numbers import first_upper, fixed, plural

if TYPE_CHECKING:
    import pandas as pd

OPTIONS = (
    "Who plays at random picks among options, so a card that offers many options is played more "
    "often whatever it does. That is why the strongest strategy plays where nobody is named, and "
    "why what is said should be held against players of other strengths."
)


FEW_DIFFER = "too few games differ for an interval"


def bounds(low: float, high: float, unit: str) -> str:
    """An interval as words: `95 %: +0.9 to +2.7`, or why there is none."""
    factor = 100 if unit == "share" else 1
    if not (math.isfinite(low) and math.isfinite(high)):
        return FEW_DIFFER
    return f"95 %: {small(low * factor)} to {small(high * factor)}"


def small(value: float) -> str:
    """A signed number with one decimal, two where one would say 0."""
    return fixed(value, 1 if abs(value) >= 0.1 or value == 0 else 2, sign=True)


def amount(change: float, low: float, high: float, unit: str) -> str:
    """A change with its interval: `+1.8 turns (95 %: +0.9 to +2.7)`."""
    factor, word = (100, "points") if unit == "share" else (1, unit)
    return f"{small(change * factor)} {word} ({bounds(low, high, unit)})"


def _at(cards: Cards, players: int) -> str:
    return f"{players} {cards.game.player_word}s"


def _top(frame: "pd.DataFrame", kind: str) -> "pd.Series[Any] | None":
    rows = frame[(frame["kind"] == kind) & (frame["quantity"] == LEADING[kind])]
    return None if rows.empty else rows.loc[rows["change"].abs().idxmax()]


def _leader(cards: Cards, kind: str) -> str | None:
    """The card with the largest effect of a kind, with its fresh estimate."""
    row = _top(cards.effects, kind)
    if row is None:
        return None
    n, card = int(row["players"]), row["card"]
    again = cards.confirmed
    same = again[
        (again["players"] == n) & (again["kind"] == kind) & (again["card"] == card)
    ]  # fmt: skip
    told = amount(row["change"], row["low"], row["high"], row["unit"])
    text = (
        f"In the opening hand {card} changes the chance to win most: {told} at {_at(cards, n)}, "
        "against hands without it"
        if kind == HAND
        else f"A blank in place of one {card} changes the length most: {told} at {_at(cards, n)}"
    )
    if row["seen_low"] > row["low"] + 0.001:  # unfinished games widen it
        low, high = 100 * row["seen_low"], 100 * row["seen_high"]
        text += f" ({small(low)} to {small(high)} with unfinished games as won by nobody)"
    if not same.empty:
        one = same.iloc[0]
        fresh = amount(one["change"], one["low"], one["high"], one["unit"])
        text += f"; on fresh games, which had no part in choosing it, {fresh}"
    if not row["told_apart"]:
        text += "; not told apart from zero"
    elif not same.empty and not _confirms(row, same.iloc[0]):
        text += "; so it is not confirmed"
    return f"{text}. {first_upper(row['strength_words'])}."


def _confirms(row: "pd.Series[Any]", fresh: "pd.Series[Any]") -> bool:
    """Whether fresh games show an effect to the same side."""
    return bool(fresh["low"] > 0 if row["change"] > 0 else fresh["high"] < 0)


def _family(cards: Cards) -> str:
    frame = cards.effects
    told = int(frame["told_apart"].sum())
    verb = "is" if told == 1 else "are"
    text = f"{told} of {plural(len(frame), 'effect')} {verb} told apart from zero"
    if told:
        text += (
            f"; of effects called so, at most {FALSE * 100:.0f} % are expected to be false "
            "(Benjamini and Hochberg)"
        )
    open_ended = int(np.isinf(frame["low"].to_numpy(float)).sum())
    if open_ended:
        text += (
            f". Of {plural(open_ended, 'effect')} on the length nothing can be said: fewer than "
            f"{FEW} games differ"
        )
    return f"{text}."


def _pairing(cards: Cards) -> str | None:
    """What pairing won for swaps and removals, over cards and player counts."""
    frame = cards.effects
    ratios = frame.loc[frame["quantity"] == "turns", "variance_ratio"].to_numpy(float)
    ratios = ratios[np.isfinite(ratios)]
    if not ratios.size:
        return None
    low, middle, high = np.quantile(ratios, (0, 0.5, 1))
    return (
        "Pairing by game id: without it the changes of length would take "
        f"{middle:.1f} times as many games (median over cards; {low:.1f} to {high:.1f})."
    )


def _jailing(cards: Cards) -> list[str]:
    """How often cards turn against their holders (send them to jail), where the game has such."""
    events = cards.game.card_events
    seen = cards.seen
    if events is None or seen.empty:
        return []
    said = []
    for event in events.against:
        rows = seen[seen["event"] == event]
        for n in dict.fromkeys(rows["players"]):
            each = rows[rows["players"] == n].sort_values("per_game", ascending=False)
            parts = [
                f"{one['card']} {one['per_game']:.2f} ({one['per_game_low']:.2f} to "
                f"{one['per_game_high']:.2f})"
                for one in each.to_dict("records")
            ]
            games = plural(int(each["games"].iloc[0]), "replayed game")
            what = first_upper(events.names[event])
            said.append(
                f"{what}, times a game at {_at(cards, n)}: {', '.join(parts)} ({games}, 95 %; "
                f"{only(cards.lineup).words})."
            )
    return said


def _pairs(cards: Cards) -> str | None:
    frame = cards.pairs
    if frame.empty:
        return None
    told = frame[frame["told_apart"]]
    among = first_upper(only(cards.lineup).words)
    if told.empty:
        pairs = plural(len(frame), "pair")
        return f"No interplay of two removals is told apart from zero ({pairs}). {among}."
    row = told.loc[told["beyond"].abs().idxmax()]
    change = amount(row["beyond"], row["beyond_low"], row["beyond_high"], "turns")
    return (
        f"{row['card']} and {row['with']} interplay most, at {_at(cards, int(row['players']))}: "
        f"taking out both changes the length by {change} beyond the sum of the two; it is the "
        f"largest of {plural(len(frame), 'pair')}, so its true size is likely somewhat smaller. "
        f"{among}."
    )


def sentences(cards: Cards) -> list[str]:
    """What a designer should read: the leaders, the family, what is meant, what misleads."""
    blank = cards.game.blank
    said = [_leader(cards, HAND), _leader(cards, SWAP), _family(cards), _pairing(cards)]
    said += [_pairs(cards), *_jailing(cards)]
    if any(len(found.base) > 1 for found in cards.effects_of.values()):
        said.append(ROTATED)
    said += [blank.help if blank else None, OPTIONS, WARNING if cards.asked.sample else None]
    return [text for text in said if text]


KINDS = {
    HAND: "In the opening hand: win rate with the card less without it",
    SWAP: "A blank in place of one copy: change in length",
    REMOVAL: "One copy out: change in length",
}
"""What each kind of effect is, as a heading."""
