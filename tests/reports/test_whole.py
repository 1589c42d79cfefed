"""A whole report of a small run: read as HTML, JSON, CSV, Markdown and PDF, and in a browser."""

import csv
import json
import re
from itertools import pairwise
from math import isfinite

import pytest

from balance.planning import Question
from balance.reporting import provenance
from balance.reporting.content import page
from balance.reporting.order import Order
from balance.reporting.player import play_all
from balance.reporting.runs import Budget
from reports import style
from reports.numbers import FORMATS, estimate
from reports.page import Table
from reports.tables import NUMERIC
from reports.writing import write
from tests.reports.browser import Browser, axe, program
from tests.reports.test_page import read

ORDER = Order(Question("hacked", (2, 4), seed=3), beside="hand_size=5")
SMALL = Budget(
    table=300,
    map=30,
    sweeps=30,
    cards=60,
    fresh=200,
    rulings=40,
    advice=64,
    sample=2,
    tournament=16,
    probe=8,
)
ESTIMATES = {"number", "fine", "change", "percent", "points"}


@pytest.fixture(scope="module")
def made():
    runs = play_all(ORDER, SMALL)
    return page(ORDER, runs, provenance(ORDER, runs))


@pytest.fixture(scope="module")
def folder(made, tmp_path_factory):
    out = tmp_path_factory.mktemp("whole") / "report"
    write(made, out)
    return out


@pytest.fixture(scope="module")
def html(folder):
    return read(folder / "index.html")


@pytest.fixture(scope="module")
def stored(folder):
    return json.loads((folder / "report.json").read_text(encoding="utf-8"))


# --- as HTML, which needs no browser -------------------------------------------------------------


def test_every_id_is_its_own_and_every_reference_leads_somewhere(html):
    assert len(html.ids) == len(set(html.ids))
    for _, attrs in html.tags:
        for name in ("aria-labelledby", "aria-describedby"):
            assert set(attrs.get(name, "").split()) <= set(html.ids)


def test_headings_go_down_one_step_at_a_time(html):
    levels = [int(tag[1]) for tag, _ in html.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= before + 1 for before, later in pairwise(levels))


def test_pictures_have_words_and_tables_have_captions_and_headings(html):
    pictures = [attrs for tag, attrs in html.tags if tag in ("svg", "img")]
    assert pictures
    for attrs in pictures:
        assert len(attrs.get("aria-label") or attrs.get("alt") or "") > 30
    tags = [tag for tag, _ in html.tags]
    assert tags.count("table") == tags.count("caption") > 10
    assert all(attrs["scope"] == "col" for tag, attrs in html.tags if tag == "th")


def test_no_heading_of_a_column_is_empty(made):
    from reports.tables import columns_of

    for table in made.tables:
        assert all(column.label.strip() for column in columns_of(table)), table.name


