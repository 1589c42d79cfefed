"""The report's page: what was played, turned into sentences, figures and tables."""

from typing import Any

import pandas as pd

from balance.planning import Question
from balance.recommending import wording
from balance.reporting import changes, profiles, quality, words
from balance.reporting.advice import advice_section
from balance.reporting.cards import card_sections
from balance.reporting.parts import CELL_COLUMNS, SEAT_COLUMNS
from balance.reporting.runs import Runs
from balance.reporting.swept import sweep_section
from balance.reporting.traits import trait_sections
from reports import figures
from reports.page import Column, Page, Section, Table, Verdict
from sims.core.catalogue import find
from sims.core.cells import value_at


def page(asked: Question, runs: Runs, provenance: dict[str, Any], command: str) -> Page:
    """The whole page of a report."""
    game = find(asked.game)
    strong = runs.table[-1]
    printed = {
        r.planned.cell.players: value_at(r.planned.cell, runs.parameter) for r in strong.results
    }
    return Page(
        title=f"{game.title}: is the setup table fair?",
        simulated=words.simulated(asked, runs, game),
        lead=[Verdict(*words.verdict_sentence(runs, i, game)) for i in range(len(strong.results))],
        map=figures.parameter_map(
            map_frame(runs),
            runs.parameter,
            printed,
            tolerance=asked.tolerance,
            label=words.label(game, runs.parameter),
            name="map",
        ),
        advice=[wording.brief(game, runs.advice.found)],
        sections=[
            _table(asked, runs),
            advice_section(runs.advice),
            _seats(asked, runs),
            _lengths(runs),
            _endings(runs),
            *_by_seat(runs),
            *trait_sections(runs),
            *(sweep_section(asked, run) for run in runs.sweeps),
            *quality.sections(
                dict(zip(runs.ladder, runs.qualities, strict=True)), runs.effort, game
            ),
            *card_sections(runs.cards),
            *([profiles.section(runs.profiles)] if runs.profiles else []),
            _strength(asked, runs),
            *changes.rulings(runs.rulings, game),
            *changes.compared(runs.compared, game),
        ],
        map_notes=words.left_out_sentences(runs.map_left_out),
        assumptions=list(
            dict.fromkeys(
                text
                for texts in [
                    *(r.planned.cell.assumptions for r in strong.results),
                    *(planned.cell.assumptions for planned in runs.others),
                    *(found.assumptions for found in runs.profiles),
                ]
                for text in texts
            )
        ),
        provenance=provenance,
        how_to_reproduce=[
            command,
            f"balance play {asked.game} --lineup {runs.ladder[-1]} -n {strong.question.games}"
            f" --seed {asked.seed}",
            f"balance trace {asked.game} -p {strong.results[0].planned.cell.players}"
            f" --lineup {runs.ladder[-1]} --id 0 --seed {asked.seed}",
        ],
    )


def map_frame(runs: Runs) -> pd.DataFrame:
    """The map's cells; where a cell is the printed one, the table's own, which has more games."""
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
                words.labelled(pd.DataFrame(rows), runs),
                (players, *columns, *rest),
            )
        ],
    )


def _seats(asked: Question, runs: Runs) -> Section:
    frames = words.labelled(pd.concat([a.seats for a in runs.table], ignore_index=True), runs)
    return Section(
        "seats",
        "Who wins: seats",
        ["Seat 1 acts first. The band is the tolerance around an equal share."],
        [figures.seat_rates(runs.table[-1].seats, asked.tolerance)],
        [Table("seats", "Win rate by seat and strategy", frames, SEAT_COLUMNS)],
    )


def _lengths(runs: Runs) -> Section:
    strong = runs.table[-1]
    caps = {r.planned.cell.setup[find(strong.question.game).turn_limit] for r in strong.results}
    return Section(
        "lengths",
        "How long a game is",
        [f"Turns of a game among {runs.ladder[-1]}. Who reaches the cap leaves it unfinished."],
        [figures.lengths(strong.lengths, cap=caps.pop() if len(caps) == 1 else None)],
    )


def _endings(runs: Runs) -> Section:
    """How games end, and the game's own measures, with intervals."""
    strong = runs.table[-1]
    game = find(strong.question.game)
    frame = strong.cells
    ended = [
        Column(f"ended by {e.replace('_', ' ')}", f"ended_{e}", "percent")
        for e in game.endings
        if f"ended_{e}" in frame
    ]
    measures = [
        Column(
            words.measure_label(m),
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
        [words.measure_sentence(m, runs) for m in game.measures],
        tables=[
            Table(
                "endings",
                f"Endings and measures among {runs.ladder[-1]}",
                frame,
                (CELL_COLUMNS[0], *ended, *measures, *more),
            )
        ],
    )


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
            [f"{m.label[:1].upper()}{m.label[1:]}: {m.help}." for m in measures],
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
    cells = words.labelled(cells, runs)
    return Section(
        "strength",
        "Does it depend on how well they play?",
        [
            words.ladder_ideas(runs),
            *(
                words.strength_sentence(runs, i, find(asked.game))
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
