"""Equilibria of games small enough to be worked out by hand."""

import numpy as np
import pytest

from balance.stats.equilibria import SymmetricGame, equilibrium, follow, polish, starts


def two_players(matrix):
    """The game of two players in which a row's strategy gets matrix[row][column]."""
    size = len(matrix)
    copies, payoffs = [], []
    for i in range(size):
        for j in range(i, size):
            row, paid = np.zeros(size, int), np.zeros(size)
            row[i] += 1
            row[j] += 1
            paid[i], paid[j] = matrix[i][j], matrix[j][i]
            copies.append(row)
            payoffs.append(paid)
    return SymmetricGame.of(copies, payoffs)


# Rock, paper, scissors as win rates.
CIRCLE = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]


def test_rock_paper_scissors_mixes_all_three_alike():
    game = two_players(CIRCLE)
    found = equilibrium(game)
    assert found.mixture == pytest.approx([1 / 3] * 3, abs=1e-6)
    assert found.regret < 1e-6
    assert found.basin == 1.0


def test_unlike_stakes_shift_the_mixture():
    # Rock beats scissors for certain, paper beats rock and scissors beat paper with 0.75: for equal
    # payoffs each share is as large as what the other two play for: 1/4 : 1/2 : 1/4.
    matrix = [[0.5, 0.25, 1.0], [0.75, 0.5, 0.25], [0.0, 0.75, 0.5]]
    found = equilibrium(two_players(matrix))
    assert found.mixture == pytest.approx([0.25, 0.5, 0.25], abs=1e-6)


def test_regret_is_what_the_best_answer_gains():
    game = two_players(CIRCLE)
    # Against rock alone paper wins every game, and rock half of them.
    assert game.regret(np.array([1.0, 0.0, 0.0])) == pytest.approx(0.5)
    # Against half rock, half scissors: rock 0.75, paper 0.5, scissors 0.25; they themselves 0.5.
    assert game.gains(np.array([0.5, 0.0, 0.5])) == pytest.approx([0.25, 0.0, -0.25])


def test_in_the_prisoners_dilemma_everybody_defects():
    found = equilibrium(two_players([[0.6, 0.0], [1.0, 0.2]]))
    assert found.mixture == pytest.approx([0.0, 1.0], abs=1e-9)
    assert found.others == ()


MAJORITY = SymmetricGame.of(
    # Three players say A or B; those in the majority share the pot.
    [[3, 0], [2, 1], [1, 2], [0, 3]],
    [[1 / 3, 0], [1 / 2, 0], [0, 1 / 2], [0, 1 / 3]],
)


def test_a_majority_has_two_stable_mixtures_and_one_that_is_not():
    # Against a share x of A: f(A) = x**2 / 3 + x (1 - x), f(B) the same with x and 1 - x swapped.
    assert MAJORITY.values(np.array([0.25, 0.75])) == pytest.approx([5 / 24, 3 / 8])
    found = equilibrium(MAJORITY)
    ends = [found.mixture, *(mixture for mixture, _ in found.others)]
    assert sorted(float(end[0]) for end in ends) == pytest.approx([0.0, 1.0], abs=1e-9)
    assert MAJORITY.regret(np.array([0.5, 0.5])) == pytest.approx(0.0, abs=1e-12)
    assert follow(MAJORITY, np.array([0.51, 0.49]))[0][0] == pytest.approx(1.0, abs=1e-6)


def test_a_minority_is_mixed_half_and_half():
    # Three players, whoever is alone wins; all alike, everybody has a third.
    # f(A) = x**2 / 3 + (1 - x)**2 and the mirror of it: equal at 1/2, and there each gets a third.
    game = SymmetricGame.of(
        [[3, 0], [2, 1], [1, 2], [0, 3]], [[1 / 3, 0], [0, 1], [1, 0], [0, 1 / 3]]
    )
    found = equilibrium(game)
    assert found.mixture == pytest.approx([0.5, 0.5], abs=1e-6)
    assert game.values(found.mixture) == pytest.approx([1 / 3, 1 / 3])


def test_a_sample_of_tables_stands_for_all_of_them():
    whole = SymmetricGame.of(*_tables_of_four())
    copies, payoffs = _tables_of_four()
    # One of two like tables left out, the other counted twice: the same expectations.
    some = [i for i in range(len(copies)) if list(copies[i]) != [1, 2, 1]]
    heavy = [2.0 if list(copies[i]) == [2, 1, 1] else 1.0 for i in some]
    part = SymmetricGame.of([copies[i] for i in some], [payoffs[i] for i in some], heavy)
    mixture = np.array([0.4, 0.4, 0.2])
    assert part.values(mixture)[2] == pytest.approx(whole.values(mixture)[2])


def _tables_of_four():
    """All tables of four; the third strategy gets 0.1 for each that is no third one."""
    copies = [[a, b, 4 - a - b] for a in range(5) for b in range(5 - a)]
    return copies, [[0.2, 0.2, 0.1 * (4 - row[2])] for row in copies]


def test_polishing_keeps_what_is_better():
    game = two_players(CIRCLE)
    near = polish(game, np.array([0.36, 0.33, 0.31]))
    assert near == pytest.approx([1 / 3] * 3, abs=1e-9)


def test_starts_are_mixtures():
    for start in starts(4):
        assert start.min() >= 0
        assert start.sum() == pytest.approx(1.0)


def test_tables_of_different_size_are_refused():
    with pytest.raises(ValueError, match="same number of players"):
        SymmetricGame.of([[2, 0], [1, 2]], [[0.5, 0], [0.5, 0.5]])
