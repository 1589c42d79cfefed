"""Randomness: published vectors, kernel against plain Python, uniformity and independence.

The statistical tests use fixed seeds, so each passes for ever or fails for ever. Their stated
error rate is the chance that a perfect generator would have failed them when the seed was written
down: `ALPHA` each, with a Bonferroni correction where a test looks at many statistics.
"""

import itertools
import math
import random

import numpy as np
import pytest
from numba import njit
from scipy import stats

from sims.core import rng, streams
from sims.core.streams import Stream

ALPHA = 1e-4
XOSHIRO = (
    41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205,
    9973669472204895162, 14011001112246962877, 12406186145184390807, 15849039046786891736,
    10450023813501588000,
)  # fmt: skip
"""xoshiro256++ from the state 1, 2, 3, 4: test vector of Rust's rand_xoshiro, after Vigna's C."""

SPLITMIX = (
    6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
    16408922859458223821,
)  # fmt: skip
"""splitmix64 from the seed 1234567: the vector at rosettacode.org, after Vigna's C."""


@njit
def words(box, count):
    found = np.zeros(count, np.uint64)
    for i in range(count):
        found[i] = rng.next_word(box[0])
    return found


@njit
def start(box, seed, game_id, number):
    rng.start_stream(box[0], seed, game_id, number)


@njit
def belows(box, bound, count):
    found = np.zeros(count, np.int64)
    for i in range(count):
        found[i] = rng.below(box[0], bound)
    return found


@njit
def uniforms(box, count):
    found = np.zeros(count, np.float64)
    for i in range(count):
        found[i] = rng.uniform(box[0])
    return found


@njit
def mixes(values):
    found = np.zeros(len(values), np.uint64)
    for i in range(len(values)):
        found[i] = rng.mix(values[i])
    return found


@njit
def first_words(seeds, games, numbers):
    """The first word of each stream: shape (seeds, games, numbers)."""
    found = np.zeros((len(seeds), len(games), len(numbers)), np.uint64)
    box = np.zeros(1, rng.STREAM_DTYPE)
    for i in range(len(seeds)):
        for j in range(len(games)):
            for k in range(len(numbers)):
                rng.start_stream(box[0], seeds[i], games[j], numbers[k])
                found[i, j, k] = rng.next_word(box[0])
    return found


@njit
def shuffles(chances, size, count):
    """Shuffled packs of `size` cards, one after another: shape (count, size)."""
    found = np.zeros((count, size), np.int64)
    for i in range(count):
        for card in range(size):
            found[i, card] = card
        rng.shuffle(chances[0], found[i], size)
    return found


def box(seed=1, game_id=0, number=0):
    made = np.zeros(1, rng.STREAM_DTYPE)
    start(made, seed, game_id, number)
    return made


def chance(seed):
    made = np.zeros(1, rng.CHANCE_DTYPE)
    made[0]["stream"] = box(seed)[0]
    return made


# Published vectors


def test_xoshiro_in_the_kernel():
    made = np.zeros(1, rng.STREAM_DTYPE)
    made[0]["word"] = [1, 2, 3, 4]
    assert tuple(words(made, len(XOSHIRO)).tolist()) == XOSHIRO


def test_xoshiro_in_plain_python():
    stream = Stream([1, 2, 3, 4])
    assert tuple(stream.next_word() for _ in XOSHIRO) == XOSHIRO


def test_splitmix():
    golden, seed = 0x9E3779B97F4A7C15, 1234567
    states = [(seed + golden * i) % 2**64 for i in range(1, len(SPLITMIX) + 1)]
    assert tuple(mixes(np.array(states, np.uint64)).tolist()) == SPLITMIX
    assert tuple(streams.mix(state) for state in states) == SPLITMIX


def test_a_stream_starts_from_splitmix_of_its_hash():
    """The four words are splitmix64's output from one 64-bit key, as Vigna recommends."""
    made = box(5, 77, 3)[0]["word"].tolist()
    golden = 0x9E3779B97F4A7C15
    key = streams.mix((streams.mix(5 + golden) + 77 * 16 + 3) % 2**64)
    assert made == [streams.mix((key + golden * i) % 2**64) for i in range(1, 5)]


# The kernel's streams are those of plain Python


SEEDS = (0, 1, 2**32, 2**62 + 12345, 2**63 - 1)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game_id", [0, 1, 999_999_937, 2**59])
@pytest.mark.parametrize("number", [0, 1, 2, 9])
def test_streams_are_the_same_in_kernel_and_python(seed, game_id, number):
    made, plain = box(seed, game_id, number), Stream.of_game(seed, game_id, number)
    assert made[0]["word"].tolist() == plain.words
    assert words(made, 50).tolist() == [plain.next_word() for _ in range(50)]
    for bound in (1, 2, 3, 7, 52, 1000, 2**31 + 11, 2**32 - 1):
        assert belows(made, bound, 20).tolist() == [plain.below(bound) for _ in range(20)]
    assert made[0]["word"].tolist() == plain.words


