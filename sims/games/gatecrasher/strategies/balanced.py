"""Weighing everything."""

import numpy as np

from sims.core.jit import part
from sims.core.strategies import strategy
from sims.games.gatecrasher import cards as C
from sims.games.gatecrasher import layout as L
from sims.games.gatecrasher.strategies._balanced_play import (
    cards_drawn,
    loss_factor,
    pass_ends,
    theft_factor,
    weigh_bolster,
    weigh_calm,
    weigh_extraction,
    weigh_loss,
    weigh_theft,
)
from sims.games.gatecrasher.strategies._picking import keep_best
from sims.games.gatecrasher.strategies._worth import DEFAULTS, look_round, survey

_LEAST = -1e9


@part
def _card_worth(view, rules, weights, table, field, kind):
    """What a card of the open hand is worth."""
    factor = theft_factor(view, rules, weights, table, field, kind, L.NONE)
    return weigh_theft(view, rules, weights, table, field, factor, view.target, kind)


@part
def _choose_card(view, options, rules, weights, table, field, stream):
    """*File Extraction*, the hand being open: which card to take."""
    best, found, ties = _LEAST, np.int64(0), np.int64(0)
    for i in range(options.count):
        option = options.item[np.uint64(i)]
        kind = np.int64(option.kind)
        score = _card_worth(view, rules, weights, table, field, kind)
        best, found, ties = keep_best(best, found, ties, score, i, stream)
    return found


@part
def _field_after(view, rules, weights, table, field, drawn):
    """The field when so many cards will have been drawn; the one at hand if none is."""
    if drawn == 0:
        return field
    return survey(view, rules, weights, table, np.int64(view.pile) - drawn)


@part
def _pass_worth(view, rules, weights, table, field):
    """What it is worth to pass, which may end the phase."""
    after = field
    if view.phase == L.P_EXECUTION and pass_ends(view, rules):
        after = survey(view, rules, weights, table, np.int64(0))
    return weigh_calm(view, rules, weights, table, after, L.NONE, 0)


@part
def _mine_worth(view, rules, weights, table, field):
    """What a Data Mine is worth."""
    drawn = cards_drawn(view, rules, C.DATA_MINE)
    after = _field_after(view, rules, weights, table, field, drawn)
    return weigh_calm(view, rules, weights, table, after, C.DATA_MINE, drawn)


@part
def _factors_of(view, rules, weights, table, field, played, kind):
    """What all options of a kind that is aimed at somebody have in common."""
    if kind == C.PACKET_LOSS:
        return (loss_factor(view, rules, weights, table, played), 0.0)
    return (
        theft_factor(view, rules, weights, table, field, C.BOLSTER, kind),
        theft_factor(view, rules, weights, table, field, C.PACKET_LOSS, kind),
    )


@part
def _protocol_worth(view, rules, weights, table, field, played, pip, factors, option):
    """What an option of `execute` is worth; `factors` are those of its kind."""
    kind = np.int64(option.kind)
    if option.form == L.F_PASS:
        return _pass_worth(view, rules, weights, table, field)
    if kind == C.BOLSTER:
        return weigh_bolster(view, rules, weights, table, played)
    if kind == C.DATA_MINE:
        return _mine_worth(view, rules, weights, table, field)
    if kind == C.PACKET_LOSS:
        return weigh_loss(view, rules, weights, played, pip, factors[0], option.seat)
    return weigh_extraction(view, rules, weights, table, field, factors, option.seat)


@part
def _choose_protocol(view, options, rules, weights, table, field, stream):
    """Which protocol to execute, at whom; or to pass. Options of a kind stand together."""
    best, found, ties = _LEAST, np.int64(0), np.int64(0)
    played = _field_after(view, rules, weights, table, field, cards_drawn(view, rules, C.BOLSTER))
    pip = np.exp(-1.0 / played.scale)
    factors = (0.0, 0.0)
    last = np.int64(-1)
    for i in range(options.count):
        option = options.item[np.uint64(i)]
        kind = np.int64(option.kind)
        if kind != last and option.seat != L.NONE:
            factors = _factors_of(view, rules, weights, table, field, played, kind)
        last = kind
        score = _protocol_worth(
            view, rules, weights, table, field, played, pip, factors, option
        )  # fmt: skip
        best, found, ties = keep_best(best, found, ties, score, i, stream)
    return found


@part
def _scores(view, options, rules, weights, stream, scores, playouts):
    """What every option is worth, see `sims.core.scores`."""
    table = look_round(view, rules, weights)
    field = survey(view, rules, weights, table, np.int64(view.pile))
    played = _field_after(view, rules, weights, table, field, cards_drawn(view, rules, C.BOLSTER))
    pip = np.exp(-1.0 / played.scale)
    for i in range(options.count):
        option = options.item[np.uint64(i)]
        kind = np.int64(option.kind)
        if view.decision == L.EXTRACT:
            scores[i] = _card_worth(view, rules, weights, table, field, kind)
        else:
            factors = (0.0, 0.0)
            if option.seat != L.NONE:
                factors = _factors_of(view, rules, weights, table, field, played, kind)
            scores[i] = _protocol_worth(
                view, rules, weights, table, field, played, pip, factors, option
            )  # fmt: skip


@strategy("gatecrasher", weights=DEFAULTS, scores=_scores)
def balanced(view, options, rules, weights, stream):
    """Weighs every option by the chance to win the round that it leaves: the exact expectation of
    its dice, cards kept for Overclock, who gains by a round won, and when the pile runs out.

    The numbers behind it are in `data/gatecrasher/weights/balanced.toml`.
    """
    if options.count == 1:
        return 0
    table = look_round(view, rules, weights)
    field = survey(view, rules, weights, table, np.int64(view.pile))
    if view.decision == L.EXTRACT:
        return _choose_card(view, options, rules, weights, table, field, stream)
    return _choose_protocol(view, options, rules, weights, table, field, stream)
