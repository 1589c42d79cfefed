"""The report's section on game quality: what each number means, sample games, what decides."""

from collections.abc import Mapping, Sequence

import pandas as pd

from balance.qualities import Effort, Estimate, Quality
from balance.qualities.meanings import COURSE, ELIMINATION, LENGTH, PACE, PARTS, Meaning
from balance.strength import Rung, fares
from reports import figures
from reports.numbers import FORMATS, estimate, first_upper, listed
from reports.page import Column, Section, Table
from sims.core.contract import Game

LEADS = "lead_changes"
KINDS = {"little drama": 0.1, "usual drama": 0.5, "much drama": 0.9}
"""Which of the won sample games are shown: by the quantile of their drama."""

_BY_STRENGTH = (*(m for m in COURSE if m.name in ("lead_changes", "drama", "decided")), *PARTS)

_SHORT = {"seat_part": "the seat", "deal_part": "the deal", "play_part": "the play"}


def sections(
    measured: Mapping[str, Sequence[Quality]], effort: Effort, game: Game
) -> list[Section]:
    """What games are like, and the numbers with what each means.

    `measured` has the quality of each row of the table at each rung of the ladder, weakest first;
    `effort` is that of the strongest.
    """
    return [_story(measured, effort, game), _numbers(measured, effort, game)]


def _story(measured: Mapping[str, Sequence[Quality]], effort: Effort, game: Game) -> Section:
    strongest, qualities = list(measured.items())[-1]
    return Section(
        "quality",
        "What a game is like",
        [
            f"{effort.games:,} games of each row of the table, among {strongest}, looked at "
            f"at the start of up to {effort.looks} turns. Each position is played out "
            f"{effort.playouts} times as it lies, hidden cards where they are: the share that a "
            "seat wins is its true win probability there, not what anybody at the table believes. "
            "The playouts' noise is taken off.",
            f"{_leads(qualities, game)} Lead changes in size: {_fares(measured, LEADS, game)}.",
            _deals(measured, game),
        ],
        [
            figures.courses(shown_games(qualities), title=_courses_title(qualities)),
            figures.deciding_parts(parts_frame(qualities), title=_parts_title(qualities)),
        ],
    )


def _numbers(measured: Mapping[str, Sequence[Quality]], effort: Effort, game: Game) -> Section:
    strongest, qualities = list(measured.items())[-1]
    wide = pd.DataFrame([_row(quality) for quality in qualities])
    strengths = strengths_frame(measured)
    meant = [*COURSE, *PACE, *([ELIMINATION] if game.waiting else []), *PARTS]
    looked = Column("sample games", "lead_changes_games", "count")
    dealt = Column(f"deals, each {effort.replays} times", "deal_part_games", "count")
    return Section(
        "quality-numbers",
        "Game quality in numbers",
        [f"{first_upper(m.label)}: {m.help}." for m in meant],
        tables=[
            Table(
                "quality",
                f"The course of a game among {strongest}",
                wide,
                [*_columns((*LENGTH, *COURSE), wide), looked],
            ),
            Table(
                "pace",
                f"Pace, and what decides, among {strongest}",
                wide,
                [*_columns((*PACE, ELIMINATION, *PARTS), wide), looked, dealt],
            ),
            Table("quality-seats", "By seat", seats_frame(qualities), SEAT_COLUMNS),
            Table(
                "quality-strength",
                "The course of a game, and what decides, among players of each strength",
                strengths,
                [Column("strategy", "lineup"), *_columns(_BY_STRENGTH, strengths), looked],
            ),
        ],
    )


SEAT_COLUMNS = (
    Column("players", "players", "count"),
    Column("seat", "seat", "count"),
    Column("time spent behind (95 %)", "behind", "percent", "behind_low", "behind_high"),
    Column("turns between one's own (95 %)", "wait", "number", "wait_low", "wait_high"),
)


def _row(quality: Quality) -> dict[str, float | int | None]:
    """One player count, a column for each measure and the ends of its interval."""
    row: dict[str, float | int | None] = {"players": quality.players}
    for each in quality.estimates:
        row |= {each.name: each.mean, f"{each.name}_low": each.low, f"{each.name}_high": each.high}
        row[f"{each.name}_games"] = each.games
    return row


def _columns(meanings: Sequence[Meaning], wide: pd.DataFrame) -> list[Column]:
    """The columns of some measures, as far as the frame has them."""
    columns = [Column("players", "players", "count")]
    for m in meanings:
        if m.name in wide:
            unit = f" ({m.unit})" if m.unit not in ("share", "") and m.unit not in m.label else ""
            columns.append(
                Column(
                    f"{m.label}{unit} (95 %)", m.name, "percent" if m.unit == "share" else "number",
                    f"{m.name}_low", f"{m.name}_high",
                )
            )  # fmt: skip
    return columns


