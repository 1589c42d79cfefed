"""The analysis of cards: what is played, and what comes out as tidy frames."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from balance.blocks import Sums
from balance.carding.effects import REMOVAL, SWAP, Effects, cells_of, measure, variants
from balance.carding.hands import hand_effects, hand_trait, held_rates
from balance.carding.seen import Seen, replay, share
from balance.pairing import Change, turns_change
from balance.planning import Question, Rotations, by_count, lineup_of, on_fresh_games, plan
from balance.stats import benjamini_hochberg, mean_interval, wilson
from balance.stats.families import error_of_difference
from balance.strength import OPEN, Rung, fares, only, weakest_first
from sims.core.catalogue import find, rules_digest
from sims.core.contract import Game
from sims.core.schedule import Progress
from sims.core.strategies import shipped

if TYPE_CHECKING:
    import pandas as pd

HAND = "hand"
FALSE = 0.05
"""The expected share of false ones among the effects that are said to be told apart from zero."""

RUNG_SHARE = 4
"""The cells among players of another strength are played on this part of the games."""


@dataclass(frozen=True)
class Asked:
    """What is to be played beside the question: pairs of removals, other strengths, replays."""

    question: Question
    pairs: bool = False
    ladder: bool = True
    sample: int = 200


@dataclass(frozen=True)
class Cards:
    """What each card does: `effects` by player count, `rungs` by strategy and player count."""

    asked: Asked
    effects_of: Mapping[int, Effects]
    rungs: Mapping[str, Mapping[int, Effects]]
    fresh: Mapping[int, Effects]
    seen_of: Mapping[int, Sequence[Seen]]

    @property
    def question(self) -> Question:
        """The question that was asked."""
        return self.asked.question

    @property
    def game(self) -> Game:
        """The game."""
        return find(self.question.game)

    @property
    def lineup(self) -> str:
        """Who played, in words."""
        return lineup_of(next(iter(self.effects_of.values())).base)

    def fingerprints(self, players: int) -> list[str]:
        """Those of the cells with every card at a player count, one for each rotation."""
        seed = self.question.seed
        cells = [rotation.cell for rotation in self.effects_of[players].base]
        return [cell.fingerprint(rules_digest(cell.game), seed) for cell in cells]

    @cached_property
    def effects(self) -> "pd.DataFrame":
        """A row per player count, card, kind and quantity: the effect with its 95 % interval.

        `kind` is "hand" (win rate of a hand with the card less without), "swap" (a blank in place
        of a copy) or "removal" (a copy out); `quantity` "win_rate", "turns", "unfinished" or
        "worst" (the worst seat's distance from an equal share). `told_apart` holds the false
        discovery rate of all rows at 5 % (Benjamini and Hochberg). Shares from -1 to 1, turns.
        The interval of a length is infinite where too few games differ. `seen_low` and
        `seen_high`, for hands, count unfinished games as won by nobody. `strength` says how the
        effect fares among players of other strengths (see `balance.strength`). `games` are those
        of all `rotations` of the lineup together.
        """
        rows = [row for n, e in self.effects_of.items() for row in effect_rows(self.game, n, e)]
        return labelled(told_apart(rows), self.strength, self.lineup)

    @cached_property
    def held(self) -> "pd.DataFrame":
        """A row per player count, card and number in the opening hand: the win rate."""
        import pandas as pd

        trait = hand_trait(self.game)
        rows = []
        for n, found in self.effects_of.items():
            for one in held_rates(found.tally, trait) if trait else ():
                rows.append({"players": n, "card": one.title, **_fields(one, "title")})
        return pd.DataFrame(rows)

    @cached_property
    def pairs(self) -> "pd.DataFrame":
        """A row per player count and pair of removals: the change of length, and the interplay.

        `beyond` is what the pair changes beyond the sum of its two cards, game by game; its
        interval is infinite where too few games show any.
        """
        import pandas as pd

        rows = []
        for n, found in self.effects_of.items():
            for pair in found.pairs:
                both, beyond = turns_change(pair.both), turns_change(pair.beyond)
                rows.append(
                    {
                        "players": n, "card": pair.titles[0], "with": pair.titles[1],
                        "turns": both.difference, "turns_low": both.low, "turns_high": both.high,
                        "beyond": beyond.difference, "beyond_low": beyond.low,
                        "beyond_high": beyond.high, "games": both.n,
                        "error": error_of_difference(partial(_turns_bounds, pair.beyond)),
                        **only(self.lineup).columns(),
                    }
                )  # fmt: skip
        frame = pd.DataFrame(rows)
        if rows:
            frame["told_apart"] = benjamini_hochberg(frame.pop("error")) <= FALSE
        return frame

    @cached_property
    def strength(self) -> "pd.DataFrame":
        """The same columns as `effects`, with a `strategy`, among players of each strength.

        Hands and swaps only. `told_apart` holds the false discovery rate of each strategy's rows.
        """
        import pandas as pd

        by_name = {**self.rungs, self.lineup: self.effects_of}
        parts = []
        for name in weakest_first(by_name, self.game.report.ladder):
            found = by_name[name].items()
            rows = [row for n, e in found for row in effect_rows(self.game, n, e, (SWAP,))]
            part = told_apart(rows)
            part.insert(0, "strategy", name)
            parts.append(part)
        return pd.concat(parts, ignore_index=True)

    @cached_property
    def confirmed(self) -> "pd.DataFrame":
        """The largest hand and swap effect of each player count once more, on fresh games."""
        import pandas as pd

        rows = []
        for n, found in self.fresh.items():
            named = {(kind, title) for kind, title in self._largest(n)}
            for row in effect_rows(self.game, n, found):
                if (row["kind"], row["card"]) in named and row["quantity"] in LEADING.values():
                    rows.append(row)
        return pd.DataFrame(rows, columns=COLUMNS).drop(columns="error")

    def _largest(self, players: int) -> list[tuple[str, str]]:
        return largest(self.game, players, self.effects_of[players])

    @cached_property
    def seen(self) -> "pd.DataFrame":
        """A row per player count, card and event: how often it was seen in a sample of games.

        `per_game` counts events (a mean with its 95 % interval), `rate` is the win rate of the
        hands that had one. Both mislead: see `balance.carding.seen.WARNING`.
        """
        import pandas as pd

        rows = []
        for n, found in self.seen_of.items():
            for one in found:
                low, high = wilson(one.wins, one.hands, unfinished=one.unfinished)
                mean = mean_interval(one.count, one.squares, one.games)
                rows.append(
                    {
                        "players": n, "card": one.title, "event": one.event,
                        "per_game": mean.mean, "per_game_low": max(0.0, mean.low),
                        "per_game_high": mean.high, "hands": one.hands, "wins": one.wins,
                        "rate": one.wins / one.hands, "low": float(low), "high": float(high),
                        "games": one.games,
                    }
                )  # fmt: skip
        return pd.DataFrame(rows)

    @property
    def sentences(self) -> list[str]:
        """What a designer should read."""
        from balance.carding.wording import sentences

        return sentences(self)


COLUMNS = [
    "players", "kind", "card", "copies", "quantity", "change", "low", "high", "seen_low",
    "seen_high", "unit", "games", "rotations", "variance_ratio", "error",
]  # fmt: skip
LEADING = {HAND: "win_rate", SWAP: "turns", REMOVAL: "turns"}
"""The quantity by which each kind of effect is ranked."""


def _fields(one: Any, *but: str) -> dict[str, Any]:
    return {key: value for key, value in vars(one).items() if key not in but}


def told_apart(rows: Sequence[Mapping[str, Any]]) -> "pd.DataFrame":
    """Rows of `effect_rows` as a frame, with the false discovery rate of them all held."""
    import pandas as pd

    frame = pd.DataFrame(rows, columns=COLUMNS)
    if len(frame):
        frame["told_apart"] = benjamini_hochberg(frame["error"]) <= FALSE
    else:
        frame["told_apart"] = pd.Series(dtype=bool)
    return frame.drop(columns="error")


CALLS = {
    "win_rate": ("wins less", "wins more"), "turns": ("shorter", "longer"),
    "unfinished": ("fewer unfinished", "more unfinished"), "worst": ("fairer", "less fair"),
}  # fmt: skip
"""A quantity's call where it goes down, and where it goes up."""


def _rung(row: Any) -> Rung:
    """What an effect is called among one strategy's players."""
    if not row["told_apart"]:
        return Rung(row["strategy"], "not told apart from zero", OPEN)
    size = (row["change"], row["low"], row["high"])
    return Rung(row["strategy"], CALLS[row["quantity"]][size[0] > 0], size=size)


def labelled(effects: "pd.DataFrame", strength: "pd.DataFrame", lineup: str) -> "pd.DataFrame":
    """The frame of effects with how each fares among the strategies that it was played among."""
    what = ["players", "kind", "card", "quantity"]
    rungs: dict[tuple[Any, ...], list[Rung]] = {}
    for row in strength.to_dict("records"):
        rungs.setdefault(tuple(row[key] for key in what), []).append(_rung(row))
    labels = []
    for row in effects.to_dict("records"):
        among = rungs.get(tuple(row[key] for key in what))
        labels.append(fares(among) if among else only(lineup))
    return effects.assign(
        strength=[label.value for label in labels], strength_words=[label.words for label in labels]
    )


def _turns_bounds(sums: Sums, confidence: float) -> tuple[float, float]:
    """The interval of a contrast in length at any confidence."""
    found = turns_change(sums, confidence)
    return found.low, found.high


def effect_rows(
    game: Game, players: int, found: Effects, kinds: Sequence[str] = (SWAP, REMOVAL)
) -> Iterator[dict[str, Any]]:
    """The rows of `Cards.effects` for one player count."""
    cell = found.base[0].cell
    trait = hand_trait(game)
    for hand in hand_effects(found.tally, trait) if trait else ():
        yield {
            "players": players, "kind": HAND, "card": hand.title,
            "copies": cell.deck[hand.title]["copies"], "quantity": "win_rate",
            "change": hand.value, "low": hand.low, "high": hand.high, "unit": "share",
            "seen_low": hand.seen_low, "seen_high": hand.seen_high,
            "games": found.tally.games, "rotations": len(found.base),
            "variance_ratio": None, "error": hand.error,
        }  # fmt: skip
    for effect in found.effects:
        variant = effect.variant
        if variant.kind in kinds:
            for quantity, values in _quantities(effect.change):
                yield {
                    "players": players, "kind": variant.kind, "card": variant.title,
                    "copies": variant.copies, "quantity": quantity, **values,
                    "games": effect.change.games, "rotations": len(found.base),
                }  # fmt: skip


def _quantities(change: Change) -> Iterator[tuple[str, dict[str, Any]]]:
    """Length, unfinished share and the worst seat: the change, its interval, its error."""
    turns, share, seat = change.turns, change.unfinished, change.worst

    def worst(confidence: float) -> tuple[float, float]:
        found = change.worst_at(confidence)
        return found.low, found.high

    for name, value, bounds, unit, ratio in (
        ("turns", turns.difference, change.turns_bounds, "turns", turns.variance_ratio),
        ("unfinished", share.difference, change.unfinished_bounds, "share", share.variance_ratio),
        ("worst", seat.change, worst, "share", change.variance_ratio),
    ):
        low, high = bounds(0.95)
        yield name, {
            "change": value, "low": low, "high": high, "unit": unit, "variance_ratio": ratio,
            "error": error_of_difference(bounds),
        }  # fmt: skip


def largest(game: Game, players: int, found: Effects) -> list[tuple[str, str]]:
    """The card with the largest effect of each kind but removals: (kind, title)."""
    best: dict[str, tuple[float, str]] = {}
    for row in effect_rows(game, players, found, (SWAP,)):
        kind = row["kind"]
        if row["quantity"] == LEADING[kind]:
            best[kind] = max(best.get(kind, (-1.0, "")), (abs(row["change"]), row["card"]))
    return [(kind, title) for kind, (_, title) in best.items()]


def other_rungs(asked: Asked) -> list[str]:
    """The strategies of the game's ladder beside the one that plays, weakest first."""
    game = find(asked.question.game)
    known = shipped(game.name)
    names = [n for n in game.report.ladder if n in known and (n,) != asked.question.lineup]
    return names if asked.ladder else []


def _among(asked: Asked, name: str) -> Question:
    games = max(1, asked.question.games // RUNG_SHARE)
    return replace(asked.question, lineup=(name,), games=games)


def total_games(asked: Asked) -> int:
    """How many games `run` will play, for the progress bar."""
    total = 0
    for players, base in by_count(plan(asked.question)).items():
        cells = cells_of(asked.question, base, asked.pairs) + 2
        total += asked.question.games * len(base) * cells
        total += share(asked.sample, base) * len(base)
        for name in other_rungs(asked):
            rung = _among(asked, name)
            among = by_count(plan(replace(rung, players=(players,))))[players]
            total += rung.games * len(among) * (1 + len(variants(rung, among, (SWAP,))))
    return total


def run(asked: Asked, progress: Progress | None = None) -> Cards:
    """Play everything: the cells of each player count, other strengths, fresh games, replays."""
    question = asked.question
    bases = by_count(plan(question))
    effects = {
        n: measure(question, base, with_pairs=asked.pairs, progress=progress)
        for n, base in bases.items()
    }
    rungs: dict[str, dict[int, Effects]] = {}
    for name in other_rungs(asked):
        rung = _among(asked, name)
        rungs[name] = {
            n: measure(rung, base, kinds=(SWAP,), progress=progress)
            for n, base in by_count(plan(rung)).items()
        }
    fresh = on_fresh_games(question)
    return Cards(
        asked,
        effects,
        rungs,
        {n: _again(fresh, base, effects[n], progress) for n, base in bases.items()},
        {n: replay(question, base, asked.sample, progress) for n, base in bases.items()},
    )


def _again(fresh: Question, base: Rotations, found: Effects, progress: Progress | None) -> Effects:
    """The setup and the swap with the largest effect, on fresh games."""
    title = dict(largest(find(fresh.game), base[0].cell.players, found)).get(SWAP)
    return measure(fresh, base, kinds=(SWAP,), only=title or "", progress=progress)
