"""Gate Crasher: the facts that the game declares (see `sims.core.contract`).

The ruling `next_first` of the rules page has one choice only, as printed (the lowest firewall acts
first in every round), so it is not among the rulings here.
"""

from sims.core.contract import (
    CardField,
    Game,
    Measure,
    Parameter,
    Profiles,
    ReportPlan,
    ReportSweep,
    Ruling,
)  # fmt: skip
from sims.games.gatecrasher.blanks import BLANK, CARD_EVENTS
from sims.games.gatecrasher.cards import MAX_CARDS, PRIMITIVES, TITLES
from sims.games.gatecrasher.checks import check_hackers, complete_deck
from sims.games.gatecrasher.layout import DECISIONS, ENDINGS
from sims.games.gatecrasher.restrictions import RESTRICTIONS
from sims.games.gatecrasher.traits import TRAITS

_DICE, _BONUS = (0, 12), (-99, 99)
_LIMITS = {
    "init_dice": (*_DICE, "dice rolled at Initialization"),
    "init_keep": (*_DICE, "of these, the highest so many count"),
    "init_bonus": (*_BONUS, "added to the firewall at Initialization"),
    "bolster_dice": (*_DICE, "dice rolled for a Bolster"),
    "bolster_bonus": (*_BONUS, "added to what a Bolster rolls"),
    "loss_dice": (*_DICE, "dice rolled for a Packet Loss at an opponent"),
    "loss_bonus": (*_BONUS, "added to what that Packet Loss rolls"),
    "loss_resist": (0, 99, "taken off every loss suffered, never below 0"),
    "protocols_per_turn": (0, 12, "most protocols in a turn of the Execution phase"),
    "overclock_protocols": (0, 12, "most protocols in the Overclock turn"),
    "leftover_value": (0, 99, "added to the firewall for each card left in hand"),
    "hand_size": (0, MAX_CARDS, "cards dealt at the start of a round"),
    "mine_draws": (0, 12, "cards that a Data Mine draws besides the usual one"),
    "extraction_immune": (0, 1, "whether nobody can aim a File Extraction at this hacker"),
    "mainframe_levels": (1, 100, "Mainframe Security at the start of the game"),
}

PRIMITIVE_FIELDS = tuple(
    CardField(
        key, "bool" if isinstance(default, bool) else "int", _LIMITS[key][2],
        low=_LIMITS[key][0], high=_LIMITS[key][1], default=default,
    )
    for key, default in PRIMITIVES.items()
)  # fmt: skip
"""What a hacker is made of; the defaults make the hacker without an ability."""

GAME = Game(
    name="gatecrasher",
    title="Gate Crasher",
    rulebook="Gate Crasher Rulebook (beta)",
    players=range(2, 7),
    player_word="player",
    titles=TITLES,
    decisions=DECISIONS,
    endings=ENDINGS,
    parameters=(
        Parameter(
            "max_rounds", "int", "rounds after which a game counts as unfinished", low=1,
            high=1000, default=200, unit="rounds",
        ),
    ),
    card_fields=(
        CardField("copies", "int", "how many of this protocol the deck holds", high=MAX_CARDS),
    ),
    profiles=Profiles(
        option="hackers",
        file="hackers.toml",
        fields=PRIMITIVE_FIELDS,
        default="baseline",
        check=check_hackers,
    ),
    rulings=(
        Ruling(
            "firewall_range", ("clamp", "unbounded"), "Phase 1: Initialization",
            "The Firewall card shows 00 to 99: does a firewall stop there, or go on?",
        ),
        Ruling(
            "first_tie", ("random", "seat"), "Phase 2: Execution",
            "Several players share the lowest firewall: which of them goes first?",
        ),
        Ruling(
            "pass_ends", ("yes", "no"), "Phase 2: Execution",
            "May a player pass, and does the phase end when everybody did, with cards in the deck?",
        ),
        Ruling(
            "leftover_at", ("own_turn", "round_end"), "Phase 3: Overclock",
            "When do protocols left in hand add to the firewall?",
        ),
        Ruling(
            "round_tie", ("all_win", "all_lose", "roll_off"), "Phase 3: Overclock",
            "Several players share the strongest firewall: who wins the round?",
        ),
    ),
    measures=(
        Measure("rounds", "rounds", "count", "rounds", "rounds of a game", "rounds"),
        Measure(
            "turns_1", "turns_1", "count", "length of round 1",
            "turns of the first round, in which everybody plays", "turns",
        ),
        Measure(
            "lead_changes", "lead_changes", "count", "lead changes",
            "how often the highest firewall passed to another player within a round, all rounds",
            "changes",
        ),
        Measure(
            "lead_changes_1", "lead_changes_1", "count", "lead changes in round 1",
            "how often the highest firewall passed to another player within the first round",
            "changes",
        ),
        Measure(
            "passed_out", "passed_out", "count", "rounds ended by passes",
            "rounds whose Execution ended because everybody passed, with cards in the deck",
            "rounds",
        ),
        Measure(
            "waited", "waited", "seats", "wait of who is out",
            "turns of others between going out and the end of the game, of all but the winner",
            "turns", lost_only=True,
        ),
        Measure(
            "longest_wait", "longest_wait", "count", "wait of the first one out",
            "turns of others between the first one's going out and the end of the game", "turns",
        ),
    ),
    traits=TRAITS,
    report=ReportPlan(
        map_parameter="hackers.baseline.mainframe_levels",
        map_values={n: range(1, 7) for n in range(2, 7)},
        ladder=("random", "builder", "balanced", "tuned"),
        decks=("assumed",),
        sweeps=(
            ReportSweep(
                "hackers.baseline.init_dice", "How many dice make an opening firewall",
                offsets=(-1, 1),
            ),
            ReportSweep(
                "hackers.baseline.bolster_dice", "How many dice a Bolster adds", offsets=(-1, 1),
            ),
            ReportSweep(
                "hackers.baseline.loss_dice", "How many dice a Packet Loss takes",
                offsets=(-2, -1, 1),
            ),
            ReportSweep(
                "hackers.baseline.leftover_value", "What a card left in hand is worth",
                offsets=(-2, 2),
            ),
        ),
    ),
    turn_limit="max_rounds",
    blank=BLANK,
    card_events=CARD_EVENTS,
    restrictions=RESTRICTIONS,
    complete_deck=complete_deck,
    waiting="waited",
    blurb="Build your firewall, break theirs, be the last one on the grid.",
)  # fmt: skip
