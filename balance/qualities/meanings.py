"""What each measure of game quality is called and means; docs/quality.md has formula and source."""

from dataclasses import dataclass

from balance.qualities.measures import COMEBACK, DECIDED, LEAD


@dataclass(frozen=True)
class Meaning:
    """A measure's name in frames and JSON, its words, and in which way it is about a game.

    `unit` is "share" for what runs from 0 to 1. `of_winner`: only games that somebody won have it.
    `is_event`: a game has it or not. `by_seat`: each seat has its own.
    """

    name: str
    label: str
    unit: str
    help: str
    of_winner: bool = False
    is_event: bool = False
    by_seat: bool = False


LENGTH = (
    Meaning("length", "length", "turns", "turns of a game"),
    Meaning(
        "length_sd", "spread of length", "turns",
        "standard deviation of the turns of a game: how far two evenings may differ",
    ),
    Meaning(
        "unfinished", "unfinished", "share", "games that reached the cap of turns", is_event=True
    ),
)  # fmt: skip
"""Measured on all games that were played."""

_POINTS = f"{LEAD * 100:.0f} points"

COURSE = (
    Meaning(
        "lead_changes", "lead changes", "changes",
        f"how often another seat gets ahead of all others, by {_POINTS} of win probability or "
        "more: many make a contest, none a procession",
    ),
    Meaning(
        "behind", "time spent behind", "share",
        f"turns at which a seat's win probability is {_POINTS} or more below the leader's: a seat "
        "that is always behind has the dull evening",
        by_seat=True,
    ),
    Meaning(
        "drama", "drama", "share",
        "win probability by which the winner is behind the leader, on average over the game: 0 if "
        "who leads first wins",
        of_winner=True,
    ),
    Meaning(
        "decided", "left when decided", "share",
        "turns that are still played once the winner's win probability stays at "
        f"{DECIDED * 100:.0f} % or above: time spent on a foregone end",
        of_winner=True,
    ),
    Meaning(
        "last_turn_wins", "last-turn wins", "share",
        f"won games in which the winner was still {_POINTS} or more behind as the last turn began",
        of_winner=True, is_event=True,
    ),
    Meaning(
        "comebacks", "comebacks", "share",
        "won games whose winner once had less than "
        f"{'half of' if COMEBACK == 0.5 else f'{COMEBACK:g} of'} an equal share",
        of_winner=True, is_event=True,
    ),
)  # fmt: skip
"""Measured on the win probabilities along the sample games."""

PACE = (
    Meaning("options", "options per decision", "options", "length of the list to choose from"),
    Meaning(
        "choice_share", "decisions with a choice", "share",
        "decisions with two options or more: at the others one is asked and has no say",
    ),
    Meaning(
        "wait", "turns between one's own", "turns",
        "turns of others between two turns of a seat: one less than the players if nothing skips "
        "or repeats a turn",
        by_seat=True,
    ),
)  # fmt: skip
"""Measured on the sample games without playouts."""

ELIMINATION = Meaning(
    "elimination", "turns waited when out", "turns",
    "turns between a player's going out and the end of the game, on average over all players, the "
    "last one in with 0",
    by_seat=True,
)  # fmt: skip
"""Measured on all games, where a game declares that players go out."""

PARTS = (
    Meaning(
        "seat_part", "decided by the seat", "share",
        "part of the variance of who wins that the seats' different win rates make up",
    ),
    Meaning(
        "deal_part", "decided by the deal", "share",
        "part that what was dealt makes up, the order of the draw pile included",
    ),
    Meaning(
        "play_part", "decided in play", "share",
        "the rest: choices and chance after the first decision is due",
    ),
)  # fmt: skip
"""Measured on deals that were each played out several times; the three sum to 1."""
