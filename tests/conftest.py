"""What all tests share: the `--golden` option with its fixture, and settings of the tools."""

import difflib
import os
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

# Figures are drawn without a screen, also where a developer has one.
os.environ.setdefault("MPLBACKEND", "Agg")

# A test plays its games itself, whatever a ledger beside the data holds, and leaves none behind.
os.environ["BALANCE_NO_LEDGER"] = "1"

# The first example may compile a kernel, so no deadline. The examples are the same in every run:
# a red test is red for the next person too.
hypothesis.settings.register_profile("hackbalance", deadline=None, derandomize=True)
hypothesis.settings.load_profile("hackbalance")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden",
        action="store_true",
        help="write the golden files anew instead of comparing; runs only the tests that have some",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With --golden, leave out every test that compares no golden file."""
    if not config.getoption("--golden"):
        return
    golden = [item for item in items if "golden" in getattr(item, "fixturenames", ())]
    config.hook.pytest_deselected(items=[item for item in items if item not in golden])
    items[:] = golden


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Return `compare(name, text)`: is `text` what `golden/<name>` beside the test file holds?

    The test fails with a diff where it is not, or where the file is missing. `make golden` writes
    the files anew; read their diff before you commit it.
    """
    folder = request.path.parent / "golden"
    rewrite = request.config.getoption("--golden")

    def compare(name: str, text: str) -> None:
        file = folder / name
        if rewrite:
            write_text(file, text)
        elif not file.is_file():
            pytest.fail(f"{file} is missing: `make golden` writes it", pytrace=False)
        elif (stored := file.read_text(encoding="utf-8")) != text:
            diff = difflib.unified_diff(
                stored.splitlines(), text.splitlines(), f"golden/{name}", "now", lineterm="", n=2
            )
            # Texts that differ only in their last line break have no diff by lines.
            shown = "\n".join(diff) or "only the last line break differs"
            pytest.fail(f"{file} differs (`make golden` accepts it):\n{shown}", pytrace=False)

    return compare


def write_text(file: Path, text: str) -> None:
    """Write `text` byte for byte the same on every system."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")
