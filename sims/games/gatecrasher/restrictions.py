"""What a player can be forbidden to use (`balance probe`); see `sims.core.restricting`."""

from sims.core.contract import Restriction
from sims.games.gatecrasher.cards import TITLES
from sims.games.gatecrasher.layout import F_EXECUTE, F_PASS, P_EXECUTION, P_OVERCLOCK


def _executes(view, option, rules, item):
    return option.form == F_EXECUTE and option.kind == item


def _passes(view, option, rules, item):
    return option.form == F_PASS and view.phase == P_EXECUTION


def _overclocks(view, option, rules, item):
    return option.form == F_EXECUTE and view.phase == P_OVERCLOCK


RESTRICTIONS = (
    Restriction("execute", "executing {item}", _executes, TITLES),
    Restriction("passes", "passing in the Execution phase", _passes),
    Restriction("overclock", "executing protocols in the Overclock phase", _overclocks),
)
