"""The first screen's sentences: how a row is judged, what would make it fair, across strength."""

from collections.abc import Mapping

import pandas as pd

from balance.labels import label
from balance.playing import Result
from balance.reporting import words
from balance.reporting.mends import Mend
from balance.reporting.runs import Runs
from balance.stats import Call, SeatRate, verdict, wilson
from balance.strength import VERDICTS, Rung, Strength, fares
from reports.numbers import estimate, first_upper
from sims.core.catalogue import find
from sims.core.contract import Game


def share(value: float) -> str:
    """An equal share in per cent, without idle zeros: `25`, `33.3`."""
    return f"{value * 100:.3g}"


def worst_seat(result: Result) -> SeatRate:
    """The seat that is farthest from an equal share."""
    seats = result.verdict.seats
    return max(seats, key=lambda s: abs(s.rate - 1 / len(seats)))


def distance(result: Result) -> float:
    """How far the worst seat is from an equal share."""
    return abs(worst_seat(result).rate - 1 / len(result.verdict.seats))


def worst(result: Result) -> str:
    """The seat that is farthest from an equal share, with its interval."""
    seat = worst_seat(result)
    return (
        f"seat {seat.seat} wins {seat.rate * 100:.1f} % ({words.span(seat.low, seat.high)}) where "
        f"{share(1 / len(result.verdict.seats))} is fair"
    )


def calls(runs: Runs, row: int) -> dict[str, Call]:
    """The call of a row of the table at each rung of the ladder."""
    return {
        name: answer.results[row].verdict.call
        for name, answer in zip(runs.ladder, runs.table, strict=True)
    }


def across(by_rung: Mapping[str, Call]) -> Strength:
    """How a verdict fares with strength: the label that every finding carries."""
    return fares([Rung(name, call.value, VERDICTS[call.value]) for name, call in by_rung.items()])


def strength(runs: Runs, row: int) -> Strength:
    """How the verdict on a row of the table fares with strength."""
    return across(calls(runs, row))


def labelled(frame: pd.DataFrame, runs: Runs) -> pd.DataFrame:
    """A frame about rows of the table with how the verdict of its player count fares."""
    found = {
        result.planned.cell.players: strength(runs, row)
        for row, result in enumerate(runs.table[-1].results)
    }
    return frame.assign(
        strength=[found[n].value for n in frame["players"]],
        strength_words=[found[n].words for n in frame["players"]],
    )


def verdict_sentence(runs: Runs, row: int, game: Game) -> tuple[str, str]:
    """The call of a row among the strongest players, and the sentence for the first screen.

    What would make the row fair is said behind it, as far as that was searched.
    """
    result = runs.table[-1].results[row]
    judged = result.verdict
    said = [
        f"At {words.count(result.planned.cell.players, game)} {worst(result)}: "
        f"{judged.call.value} at ±{judged.tolerance * 100:g} points; {strength(runs, row).words}."
    ]
    if judged.call == Call.INCONCLUSIVE:
        said.append(_what_is_missing(result))
    if judged.call != Call.FAIR:
        said.append(mend_sentence(runs, result.planned.cell.players, game))
    return judged.call.value, " ".join(filter(None, said))


def further(result: Result) -> int | None:
    """Games that are expected to settle a verdict, None if no number is."""
    if not result.verdict.anytime:
        return result.verdict.games_needed
    tally = result.tally
    found = verdict(tally.wins, tally.draws, tally.unfinished, result.verdict.tolerance)
    # An interval that holds at any time is wider: where the plain one would do, some are missing.
    return max(1, found.games_needed) if found.games_needed is not None else None


def about(games: int) -> str:
    """A number of games to two digits, rounded up: it is an expectation only."""
    step = 10 ** max(0, len(str(games)) - 2)
    return f"{-(-games // step) * step:,}"


