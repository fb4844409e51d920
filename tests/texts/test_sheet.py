"""Cells of a spreadsheet: no text begins a formula, and every text comes back as it was."""

import csv
import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.commands.venue_players import names_in
from host_tools.texts.sheet import from_sheet, in_sheet, write_sheet

FORMULAS = [
    "=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://e","x")', " =1", "\t=1", "\r=1", "\n=1",
    "\u00a0=1", "\u200b=1", "\ufeff=1", "\0=1", "＝1+1", "＋1", "－1", "＠x", "−1", "\u3000＝1",
    "a;=1", "a,=1", "a\t=1", "a\n=1", 'a;"=1"', "'=1", "''=1",
]  # fmt: skip
UNSEEN = '"\u200b\u200c\u200d\u2060\ufeff'
ODD = st.text("'\"=+-@＝ \t\r\n;,|a1\u200b\ufeff")


def begins_formula(cell):
    """Whether some spreadsheet would work this cell out: nothing that it skips protects."""
    seen = [sign for sign in cell if not (sign.isspace() or sign < " " or sign in UNSEEN)]
    return bool(seen) and unicodedata.normalize("NFKC", seen[0]) in "=+-@−"


def cells(text):
    """All cells of a file as programs with these separators see them; numbers are no text."""
    for sign in ",;\t|":
        for row in csv.reader(io.StringIO(text, ""), delimiter=sign):
            yield from (cell for cell in row if not cell.lstrip("-").isdecimal())


@pytest.mark.parametrize("text", FORMULAS, ids=ascii)
def test_a_formula_is_a_text_and_comes_back(text):
    written = write_sheet(("player", "points"), [(text, -3)])
    assert not any(map(begins_formula, cells(written)))
    _, row = csv.reader(io.StringIO(written, ""))
    assert list(map(from_sheet, row)) == [text, "-3"]


@pytest.mark.slow
@given(st.text() | ODD)
def test_every_text_comes_back(text):
    assert from_sheet(in_sheet(text)) == text
    assert not begins_formula(in_sheet(text))


@given(st.lists(ODD))
def test_no_cell_of_any_row_begins_a_formula(row):
    assert not any(map(begins_formula, cells(write_sheet(["a"], [row]))))


def test_numbers_stay_numbers():
    assert write_sheet(("points", "worth"), [(-3, 0.5), (None, -1.25)]) == (
        "points,worth\n-3,0.5\n,-1.25\n"
    )


def test_a_list_of_players_that_we_wrote_gives_their_names_back():
    rows = names_in(write_sheet(["name"], [["=Ann"], ["O'Neill"]]))
    assert [row.name for row in rows] == ["=Ann", "O'Neill"]
