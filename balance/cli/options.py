"""The options that commands share, the same everywhere, and what they turn into."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sims.core.errors import DesignerError, shown, unknown

if TYPE_CHECKING:
    from balance.planning import Question
    from balance.stopping import Goal
    from sims.core.contract import Game

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Which game; see `balance games`.")]
DataDir = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Data folder of your own, made by `balance init`."),
]
Players = Annotated[
    str | None,
    typer.Option(
        "-p", "--players", metavar="N",
        help="Player count: 4, or 2:6, or 2,4. Left out: every one in the setup table.",
    ),
]  # fmt: skip
OnePlayerCount = Annotated[
    str | None, typer.Option("-p", "--players", metavar="N", help="How many players, like 4.")
]
Lineup = Annotated[
    str,
    typer.Option(
        "--lineup", metavar="NAME[,NAME...]",
        help="Strategy of everyone, or one a seat; FILE.py:NAME is your own.",
    ),
]  # fmt: skip
StrongestLineup = Annotated[
    str,
    typer.Option(
        "--lineup", metavar="NAME[,NAME...]",
        help="Strategy of everyone, or one a seat; left out: the strongest of the game's ladder.",
    ),
]  # fmt: skip
Lineups = Annotated[
    list[str] | None,
    typer.Option(
        "--lineup", metavar="NAME[,NAME...]",
        help="Who plays; repeat it for players of other strength, the strongest last. Left out: "
        "the game's ladder of strength.",
    ),
]  # fmt: skip
Margin = Annotated[
    float | None,
    typer.Option(
        "--margin", metavar="POINTS",
        help="What change of a rate is too small to matter, in points; half the tolerance if left "
        "out.",
    ),
]  # fmt: skip
LengthMargin = Annotated[
    float,
    typer.Option(
        "--length-margin", metavar="PERCENT",
        help="What change of the length is too small to matter, in per cent of it.",
    ),
]  # fmt: skip
FigureFile = Annotated[
    Path | None, typer.Option("--figure", metavar="FILE", help="Draw it: FILE.png, .svg or .pdf.")
]
Profiles = Annotated[
    str | None,
    typer.Option(
        "--profiles", metavar="NAME[,NAME...]",
        help="In games whose players differ: who everyone is, or one a seat, or `draw` for "
        "others in each game. The game's own word does too, such as --hackers.",
    ),
]  # fmt: skip
Rotate = Annotated[
    bool,
    typer.Option("--rotate", help="Play every rotation of the lineup around the table."),
]
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE",
        help="Change a value for this run, like winning_cred=32 or deck.TITLE.copies=2; a wrong "
        "KEY is answered with those that there are. Repeat it.",
    ),
]  # fmt: skip
DeckName = Annotated[
    str | None, typer.Option("--deck", metavar="NAME", help="Which file of decks/ to play.")
]
Rulings = Annotated[
    list[str] | None,
    typer.Option(
        "--ruling",
        metavar="KEY=VALUE",
        help="Decide an open rule another way; `balance games` names them. Repeat it.",
    ),
]
Games = Annotated[
    int,
    typer.Option(
        "-n", "--games", metavar="N", min=1,
        help="Games of each cell: of each player count, lineup and set of values.",
    ),
]  # fmt: skip
Precision = Annotated[
    float | None,
    typer.Option(
        "--precision", metavar="POINTS",
        help="Play until the widest seat's interval is that wide: 0.5 is ±0.25 points.",
    ),
]  # fmt: skip
UntilVerdict = Annotated[
    bool, typer.Option("--until-verdict", help="Play until each cell is FAIR or UNFAIR.")
]
MaxGames = Annotated[
    int | None,
    typer.Option(
        "--max-games", metavar="N",
        help="With a goal, such as --precision: games of a cell at most; 1,000,000 if left out.",
    ),
]  # fmt: skip
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Another seed, other games.")]
Tolerance = Annotated[
    float,
    typer.Option(
        "--tolerance", metavar="POINTS",
        help="How far from an equal share a seat may be and still be fair, in points.",
    ),
]  # fmt: skip
Threads = Annotated[
    int, typer.Option("--threads", metavar="N", help="Threads; 0: one a processor.", min=0)
]
Choices = Annotated[
    str | None,
    typer.Option(
        "--choices", metavar="N[,N...]",
        help="What you chose at your seat so far, by number, wherever it had a choice.",
    ),
]  # fmt: skip
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the table as CSV.")]
Parquet = Annotated[
    Path | None, typer.Option("--parquet", metavar="FILE", help="Write the table as Parquet.")
]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="No progress, no remarks.")]

SMALLEST_TOLERANCE = 0.1
LONGEST_NUMBER = 9


def pairs(texts: Sequence[str] | None, option: str) -> dict[str, str]:
    """KEY=VALUE texts as a mapping."""
    found = {}
    for text in texts or ():
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise DesignerError(f"{option} {text}: write KEY=VALUE")
        found[key.strip()] = value.strip()
    return found


def choice_numbers(text: str | None) -> list[int]:
    """The numbers of `--choices`."""
    found = []
    for place, part in enumerate(text.split(",") if text else (), 1):
        word = part.strip()
        if not (word.isdecimal() and word.isascii()) or len(word) > LONGEST_NUMBER:
            raise DesignerError(
                f"--choices: number {place} is {shown(part)}; options are counted from 1"
            )
        found.append(int(word))
    return found


def words_of(
    *,
    profiles: str | None,
    data: Path | None,
    sets: Sequence[str] | None,
    deck: str | None,
    rulings: Sequence[str] | None,
) -> list[str]:
    """The shared options as words of a command line."""
    words = []
    for name, values in (
        ("--profiles", [profiles]), ("--data", [data]), ("--deck", [deck]),
        ("--set", sets or ()), ("--ruling", rulings or ()),
    ):  # fmt: skip
        for value in values:
            if value is not None:
                words += [name, str(value)]
    return words


def points(tolerance: float, option: str = "--tolerance") -> float:
    """Points as a share."""
    if not SMALLEST_TOLERANCE <= tolerance < 50:
        hint = " (it is in points: 2 means ±2 points)" if 0 < tolerance < 1 else ""
        raise DesignerError(
            f"{option} {tolerance:g}: allowed are {SMALLEST_TOLERANCE:g} to 50 points{hint}"
        )
    return tolerance / 100


def day(text: str | None) -> str:
    """A date as YYYY-MM-DD: the one given, or today's."""
    if text is None:
        return datetime.now(UTC).date().isoformat()
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date().isoformat()
    except ValueError:
        raise DesignerError(f"--date {text}: write it as YYYY-MM-DD") from None


