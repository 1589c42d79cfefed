"""The page is whole, inert and self-contained, and says what the CSV says."""

import csv
import io
import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from pypdf import PdfReader

from reports import writing
from reports.figures import ladder, parameter_map, seat_rates
from reports.page import Action, Column, Log, Page, Section, Table, Verdict
from reports.writing import ReportError, write
from tests.reports import frames, looks

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "=cmd()",
    "+1",
    "@x",
    "-1",
    ']]></style><b onload="alert(1)">',
    "$x_1^2$ \\frac | `a` *b* & {c} %d",
)


def a_page(**changes):
    """Return a small page with one of everything."""
    cells = frames.cells([2, 4], lineups=("random", "balanced"))
    seats = frames.seats([2, 4])
    judged = Table(
        "verdicts",
        "Verdict by strategy",
        cells,
        [
            Column("Players", "players", "count"),
            Column("Strategy", "lineup"),
            Column("Verdict", "verdict", "verdict"),
            Column("From fair", "worst_deviation", "points", "worst_low", "worst_high"),
            Column("Length", "turns_mean", "number", "turns_low", "turns_high"),
            Column("Unfinished", "unfinished_share", "percent"),
            Column("Games needed", "games_needed", "count"),
        ],
    )
    parts = {
        "title": "A game",
        "simulated": "20,000 games of each cell.",
        "lead": [Verdict("FAIR", "At 2 players it is fair."), Verdict("UNFAIR", "At 4 it is not.")],
        "map": parameter_map(frames.cells([2, 4], winning_cred=[20, 30]), "winning_cred", {2: 30}),
        "sections": [
            Section(
                "seats",
                "Seats",
                ["Seat 1 wins 27.1 %."],
                [seat_rates(seats, 0.02)],
                logs=[Log("Game 7", ["Seat 1 draws.", "  Seat 2 passes."])],
                commands=["balance play GAME -n 20000"],
            ),
            Section("strategies", "Strategies", [], [ladder(cells)], [judged]),
        ],
        "assumptions": ["The deck is assumed."],
        "provenance": {"seed": 1, "games": np.int64(20_000), "fingerprints": ["0f3a", "77ab"]},
        "how_to_reproduce": ["balance report GAME --seed 1"],
        "actions": [
            Action(
                "Keep the table.",
                "Seat 1 wins 27.1 % (26.8 to 27.4).",
                "Holds at every strength tested.",
                "seats",
                "balance play GAME --seed 1",
            )
        ],
        "actions_note": "In the order of what they mend.",
        "notes": ["4 players: not settled in 3 minutes."],
        "map_notes": ["Left out: 99."],
        "map_commands": ["balance sweep GAME --over winning_cred=20,30"],
    }
    return Page(**{**parts, **changes})


def hostile_page():
    cells = frames.cells([2, 4], lineups=HOSTILE)
    return Page(
        HOSTILE[0],
        HOSTILE[1],
        [Verdict(HOSTILE[0], HOSTILE[1])],
        None,
        [
            Section(
                "s",
                HOSTILE[0],
                HOSTILE,
                [ladder(cells)],
                [Table("t", HOSTILE[1], cells)],
                [Log(HOSTILE[0], HOSTILE)],
                HOSTILE,
            )
        ],
        HOSTILE,
        {HOSTILE[0]: HOSTILE[1]},
        HOSTILE,
        [Action(name, name, name, name, name) for name in HOSTILE],
        HOSTILE[0],
        HOSTILE,
        HOSTILE,
        HOSTILE,
    )


