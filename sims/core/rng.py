"""Randomness inside the kernel: xoshiro256++ streams, bounded draws, and draws by chance.

Every game owns a few independent streams, each started from (seed, game id, stream number), so
that a game never depends on which thread or chunk played it, and two setups played on the same
game ids see the same deals (common random numbers).

Sources: xoshiro256++ and splitmix64, Blackman and Vigna 2021, "Scrambled linear pseudorandom
number generators"; bounded draws, Lemire 2019, "Fast random integer generation in an interval";
shuffle, Durstenfeld 1964 (Fisher-Yates). `sims.core.streams` is the same in plain Python.
"""

import numpy as np
from numba import from_dtype

from sims.core.jit import part

STREAM_DTYPE = np.dtype([("word", np.uint64, (4,))], align=True)
"""The four words of one xoshiro256++ stream."""

LOG_SIZE = 512
"""Chance draws that can be logged between two decisions; more than any game's largest step."""

CHANCE_DTYPE = np.dtype(
    [
        ("stream", STREAM_DTYPE),
        ("mode", np.int64),
        ("used", np.int64),
        ("bound", np.int64, (LOG_SIZE,)),
        ("value", np.int64, (LOG_SIZE,)),
    ],
    align=True,
)
"""A stream whose draws can be logged (trace) or dictated (positions); see `draw`."""

FREE, LOGGED, DICTATED = 0, 1, 2
"""Modes of a chance record: draw only; draw and log; take `value` as given and log `bound`."""

STREAMS_PER_GAME = 16
DEAL, PLAY, FIRST_SEAT = 0, 1, 2
"""Stream numbers: the deal, chance in play, and one a seat for that seat's choices."""

stream_type = from_dtype(STREAM_DTYPE)
chance_type = from_dtype(CHANCE_DTYPE)

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_32 = np.uint64(0xFFFFFFFF)
_U32 = np.uint64(32)


@part
def mix(word):
    """The output function of splitmix64: a bijection of 64-bit words."""
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return word ^ (word >> np.uint64(31))


@part
def start_stream(stream, seed, game_id, number):
    """Set `stream` to the start of stream `number` of game `game_id` under `seed`.

    For one seed the hash is a bijection of (game_id, number) for game ids below 2**60, so no two
    streams of a run ever start alike.
    """
    key = mix(
        mix(np.uint64(seed) + _GOLDEN)
        + np.uint64(game_id) * np.uint64(STREAMS_PER_GAME)
        + np.uint64(number)
    )
    for i in range(4):
        key += _GOLDEN
        stream.word[i] = mix(key)


@part
def start_seats(choice, rules, seed, game_id):
    """Set the stream of each seat's choices to its start; `rules.players` is how many there are."""
    # The condition is read again each time round, so that the compiler does not know how often it
    # goes: else it starts eight seats at once, for which it keeps constants in wide registers that
    # have to be reloaded after every call of a strategy, all game long.
    seat = 0
    while seat < rules.players:
        start_stream(choice[np.uint64(seat)], seed, game_id, FIRST_SEAT + seat)
        seat += 1


@part
def _advance(w0, w1, w2, w3):
    """64 random bits of xoshiro256++, and the four words that follow."""
    total = w0 + w3
    result = ((total << np.uint64(23)) | (total >> np.uint64(41))) + w0
    shifted = w1 << np.uint64(17)
    w2 ^= w0
    w3 ^= w1
    turned = (w3 << np.uint64(45)) | (w3 >> np.uint64(19))
    return result, w0 ^ w3, w1 ^ w2, w2 ^ shifted, turned


@part
def _words(stream):
    return stream.word[0], stream.word[1], stream.word[2], stream.word[3]


@part
def _keep_words(stream, w0, w1, w2, w3):
    stream.word[0] = w0
    stream.word[1] = w1
    stream.word[2] = w2
    stream.word[3] = w3


@part
def next_word(stream):
    """The next 64 random bits of xoshiro256++."""
    w0, w1, w2, w3 = _words(stream)
    result, w0, w1, w2, w3 = _advance(w0, w1, w2, w3)
    _keep_words(stream, w0, w1, w2, w3)
    return result


@part
def below(stream, bound):
    """A uniform integer in 0..bound-1 (1 <= bound < 2**32). A bound of 1 takes no random bits."""
    if bound <= 1:
        return np.int64(0)
    n = np.uint64(bound)
    product = (next_word(stream) >> _U32) * n
    if (product & _LOW_32) < n:
        threshold = ((np.uint64(1) << _U32) - n) % n
        while (product & _LOW_32) < threshold:
            product = (next_word(stream) >> _U32) * n
    return np.int64(product >> _U32)


@part
def uniform(stream):
    """A uniform float64 in [0, 1), from the upper 53 bits of a word."""
    return np.float64(next_word(stream) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@part
def _kept_draw(chance, bound):
    used = chance.used
    chance.used = used + 1
    if used >= LOG_SIZE:  # no room: whoever reads the log sees by `used` that it is not complete
        return below(chance.stream, bound) if chance.mode == LOGGED else np.int64(0)
    value = chance.value[used] if chance.mode == DICTATED else below(chance.stream, bound)
    chance.bound[used] = bound
    chance.value[used] = value
    return value


@part
def draw(chance, bound):
    """A draw by chance, uniform in 0..bound-1: every random event of the rules goes through here.

    A bound of 1 is no draw. In mode LOGGED the draw is kept in `bound` and `value`; in mode
    DICTATED the outcome is the next entry of `value`, and only `bound` is kept.
    """
    if bound <= 1:
        return np.int64(0)
    if chance.mode != FREE:
        return _kept_draw(chance, bound)
    return below(chance.stream, bound)


@part
def _shuffle_freely(stream, cards, count):
    """`shuffle` with `below` written out, so that the stream stays in registers."""
    w0, w1, w2, w3 = _words(stream)
    for last in range(count - 1, 0, -1):
        n = np.uint64(last + 1)
        word, w0, w1, w2, w3 = _advance(w0, w1, w2, w3)
        product = (word >> _U32) * n
        if (product & _LOW_32) < n:
            threshold = ((np.uint64(1) << _U32) - n) % n
            while (product & _LOW_32) < threshold:
                word, w0, w1, w2, w3 = _advance(w0, w1, w2, w3)
                product = (word >> _U32) * n
        place, other = np.uint64(last), product >> _U32
        cards[place], cards[other] = cards[other], cards[place]
    _keep_words(stream, w0, w1, w2, w3)


@part
def shuffle(chance, cards, count):
    """Fisher-Yates over cards[0:count], from the last place down."""
    if chance.mode == FREE:
        _shuffle_freely(chance.stream, cards, count)
        return
    for last in range(count - 1, 0, -1):
        other = np.uint64(draw(chance, last + 1))
        place = np.uint64(last)
        cards[place], cards[other] = cards[other], cards[place]


__all__ = [
    "CHANCE_DTYPE",
    "DEAL",
    "DICTATED",
    "FIRST_SEAT",
    "FREE",
    "LOGGED",
    "LOG_SIZE",
    "PLAY",
    "STREAMS_PER_GAME",
    "STREAM_DTYPE",
    "below",
    "chance_type",
    "draw",
    "mix",
    "next_word",
    "shuffle",
    "start_seats",
    "start_stream",
    "stream_type",
    "uniform",
]
