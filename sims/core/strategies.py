"""Strategies: how they are marked, found, given weights and made callable by the kernel.

A strategy is a plain function of five arguments, marked by `strategy`:

    @strategy("GAME")
    def first(view, options, rules, weights, stream):
        \"\"\"Takes the first option.\"\"\"
        return 0

It returns the place of the option that it takes, 0 to `options.count - 1`. `view` is what its seat
may know, `rules` the fixed values of the cell, `weights.value[i]` its i-th weight, and `stream` its
own random numbers, for `below(stream, n)` and `uniform(stream)`. numba compiles it.

A strategy with a weight named `budget` can be named with it: `search:200` in a lineup.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from sims.core import loop
from sims.core.catalogue import GAMES
from sims.core.contract import Cell, Game, Player
from sims.core.digest import digest
from sims.core.errors import DesignerError, shown, unknown

ARGUMENTS = ("view", "options", "rules", "weights", "stream")
_MARK = "hackbalance_strategy"
BUDGET = "budget"
"""The weight that `NAME:NUMBER` in a lineup sets, of a strategy that has one."""
MAX_BUDGET = 1_000_000
WITHOUT = "~"
"""Stands in a lineup between a strategy and what it may not use; see `sims.core.restricting`."""


@dataclass(frozen=True)
class Mark:
    """What `strategy` hangs on a function."""

    game: str
    weights: Mapping[str, float] = field(default_factory=dict)
    source: str = ""
    uses: tuple[Path, ...] = ()
    scores: Callable[..., None] | None = None
    held: tuple[str, ...] = ()


def strategy(
    game: str,
    weights: Mapping[str, float] | None = None,
    source: str = "",
    uses: Iterable[Path] = (),
    scores: Callable[..., None] | None = None,
    held: Iterable[str] = (),
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Mark a function as a strategy of a game.

    `weights` maps names to default values, in the order of `weights.value`; a file
    `weights/NAME.toml` or `--set weights.NAME.KEY=...` changes them. `source` names where the idea
    comes from. The docstring is the idea, shown by `balance strategies`. `uses` are the source
    files that decide what it does beside its own file, the rules and the helpers in its folder.
    `scores` says how it values its options, see `sims.core.scores`. `held` weights are left as they
    are where weights are tuned: a win more is not what they are for.
    """

    def mark(function: Callable[..., int]) -> Callable[..., int]:
        given = Mark(game, dict(weights or {}), source, tuple(uses), scores, tuple(held))
        setattr(function, _MARK, given)
        return function

    return mark


def mark_of(function: Callable[..., int]) -> Mark:
    """What `strategy` was told of a function, nothing if it is not marked."""
    mark: Mark = getattr(function, _MARK, Mark(""))
    return mark


