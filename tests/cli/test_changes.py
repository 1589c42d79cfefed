"""`balance compare` and `balance rulings`: what they print, write and refuse."""

import shutil

import pandas as pd
import pytest

from balance import Effort, compare, rulings
from balance.cli.show import records
from balance.comparing.variants import split
from sims.core.catalogue import games
from sims.core.data import shipped
from sims.core.errors import DesignerError

NAME = next(reversed(games()))
GAME = games()[NAME]
KEY = next(p.key for p in GAME.parameters if p.kind == "int" and p.low > 0)
RULING = GAME.rulings[0]
CHOICE = f"ruling.{RULING.name}={RULING.choices[-1]}"
WORDS = ("-p", 3, "--lineup", "random", "-n", 150)


# compare


def test_compare_json_csv_parquet_and_python_agree(balance, tmp_path):
    files = {kind: tmp_path / f"a.{kind}" for kind in ("csv", "parquet")}
    found = balance(
        "compare", NAME, "printed", CHOICE, f"{KEY}=2,{CHOICE}", *WORDS, "--json",
        "--csv", files["csv"], "--parquet", files["parquet"],
    ).json  # fmt: skip
    answer = compare(
        NAME, ".", {f"ruling.{RULING.name}": RULING.choices[-1]}, f"{KEY}=2,{CHOICE}", players=3,
        lineups=["random"], games=150,
    )  # fmt: skip
    assert [row["variant"] for row in found["rows"]] == [CHOICE, f"{KEY}=2,{CHOICE}"]
    for frame in (pd.read_csv(files["csv"]), pd.read_parquet(files["parquet"]), answer.rows):
        assert frame["worst_change"].tolist() == [row["worst_change"] for row in found["rows"]]
        assert frame["fingerprint_after"].tolist() == [
            row["fingerprint_after"] for row in found["rows"]
        ]
    assert found["sentences"] == answer.sentences
    assert [seat["seat"] for seat in found["seats"]] == [1, 2, 3, 1, 2, 3]
    assert {row["measure"] for row in found["measures"]} <= {m.name for m in GAME.measures}
    played = balance("play", NAME, "-p", 3, "-n", 150, "--set", CHOICE, "--json").json
    rates = [seat["rate_after"] for seat in found["seats"][:3]]
    assert rates == [wins / 150 for wins in played["wins"]]  # the same games as `play` counts
    assert found["rows"][0]["fingerprint_after"] == played["fingerprint"]


def test_compare_prints_every_row_and_what_it_means(balance):
    done = balance("compare", NAME, ".", CHOICE, *WORDS)
    assert done.code == 0
    assert f"{CHOICE} beside printed" in done.out
    assert "Holm" in done.out
    assert "only tested among random" in done.out.casefold()
    assert "seat 3" in done.out


@pytest.mark.parametrize("width", [80, 120])
def test_no_interval_is_broken_on_a_narrow_terminal(monkeypatch, capsys, width):
    from balance.cli import show

    monkeypatch.setenv("COLUMNS", str(width))
    cells = ["[b]name", *["-10.6 (-12.1 to +14.5) *"] * 4]
    show.table("title", ["card", *["seat, points"] * 4], [cells])
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= width
    assert "[b]name" in out
    assert out.count("-12.1 to +14.5") == 4
    assert out.count("-10.6 *" if width == 80 else "-10.6 (-12.1 to +14.5) *") == 4


def test_compare_with_a_data_folder_of_ones_own(balance, tmp_path):
    folder = shutil.copytree(shipped(GAME), tmp_path / "mine")
    words = ("compare", NAME, "printed", folder, *WORDS, "--json")
    same = balance(*words).json
    assert same["rows"][0]["worst_change"] == 0
    setup = (folder / "setup.toml").read_text()
    lines = [f"{KEY} = 1" if x.startswith(f"{KEY} = ") and x[-1].isdigit() else x
             for x in setup.splitlines()]  # fmt: skip
    (folder / "setup.toml").write_text("\n".join(lines) + "\n")
    assert balance(*words).json["rows"][0]["turns_change"] < 0


def test_compare_plays_the_ladder_when_no_lineup_is_named(balance):
    found = balance("compare", NAME, ".", CHOICE, "-p", 2, "-n", 20, "--json").json
    assert [row["lineup"] for row in found["rows"]] == list(GAME.report.ladder)
    assert "without adaptation" in " ".join(found["sentences"]).casefold()


def test_a_variant_as_typed():
    assert split("flat") == ("flat", {})
    assert split("a=1,b=2") == ("", {"a": "1", "b": "2"})
    assert split("flat,remove=One,Two,b=2") == ("flat", {"remove": "One,Two", "b": "2"})
    with pytest.raises(DesignerError, match="not 'b'"):
        split("a,b")


