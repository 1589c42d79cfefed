"""What a decision and an option look like, for kernel, referee, strategies and notation alike.

A decision has a kind (`DECISIONS`) and a list of options. An option is five small numbers: its
form, then `card`, `holder`, `other` and `to`, with `NONE` where a form does not use one.

form       | card           | holder         | other          | to
-----------|----------------|----------------|----------------|------------------------------
CARD       | the card       | where it lies  |                |
GIVE       | face-out card  | who has it     |                | who gets it
HANDS      |                | lower seat     |                | higher seat
OWN        | actor's card   | the actor      |                | the other hand
TABLE      | lower card id  | who has it     | higher card id | who has it
DECLINE    |                |                |                |
MARK_HAND  |                |                |                | who shall execute it
MARK_CARD  | face-out card  | where it lies  |                | who shall execute it
FLIP_OWN   | the card       | the actor      |                |
FLIP_ONE   | card or NONE   | whose          |                |
FLIP_PAIR  | card or NONE   | whose          | card or NONE   | whose
TRADE      | lower card id  | who has it     | higher card id | who has it
TRADE_SPOOF| opponent's     | who has it     | the Spoof      | the actor
SPY        |                |                |                | whose hand
NO, YES    |                |                |                |
LEFT, RIGHT|                |                |                |

FLIP slots: a face-out card is named; a random face-in card is NONE with its holder. Of a pair the
named cards come first, by id, then hands, by seat. CARD serves execute, steal, tornado, monorail.
"""

NONE = 255
"""An unused number of an option; no card, no seat."""

DECISIONS = (
    "execute", "goggles", "steal", "firewall", "spoof", "tornado", "monorail", "direction", "spy",
    "swap", "interrupt",
)  # fmt: skip
(
    EXECUTE, GOGGLES, STEAL, FIREWALL, SPOOF, TORNADO, MONORAIL, DIRECTION, SPY,
    SWAP, INTERRUPT,
) = range(len(DECISIONS))  # fmt: skip
END_OF_TURN = len(DECISIONS)
"""Not a decision: what the kernel's state says when all effects of a turn are resolved."""

FORMS = (
    "card", "give", "hands", "own", "table", "decline", "mark_hand", "mark_card", "flip_own",
    "flip_one", "flip_pair", "trade", "trade_spoof", "spy", "no", "yes", "left", "right",
)  # fmt: skip
(
    F_CARD, F_GIVE, F_HANDS, F_OWN, F_TABLE, F_DECLINE, F_MARK_HAND, F_MARK_CARD, F_FLIP_OWN,
    F_FLIP_ONE, F_FLIP_PAIR, F_TRADE, F_TRADE_SPOOF, F_SPY, F_NO, F_YES, F_LEFT, F_RIGHT,
) = range(len(FORMS))  # fmt: skip

ENDINGS = ("cred", "last_standing", "draw", "unfinished")
E_CRED, E_LAST_STANDING, E_DRAW, E_UNFINISHED = range(len(ENDINGS))
DRAW, UNFINISHED = -1, -2
"""Winners that are nobody."""
