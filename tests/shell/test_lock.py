"""The lock files: everything pinned and hashed, nothing of the machine that made them."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RUNTIME = PROJECT["project"]["dependencies"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
# What each lock has to hold.
LOCKS = {
    "requirements.lock": RUNTIME + EXTRAS["dev"] + PROJECT["build-system"]["requires"],
    "requirements-cluster.lock": RUNTIME + EXTRAS["cluster"],
}
PYTHONS = ("3.11", "3.12", "3.13")


def entries(lock: str) -> list[str]:
    """Return the logical lines of a lock file: a requirement with its hashes each."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    lines = text.replace("\\\n", " ").splitlines()
    return [line for line in lines if line and not line.lstrip().startswith("#")]


def pins(lock: str) -> list[Requirement]:
    """Return the requirements of a lock file, without their hashes."""
    return [Requirement(entry.split(" --hash")[0]) for entry in entries(lock)]


def pinned_on(lock: str, python: str) -> dict[str, str]:
    """Return what a lock file installs on a Linux machine with this Python: version by name."""
    environment = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "os_name": "posix",
        "sys_platform": "linux",
        "platform_system": "Linux",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    return {
        canonicalize_name(pin.name): next(iter(pin.specifier)).version
        for pin in pins(lock)
        if pin.marker is None or pin.marker.evaluate(environment)
    }


@pytest.mark.parametrize("lock", LOCKS)
def test_every_entry_is_pinned_and_hashed(lock: str) -> None:
    entry_form = re.compile(
        r"[a-z0-9-]+==[0-9][0-9a-z.]*( ; [^-]+?)?(\s+--hash=sha256:[0-9a-f]{64})+\s*"
    )
    assert entries(lock)
    assert [entry for entry in entries(lock) if not entry_form.fullmatch(entry)] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_nothing_tells_of_a_machine_or_a_registry(lock: str) -> None:
    # No slash: no address, no path. Options other than hashes would name an index.
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "/" not in text
    assert set(re.findall(r"--[a-z-]+", text)) == {"--hash"}


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lock", LOCKS)
def test_the_lock_fits_pyproject(lock: str, python: str) -> None:
    """Everything asked for is in the lock, at a version in range (else: `make lock`)."""
    pinned = pinned_on(lock, python)
    for text in LOCKS[lock]:
        wanted = Requirement(text)
        version = pinned.get(canonicalize_name(wanted.name))
        assert version is not None, f"{lock} holds no {wanted.name} for Python {python}"
        assert wanted.specifier.contains(version), f"{lock} pins {wanted.name} to {version}"


@pytest.mark.parametrize("python", PYTHONS)
def test_a_name_is_pinned_once(python: str) -> None:
    """pip refuses a file that asks for two versions of one package."""
    for lock in LOCKS:
        names = [pin.name for pin in pins(lock)]
        assert len(names) == len(set(names))
        assert len(pinned_on(lock, python)) > len(LOCKS[lock])


def test_both_locks_agree() -> None:
    """The cluster's lock is installed on top of the other, so it changes nothing there."""
    for python in PYTHONS:
        base = pinned_on("requirements.lock", python)
        cluster = pinned_on("requirements-cluster.lock", python)
        shared = base.keys() & cluster.keys()
        assert {name: base[name] for name in shared} == {name: cluster[name] for name in shared}
