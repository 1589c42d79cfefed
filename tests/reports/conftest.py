"""The `balance` command as in `tests/cli`."""

from tests.cli.conftest import balance

__all__ = ["balance"]
