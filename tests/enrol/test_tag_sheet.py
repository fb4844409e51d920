"""Tags to a spreadsheet and back: nothing is lost on the way, and nothing wrong comes in."""

import re
from functools import partial
from operator import add
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_db.bearers import Bearer
from card_db.loader import load_box
from firmware.link import KEYS
from host_tools.enrol.collection import collection, flaw
from host_tools.enrol.tag_sheet import (
    Imported,
    TagSheetError,
    as_csv,
    as_json,
    read_sheet,
    table_of,
    take_in,
)
from host_tools.table.journal import Journal
from host_tools.table.tags import DeckRow, TagRow, Tags, deck_of

SETS = ("base", "leaders", "cities")
CARDS = {edition: collection(load_box(edition), SETS) for edition in ("1e", "2e")}
SIZES = [st.binary(min_size=size, max_size=size) for size in (7, 4, 10)]
UIDS = st.one_of(SIZES).map(bytes.hex).filter(lambda uid: not flaw(uid))
nfc = partial(normalize, "NFC")
LETTERS = st.one_of(st.characters(categories=("L", "N")), st.sampled_from(".'-_()&!?"))
NAMES = st.builds(add, st.sampled_from("AbÉ李7"), st.text(LETTERS, max_size=11)).map(nfc)
TILES = st.builds(Bearer, st.just("tile"), st.sampled_from(KEYS), st.integers(1, 10))
PEOPLE = st.builds(Bearer, st.just("player"), NAMES)


class Shelf:
    """A store without a disk."""

    def __init__(self, decks=(), rows=()):
        self._decks = {deck.name: deck for deck in decks}
        self._rows = list(rows)

    def deck(self, name):
        return self._decks.get(name)

    def put_deck(self, deck):
        self._decks[deck.name] = deck

    def rows(self):
        return list(self._rows)

    def of_deck(self, deck):
        return [row for row in self._rows if row.deck == deck]

    def change(self, drop=(), add=()):
        gone = set(drop)
        self._rows = [row for row in self._rows if row.uid not in gone] + list(add)
        assert len({row.uid for row in self._rows}) == len(self._rows)


@st.composite
def shelves(draw):
    edition = draw(st.sampled_from(["1e", "2e"]))
    cards = st.sampled_from(CARDS[edition])
    bearers = draw(st.lists(st.one_of(cards, TILES, PEOPLE), unique=True, max_size=30))
    uids = draw(st.lists(UIDS, unique=True, min_size=len(bearers), max_size=len(bearers)))
    deck = DeckRow(draw(NAMES), edition, SETS)
    rows = [TagRow(u, deck_of(b, deck.name), b) for u, b in zip(uids, bearers, strict=True)]
    return Shelf([deck], rows), deck


def spreadsheet(text, delimiter):
    """What a spreadsheet makes of a file: its own delimiter, line ends and mark."""
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(csv.reader(io.StringIO(text)))
    return b"\xef\xbb\xbf" + out.getvalue().encode()


@pytest.mark.slow
@given(shelves(), st.sampled_from(",;\t"), st.booleans())
def test_what_goes_to_a_spreadsheet_comes_back(shelf_and_deck, delimiter, json):
    shelf, deck = shelf_and_deck
    table = table_of(shelf, deck)
    data = as_json(table).encode() if json else spreadsheet(as_csv(table), delimiter)
    other = Shelf()
    taken = take_in(other, read_sheet(data, "elsewhere"))
    assert sorted(other.rows()) == sorted(shelf.rows())
    assert taken == Imported(len(shelf.rows()), 0, 0)
    assert take_in(other, read_sheet(data, "elsewhere")) == Imported(0, 0, len(shelf.rows()))


@pytest.mark.slow
@given(st.one_of(st.binary(max_size=300), st.text(max_size=300).map(str.encode)))
def test_no_file_whatever_is_more_than_a_sentence(data):
    try:
        read_sheet(b"uid,id\n" + data, "main")
        read_sheet(data, "main")
    except TagSheetError as error:
        assert str(error)


