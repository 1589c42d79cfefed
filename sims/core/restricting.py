"""Restricted play: a strategy that may not use one thing, to see what that thing is worth.

`balanced~freezes` in a lineup is `balanced` without what its game calls `freezes`, and
`balanced~play=X` plays no card X. Where the strategy takes an option that uses the thing, it is
asked again about the others alone. A list in which every option does stands as it is, for somebody
who is asked has to answer.

Source: A. Jaffe, A. Miller, E. Andersen, Y.-E. Liu, A. Karlin and Z. Popović, Evaluating
competitive game balance with restricted play, AIIDE 2012.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from sims.core.catalogue import GAMES
from sims.core.contract import Game, Restriction
from sims.core.digest import digest
from sims.core.errors import DesignerError, unknown
from sims.core.jit import caller, part, strategy_function
from sims.core.loop import bind, call
from sims.core.strategies import WITHOUT, Strategy

ITEM = "="
"""Stands between a restriction and the title that it is about."""


@dataclass(frozen=True)
class Barred:
    """One thing that a game's players can be forbidden to use.

    `place` is that of its restriction among the game's, `item` what that is told about: the place
    of a title among the game's, else 0.
    """

    name: str
    label: str
    place: int
    item: int


def things(game: Game) -> dict[str, Barred]:
    """Everything that a game's players can be forbidden to use, by its name in a lineup."""
    found = [
        Barred(
            f"{restriction.name}{ITEM}{title}" if title else restriction.name,
            restriction.label.format(item=title),
            place,
            game.titles.index(title) if title else 0,
        )
        for place, restriction in enumerate(game.restrictions)
        for title in restriction.items or ("",)
    ]
    return {thing.name: thing for thing in found}


def restrict(game: Game, strategy: Strategy, text: str, where: str) -> Strategy:
    """A strategy without the thing that `text` names; `where` says in errors where it stands."""
    known = things(game)
    if not known:
        raise DesignerError(f"{where} {strategy.name}{WITHOUT}{text}: {game.title} declares no "
                            "restrictions")  # fmt: skip
    if text not in known:
        raise unknown(f"restriction of {game.title}", text, known, where)
    thing = known[text]
    sources = [Path(__file__), GAMES / game.name / "restrictions.py"]
    mine = digest([file for file in sources if file.exists()], strategy.digest, text)
    return replace(
        strategy, name=f"{strategy.name}{WITHOUT}{text}", digest=mine, inner=strategy,
        barred=(thing.place, thing.item),
    )  # fmt: skip


def uses(view: Any, option: Any, rules: Any, barred: int, item: int) -> bool:
    """Whether an option uses what the restriction at place `barred` forbids."""
    raise NotImplementedError


def _restricted(view, options, rules, weights, stream):
    chosen = call(weights.inner, view, options, rules, weights, stream)
    count = options.count
    if not 0 <= chosen < count:
        return chosen  # a fault, which the loop reports
    if not uses(view, options.item[chosen], rules, weights.barred, weights.item):
        return chosen
    place = np.empty(count, np.int64)
    code = np.empty(count, np.uint64)
    kept = 0
    for i in range(count):
        code[i] = options.item[i].code
        if not uses(view, options.item[i], rules, weights.barred, weights.item):
            place[kept] = i
            kept += 1
    if kept == 0:
        return chosen
    if kept == 1:
        return place[0]
    for i in range(kept):
        options.item[i].code = code[place[i]]
    options.count = kept
    again = call(weights.inner, view, options, rules, weights, stream)
    options.count = count
    for i in range(count):
        options.item[i].code = code[i]
    return place[again] if 0 <= again < kept else place[0]


def _or(place: int, first: Any, others: Any) -> Any:
    @part
    def either(view, option, rules, barred, item):
        if barred == place:
            return first(view, option, rules, item)
        return others(view, option, rules, barred, item)

    return either


def _any_of(restrictions: Sequence[Restriction]) -> Any:
    """`uses` of a game, of the predicates that it declares."""

    @part
    def found(view, option, rules, barred, item):
        return False

    for place, restriction in enumerate(restrictions):
        found = _or(place, part(restriction.uses), found)
    return found


def compile_restricted(game: Game, signature: Any) -> Any:
    """The strategy that asks another one, whose address its weights hold, about fewer options."""
    names = {
        "__name__": __name__, "np": np, "call": caller(signature),
        "uses": _any_of(game.restrictions),
    }  # fmt: skip
    return strategy_function(signature, bind(_restricted, names, game.name))
