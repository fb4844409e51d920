"""Tags in the journal's file: a uid is known once, decks keep theirs apart, tiles belong to all."""

import sqlite3

import pytest

from card_db.bearers import Bearer, plain_uid
from host_tools.table.journal import MIGRATIONS, Journal, JournalError
from host_tools.table.tags import ANY_DECK, DeckRow, TagRow, Tags
from tests.enrol.scene import uid
from tests.table.paper import Silence, new_table

CLAY = Bearer("card", "clay_pit", 3)


@pytest.fixture
def tags(tmp_path):
    journal = Journal(tmp_path / "games.db")
    yield Tags(journal)
    journal.close()


def test_what_was_enrolled_is_found_by_play(tags):
    tags.change(add=[TagRow(uid(1), "main", CLAY), TagRow(uid(2), "other", CLAY)])
    assert tags.cards("main") == {uid(1): "clay_pit"}
    assert tags.cards("other") == {uid(2): "clay_pit"}
    assert tags.cards("third") == {}


def test_tiles_and_people_belong_to_every_deck(tags):
    build, ann = Bearer("tile", "build", 2), Bearer("player", "Ann")
    tags.change(add=[TagRow(uid(1), ANY_DECK, build), TagRow(uid(2), ANY_DECK, ann)])
    assert tags.tiles() == {"build": [bytes.fromhex(uid(1))]}
    assert tags.players() == {uid(2): "Ann"}


@pytest.mark.parametrize(
    "second",
    [TagRow(uid(1), "other", CLAY), TagRow(uid(2), "main", CLAY)],
    ids=["a uid in two decks", "a copy with two tags"],
)
def test_a_change_that_cannot_be_is_refused_as_a_whole(tags, second):
    tags.change(add=[TagRow(uid(1), "main", CLAY)])
    with pytest.raises(JournalError):
        tags.change(drop=[], add=[TagRow(uid(3), "main", Bearer("card", "altar", 3)), second])
    assert [row.uid for row in tags.rows()] == [uid(1)]


def test_a_deck_is_forgotten_with_its_tags_and_without_those_of_others(tags):
    tags.put_deck(DeckRow("main", "1e", ("base",)))
    tags.put_deck(DeckRow("second", "2e", ("base", "cities")))
    tags.change(add=[TagRow(uid(1), "main", CLAY), TagRow(uid(2), "second", CLAY)])
    tags.drop_deck("main")
    assert tags.decks() == [DeckRow("second", "2e", ("base", "cities"))]
    assert [row.uid for row in tags.rows()] == [uid(2)]


def test_a_journal_of_the_last_schema_keeps_its_games(tmp_path):
    path = tmp_path / "games.db"
    db = sqlite3.connect(path)
    for step in MIGRATIONS[:2]:
        db.executescript(step)
    db.execute("PRAGMA user_version = 2")
    db.execute("INSERT INTO games (begun) VALUES (5.0)")
    db.commit()
    db.close()
    journal = Journal(path)
    assert len(journal.games()) == 1
    assert Tags(journal).rows() == []


def test_boards_are_told_the_tiles(tmp_path):
    class Listening(Silence):
        told = None

        def tiles(self, board, tiles):
            self.told = (board, tiles)

    table = new_table(tmp_path)
    table.hub = Listening()
    Tags(table.journal).change(add=[TagRow(uid(7), ANY_DECK, Bearer("tile", "sell"))])
    table.serve(0, "e6board", 0.0)
    assert table.hub.told == ("e6board", {"sell": [bytes.fromhex(uid(7))]})


@pytest.mark.parametrize("text", ["", ":", "tile:", "clay_pit:x", "clay_pit:3:4", "player::"])
def test_what_names_nothing_is_refused(text):
    with pytest.raises(ValueError, match="names nothing"):
        Bearer.of(text)


@pytest.mark.parametrize("text", ["4.12E+12", "04", "", "04a1b2c3d4e5fg", "04 a1 b2"])
def test_a_number_that_a_spreadsheet_has_spoilt_is_refused(text):
    with pytest.raises(ValueError, match="is no number of a tag"):
        plain_uid(text)
