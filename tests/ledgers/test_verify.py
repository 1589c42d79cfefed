"""`balance ledger --verify`: whatever a ledger keeps can be played again, and a forgery shows."""

import inspect
import json
import pkgutil
import shutil
import sqlite3
import zlib
from importlib import import_module

import pytest

import balance
from balance import ledgers, using
from balance.api import question
from balance.comparing import compare
from balance.keeping import AtHand
from balance.planning import plan
from balance.playing import job_of
from balance.profiles import profiles
from balance.qualities import Effort, sampling
from balance.qualities.sampling import sample
from sims.core import ledger as files
from sims.core import restricting, strategies
from sims.core.catalogue import games
from sims.core.ledger import Ledger

GAME = next(game for game in games().values() if game.profiles)
"""A game with all that can be played: profiles too."""
N = GAME.players[0]
RULING = next(ruling for ruling in GAME.rulings if len(ruling.choices) > 1)
THING = next(iter(restricting.things(GAME)))
OTHER = f"ruling.{RULING.name}={RULING.choices[1]}"
EFFORT = Effort(games=2, looks=4, playouts=4, deals=3, replays=2)
MINE = (
    f"from balance import strategy\n\n\n@strategy({GAME.name!r})\n"
    "def first(view, options, rules, weights, stream):\n    return 0\n"
)


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """A ledger with work of every kind, each kept by the question that asks for it."""
    path = tmp_path_factory.mktemp("ledger") / "full.sqlite"
    rungs = GAME.report.ladder[:2]
    with using(path):
        balance.play(GAME.name, players=N, games=64, threads=1)
        compare(GAME.name, "printed", OTHER, players=N, lineups=rungs[1], games=64, threads=1)
        balance.probe(GAME.name, without=THING, strategies=rungs[1], players=N, games=16, threads=1)
        balance.tournament(GAME.name, rungs, players=N, games=16, threads=1)
        profiles(GAME.name, players=N, games=32, threads=1, search=False)
        balance.tune(GAME.name, players=N, against=rungs[:1], games=16, threads=1,
                     generations=1, population=4)  # fmt: skip
        asked = question(GAME.name, players=N, lineup=rungs[1], games=8)
        sample([job_of(planned, asked) for planned in plan(asked)], EFFORT, 1)
    return path


@pytest.fixture
def kept(full, tmp_path):
    """A copy of it, to be tampered with."""
    return Ledger(shutil.copy(full, tmp_path / "kept.sqlite"))


def change(kept, statement, *values):
    with sqlite3.connect(kept.path) as connection:
        connection.execute(statement, values)


def raised(plain):
    """The counts with one of them, the first in its order, one higher."""
    entries = plain.items() if isinstance(plain, dict) else enumerate(plain)
    for place, value in entries:
        if isinstance(value, int):
            plain[place] += 1
            return True
        if isinstance(value, dict | list) and raised(value):
            return True
    return False


def forge(kept, row):
    """Raise one count of a row, with a checksum that is right for it."""
    plain = json.loads(json.dumps(row.plain))
    assert raised(plain)
    packed = zlib.compress(json.dumps(plain).encode())
    digest = files._digest(row.key, row.first, row.games, packed)
    change(kept, "UPDATE chunk SET counts = ?, digest = ? WHERE key = ? AND first = ?", packed,
           digest, row.key, row.first)  # fmt: skip


def a_row_of(kept, kind):
    keys = [work["key"] for work in kept.works() if work["kind"] == kind]
    return next(kept.rows(keys[0]))


def test_every_type_that_can_be_kept_is_known():
    """Whatever in `balance` can be played and describes itself is among the kinds."""
    needed = ("first", "games", "part", "prepare", "play", "nothing", "read", "about")
    found = set()
    for module in pkgutil.walk_packages(balance.__path__, "balance."):
        if not module.name.startswith(("balance.cli", "balance.__main__", "balance.cluster")):
            for _, each in inspect.getmembers(import_module(module.name), inspect.isclass):
                fields = getattr(each, "__dataclass_fields__", ())
                if each.__module__.startswith("balance.") and not inspect.isabstract(each):
                    has = [name in fields or hasattr(each, name) for name in needed]
                    if all(has) and not getattr(each, "_is_protocol", False):
                        found.add(each)
    assert found == set(ledgers.KINDS.values())