def seats_frame(qualities: Sequence[Quality]) -> pd.DataFrame:
    """A row per player count and seat: every measure that each seat has its own of."""
    rows = []
    for quality in qualities:
        for seat in range(quality.players):
            row: dict[str, float | int | None] = {"players": quality.players, "seat": seat + 1}
            for each in (e for e in quality.estimates if e.by_seat):
                of = each.by_seat[seat]
                row |= {
                    each.name: of.mean, f"{each.name}_low": of.low, f"{each.name}_high": of.high,
                }  # fmt: skip
            rows.append(row)
    return pd.DataFrame(rows)


def parts_frame(qualities: Sequence[Quality]) -> pd.DataFrame:
    """A row per player count and part of what decides who wins."""
    return pd.DataFrame(
        [
            {
                "players": quality.players, "part": short, "mean": quality[name].mean,
                "low": quality[name].low, "high": quality[name].high,
                "deals": quality[name].games, "replays": quality[name].playouts,
            }
            for quality in qualities
            for name, short in _SHORT.items()
        ]
    )  # fmt: skip


def shown_games(qualities: Sequence[Quality]) -> pd.DataFrame:
    """The looks at three won games of each player count, with the winner at the end."""
    shown = []
    for quality in qualities:
        won = quality.games.dropna(subset=["drama"]).sort_values(["drama", "game_id"])
        for kind, quantile in KINDS.items():
            if won.empty:
                continue
            game = won.iloc[round(quantile * (len(won) - 1))]
            at = (quality.paths["cell"] == game["cell"]) & (
                quality.paths["game_id"] == game["game_id"]
            )
            path = quality.paths[at]
            seats = range(1, quality.players + 1)
            end = pd.DataFrame({"turn": game["turns"] + 1, "seat": seats})
            end["rate"] = (end["seat"] == game["winner"]).astype(float)
            whole = pd.concat([path[["turn", "seat", "rate"]], end], ignore_index=True)
            shown.append(
                whole.assign(
                    players=quality.players, kind=kind, game_id=game["game_id"],
                    drama=max(0.0, game["drama"]),
                )
            )  # fmt: skip
    columns = ["players", "kind", "game_id", "drama", "turn", "seat", "rate"]
    return pd.concat(shown, ignore_index=True)[columns] if shown else pd.DataFrame(columns=columns)


def _said(found: Estimate) -> str:
    """An estimate with its interval in words."""
    return estimate(
        found.mean, found.low, found.high, "percent" if found.unit == "share" else "number"
    )


def strengths_frame(measured: Mapping[str, Sequence[Quality]]) -> pd.DataFrame:
    """A row per rung of the ladder and player count, as `_row`."""
    return pd.DataFrame(
        [
            {"lineup": rung, **_row(quality)}
            for rung, qualities in measured.items()
            for quality in qualities
        ]
    )


def _leads(qualities: Sequence[Quality], game: Game) -> str:
    """How games go, a clause for each player count."""
    parts = [
        f"at {each.players} {game.player_word}s the lead changes {_said(each['lead_changes'])} "
        f"times a game, and {_said(each['decided'])} of the turns are left when it is decided"
        for each in qualities
    ]
    text = "; ".join(parts)
    return f"{first_upper(text)}."


def _fares(measured: Mapping[str, Sequence[Quality]], name: str, game: Game) -> str:
    """How a measure fares across strength, a clause for each player count, alike ones together."""
    told: dict[str, list[str]] = {}
    for found in zip(*measured.values(), strict=True):
        rungs = []
        for rung, quality in zip(measured, found, strict=True):
            mean, low, high = (getattr(quality[name], end) for end in ("mean", "low", "high"))
            known = None if None in (mean, low, high) else (mean, low, high)
            rungs.append(Rung(rung, quality[name].label, size=known))
        told.setdefault(fares(rungs).words, []).append(str(found[0].players))
    clauses = [f"at {listed(at)} {game.player_word}s it {words}" for words, at in told.items()]
    return "; ".join(clauses).replace(" it only tested", " it is only tested")


def _deals(measured: Mapping[str, Sequence[Quality]], game: Game) -> str:
    """What the deal decides at each player count, and among players of each strength."""
    told = [
        f"among {rung} "
        + listed([f"{_said(each['deal_part'])} at {each.players}" for each in qualities])
        + f" {game.player_word}s"
        for rung, qualities in measured.items()
    ]
    label = _fares(measured, "deal_part", game)
    return f"What the deal decides of who wins: {'; '.join(told)}. In size {label}."


def _courses_title(qualities: Sequence[Quality]) -> str:
    told = [
        f"{FORMATS['number'](quality['lead_changes'].mean)} with {quality.players}"
        for quality in qualities
    ]
    return f"Lead changes a game: {listed(told)} players"


def _parts_title(qualities: Sequence[Quality]) -> str:
    means = [q["deal_part"].mean for q in qualities]
    known = [mean for mean in means if mean is not None]
    if not known:
        return "No game was won: nothing decides"
    low, high = (FORMATS["percent"](end) for end in (min(known), max(known)))
    span = low if low == high else f"{low.removesuffix(' %')} to {high}"
    return f"The deal decides {span} of who wins"
