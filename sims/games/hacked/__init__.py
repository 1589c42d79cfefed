"""You've Been Hacked: the facts that the game declares (see `sims.core.contract`)."""

from sims.core.contract import CardField, Game, Measure, Parameter, ReportPlan, ReportSweep, Ruling
from sims.games.hacked.blanks import BLANK, CARD_EVENTS
from sims.games.hacked.cards import (
    ATTACK,
    ATTACK_TURNS,
    MAX_CARDS,
    SPRINT_DEPTH,
    SPRINT_PLANNING,
    TITLES,
)
from sims.games.hacked.checks import check_setup, complete_deck
from sims.games.hacked.layout import DECISIONS, ENDINGS
from sims.games.hacked.restrictions import RESTRICTIONS
from sims.games.hacked.traits import TRAITS

GAME = Game(
    name="hacked",
    title="You've Been Hacked",
    rulebook="You've Been Hacked Rulebook",
    players=range(2, 6),
    player_word="player",
    titles=TITLES,
    decisions=DECISIONS,
    endings=ENDINGS,
    parameters=(
        Parameter(
            "hand_size", "int", "cards dealt to each player beside the Security consultant",
            high=MAX_CARDS, unit="cards",
        ),
        Parameter(
            "extra_consultants", "int",
            "Security consultants shuffled into the deck when everybody has one",
            high=MAX_CARDS, default=2, unit="cards",
        ),
        Parameter(
            "hacked_cards", "int",
            "You've been hacked shuffled into the draw pile; 0: one fewer than players",
            high=MAX_CARDS, default=0, unit="cards",
        ),
        Parameter(
            "max_turns", "int", "turns after which a game counts as unfinished", low=1,
            default=10_000, unit="turns",
        ),
    ),
    card_fields=(
        CardField("copies", "int", "how many of this card the deck holds", high=MAX_CARDS),
        CardField(
            "turns", "int", "turns that the next player has to take", low=1, high=100,
            default=ATTACK_TURNS, only=(TITLES[ATTACK],),
        ),
        CardField(
            "depth", "int", "cards of the draw pile that are seen", high=MAX_CARDS,
            default=SPRINT_DEPTH, only=(TITLES[SPRINT_PLANNING],),
        ),
    ),
    rulings=(
        Ruling(
            "combos", ("any-title", "cheatsheets-only", "none"), "Special Combos",
            "Which titles can be played as two of a kind, and are there Special Combos at all?",
        ),
        Ruling(
            "attack_stack", ("add", "replace"), "Cards: Attack",
            "Does an Attack under attack hand on the turns still owed, or only its own?",
        ),
        Ruling(
            "consultant_use", ("always", "choice"), "Cards: Security consultant",
            "Who draws You've been hacked and holds a consultant: may that player not use it?",
        ),
    ),
    measures=(
        Measure(
            "places", "places", "seats", "finishing place",
            "1 for the winner, 2 for the last one out, and so on", "place",
        ),
        Measure(
            "waits", "waits", "seats", "wait of who is out",
            "turns of others between going out and the end of the game, of all but the winner",
            "turns", lost_only=True,
        ),
        Measure(
            "longest_wait", "longest_wait", "count", "wait of the first one out",
            "turns of others between the first one's going out and the end of the game", "turns",
        ),
        Measure(
            "plays", "plays", "seats", "plays",
            "cards and combos played in a player's own turns", "plays",
        ),
        Measure(
            "hacked_met", "hacked_met", "count", "You've been hacked drawn",
            "how often You've been hacked was drawn in a game", "cards",
        ),
        Measure(
            "consultants_used", "consultants", "count", "consultants used",
            "how often a Security consultant sent You've been hacked back", "cards",
        ),
        Measure(
            "freezes_used", "freezes", "count", "freezes used",
            "ChangeFreezes played to stop something", "cards",
        ),
    ),
    traits=TRAITS,
    report=ReportPlan(
        map_parameter="hand_size",
        map_values={n: range(0, 10) for n in range(2, 6)},
        ladder=("random", "hoarder", "balanced", "tuned"),
        decks=("printed",),
        sweeps=(
            ReportSweep("hand_size", "How many cards to deal", offsets=range(-4, 5)),
            ReportSweep("extra_consultants", "How many extra consultants", values=range(5)),
            ReportSweep(
                "deck.Attack.turns", "How many turns an Attack gives", values=range(1, 6),
            ),
            ReportSweep(
                "deck.Attack.copies", "How many Attacks", offsets=(-4, -2, -1, 1, 2, 4, 8),
            ),
            ReportSweep(
                "deck.ChangeFreeze.copies", "How many ChangeFreezes", offsets=(-5, -3, -1, 1, 3, 7),
            ),
        ),
        scale=5,
    ),
    turn_limit="max_turns",
    blank=BLANK,
    card_events=CARD_EVENTS,
    restrictions=RESTRICTIONS,
    complete_deck=complete_deck,
    setup_rules=check_setup,
    waiting="waits",
    blurb="Draw, play and freeze until everybody else has been hacked.",
)  # fmt: skip