def test_every_kind_is_in_the_ledger_and_can_be_played_again(full):
    works = Ledger(full).works()
    assert {work["kind"] for work in works} == set(ledgers.KINDS)
    chunks = sum(work["chunks"] for work in works)
    found = ledgers.verify(Ledger(full), chunks)
    assert (found.right, found.wrong, found.playable) == (chunks, (), chunks)
    assert not found.unplayable
    labels = {label for work in works for label in lineup(work)}
    assert any(strategies.WITHOUT in label for label in labels)


def lineup(work):
    about = work["about"]
    cells = about.get("cells") or [about["cell"]]
    return [player[0] for cell in cells for player in cell["lineup"]]


@pytest.mark.parametrize("kind", ledgers.KINDS)
def test_a_forged_count_is_found_and_named(kept, kind):
    """One count is 1 higher, the checksum is right: only playing it again shows that."""
    row = a_row_of(kept, kind)
    forge(kept, row)
    found = ledgers.verify(kept, 10_000)
    [wrong] = found.wrong
    assert (wrong.key, wrong.kind, wrong.first, wrong.games) == (
        row.key, kind, row.first, row.games,
    )  # fmt: skip
    assert wrong.problem.startswith("other counts (")
    assert found.right == found.playable - 1


def test_the_counts_that_differ_are_named(kept):
    row = a_row_of(kept, "tally")
    plain = {**row.plain, "draws": row.plain["draws"] + 1}
    packed = zlib.compress(json.dumps(plain).encode())
    change(kept, "UPDATE chunk SET counts = ?, digest = ? WHERE key = ?", packed,
           files._digest(row.key, row.first, row.games, packed), row.key)  # fmt: skip
    [wrong] = ledgers.verify(kept, 10_000).wrong
    assert wrong.problem == "other counts (draws)"


@pytest.mark.parametrize("kind", ledgers.KINDS)
def test_another_description_is_found_without_playing(kept, kind):
    """Games of seed 1 that are said to be of seed 2; no chunk is asked for."""
    key = a_row_of(kept, kind).key
    [about] = [work["about"] for work in kept.works() if work["key"] == key]
    change(kept, "UPDATE work SET about = ? WHERE key = ?", json.dumps({**about, "seed": 2}), key)
    wrong = ledgers.verify(kept, 0).wrong
    assert {(each.key, each.problem) for each in wrong} == {(key, ledgers.MISDESCRIBED)}
    assert len(wrong) == len(list(kept.rows(key)))


def test_damage_and_what_nothing_describes_are_found_without_playing(kept):
    one, other = a_row_of(kept, "tally"), a_row_of(kept, "deals")
    change(kept, "UPDATE chunk SET counts = ? WHERE key = ?", b"damage", one.key)
    change(kept, "DELETE FROM work WHERE key = ?", other.key)
    wrong = ledgers.verify(kept, 0).wrong
    assert {each.key: each.problem for each in wrong} == {
        one.key: ledgers.DAMAGED, other.key: ledgers.UNDESCRIBED,
    }  # fmt: skip


def test_a_small_sample_has_every_kind(full):
    found = ledgers.verify(Ledger(full), len(ledgers.KINDS))
    assert {chunk.kind for chunk in found.chunks} == set(ledgers.KINDS)


def test_another_seed_is_another_sample(full):
    chosen = {
        tuple(
            (chunk.key, chunk.first) for chunk in ledgers.verify(Ledger(full), 7, seed=seed).chunks
        )
        for seed in range(1, 9)
    }
    assert len(chosen) > 1