class Reader(HTMLParser):
    """What an HTML page consists of: tags, ids, links, table rows, text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.links, self.rows, self.headings = [], [], [], [], []
        self.open, self.texts = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.append((tag, attrs))
        if "id" in attrs:
            self.ids.append(attrs["id"])
        self.links += [v for k, v in attrs.items() if k in ("href", "src", "srcset", "data")]
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data
        if "script" not in self.open and "style" not in self.open:
            self.texts.append(data)


def read(file):
    return Reader(file.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    out = tmp_path_factory.mktemp("reports") / "report"
    write(a_page(), out)
    return out


def test_the_folder_is_whole(report):
    found = {str(f.relative_to(report)) for f in report.rglob("*") if f.is_file()}
    names = ("parameter-map", "seat-rates", "ladder-lineup")
    expected = {"index.html", "report.pdf", "summary.md", "report.json", "provenance.json"}
    expected |= {"data/verdicts.csv"}
    expected |= {f"data/{n}.csv" for n in names} | {f"figures/{n}.svg" for n in names}
    assert found == expected | {f"figures/{n}.png" for n in names}
    assert [f.name for f in report.parent.iterdir()] == ["report"], "something was left beside it"


def test_pictures_are_sharp_and_stand_alone(report):
    from PIL import Image

    with Image.open(report / "figures" / "seat-rates.png") as image:
        assert image.width == 1840  # 9.2 inches at 200 dots
    text = (report / "figures" / "seat-rates.svg").read_text(encoding="utf-8")
    assert "win rate (%)" in text, "text in an SVG is text"
    assert "<dc:date>" not in text


def test_the_page_has_what_a_reader_looks_for(report):
    page = read(report / "index.html")
    text = " ".join(" ".join(page.texts).split())
    for said in (
        "A game",
        "20,000 games of each cell.",
        "✗ UNFAIR",
        "At 4 it is not.",
        "Verdict by strategy",
        "The deck is assumed.",
        "balance report GAME --seed 1",
        "0f3a, 77ab",
        "20000",
    ):
        assert said in text
    order = ("At 2 players it is fair.", "Keep the table.", "Winning cred as printed", "Game 7")
    places = [text.index(said) for said in order]
    assert places == sorted(places), "verdicts, what to do, the map, then the rest"


def test_the_page_is_accessible(report):
    page = read(report / "index.html")
    tags = [tag for tag, _ in page.tags]
    for tag in ("main", "header", "nav", "h1", "figure", "figcaption", "caption", "thead"):
        assert tag in tags
    assert tags.count("h1") == 1
    assert page.tags[tags.index("html")][1]["lang"] == "en"
    assert len(page.ids) == len(set(page.ids)), "an id is used twice"
    for tag, attrs in page.tags:
        if tag == "svg":
            assert attrs["role"] == "img"
            assert len(attrs["aria-label"]) > 40
        if tag == "th":
            assert attrs["scope"] == "col"
    inner = [link[1:] for link in page.links if link.startswith("#")]
    assert set(inner) <= set(page.ids), "a link within the page leads nowhere"


def test_no_request_leaves_the_page(report):
    text = (report / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"https?://|@import|url\((?!#)", text)
    allowed = ("#", "figures/", "data/", "data:", "report.pdf", "summary.md", "report.json")
    assert all(link.startswith(allowed) for link in read(report / "index.html").links)
    policy = next(a["content"] for t, a in read(report / "index.html").tags if "http-equiv" in a)
    assert "default-src 'none'" in policy
    assert "script-src 'sha256-" in policy


def test_files_that_the_page_links_to_are_there(report):
    for link in read(report / "index.html").links:
        if not link.startswith(("#", "data:")):
            assert (report / link).is_file()


def test_numbers_on_the_page_are_those_in_the_csv_and_the_json(report):
    rows = [row for row in read(report / "index.html").rows[1:] if row]
    with (report / "data" / "verdicts.csv").open(encoding="utf-8", newline="") as file:
        numbers = list(csv.DictReader(file))
    stored = json.loads((report / "report.json").read_text(encoding="utf-8"))
    assert len(rows) == len(numbers) == len(stored["tables"]["verdicts"]["rows"]) == 4
    for shown, number, json_row in zip(
        rows, numbers, stored["tables"]["verdicts"]["rows"], strict=True
    ):
        low, high = (100 * float(number[c]) for c in ("worst_low", "worst_high"))
        deviation = 100 * float(number["worst_deviation"])
        assert shown[3].replace("−", "-") == f"{deviation:+.1f} points ({low:+.1f} to {high:+.1f})"
        assert shown[4].split()[0] == f"{float(number['turns_mean']):.1f}"
        assert shown[2].split()[1] == number["verdict"] == json_row["verdict"]
        needed = number["games_needed"]
        assert shown[6] == (f"{int(needed):,}" if needed else "–")
        assert json_row["games_needed"] == (int(needed) if needed else None)
        assert json_row["worst_deviation"] == float(number["worst_deviation"])


def test_the_same_page_gives_the_same_bytes(report, tmp_path):
    write(a_page(), tmp_path / "again")
    for file in report.rglob("*"):
        if file.is_file():
            again = tmp_path / "again" / file.relative_to(report)
            assert file.read_bytes() == again.read_bytes(), file.name


def test_hostile_names_are_inert(tmp_path):
    write(hostile_page(), tmp_path / "out")
    page = read(tmp_path / "out" / "index.html")
    assert [tag for tag, _ in page.tags].count("script") == 1, "only our own script"
    assert all(tag != "img" for tag, _ in page.tags)
    assert not any(name.startswith("on") for _, attrs in page.tags for name in attrs)
    with (tmp_path / "out" / "data" / "t.csv").open(encoding="utf-8", newline="") as file:
        names = [row["lineup"] for row in csv.DictReader(file)]
    assert "'=cmd()" in names
    assert not any(name.startswith(("=", "+", "-", "@")) for name in names)
    drawn = (tmp_path / "out" / "figures" / "ladder-lineup.svg").read_text(encoding="utf-8")
    assert "<script>" not in drawn
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawn).iter()}
    assert not tags & {"script", "img", "b", "image", "foreignObject"}
    assert HOSTILE[-1].replace("\\frac | `a`", "")[:8] in drawn, "no formula is made of it"
    summary = (tmp_path / "out" / "summary.md").read_text(encoding="utf-8")
    # Code shows what it holds as it is: between backticks, and what is indented.
    prose = re.sub(r"(`+).*?[^`]\1(?!`)|^    .*$", "", summary, flags=re.MULTILINE)
    assert not re.search(r"(?<!\\)[<|*$`]", prose.replace("**", "").replace("\n* ", "\n"))
    text = "".join(p.extract_text() for p in PdfReader(tmp_path / "out" / "report.pdf").pages)
    assert "<script>alert(1)</script>" in text


@pytest.mark.parametrize("cells", [1, 500])
def test_one_cell_and_five_hundred_with_long_names_and_odd_numbers(tmp_path, cells):
    players = [6] if cells == 1 else [2, 3, 4, 5, 6]
    values = [30] if cells == 1 else list(range(100))
    mapped = frames.cells(players, winning_cred=values)
    name = "The Extraordinarily Long-Winded Card of the Very Last Resort, Unabridged " * 2
    table = pd.DataFrame(
        {
            "card": [name] * len(mapped),
            "x": [(1e-9, 1.0, 123456789.5, -0.0, np.nan)[i % 5] for i in range(len(mapped))],
            "x_low": -1e12,
            "x_high": np.inf,
            "games": 10**9,
        }
    )
    columns = [
        Column("card", "card"), Column("x (95 %)", "x", "fine", "x_low", "x_high"),
        Column("games", "games", "count"),
    ]  # fmt: skip
    drawn = parameter_map(mapped, "winning_cred", dict.fromkeys(players, 30), name="map")
    looks.check(drawn)
    section = Section("s", name, [name], tables=[Table("t", name, table, columns)])
    write(a_page(map=drawn, sections=[section]), tmp_path / "out")
    page = read(tmp_path / "out" / "index.html")
    assert len([row for row in page.rows if row]) == 1 + cells
    sheets = PdfReader(tmp_path / "out" / "report.pdf").pages
    text = " ".join(" ".join(sheet.extract_text() for sheet in sheets).split())
    assert "Unabridged" in text
    assert ("further rows are in data/t.csv" in text) == (cells == 500)


def test_csv_keeps_numbers_and_protects_headings():
    from reports.tables import as_csv

    frame = pd.DataFrame({"=x": [-1.5, np.nan], "name": ["-1", None], "n": pd.array([1, pd.NA])})
    rows = list(csv.reader(io.StringIO(as_csv(frame))))
    assert rows == [["'=x", "name", "n"], ["-1.5", "'-1", "1"], ["", "", ""]]


def test_json_has_no_number_that_is_none():
    from reports.tables import as_json, records

    rows = records(pd.DataFrame({"a": [1, 2], "b": [np.nan, np.inf], "c": [True, False]}))
    assert json.loads(as_json(rows)) == [
        {"a": 1, "b": None, "c": True},
        {"a": 2, "b": None, "c": False},
    ]


def test_a_foreign_folder_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ReportError, match="not empty and holds no report"):
        write(a_page(), tmp_path)
    assert [f.name for f in tmp_path.iterdir()] == ["notes.txt"]
    with pytest.raises(ReportError, match="is a file"):
        write(a_page(), tmp_path / "notes.txt")


def test_an_older_report_is_replaced_and_an_empty_folder_filled(tmp_path):
    out = tmp_path / "deep" / "report"
    out.mkdir(parents=True)
    write(a_page(sections=[]), out)
    (out / "stale.txt").write_text("old", encoding="utf-8")
    assert write(a_page(map=None, sections=[]), out) == out / "index.html"
    assert not (out / "stale.txt").exists()
    assert not list((out / "figures").iterdir())
    assert [f.name for f in out.parent.iterdir()] == ["report"]


def test_nothing_is_written_when_something_fails(tmp_path, monkeypatch):
    out = tmp_path / "report"
    write(a_page(map=None, sections=[]), out)
    before = {f: f.read_bytes() for f in out.rglob("*") if f.is_file()}
    monkeypatch.setattr(writing, "_write_numbers", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write(a_page(title="Another"), out)
    assert {f: f.read_bytes() for f in out.rglob("*") if f.is_file()} == before
    assert [f.name for f in tmp_path.iterdir()] == ["report"]


@pytest.mark.parametrize("name", ["../up", "Seats", "", "a b"])
def test_names_that_are_no_file_names_are_refused(tmp_path, name):
    table = Table(name, "c", pd.DataFrame({"a": [1]}))
    with pytest.raises(ReportError, match="a name consists of"):
        write(a_page(sections=[Section("s", "S", tables=[table])]), tmp_path / "out")


def test_two_parts_of_one_name_are_refused(tmp_path):
    table = Table("twice", "c", pd.DataFrame({"a": [1]}))
    with pytest.raises(ReportError, match="two of this name"):
        write(a_page(sections=[Section("s", "S", tables=[table, table])]), tmp_path / "out")
