"""The `balance` command. Nothing heavy is imported before a command needs it."""

import re
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any

import typer

from balance.cli import ending
from balance.cli.means import plays, with_means

COMMANDS = (
    "games", "check", "init", "strategies", "positions", "play", "sweep", "compare", "rulings",
    "tournament", "tune", "cards", "recommend", "profiles", "probe", "trace", "sit", "report",
    "bench", "ledger",
)  # fmt: skip
"""One module of this package each, with a function of the same name."""

FIRST_SENTENCE = re.compile(r".*?[.?](?= |$)")
"""What the list of commands says of each."""

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
        command = getattr(module, name)
        question = FIRST_SENTENCE.match(" ".join((command.__doc__ or "").split()))
        app.command(name, short_help=question and question[0])(
            _unpiped(with_means(command) if plays(command) else command)
        )


def _unpiped(command: Callable[..., None]) -> Callable[..., None]:
    """The command with a broken pipe kept from typer, which ends it as if it were our bug."""

    @wraps(command)
    def call(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
            sys.stdout.flush()
        except BrokenPipeError:
            ending.drop_output()
            raise typer.Exit(ending.UNREAD) from None

    return call


_add_commands()


def _in_our_words(arguments: list[str]) -> list[str]:
    """A game's own word for its profiles (`--hackers`, `balance hackers`) in place of ours."""
    from sims.core.catalogue import games

    commands = {game.profiles.option for game in games().values() if game.profiles}
    words = {f"--{command}" for command in commands}
    if arguments and arguments[0] in commands:
        arguments = ["profiles", *arguments[1:]]
    found = []
    for argument in arguments:
        name, equals, value = argument.partition("=")
        found.append(f"--profiles{equals}{value}" if name in words else argument)
    return found


def main() -> None:
    """Run the command line: exit code 2 for what the user can mend, a traceback for our bugs."""
    words = sys.argv[1:]
    code = ending.run(lambda: app(args=_in_our_words(words), prog_name="balance"))
    watch = sys.modules.get("sims.core.watch")  # nothing heavy is imported to end a command
    if watch is not None:
        watch.leave(code)
    sys.exit(code)
