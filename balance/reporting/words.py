"""The report's sentences: findings in words that a designer uses, each with its interval."""

import re
from collections.abc import Mapping
from typing import Any

import pandas as pd

from balance.planning import Question
from balance.reporting.runs import Runs
from balance.reporting.sweeps import LeftOut, SweepRun
from balance.strength import ABSENT, DEPENDS, EFFECT, OPEN, Rung, Strength, fares
from reports.numbers import estimate, first_upper, listed, percent
from sims.core.contract import Game, Measure
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
        f"{runs.games:,} games of {game.title}, by the whole rules, among "
        f"{listed(list(runs.ladder))} players; the map and what follows it among "
        f"{runs.ladder[-1]} unless it says otherwise. "
        f"A seat is fair within ±{asked.tolerance * 100:g} points of an equal share."
    )


def ladder_ideas(runs: Runs) -> str:
    """What the strategies of the ladder are."""
    known = shipped(runs.table[0].question.game)
    ideas = [f"{name}: {known[name].idea.rstrip('.')}" for name in runs.ladder]
    return "Every seat plays the same strategy. " + ". ".join(ideas) + "."


def sweep_sentences(run: SweepRun, frame: pd.DataFrame, game: Game) -> list[str]:
    """For each player count how length and fairness go along, and how that fares with strength."""
    key = run.sweep.key
    said = []
    for players, own in run.printed.items():
        mine = frame[frame["players"] == players]
        rungs = {rung: mine[mine["lineup"] == rung] for rung in reversed(run.rungs)}
        if len(mine) < 2 * len(rungs):
            said.append(f"{count(players, game)}: only {own} can be played, the table's own.")
            continue
        first, *_, last = (cell for _, cell in rungs[run.rungs[-1]].iterrows())
        calls = "; ".join(f"among {rung} {_by_value(cells, key)}" for rung, cells in rungs.items())
        said.append(
            f"{count(players, game)}, {own} in the table. From {first[key]} to {last[key]} games "
            f"{_ways(rungs)}: {_turns(first)} and {_turns(last)} turns among {run.rungs[-1]}"
            f"{_unfinished(first, last)}. The "
            f"seat farthest from fair: {_farthest(first)} at {first[key]}, {_farthest(last)} at "
            f"{last[key]}. Verdicts: {calls}; {_sweep_strength(rungs, key).words}."
        )
    return [*said, *left_out_sentences(run.left_out)]


def _sweep_strength(rungs: Mapping[str, pd.DataFrame], key: str) -> Strength:
    """How the verdicts along a sweep fare; in what direction they differ, the list itself says."""
    called = {rung: _by_value(cells, key) for rung, cells in rungs.items()}
    if len(set(called.values())) > 1:
        return Strength(DEPENDS, "depends on strength, as listed")
    return fares([Rung(rung, call, ABSENT) for rung, call in reversed(called.items())])


def _turns(cell: pd.Series) -> str:
    return f"{cell['turns_mean']:.1f} ({cell['turns_low']:.1f} to {cell['turns_high']:.1f})"


def _unfinished(first: pd.Series, last: pd.Series) -> str:
    shares = [cell["unfinished_share"] for cell in (first, last)]
    if not any(shares):
        return ""
    return f", {percent(shares[0])} and {percent(shares[1])} of them unfinished"


def _farthest(cell: pd.Series) -> str:
    value, low, high = (100 * cell[f"worst_{end}"] for end in ("deviation", "low", "high"))
    return f"seat {cell['worst_seat']} by {value:+.1f} points ({low:+.1f} to {high:+.1f})"


def _by_value(cells: pd.DataFrame, key: str) -> str:
    """`FAIR at 3 to 6, UNFAIR at 7`."""
    found = cells.groupby("verdict", sort=False)[key].apply(list)
    if len(found) == 1:
        return f"{found.index[0]} at every value"
    return ", ".join(f"{call} at {in_ranges(values)}" for call, values in found.items())


def _ways(rungs: Mapping[str, pd.DataFrame]) -> str:
    """How the length goes from the first value to the last, at each strength."""
    ways: dict[str, list[str]] = {}
    for rung, cells in rungs.items():
        first, last = cells.iloc[0], cells.iloc[-1]
        way = "do not get clearly longer or shorter"
        if last["turns_low"] > first["turns_high"]:
            way = "get longer"
        elif last["turns_high"] < first["turns_low"]:
            way = "get shorter"
        ways.setdefault(way, []).append(rung)
    return ", ".join(f"{way} among {listed(names)}" for way, names in ways.items())


