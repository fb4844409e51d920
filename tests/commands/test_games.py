"""`wondertable games`, `resume`, `abandon`: what is left alone, and what is said instead."""

import gc
import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from host_tools.cli import main
from host_tools.results.history import History, HistoryError
from host_tools.table import decisions
from host_tools.table.journal import Journal, JournalError
from host_tools.venue.book import Book, BookError
from host_tools.venue.broker_outbox import BrokerOutbox, OutboxError
from tests.results.games import Room
from tests.table.paper import new_table, turn

KEPT = Path(__file__).parent.parent / "kept/evening"


def run(*words, code=0):
    done = CliRunner().invoke(main, [str(word) for word in words])
    ended, said = done.exit_code, done.output
    del done
    gc.collect()  # a journal that was left open is locked
    assert ended == code, said
    assert "Traceback" not in said
    return said


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A finished game, an open one and an abandoned one; and a closed journal."""
    room = Room(tmp_path_factory.mktemp("evening"))
    room.play(room.begin())
    table = room.begin()
    for _ in range(9):
        room.step(table)
    table = room.begin()
    table.record(decisions.abandon(table.evening), room.now)
    room.journal.close()
    return room.journal.path


@pytest.fixture
def journal(evening, tmp_path):
    copy = tmp_path / "games.db"
    copy.write_bytes(evening.read_bytes())
    return copy


def states(path, reading=False):
    journal = Journal(path, reading)
    try:
        return {row.id: row.state for row in journal.games()}
    finally:
        journal.close()


@pytest.mark.parametrize(("game", "why"), [(1, "its result stays"), (3, "abandoned already")])
def test_a_game_that_has_ended_is_not_abandoned(journal, game, why):
    before = states(journal)
    assert why in run("abandon", game, "--journal", journal, code=1)
    assert states(journal) == before


@pytest.mark.parametrize(("game", "why"), [(1, "its result stays"), (3, "is abandoned")])
def test_a_game_that_has_ended_is_not_resumed(journal, game, why):
    assert why in run("resume", game, "--no-web", "--journal", journal, code=1)


# Closed cards stay closed.


@pytest.mark.parametrize("taps", [[], ["--taps"]])
def test_the_record_of_a_game_that_is_not_over_is_written_only_with_open_cards(tmp_path, taps):
    table = new_table(tmp_path)
    turn(table, "sell altar", "sell baths", "sell theater")
    table.journal.close()
    words = ["export", 1, *taps, "--journal", table.journal.path]
    said = run(*words, code=1)
    assert "--open-cards" in said and "face down" in said
    assert not any(card in said for card in ("altar", "baths", "theater"))
    assert "altar" in run(*words, "--open-cards")


def test_a_game_that_has_ended_is_written_with_all_its_cards(journal):
    for game in (1, 3):
        assert '"type": "setup"' in run("export", game, "--journal", journal)


@pytest.mark.parametrize("words", ["games", "games --json", "history", "history --json", "stats"])
def test_no_other_command_tells_a_card_of_a_game_that_is_not_over(tmp_path, words):
    table = new_table(tmp_path)
    turn(table, "sell altar", "sell baths", "sell theater")
    table.journal.close()
    said = run(*words.split(), "--journal", table.journal.path).casefold()
    assert not any(card in said for card in ("altar", "baths", "theater"))


# Reading changes nothing.

READING = [
    "games", "export 1", "history", "history export", "stats", "sheet last -o sheet.pdf", "deck",
    "deck check", "deck export", "deck labels --to labels.pdf", "history rebuild",
    "history rename Ann Bo",
]  # fmt: skip
CHANGING = ["abandon 1", "resume --no-web", "resume 1 --no-web", "deck forget main --yes"]


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("words", READING + CHANGING)
def test_a_journal_that_is_not_there_is_told_and_not_made(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    group, *more = words.split()
    assert "There is no journal typo.db" in run(group, "--journal", "typo.db", *more, code=1)
    assert files(tmp_path) == {}


def version_3(folder):
    """A journal as the version before wrote it, with its history."""
    for name in ("games.db", "games-history.db"):
        (folder / name).write_bytes(gzip.decompress((KEPT / f"{name}.gz").read_bytes()))
    return folder / "games.db"


@pytest.mark.parametrize("words", ["games", "export 1", "deck", "deck export", "history", "stats"])
def test_a_journal_of_an_older_version_is_read_as_it_is(tmp_path, monkeypatch, words):
    journal = version_3(tmp_path)
    monkeypatch.chdir(journal.parent)
    before = files(journal.parent)
    group, *more = words.split()
    run(group, "--journal", journal, *more)
    assert files(journal.parent) == before


def test_a_journal_is_kept_as_it_was_before_a_new_version_changes_it(tmp_path, caplog):
    journal = version_3(tmp_path)
    before = states(journal, reading=True)
    assert states(journal) == before
    copy = journal.with_name("games.db.v3")
    assert f"kept as {copy}" in caplog.text
    assert states(copy, reading=True) == before
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (3,)


# Files of another kind.


@pytest.fixture
def kinds(tmp_path, journal):
    """A file of each kind, by what people call it."""
    history = History(tmp_path / "games-history.db")
    history.put([])
    Book(tmp_path / "venue.db").close()
    BrokerOutbox(tmp_path / "outbox.db").close()
    with closing(sqlite3.connect(tmp_path / "strange.db")) as db:
        db.execute("CREATE TABLE places (url)")
    return {
        "a journal of games": journal,
        "a history of results": history.path,
        "the book of a venue": tmp_path / "venue.db",
        "an outbox for a broker": tmp_path / "outbox.db",
        "a file of another program": tmp_path / "strange.db",
    }


OPENERS = {
    "a journal of games": (JournalError, Journal),
    "the same, to read it": (JournalError, lambda path: Journal(path, reading=True)),
    "a history of results": (HistoryError, lambda path: History(path).put([])),
    "the history, to read it": (HistoryError, lambda path: History(path).games()),
    "the book of a venue": (BookError, Book),
    "the book, to read it": (BookError, lambda path: Book(path, reading=True)),
    "an outbox for a broker": (OutboxError, BrokerOutbox),
}


@pytest.mark.parametrize("ids", [True, False])
@pytest.mark.parametrize("wanted", OPENERS)
def test_a_file_of_another_kind_is_named_and_left_as_it_is(kinds, tmp_path, wanted, ids):
    if not ids:  # files of before have none
        for path in kinds.values():
            with closing(sqlite3.connect(path)) as db:
                db.execute("PRAGMA application_id = 0")
    before = files(tmp_path)
    error, opener = OPENERS[wanted]
    refused, fitting = 0, ""
    for called, path in kinds.items():
        try:
            opener(path)
            fitting = called
        except error as said:
            refused += 1
            assert str(said).startswith(f"{path} is {called}, not ")
    gc.collect()
    assert refused == len(kinds) - 1
    after = files(tmp_path)
    for called, path in kinds.items():
        assert called == fitting or after[path.name] == before[path.name]


def test_listing_a_history_as_a_journal_leaves_it_readable(kinds):
    path = kinds["a history of results"]
    said = run("games", "--journal", path, code=1)
    assert "is a history of results, not a journal of games" in said
    assert History(path).games() == []


def test_a_book_that_is_not_there_is_told_and_not_made(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for words in (["standings"], ["drop", "Ann"], ["seating"], ["score", "1", "1"]):
        assert "There is no book typo.db" in run("venue", "--book", "typo.db", *words, code=1)
    assert files(tmp_path) == {}


# Repair.


def spoilt(path, statement):
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement)
        db.commit()
    return path.read_bytes()


def test_the_good_part_of_a_damaged_journal_goes_into_a_new_file(journal, tmp_path):
    before = spoilt(journal, "UPDATE entries SET at = 1 WHERE game = 2 AND number = 1")
    said = run("games", "--journal", journal, code=1)
    assert "Known to be good: game 1, entries 0 to 0 of game 2, entries 0 to 1 of game 3." in said
    assert f"`wondertable games repair --journal {journal} NEW.db`" in said
    new = tmp_path / "repaired.db"
    said = run("games", "repair", "--journal", journal, new)
    assert "Game 2: 1 entry is kept; what followed is damaged or missing." in said
    assert states(new) == {1: "over", 2: "open", 3: "abandoned"}
    assert journal.read_bytes() == before
    assert '"type": "setup"' in run("export", 1, "--journal", new)


def test_a_game_that_lost_its_end_is_open_again(journal, tmp_path):
    spoilt(journal, "DELETE FROM entries WHERE game = 1 AND number > 40")
    run("games", "repair", "--journal", journal, tmp_path / "repaired.db")
    assert states(tmp_path / "repaired.db")[1] == "open"


def test_repair_never_writes_over_a_file(journal, tmp_path):
    before = files(tmp_path)
    said = run("games", "repair", "--journal", journal, journal, code=1)
    assert "exists already: name a new file" in said
    assert "There is no journal" in run("games", "repair", "--journal", "no.db", "new.db", code=1)
    assert files(tmp_path) == before


def test_a_game_without_its_set_up_hides_no_open_one(journal):
    """Such games were left by kills, before beginning a game was one write."""
    from host_tools.commands.games import last_open

    book = Journal(journal)
    book.new_game(0.0)
    assert last_open(book) == 2
    book.close()
