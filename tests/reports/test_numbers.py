"""Numbers are written one way, with units, whatever their size."""

import subprocess
import sys

import pandas as pd
import pytest

from reports import numbers


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("percent", 0.2534, "25.3 %"),
        ("percent", 0, "0.0 %"),
        ("percent", 0.0001, "<0.1 %"),
        ("percent", 1, "100.0 %"),
        ("points", 0.021, "+2.1 points"),
        ("points", -0.021, "−2.1 points"),
        ("points", -0.00001, "0.0 points"),
        ("count", 1_200_000, "1,200,000"),
        ("number", 18.24, "18.2"),
        ("number", 1234.5, "1,234"),
        ("number", float("inf"), "∞"),
        ("change", 1.84, "+1.8"),
        ("parameter", 30.0, "30"),
        ("parameter", 1500, "1500"),
        ("parameter", 0.25, "0.25"),
        ("text", "two\nlines", "two lines"),
        *((kind, missing, "–") for kind in numbers.FORMATS for missing in (None, pd.NA)),
        ("number", float("nan"), "–"),
    ],
)
def test_each_kind_of_number(kind, value, text):
    assert numbers.FORMATS[kind](value) == text


def test_an_estimate_has_its_interval():
    assert numbers.estimate(0.253, 0.249, 0.257, "percent") == "25.3 % (24.9 to 25.7)"
    assert numbers.estimate(0.021, -0.001, 0.043, "points") == "+2.1 points (−0.1 to +4.3)"
    assert numbers.estimate(18.2, None, 18.3, "number") == "18.2"
    assert numbers.estimate(pd.NA, 1, 2, "number") == "–"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (0.034, "0.03"), (18.24, "18.2"), (182.4, "182"), (18_240, "18k"), (3.2e9, "3.2G")],
)
def test_short_numbers(value, text):
    assert numbers.short(value) == text


def test_phrases():
    assert numbers.listed(["a"]) == "a"
    assert numbers.listed(["a", "b", "c"], "or") == "a, b or c"
    assert numbers.plural(1, "player") == "1 player"
    assert numbers.player_counts([2, 3, 4]) == "2 to 4 players"
    assert numbers.player_counts([2, 4]) == "2 and 4 players"
    assert numbers.words("ruling.cred_tie") == "ruling: cred tie"


def test_importing_the_numbers_loads_no_heavy_package():
    code = (
        "import sys, reports.numbers, reports.style;"
        "print(sorted({'matplotlib', 'pandas', 'numpy', 'jinja2'} & {*sys.modules}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
