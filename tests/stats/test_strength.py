"""The label that every finding carries: exactly one of three, with its direction."""

import pytest

from balance.strength import (
    ABSENT,
    DEPENDS,
    EFFECT,
    EVERY,
    ONLY,
    OPEN,
    Rung,
    fares,
    only,
    weakest_first,
)


def rungs(*calls):
    """The same finding among lineups a, b, c, ..., weakest first."""
    return [Rung("abcd"[i], *call) for i, call in enumerate(calls)]


UNFAIR, FAIR, UNSETTLED = ("UNFAIR", EFFECT), ("FAIR", ABSENT), ("INCONCLUSIVE", OPEN)


@pytest.mark.parametrize(
    ("calls", "value", "words"),
    [
        ([UNFAIR], ONLY, "only tested among a"),
        ([UNFAIR, UNFAIR], EVERY, "holds at every strength tested (a, b)"),
        ([FAIR, FAIR, FAIR], EVERY, "holds at every strength tested (a, b, c)"),
        (
            [UNSETTLED, UNSETTLED],
            EVERY,
            "holds at every strength tested (a, b): INCONCLUSIVE at each",
        ),
        (
            [UNFAIR, UNFAIR, FAIR],
            DEPENDS,
            "depends on strength: UNFAIR only among weak players (FAIR among c; UNFAIR among a "
            "and b)",
        ),
        (
            [FAIR, UNFAIR],
            DEPENDS,
            "depends on strength: UNFAIR only among strong players (UNFAIR among b; FAIR among a)",
        ),
        (
            [UNSETTLED, FAIR],
            DEPENDS,
            "depends on strength: FAIR shown only among strong players (FAIR among b; "
            "INCONCLUSIVE among a)",
        ),
        (
            [UNFAIR, UNSETTLED],
            DEPENDS,
            "depends on strength: UNFAIR shown only among weak players (INCONCLUSIVE among b; "
            "UNFAIR among a)",
        ),
        (
            [("fairer", EFFECT), ("less fair", EFFECT)],
            DEPENDS,
            "depends on strength: it turns round from weak to strong players (less fair among b; "
            "fairer among a)",
        ),
        (
            [UNFAIR, FAIR, UNFAIR],
            DEPENDS,
            "depends on strength: not in step with it (UNFAIR among a and c; FAIR among b)",
        ),
    ],
)
def test_one_label_of_three_with_its_direction(calls, value, words):
    found = fares(rungs(*calls))
    assert (found.value, found.words) == (value, words)
    assert found.columns("x") == {"x": value, "x_words": words}
    assert found.sentence == f"{words[0].upper()}{words[1:]}."


@pytest.mark.parametrize(
    ("weak", "strong", "value"),
    [
        ((1.0, 0.8, 1.2), (2.0, 1.5, 2.5), DEPENDS),  # apart, and twice the size
        ((-4.0, -5.0, -3.0), (-1.0, -1.5, -0.5), DEPENDS),
        ((1.0, 0.8, 1.2), (1.9, 1.5, 2.5), EVERY),  # apart, but not twice
        ((1.0, 0.5, 1.6), (2.0, 1.5, 2.5), EVERY),  # twice, but the intervals meet
    ],
)
def test_a_size_goes_along_with_strength_if_it_is_shown_to(weak, strong, value):
    found = fares([Rung("a", "up", size=weak), Rung("b", "up", size=strong)])
    assert found.value == value
    if value == DEPENDS:
        way = "grows" if abs(strong[0]) > abs(weak[0]) else "shrinks"
        assert found.words == f"depends on strength: {way} with strength (a, b)"


def test_the_only_lineup_and_the_order_of_a_ladder():
    assert only("a").words == fares(rungs(UNFAIR)).words
    assert weakest_first(["mine", "c", "a"], ("a", "b", "c")) == ["a", "c", "mine"]
    with pytest.raises(ValueError, match="lineup"):
        fares([])
