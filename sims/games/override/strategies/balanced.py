"""All of it at once: a worth for every change of the table, with weights that can be tuned."""

import numpy as np

from sims.core.bits import EMPTY
from sims.core.jit import part
from sims.core.rng import below, uniform
from sims.core.strategies import strategy
from sims.games.override import cards as C
from sims.games.override import layout as L
from sims.games.override.lists import after
from sims.games.override.strategies._choice import best_option, score_options
from sims.games.override.strategies._notes import block, notes
from sims.games.override.strategies._reading import read
from sims.games.override.strategies._worth import ON_BRINK, ON_EDGE, plain

WEIGHTS = {
    "lead": 3.1,
    "rush": -0.94,
    "knee": 0.51,
    "envy": 1.03,
    "promise": 2.52,
    "spring": 2.24,
    "span": 0.21,
    "edge": 0.43,
    "brink": 6.0,
    "calm": 0.38,
    "guard": 0.42,
    "rival": 2.7,
    "chase": 15.41,
    "leader": 0.0,
    "threat": 1.12,
    "patience": 0.83,
    "alarm": 46.3,
    "rival_edge": 0.8,
    "rival_brink": 3.58,
    "rival_jail": 12.94,
    "duel": 1.28,
    "hold": -0.24,
    "hold_puppet": 0.25,
    "hold_screen": 0.74,
    "hold_goggles": 0.41,
    "hold_steal": 0.07,
    "hold_firewall": 0.31,
    "hold_spoof": 0.42,
    "hold_storm": -1.1,
    "show_swap": -0.42,
    "rival_hold": 1.11,
    "storm": -0.15,
    "fear": 0.69,
    "tempo": 0.85,
    "lend": 0.38,
    "spy": -0.17,
    "screen": 0.03,
    "stall": 15.0,
    "stray": 0.1,
}
(
    LEAD, RUSH, KNEE, ENVY, PROMISE, SPRING, SPAN, EDGE, BRINK, CALM, GUARD, RIVAL, CHASE,
    LEADER, THREAT, PATIENCE, ALARM, RIVAL_EDGE, RIVAL_BRINK, RIVAL_JAIL, DUEL, HOLD,
    HOLD_PUPPET, HOLD_SCREEN, HOLD_GOGGLES, HOLD_STEAL, HOLD_FIREWALL, HOLD_SPOOF, HOLD_STORM,
    SHOW_SWAP, RIVAL_HOLD, STORM, FEAR, TEMPO, LEND, SPY, SCREEN,
    STALL, STRAY,
) = range(len(WEIGHTS))  # fmt: skip


@block
def see_own(now, view, rules, w):
    """What my own table and hand are worth."""
    me = now.me
    now.slope[me] = w[LEAD] * now.per_win
    now.late[me] = w[RUSH] * now.per_win
    now.near[me] = w[PROMISE]
    now.spring[me] = w[SPRING] * now.per_win
    now.envy[me] = w[ENVY] * now.per_win
    open_side = 1.0 - now.guarded
    if now.faces & ~view.out[me] & rules.government == EMPTY:
        open_side *= w[CALM]
    now.standing[me, ON_EDGE] = -w[EDGE] * open_side
    now.standing[me, ON_BRINK] = -w[BRINK] * open_side
    now.hold_rate = w[HOLD] * now.per_win
    now.hold[C.SOCKET_PUPPET] = w[HOLD_PUPPET]
    now.hold[C.SCREEN_DOOR] = w[HOLD_SCREEN]
    now.hold[C.COMPUTER_GOGGLES] = w[HOLD_GOGGLES]
    now.hold[C.STOLEN_GOODS] = w[HOLD_STEAL]
    now.hold[C.FIREWALL] = w[HOLD_FIREWALL]
    now.hold[C.PROXY_SPOOF] = w[HOLD_SPOOF]
    now.hold[C.NOAA] = w[HOLD_STORM]
    now.hold[C.MONORAIL] = w[HOLD_STORM]
    guard = w[GUARD] * now.cred[me] * now.per_win
    for hack in range(C.HACKS):
        if rules.swaps[hack]:
            now.show[hack] += w[SHOW_SWAP]
    now.show[C.FIREWALL] += guard
    now.show[C.PROXY_SPOOF] += guard
    now.screen = w[SCREEN] * now.cred[me] * now.per_win


@block
def see_rivals(now, rules, w):
    """What each rival's table is worth to me: the leader counts more, later ones less."""
    fade = 1.0
    duel = w[DUEL] if now.live == 1 else 1.0
    turn = np.int64(now.actor)
    for _ in range(rules.players):
        turn = after(turn, rules.players)
        seat = np.uint64(turn)
        if seat == now.me or now.win[seat] == 0.0:
            continue
        now.slope[seat] = -w[RIVAL] * now.per_win * fade
        now.late[seat] = -w[CHASE] * now.per_win * fade
        now.near[seat] = -w[ALARM] * fade
        now.spring[seat] = -w[THREAT] * now.per_win * fade
        now.standing[seat, ON_EDGE] = w[RIVAL_EDGE] * duel
        now.standing[seat, ON_BRINK] = w[RIVAL_BRINK] * duel
        now.jail[seat] += w[RIVAL_JAIL]
        fade *= w[PATIENCE]
    if now.leader != now.me:
        now.crest = float(now.cred[now.leader])
        now.slope[now.leader] -= w[LEADER] * now.per_win


@block
def see(now, view, rules, w):
    """Turn the weights into a taste."""
    plain(now, rules)
    now.knee = w[KNEE] * now.winning
    now.span = w[SPAN] * now.winning
    see_own(now, view, rules, w)
    see_rivals(now, rules, w)
    now.rival_rate = w[RIVAL_HOLD] * now.per_win
    now.storm = w[STORM]
    now.fear = w[FEAR]
    now.tempo = w[TEMPO]
    now.lend = w[LEND]
    now.spy = w[SPY]


@part
def is_stalled(view, rules, w):
    """Whether the game has lasted so long that good moves alone are not going to end it.

    Two hackers who each undo what the other did would go on for ever, and neither would win: from
    then on a card is executed at random now and then.
    """
    is_late = view.turn > w[STALL] * rules.players
    return view.decision == L.EXECUTE and is_late and w[STRAY] > 0.0


@block
def _scores(view, options, rules, weights, stream, scores, playouts):
    """What every option is worth, see `sims.core.scores`."""
    now = notes()
    read(now, view, rules)
    see(now, view, rules, weights.value)
    score_options(now, view, options, rules, scores)


@strategy("override", WEIGHTS, scores=_scores, held=("stall", "stray"))
def balanced(view, options, rules, weights, stream):
    """Weighs cred, threats to win next turn, jail, protection and known hands, one step ahead.

    Each option is valued by what it does to the open cards, random cards by what their hand can
    hold, and the best effect that it opens for later; the weights say what counts how much.
    """
    if options.count == 1:
        return 0
    if is_stalled(view, rules, weights.value) and uniform(stream) < weights.value[STRAY]:
        return np.int64(below(stream, options.count))
    now = notes()
    read(now, view, rules)
    see(now, view, rules, weights.value)
    return best_option(now, view, options, rules, stream)
