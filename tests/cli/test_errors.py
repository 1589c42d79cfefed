"""Bad options: exit code 2, one clear message, no traceback, nothing written.

Messages on options that are no numbers are typer's own and change with its version: there the test
asks for the name of the option alone.
"""

import pytest

from sims.core.catalogue import games

NAME = next(reversed(games()))
GAME = games()[NAME]
LAST = GAME.players.stop - 1
KEY = next(p.key for p in GAME.parameters if p.kind == "int" and p.low > 0)
RULING = GAME.rulings[0].name
PLAIN = next(game.name for game in games().values() if game.profiles is None)

PLAY = {
    "an unknown option": (["--playes", "3"], "No such option"),
    "too many players": (["-p", LAST + 1], f"players, not {LAST + 1}"),
    "no players": (["-p", 0], "not 0"),
    "players that are no number": (["-p", "three"], "'three' is no whole number"),
    "a player count of nothing": (["-p", ""], "'' is no whole number"),
    "players backwards": (["-p", "4:2"], "write FROM:TO"),
    "a huge range": (["-p", "1:999999999999999999999"], "more than 20000 values"),
    "no games": (["-n", 0], "--games"),
    "games that are no number": (["-n", "many"], "--games"),
    "games as a share": (["-n", "1e5"], "--games"),
    "a negative seed": (["--seed", -1], "--seed -1"),
    "a seed that is too large": (["--seed", 2**63], "--seed"),
    "negative threads": (["--threads", -1], "--threads"),
    "a tolerance of 0": (["--tolerance", 0], "--tolerance 0: allowed are 0.1 to 50"),
    "a tolerance as a share": (["--tolerance", 0.02], "it is in points"),
    "a tolerance that is none": (["--tolerance", "nan"], "--tolerance"),
    "a tolerance beyond all": (["--tolerance", "inf"], "--tolerance"),
    "an unknown strategy": (["--lineup", "rondom"], "did you mean 'random'"),
    "too few strategies": (["-p", 3, "--lineup", "random,random"], "add --rotate"),
    "too many strategies": (["-p", 2, "--lineup", "random,random,random"], "for 2 players"),
    "an empty lineup": (["--lineup", ""], "no strategy"),
    "a gap in a lineup": (["-p", 3, "--lineup", "random,,random"], "no strategy"),
    "a strategy file that is missing": (["--lineup", "no.py:x"], "there is no such file"),
    "a change without a value": (["--set", KEY], "write KEY=VALUE"),
    "a change without a key": (["--set", "=3"], "write KEY=VALUE"),
    "an unknown key": (["--set", f"{KEY}x=3"], f"did you mean {KEY!r}"),
    "a value that is no number": (["--set", f"{KEY}=many"], "a whole number is needed"),
    "a value out of range": (["--set", f"{KEY}=-3"], "allowed are"),
    "a value beyond all": (["--set", f"{KEY}={10**30}"], "allowed are"),
    "an unknown card": (["--set", "deck.Nothing.copies=1"], "no card 'Nothing'"),
    "an unknown ruling": (["--ruling", f"{RULING}x=no"], f"did you mean {RULING!r}"),
    "where an unknown ruling stood": (["--ruling", "x=no"], "--ruling: no ruling 'x'"),
    "an unknown choice": (["--ruling", f"{RULING}=perhaps"], GAME.rulings[0].default),
    "a ruling without a choice": (["--ruling", RULING], "write KEY=VALUE"),
    "an unknown deck": (["--deck", "nothing"], "no deck 'nothing'"),
    "an unknown weight": (["--set", "weights.random.x=1"], "no weight of random"),
    "a budget of who has none": (["--lineup", "random:5"], "random has no weight 'budget'"),
    "a budget that is no number": (
        ["--lineup", "search:many"], "a whole number from 1 to 1,000,000 is needed",
    ),
    "a budget of nothing": (["--lineup", "search:0"], "a whole number from 1"),
    "a budget beyond all": (["--lineup", f"search:{10**30}"], "a whole number from 1"),
    "two budgets at once": (
        ["--lineup", "search:5", "--set", "weights.search.budget=6"], "says search:5 already",
    ),
    "a budget that is no whole number": (
        ["--lineup", "search", "--set", "weights.search.budget=2.5"], "a whole number from 1",
    ),
    "a budget of an unknown strategy": (["--lineup", "serch:5"], "did you mean 'search"),
    "a weight of nobody": (["--set", "weights.nobody.x=1"], "no strategy in the lineup 'nobody'"),
    "a data folder that is missing": (["--data", "nowhere"], "there is no such folder"),
    "a CSV in no folder": (["--csv", "no/where/a.csv"], "there is no folder"),
    "a Parquet file in no folder": (["--parquet", "no/where/a.pq"], "there is no folder"),
    "two arguments": (["more"], "unexpected extra argument"),
}  # fmt: skip