def test_shuffles_are_the_same_in_kernel_and_python():
    made, plain = chance(3), Stream.of_game(3, 0, 0)
    for pack in shuffles(made, 25, 40):
        cards = list(range(25))
        streams.shuffle(cards, plain.below)
        assert pack.tolist() == cards


def test_a_bound_of_one_takes_no_random_bits():
    made, plain = box(), Stream.of_game(1, 0, 0)
    before = made[0]["word"].tolist()
    assert set(belows(made, 1, 5).tolist()) == {0}
    assert made[0]["word"].tolist() == before
    assert [plain.below(1), plain.below(0)] == [0, 0]
    assert plain.words == before


def test_uniform_is_the_upper_53_bits():
    values = uniforms(box(4), 1000)
    expected = [(word >> 11) / 2**53 for word in words(box(4), 1000).tolist()]
    assert values.tolist() == expected
    assert values.min() >= 0
    assert values.max() < 1
    assert stats.kstest(uniforms(box(5), 100_000), "uniform").pvalue > ALPHA


# Bounded draws


@pytest.mark.parametrize("bound", [2, 3, 5, 6, 7, 10, 25, 52, 64, 199])
def test_bounded_draws_are_uniform(bound):
    """Chi-square over 200,000 draws; a perfect generator fails one of the ten with 10 * ALPHA."""
    drawn = belows(box(100 + bound), bound, 200_000)
    assert stats.chisquare(np.bincount(drawn, minlength=bound)).pvalue > ALPHA


@pytest.mark.parametrize("biased", [True, False], ids=["without rejection", "Lemire"])
def test_large_bounds_need_the_rejection(biased):
    """At 3 * 2**30 a draw without Lemire's rejection would give every third value twice as often.

    The share of multiples of 3 is 1/3; without rejection it is 1/2. 20,000 draws tell the two
    apart by 50 standard deviations.
    """
    bound = 3 << 30
    if biased:
        drawn = (words(box(8), 20_000) >> np.uint64(32)) * np.uint64(bound) >> np.uint64(32)
    else:
        drawn = belows(box(8), bound, 20_000)
    hits = int((np.asarray(drawn, np.uint64) % np.uint64(3) == 0).sum())
    agrees = stats.binomtest(hits, 20_000, 1 / 3).pvalue > ALPHA
    assert agrees is not biased


# The shuffle, and the two classic wrong ones


def naive_shuffle(cards, draw):
    """Swap each place with any place: 5**5 equally likely ways, no multiple of 120."""
    for place in range(len(cards)):
        other = draw(len(cards))
        cards[place], cards[other] = cards[other], cards[place]


def sattolo_shuffle(cards, draw):
    """Swap only with places below, never itself (off by one): only cyclic orders come out."""
    for last in range(len(cards) - 1, 0, -1):
        other = draw(last)
        cards[last], cards[other] = cards[other], cards[last]


def order_pvalue(packs):
    """Chi-square over all 120 orders of five cards."""
    places = {order: i for i, order in enumerate(itertools.permutations(range(5)))}
    counts = np.bincount([places[tuple(pack)] for pack in packs], minlength=120)
    return stats.chisquare(counts).pvalue


def packs_of(shuffle, count, seed):
    stream = Stream.of_game(seed, 0, 0)
    for _ in range(count):
        cards = list(range(5))
        shuffle(cards, stream.below)
        yield cards


def test_every_order_is_equally_likely():
    """120,000 shuffles in the kernel, 24,000 in Python: a perfect one fails with 2 * ALPHA."""
    assert order_pvalue(shuffles(chance(12), 5, 120_000).tolist()) > ALPHA
    assert order_pvalue(packs_of(streams.shuffle, 24_000, 13)) > ALPHA


@pytest.mark.parametrize("wrong", [naive_shuffle, sattolo_shuffle])
def test_the_classic_wrong_shuffles_are_found_out(wrong):
    assert order_pvalue(packs_of(wrong, 24_000, 13)) < 1e-12


def test_every_card_comes_to_every_place():
    """A pack of 25: each place's card is uniform; Bonferroni over the 25 places."""
    packs = shuffles(chance(14), 25, 50_000)
    for place in range(25):
        counts = np.bincount(packs[:, place], minlength=25)
        assert stats.chisquare(counts).pvalue > ALPHA / 25


