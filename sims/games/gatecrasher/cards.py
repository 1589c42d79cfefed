"""The four protocols of Gate Crasher, in the order of their ids, and what hackers are made of."""

BOLSTER = 0
DATA_MINE = 1
PACKET_LOSS = 2
FILE_EXTRACTION = 3

TITLES = ("Bolster", "Data Mine", "Packet Loss", "File Extraction")
WORDS = ("bolster", "mine", "loss", "extract")
"""One short word a protocol: it names a card in positions and traces."""

KINDS = len(TITLES)
MAX_CARDS = 128
"""The most cards that a deck may hold: piles have a fixed size, counts fit a byte."""

PRIMITIVES: dict[str, int | bool] = {
    "init_dice": 2,
    "init_keep": 2,
    "init_bonus": 0,
    "bolster_dice": 2,
    "bolster_bonus": 0,
    "loss_dice": 2,
    "loss_bonus": 0,
    "loss_resist": 0,
    "protocols_per_turn": 1,
    "overclock_protocols": 3,
    "leftover_value": 3,
    "hand_size": 5,
    "mine_draws": 1,
    "extraction_immune": False,
    "mainframe_levels": 3,
}
"""What a hacker is made of, each with the value of the hacker without an ability (`baseline`)."""

LOWEST_FIREWALL, HIGHEST_FIREWALL = 0, 99
"""The two columns of a Firewall card, 00 to 99; the ruling `firewall_range` may lift both ends."""
DIE = 6
"""Faces of a die."""
