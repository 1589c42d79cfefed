"""The thirteen titles of You've Been Hacked, in the order of their ids.

Cards of a title are not told apart: a hand or the discard pile is a count by title, the draw pile a
list of titles from the top.
"""

HACKED = 0
CONSULTANT = 1
ATTACK = 2
TICKET = 3
CHANGE_FREEZE = 4
BUGFIX = 5
SYSTEM_UPDATE = 6
SPRINT_PLANNING = 7
CHEATSHEET_A = 8
CHEATSHEET_B = 9
CHEATSHEET_C = 10
CHEATSHEET_D = 11
CHEATSHEET_E = 12

TITLES = (
    "You've been hacked",
    "Security consultant",
    "Attack",
    "Ticket",
    "ChangeFreeze",
    "Bugfix",
    "System update",
    "Sprint planning",
    "Cheatsheet A",
    "Cheatsheet B",
    "Cheatsheet C",
    "Cheatsheet D",
    "Cheatsheet E",
)

WORDS = tuple("hacked con attack ticket freeze bugfix update sprint A B C D E".split())
"""One word a title, as positions and traces name it."""

KINDS = len(TITLES)
"""How many titles there are."""

PLAYED_ALONE = (ATTACK, TICKET, BUGFIX, SYSTEM_UPDATE, SPRINT_PLANNING)
"""Titles that the player to act may play as a single card."""

CHEATSHEETS = (CHEATSHEET_A, CHEATSHEET_B, CHEATSHEET_C, CHEATSHEET_D, CHEATSHEET_E)
NAMEABLE = tuple(range(CONSULTANT, KINDS))
"""Titles that a triple may ask for: all that can be in a hand."""

MAX_CARDS = 250
"""Cards of the largest deck: a depth in the draw pile and 255 (`layout.NONE`) share a byte."""

ATTACK_TURNS = 2
"""Turns that an Attack gives, unless the deck file says otherwise."""

SPRINT_DEPTH = 3
"""Cards that Sprint planning shows, unless the deck file says otherwise."""
