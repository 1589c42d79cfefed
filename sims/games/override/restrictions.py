"""What a hacker can be forbidden to use (`balance probe`); see `sims.core.restricting`."""

from sims.core.contract import Restriction
from sims.games.override.cards import DISKETTE, TITLES
from sims.games.override.layout import EXECUTE, F_GIVE, F_HANDS, F_OWN, F_TABLE, F_YES, INTERRUPT


def _executes(view, option, rules, item):
    return view.decision == EXECUTE and rules.hack[option.card] == item


def _others_cards(view, option, rules, item):
    return view.decision == EXECUTE and option.holder != view.seat


def _proxy_swaps(view, option, rules, item):
    return view.decision == EXECUTE and rules.swaps[rules.hack[option.card]] != 0


def _gives(view, option, rules, item):
    return option.form == F_GIVE


def _hands(view, option, rules, item):
    return option.form == F_HANDS or option.form == F_OWN


def _tables(view, option, rules, item):
    return option.form == F_TABLE


def _interrupts(view, option, rules, item):
    return view.decision == INTERRUPT and option.form == F_YES


RESTRICTIONS = (
    Restriction(
        "execute", "executing {item}", _executes,
        tuple(title for title in TITLES if title != TITLES[DISKETTE]),
    ),
    Restriction("others", "executing other hackers' cards", _others_cards),
    Restriction("swaps", "executing hacks with a proxy swap", _proxy_swaps),
    Restriction("give", "proxy swaps that give a card", _gives),
    Restriction("hands", "proxy swaps of two hands", _hands),
    Restriction("table", "proxy swaps of two face-out cards", _tables),
    Restriction("interrupts", "interrupting with a Socket Puppet", _interrupts),
)  # fmt: skip
