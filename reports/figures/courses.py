"""How sample games went: each seat's win probability, turn by turn."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from reports import style
from reports.figures.base import Figure, distinct, heading, numbers, responsive
from reports.figures.sheet import Key, Paper, Sheet
from reports.numbers import count, percent, plural

HEIGHT, HEAD, FOOT = 1.05, 0.46, 0.28  # inches: a panel, its heading, its tick labels
LEFT, GAP = 0.62, 0.3


@responsive
def courses(paper: Paper, paths: pd.DataFrame, *, title: str, name: str = "courses") -> Figure:
    """Draw the win probabilities of sample games, a row per player count, a column per kind.

    `paths` has a row per game, look and seat: `players`, `kind` (what the game is a sample of, the
    same kinds for each count), `game_id`, `drama`, `turn`, `seat` and `rate`. On a phone only the
    middle kind is shown.
    """
    counts = [int(n) for n in distinct(paths["players"])]
    kinds = distinct(paths["kind"])
    if not paper.titled:
        kinds = kinds[len(kinds) // 2 :][:1]
    seats = [int(seat) for seat in distinct(paths["seat"])]
    block = HEAD + HEIGHT + FOOT
    width = (paper.width - LEFT - 0.1 - GAP * (len(kinds) - 1)) / len(kinds)
    note = "Win probability of each seat at the start of a turn, and who won at the end."
    sheet = Sheet(paper, block * len(counts) + 0.24, title=title, key=_key(seats), note=note)
    for row, n in enumerate(counts):
        for column, kind in enumerate(kinds):
            game = paths[(paths["players"] == n) & (paths["kind"] == kind)]
            left = LEFT + column * (width + GAP)
            axes = sheet.axes(left, row * block + HEAD, width, HEIGHT)
            _panel(axes, game, width)
            head = f"{plural(n, 'player')}: {kind}" if column == 0 else str(kind)
            heading(axes, head, width, _aside(game))
            if column:
                axes.tick_params(axis="y", labelleft=False)
            else:
                axes.set_ylabel("chance (%)")
            if row == len(counts) - 1:
                axes.set_xlabel("turn")
    return Figure(name, title, _alt(paths, counts), sheet.figure, paths, sheet.head)


def _key(seats: list[int]) -> list[Key]:
    looks = [style.SERIES[(seat - 1) % len(style.SERIES)] for seat in seats]
    return [
        Key(f"seat {seat}", mark, colour)
        for seat, (colour, mark) in zip(seats, looks, strict=True)
    ]  # fmt: skip


def _aside(game: pd.DataFrame) -> str:
    if game.empty:
        return "no game was won"
    first = game.iloc[0]
    return f"game {count(first['game_id'])}, drama {percent(first['drama'])}"


def _panel(axes: Axes, game: pd.DataFrame, width: float) -> None:
    axes.set_ylim(-5, 105)
    axes.set_yticks([0, 50, 100])
    axes.grid(axis="y")
    axes.xaxis.set_major_locator(
        MaxNLocator(max(2, int(width / 0.6)), steps=[1, 2, 5, 10], integer=True)
    )
    axes.xaxis.set_major_formatter(lambda v, _: f"{v:,.0f}")
    for seat in distinct(game["seat"]):
        path = game[game["seat"] == seat].sort_values("turn")
        colour, mark = style.SERIES[(int(seat) - 1) % len(style.SERIES)]
        turns = numbers(path, "turn")
        every = max(1, int(np.ceil(len(turns) / (width / 0.22))))
        look: dict[str, Any] = {"color": colour, "marker": mark, "ms": 3.6, "lw": 1.3}
        axes.plot(
            turns, 100 * numbers(path, "rate"), markevery=(int(seat) % every, every), **look,
            clip_on=False,
        )  # fmt: skip


def _alt(paths: pd.DataFrame, counts: list[int]) -> str:
    told = []
    for n in counts:
        rows = paths[paths["players"] == n]
        games = [
            f"{kind}: game {count(game.iloc[0]['game_id'])}, {percent(game.iloc[0]['drama'])} drama"
            for kind, game in rows.groupby("kind", sort=False)
        ]
        told.append(f"{plural(n, 'player')}: {'; '.join(games) or 'no game was won'}")
    return f"Win probability of each seat by turn in sample games. {'. '.join(told)}."
