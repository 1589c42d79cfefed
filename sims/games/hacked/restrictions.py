"""What a player can be forbidden to use (`balance probe`); see `sims.core.restricting`."""

from sims.core.contract import Restriction
from sims.games.hacked.cards import PLAYED_ALONE, TITLES
from sims.games.hacked.layout import F_CARD, F_PAIR, F_TRIPLE, F_YES, FREEZE


def _plays(view, option, rules, item):
    return option.form == F_CARD and option.title == item


def _pairs(view, option, rules, item):
    return option.form == F_PAIR


def _triples(view, option, rules, item):
    return option.form == F_TRIPLE


def _freezes(view, option, rules, item):
    return view.decision == FREEZE and option.form == F_YES


RESTRICTIONS = (
    Restriction("play", "playing {item}", _plays, tuple(TITLES[i] for i in PLAYED_ALONE)),
    Restriction("pairs", "two of a kind", _pairs),
    Restriction("triples", "three of a kind", _triples),
    Restriction("freezes", "freezing with a ChangeFreeze", _freezes),
)
