"""Figures of a fixed small run, beside pictures of them that were looked at and accepted.

The run is among random players alone, who are not tuned, so that it changes with the rules only.
`make golden` writes the pictures anew; look at them before you commit them.
"""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import balance
from reports import figures, style
from reports.figures.base import Figure

GAME, COUNTS = "hacked", [2, 4]
DOTS = 60  # per inch
BLOCK = 6
"""Pixels of a square that is compared by its mean: wider than what fonts and edges differ by."""
MEAN, WORST = 1.0, 24.0
"""What may differ: the mean over a picture, and the worst square, of 255."""


@pytest.fixture(scope="module")
def drawn():
    """Every figure by name."""
    run = balance.play(GAME, players=COUNTS, games=600, seed=3)
    swept = balance.sweep(GAME, {"hand_size": [3, 5, 7]}, players=COUNTS, games=300, seed=3)
    wide = balance.sweep(
        GAME, {"hand_size": [3, 5, 7], "extra_consultants": [0, 2]}, players=4, games=200, seed=3
    )
    cells = run.cells
    shares = cells.assign(part="last standing", mean=0.9, low=0.85, high=0.93)
    made = [
        figures.seat_rates(run.seats, 0.02),
        figures.lengths(run.lengths, cap=None),
        figures.parameter_map(swept.cells, "hand_size", {2: 7, 4: 5}, label="Hand size"),
        figures.heatmap(wide.cells, "hand_size", "extra_consultants", name="heatmap"),
        figures.line_plot(
            swept.cells, "hand_size", tolerance=0.02, x_label="Hand size", printed={2: 7, 4: 5},
            name="line",
        ),
        figures.seat_means(run.by_seat),
        figures.endings(shares),
        figures.ladder(cells, "lineup", tolerance=0.02, name="ladder"),
    ]  # fmt: skip
    return {figure.name: figure for figure in made}


NAMES = (
    "seat-rates", "lengths", "parameter-map", "heatmap", "line", "seat-means", "ending-shares",
    "ladder",
)  # fmt: skip


def picture(figure: Figure, narrow: bool = False) -> Image.Image:
    """A figure as it is drawn, in grey."""
    out = io.BytesIO()
    with style.theme():
        (figure.narrow if narrow else figure.figure).savefig(out, format="png", dpi=DOTS)
    return Image.open(out).convert("L")


def difference(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The mean and the worst difference of two pictures, square by square.

    Pictures of another size differ by all there is: a size comes from measured text in a font that
    we bring along, so it is the same everywhere.
    """
    if one.size != other.size:
        return 255.0, 255.0
    size = (max(1, one.width // BLOCK), max(1, one.height // BLOCK))
    a, b = (np.asarray(im.resize(size, Image.Resampling.BOX), dtype=float) for im in (one, other))
    apart = np.abs(a - b)
    return float(apart.mean()), float(apart.max())


@pytest.fixture
def golden_picture(request, golden):
    """Return `compare(name, picture)`: is it as the one in `golden/figures`?"""
    folder = Path(request.path.parent) / "golden" / "figures"

    def compare(name: str, now: Image.Image) -> None:
        file = folder / f"{name}.png"
        if request.config.getoption("--golden"):
            folder.mkdir(parents=True, exist_ok=True)
            now.quantize(32).save(file, optimize=True)
        elif not file.is_file():
            pytest.fail(f"{file} is missing: `make golden` writes it", pytrace=False)
        with Image.open(file) as stored:
            mean, worst = difference(stored.convert("L"), now)
        assert mean <= MEAN, f"{name} differs by {mean:.1f} on average (`make golden` accepts it)"
        assert worst <= WORST, f"{name} differs by {worst:.0f} somewhere (`make golden` accepts it)"

    return compare


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_figures_are_as_they_were(drawn, golden_picture, name, narrow):
    golden_picture(f"{name}-narrow" if narrow else name, picture(drawn[name], narrow))


def test_every_figure_is_looked_at(drawn):
    assert set(drawn) == set(NAMES)


def test_a_moved_mark_is_seen():
    """The comparison is not blind: one win rate of four, three points higher."""
    frame = balance.play(GAME, players=4, games=600, seed=3).seats
    moved = frame.copy()
    for column in ("rate", "low", "high"):
        moved.loc[1, column] += 0.03
    _, worst = difference(
        picture(figures.seat_rates(frame, 0.02)), picture(figures.seat_rates(moved, 0.02))
    )
    assert worst > WORST


def test_other_edges_of_letters_are_not():
    """What a font's smoothing changes, a picture moved by a third of a pixel, is let through."""
    frame = balance.play(GAME, players=4, games=600, seed=3).seats
    one = picture(figures.seat_rates(frame, 0.02))
    grey = np.asarray(one, dtype=float)
    moved = Image.fromarray((grey * 2 / 3 + np.roll(grey, 1, axis=1) / 3).astype(np.uint8))
    mean, worst = difference(one, moved)
    assert 0 < mean <= MEAN
    assert worst <= WORST
