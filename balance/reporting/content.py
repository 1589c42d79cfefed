"""The report's page: what was played, turned into sentences, figures and tables."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pandas as pd

from balance.labels import label
from balance.planning import Question
from balance.reporting import changes, commands, lead, profiles, quality, words
from balance.reporting.actions import NOTE, actions
from balance.reporting.advice import advice_section
from balance.reporting.cards import card_sections
from balance.reporting.missing import probe_section
from balance.reporting.open import left_open
from balance.reporting.order import Order
from balance.reporting.parts import CELL_COLUMNS, SEAT_COLUMNS
from balance.reporting.runs import Runs
from balance.reporting.sampled import sample_section
from balance.reporting.strategies import strategy_section
from balance.reporting.swept import sweep_section
from balance.reporting.traits import trait_sections
from balance.strength import Rung, fares
from reports import figures
from reports.numbers import estimate, first_upper, listed
from reports.page import Column, Page, Section, Table, Verdict
from sims.core.catalogue import find
from sims.core.cells import value_at
from sims.core.contract import Game


def page(order: Order, runs: Runs, provenance: dict[str, Any]) -> Page:
    """The whole page of a report."""
    asked, game = order.asked, order.game
    rows = range(len(runs.table[-1].results))
    return Page(
        title=f"{game.title}: is the setup table fair?",
        simulated=words.simulated(asked, runs, game),
        lead=[_verdict(runs, row, game) for row in rows],
        actions=actions(asked, runs),
        actions_note=NOTE,
        map=_map(asked, runs) if runs.map is not None else None,
        map_notes=words.left_out_sentences(runs.map_left_out),
        map_commands=_map_commands(asked, runs),
        notes=left_open(order, runs),
        sections=[
            replace(section, commands=[*section.commands, *_whole(order, section.key)])
            for section in _sections(order, runs)
        ],
        assumptions=_assumptions(runs),
        provenance=provenance,
        how_to_reproduce=[commands.report(order)],
    )


def _sections(order: Order, runs: Runs) -> Iterator[Section]:
    """The sections that were ordered and played, in the order of the page."""
    asked, game = order.asked, order.game
    again = commands.play(runs.table[-1].results, asked)
    every = [line for answer in runs.table for line in commands.play(answer.results, asked)]
    if order.shows("table"):
        yield replace(_table(asked, runs), commands=again)
    if runs.advice is not None:
        yield advice_section(asked, runs)
    if order.shows("seats"):
        yield replace(_seats(asked, runs), commands=every)
    if order.shows("lengths"):
        yield replace(_lengths(runs), commands=again)
    if order.shows("endings"):
        yield replace(_endings(runs), commands=again)
    if order.shows("by-seat"):
        yield from (replace(section, commands=again) for section in _by_seat(runs))
    if order.shows("traits"):
        yield from (replace(section, commands=every) for section in trait_sections(runs))
    yield from (sweep_section(asked, run) for run in runs.sweeps)
    if runs.qualities:
        measured = dict(zip(runs.ladder, runs.qualities, strict=True))
        yield from quality.sections(measured, runs.effort, game)
    if runs.cards is not None:
        yield from card_sections(runs.cards)
    if runs.probe is not None:
        yield probe_section(runs.probe)
    if runs.profiles:
        yield profiles.section(runs.profiles)
    if order.shows("strength"):
        yield replace(_strength(asked, runs), commands=every)
    if runs.tournament is not None:
        yield strategy_section(asked, runs.tournament, runs.ladder)
    yield from changes.rulings(runs.rulings, game)
    yield from changes.compared(runs.compared, game)
    if runs.sample is not None:
        yield sample_section(asked, runs.sample, game)


def _whole(order: Order, key: str) -> list[str]:
    """The command that makes a section again as it is, where playing took a fixed time."""
    names = {"quality-numbers": "quality", "compare-quality": "compare"}
    name = "traits" if key.startswith("worth-") else names.get(key, key)
    return [] if order.minutes is not None else [commands.report(order, [name])]


def _verdict(runs: Runs, row: int, game: Game) -> Verdict:
    """A row of the first screen, with its numbers for programs."""
    result = runs.table[-1].results[row]
    seat = lead.worst_seat(result)
    mends = [m for m in runs.mends if m.players == result.planned.cell.players and m.is_confirmed]
    facts = {
        "players": result.planned.cell.players,
        "lineup": result.planned.lineup,
        "tolerance": result.verdict.tolerance,
        "games": result.tally.games,
        "anytime": result.verdict.anytime,
        "worst_seat": {
            "seat": seat.seat, "rate": seat.rate, "low": seat.low, "high": seat.high,
            "fair": 1 / len(result.verdict.seats),
        },
        "strength": {
            **lead.strength(runs, row).columns("label"),
            "calls": {name: call.value for name, call in lead.calls(runs, row).items()},
        },
        "would_be_fair": [
            {
                "key": m.key, "value": m.value, "games": m.change.games,
                "turns_change": m.change.turns.difference, "low": m.change.turns.low,
                "high": m.change.turns.high,
                "calls": {name: call.value for name, call in m.calls.items()},
            }
            for m in mends
        ],
    }  # fmt: skip
    return Verdict(*lead.verdict_sentence(runs, row, game), facts)


def _map(asked: Question, runs: Runs) -> figures.Figure:
    game = find(asked.game)
    printed = {
        r.planned.cell.players: value_at(r.planned.cell, runs.parameter)
        for r in runs.table[-1].results
    }
    return figures.parameter_map(
        map_frame(runs), runs.parameter, printed, tolerance=asked.tolerance,
        label=label(game, runs.parameter), name="map",
    )  # fmt: skip


def _map_commands(asked: Question, runs: Runs) -> list[str]:
    """What plays the map again: player counts with the same values in one command."""
    if runs.map is None or any(r.verdict.anytime for r in runs.map.results):
        return []
    values: dict[int, list[Any]] = {}
    for result in runs.map.results:
        value = value_at(result.planned.cell, runs.parameter)
        values.setdefault(result.planned.cell.players, []).append(value)
    alike: dict[tuple[Any, ...], list[int]] = {}
    for players, those in values.items():
        alike.setdefault(tuple(those), []).append(players)
    games = runs.map.question.games
    return [
        commands.sweep(
            replace(asked, players=tuple(counts)), runs.parameter, those, runs.ladder[-1], games
        )
        for those, counts in alike.items()
    ]


def _assumptions(runs: Runs) -> list[str]:
    texts = [
        *(r.planned.cell.assumptions for r in runs.table[-1].results),
        *(planned.cell.assumptions for planned in runs.others),
        *(found.assumptions for found in runs.profiles),
    ]
    return list(dict.fromkeys(text for some in texts for text in some))


def map_frame(runs: Runs) -> pd.DataFrame:
    """The map's cells; where a cell is the printed one, the table's own, which has more games."""
    assert runs.map is not None
    mapped = runs.map.cells
    table = runs.table[-1]
    known = set(table.cells["fingerprint"])
    printed = [
        {**cell.to_dict(), runs.parameter: value_at(result.planned.cell, runs.parameter)}
        for result, (_, cell) in zip(table.results, table.cells.iterrows(), strict=True)
    ]
    others = mapped[~mapped["fingerprint"].isin(known)]
    together = pd.concat([others, pd.DataFrame(printed)], ignore_index=True)
    return together.sort_values(["players", runs.parameter], ignore_index=True)


def _table(asked: Question, runs: Runs) -> Section:
    """The printed table judged: each row as it stands, with its verdict."""
    game = find(asked.game)
    strong = runs.table[-1]
    rows = []
    for result, (_, cell) in zip(strong.results, strong.cells.iterrows(), strict=True):
        setup = result.planned.cell.setup
        shown = {k: ", ".join(v) or "none" if isinstance(v, list) else v for k, v in setup.items()}
        rows.append({**cell.to_dict(), **{f"setup_{k}": v for k, v in shown.items()}})
    columns = [
        Column(p.key.replace("_", " "), f"setup_{p.key}", "text" if p.kind == "cards" else "count")
        for p in game.parameters
        if p.key != game.turn_limit
    ]
    players, *rest = CELL_COLUMNS
    return Section(
        "table",
        "The printed setup table, judged",
        [
            f"Each row of the table as it stands, played among {runs.ladder[-1]}. {words.METHOD}",
            *(
                f"{words.count(r.planned.cell.players, game)}: {r.verdict.reason}"
                for r in strong.results
            ),
        ],
        tables=[
            Table(
                "table",
                "The setup table and what it does",
                lead.labelled(pd.DataFrame(rows), runs),
                (players, *columns, *rest, Column("across strength", "strength_words")),
            )
        ],
    )


def _seats(asked: Question, runs: Runs) -> Section:
    game = find(asked.game)
    frames = lead.labelled(pd.concat([a.seats for a in runs.table], ignore_index=True), runs)
    return Section(
        "seats",
        "Who wins: seats",
        [
            "Seat 1 acts first. The band is the tolerance around an equal share.",
            *(
                f"At {words.count(r.planned.cell.players, game)} {lead.worst(r)}: "
                f"{lead.strength(runs, i).words}."
                for i, r in enumerate(runs.table[-1].results)
            ),
        ],
        [figures.seat_rates(runs.table[-1].seats, asked.tolerance)],
        [Table("seats", "Win rate by seat and strategy", frames, SEAT_COLUMNS)],
    )


def _lengths(runs: Runs) -> Section:
    strong = runs.table[-1]
    caps = {r.planned.cell.setup[find(strong.question.game).turn_limit] for r in strong.results}
    return Section(
        "lengths",
        "How long a game is",
        [
            f"Turns of a game among {runs.ladder[-1]}. Who reaches the cap leaves it unfinished.",
            *(
                lead.length_sentence(runs, i, find(strong.question.game))
                for i in range(len(strong.results))
            ),
        ],
        [figures.lengths(strong.lengths, cap=caps.pop() if len(caps) == 1 else None)],
    )


def _endings(runs: Runs) -> Section:
    """How games end, and the game's own measures, with intervals."""
    strong = runs.table[-1]
    game = find(strong.question.game)
    frame = strong.cells
    ended = [
        Column(
            f"ended by {e.replace('_', ' ')} (95 %)",
            f"ended_{e}",
            "percent",
            f"ended_{e}_low",
            f"ended_{e}_high",
        )
        for e in game.endings
        if f"ended_{e}" in frame
    ]
    measures = [
        Column(
            f"{words.measure_label(m)} (95 %)",
            f"{m.name}_mean",
            "percent" if m.unit == "share" else "fine",
            f"{m.name}_low",
            f"{m.name}_high",
        )
        for m in game.measures
        if f"{m.name}_mean" in frame
    ]
    more = [
        Column("decisions a game", "decisions_per_game", "number"),
        Column("games", "games", "count"),
    ]
    return Section(
        "endings",
        "How games end",
        [
            across_endings(runs),
            *(words.measure_sentence(m, runs) for m in game.measures),
        ],
        [figures.endings(ending_shares(frame, game))],
        [
            Table(
                "endings",
                f"Endings and measures among {runs.ladder[-1]}",
                frame,
                (CELL_COLUMNS[0], *ended, *measures, *more),
            )
        ],
    )


