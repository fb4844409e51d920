"""The outbox: messages that the broker has not confirmed yet, on the disk.

The journal is the source: after a power cut, missing rows are made again from it, so no write of
the outbox has to wait for the disk.
"""

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.table.database import OUTBOX, explained, loaded, opened, whole
from host_tools.table.forget import alone_with, names_in, rows_of
from host_tools.table.player_names import PlayerNames
from host_tools.venue.messages import Message

KEPT_S = 30 * 24 * 3600  # results this young are sent again on every new connection
MIGRATIONS = (
    """
    CREATE TABLE waiting (
        number INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT NOT NULL, payload BLOB NOT NULL,
        retain INTEGER NOT NULL
    );
    CREATE TABLE results (topic TEXT PRIMARY KEY, payload BLOB NOT NULL, at REAL NOT NULL);
    CREATE TABLE told (id TEXT PRIMARY KEY, game TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE games (game TEXT PRIMARY KEY, number INTEGER NOT NULL, ended INTEGER NOT NULL);
    """,
)


class Letter(NamedTuple):
    """A message that waits for the broker."""

    number: int
    topic: str
    payload: bytes
    retain: bool


class OutboxError(Exception):
    """The outbox cannot be used; the text says why and what to do."""


def encoded(message: Mapping[str, Any]) -> bytes:
    """Write a message as it goes over the wire."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


class BrokerOutbox:
    """One file beside the journal, used by one thread at a time."""

    def __init__(self, path: Path, reading: bool = False) -> None:
        self.path = path
        with self._explained():
            if reading:  # what is not there is empty, and stays so
                self._db = loaded(path, OUTBOX, MIGRATIONS, timeout=5)
                return
            self._db = opened(
                path, OUTBOX, MIGRATIONS, timeout=5, journal_mode="WAL", synchronous="NORMAL"
            )

    def _explained(self) -> AbstractContextManager[None]:
        return explained(
            OutboxError,
            lambda error: (
                f"{self.path} cannot be written: {error}. Messages are kept in memory meanwhile."
            ),
        )

    def put(self, items: Iterable[tuple[Message, int, str]]) -> None:
        """Store (message, number of the game, topic); skip known messages."""
        with self._explained(), whole(self._db):
            for message, number, topic in items:
                self._put(message, number, topic)

    def _put(self, message: Message, number: int, topic: str) -> None:
        game, payload = message["game"], encoded(message)
        new = self._db.execute("INSERT OR IGNORE INTO told VALUES (?, ?)", (message["id"], game))
        if not new.rowcount:
            return
        is_result = "final" in message
        self._db.execute(
            "INSERT INTO waiting (topic, payload, retain) VALUES (?, ?, ?)",
            (topic, payload, is_result),
        )
        ended = message.get("kind") == "game_abandoned" or bool(message.get("final"))
        self._db.execute("INSERT OR IGNORE INTO games VALUES (?, ?, 0)", (game, number))
        if is_result or ended:
            self._db.execute("UPDATE games SET ended = ? WHERE game = ?", (ended, game))
        if is_result:
            row = (topic, payload, time.time())
            self._db.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", row)

    def waiting(self, after: int, most: int, below: str = "") -> list[Letter]:
        """Return the oldest letters after a number, of the topics that begin with `below`."""
        with self._explained():
            rows = self._db.execute(
                "SELECT number, topic, payload, retain FROM waiting WHERE number > ? "
                "AND substr(topic, 1, ?) = ? ORDER BY number LIMIT ?",
                (after, len(below), below, most),
            )
            return [Letter(number, topic, payload, bool(r)) for number, topic, payload, r in rows]

    def count(self) -> int:
        """Return how many letters wait."""
        with self._explained():
            return int(self._db.execute("SELECT COUNT(*) FROM waiting").fetchone()[0])

    def confirmed(self, numbers: Iterable[int]) -> None:
        """Forget letters that the broker has confirmed."""
        with self._explained(), whole(self._db):
            self._db.executemany("DELETE FROM waiting WHERE number = ?", [(n,) for n in numbers])

    def send_results_again(self) -> None:
        """Send confirmed results again: a broker may have lost its data.

        Subscribers count a result once, however often it arrives.
        """
        with self._explained(), whole(self._db):
            self._db.execute("DELETE FROM results WHERE at < ?", (time.time() - KEPT_S,))
            self._db.execute(
                "INSERT INTO waiting (topic, payload, retain) SELECT topic, payload, 1 "
                "FROM results WHERE topic NOT IN (SELECT topic FROM waiting WHERE retain)"
            )
            self._db.execute(
                "DELETE FROM told WHERE game IN (SELECT game FROM games WHERE ended) AND game NOT "
                "IN (SELECT game FROM games ORDER BY rowid DESC LIMIT 20)"
            )

    def unfinished(self) -> list[int]:
        """Return the games whose end was not reported yet."""
        with self._explained():
            rows = self._db.execute("SELECT number FROM games WHERE NOT ended ORDER BY number")
            return [int(number) for (number,) in rows]

    # Players who are forgotten

    def names(self) -> set[str]:
        """Return everybody whom a message names."""
        with self._explained():
            return names_in(self._db)

    def kept_of(self, names: PlayerNames) -> dict[str, list[Any]]:
        """Return what the outbox holds about a player: results, and messages that wait."""
        with self._explained():
            return rows_of(self._db, names)

    def close(self) -> None:
        """Close the file."""
        self._db.close()


@contextmanager
def outbox_without(path: Path, names: PlayerNames, new: str) -> Iterator[None]:
    """Replace a player's names in an outbox for good; on the disk when the block ends."""
    with (
        explained(OutboxError, lambda error: f"{path} cannot be written: {error}."),
        alone_with(path, OUTBOX, MIGRATIONS, names, new),
    ):
        yield


def outbox_beside(journal: Path) -> Path:
    """Return where the outbox of a journal is: `games.db` has `games.outbox.db`."""
    return journal.with_name(f"{journal.stem}.outbox.db")