def measure_label(measure: Measure) -> str:
    """A measure's label with its unit, if the label does not say it."""
    is_plain = measure.unit in ("", "share", *measure.label.split())
    return measure.label if is_plain else f"{measure.label} ({measure.unit})"


def measure_sentence(measure: Measure, runs: Runs) -> str:
    """What a measure is, and its mean at each player count among the strongest and the weakest.

    A mean that never varies, as that of all finishing places, is not worth a word.
    """
    said = []
    what = f"{first_upper(measure.label)}: {measure.help}."
    bounds = [runs.table[-1].cells[f"{measure.name}_{end}"] for end in ("low", "high")]
    if (bounds[0] == bounds[1]).all():
        return what
    for rung, answer in ((runs.ladder[-1], runs.table[-1]), (runs.ladder[0], runs.table[0])):
        means = [_mean(measure, cell) for _, cell in answer.cells.iterrows()]
        said.append(f"among {rung} {listed(means)}")
    told = "; ".join(dict.fromkeys(said))
    return f"{what} Mean {told}."


def _mean(measure: Measure, cell: pd.Series) -> str:
    value, low, high = (cell[f"{measure.name}_{end}"] for end in ("mean", "low", "high"))
    kind = "percent" if measure.unit == "share" else "fine"
    return f"{estimate(value, low, high, kind)} at {cell['players']}"


def worth_sentences(
    ladder: tuple[str, ...], frame: pd.DataFrame, fresh: pd.DataFrame, game: Game
) -> list[str]:
    """What is worth most and least at each player count, seen again on fresh games."""
    said = []
    for players in frame["players"].unique():
        mine = frame[frame["players"] == players]
        again = fresh[fresh["players"] == players].set_index("item")
        strong = mine[mine["lineup"] == ladder[-1]]
        picked = {
            "most": strong.loc[strong["change"].idxmax()],
            "least": strong.loc[strong["change"].idxmin()],
        }
        parts = [
            f"{which} is {row['item']}, {_points(row)}, on {again.at[row['item'], 'games']:,} "
            f"fresh games {_points(again.loc[row['item']])}"
            for which, row in picked.items()
        ]
        others: list[str] = []
        rungs: list[Rung] = []
        for rung in reversed(ladder):
            there = mine[mine["lineup"] == rung]
            best = there.loc[there["change"].idxmax()]
            clear = best["low"] > 0
            best_there = f"{best['item']}, {_points(best)}" if clear else "none clearly"
            others.append(f"among {rung} {best_there}")
            call = f"{best['item']} is worth most" if clear else "none is clearly worth most"
            rungs.insert(0, Rung(rung, call, EFFECT if clear else OPEN))
        more = f". Worth most {'; '.join(others[1:])}" if others[1:] else ""
        said.append(
            f"{count(players, game)}, among {ladder[-1]}: {'; '.join(parts)}{more}. "
            f"{fares(rungs).sentence}"
        )
    return said


def _points(row: pd.Series) -> str:
    value, low, high = (100 * row[column] for column in ("change", "low", "high"))
    return f"{value:+.1f} points ({low:+.1f} to {high:+.1f})"


def left_out_sentences(left_out: list[LeftOut]) -> list[str]:
    """What could not be played, by player count and kind of reason, with the first one's reason."""
    groups: dict[tuple[int, str], list[LeftOut]] = {}
    for one in left_out:
        groups.setdefault((one.players, re.sub(r"\d+", "", one.why)), []).append(one)
    return [
        f"Left out at {players} players: {in_ranges([one.value for one in ones])} ({ones[0].why})."
        for (players, _), ones in groups.items()
    ]


def in_ranges(values: list[Any]) -> str:
    """`3 to 6 and 8` of 3, 4, 5, 6, 8; other values than whole numbers one by one."""
    if not all(isinstance(value, int) for value in values):
        return listed(values)
    runs: list[list[int]] = []
    for value in sorted(values):
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    parts: list[Any] = []
    for run in runs:
        parts += run if len(run) < 3 else [f"{run[0]} to {run[-1]}"]
    return listed(parts)
