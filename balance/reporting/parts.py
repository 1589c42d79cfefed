"""Columns that several tables of a report share."""

from reports.page import Column

SEAT_COLUMNS = (
    Column("players", "players", "count"),
    Column("strategy", "lineup"),
    Column("seat", "seat", "count"),
    Column("win rate (95 %)", "rate", "percent", "low", "high"),
    Column("wins", "wins", "count"),
    Column("games", "games", "count"),
)
CELL_COLUMNS = (
    Column("players", "players", "count"),
    Column("verdict", "verdict", "verdict"),
    Column(
        "worst seat, points from fair (95 %)",
        "worst_deviation",
        "points",
        "worst_low",
        "worst_high",
    ),
    Column("turns (95 %)", "turns_mean", "number", "turns_low", "turns_high"),
    Column("unfinished (95 %)", "unfinished_share", "percent", "unfinished_low", "unfinished_high"),
    Column("games", "games", "count"),
)
PLAYERS, *STATE = CELL_COLUMNS
