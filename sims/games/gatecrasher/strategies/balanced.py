"""Weighing everything that comes into question."""

import numpy as np

from sims.core.jit import part
from sims.core.strategies import strategy
from sims.games.gatecrasher import cards as C
from sims.games.gatecrasher import layout as L
from sims.games.gatecrasher.strategies._balanced_play import (
    cards_drawn,
    loss_factor,
    theft_factors,
    weigh_bolster,
    weigh_calm,
    weigh_card,
    weigh_extraction,
    weigh_loss,
)
from sims.games.gatecrasher.strategies._picking import keep_best
from sims.games.gatecrasher.strategies._reading import hacker_in
from sims.games.gatecrasher.strategies._worth import DEFAULTS, bolster_mean, look_round, survey

_LEAST = -1e9


@part
def _considered(view, options, rules):
    """Which options come into question: the first one's place, and the place after the last one.

    In Execution no pass, as the pile replaces what is executed. Else a Bolster worth more than a
    card left over leaves no question: it is taken, or executed, before all others.
    """
    if options.count == 1:
        return np.int64(0), np.int64(1)
    after_pass = np.int64(options.item[0].form == L.F_PASS)  # who may pass has that option first
    hacker = hacker_in(view, rules, view.seat)
    mean = bolster_mean(hacker)
    if view.phase == L.P_EXECUTION and view.decision == L.EXECUTE:
        is_replaced = mean > 0.0 and view.pile > 0
        return after_pass if is_replaced else np.int64(0), options.count
    is_bolster = options.item[np.uint64(after_pass)].kind == C.BOLSTER
    if is_bolster and mean > hacker.leftover_value:
        return after_pass, after_pass + 1
    return np.int64(0), options.count


@part
def _survey_after(view, rules, weights, table, kind):
    """The field after a protocol of a kind, which draws cards."""
    return survey(view, rules, weights, table, np.int64(view.pile) - cards_drawn(view, rules, kind))


@part
def _field_after(view, rules, weights, table, field, kind):
    """The field after a protocol of a kind; in Overclock, where none draws, the one at hand."""
    if view.phase == L.P_OVERCLOCK:
        return field
    return _survey_after(view, rules, weights, table, kind)


@part
def _odds_with_mine(view, rules, weights, table, field):
    """The odds with a Data Mine."""
    drawn = cards_drawn(view, rules, C.DATA_MINE)
    after = _field_after(view, rules, weights, table, field, C.DATA_MINE)
    return weigh_calm(view, rules, weights, table, after, C.DATA_MINE, drawn)


@part
def _aim(view, rules, weights, table, field, kind):
    """What all options of a kind that is aimed at somebody have in common: the field after it, and
    the factors of one's own end.
    """
    if kind == C.PACKET_LOSS:
        return field, (loss_factor(view, rules, weights, table, field), 0.0)
    after = _field_after(view, rules, weights, table, field, kind)
    return after, theft_factors(view, rules, weights, table, after)


@part
def _odds_with(view, rules, weights, table, field, aim, option):
    """The odds with an option of `execute`; `aim` is that of its kind."""
    kind = np.int64(option.kind)
    if option.form == L.F_PASS:
        return weigh_calm(view, rules, weights, table, field, L.NONE, 0)
    if kind == C.BOLSTER:
        return weigh_bolster(view, rules, weights, table, field)
    if kind == C.DATA_MINE:
        return _odds_with_mine(view, rules, weights, table, field)
    after, factors = aim
    if kind == C.PACKET_LOSS:
        return weigh_loss(view, rules, after, factors[0], option.seat)
    return weigh_extraction(view, rules, weights, table, after, factors, option.seat)


@part
def _choose_card(view, options, rules, weights, table, stream):
    """*File Extraction*, the hand being open: which card to take."""
    best, found, ties = _LEAST, np.int64(0), np.int64(0)
    for i in range(options.count):
        kind = np.int64(options.item[np.uint64(i)].kind)
        score = weigh_card(view, rules, weights, table, kind)
        best, found, ties = keep_best(best, found, ties, score, i, stream)
    return found


@part
def _choose_protocol(view, options, rules, weights, table, stream, first):
    """Which protocol to execute, at whom; or to pass. Options of a kind stand together."""
    best, found, ties = _LEAST, np.int64(0), np.int64(0)
    field = _survey_after(view, rules, weights, table, C.BOLSTER)
    aim = field, (0.0, 0.0)
    last = np.int64(-1)
    for i in range(first, options.count):
        option = options.item[np.uint64(i)]
        kind = np.int64(option.kind)
        if kind != last and option.seat != L.NONE:
            aim = _aim(view, rules, weights, table, field, kind)
        last = kind
        score = -_odds_with(view, rules, weights, table, field, aim, option)
        best, found, ties = keep_best(best, found, ties, score, i, stream)
    return found


@part
def _scores(view, options, rules, weights, stream, scores, playouts):
    """What every option that comes into question is worth, see `sims.core.scores`: the chance to
    win the round, or points if it is a card to take.
    """
    first, end = _considered(view, options, rules)
    table = look_round(view, rules, weights)
    field = _survey_after(view, rules, weights, table, C.BOLSTER)
    for i in range(first, end):
        option = options.item[np.uint64(i)]
        kind = np.int64(option.kind)
        if view.decision == L.EXTRACT:
            scores[i] = weigh_card(view, rules, weights, table, kind)
        else:
            aim = field, (0.0, 0.0)
            if option.seat != L.NONE:
                aim = _aim(view, rules, weights, table, field, kind)
            odds = _odds_with(view, rules, weights, table, field, aim, option)
            scores[i] = 1.0 / (1.0 + odds)


@strategy("gatecrasher", weights=DEFAULTS, scores=_scores)
def balanced(view, options, rules, weights, stream):
    """Weighs every option by the chance to win the round that it leaves: the expectation of its
    dice, cards kept for Overclock, who gains by a round won, and when the pile runs out.

    The numbers behind it are in `data/gatecrasher/weights/balanced.toml`.
    """
    first, end = _considered(view, options, rules)
    if end - first == 1:
        return first
    table = look_round(view, rules, weights)
    if view.decision == L.EXTRACT:
        return _choose_card(view, options, rules, weights, table, stream)
    return _choose_protocol(view, options, rules, weights, table, stream, first)
