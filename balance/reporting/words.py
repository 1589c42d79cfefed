"""The report's sentences: findings in words that a designer uses, each with its interval."""

import pandas as pd

from balance.planning import Question
from balance.playing import Result
from balance.reporting.runs import Runs
from balance.stats import Call
from sims.core.contract import Game
from sims.core.strategies import shipped

METHOD = (
    "FAIR: every seat's 90 % interval lies within the tolerance around an equal share. UNFAIR: "
    "some seat's interval, 95 % for all seats at once, lies wholly outside. INCONCLUSIVE: neither "
    "yet. Unfinished games widen the intervals; they are never dropped."
)


def count(players: int, game: Game) -> str:
    """`4 hackers`."""
    return f"{players} {game.player_word}s"


def span(low: float, high: float) -> str:
    """An interval of shares in per cent."""
    return f"{low * 100:.1f} to {high * 100:.1f}"


def simulated(asked: Question, runs: Runs, game: Game) -> str:
    """What was simulated, in a sentence."""
    return (
        f"{runs.games:,} games of {game.title}, by the whole rules, among {', '.join(runs.ladder)} "
        f"players; the map and what follows it among {runs.ladder[-1]} unless it says otherwise. "
        f"A seat is fair within ±{asked.tolerance * 100:g} points of an equal share."
    )


def worst(result: Result) -> str:
    """The seat that is farthest from an equal share, with its interval."""
    seats = result.verdict.seats
    even = 1 / len(seats)
    seat = max(seats, key=lambda s: abs(s.rate - even))
    return (
        f"seat {seat.seat} wins {seat.rate * 100:.1f} % ({span(seat.low, seat.high)}) where "
        f"{even * 100:.1f} is fair"
    )


def calls(runs: Runs, row: int) -> dict[str, Call]:
    """The call of a row of the table at each rung of the ladder."""
    return {
        name: answer.results[row].verdict.call
        for name, answer in zip(runs.ladder, runs.table, strict=True)
    }


def strength(runs: Runs, row: int) -> str:
    """How the call fares with strength: the label that every finding carries."""
    by_rung = calls(runs, row)
    if len(by_rung) == 1:
        return f"only tested among {next(iter(by_rung))}"
    if len(set(by_rung.values())) == 1:
        return f"holds at every strength tested ({', '.join(by_rung)})"
    others = ", ".join(f"{call.value} among {name}" for name, call in by_rung.items())
    return f"depends on strength: {others}"


def verdict_sentence(runs: Runs, row: int, game: Game) -> tuple[str, str]:
    """The call of a row among the strongest players, and the sentence for the first screen."""
    result = runs.table[-1].results[row]
    judged = result.verdict
    more = ""
    if judged.call == Call.INCONCLUSIVE:
        more = f" {_what_is_missing(result)}"
    sentence = (
        f"At {count(result.planned.cell.players, game)} {worst(result)}: {judged.call.value} at "
        f"±{judged.tolerance * 100:g} points; {strength(runs, row)}.{more}"
    )
    return judged.call.value, sentence


def _what_is_missing(result: Result) -> str:
    """What keeps a verdict open."""
    needed = result.verdict.games_needed
    if needed:
        return f"About {needed:,} further games would settle it."
    share = result.tally.unfinished / result.tally.games
    if 2 * share > result.verdict.tolerance:
        return (
            f"{share * 100:.1f} % of the games are unfinished when they are stopped, and anybody "
            "might have won them: more games cannot settle it."
        )
    return "More games are not expected to settle it."


def strength_sentence(runs: Runs, row: int, game: Game) -> str:
    """A row of the table at every rung: worst seat and length."""
    parts = [
        f"among {name} {worst(answer.results[row])}, {answer.cells['turns_mean'][row]:.1f} turns "
        f"({answer.cells['turns_low'][row]:.1f} to {answer.cells['turns_high'][row]:.1f})"
        for name, answer in zip(runs.ladder, runs.table, strict=True)
    ]
    players = runs.table[-1].results[row].planned.cell.players
    return f"{count(players, game)}, {strength(runs, row)}: {'; '.join(parts)}."


def ladder_ideas(runs: Runs) -> str:
    """What the strategies of the ladder are."""
    known = shipped(runs.table[0].question.game)
    ideas = [f"{name}: {known[name].idea.rstrip('.')}" for name in runs.ladder]
    return "Every seat plays the same strategy. " + ". ".join(ideas) + "."


def removal_sentence(frame: pd.DataFrame, game: Game) -> str:
    """The card that changes the length most, over the player counts."""
    cards = frame[frame["turns_change"].notna()]
    largest = cards.loc[cards["turns_change"].abs().idxmax()]
    change = largest["turns_change"]
    return (
        f"The largest change in length: without one {largest['card']} games of "
        f"{count(int(largest['players']), game)} are {abs(change):.1f} turns "
        f"{'longer' if change > 0 else 'shorter'} (95 %: {largest['turns_change_low']:+.1f} to "
        f"{largest['turns_change_high']:+.1f}). It is the largest of {len(cards)}, so its true "
        "size is likely somewhat smaller."
    )
