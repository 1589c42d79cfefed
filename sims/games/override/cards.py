"""The eleven hacks of Super Hack Override, in the order of their ids."""

DISKETTE = 0
SOCKET_PUPPET = 1
SCREEN_DOOR = 2
COMPUTER_GOGGLES = 3
STOLEN_GOODS = 4
FIREWALL = 5
PROXY_SPOOF = 6
NOAA = 7
MONORAIL = 8
CIA_SATELLITE = 9
MAINFRAME = 10

TITLES = (
    "Diskette",
    "Socket Puppet",
    "Screen Door",
    "Computer Goggles",
    "Stolen Goods",
    "Firewall",
    "Proxy Spoof",
    "NOAA Weather Control",
    "Monorail Control",
    "CIA Satellite",
    "The Mainframe",
)

BLANK = len(TITLES)
"""The kind of a copy that a deck makes blank: no effect, no cred, no protection, no government."""

NAMES = (*TITLES, "blank")
LETTERS = "DPSGTFXNMCQB"
"""One letter a kind: with the card's id it names a card in positions and traces, as in `F13`."""

HACKS = len(TITLES)
KINDS = HACKS + 1
"""The hacks, and the blank."""

MAX_CARDS = 64
"""A set of cards is one 64-bit word."""

NEVER_EXECUTED_FACE_OUT = (DISKETTE, SOCKET_PUPPET, STOLEN_GOODS)
GOVERNMENT_CRED = 7
"""A hack of this cred or more is a government hack, unless the deck file says otherwise."""
