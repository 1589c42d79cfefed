"""`balance positions`: what it prints, and its exit codes."""

from pathlib import Path

OURS = Path(__file__).parents[1] / "games" / "override" / "positions.txt"


def test_all_agree(balance):
    done = balance("positions", OURS)
    assert done.code == 0
    blocks = OURS.read_text().count("\nposition ")
    assert f"{2 * blocks} of {2 * blocks} agree" in done.out


def test_one_that_does_not_agree(balance, tmp_path):
    block = OURS.read_text().split("position puppet-on-ones-own-turn")[1].split("\n\n")[0]
    good = f"position right{block}\n"
    wrong = good.replace("right", "wrong").replace("next 2", "won 2")
    path = tmp_path / "override-mixed.txt"
    path.write_text(f"{good}\n{wrong}")
    done = balance("positions", path, OURS)
    assert done.code == 1
    assert f"{path}:" in done.out
    for machine in ("kernel", "referee"):
        assert f"wrong, {machine}: " in done.out
    assert "'next 2', not 'won 2'" in done.out
    assert " right, " not in done.out


def test_files_that_cannot_be_used(balance, tmp_path):
    nowhere = balance("positions", tmp_path / "override.txt")
    assert nowhere.code == 2
    assert "there is no such file" in nowhere.err
    nameless = tmp_path / "x.txt"
    nameless.write_text("position a\n")
    done = balance("positions", nameless)
    assert done.code == 2
    assert "line 1" in done.err or "which game" in done.err
    shifted = tmp_path / "rules.txt"
    shifted.write_text(OURS.read_text())
    assert balance("positions", "--game", "override", shifted).code == 0
    assert balance("positions", "--game", "overide", shifted).code == 2
