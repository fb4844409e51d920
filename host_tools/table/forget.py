"""Forgetting a player: another name takes the place of theirs, and no byte of it is left in a file.

A game keeps its id, its moves and its scores.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from host_tools.table.database import FileKind, Step, WrongFileError, copies, opened, scrub, whole
from host_tools.table.entries import (
    Begin,
    Correct,
    Entry,
    Undo,
    Void,
    encode,
    game_uuid,
    setup_agreed,
)
from host_tools.table.journal import Journal
from host_tools.table.player_names import PlayerNames, message_of, names_in_message
from host_tools.table.tags import Tags

# In SQLite files


def _alone(path: Path, kind: FileKind, steps: Sequence[Step]) -> sqlite3.Connection:
    """Open a file that nobody else has open; what is deleted is overwritten."""
    try:
        return opened(
            path, kind, steps, timeout=0, locking_mode="EXCLUSIVE", journal_mode="WAL",
            secure_delete="ON", foreign_keys="ON",
        )  # fmt: skip
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise
        raise WrongFileError(
            f"Another Wondertable uses {path}. Stop that one first; nothing was changed."
        ) from error


@contextmanager
def alone_with(
    path: Path, kind: FileKind, steps: Sequence[Step], names: PlayerNames, new: str
) -> Iterator[sqlite3.Connection]:
    """Replace a player's names in a file that nobody else has open; on the disk when this ends.

    A failure within leaves the file as it was. Copies of older versions are deleted: they hold the
    names as well.
    """
    with closing(_alone(path, kind, steps)) as db:
        with whole(db):
            _replace(db, names, new)
            yield db
        scrub(db)
    _drop_copies(path)


def _drop_copies(path: Path) -> None:
    for copy in copies(path):
        copy.unlink()


def _columns(db: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return where names are: a column called player has one, a payload is a message."""
    statement = (
        "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c "
        "WHERE m.type = 'table' AND c.name IN ('player', 'payload')"
    )
    return db.execute(statement).fetchall()


def names_in(db: sqlite3.Connection) -> set[str]:
    """Return everybody whom a file names."""
    found = {name for table in tables_in(db) for name in table}
    for table, column in _columns(db):
        if column == "player":
            rows = db.execute(f"SELECT DISTINCT player FROM {table}")
            found |= {name for (name,) in rows if isinstance(name, str)}
    return found


def tables_in(db: sqlite3.Connection) -> list[set[str]]:
    """Return who sat together, by the messages of a file."""
    rows = (
        row
        for table, column in _columns(db)
        if column == "payload"
        for row in db.execute(f"SELECT payload FROM {table}")
    )
    return [{*names_in_message(message_of(payload))} for (payload,) in rows]


def rows_of(db: sqlite3.Connection, names: PlayerNames) -> dict[str, list[Any]]:
    """Return what a file holds about a player, by table; of a message only the player's part."""
    found: dict[str, list[Any]] = {}
    for table, column in _columns(db):
        rows = db.execute(f"SELECT * FROM {table}")
        heads = [head for head, *_ in rows.description]
        for values in rows:
            row = dict(zip(heads, values, strict=True))
            if column == "payload":
                row[column] = names.own_part(message_of(row[column]))
            elif row[column] not in names:
                continue
            if row[column]:
                found.setdefault(table, []).append(row)
    return found


def _replace(db: sqlite3.Connection, names: PlayerNames, new: str) -> None:
    for table, column in _columns(db):
        for (old,) in db.execute(f"SELECT DISTINCT {column} FROM {table}").fetchall():
            value = new if column == "player" and old in names else old
            if column == "payload":
                value = _payload(old, names, new)
            if value != old:
                db.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (value, old))


def _payload(old: str | bytes, names: PlayerNames, new: str) -> str | bytes:
    """Return a message with the new name, written like the old one; nothing for garbage with it."""
    message = message_of(old)
    if message is None:
        text = old if isinstance(old, str) else old.decode("utf-8", "replace")
        return type(old)() if any(name in text for name in names.spelled) else old
    other = names.in_message(message, new)
    if other == message:
        return old
    text = json.dumps(other, ensure_ascii=False, separators=(",", ":"))
    return text if isinstance(old, str) else text.encode()


# In the journal


def tables_in_journal(journal: Journal) -> list[set[str]]:
    """Return who sat together, game by game."""
    setups = (setup_agreed(journal.read(row.id)) for row in journal.games() if row.entries)
    return [{seat.player for seat in s.game_setup.seats if seat.player} for s in setups]


def games_of(journal: Journal, names: PlayerNames) -> list[dict[str, Any]]:
    """Return the games of a player with what is stored of the seat; no cards of a game that is
    still open.
    """
    found = []
    for row in journal.games():
        entries = journal.read(row.id)
        seats = setup_agreed(entries).game_setup.seats if entries else ()
        for number, seat in enumerate(seats):
            if seat.player not in names:
                continue
            own = [(at, entry) for at, entry in entries if getattr(entry, "seat", None) == number]
            found.append(
                {
                    "game": row.id,
                    "uuid": game_uuid(entries),
                    "begun": row.begun,
                    "state": row.state,
                    "seat": number,
                    "player": seat.player,
                    "wonder": seat.wonder,
                    "side": seat.side,
                    "entries": []
                    if row.state == "open"
                    else [{"at": at, **encode(entry)} for at, entry in own],
                }
            )
    return found


@contextmanager
def journal_without(path: Path, names: PlayerNames, new: str) -> Iterator[None]:
    """Replace a player's names in a journal, and drop their tags; on the disk when this ends.

    A failure within leaves the journal as it was.
    """
    with closing(Journal(path)) as journal:
        with journal.whole():
            for game in games_of(journal, names):
                change = partial(_changed, names, new, game["uuid"])
                journal.rewrite(game["game"], change)
            tags = Tags(journal)
            tags.change(drop=[uid for uid, name in tags.players().items() if name in names])
            yield
        journal.scrub()
    _drop_copies(path)


def _changed(names: PlayerNames, new: str, uuid: str, entry: Entry) -> Entry:
    if isinstance(entry, Begin):
        setup = entry.setup.game_setup
        seats = tuple(
            replace(seat, player=seat.player and names.replaced(seat.player, new))
            for seat in setup.seats
        )
        changed = replace(entry.setup, game_setup=replace(setup, seats=seats))
        return replace(entry, setup=changed, uuid=uuid)
    if isinstance(entry, Undo | Correct):
        return replace(entry, why=names.in_text(entry.why, new))
    if isinstance(entry, Void) and " " in entry.why:  # else it is a code
        return replace(entry, why=names.in_text(entry.why, new))
    return entry
