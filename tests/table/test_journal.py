"""The journal: damage is refused with an explanation, schemas migrate, one writer, a full disk."""

import shutil
import sqlite3

import pytest

from card_db.bearers import Bearer
from host_tools.link.events import Committed
from host_tools.table.entries import Lock, Ready
from host_tools.table.journal import MIGRATIONS, Journal, JournalError
from host_tools.table.seal import NOTHING, HeadFile
from host_tools.table.tags import DeckRow, TagRow, Tags
from tests.table.paper import new_table, turn

ENTRIES = [Lock(), Ready(1)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.db"


def written(path):
    """A journal with one game, closed again."""
    journal = Journal(path)
    game = journal.new_game(5.0)
    journal.append(game, 0, ENTRIES, 6.0)
    tags = Tags(journal)
    tags.put_deck(DeckRow("main", "1e", ("base",)))
    tags.change(add=[TagRow(uid, "main", Bearer("card", uid)) for uid in ("04aa", "04ab")])
    journal.close()
    return game


def test_what_was_written_is_read(path):
    game = written(path)
    assert Journal(path).read(game) == [(6.0, entry) for entry in ENTRIES]


def spoil(statement):
    def spoiled(path):
        db = sqlite3.connect(path)
        db.execute(statement)
        db.commit()
        db.close()

    return spoiled


DAMAGE = {
    "a changed entry": spoil('UPDATE entries SET entry = \'{"do": "abandon"}\' WHERE number = 1'),
    "a changed digest": spoil("UPDATE entries SET digest = x'00' WHERE number = 0"),
    "a changed time": spoil("UPDATE entries SET at = at + 1 WHERE number = 1"),
    "a BLOB for a text": spoil("UPDATE entries SET entry = x'ff00' WHERE number = 1"),
    "a hole": spoil("DELETE FROM entries WHERE number = 0"),
    "a cut": spoil("DELETE FROM entries WHERE number = 1"),
    "a lost game": spoil("DELETE FROM games"),
    "a game without entries": spoil("DELETE FROM entries"),
    "another beginning": spoil("UPDATE games SET begun = 1"),
    "another state": spoil("UPDATE games SET state = 'over'"),
    "a game too many": spoil("INSERT INTO games SELECT 9, 1, 'open', 0, x'', x'' FROM games"),
    "a lost tag": spoil("DELETE FROM tags WHERE uid = '04aa'"),
    "another uid": spoil("UPDATE tags SET uid = '04ac' WHERE uid = '04aa'"),
    "another order of tags": spoil("UPDATE tags SET number = 9 WHERE number = 1"),
    "a lost deck": spoil("DELETE FROM decks"),
    "another edition": spoil("UPDATE decks SET edition = '2e'"),
    "no seal": spoil("DELETE FROM seal"),
    "another seal": spoil("UPDATE seal SET number = number + 1"),
    "a changed table": spoil("ALTER TABLE games ADD COLUMN more TEXT"),
    "no entries": spoil("DROP TABLE seal"),
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("reading", [True, False])
def test_a_journal_that_was_changed_is_refused_and_left_as_it_is(path, damage, reading):
    written(path)
    DAMAGE[damage](path)
    before = path.read_bytes()
    with pytest.raises(JournalError, match=r"is damaged.*games repair"):
        Journal(path, reading)
    assert path.read_bytes() == before


def test_the_refusal_says_what_is_good(path):
    written(path)
    journal = Journal(path)
    for _ in (2, 3):
        journal.append(journal.new_game(7.0), 0, [Ready(seat) for seat in range(5)], 8.0)
    journal.close()
    spoil("UPDATE entries SET at = 9 WHERE game = 2 AND number = 3")(path)
    good = "Known to be good: game 1, entries 0 to 2 of game 2, entries 0 to 4 of game 3."
    with pytest.raises(JournalError, match=good):
        Journal(path)


@pytest.mark.parametrize("content", [b"not a journal at all, only text\n" * 40, b"SQLite"])
def test_another_file_is_refused_and_left_as_it_is(path, content):
    path.write_bytes(content)
    with pytest.raises(JournalError, match="nothing was read"):
        Journal(path)
    assert path.read_bytes() == content


def test_a_cut_file_is_refused(path):
    written(path)
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(JournalError, match="damaged"):
        Journal(path)


def test_a_journal_of_version_1_is_brought_up_to_date_with_its_games(path):
    db = sqlite3.connect(path)
    db.executescript(
        MIGRATIONS[0] + "PRAGMA user_version = 1; INSERT INTO games (begun) VALUES (7)"
    )
    db.close()
    journal = Journal(path)
    assert [(game.id, game.begun, game.state) for game in journal.games()] == [(1, 7.0, "open")]
    Tags(journal).change(add=[TagRow("04aa", "main", Bearer("card", "altar"))])
    assert Tags(journal).cards("main") == {"04aa": "altar"}
    assert journal._db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


def test_a_journal_of_a_newer_version_is_refused(path):
    written(path)
    spoil(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")(path)
    with pytest.raises(JournalError, match="newer Wondertable"):
        Journal(path)


def test_a_second_writer_is_refused(path):
    first = Journal(path)
    with pytest.raises(JournalError, match="another Wondertable uses this journal"):
        Journal(path)
    first.close()
    Journal(path).close()


def test_the_newest_game_comes_first_in_the_list(path):
    written(path)
    journal = Journal(path)
    second = journal.new_game(8.0)
    journal.mark(second, "abandoned")
    assert [tuple(row) for row in journal.games()] == [
        (2, 8.0, "abandoned", 0),
        (1, 5.0, "open", 2),
    ]


def test_an_older_copy_of_a_journal_is_missed(path):
    """Its head file knows that more was confirmed."""
    written(path)
    older = path.read_bytes()
    journal = Journal(path)
    journal.append(1, 2, [Ready(2)], 9.0)
    journal.close()
    path.write_bytes(older)
    with pytest.raises(
        JournalError, match=r"1 confirmed writes are missing .*delete journal.db-he"
    ):
        Journal(path)
    path.with_name("journal.db-head").unlink()
    assert len(Journal(path).read(1)) == 2


def test_a_journal_that_is_gone_is_missed(path):
    written(path)
    path.unlink()
    for reading in (True, False):
        with pytest.raises(JournalError, match=r"is gone, but journal.db-head knows it"):
            Journal(path, reading)


@pytest.mark.parametrize("begun", [None, b""])
def test_a_kill_before_the_first_write_leaves_a_journal_that_can_be_begun(path, begun):
    """The head file comes first."""
    HeadFile(path).write(0, NOTHING)
    if begun is not None:
        path.write_bytes(begun)
    assert Journal(path, reading=True).games() == []
    journal = Journal(path)
    assert journal.new_game(5.0) == 1


def test_a_log_without_its_head_file_is_in_doubt(path, tmp_path):
    journal = Journal(path)
    journal.new_game(5.0)
    copy = tmp_path / "copy.db"
    for suffix in ("", "-wal"):
        shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
    with pytest.raises(JournalError, match=r"was not closed, and copy.db-head is missing"):
        Journal(copy)


def test_a_closed_journal_is_copied_without_its_head_file(path, tmp_path):
    written(path)
    shutil.copy(path, tmp_path / "copy.db")
    journal = Journal(tmp_path / "copy.db")
    assert len(journal.read(1)) == 2
    journal.append(1, 2, [Ready(2)], 9.0)
    journal.close()
    assert len(Journal(tmp_path / "copy.db").read(1)) == 3


def test_what_is_not_in_the_head_file_is_not_acknowledged(tmp_path, monkeypatch):
    table = new_table(tmp_path)
    table.serve(0, "board", 0.0)
    commit = Committed("board", 1, table.name, table.evening.round_of(0), "0" * 32)

    def full(head, number, digest):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(HeadFile, "write", full)
        table.receive([commit], 0.0)
    assert "Make room" in table.trouble
    assert not table.hub.acked
    table.receive([commit], 0.0)
    assert table.hub.acked == [("board", 1)]
    assert len(table.journal.read(table.number)) == table.evening.entries


def test_no_entry_leaves_a_gap(path):
    game = written(path)
    journal = Journal(path)
    with pytest.raises(ValueError, match="Entry 5 cannot follow 2 entries"):
        journal.append(game, 5, [Ready(1)], 0.0)
    assert len(journal.read(game)) == 2


def test_a_full_disk_confirms_nothing_and_the_table_goes_on_when_there_is_room(tmp_path):
    table = new_table(tmp_path)
    turn(table, "build altar", "sell baths", "build theater")
    table.serve(0, "board", 0.0)
    db = table.journal._db
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count = {pages}")
    seq = 0
    while not table.trouble:
        seq += 1
        commit = Committed("board", seq, table.name, table.evening.round_of(0), f"{seq:032x}")
        table.receive([commit], 0.0)
        assert seq < 1000
    assert "Make room" in table.trouble
    assert table.hub.acked == [("board", number) for number in range(1, seq)]
    entries = len(table.journal.read(table.number))
    assert entries == table.evening.entries
    db.execute("PRAGMA max_page_count = 1000000")
    table.receive([commit], 0.0)
    assert table.hub.acked[-1] == ("board", seq)
    assert (table.trouble, len(table.journal.read(table.number))) == ("", entries + 1)