@pytest.mark.parametrize("kind", ledgers.KINDS)
def test_another_version_is_said_to_be_one(full, kind, monkeypatch):
    """Each kind names the part of the source that is another: here the last of its parts."""
    now = ledgers.KINDS[kind].versions(GAME.name)
    part = list(now)[-1]
    other = {**now, part: "0123456789abcdef"}
    monkeypatch.setattr(ledgers.KINDS[kind], "versions", staticmethod(lambda game: other))
    found = ledgers.verify(Ledger(full), 0)
    [(why, chunks)] = found.unplayable.items()
    assert why == f"played by another version of the program (of its {part})"
    works = [work for work in Ledger(full).works() if work["kind"] == kind]
    assert chunks == sum(work["chunks"] for work in works)
    states = ledgers.contents(Ledger(full)).set_index("key")["state"]
    assert {work["key"] for work in works} == set(states[states == ledgers.OLD].index)


def test_a_kind_of_another_version_is_said_to_be_one(kept):
    about = {"kind": "dreams", "cell": {"game": GAME.name, "players": N, "lineup": []}, "seed": 1}
    tally = {**about, "kind": "tally", **ledgers.KINDS["tally"].versions(GAME.name)}
    for described, why in (
        (about, "of the kind dreams"),
        ({**about, "cell": {"game": "chess"}}, "no game chess here"),
        (tally, "no 'deck'"),
    ):
        with pytest.raises(ledgers.Unplayable, match=why):
            ledgers.work_of(described, AtHand())


def test_a_strategy_of_ours_that_has_changed(full, monkeypatch):
    """The one that the looks and a table of the tournament, but no profile, were played with."""
    changed = GAME.report.ladder[1]
    known = strategies.shipped(GAME.name)
    other = strategies.replace(known[changed], digest="other")
    monkeypatch.setattr(strategies, "shipped", lambda game: {**known, changed: other})
    found = ledgers.verify(Ledger(full), 0)
    assert f"strategy {changed} has changed or is gone" in found.unplayable
    states = ledgers.contents(Ledger(full)).groupby("kind")["state"].agg(set)
    assert states["looks"] == {ledgers.OLD}
    assert states["seatings"] == {ledgers.OLD, ledgers.USABLE}
    assert states["rotations"] == {ledgers.USABLE}


def test_a_file_of_the_users(tmp_path):
    """Played again if it is named and what it was; said to be needed, or to have changed."""
    mine, path = tmp_path / "mine.py", tmp_path / "kept.sqlite"
    mine.write_text(MINE)
    with using(path):
        balance.play(GAME.name, players=N, lineup=str(mine), games=16, threads=1)
        balance.play(GAME.name, players=N, lineup=f"{mine}:first~{THING}", games=16, threads=1)
    kept = Ledger(path)
    assert dict(ledgers.verify(kept, 9).unplayable) == {
        "played with the strategy file mine.py: name it with --strategy mine.py": 2
    }
    assert set(ledgers.contents(kept)["state"]) == {ledgers.USABLE}
    elsewhere = tmp_path / "other"
    elsewhere.mkdir()
    (elsewhere / "mine.py").write_text(MINE.replace("return 0", "return options.count - 1"))
    assert ledgers.verify(kept, 9, [elsewhere / "mine.py", mine]).right == 2
    found = ledgers.verify(kept, 9, [elsewhere / "mine.py"])
    assert all("has changed or is gone" in why for why in found.unplayable)
    assert (found.right, sum(found.unplayable.values())) == (0, 2)


@pytest.mark.parametrize("name", [game for game in games() if game != GAME.name])
def test_cells_of_every_game_are_made_again(name, tmp_path):
    """What a description holds of a deck, a setup and rulings makes the same cell in every game."""
    game = games()[name]
    with using(tmp_path / "kept.sqlite"):
        for players in game.players:
            balance.play(name, players=players, lineup=game.report.ladder[-1], games=4, threads=1)
    found = ledgers.verify(Ledger(tmp_path / "kept.sqlite"), 99)
    assert (found.right, found.wrong) == (len(game.players), ())


def test_looks_are_looked_at_again(kept, monkeypatch):
    """A program that would look otherwise, though its source is the same, is found."""
    monkeypatch.setattr(sampling, "LAST", 2)
    wrong = ledgers.verify(kept, 10_000).wrong
    assert {chunk.kind for chunk in wrong} == {"looks"}
