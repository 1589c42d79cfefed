"""The report in short as Markdown, to be pasted into a forum or a README."""

import re

from reports.numbers import MISSING, is_missing, words
from reports.page import Action, Page

# What has a meaning within a line, and what has one at its beginning.
_WITHIN = re.compile(r"([\\`*_{}\[\]<>|~$#&])")
_FIRST = re.compile(r"^(\s*)([-+](?=\s)|=|\d+[.)](?=\s))")
# A forum links whatever looks like an address, and calls whoever is named after an @.
_LINKED = re.compile(r"(?<=\w)(?=://)|(?<=@)(?=\w)")
_BREAK = "\u200b"


def inert(text: object) -> str:
    """Return a text in one line that Markdown shows as it is."""
    line = _WITHIN.sub(r"\\\1", " ".join(str(text).split()))
    line = _FIRST.sub(lambda m: f"{m[1]}{m[2][:-1]}\\{m[2][-1]}", line)
    return _LINKED.sub(_BREAK, line)


def code(text: object) -> str:
    """Return a text in one line as code, whatever backticks it holds."""
    line = " ".join(str(text).split())
    longest = max((len(run) for run in re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    room = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{room}{line}{room}{fence}"


def render(page: Page) -> str:
    """Return verdicts, actions, assumptions and provenance as one Markdown text."""
    parts = [f"# {inert(page.title)}", inert(page.simulated), "## Verdicts"]
    parts.append(_list([f"**{inert(v.call)}** – {inert(v.sentence)}" for v in page.lead]))
    if page.actions:
        parts += ["## What to do", inert(page.actions_note)]
        numbered = [f"{i}. {_action(action)}" for i, action in enumerate(page.actions, start=1)]
        parts.append("\n".join(numbered))
    if page.notes:
        parts += ["## What is left open", _list([inert(note) for note in page.notes])]
    if page.assumptions:
        parts += ["## Assumptions", _list([inert(a) for a in page.assumptions])]
    parts.append("## Where the numbers come from")
    told = [f"{inert(words(key))}: {_value(value)}" for key, value in page.provenance.items()]
    parts.append(_list(told))
    parts += [f"    {' '.join(line.split())}" for line in page.how_to_reproduce[:1]]
    return "\n\n".join(part for part in parts if part) + "\n"


def _list(items: list[str]) -> str:
    return "\n".join(f"* {item}" for item in items)


def _action(action: Action) -> str:
    text = f"**{inert(action.what)}** {inert(action.evidence)}"
    if action.strength:
        text += f" {inert(action.strength)}"
    return text + (f" Again: {code(action.command)}" if action.command else "")


def _value(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(code(one) for one in value)
    return MISSING if is_missing(value) else code(value)
