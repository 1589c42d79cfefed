"""Seeded damage to text files: what slips in by typing, by bad editors, and by malice."""

import random
import re
from collections.abc import Callable
from typing import Any

from sims.core.errors import DesignerError

VALUES = (
    "-1", "0", "1", "999999999999999999999999", "-9223372036854775809", "0x" + "f" * 4000,
    "1" * 5000, "0.5", "1e400", "nan", "-inf", "true", "false", '""', '"x"', "[]", "[[]]", "{}",
    "[1, 2]", '["Diskette"]', '["=cmd()", "<script>"]', "{a = {b = 1}}", '"\\u001b[31m"',
    '"[red]x[/nope]"', '"\\u202e"', "1979-05-27", "07:32:00", "'''\na\n'''", "٣", "1_000", "",
    "[" * 3000, '"' + "a" * 10000 + '"', '"all "', '["all "]', '["all x"]', '"+"', '"draw"', "[1",
    '"ASSUMPTION"', '["\\u0000"]',
)  # fmt: skip
KEYS = (
    "x", '""', '"a.b"', "a.b.c", '"\\u001b]0;x\\u0007"', '"="', '"<script>"', '"../../x"', "deck",
    "players", "source", "card", '"4"', "٤", "-", '"' + "k" * 3000 + '"', "copies", "draw", '"\\n"',
)  # fmt: skip
BYTES = (b"\xff", b"\xfe\xff", b"\x00", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\x1b[2J", b"\r", b"\t")


def complaint(call: Callable[..., Any], *arguments: Any) -> str:
    """The message with which a call is refused, empty if it is not; other errors come out."""
    try:
        call(*arguments)
    except DesignerError as problem:
        return str(problem)
    return ""


Damage = Callable[[random.Random, bytes], bytes]


def _lines(rng: random.Random, content: bytes) -> tuple[list[bytes], int]:
    lines = content.split(b"\n")
    return lines, rng.randrange(len(lines))


def flip_bytes(rng: random.Random, content: bytes) -> bytes:
    """Some bytes are others."""
    changed = bytearray(content)
    for _ in range(rng.randint(1, 4)):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def put_bytes(rng: random.Random, content: bytes) -> bytes:
    """Bytes that no text has stand somewhere, or at the start."""
    place = rng.choice((0, rng.randrange(len(content) + 1)))
    return content[:place] + rng.choice(BYTES) + content[place:]


def cut(rng: random.Random, content: bytes) -> bytes:
    """The file ends too early, or its first part is missing."""
    place = rng.randrange(len(content) + 1)
    return rng.choice((content[:place], content[place:]))


def drop_line(rng: random.Random, content: bytes) -> bytes:
    """A line is missing."""
    lines, at = _lines(rng, content)
    return b"\n".join(lines[:at] + lines[at + 1 :])


def double_line(rng: random.Random, content: bytes) -> bytes:
    """A line stands twice, or somewhere else too."""
    lines, at = _lines(rng, content)
    other = rng.choice((at, rng.randrange(len(lines) + 1)))
    return b"\n".join([*lines[:other], lines[at], *lines[other:]])


def swap_lines(rng: random.Random, content: bytes) -> bytes:
    """Two lines have changed places."""
    lines, at = _lines(rng, content)
    other = rng.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]
    return b"\n".join(lines)


def other_value(rng: random.Random, content: bytes) -> bytes:
    """A value is of another kind, or out of all range."""
    places = list(re.finditer(rb"(?<== )[^\n]*", content))
    if not places:
        return content
    place = rng.choice(places)
    return content[: place.start()] + rng.choice(VALUES).encode() + content[place.end() :]


def other_key(rng: random.Random, content: bytes) -> bytes:
    """A key or a section has another name."""
    places = list(re.finditer(rb"(?m)^[^\n=#\[\]]+(?= =)|(?<=\[)[^\n\]]+(?=\])", content))
    if not places:
        return content
    place = rng.choice(places)
    name = rng.choice((*(key.encode() for key in KEYS), place[0] + b"x", place[0][:-1]))
    return content[: place.start()] + name + content[place.end() :]


def other_number(rng: random.Random, content: bytes) -> bytes:
    """A number is another, near or far."""
    places = list(re.finditer(rb"\d{1,18}", content))
    if not places:
        return content
    place = rng.choice(places)
    number = int(place[0])
    new = rng.choice((0, 1, number + 1, number - 1, -number, number * 10, rng.getrandbits(70)))
    return content[: place.start()] + str(new).encode() + content[place.end() :]


def empty(rng: random.Random, content: bytes) -> bytes:
    """Nothing is left."""
    return b""


DAMAGES: tuple[Damage, ...] = (
    flip_bytes, put_bytes, cut, drop_line, double_line, swap_lines, other_value, other_value,
    other_key, other_key, other_number, other_number, empty,
)  # fmt: skip


def damaged(rng: random.Random, content: bytes) -> bytes:
    """The content after one to three damages."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        content = rng.choice(DAMAGES)(rng, content or b"\n")
    return content


WORDS = (
    b"view", b"options", b"rules", b"weights", b"stream", b"while", b"for", b"if", b"return", b"in",
    b"not", b"lambda", b"global", b"class", b"def", b"yield", b"None", b"np", b"math", b"0", b"-1",
    b"1.5", b"1j", b"10**9", b"''", b"[]", b"{}", b"()", b"(", b")", b"[", b"]", b":", b"=", b"==",
    b"//", b"**", b"@", b"*", b":=", b"...", b"count", b"item", b"below", b"uniform", b"strategy",
    b"import", b"from", b"os", b"print", b"open", b"try", b"except", b"raise", b"assert", b"del",
    b"await", b"async", b"with", b"__import__", b"__class__", b"\\", b"#", b'"""', b"\x0c",
)  # fmt: skip


def other_word(rng: random.Random, content: bytes) -> bytes:
    """A word or a sign of a program is another."""
    places = list(re.finditer(rb"\w+|[^\w\s]", content))
    if not places:
        return content
    place = rng.choice(places)
    new = rng.choice((*WORDS, rng.choice(places)[0]))
    return content[: place.start()] + new + content[place.end() :]


def damaged_program(rng: random.Random, content: bytes) -> bytes:
    """A program after one to three damages, most of them small."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        damages = (other_word,) * 8 + (flip_bytes, put_bytes, cut, drop_line, double_line)
        content = rng.choice(damages)(rng, content or b"\n")
    return content
