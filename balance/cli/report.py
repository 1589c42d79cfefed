"""`balance report`."""

from balance.cli import options as o


def report(game: o.GameName) -> None:
    """Placeholder until the reports package is joined."""