@dataclass(frozen=True)
class Strategy:
    """A strategy that was found: `path` is the file that a user wrote, None for our own.

    A restricted one has an `inner` strategy, and in `barred` the place of the restriction among its
    game's and of what that is about (see `sims.core.restricting`).
    """

    name: str
    game: str
    function: Callable[..., int]
    weights: Mapping[str, float]
    source: str
    digest: str
    path: Path | None = None
    of: str = ""
    """The strategy whose code it plays with weights of its own; empty if the code is its own."""
    inner: "Strategy | None" = None
    barred: tuple[int, int] = (-1, 0)
    scores: Callable[..., None] | None = None
    """How it values options, if it says so: `sims.core.scores`."""
    budget: int | None = None
    """The budget that its name says, as `search:200` does."""

    @property
    def family(self) -> str:
        """The name under which weights are given: that of the inner strategy, if there is one, and
        without the budget.
        """
        return self.inner.family if self.inner else self.name.partition(":")[0]

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: by name if it is ours, with its source if a user wrote it."""
        if self.inner is not None:
            return _restricted_again, (self.inner, self.name.rpartition(WITHOUT)[2])
        if self.budget is not None:
            return with_budget, (replace(self, name=self.family, budget=None), str(self.budget))
        if self.path is None:
            return _shipped_again, (self.game, self.name, self.digest)
        from sims.core.users import load_again

        return load_again, (self.game, self.name, self.path.name, self.path.read_bytes())

    @property
    def idea(self) -> str:
        """The first paragraph of its docstring, on one line."""
        if self.of:
            return f"Plays as `{self.of}`, with weights of its own for each player count."
        text = inspect.getdoc(self.function) or ""
        return " ".join(text.split("\n\n")[0].split())

    def player(self, weights: Mapping[str, float] | None = None, where: str = "weights") -> Player:
        """A player of this strategy, with some weights other than the default."""
        values = dict(self.weights)
        for key, value in (weights or {}).items():
            if key not in values:
                raise unknown(f"weight of {self.family}", key, values, where)
            values[key] = value
        if self.budget is not None:
            values[BUDGET] = self.budget
        if BUDGET in self.weights and not is_budget(values[BUDGET]):
            raise DesignerError(
                f"{where}.{self.family}.{BUDGET} is {values[BUDGET]:g}; a whole number from 1 to "
                f"{MAX_BUDGET:,} is needed"
            )
        name = self.name if self.path is None else f"{self.path.name}:{self.name}"
        return Player(name, tuple(values.values()), self.digest)


def borrowed(strategy: Strategy, data: Any, players: int) -> dict[str, float]:
    """The weights that a strategy has of others: the data folder's, at a player count.

    A weight called NAME.KEY is the weight KEY of the strategy NAME, so that it follows it.
    """
    known = shipped(strategy.game)
    given: dict[str, float] = {}
    for weight in strategy.weights:
        name, dot, key = weight.partition(".")
        if dot and name in known:
            theirs = data.weights_for(name, known[name].of, players)
            given[weight] = theirs.get(key, strategy.weights[weight])
    return given


@cache
def shipped(game: str) -> dict[str, Strategy]:
    """The strategies in a game's folder, by name, in the order of their files."""
    folder = GAMES / game / "strategies"
    files = sorted(folder.glob("*.py"))
    helpers = [file for file in files if file.stem.startswith("_")]
    found: dict[str, Strategy] = {}
    for file in files:
        if file.stem.startswith("_"):
            continue
        module = import_module(f"sims.games.{game}.strategies.{file.stem}")
        for name, function in vars(module).items():
            mark = getattr(function, _MARK, None)
            if mark is not None and function.__module__ == module.__name__:
                source = digest([file, *helpers, *mark.uses], name)
                found[name] = Strategy(
                    name, game, function, mark.weights, mark.source, source, scores=mark.scores
                )
    return found | _of_other_weights(game, found)


def _of_other_weights(game: str, found: Mapping[str, Strategy]) -> dict[str, Strategy]:
    """The strategies that are the code of one of those found and a file of weights."""
    from sims.core.catalogue import games
    from sims.core.data import code_of, shipped_folder

    folder = shipped_folder(games()[game]) if game in games() else None
    more: dict[str, Strategy] = {}
    for path in sorted((folder / "weights").glob("*.toml")) if folder else ():
        of = code_of(path)
        if of and path.stem not in found:
            if of not in found:
                raise unknown("strategy", of, found, f"{path} [strategy]")
            more[path.stem] = replace(found[of], name=path.stem, of=of)
    return more


def _shipped_again(game: str, name: str, source: str) -> Strategy:
    """One of ours in another process, which must have the same one."""
    found = shipped(game).get(name)
    if found is None or found.digest != source:
        raise DesignerError(f"strategy {name} of {game} is another one on this worker")
    return found


def _restricted_again(inner: Strategy, without: str) -> Strategy:
    """A restricted strategy in another process."""
    from sims.core.catalogue import find as find_game
    from sims.core.restricting import restrict

    return restrict(find_game(inner.game), inner, without, "--lineup")