def _what_is_missing(result: Result) -> str:
    """What keeps a verdict open."""
    needed = further(result)
    if needed and needed > 1:
        return f"About {about(needed)} further games would settle it."
    share = result.tally.unfinished / result.tally.games
    if 2 * share > result.verdict.tolerance:
        low, high = (float(end) for end in wilson(result.tally.unfinished, result.tally.games))
        return (
            f"{estimate(share, low, high, 'percent')} of the games are unfinished when they are "
            "stopped, and anybody might have won them: more games cannot settle it."
        )
    if needed:
        return "Some more games would settle it."
    return "More games are not expected to settle it."


# --- what would make a row fair ------------------------------------------------------------------


def mend_sentence(runs: Runs, players: int, game: Game) -> str:
    """Which value of the map's parameter would make a row fair, and what it costs."""
    if runs.advice is None:
        return ""
    for one in runs.mends:
        if one.players == players and one.is_confirmed:
            return (
                f"{first_upper(label(game, one.key))} {one.value} would make it fair and "
                f"{added(one)} ({mend_strength(one).words}; {one.change.games:,} fresh games)."
            )
    return f"{first_upper(tried(runs, players))}."


def tried(runs: Runs, players: int) -> str:
    """That no value of the map's parameter was shown to make a row fair, and which were tried."""
    assert runs.advice is not None
    [found] = [one for one in runs.advice.found if one.players == players]
    values = [setup.at[runs.parameter] for setup in found.ranked if not setup.printed]
    what = label(find(runs.advice.question.game), runs.parameter)
    if not values:
        return f"no other {what} can be played"
    return f"no {what} tried ({words.in_ranges(values)}) is shown to make it fair"


def added(one: Mend) -> str:
    """What a value adds to the length: `add 1.8 turns (1.2 to 2.4)`."""
    turns = one.change.turns
    value, low, high = turns.difference, turns.low, turns.high
    if low <= 0 <= high:
        return f"not clearly change the length ({value:+.1f} turns, {low:+.1f} to {high:+.1f})"
    if value > 0:
        return f"add {value:.1f} turns ({low:.1f} to {high:.1f})"
    return f"save {-value:.1f} turns ({-high:.1f} to {-low:.1f})"


def mend_strength(one: Mend) -> Strength:
    """How a value that makes a row fair fares across strength."""
    return across(one.calls)


def mend_evidence(one: Mend, game: Game) -> str:
    """A value beside the printed one, on the same fresh games."""
    return (
        f"At {words.count(one.players, game)}, on {one.change.games:,} fresh games, "
        f"{worst(one.after)}: {one.after.verdict.call.value}; as printed {worst(one.before)}: "
        f"{one.before.verdict.call.value}. It would {added(one)}."
    )


def length_unit(game: Game) -> str:
    """What the cap on a game's length counts: `turns`."""
    parameter = game.parameter(game.turn_limit)
    return parameter.unit if parameter is not None and parameter.unit else "turns"


def length_sentence(runs: Runs, row: int, game: Game) -> str:
    """The mean length of a row of the table, and whether it goes along with strength."""
    rungs = []
    for name, answer in zip(runs.ladder, runs.table, strict=True):
        mean, low, high = (float(answer.cells[f"turns_{c}"][row]) for c in ("mean", "low", "high"))
        rungs.append(Rung(name, "that long", size=(mean, low, high)))
    last = rungs[-1]
    assert last.size is not None
    players = runs.table[-1].results[row].planned.cell.players
    return (
        f"At {words.count(players, game)} {estimate(*last.size, 'number')} "
        f"turns on average among {last.lineup}: {fares(rungs).words}."
    )


def strength_sentence(runs: Runs, row: int, game: Game) -> str:
    """A row of the table at every rung: worst seat and length."""
    parts = [
        f"among {name} {worst(answer.results[row])}, {answer.cells['turns_mean'][row]:.1f} turns "
        f"({answer.cells['turns_low'][row]:.1f} to {answer.cells['turns_high'][row]:.1f})"
        for name, answer in zip(runs.ladder, runs.table, strict=True)
    ]
    players = runs.table[-1].results[row].planned.cell.players
    return f"{words.count(players, game)}, {strength(runs, row).words}: {'; '.join(parts)}."