def one_message(done, message):
    assert done.code == 2, (done.code, done.out, done.err)
    assert message in " ".join(done.err.replace("│", " ").split())
    assert "Traceback" not in done.err
    assert done.out == ""


@pytest.mark.parametrize("what", PLAY)
def test_play(balance, monkeypatch, tmp_path, what):
    words, message = PLAY[what]
    monkeypatch.chdir(tmp_path)
    one_message(balance("play", NAME, "-n", 5, "-q", *words), message)
    assert list(tmp_path.iterdir()) == []


OTHERS = {
    "no game": (["play"], "Missing argument"),
    "an unknown game": (["play", f"{NAME}s"], f"did you mean {NAME!r}"),
    "an unknown command": (["pley", NAME], "No such command"),
    "a sweep over nothing": (["sweep", NAME], "--over"),
    "an axis without values": (["sweep", NAME, "--over", KEY], "write KEY=VALUES"),
    "an unknown axis": (["sweep", NAME, "--over", f"{KEY}x=1:3"], f"did you mean {KEY!r}"),
    "an axis with a bad value": (["sweep", NAME, "--over", f"{KEY}=1,x"], "no whole number"),
    "an impossible point of a grid": (["sweep", NAME, "--over", f"{KEY}=-5,3"], "allowed are"),
    "a grid that is too large": (
        ["sweep", NAME, "--over", f"{KEY}=1:15000", "--over", "deck=a,b"], "at most 20000",
    ),
    "an axis that is set, too": (
        ["sweep", NAME, "--over", f"{KEY}=1:3", "--set", f"{KEY}=2"], f"{KEY}: it is set, too",
    ),
    "profiles where nobody differs": (["play", PLAIN, "--profiles", "draw"], "has no profiles"),
    "an unknown strategy to tune": (
        ["tune", NAME, "--strategy", "ballanced"], "--strategy: no strategy 'ballanced'; did you",
    ),
    "an unknown pool": (["tune", NAME, "--against", "rondom"], "--against: no strategy 'rondom'"),
    "an empty pool": (["tune", NAME, "--against", ""], "--against: no strategy ''"),
    "a population of one": (["tune", NAME, "--population", 1], "--population 1: nothing to choose"),
    "an unknown entrant": (["tournament", NAME, "rondom"], "STRATEGY: no strategy 'rondom'"),
    "a ledger beside no data": (["ledger", "--data", "nowhere"], "there is no such folder"),
    "a bench of no players": (["bench", NAME, "-p", ""], "'' is no whole number"),
    "a figure of quality in no format": (
        ["compare", NAME, ".", f"{KEY}=3", "--quality", "--quality-figure", "a.gif"],
        "--quality-figure: '.gif'; allowed: .png",
    ),
    "a trace of two counts": (["trace", NAME, "-p", "2,3"], "name one player count"),
    "a trace of all counts": (["trace", NAME], "name one player count"),
    "a negative id": (["trace", NAME, "-p", 3, "--id", -1], "--id"),
    "a check of nothing": (["check", "nowhere"], "nowhere"),
    "a check of another game": (["check", ".", "--game", "chess"], "no game 'chess'"),
    "strategies of no game": (["strategies", "chess"], "no game 'chess'"),
    "init of no game": (["init", "chess", "folder"], "no game 'chess'"),
    "positions of no file": (["positions"], "Missing argument"),
}  # fmt: skip


@pytest.mark.parametrize("what", OTHERS)
def test_other_commands(balance, monkeypatch, tmp_path, what):
    words, message = OTHERS[what]
    monkeypatch.chdir(tmp_path)
    one_message(balance(*words), message)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written(balance, tmp_path):
    """The place of a file is taken by a folder: an error, and nothing is left beside it."""
    (tmp_path / "a.csv").mkdir()
    done = balance("play", NAME, "-p", 2, "-n", 5, "-q", "--csv", tmp_path / "a.csv")
    assert done.code == 2
    assert f"{tmp_path / 'a.csv'}: cannot be written" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_a_bad_file_is_named(balance, tmp_path):
    folder = tmp_path / "data"
    assert balance("init", NAME, folder).code == 0
    path = folder / "setup.toml"
    path.write_text(path.read_text() + "\n[plyers.9]\n")
    for words in (("check", folder, "--game", NAME), ("play", NAME, "--data", folder, "-n", 5)):
        done = balance(*words)
        one_message(done, "did you mean 'players'")
        assert str(path) in done.err