def test_nothing_is_fetched(folder, html):
    text = (folder / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"https?://|@import|url\((?!#)|\bfetch\(|XMLHttpRequest|WebSocket", text)
    for link in html.links:
        assert link.startswith(("#", "data:")) or (folder / link).is_file(), link


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    """The ratio of WCAG 2: 1 for no contrast, 21 for black on white."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_text_and_marks_stand_out_in_both_schemes(folder, dark):
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    text = (folder / "index.html").read_text(encoding="utf-8")
    css = text[text.index("<style>") : text.index("</style>")]
    light, _, rest = css.partition("prefers-color-scheme: dark")
    rules = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", rest if dark else light))
    for name in ("ink", "muted", "link"):
        assert contrast(rules[name], rules["paper"]) >= 4.5, name
    assert contrast(rules["ink"], rules["grid"]) >= 4.5
    for name in ("fair", "unfair", "open"):
        assert contrast(rules[f"{name}-text"], rules[f"{name}-back"]) >= 4.5, name
    for name in ("blue", "green", "vermillion", "grey", "muted"):
        assert contrast(style.COLOURS[name][dark], rules["paper"]) >= 3, name


# --- the same numbers everywhere -----------------------------------------------------------------


def test_numbers_are_the_same_on_the_page_in_the_csv_and_in_the_json(made, folder, html, stored):
    """Follows every cell with an interval of every table: far more than twenty."""
    shown = iter([row for row in html.rows if row])
    followed, tables = 0, set()
    for table in made.tables:
        columns = stored["tables"][table.name]["columns"]
        assert next(shown) == [column["label"] for column in columns]
        with (folder / "data" / f"{table.name}.csv").open(encoding="utf-8", newline="") as file:
            written = list(csv.DictReader(file))
        rows = stored["tables"][table.name]["rows"]
        assert len(rows) == len(written)
        for kept, row in zip(rows, written, strict=True):
            cells = next(shown)
            for column, cell in zip(columns, cells, strict=True):
                number_or_text = kept[column["value"]]
                if column["kind"] not in NUMERIC or not isinstance(number_or_text, int | float):
                    continue
                names = [column["value"], *(column[e] for e in ("low", "high") if e in column)]
                numbers = [float(row[name]) if row[name] else None for name in names]
                for name, number in zip(names, numbers, strict=True):
                    in_json = kept[name]  # JSON has no infinity
                    assert in_json == (number if number is None or isfinite(number) else None)
                text = (
                    estimate(*numbers, column["kind"])
                    if len(numbers) == 3
                    else FORMATS[column["kind"]](numbers[0])
                )
                assert cell == text, (table.name, column["label"])
                followed += len(numbers)
                tables.add(table.name)
    assert followed > 1000
    assert len(tables) > 15


def test_the_first_screen_s_numbers_are_those_of_the_table(stored, folder):
    with (folder / "data" / "seat-rates.csv").open(encoding="utf-8", newline="") as file:
        seats = list(csv.DictReader(file))
    for verdict in stored["verdicts"]:
        worst = verdict["worst_seat"]
        [row] = [
            r
            for r in seats
            if (int(r["players"]), int(r["seat"])) == (verdict["players"], worst["seat"])
        ]
        assert [float(row[c]) for c in ("rate", "low", "high")] == [
            worst["rate"], worst["low"], worst["high"],
        ]  # fmt: skip
        said = f"{100 * worst['rate']:.1f} % ({100 * worst['low']:.1f} to {100 * worst['high']:.1f}"
        assert said in verdict["sentence"]
        assert verdict["games"] == int(row["games"]) == SMALL.table
        assert verdict["strength"]["label"] in ("every", "depends", "only")


def test_no_estimate_is_shown_without_an_interval_or_its_games(made):
    for table in made.tables:
        columns = table.formats
        counted = any("games" in c.label or "deals" in c.label for c in columns)
        bare = [c.label for c in columns if c.kind in ESTIMATES and not c.low]
        assert counted or not bare, (table.name, bare)
    for text in (*(v.sentence for v in made.lead), *(a.evidence for a in made.actions)):
        for clause in re.split(r"[;.] ", text):
            if re.search(r"\d %|\d points|\d turns", clause.replace("±2 points", "")):
                assert re.search(r"\(.* to .*\)|\bgames\b|after \d", clause), clause


def test_every_section_has_a_command_and_the_map_its_own(made):
    assert len(made.sections) > 12
    for section in made.sections:
        assert section.commands, section.key
        assert all(line.startswith("balance ") for line in section.commands)
    assert made.map_commands
    assert all("--compare hand_size=5" in c for c in made.how_to_reproduce)


def test_the_commands_are_understood(made):
    """Every command line names options that its command has."""
    import shlex

    from typer.main import get_command

    from balance.cli import app

    lines = {c for s in made.sections for c in s.commands} | {*made.map_commands}
    lines |= {a.command for a in made.actions if a.command}
    root = get_command(app)
    for line in lines:
        _, name, *words = shlex.split(line)
        command = root.commands[name]
        command.make_context(name, list(words), resilient_parsing=False)


# --- for a forum, and for paper ------------------------------------------------------------------


def test_the_summary_says_what_a_forum_asks(made, folder):
    from reports.markdown import inert

    text = (folder / "summary.md").read_text(encoding="utf-8")
    for verdict in made.lead:
        assert f"**{verdict.call}** – {inert(verdict.sentence)}" in text
    for i, action in enumerate(made.actions, start=1):
        assert f"\n{i}. **{inert(action.what)}**" in text
    for name in ("Verdicts", "What to do", "Where the numbers come from"):
        assert f"## {name}\n" in text
    assert made.how_to_reproduce[0] in text
    assert "<" not in re.sub(r"\\<", "", text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a | b", "a \\| b"),
        ("<script>", "\\<script\\>"),
        ("*x* _y_ `z`", "\\*x\\* \\_y\\_ \\`z\\`"),
        ("- no list", "\\- no list"),
        ("1. no list", "1\\. no list"),
        ("# no heading\n# nor this", "\\# no heading \\# nor this"),
        ("[a](javascript:x)", "\\[a\\](javascript:x)"),
    ],
)
def test_markdown_shows_names_as_they_are(text, shown):
    from reports.markdown import inert

    assert inert(text) == shown


def test_the_pdf_has_real_text_vector_figures_and_bookmarks(made, folder):
    from pypdf import PdfReader

    reader = PdfReader(folder / "report.pdf")
    width, height = (float(end) for end in reader.pages[0].mediabox[2:])
    assert (round(width), round(height)) == (595, 842), "A4"
    text = " ".join(" ".join(p.extract_text() for p in reader.pages).split())
    for said in (made.title, made.lead[0].sentence[:60], made.actions[0].what, "game length"):
        assert " ".join(said.split()) in text, said
    titles = []

    def walk(outline):
        for entry in outline:
            if isinstance(entry, list):
                walk(entry)
            else:
                titles.append(entry.title)

    walk(reader.outline)
    assert {section.title for section in made.sections} <= set(titles)
    forms = 0
    for sheet in reader.pages:
        for thing in (sheet["/Resources"].get("/XObject") or {}).values():
            assert thing.get_object()["/Subtype"] == "/Form", "a picture where lines should be"
            forms += 1
        for font in (sheet["/Resources"].get("/Font") or {}).values():
            kept = font.get_object()
            described = kept.get("/FontDescriptor") or {}
            assert "/FontFile2" in described or kept["/BaseFont"] == "/Helvetica", kept
    assert forms == len(made.figures)


# --- in a browser --------------------------------------------------------------------------------

# Chromium is no Python package, and all that the project asks of a machine is Python and make; what
# needs no browser (no address, ids, headings, texts, contrast) is tested above on every machine.
needs_browser = pytest.mark.skipif(
    program() is None,
    reason="Chromium is no Python package; what needs no browser is tested without it",
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    tab = Browser(tmp_path_factory.mktemp("profile"))
    yield tab
    tab.close()


CLIPPED = """[...document.querySelectorAll('svg')].flatMap(svg => {
  const room = svg.getBoundingClientRect();
  if (!room.width) return [];
  return [...svg.querySelectorAll('text')].filter(text => {
    const box = text.getBoundingClientRect();
    return box.left < room.left - 2 || box.right > room.right + 2 ||
      box.top < room.top - 2 || box.bottom > room.bottom + 2;
  }).map(text => text.textContent);
})"""


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [400, 900, 1600])
def test_the_page_opens_without_a_complaint_at_any_width(browser, folder, width, dark):
    file = folder / "index.html"
    browser.open(file, width, dark)
    assert browser.complaints == []
    fetched = [url for url in browser.requests if not url.startswith("data:")]
    assert fetched == [file.resolve().as_uri()]
    assert browser.run("document.documentElement.scrollWidth") <= width, "it scrolls sideways"
    assert browser.run(CLIPPED) == []
    paper = browser.run("getComputedStyle(document.body).backgroundColor")
    lightness = sum(map(int, re.findall(r"\d+", paper)[:3])) / 3
    assert (lightness < 64) == dark


@needs_browser
@pytest.mark.slow
def test_tables_sort_by_mouse_and_by_key(browser, folder):
    browser.open(folder / "index.html")
    head = "document.querySelector('#table-seats th:nth-child(4)')"
    values = (
        "[...document.querySelectorAll('#table-seats tbody tr')]"
        ".map(row => Number(row.cells[3].dataset.value))"
    )
    browser.run(f"{head}.querySelector('[role=button]').click()")
    assert browser.run(f"{head}.getAttribute('aria-sort')") == "ascending"
    assert browser.run(values) == sorted(browser.run(values))
    browser.run(f"{head}.querySelector('[role=button]').focus()")
    browser.press("Enter", 13)
    assert browser.run(f"{head}.getAttribute('aria-sort')") == "descending"
    assert browser.run(values) == sorted(browser.run(values), reverse=True)


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_serious(browser, folder, dark):
    source = axe()
    if source is None:  # axe-core is JavaScript under a licence of its own, so it is no requirement
        pytest.skip("no package here holds axe-core")
    browser.open(folder / "index.html", 900, dark)
    browser.run(source)
    # Thousands of marks inside figures take it minutes; a figure is one picture to who hears it.
    only = ", {runOnly: ['color-contrast']}" if dark else ""  # all else is the same in the dark
    found = browser.run(
        f"axe.run({{exclude: [['svg > *']]}}{only})"
        ".then(r => r.violations.map(v =>"
        " [v.id, v.impact, v.nodes.map(n => n.html.slice(0, 120))]))"
    )
    assert [each for each in found if each[1] in ("serious", "critical")] == []


def test_figures_and_tables_are_all_numbered_by_name(made, folder):
    for part in made.parts:
        assert (folder / "data" / f"{part.name}.csv").is_file()
        if not isinstance(part, Table):
            assert (folder / "figures" / f"{part.name}.svg").is_file()
            assert (folder / "figures" / f"{part.name}.png").is_file()


def section_of(made, key):
    return next(section for section in made.sections if section.key == key)


def words_of(line):
    import shlex

    return shlex.split(line)[1:]


def test_play_again_gives_the_numbers_of_the_seats(made, balance, tmp_path):
    """The command lines under a section give its numbers, to the last digit."""
    frame = section_of(made, "seats").tables[0].frame
    *lines, whole = section_of(made, "seats").commands
    assert "--only seats" in whole
    assert len(lines) == frame["lineup"].nunique()
    for line, lineup in zip(lines, dict.fromkeys(frame["lineup"]), strict=True):
        file = tmp_path / f"{lineup}.csv"
        assert balance(*words_of(line), "--csv", file, "-q").code == 0
        rows = frame[frame["lineup"] == lineup]
        with file.open(encoding="utf-8", newline="") as text:
            again = list(csv.DictReader(text))
        for column in ("wins", "rate", "low", "high", "joint_low"):
            assert [float(row[column]) for row in again] == rows[column].tolist()


def test_sweep_again_gives_the_numbers_of_the_map(made, balance, tmp_path):
    frame = made.map.frame
    [line] = made.map_commands
    file = tmp_path / "map.csv"
    assert balance(*words_of(line), "--cells-csv", file, "-q").code == 0
    with file.open(encoding="utf-8", newline="") as text:
        again = {row["fingerprint"]: row for row in csv.DictReader(text)}
    swept = frame[frame["games"] == SMALL.map]  # the printed ones have the table's games
    assert len(swept) > 10
    for _, row in swept.iterrows():
        found = again[row["fingerprint"]]
        assert float(found["worst_deviation"]) == row["worst_deviation"]
        assert float(found["turns_mean"]) == row["turns_mean"]


def test_recommend_and_trace_again_give_the_advice_and_the_game(made, balance):
    section = section_of(made, "advice")
    told = balance(*words_of(section.commands[0]), "--json", "-q").json
    setups = section.tables[0].frame
    assert [row["deviation"] for row in told["setups"]] == setups["deviation"].tolist()
    sample = section_of(made, "sample")
    traced = balance(*words_of(sample.commands[0]), "-q").out
    lines = [line for line in sample.logs[0].lines if "draws (`" not in line]
    assert len(lines) > 20
    assert all(line in traced for line in lines)
