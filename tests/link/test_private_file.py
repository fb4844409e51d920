"""Data files are private, whatever the umask; files that people ask for are not our business."""

import gzip
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from host_tools.bots.dealer import Dealer
from host_tools.commands.door import write_log
from host_tools.commands.options import Room
from host_tools.commands.running_table import RunningTable
from host_tools.link.private_file import private, tighten
from host_tools.results.history import History
from host_tools.table.entries import TableSetup
from host_tools.table.journal import Journal
from host_tools.table.repair import repair
from host_tools.venue.book import Book
from host_tools.venue.broker_options import BrokerOptions
from host_tools.venue.chronicle import Chronicle, identity_in
from host_tools.venue.mqtt import Address
from tests.results.sheets import evening as sheet
from tests.venue.broker import free_port
from tests.venue.fair import eventually
from tests.web.serving import cookie

KEPT = Path(__file__).parents[1] / "kept/evening"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


@pytest.fixture
def open_handed():
    """Whoever may do anything by default."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder):
    return {str(p.relative_to(folder)): p.stat().st_mode & 0o777 for p in folder.rglob("*")}


def play_an_evening(folder):
    """A table of bots with all that it keeps: capture, outbox, pages, history, book, repair."""
    journal = Journal(folder / "games.db")
    address = Address("127.0.0.1", free_port())  # nobody is there: everything waits
    broker = BrokerOptions(Chronicle(identity_in(folder, "7")), address)
    room = Room(folder / "evening.capture", ("sim:",), True, 0, False, False, None, "en")
    setup = TableSetup(Dealer(1).setup(3), countdown=0, grace=0)
    running = RunningTable(journal, setup, room, broker=broker)
    with running.open() as server:
        assert cookie(server.pages, "operator")
        server.pages.draft.players.remember(["Ann"])
        past = running.host.table.evening.past
        eventually(lambda: past, "a turn", meanwhile=running.look)
        yield modes(folder)
        running.historian.history.put([sheet(3)])
    journal.close()
    with closing(Book(folder / "venue.db")):
        repair(folder / "games.db", folder / "repaired.db")
        yield modes(folder)


@pytest.mark.slow
def test_no_file_of_an_evening_is_for_others(tmp_path, open_handed):
    *_, at_the_end = seen = list(play_an_evening(tmp_path / "data"))
    assert {
        "games.db", "games.db-head", "games.outbox.db", "games-history.db", "table.json",
        "players.json", "evening.capture", "venue.db", "venue.db-wal", "repaired.db",
    } <= {*at_the_end}  # fmt: skip
    assert any(name.endswith("tokens.json") for name in at_the_end)
    assert {"games.db-wal", "games.outbox.db-wal", "games.outbox.db-shm"} <= {*seen[0]}
    for found in seen:
        assert {name: oct(mode) for name, mode in found.items() if mode & 0o077} == {}
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700


def test_the_log_of_errors_is_private(tmp_path, open_handed, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = write_log("cards", ValueError("no"))
    assert {mode & 0o077 for mode in modes(path.parent).values()} == {0}
    path.chmod(0o644)
    write_log("cards", ValueError("no"))
    assert path.stat().st_mode & 0o777 == 0o600


# Files of before


def test_an_old_journal_and_what_lies_beside_it_become_private(tmp_path):
    journal = Journal(tmp_path / "games.db")
    History(tmp_path / "games-history.db").put([sheet(3)])
    for name in ("games.db.v3", "games.db.v3-again"):
        (tmp_path / name).touch()
    journal.close()
    for file in tmp_path.iterdir():
        file.chmod(0o644)
    with closing(Journal(tmp_path / "games.db", reading=True)):
        assert {*modes(tmp_path).values()} == {0o644}  # who only reads changes nothing
    with closing(Journal(tmp_path / "games.db")):
        found = modes(tmp_path)
    assert found.pop("games-history.db") == 0o644
    assert len(found) >= 5 and {*found.values()} == {0o600}
    History(tmp_path / "games-history.db").put([sheet(3)])
    assert {*modes(tmp_path).values()} == {0o600}


def test_a_journal_that_is_brought_up_to_date_leaves_a_private_copy(tmp_path, open_handed):
    (tmp_path / "games.db").write_bytes(gzip.decompress((KEPT / "games.db.gz").read_bytes()))
    with closing(Journal(tmp_path / "games.db")):
        found = modes(tmp_path)
    assert any(name.startswith("games.db.v") for name in found)
    assert {*found.values()} == {0o600}


LOCK = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=0)
db.execute("PRAGMA locking_mode = EXCLUSIVE")
db.execute("SELECT * FROM players").fetchall()
"""


def test_a_second_connection_drops_no_lock_of_the_first(tmp_path):
    with closing(Book(tmp_path / "venue.db")):
        Book(tmp_path / "venue.db").close()
        ended = subprocess.run(
            [sys.executable, "-c", LOCK, tmp_path / "venue.db"], capture_output=True, text=True
        )
    assert "database is locked" in ended.stderr


def test_a_file_that_is_there_is_tightened_before_it_is_written(tmp_path):
    path = tmp_path / "players.json"
    path.touch(0o666)
    path.chmod(0o666)
    with open(path, "w", opener=private) as file:
        assert path.stat().st_mode & 0o777 == 0o600
        file.write("[]")
    path.chmod(0o644)
    with open(path, opener=private) as file:
        assert file.read() == "[]"
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_file_system_without_modes_is_no_error(tmp_path):
    tighten(tmp_path / "nothing")
    tighten(Path("/proc/self/status"))  # nobody can change its mode