def ending_shares(cells: pd.DataFrame, game: Game) -> pd.DataFrame:
    """A row per player count and ending: the share of the games with its interval."""
    rows = [
        {
            "players": row["players"],
            "part": ending.replace("_", " "),
            **{end: row[f"ended_{ending}{suffix}"] for end, suffix in ENDS.items()},
            "games": row["games"],
        }
        for _, row in cells.iterrows()
        for ending in game.endings
        if row.get(f"ended_{ending}") is not None
    ]
    return pd.DataFrame(rows)


ENDS = {"mean": "", "low": "_low", "high": "_high"}


def across_endings(runs: Runs) -> str:
    """How most games end at each player count, and whether that is so at every strength."""
    game = find(runs.table[-1].question.game)
    rungs = []
    for name, answer in zip(runs.ladder, runs.table, strict=True):
        shares = ending_shares(answer.cells, game)
        top = shares.loc[shares.groupby("players")["mean"].idxmax()]
        said = [
            f"{row['part']} at {row['players']} "
            f"({estimate(row['mean'], row['low'], row['high'], 'percent')})"
            for _, row in top.iterrows()
        ]
        alike = ", ".join(f"{p} at {n}" for p, n in zip(top["part"], top["players"], strict=True))
        rungs.append(Rung(name, alike))
    return f"Most games among {rungs[-1].lineup} end by {listed(said)}. {fares(rungs).sentence}"


