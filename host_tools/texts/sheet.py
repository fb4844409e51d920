"""Cells of a spreadsheet: a text stays a text, and none is taken for a formula.

>>> in_sheet("=1+1"), from_sheet("'=1+1"), in_sheet("Ann")
("'=1+1", '=1+1', 'Ann')
>>> write_sheet(("player", "points"), [("@Ann", -3)])
"player,points\\n'@Ann,-3\\n"
"""

import csv
import io
import re
from collections.abc import Iterable

# What begins a formula, in full width too; the apostrophe says "this is a text". A program that
# expects other separators than commas begins a cell after each of them.
_SIGN = r"(?=['=+\-@＝＋－＠﹦﹢﹣﹫−])"
_UNSEEN = r'"\0-\x08\x0e-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff'
_BEGIN = rf"((?:^|[,;|\t-\r])(?:[^\S\t-\r]|[{_UNSEEN}])*)"
_PLAIN = re.compile(_BEGIN + _SIGN)
_QUOTED = re.compile(_BEGIN + "'" + _SIGN)


def in_sheet(text: str) -> str:
    """Return a text for a cell: an apostrophe stands before what would begin a formula."""
    return _PLAIN.sub(r"\1'", text)


def from_sheet(cell: str) -> str:
    """Return the text that `in_sheet` has put into a cell."""
    return _QUOTED.sub(r"\1", cell)


def write_sheet(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Write a spreadsheet as CSV; numbers stay numbers."""
    return "".join(map(_line, (heads, *rows)))


def _line(row: Iterable[object]) -> str:
    out = io.StringIO()
    cells = (in_sheet(cell) if isinstance(cell, str) else cell for cell in row)
    csv.writer(out).writerow(cells)  # a line ends with \r\n, so that either is quoted in a cell
    return out.getvalue().removesuffix("\r\n") + "\n"
