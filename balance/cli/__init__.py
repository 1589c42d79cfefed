"""The `balance` command. Nothing heavy is imported before a command needs it."""

import sys
from importlib import import_module

import typer

from sims.core.errors import DesignerError

COMMANDS = (
    "games", "check", "init", "strategies", "positions", "play", "sweep", "compare",
    "rulings", "trace", "report", "bench",
)  # fmt: skip
"""One module of this package each, with a function of the same name."""

app = typer.Typer(
    name="balance",
    help="Is this card game fair to every seat? Simulates it from a designer's setup files.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _add_commands() -> None:
    for name in COMMANDS:
        module = import_module(f"balance.cli.{name}")
        app.command(name)(getattr(module, name))


_add_commands()


def _in_our_words(arguments: list[str]) -> list[str]:
    """A game's own word for its profiles (`--hackers`) in place of ours (`--profiles`)."""
    from sims.core.catalogue import games

    words = {f"--{game.profiles.option}" for game in games().values() if game.profiles}
    found = []
    for argument in arguments:
        name, equals, value = argument.partition("=")
        found.append(f"--profiles{equals}{value}" if name in words else argument)
    return found


def main() -> None:
    """Run the command line: exit code 2 for what the user can mend, a traceback for our bugs."""
    try:
        app(args=_in_our_words(sys.argv[1:]), prog_name="balance")
    except DesignerError as problem:
        sys.stderr.write(f"balance: {problem}\n")
        sys.exit(2)
