"""All of it at once: a worth for every change of the table, with weights that can be tuned."""

import numpy as np

from sims.core.jit import part
from sims.core.lanes import LANES, lanes_in, load, numbers, select, store_row
from sims.core.rng import uniform
from sims.core.strategies import strategy
from sims.games.override import cards as C
from sims.games.override import layout as L
from sims.games.override.lists import seat_bit
from sims.games.override.records import MAX_OPTIONS
from sims.games.override.strategies._choice import best_option, score_all
from sims.games.override.strategies._notes import block, notes
from sims.games.override.strategies._reading import read
from sims.games.override.strategies._worth import endings, weigh_as

WEIGHTS = {
    "lead": 9.19,
    "envy": 2.82,
    "edge": 2.49,
    "brink": 42.5,
    "guard": 0.371,
    "rival": 2.14,
    "chase": 10.2,
    "knee": 0.372,
    "patience": 0.741,
    "rival_edge": 1.15,
    "rival_brink": 4.52,
    "rival_jail": 43.0,
    "duel": 0.516,
    "hold": -0.787,
    "hold_puppet": 0.027,
    "hold_screen": 0.228,
    "hold_goggles": 0.487,
    "hold_steal": 0.026,
    "hold_firewall": 0.256,
    "hold_spoof": 1.16,
    "hold_storm": -1.97,
    "show_swap": -0.364,
    "rival_hold": 1.91,
    "tempo": 0.476,
    "lend": 1.5,
    "stall": 8.0,
    "stray": 0.35,
}
(
    LEAD, ENVY, EDGE, BRINK, GUARD, RIVAL, CHASE, KNEE, PATIENCE, RIVAL_EDGE, RIVAL_BRINK,
    RIVAL_JAIL, DUEL, HOLD, HOLD_PUPPET, HOLD_SCREEN, HOLD_GOGGLES, HOLD_STEAL, HOLD_FIREWALL,
    HOLD_SPOOF, HOLD_STORM, SHOW_SWAP, RIVAL_HOLD, TEMPO, LEND, STALL, STRAY,
) = range(len(WEIGHTS))  # fmt: skip


@block
def see(now, rules, w):
    """Turn the weights into a taste."""
    per_win, free, left = now.per_win, load(now.is_free), load(now.left)
    mine = lanes_in(seat_bit(now.me))
    turns = numbers() - np.float64(now.actor)  # until a seat acts; who acts later counts less
    turns = select(turns <= 0.0, turns + np.float64(rules.players), turns)
    share = free * per_win
    for passed in range(1, rules.players):
        share = select(turns > np.float64(passed), share * w[PATIENCE], share)
    locking = free * (w[DUEL] if now.live == 1.0 else 1.0)
    jail, win = endings(now, free, left, mine, w[RIVAL_JAIL])
    weigh_as(
        now,
        select(mine, w[LEAD] * per_win, share * -w[RIVAL]),
        select(mine, -w[ENVY] * per_win, share * -w[CHASE]),
        select(mine, now.crest, w[KNEE] * now.winning),
        select(mine, -w[EDGE], locking * w[RIVAL_EDGE]),
        select(mine, -w[BRINK], locking * w[RIVAL_BRINK]),
        jail,
        win,
    )
    now.hold_rate = w[HOLD] * per_win
    now.rival_rate = w[RIVAL_HOLD] * per_win
    now.tempo = w[TEMPO]
    now.lend = w[LEND]
    now.hold[C.DISKETTE] = now.hold[C.CIA_SATELLITE] = now.hold[C.MAINFRAME] = 0.0
    now.hold[C.BLANK] = 0.0
    for place in range(HOLD_STORM - HOLD):
        now.hold[C.SOCKET_PUPPET + place] = w[HOLD_PUPPET + place]
    now.hold[C.MONORAIL] = w[HOLD_STORM]
    guard = w[GUARD] * now.cred[now.me] * per_win
    low = lanes_in(rules.swap_kinds)
    high = lanes_in(rules.swap_kinds >> np.uint64(LANES))
    store_row(now.show, 0, select(low, w[SHOW_SWAP], 0.0))
    store_row(now.show, 1, select(high, w[SHOW_SWAP], 0.0))
    now.show[C.FIREWALL] += guard
    now.show[C.PROXY_SPOOF] += guard


@part
def variety(view, rules, w, stream):
    """How many cards to execute are tried beside the best: none while the game is young.

    Two hackers who each undo what the other did would go on for ever, and neither would win. So in
    a game that lasts long one that is nearly as good is tried now and then, and the longer it lasts
    the more of them. Now and then only: where nobody plays well, nothing comes of it either.
    """
    late = np.float64(view.turn) / np.float64(rules.players) - w[STALL]
    is_late = view.decision == L.EXECUTE and late > 0.0 and w[STRAY] > 0.0
    if not is_late or uniform(stream) >= w[STRAY]:
        return 0
    return np.int64(min(1.0 + late / np.float64(rules.players), np.float64(MAX_OPTIONS)))


@block
def _scores(view, options, rules, weights, stream, scores, playouts):
    """What the options are worth that it looks at, see `sims.core.scores`."""
    now = notes()
    read(now, view, rules)
    see(now, rules, weights.value)
    score_all(now, view, options, rules, scores, np.nan)


@strategy("override", WEIGHTS, scores=_scores, held=("stall", "stray"))
def balanced(view, options, rules, weights, stream):
    """Weighs cred, jail, protection and the hand, one step ahead.

    Each option is valued by what it does to the open cards, random cards by what is like those that
    nobody shows, and about the best effect that it opens for later; the weights say what counts how
    much.
    """
    if options.count == 1:
        return 0
    now = notes()
    read(now, view, rules)
    see(now, rules, weights.value)
    return best_option(
        now, view, options, rules, stream, variety(view, rules, weights.value, stream)
    )