def is_budget(value: float) -> bool:
    """Whether a number can be a budget."""
    return 1 <= value <= MAX_BUDGET and value == int(value)


def with_budget(chosen: Strategy, number: str, where: str = "--lineup") -> Strategy:
    """`search:200`: a strategy with a weight `budget`, and that weight."""
    what = f"{where} {shown(f'{chosen.name}:{number}')}"
    if BUDGET not in chosen.weights:
        raise DesignerError(
            f"{what}: {chosen.name} has no weight {BUDGET!r}, so no number can follow its name"
        )
    if not (number.isdecimal() and number.isascii() and 1 <= int(number[:20]) <= MAX_BUDGET):
        raise DesignerError(f"{what}: a whole number from 1 to {MAX_BUDGET:,} is needed")
    budget = int(number)
    return replace(chosen, name=f"{chosen.name}:{budget}", budget=budget)


def find(game: Game, text: str, option: str = "--lineup") -> Strategy:
    """The strategy that a lineup, or another option, names: one of ours, or `FILE.py:NAME`; either
    with a budget.

    See `WITHOUT` too.
    """
    inner, mark, without = text.rpartition(WITHOUT)
    if mark and not text.endswith(".py"):
        from sims.core.restricting import restrict

        return restrict(game, find(game, inner, option), without, option)
    if ".py:" in text or text.endswith(".py"):
        from sims.core.users import load

        path, _, rest = text.rpartition(".py")
        name, colon, number = rest.removeprefix(":").partition(":")
        chosen = load(game, Path(path + ".py"), name)
    else:
        name, colon, number = text.partition(":")
        known = shipped(game.name)
        if name not in known:
            budgeted = [f"{name}:NUMBER" for name in known if BUDGET in known[name].weights]
            raise unknown("strategy", text, [*known, *budgeted, "FILE.py:NAME"], option)
        chosen = known[name]
    return with_budget(chosen, number, option) if colon else chosen


_addresses: dict[tuple[str, str], tuple[int, Any]] = {}


def address(chosen: Strategy) -> int:
    """The address of the compiled strategy, for the kernel's loop; compiled once a process."""
    key = (chosen.game, "restricted" if chosen.inner else chosen.digest)
    if key not in _addresses:
        from sims.core.kernel import compiling

        with compiling:  # one thread at a time
            _compile(chosen, key)
    return _addresses[key][0]


def _compile(chosen: Strategy, key: tuple[str, str]) -> None:
    if key not in _addresses:
        from sims.core.jit import strategy_function
        from sims.core.kernel import kernel

        signature = kernel(chosen.game).strategy_type
        if chosen.inner is not None:
            from sims.core.catalogue import find as find_game
            from sims.core.restricting import compile_restricted

            compiled = compile_restricted(find_game(chosen.game), signature)
        elif chosen.path is None:
            compiled = strategy_function(signature, chosen.function)
        else:
            from sims.core.users import compile_guarded

            compiled = compile_guarded(chosen, signature)
        _addresses[key] = (compiled.address, compiled)  # the function lives as long as the address


def at_table(cell: Cell, chosen: Sequence[Strategy]) -> tuple[np.ndarray, np.ndarray]:
    """Who sits where, as the kernel wants it: addresses and weights, an entry a seat."""
    from sims.core.kernel import pack_weights

    addresses = np.zeros(loop.MAX_SEATS, np.int64)
    weights = pack_weights([player.weights for player in cell.lineup])
    for seat, strategy in enumerate(chosen):
        addresses[seat] = address(strategy)
        if strategy.inner is not None:
            weights[seat]["inner"] = address(strategy.inner)
            weights[seat]["barred"], weights[seat]["item"] = strategy.barred
    return addresses, weights


__all__ = [
    "ARGUMENTS",
    "WITHOUT",
    "Mark",
    "Strategy",
    "address",
    "at_table",
    "find",
    "mark_of",
    "shipped",
    "strategy",
    "with_budget",
]
