"""What cards do, as sentences."""

from typing import TYPE_CHECKING, Any

from balance.carding.answer import FALSE, HAND, LEADING, Cards
from balance.carding.effects import REMOVAL, SWAP
from balance.carding.seen import WARNING

if TYPE_CHECKING:
    import pandas as pd

OPTIONS = (
    "Who plays at random picks among options, so a card that offers many options is played more "
    "often whatever it does. That is why the strongest strategy plays here, and why what is said "
    "is held against players of other strengths."
)


def amount(change: float, low: float, high: float, unit: str) -> str:
    """A change with its interval: `+1.8 turns (0.9 to 2.7)`."""
    factor, word = (100, "points") if unit == "share" else (1, unit)
    low, high = low * factor, high * factor
    return f"{change * factor:+.1f} {word} (95 %: {low:+.1f} to {high:+.1f})"


def _at(cards: Cards, players: int) -> str:
    return f"{players} {cards.game.player_word}s"


def _top(frame: "pd.DataFrame", kind: str) -> "pd.Series[Any] | None":
    rows = frame[(frame["kind"] == kind) & (frame["quantity"] == LEADING[kind])]
    return None if rows.empty else rows.loc[rows["change"].abs().idxmax()]


def _strength(cards: Cards, row: "pd.Series[Any]") -> str:
    """How an effect fares across strength, by what each rung tells apart from zero."""
    frame = cards.strength
    same = frame[
        (frame["players"] == row["players"]) & (frame["kind"] == row["kind"])
        & (frame["card"] == row["card"]) & (frame["quantity"] == row["quantity"])
    ]  # fmt: skip
    words = {}
    for _, other in same.iterrows():
        sign = 1 if other["low"] > 0 else -1 if other["high"] < 0 else 0
        words[str(other["strategy"])] = sign
    if len(words) < 2:
        return f"tested only among {cards.lineup}"
    if len(set(words.values())) == 1:
        return f"the same direction at every strength tested ({', '.join(words)})"
    said = {1: "up", -1: "down", 0: "not told apart from zero"}
    return "depends on strength: " + ", ".join(f"{said[s]} among {n}" for n, s in words.items())


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
        text += f" ({low:+.1f} to {high:+.1f} with unfinished games as won by nobody)"
    if not same.empty:
        one = same.iloc[0]
        fresh = amount(one["change"], one["low"], one["high"], one["unit"])
        text += f"; on fresh games, which had no part in choosing it, {fresh}"
    return f"{text}. Across strength: {_strength(cards, row)}."


def _family(cards: Cards) -> str:
    frame = cards.effects
    told = int(frame["told_apart"].sum())
    return (
        f"{told} of {len(frame)} effects are told apart from zero, with at most "
        f"{FALSE * 100:.0f} % of these expected to be false (Benjamini and Hochberg)."
    )


def _pairs(cards: Cards) -> str | None:
    frame = cards.pairs
    if frame.empty:
        return None
    told = frame[frame["told_apart"]]
    if told.empty:
        return f"No interplay of two removals is told apart from zero ({len(frame)} pairs)."
    row = told.loc[told["beyond"].abs().idxmax()]
    change = amount(row["beyond"], row["beyond_low"], row["beyond_high"], "turns")
    return (
        f"{row['card']} and {row['with']} interplay most, at {_at(cards, int(row['players']))}: "
        f"taking out both changes the length by {change} beyond the sum of the two; it is the "
        f"largest of {len(frame)} pairs, so its true size is likely somewhat smaller."
    )


def sentences(cards: Cards) -> list[str]:
    """What a designer should read: the leaders, the family, what is meant, what misleads."""
    blank = cards.game.blank
    said = [_leader(cards, HAND), _leader(cards, SWAP), _family(cards), _pairs(cards)]
    said += [blank.help if blank else None, OPTIONS, WARNING if cards.asked.sample else None]
    return [text for text in said if text]


KINDS = {
    HAND: "In the opening hand: win rate with the card less without it",
    SWAP: "A blank in place of one copy: change in length",
    REMOVAL: "One copy out: change in length",
}
"""What each kind of effect is, as a heading."""
