"""A toy whose game quality is known: coins give points to seats, the most points win.

It goes through the same kernel path as any game; `toys.py` makes it importable as one.
"""

from sims.core.contract import Game, ReportPlan

GAME = Game(
    name="toy", title="Toy", rulebook="", players=range(2, 9), player_word="player", titles=(),
    decisions=("pick",), endings=("points", "draw", "unfinished"), parameters=(), card_fields=(),
    rulings=(), measures=(), report=ReportPlan("turns", {}, ()), turn_limit="cap",
)  # fmt: skip
