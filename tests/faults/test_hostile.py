"""Names and texts from somebody else's files: inert on the terminal, in CSV, HTML and figures."""

import csv
import json
import re

import pytest

from balance import reporting
from balance.cli import show
from balance.reporting import commands
from balance.reporting.runs import Budget
from reports.tables import inert
from sims.core.catalogue import games
from sims.core.errors import printable, shown

DECK = "[red]=<script>alert(1)</script>$x$ '\"`;&"
SAID = (
    "\x1b[31mred\x1b]0;title\x07 <script>alert(2)</script> [bold]x[/nope] \u202egnp\n:smile: "
    "$\\frac$"
)
SPELT = "\\x1b[31mred\\x1b]0;title\\x07"


@pytest.fixture
def hostile(folder):
    """A folder with a deck and an assumption that try everything."""
    declared, data = folder
    deck = next((data / "decks").glob("*.toml"))
    text = deck.read_text()
    key = declared.card_fields[0].key
    said = json.dumps(f"ASSUMPTION: {SAID}")
    text = re.sub(rf"(?m)^{key} = \".*\"$", "", text).replace(
        "[source]", f"[source]\n{key} = {said}"
    )
    (data / "decks" / f"{DECK.replace('/', '')}.toml").write_text(text)
    return declared, data


def is_inert(text):
    return not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)


def test_the_terminal_obeys_nothing(balance, hostile, tmp_path):
    declared, data = hostile
    deck, first = DECK.replace("/", ""), declared.players.start
    key = next(p.key for p in declared.parameters if p.kind == "int")
    shared = ("--data", data, "-p", first, "--deck", deck)
    for words in (
        ("check", data, "--game", declared.name),
        ("play", declared.name, "-n", 20, *shared),
        ("play", declared.name, "-n", 20, *shared, "--json"),
        ("sweep", declared.name, "-n", 20, *shared, "--over", f"{key}=3:4"),
        ("sweep", declared.name, "-n", 20, *shared[:4], "--over", f"deck={deck}"),
        ("trace", declared.name, *shared),
    ):
        done = balance(*words)
        assert done.code == 0, done.err
        assert is_inert(done.out), words
        if words[0] != "check":
            assert (SPELT if "--json" not in words else SPELT.replace("\\", "\\\\")) in done.out
            assert "[bold]x[/nope]" in done.out  # no markup either: it stands as it was written
        if words[0] in ("check", "sweep") and key not in str(words):
            assert "[red]=" in done.out


def test_csv_and_figures(balance, hostile, tmp_path):
    declared, data = hostile
    deck = DECK.replace("/", "")
    formula = data / "decks" / "=cmd()|' C'!A0.toml"
    formula.write_text((data / "decks" / f"{deck}.toml").read_text())
    first = declared.players.start
    done = balance(
        "sweep", declared.name, "-q", "-n", 20, "-p", first, "--data", data,
        "--over", f"deck={deck},{formula.stem}", "--csv", tmp_path / "a.csv",
        "--cells-csv", tmp_path / "c.csv", "--figure", tmp_path / "a.svg",
    )  # fmt: skip
    assert done.code == 0, done.err
    for name in ("a.csv", "c.csv"):
        with (tmp_path / name).open(newline="") as file:
            decks = {row["deck"] for row in csv.DictReader(file)}
        assert decks == {deck, f"'{formula.stem}"}
    assert "<script>" not in (tmp_path / "a.svg").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("folder", [next(reversed(games()))], indirect=True)
def test_the_page_of_a_hostile_folder(balance, hostile, tmp_path, monkeypatch):
    declared, data = hostile
    monkeypatch.setattr(
        reporting,
        "budget",
        lambda game, quick: Budget(
            table=12, map=2, sweeps=2, cards=2, fresh=2, rulings=2, advice=64, sample=2
        ),
    )
    done = balance(
        "report", declared.name, "-q", "-p", declared.players.start, "--data", data,
        "--deck", DECK.replace("/", ""), "--out", tmp_path / "report",
    )  # fmt: skip
    assert done.code == 0, done.err
    page = (tmp_path / "report" / "index.html").read_text()
    assert page.count("<script") == 1  # our own
    assert "alert(2)" in page
    assert is_inert(page)
    files = {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if p.is_file()}
    assert all(f.startswith(("report/", "data/")) for f in files)
    assert not any("alert" in f for f in files if f.startswith("report/"))
    for file in (tmp_path / "report" / "data").glob("*.csv"):
        with file.open(newline="") as text:
            cells = [cell for row in csv.reader(text) for cell in row]
        assert not any(c[:1] in "=@+" and c[1:2].isalpha() for c in cells if c), file


def test_the_command_of_a_report_can_be_pasted_into_a_shell(hostile):
    """`$(...)` and quotes in values and in the folder's name stay text."""
    import shlex
    from pathlib import Path

    from balance.planning import Question

    asked = Question("x", data=Path("a/$(reboot) 'b"), changes={"deck": DECK, "k": "`x`"})
    words = shlex.split(" ".join(commands.options(asked)))
    assert words == ["--data", "$(reboot) 'b", "--deck", DECK, "--set", "k=`x`"]


def test_json_holds_any_text_and_shows_none_that_a_terminal_obeys(capsys):
    text = "".join(map(chr, range(0x20, 0x2100))) + "\ufeff\n\t\x00"
    show.print_json({"a": text})
    said = capsys.readouterr().out
    assert json.loads(said) == {"a": text}
    assert is_inert(said)
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("plain, é, 東京, ±", "plain, é, 東京, ±"),
        ("a\nb", "a\nb"),
        ("\x1b[2J", "\\x1b[2J"),
        ("\x9b2J", "\\x9b2J"),
        ("\u202e\u2066\u200f", "\\u202e\\u2066\\u200f"),
        ("\udcff", "\\udcff"),
        ("\t\r\x00", "\\t\\r\\x00"),
    ],
)
def test_printable(text, said):
    assert printable(text) == said


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", "'a'"), (3, "3"), ([10**5000], "a number of thousands of digits"),
        ("a" * 1000, "'" + "a" * 119 + " ... " + "a" * 39 + "'"),
    ],
)  # fmt: skip
def test_shown(value, text):
    assert shown(value) == text


@pytest.mark.parametrize(
    ("value", "safe"),
    [
        ("=1+1", "'=1+1"), (" =1+1", "' =1+1"), ("\n=1", "'\n=1"), ("\tx", "'\tx"), ("＝1", "'＝1"),
        ("-", "'-"), ("@x", "'@x"), ("x=1", "x=1"), ("", ""), (" ", " "), (-3, -3), (None, None),
    ],
)  # fmt: skip
def test_no_cell_is_run(value, safe):
    assert inert(value) == safe