HEAD = "uid,deck,edition,kind,id,copy\n"
GOOD = "04:a1:b2:c3:d4:e5:f6,main,1e,card,clay_pit,3\n"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("4.12E+12,main,1e,card,altar,3", "line 3: '4.12E+12' is no number of a tag"),
        ("8804a1b2,main,1e,card,altar,3", "line 3: 8804a1b2 is only half a number"),
        ("04a1b2c3d4e5f7,main,1e,card,alter,3", "there is no card 'alter' in the printing 1e"),
        ("04a1b2c3d4e5f7,main,1e,card,altar,4", "Altar has no copy 4: there is 3 and 5."),
        ("04a1b2c3d4e5f7,main,3e,card,altar,3", "there is no printing '3e'"),
        ("04a1b2c3d4e5f7,main,1e,coin,altar,3", "there is no kind 'coin'"),
        ("04a1b2c3d4e5f7,main,1e,tile,jump,1", "there is no tile tile:jump"),
        ("04a1b2c3d4e5f7,main,1e,tile,build,11", "there is no tile tile:build:11"),
        ("04a1b2c3d4e5f7,main,1e,player,=1+1,1", "A name has 1 to 24 letters"),
        ("04A1B2C3D4E5F6,main,1e,card,altar,3", "04a1b2c3d4e5f6 stands in line 2 already"),
        ("04a1b2c3d4e5f7,main,1e,card,clay_pit,3+", "clay_pit:3 stands in line 2 already"),
    ],
)
def test_a_line_that_is_wrong_keeps_the_whole_file_out(line, says):
    with pytest.raises(TagSheetError, match=r"^Nothing was taken in\.") as error:
        read_sheet((HEAD + GOOD + line).encode(), "main")
    assert says in str(error.value)


def test_a_file_without_columns_is_told_how_to_get_one():
    with pytest.raises(TagSheetError, match=re.escape("`wondertable deck export` writes a file")):
        read_sheet(b"Clay Pit,04a1b2c3d4e5f6\n", "main")


@pytest.fixture
def tags(tmp_path):
    journal = Journal(tmp_path / "games.db")
    yield Tags(journal)
    journal.close()


def sheet(*lines):
    return read_sheet((HEAD + "\n".join(lines)).encode(), "main")


def test_what_differs_comes_in_only_when_the_file_is_to_win(tags):
    take_in(tags, sheet(GOOD))
    other = sheet("04a1b2c3d4e5f7,main,1e,card,clay_pit,3")
    with pytest.raises(TagSheetError, match="--replace lets the file win"):
        take_in(tags, other)
    assert tags.cards("main") == {"04a1b2c3d4e5f6": "clay_pit"}
    assert take_in(tags, other, replace=True) == Imported(0, 1, 0)
    assert tags.cards("main") == {"04a1b2c3d4e5f7": "clay_pit"}


def test_two_tags_that_were_mixed_up_can_be_exchanged(tags):
    one, two = "04a1b2c3d4e5f6,main,1e,card,{},3", "04a1b2c3d4e5f7,main,1e,card,{},3"
    take_in(tags, sheet(one.format("altar"), two.format("baths")))
    take_in(tags, sheet(one.format("baths"), two.format("altar")), replace=True)
    assert tags.cards("main") == {"04a1b2c3d4e5f6": "baths", "04a1b2c3d4e5f7": "altar"}


def test_printings_are_not_mixed_in_a_deck(tags):
    take_in(tags, sheet(GOOD))
    with pytest.raises(TagSheetError, match="the deck main is of the printing 1e, this card of 2e"):
        take_in(tags, sheet("04a1b2c3d4e5f7,main,2e,card,altar,3"))
    assert tags.deck("main") == DeckRow("main", "1e", ("base",))
