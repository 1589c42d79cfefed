"""Win rates by seat against each seat's fair share."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from reports import style
from reports.figures.base import (
    Figure,
    distinct,
    heading,
    label_of,
    largest,
    numbers,
    responsive,
    whiskers,
)
from reports.figures.sheet import Key, Paper, Sheet, text_width
from reports.numbers import estimate, fixed, percent, player_counts, plural

# How one seat stands to the tolerance: (what the key says, mark, colour, filled).
STATES = {
    "within": ("within the tolerance", "o", style.GREEN, True),
    "outside": ("outside it", "D", style.VERMILLION, True),
    "open": ("not settled", "o", style.GREY, False),
}
GAP = 0.22  # between panels, beside the room for tick labels


def seat_states(seats: pd.DataFrame, tolerance: float) -> list[str]:
    """Return for each row "within", "outside" or "open", by the two intervals of a verdict."""
    fair = 1 / numbers(seats, "players")
    within = (numbers(seats, "low90") >= fair - tolerance) & (
        numbers(seats, "high90") <= fair + tolerance
    )
    outside = (numbers(seats, "joint_low") > fair + tolerance) | (
        numbers(seats, "joint_high") < fair - tolerance
    )
    return [
        "within" if w else "outside" if o else "open" for w, o in zip(within, outside, strict=True)
    ]


def split(seats: pd.DataFrame, by: str | None) -> list[tuple[str, pd.DataFrame]]:
    """Return the series of a frame: one for each value of `by`, or all rows as one.

    Without `by`, the first of lineup, deck, strategy or any other column that tells apart the rows
    of one seat is taken.
    """
    key = ["players", "seat"]
    if by is None:
        if not seats.duplicated(key).any():
            return [("", seats)]
        others = [c for c in ("lineup", "deck", "strategy") if c in seats]
        others += [c for c in seats.columns if c not in [*key, *others]]
        apart = [c for c in others if not seats.duplicated([*key, c]).any()]
        if not apart:
            raise ValueError(
                "seats: no column tells the rows of one seat apart; name one with `by`"
            )
        by = apart[0]
    return [(label_of(v, by), seats[seats[by] == v]) for v in distinct(seats[by])]


@responsive
def seat_rates(
    paper: Paper,
    seats: pd.DataFrame,
    tolerance: float,
    *,
    by: str | None = None,
    title: str | None = None,
    name: str = "seat-rates",
) -> Figure:
    """Draw the win rate of each seat with its 95 % interval, one panel per player count.

    All panels have the same scale around their fair share. `tolerance` is on the scale 0 to 1.
    `by` names the column that tells several series apart; it is found where there is one.
    """
    series = split(seats, by)
    players = [int(p) for p in distinct(seats["players"])]
    span = _span(seats, tolerance)
    rows = _rows(players, paper.width, len(series))
    title = title or _title(series, tolerance)
    height = 2.05 if paper.titled else 1.7
    block = height + 0.86
    sheet = Sheet(paper, block * len(rows), title=title, key=_key(series, seats, tolerance))
    for i, row in enumerate(rows):
        for j, (count, left, width) in enumerate(row):
            axes = sheet.axes(left, i * block + 0.38, width, height)
            heading(axes, plural(count, "player"), width + 0.4, f"fair: {percent(1 / count)}")
            _panel(axes, count, series, tolerance, span, width, height)
            if j == 0:
                axes.set_ylabel("win rate (%)")
    frame = seats.drop(columns=[c for c in seats if str(c).startswith("_")])
    return Figure(name, title, _alt(seats, players), sheet.figure, frame, sheet.head)


def _span(seats: pd.DataFrame, tolerance: float) -> float:
    """Return how far from fair the panels reach, in percent points, with room for a label."""
    fair = 1 / numbers(seats, "players")
    ends = np.concatenate([numbers(seats, c) - fair for c in ("rate", "low", "high")])
    return 100 * max(largest(ends), tolerance * 1.4, 0.002) * 1.22


def _rows(players: list[int], width: float, series: int) -> list[list[tuple[int, float, float]]]:
    """Return rows of panels: (player count, left edge, width), a seat as wide in all of them."""
    ticks = 0.42
    seat = max(0.24, 0.15 * series)
    rows: list[list[int]] = []
    used = width
    for n in players:
        needs = ticks + GAP + seat * _seats(n)
        if not rows or used + needs > width:
            rows.append([])
            used = 0.12
        rows[-1].append(n)
        used += needs
    free = [width - 0.14 - len(r) * (ticks + GAP) for r in rows]
    each = min(f / sum(_seats(n) for n in r) for f, r in zip(free, rows, strict=True))
    each = min(each, max(0.62, seat))
    placed = []
    for row in rows:
        left, panels = 0.14 + ticks, []
        for n in row:
            panels.append((n, left, each * _seats(n)))
            left += each * _seats(n) + ticks + GAP
        placed.append(panels)
    return placed


def _seats(players: int) -> float:
    """Return how many seats wide a panel is; its heading needs two."""
    return max(players, 2) + 0.4


def _panel(
    axes: Axes,
    players: int,
    series: list[tuple[str, pd.DataFrame]],
    tolerance: float,
    span: float,
    width: float,
    height: float,
) -> None:
    fair, band = 100 / players, 100 * tolerance
    axes.set_xlim(0.3, players + 0.7)
    axes.set_ylim(fair - span, fair + span)
    axes.axhspan(fair - band, fair + band, color=style.BAND, lw=0)
    axes.axhline(fair, color=style.MUTED, lw=1.1, ls=(0, (4, 2)))
    axes.set_xticks(range(1, players + 1))
    axes.set_xlabel("seat")
    axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    axes.yaxis.set_major_formatter(lambda v, _: f"{v:.6g}" if -1e-9 <= v <= 100 + 1e-9 else "")
    axes.tick_params(axis="x", length=0)
    for k, (_, rows) in enumerate(series):
        shift = (k - (len(series) - 1) / 2) * 0.74 / max(len(series), 2)
        here = rows[rows["players"] == players]
        if len(series) == 1:
            _by_state(axes, here, tolerance)
            _worst_label(axes, here, width, 2 * span / height)
        else:
            colour, mark = style.SERIES[k % len(style.SERIES)]
            filled = k < len(style.SERIES)
            _points(axes, here, shift, mark, colour, filled, 5.0)


def _by_state(axes: Axes, rows: pd.DataFrame, tolerance: float) -> None:
    states = np.array(seat_states(rows, tolerance))
    for state, (_, mark, colour, filled) in STATES.items():
        _points(axes, rows[states == state], 0.0, mark, colour, filled, 6.0)


def _points(
    axes: Axes,
    rows: pd.DataFrame,
    shift: float,
    mark: str,
    colour: str,
    filled: bool,
    size: float,
) -> None:
    rate, low, high = (100 * numbers(rows, c) for c in ("rate", "low", "high"))
    axes.errorbar(
        numbers(rows, "seat") + shift,
        rate,
        yerr=whiskers(rate, low, high),
        fmt=mark,
        ms=size,
        color=colour,
        mfc=colour if filled else style.PAPER,
        elinewidth=1.5,
        capsize=0,
    )


def _worst_label(axes: Axes, rows: pd.DataFrame, width: float, per_inch: float) -> None:
    """Write the rate of the seat that is farthest from fair beside its interval."""
    deviation = numbers(rows, "rate") - 1 / numbers(rows, "players")
    if not np.isfinite(deviation).any():
        return
    worst = int(np.nanargmax(np.abs(deviation)))
    row, up = rows.iloc[worst], deviation[worst] >= 0
    rate = 100 * float(row["rate"])
    ends = [e for e in (100 * numbers(rows, c)[worst] for c in ("low", "high")) if np.isfinite(e)]
    y = max([rate, *ends]) if up else min([rate, *ends])
    gap = max(0.0, 4 / 72 * per_inch - abs(y - rate)) + 3 / 72 * per_inch  # clear of the mark
    text = fixed(rate, 1)
    low, high = axes.get_xlim()
    half = text_width(text, style.SMALL) / width * (high - low) / 2
    x = (
        float(np.clip(row["seat"], low + half, high - half))
        if half * 2 < high - low
        else row["seat"]
    )
    axes.text(
        x,
        y + gap if up else y - gap,
        text,
        ha="center",
        va="bottom" if up else "top",
        fontsize=style.SMALL,
        color=style.INK,
    )


def _key(
    series: list[tuple[str, pd.DataFrame]], seats: pd.DataFrame, tolerance: float
) -> list[Key]:
    if len(series) == 1:
        found = set(seat_states(seats, tolerance))
        key = [Key(*look) for state, look in STATES.items() if state in found]
    else:
        key = []
        for k, (label, _) in enumerate(series):
            colour, mark = style.SERIES[k % len(style.SERIES)]
            key.append(Key(label, mark, colour, filled=k < len(style.SERIES)))
    key.append(Key("fair share", "dashes", style.MUTED))
    key.append(
        Key(f"tolerance ±{fixed(100 * tolerance, 1).removesuffix('.0')} points", "band", style.BAND)
    )
    return key


def _title(series: list[tuple[str, pd.DataFrame]], tolerance: float) -> str:
    """Say which seat is farthest outside the tolerance, and in which series."""
    states = [s for _, rows in series for s in seat_states(rows, tolerance)]
    if not states:
        return "No seats were simulated"
    if "outside" not in states:
        if set(states) == {"within"}:
            return "Every seat wins its fair share within the tolerance"
        return "No seat is shown to leave its fair share; some are not settled"
    worst, size, where = None, 0.0, ""
    for label, rows in series:
        outside = rows[np.array(seat_states(rows, tolerance)) == "outside"]
        deviation = np.abs(numbers(outside, "rate") - 1 / numbers(outside, "players"))
        if largest(deviation) > size:
            worst, size = outside.iloc[int(np.nanargmax(deviation))], largest(deviation)
            where = f" ({label})" if label else ""
    if worst is None:
        return "Some seats are outside the tolerance"
    n, seat = int(worst["players"]), int(worst["seat"])
    return (
        f"Seat {seat} wins {percent(worst['rate'])} of the games with {plural(n, 'player')}"
        f"{where}, where {percent(1 / n)} is fair"
    )


def _alt(seats: pd.DataFrame, players: list[int]) -> str:
    told = []
    for n in players:
        rows = seats[seats["players"] == n]
        size = np.abs(numbers(rows, "rate") - 1 / n)
        if not np.isfinite(size).any():
            continue
        worst = rows.iloc[int(np.nanargmax(size))]
        rate = estimate(worst["rate"], worst["low"], worst["high"], "percent")
        told.append(
            f"{plural(n, 'player')}: seat {int(worst['seat'])} is farthest from fair with {rate}"
        )
    return (
        f"Win rate by seat with 95 % intervals for {player_counts(players)}, "
        f"against the fair share and the tolerance. {'; '.join(told)}."
    )