def _by_seat(runs: Runs) -> list[Section]:
    """The game's own measures that have a value for each seat."""
    strong = runs.table[-1]
    frame = strong.by_seat
    if frame.empty:
        return []
    measures = [m for m in find(strong.question.game).measures if m.name in set(frame["measure"])]
    return [
        Section(
            "by-seat",
            "What seats differ in beside their wins",
            [f"{first_upper(m.label)}: {m.help}." for m in measures],
            [figures.seat_means(frame)],
            [
                Table(
                    "by-seat",
                    f"Means by seat among {runs.ladder[-1]}",
                    frame,
                    (
                        Column("players", "players", "count"),
                        Column("measure", "label"),
                        Column("seat", "seat", "count"),
                        Column("mean (95 %)", "mean", "fine", "low", "high"),
                        Column("unit", "unit"),
                        Column("games", "games", "count"),
                    ),
                )
            ],
        )
    ]


def _strength(asked: Question, runs: Runs) -> Section:
    cells = pd.concat([answer.cells for answer in runs.table], ignore_index=True)
    cells = lead.labelled(cells, runs)
    return Section(
        "strength",
        "Does it depend on how well they play?",
        [
            words.ladder_ideas(runs),
            *(
                lead.strength_sentence(runs, i, find(asked.game))
                for i in range(len(runs.table[0].results))
            ),
        ],
        [figures.ladder(cells, "lineup", tolerance=asked.tolerance, name="ladder-strategies")],
        [
            Table(
                "strength",
                "The printed table among players of each strength",
                cells,
                (
                    Column("strategy", "lineup"),
                    *CELL_COLUMNS,
                    Column("across strength", "strength_words"),
                ),
            )
        ],
    )
