"""The wheel: it builds, holds what it should, and works where there is no checkout."""

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.slow


def run(*words: str | Path, cwd: Path, timeout: int = 300) -> str:
    """Run a command away from the checkout and return what it prints; fail with all it said."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd, env=env, capture_output=True, text=True, timeout=timeout, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel with the locked build backend, so without the network."""
    out = tmp_path_factory.mktemp("dist")
    options = ("--wheel", "--no-isolation", "--outdir", out)
    run(sys.executable, "-m", "build", *options, ROOT, cwd=out)
    (built,) = out.iterdir()
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into a new environment in another folder; return that environment.

    The packages that it needs are lent from the environment of this run: a folder named in a .pth
    file is searched, but .pth files in that folder are not read, so the editable install of the
    checkout stays out of sight.
    """
    env = tmp_path_factory.mktemp("a new environment")
    run(sys.executable, "-m", "venv", "--without-pip", env, cwd=env)
    python = env / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=env)
    prefixes = {"base": str(env), "platbase": str(env)}
    site = Path(sysconfig.get_path("purelib", "venv", vars=prefixes))
    lent = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    (site / "lent.pth").write_text("".join(f"{folder}\n" for folder in lent), encoding="utf-8")
    return env


def shipped(folder: str) -> set[str]:
    """Return the files of a folder of the checkout that belong into the wheel."""
    files = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}


def test_the_wheel_holds_the_packages_and_the_data(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    data = {name.replace("data/", "sims/_data/", 1) for name in shipped("data")}
    assert any(name.endswith(".toml") for name in data)
    assert names == shipped("balance") | shipped("sims") | shipped("reports") | data


def test_the_installed_command_plays(installed: Path, tmp_path: Path) -> None:
    words = "play override -p 4 -n 200 --seed 1 --json".split()
    result = json.loads(run(installed / "bin" / "balance", *words, cwd=tmp_path))
    asked = {"game": "override", "players": 4, "games": 200, "seed": 1}
    assert {key: result[key] for key in asked} == asked
    assert len(result["wins"]) == 4
    assert sum(result["wins"]) + result["draws"] + result["unfinished"] == 200


def test_the_installed_packages_are_the_wheel_s(installed: Path, tmp_path: Path) -> None:
    """Not the checkout's, which would make the test above say nothing."""
    code = "import balance, reports, sims\nfor m in balance, reports, sims: print(m.__path__[0])"
    folders = run(installed / "bin" / "python", "-c", code, cwd=tmp_path).splitlines()
    assert len(folders) == 3
    assert all(Path(folder).is_relative_to(installed) for folder in folders)
