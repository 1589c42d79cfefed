"""The report's section on how strong the strategies are: the ladder's, all against all."""

from balance.planning import Question
from balance.reporting import commands
from balance.strength import only
from balance.tournaments import Tournament
from balance.tournaments.words import sentences, tables_note
from reports import figures
from reports.numbers import listed
from reports.page import Column, Section, Table
from sims.core.catalogue import find

PLAYERS = Column("players", "players", "count")
STRATEGY = Column("strategy", "strategy")
RATINGS = (
    PLAYERS,
    STRATEGY,
    Column("rating (95 %)", "rating", "number", "low", "high"),
    Column("share of the mixture (95 %)", "share", "percent", "share_low", "share_high"),
    Column("wins over the mixture (95 %)", "gain", "points", "gain_low", "gain_high"),
    Column("games", "games", "count"),
    Column("fresh games", "fresh_games", "count"),
)
PAIRS = (
    PLAYERS,
    STRATEGY,
    Column("alone among", "against"),
    Column("wins (95 %)", "rate", "percent", "low", "high"),
    Column("equal share", "fair", "percent"),
    Column("call", "call"),
    Column("games", "games", "count"),
)
SEATS = (
    PLAYERS,
    Column("seat", "seat", "count"),
    Column("win rate among the mixture (95 %)", "rate", "percent", "low", "high"),
    Column("verdict", "call", "verdict"),
    Column("games", "games", "count"),
)


def strategy_section(asked: Question, found: Tournament, ladder: tuple[str, ...]) -> Section:
    """Who beats whom, which mixture good players would settle on, and whether it is fair there."""
    told = [text for one in found.found for text in (*sentences(one), tables_note(one))]
    word = find(asked.game).player_word
    return Section(
        "strategies",
        "Which strategy is best, and is it fair among good players?",
        [
            f"All against all: {listed(list(ladder))}, in every rotation of a table. A "
            "rating is in points of Elo: 0 is their mean. The mixture is what players would settle "
            "on who always turn to what wins most; its seats are judged on fresh games.",
            *found.sentences_of_skill,
            *told,
            f"How seats fare in the mixture is {only('such players').words}; how they fare among "
            f"{word}s of one strength stands above.",
        ],
        [figures.payoffs(found.pairs, asked.tolerance, name="strategies-pairs")],
        [
            Table("strategies", "Strength of each strategy", found.ratings, RATINGS),
            Table("strategies-alone", "One among others who play another", found.pairs, PAIRS),
            Table(
                "strategies-seats", "Seats where everybody draws from the mixture", found.seats,
                SEATS,
            ),
        ],
        commands=[
            commands.line("tournament", asked, *ladder, f"-n {found.question.games}")
        ],
    )  # fmt: skip
