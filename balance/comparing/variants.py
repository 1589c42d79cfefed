"""Variants: what is compared with what. The data as given, or another folder, deck or values.

As typed, a variant is a name, changes, or both with a comma between:

    printed                          the data as given (`.` says the same)
    flat                             the deck of that name
    my-folder                        a data folder, made by `balance init`; ./flat where a deck is
                                     called flat too
    winning_cred=32                  a changed value, with a key as after `--set`
    ruling.cred_tie=shared           a ruling
    winning_cred=32,gov_limit=4      several at once
    flat,remove=Firewall,Mainframe   a name and changes; a piece without = goes on with its value
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from balance.planning import Planned, Question, check, plan
from sims.core.cells import check_key
from sims.core.errors import DesignerError, unknown

AS_GIVEN = ("printed", ".")


@dataclass(frozen=True)
class Variant:
    """What is played in place of the data as given; `data` None is the question's own folder."""

    name: str
    data: Path | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)

    def asked(self, question: Question) -> Question:
        """The question, asked of this variant."""
        return replace(
            question,
            data=question.data if self.data is None else self.data,
            changes={**question.changes, **self.changes},
        )

    def counts(self, question: Question) -> tuple[int, ...]:
        """The player counts of its table."""
        return tuple(sorted(check(self.asked(question))[1].table))

    def planned(self, question: Question, players: int) -> Planned:
        """Its cell at a player count; raises a `DesignerError` if there is none."""
        [found] = plan(
            replace(self.asked(question), players=(players,)), where=f"in {self.name!r}"
        )  # fmt: skip
        return found


Given = str | Path | Mapping[str, Any] | Variant
"""A variant as typed, a data folder, keys with values, or a variant itself."""


def split(text: str) -> tuple[str, dict[str, str]]:
    """A variant as typed: its name, empty if it has none, and its changes."""
    name, changes, last = "", {}, ""
    for place, piece in enumerate(text.split(",")):
        key, equals, value = piece.partition("=")
        if equals and not key.strip():
            raise DesignerError(f"{text!r}: write KEY=VALUE, like winning_cred=32")
        if equals:
            last = key.strip()
            changes[last] = value.strip()
        elif last:
            changes[last] += f",{piece.strip()}"
        elif place == 0:
            name = piece.strip()
        else:
            raise DesignerError(
                f"{text!r}: one name and then KEY=VALUE are expected, not {piece.strip()!r}"
            )
    return name, changes


def _is_path(name: str) -> bool:
    return "/" in name or "\\" in name or name.startswith(("~", ".")) or name.endswith(".toml")


def read(question: Question, given: Given) -> Variant:
    """A variant from what was given; raises a `DesignerError` for what is none."""
    game, data = check(question)
    if isinstance(given, Variant):
        return given
    if isinstance(given, Path):
        return Variant(str(given), given)
    if isinstance(given, Mapping):
        name, changes = "", dict(given)
        text = ",".join(f"{key}={value}" for key, value in changes.items()) or AS_GIVEN[0]
    else:
        text = given.strip()
        name, changes = split(text)
        if not text:
            raise DesignerError(
                "an empty name: a deck, a data folder, KEY=VALUE or `printed` is expected"
            )
    for key in changes:
        check_key(game, key, f"in {text!r}")
    folder: Path | None = None
    if name in ("", *AS_GIVEN):
        pass
    elif name in data.decks:
        if "deck" in changes:
            raise DesignerError(f"{text!r}: it names the deck {name!r} and deck=; choose one")
        changes = {"deck": name, **changes}
    elif _is_path(name) or Path(name).exists():
        folder = Path(name).expanduser()
        if not folder.exists():
            raise DesignerError(f"{text!r}: there is no folder {folder}")
    else:
        allowed = {*data.decks, AS_GIVEN[0]}
        raise unknown("deck or data folder", name, allowed, f"in {text!r}")
    return Variant(text if text != "." else AS_GIVEN[0], folder, changes)


def shared_counts(question: Question, variants: Sequence[Variant]) -> tuple[int, ...]:
    """The player counts to play: those asked for, or those that every table has a row for."""
    if question.players:
        return question.players
    first, *others = (variant.counts(question) for variant in variants)
    counts = tuple(n for n in first if all(n in other for other in others))
    if not counts:
        names = " and ".join(repr(variant.name) for variant in variants)
        raise DesignerError(f"the tables of {names} have no player count in common")
    return counts