# Independence of streams: neighbouring seeds, games and stream numbers


def unit(values):
    """Words as numbers in [0, 1)."""
    return (values >> np.uint64(11)).astype(np.float64) / 2**53


def grid(axis):
    """First words of 20,000 pairs of streams that are neighbours along one axis."""
    base = np.arange(20_000, dtype=np.int64)
    one = np.zeros(1, np.int64)
    if axis == "seed":
        found = first_words(np.arange(20_001), one, one)[:, 0, 0]
        return found[:-1], found[1:]
    if axis == "game":
        found = first_words(one + 7, np.arange(20_001), one)[0, :, 0]
        return found[:-1], found[1:]
    found = first_words(one + 7, base, np.arange(2))[0]
    return found[:, 0], found[:, 1]


AXES = ("seed", "game", "stream")


@pytest.mark.parametrize("axis", AXES)
def test_neighbouring_streams_are_independent(axis):
    """Correlation, and chi-square of pairs in a 16 x 16 grid: fails with 2 * ALPHA an axis."""
    one, other = (unit(values) for values in grid(axis))
    assert stats.pearsonr(one, other).pvalue > ALPHA
    cells = np.floor(one * 16) * 16 + np.floor(other * 16)
    assert stats.chisquare(np.bincount(cells.astype(int), minlength=256)).pvalue > ALPHA


@pytest.mark.parametrize("axis", AXES)
def test_every_bit_of_neighbouring_streams_differs_with_one_half(axis):
    """Avalanche: of 20,000 neighbours each of 64 bits differs in half; Bonferroni over the bits."""
    one, other = grid(axis)
    changed = one ^ other
    for bit in range(64):
        count = int((changed >> np.uint64(bit) & np.uint64(1)).sum())
        assert stats.binomtest(count, 20_000, 0.5).pvalue > ALPHA / 64, bit


def test_the_independence_test_can_fail():
    """Streams that are seeded by a count alone, unmixed, are told apart from independent ones."""
    counts = np.arange(1, 20_002, dtype=np.uint64) * np.uint64(2**50)
    one, other = unit(counts[:-1]), unit(counts[1:])
    assert stats.pearsonr(one, other).pvalue < 1e-12


def test_no_two_streams_start_alike():
    """Half a million streams over seeds, games and numbers: no two share their first word's state.

    For one seed that is so by construction (the hash is a bijection); across seeds two 64-bit keys
    among 500,000 coincide by chance with 7e-9.
    """
    made = first_words(np.arange(10), np.arange(5000), np.arange(10)).ravel()
    assert len(np.unique(made)) == made.size == 500_000


def test_keys_of_one_seed_are_a_bijection():
    """The mix is invertible: an inverse in plain arithmetic gives back (game, stream)."""

    def unmix(word):
        def unshift(value, by):
            result = value
            for _ in range(64 // by + 1):
                result = value ^ (result >> by)
            return result

        word = unshift(word, 31) * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
        word = unshift(word, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
        return unshift(word, 30)

    draws = random.Random(5)
    for _ in range(1000):
        word = draws.getrandbits(64)
        assert unmix(streams.mix(word)) == word


def test_seats_of_one_game_draw_independently():
    """The choice streams of eight seats over 5,000 games: all 28 correlations, Bonferroni."""
    made = unit(first_words(np.array([3]), np.arange(5000), np.arange(2, 10))[0])
    for a, b in itertools.combinations(range(8), 2):
        assert stats.pearsonr(made[:, a], made[:, b]).pvalue > ALPHA / math.comb(8, 2)


def test_dictated_and_logged_draws():
    @njit
    def draw(chances, bound):
        return rng.draw(chances[0], bound)

    made = chance(2)
    made[0]["mode"] = rng.LOGGED
    free = belows(box(2), 6, 4).tolist()
    assert [draw(made, 6) for _ in range(4)] == free
    assert draw(made, 1) == 0
    assert int(made[0]["used"]) == 4
    assert made[0]["value"][:4].tolist() == free
    assert made[0]["bound"][:4].tolist() == [6] * 4
    made[0]["mode"], made[0]["used"] = rng.DICTATED, 0
    made[0]["value"][:2] = [5, 3]
    assert [draw(made, 6), draw(made, 4)] == [5, 3]
    assert made[0]["bound"][:2].tolist() == [6, 4]
    script = streams.DictatedChance([5, 3])
    assert [script.draw(6), script.draw(1), script.draw(4), script.draw(9)] == [5, 0, 3, 0]
    assert script.log == [(6, 5), (4, 3), (9, 0)]