def goal(precision: float | None, until_verdict: bool, max_games: int | None) -> "Goal | None":
    """What `--precision` or `--until-verdict` asks for, None if neither is given."""
    from balance.stopping import MOST_GAMES, Goal

    if precision is not None and until_verdict:
        raise DesignerError(
            "--precision and --until-verdict: two goals; a verdict needs whatever precision it "
            "needs, so name one of them"
        )
    if precision is None and not until_verdict:
        if max_games is not None:
            raise DesignerError(
                "--max-games is for --precision and --until-verdict; -n says how many games "
                "otherwise"
            )
        return None
    share = None if precision is None else precision / 100
    return Goal(share, MOST_GAMES if max_games is None else max_games)


def _decided(game: "Game", rulings: Sequence[str] | None) -> dict[str, str]:
    """The choices of `--ruling` by ruling."""
    found = pairs(rulings, "--ruling")
    for name, choice in found.items():
        ruling = game.ruling(name)
        if ruling is None:
            raise unknown("ruling", name, (known.name for known in game.rulings), "--ruling")
        if choice not in ruling.choices:
            raise unknown("choice", choice, ruling.choices, f"--ruling {name}")
    return found


def question(
    game: str,
    *,
    players: str | None,
    lineup: str,
    rotate: bool,
    data: Path | None,
    sets: Sequence[str] | None,
    deck: str | None,
    rulings: Sequence[str] | None,
    games: int = 1,
    seed: int = 1,
    tolerance: float = 2.0,
    threads: int = 0,
    profiles: str | None = None,
) -> "Question":
    """The question that the shared options ask."""
    from balance.planning import Question, player_counts
    from sims.core.catalogue import find
    from sims.core.cells import RULING

    declared = find(game)
    changes: dict[str, Any] = pairs(sets, "--set")
    if deck is not None:
        changes["deck"] = deck
    changes |= {f"{RULING}{key}": value for key, value in _decided(declared, rulings).items()}
    return Question(
        game=game,
        players=() if players is None else player_counts(players, declared),
        lineup=tuple(name.strip() for name in lineup.split(",")),
        rotate=rotate,
        data=data,
        changes=changes,
        profiles=tuple(name.strip() for name in profiles.split(",")) if profiles else (),
        games=games,
        seed=seed,
        tolerance=points(tolerance),
        threads=threads,
    )