REFUSED = {
    "one table alone": (["printed"], "name two or more"),
    "an unknown name": (["printed", "nothing"], "no deck or data folder 'nothing'"),
    "an unknown key": ([".", f"{KEY}x=3"], f"did you mean {KEY!r}"),
    "a value out of range": ([".", f"{KEY}=-3"], "allowed are"),
    "an unknown choice": ([".", f"ruling.{RULING.name}=perhaps"], RULING.default),
    "a folder that is missing": ([".", "./nowhere"], "there is no folder"),
    "the same twice": ([".", CHOICE, CHOICE], "named twice"),
    "an empty name": ([".", ""], "an empty name"),
    "a key without a name": ([".", "=3"], "write KEY=VALUE"),
    "a margin of nothing": ([".", CHOICE, "--margin", "0"], "--margin 0"),
    "a margin beyond all": ([".", CHOICE, "--margin", "60"], "--margin 60"),
    "a length margin of nothing": ([".", CHOICE, "--length-margin", "0"], "--length-margin 0"),
    "a figure of no kind": ([".", CHOICE, "--figure", "a.txt"], ".png"),
    "an unknown strategy": ([".", CHOICE, "--lineup", "rondom"], "did you mean 'random'"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_compare_refuses(balance, case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words, said = REFUSED[case]
    done = balance("compare", NAME, *words, "-n", 10)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err
    assert [path.name for path in tmp_path.iterdir()] == []


# rulings


def test_rulings_json_files_and_python_agree(balance, tmp_path):
    words = ("-p", 2, "--lineup", "random", "-n", 300)
    found = balance(
        "rulings", NAME, *words, "--json", "--csv", tmp_path / "a.csv", "--figure",
        tmp_path / "a.png",
    ).json  # fmt: skip
    answer = rulings(NAME, players=2, lineups="random", games=300)
    assert found["sentences"] == answer.sentences
    assert [row["question"] for row in found["ranking"]] == answer.ranking["question"].tolist()
    assert pd.read_csv(tmp_path / "a.csv")["variant"].tolist() == answer.rows["variant"].tolist()
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    # A row is what `compare` says of the same change (its joint intervals are of another family).
    first = found["rows"][0]
    [beside] = records(
        compare(
            NAME, ".", f"ruling.{first['variant']}", players=2, lineups="random", games=300
        ).rows
    )
    for column in ("worst_change", "turns_change", "turns_low", "fingerprint_after"):
        assert beside[column] == first[column]


def test_rulings_say_what_is_played_now(balance):
    """With another choice as the default, it is that one that the others are held against."""
    now = RULING.choices[-1]
    found = balance(
        "rulings", NAME, "-p", 2, "--lineup", "random", "-n", 50, "--ruling",
        f"{RULING.name}={now}", "--json",
    ).json  # fmt: skip
    row = next(row for row in found["ranking"] if row["question"] == RULING.name)
    assert row["now"] == now
    mine = [r["variant"] for r in found["rows"] if r["variant"].startswith(f"{RULING.name}=")]
    assert mine == [f"{RULING.name}={c}" for c in RULING.choices if c != now]


def test_rulings_print_the_ranking_with_headings(balance):
    done = balance("rulings", NAME, "--pairs", "-p", 2, "--lineup", "random", "-n", 60)
    assert done.code == 0
    assert "What to clarify first, among random" in done.out
    assert "Beyond the sum of both" in done.out
    for ruling in GAME.rulings:
        assert ruling.name in done.out


# the report


def test_the_report_holds_both(tmp_path):
    """What to clarify first, in every report; what a designer changed, where something is."""
    from balance.reporting.changes import compared
    from balance.reporting.changes import rulings as clarified
    from reports.page import Page
    from reports.writing import write

    answer = rulings(NAME, players=2, lineups="random", games=100)
    effort = Effort(games=4, looks=4, playouts=4, deals=8, replays=2)
    beside = compare(NAME, ".", CHOICE, players=2, lineups="random", games=100, effort=effort)
    sections = [*clarified(answer, GAME), *compared(beside, GAME)]
    assert (clarified(None, GAME), compared(None, GAME)) == ([], [])
    page = write(Page("A game", "Some games.", [], sections=sections), tmp_path / "report")
    text = page.read_text()
    assert "What to clarify first in the rulebook" in text
    assert f"Beside {CHOICE}" in text
    written = pd.read_csv(tmp_path / "report" / "data" / "rulings.csv")
    assert written["worst_change"].tolist() == answer.rows["worst_change"].tolist()
    for name in ("ranking", "compare", "compare-seats", "rulings-changes", "compare-quality"):
        assert (tmp_path / "report" / "data" / f"{name}.csv").exists()


def test_a_report_compares_what_was_changed_with_what_is_printed():
    from balance.planning import Question
    from balance.reporting.asking import compare_plan, ruling_plan
    from balance.reporting.order import Order
    from balance.reporting.runs import Budget

    budget = Budget(1, 1, 1, 1, fresh=1, rulings=7, advice=1, sample=1)
    asked = Question(NAME, (2,))
    assert compare_plan(Order(asked), budget) is None
    plan = compare_plan(Order(Question(NAME, (2,), changes={KEY: 2})), budget)
    assert len(plan.blocks) == len(GAME.report.ladder)
    for question, base, [(name, other)] in plan.blocks:
        assert (question.games, name, other.cell.setup[KEY]) == (7, "this table", 2)
        assert base.cell.setup[KEY] != 2
    plan = compare_plan(Order(asked, beside=f"{KEY}=2"), budget)
    for _, base, [(name, other)] in plan.blocks:
        assert (name, other.cell.setup[KEY]) == (f"{KEY}=2", 2)
        assert base.cell.setup[KEY] != 2
    assert ruling_plan(asked, budget).cells > len(GAME.rulings)


def test_a_report_tells_the_game_quality_of_what_was_changed():
    from balance.planning import Question
    from balance.reporting.changes import compared
    from balance.reporting.order import Order
    from balance.reporting.player import play_all
    from balance.reporting.runs import Budget

    budget = Budget(1, 1, 1, 1, fresh=1, rulings=20, advice=1, sample=1)
    order = Order(Question(NAME, (2,), changes={KEY: 2}), only=("compare",))
    found = play_all(order, budget).compared
    beside, measured = compared(found, GAME)
    assert (beside.key, measured.key) == ("compare", "compare-quality")
    assert any("win probabilities by 4 playouts" in text for text in measured.paragraphs)
    assert set(measured.tables[0].frame["strength"]) <= {"every", "depends"}
    assert not any("playouts" in text for text in beside.paragraphs)
