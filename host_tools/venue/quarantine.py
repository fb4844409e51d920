"""The quarantine of a venue's book: messages that were refused, and why.

One line a topic and reason, with how often it happened; the newest lines are kept.
"""

import logging
import sqlite3
import time
from collections.abc import Iterable
from typing import NamedTuple

from host_tools.venue.incoming import MessageError, stored_result
from host_tools.venue.messages import moment

KEPT = 200  # lines
TOPIC, BEGINNING = 120, 300  # letters that are kept
TABLES = """
    CREATE TABLE refused (
        topic TEXT NOT NULL, why TEXT NOT NULL, detail TEXT NOT NULL, at TEXT NOT NULL,
        times INTEGER NOT NULL, payload TEXT NOT NULL, PRIMARY KEY (topic, why)
    );
    CREATE TABLE games (game TEXT PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL);
    CREATE INDEX games_of_a_name ON games (name)
"""

log = logging.getLogger(__name__)


class Refusal(NamedTuple):
    """A message that was refused: its topic, why, since when how often, and how it begins."""

    topic: str
    why: str
    detail: str
    at: str
    times: int
    payload: str

    @property
    def key(self) -> tuple[str, str]:
        """What two messages have in common that share a line."""
        return self.topic, self.why


def refusal(topic: str, payload: bytes, error: MessageError) -> Refusal:
    """Return what is kept of a message."""
    beginning = payload[:BEGINNING].decode("utf-8", "replace")
    return Refusal(topic[:TOPIC], error.why, error.detail, moment(time.time()), 1, beginning)


def add(lines: dict[tuple[str, str], Refusal], new: Refusal) -> None:
    """Add a refusal to lines of which the newest stands last."""
    old = lines.pop(new.key, None)
    lines[new.key] = new._replace(times=new.times + old.times) if old else new


def keep(db: sqlite3.Connection, refusals: Iterable[Refusal]) -> None:
    """Write refusals down; the oldest make place."""
    db.executemany(
        "INSERT INTO refused VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (topic, why) DO UPDATE SET "
        "detail = excluded.detail, at = excluded.at, times = times + excluded.times, "
        "payload = excluded.payload",
        refusals,
    )
    db.execute(
        "DELETE FROM refused WHERE rowid IN "
        "(SELECT rowid FROM refused ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ?)",
        (KEPT,),
    )


def take_out(db: sqlite3.Connection, row: int, payload: bytes, error: MessageError) -> None:
    """Move a stored result that cannot be read into the quarantine."""
    log.warning("A result cannot be read and does not count: see `wondertable venue refused`.")
    ((game,),) = db.execute("SELECT CAST(game AS BLOB) FROM results WHERE rowid = ?", (row,))
    topic = f"results/{game.decode('utf-8', 'replace')}"
    keep(db, [refusal(topic, payload, error)])
    db.execute("DELETE FROM results WHERE rowid = ?", (row,))


def migrate(db: sqlite3.Connection) -> None:
    """Bind every stored result to its table; what older versions let in is taken out."""
    for statement in TABLES.split(";"):
        db.execute(statement)
    rows = db.execute("SELECT rowid, CAST(payload AS BLOB) FROM results").fetchall()
    for row, payload in rows:
        try:
            result = stored_result(payload)
        except MessageError as error:
            take_out(db, row, payload, error)
            continue
        table = result["table"]
        claim = (result["game"], table["id"], table["name"])
        db.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?)", claim)
