"""Mutations: a file that is right becomes one that is wrong somewhere, by chance and by seed."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

NESTED = 3_000  # levels: more than Python's own limit
LONG = 50_000  # letters of a line
TIMES = (1, 1, 1, 2, 3)  # mutations of one file

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 99, 86_400, 2**31, 2**63, 2**70, -(2**70), 10**400, 0.5, -0.0,
    1e308, float("nan"), float("inf"), "", " ", "0", "x" * 300, "\0", "\ufeff", "\ud800", "\x1b[2J",
    "[/b]", "\u202e", "=1+1", "../..", "é", "e\u0301", [], {}, [[]], [{}], {"": 0}, [None] * 50,
    "A", "left",
)  # fmt: skip
BYTES = (
    b"\0", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\\ud800", b"\r", b"\n", b'"', b",", b";",
    b"{", b"]", b"\x1b[2J", b"1e999", b"-", b"9" * 5_000, b"\xe2\x80\xa8", b"#", b"\t",
)  # fmt: skip


def mutated(data: bytes, chance: Random) -> bytes:
    """Return the file with one to three mutations."""
    for _ in range(chance.choice(TIMES)):
        data = chance.choice(KINDS)(data, chance)
    return data


def _place(data: bytes, chance: Random) -> tuple[int, int]:
    start = chance.randrange(len(data) + 1)
    return start, min(len(data), start + chance.choice((1, 2, 8, 40, 400)))


def flip_bits(data: bytes, chance: Random) -> bytes:
    """Flip up to eight bits."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 8) if data else 0):
        changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def cut(data: bytes, chance: Random) -> bytes:
    """Lose the end, or a piece in the middle."""
    start, end = _place(data, chance)
    return data[:start] + (b"" if chance.random() < 0.5 else data[end:])


def double(data: bytes, chance: Random) -> bytes:
    """Write a piece twice."""
    start, end = _place(data, chance)
    return data[:end] + data[start:]


def put_in(data: bytes, chance: Random) -> bytes:
    """Put bytes in that do not belong there."""
    start, _ = _place(data, chance)
    return data[:start] + chance.choice(BYTES) + data[start:]


def mix_lines(data: bytes, chance: Random) -> bytes:
    """Swap, double or lose lines."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(3):
        case 0:
            lines[first], lines[second] = lines[second], lines[first]
        case 1:
            lines.insert(first, lines[second])
        case _:
            del lines[first]
    return b"".join(lines)


def lengthen(data: bytes, chance: Random) -> bytes:
    """Make a line very long."""
    start, _ = _place(data, chance)
    return data[:start] + chance.choice((b"x", b" ", b"0", b'"",')) * LONG + data[start:]


def nest(data: bytes, chance: Random) -> bytes:
    """Nest deeper than anybody can read."""
    start, end = _place(data, chance)
    opening, closing = chance.choice(((b"[", b"]"), (b'{"a":', b"}")))
    shut = closing * NESTED if chance.random() < 0.7 else b""
    return data[:start] + opening * NESTED + b"0" + shut + data[end:]


def swap_number(data: bytes, chance: Random) -> bytes:
    """Write something else in place of a number."""
    numbers = list(re.finditer(rb"-?\d+", data))
    if not numbers:
        return data
    number = chance.choice(numbers)
    return data[: number.start()] + _written(chance) + data[number.end() :]


def swap_cell(data: bytes, chance: Random) -> bytes:
    """Write something else between two separators."""
    start, _ = _place(data, chance)
    ends = [data.find(sign, start) for sign in (b",", b";", b"\n")]
    end = min((at for at in ends if at >= 0), default=0)
    return data[:start] + _written(chance) + data[end:] if end else data


def change_value(data: bytes, chance: Random) -> bytes:
    """Change one value of one line of JSON: its type, its size or its name; or lose it."""
    lines = data.splitlines()
    if not lines:
        return data
    at = chance.randrange(len(lines))
    try:
        whole = json.loads(lines[at])
    except (ValueError, RecursionError):
        return data
    lines[at] = _dumped(_changed(whole, chance), chance)
    return b"\n".join(lines) + b"\n"


def _changed(value: Any, chance: Random) -> Any:
    """Return the value with something changed in its depth."""
    if not value or not isinstance(value, dict | list) or chance.random() < 0.1:
        return chance.choice(ODD)
    keys = list(value) if isinstance(value, dict) else range(len(value))
    key = chance.choice(keys)
    kind = chance.random()
    if kind < 0.1:
        del value[key]
    elif kind < 0.2 and isinstance(value, dict):
        value[chance.choice(("", "do", "seat", "\ud800", "x" * 300))] = value.pop(key)
    elif kind < 0.3 and isinstance(value, list):
        value.append(value[key])
    elif kind < 0.35:
        value[key] = [value[key]]
    else:
        value[key] = _changed(value[key], chance)
    return value


def _dumped(value: Any, chance: Random) -> bytes:
    text = json.dumps(value, ensure_ascii=chance.random() < 0.5)
    return text.encode("utf-8", "surrogatepass")


def _written(chance: Random) -> bytes:
    return _dumped(chance.choice(ODD), chance)


KINDS: tuple[Callable[[bytes, Random], bytes], ...] = (
    flip_bits, cut, double, put_in, mix_lines, lengthen, nest, swap_number, swap_cell,
    change_value, change_value, change_value, change_value,
)  # fmt: skip
