"""The figure of the analysis of cards: a forest plot of hands, swaps and removals."""

from balance.carding.answer import LEADING, Cards
from balance.carding.wording import KINDS
from reports import figures


def forest(cards: Cards, name: str = "cards") -> figures.Figure:
    """Each card's effects, in rows by the size of the swap's."""
    frame = cards.effects
    leading = frame[frame["quantity"] == frame["kind"].map(LEADING)]
    shares = leading["unit"] == "share"
    shown = leading[["players", "card", "copies", "kind", "told_apart"]].copy()
    for column, source in (("value", "change"), ("low", "low"), ("high", "high")):
        shown[column] = leading[source].where(~shares, 100 * leading[source])
    units = {"win_rate": "points", "turns": "turns"}
    panels = [(kind, KINDS[kind], units[LEADING[kind]]) for kind in KINDS]
    return figures.card_effects(shown, panels, name=name)
