"""Super Hack Override: the facts that the game declares (see `sims.core.contract`)."""

from sims.core.contract import CardField, Game, Measure, Parameter, ReportPlan, ReportSweep, Ruling
from sims.games.override.blanks import BLANK, CARD_EVENTS
from sims.games.override.cards import GOVERNMENT_CRED, TITLES
from sims.games.override.checks import check_setup, complete_deck
from sims.games.override.layout import DECISIONS, ENDINGS
from sims.games.override.restrictions import RESTRICTIONS
from sims.games.override.traits import TRAITS

GAME = Game(
    name="override",
    title="Super Hack Override",
    rulebook="Super Hack Override Rulebook",
    players=range(2, 7),
    player_word="hacker",
    titles=TITLES,
    decisions=DECISIONS,
    endings=ENDINGS,
    parameters=(
        Parameter("remove", "cards", "hacks taken out before the deal, one copy a mention"),
        Parameter(
            "remove_random", "int", "further hacks set aside at random, unseen", high=64,
            unit="hacks",
        ),
        Parameter("winning_cred", "int", "face-out cred that wins", low=1, unit="cred"),
        Parameter(
            "gov_limit", "int", "face-out government hacks that send a hacker to jail", low=1,
            high=64, unit="hacks",
        ),
        Parameter(
            "max_turns", "int", "turns after which a game counts as unfinished", low=1,
            default=500, unit="turns",
        ),
    ),
    card_fields=(
        CardField("copies", "int", "how many of this hack the deck holds", high=64),
        CardField("cred", "int", "what it is worth face-out", high=1000),
        CardField(
            "government", "bool",
            f"counts towards the gov limit; left out: if its cred is {GOVERNMENT_CRED} or more",
            optional=True,
        ),
        CardField("proxy_swap", "bool", "a proxy swap follows its effect", default=False),
        CardField(
            "protects_from", "int", "face-out it protects its holder from hacks of this cred",
            high=1000, optional=True,
        ),
        CardField(
            "blanks", "int", "of the copies so many are blank: no effect, no cred, no government",
            high=64, default=0,
        ),
    ),
    rulings=(
        Ruling(
            "cred_tie", ("actor", "shared", "play_on"), "Step 3 – Check Hacker Cred to Lose/Win",
            "Two hackers reach the same highest cred at or above the winning cred: who wins?",
        ),
        Ruling(
            "protection_blocks_self", ("no", "yes"), "Hacker Protection",
            "Does one's own protection also keep oneself out of one's own proxy swap?",
        ),
        Ruling(
            "swap_optional", ("no", "yes"), "Proxy Swap",
            "May a hacker decline a proxy swap that is possible?",
        ),
        Ruling(
            "puppet_stops_spoof", ("no", "yes"), "Socket Puppet Hack",
            "May a Socket Puppet stand in for a card that a Proxy Spoof takes?",
        ),
    ),
    measures=(
        Measure(
            "jailed_share", "jailed", "mask", "hackers in jail",
            "share of the hackers who are in jail when the game ends", "share",
        ),
        Measure(
            "waited", "waited", "seats", "turns waited in jail",
            "turns between going to jail and the end of the game; 0 out of jail", "turns",
        ),
        Measure(
            "winner_cred", "winner_cred", "count", "winner's cred",
            "face-out cred of the winner when the game ends", "cred", won_only=True,
        ),
    ),
    traits=TRAITS,
    report=ReportPlan(
        map_parameter="winning_cred",
        map_values={n: range(20, 46) for n in range(2, 7)},
        ladder=("random", "greedy", "balanced", "tuned"),
        decks=("assumed", "flat", "low-heavy", "high-heavy"),
        sweeps=(
            ReportSweep(
                "gov_limit", "How many government hacks lead to jail", offsets=range(-2, 3),
            ),
            ReportSweep(
                "remove_random", "How many hacks to set aside unseen", values=(0, 2, 4, 6, 8),
            ),
        ),
    ),
    turn_limit="max_turns",
    blank=BLANK,
    card_events=CARD_EVENTS,
    restrictions=RESTRICTIONS,
    complete_deck=complete_deck,
    setup_rules=check_setup,
    waiting="waited",
    blurb="Hack, swap and jail your way to the winning cred.",
)  # fmt: skip
