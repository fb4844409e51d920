"""The history of all finished games: a small SQLite file next to the journal.

A separate file, because the host locks the journal while a table runs; the history can be read
at any time.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from card_db.loader import HOUSE
from host_tools.results.played import JOURNAL, PlayedGame, SeatResult, TurnTimes, TurnTotals
from host_tools.rules.errors import MoveError
from host_tools.rules.names import check_name, name_key
from host_tools.rules.scoring import CATEGORIES
from host_tools.rules.setup import SETS
from host_tools.table.database import HISTORY, explained, loaded, opened, whole
from host_tools.table.forget import alone_with, names_in
from host_tools.table.player_names import PlayerNames

PATIENCE_S = 10.0  # while another process writes
ENDLESS_S = 1e9  # no turn takes that long

# Each step brings the schema from one version to the next.
MIGRATIONS = (
    """
    CREATE TABLE games (
        uuid TEXT PRIMARY KEY, source TEXT NOT NULL, number INTEGER, begun REAL NOT NULL,
        ended REAL NOT NULL, minutes REAL, edition TEXT NOT NULL, sets TEXT NOT NULL,
        variant TEXT NOT NULL, course TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE seats (
        game TEXT NOT NULL REFERENCES games(uuid) ON DELETE CASCADE,
        seat INTEGER NOT NULL, player TEXT, wonder TEXT NOT NULL, side TEXT NOT NULL,
        scores TEXT NOT NULL, rank INTEGER, coins INTEGER, thinking TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE TABLE names (written TEXT PRIMARY KEY, player TEXT NOT NULL) WITHOUT ROWID;
    """,
    """
    ALTER TABLE games ADD COLUMN times TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE seats ADD COLUMN waited REAL;
    """,
)


class HistoryError(Exception):
    """The history cannot be used, or a request makes no sense; the text says what to do."""


class History:
    """Finished games, each once, by uuid. Every call opens its own connection."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def beside(cls, journal: Path) -> History:
        """Return the history of a journal: `games.db` has `games-history.db`."""
        return cls(journal.with_name(f"{journal.stem}-history.db"))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        # WAL: readers do not wait for writers.
        with (
            explained(HistoryError, self._explain),
            closing(
                opened(
                    self.path,
                    HISTORY,
                    MIGRATIONS,
                    PATIENCE_S,
                    foreign_keys="ON",
                    journal_mode="WAL",
                )
            ) as db,
        ):
            yield db

    @contextmanager
    def _read(self) -> Iterator[sqlite3.Connection]:
        """Read the history as it is; one that is not there yet is empty."""
        with (
            explained(HistoryError, self._explain),
            closing(loaded(self.path, HISTORY, MIGRATIONS, PATIENCE_S)) as db,
        ):
            yield db

    def _explain(self, error: Exception) -> str:
        return (
            f"{self.path} cannot be used as history: {error}. Check the file; once it is out "
            "of the way, `wondertable history rebuild` writes it again from the journal."
        )

    # Writing

    def put(self, games: Iterable[PlayedGame]) -> None:
        """Save games, all or none; a known one is replaced."""
        with self._open() as db, whole(db):
            for game in games:
                _put(db, game)

    def forget(self, uuid: str) -> None:
        """Remove a game: it continues after all, or was abandoned."""
        with self._open() as db, whole(db):
            db.execute("DELETE FROM games WHERE uuid = ?", (uuid,))

    def replace_journal(self, games: Iterable[PlayedGame]) -> None:
        """Replace all games from the journal; hand-entered ones stay."""
        with self._open() as db, whole(db):
            db.execute("DELETE FROM games WHERE source = ?", (JOURNAL,))
            for game in games:
                _put(db, game)

    def rename(self, old: str, new: str) -> None:
        """Rename a player from `old` to `new`; both names may have games already."""
        games = self.games()
        if not any(seat.player == old for game in games for seat in game.seats):
            raise HistoryError(f"Nobody called {old} is in the history.")
        try:
            new = check_name(new)
        except MoveError as error:
            raise HistoryError(error.message) from None
        for game in games:
            names = {seat.player for seat in game.seats if seat.player}
            if old in names and name_key(new) in {name_key(name) for name in names - {old}}:
                day = f"{game.date:%Y-%m-%d}"
                raise HistoryError(f"{old} and {new} sat at one table on {day}: they are two.")
        with self._open() as db, whole(db):
            db.execute("UPDATE names SET player = ? WHERE player = ?", (new, old))
            db.execute("INSERT OR REPLACE INTO names VALUES (?, ?)", (old, new))
            db.execute("DELETE FROM names WHERE written = player")

    @contextmanager
    def without(self, names: PlayerNames, new: str) -> Iterator[None]:
        """Replace a player's names for good; on the disk when the block ends."""
        with (
            explained(HistoryError, self._explain),
            alone_with(self.path, HISTORY, MIGRATIONS, names, new) as db,
        ):
            db.execute("DELETE FROM names WHERE player = ?", (new,))
            yield

    # Reading

    def names(self) -> set[str]:
        """Return everybody in the history, under all names."""
        with self._read() as db:
            return names_in(db) | {*self._renamed(db)}

    def tables(self) -> list[set[str]]:
        """Return who sat together, game by game."""
        return [{seat.player for seat in game.players if seat.player} for game in self.games()]

    def latest_players(self) -> list[str]:
        """Return everybody once by their current name, who played last first."""
        with self._read() as db:
            names = self._renamed(db)
            rows = db.execute(
                "SELECT player FROM seats JOIN games ON uuid = game WHERE player IS NOT NULL "
                "ORDER BY ended DESC, uuid, seat"
            )
            return list(dict.fromkeys(names.get(name, name) for (name,) in rows))

    def renamed(self) -> dict[str, str]:
        """Return which names were changed, and to what."""
        with self._read() as db:
            return self._renamed(db)

    def _renamed(self, db: sqlite3.Connection) -> dict[str, str]:
        return dict(db.execute("SELECT written, player FROM names"))

    def games(self) -> list[PlayedGame]:
        """Return all games, the oldest first, with the players' current names."""
        with self._read() as db:
            names = self._renamed(db)
            seats: dict[str, list[list[Any]]] = {}
            for game, *row in db.execute(
                "SELECT game, player, wonder, side, scores, rank, coins, thinking, waited "
                "FROM seats ORDER BY game, seat"
            ):
                seats.setdefault(game, []).append(row)
            rows = db.execute(
                "SELECT uuid, source, number, begun, ended, minutes, edition, sets, variant, "
                "course, times FROM games ORDER BY ended, uuid"
            ).fetchall()
            try:
                return [_game(row, seats[row[0]]).renamed(names) for row in rows]
            except (ValueError, ArithmeticError, LookupError, TypeError, AttributeError):
                raise ValueError("a game in it is damaged") from None

    def find(self, word: str) -> PlayedGame:
        """Return a game by its number in the journal, the beginning of its uuid, or `last`."""
        games = self.games()
        if word == "last" and games:
            return games[-1]
        found = [g for g in games if str(g.number) == word or g.uuid == word]
        found = found or [g for g in games if len(word) >= 4 and g.uuid.startswith(word)]
        if len(found) != 1:
            known = "several games" if found else "no game"
            raise HistoryError(f"There is {known} {word}: `wondertable history` lists them.")
        return found[0]

    def known(self) -> dict[tuple[int, float], str]:
        """Return the uuids of the journal's games, by number and beginning."""
        with self._read() as db:
            rows = db.execute("SELECT number, begun, uuid FROM games WHERE source = ?", (JOURNAL,))
            return {(number, begun): uuid for number, begun, uuid in rows}


def _put(db: sqlite3.Connection, game: PlayedGame) -> None:
    db.execute("DELETE FROM games WHERE uuid = ?", (game.uuid,))
    course = json.dumps(game.course)
    db.execute(
        "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (game.uuid, game.source, game.number, game.begun, game.ended, game.minutes,
         game.edition, ",".join(game.sets), game.variant, course, json.dumps(game.times)),
    )  # fmt: skip
    rows = [
        (game.uuid, number, s.player, s.wonder, s.side, json.dumps(s.scores), s.rank, s.coins,
         json.dumps(s.thinking), s.waited)
        for number, s in enumerate(game.seats)
    ]  # fmt: skip
    db.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _seat(row: list[Any]) -> SeatResult:
    player, wonder, side, scores, rank, coins, thinking, waited = row
    return SeatResult(
        player, wonder, side, tuple(json.loads(scores)), rank, coins, tuple(json.loads(thinking)),
        waited,
    )  # fmt: skip


def _game(row: tuple[Any, ...], seats: list[list[Any]]) -> PlayedGame:
    uuid, source, number, begun, ended, minutes, edition, sets, variant, course, times = row
    turns = tuple(TurnTotals(age, turn, tuple(totals)) for age, turn, totals in json.loads(course))
    phases = tuple(TurnTimes(a, b, c, d) for a, b, c, d in json.loads(times))
    game = PlayedGame(
        uuid, source, number, begun, ended, minutes, edition, tuple(sets.split(",")), variant,
        tuple(map(_seat, seats)), turns, phases,
    )  # fmt: skip
    game.date.strftime("%Y")  # raises for a time that no calendar has
    points = [number for seat in game.seats for number in seat.scores]
    seconds = [second for turn in game.times for second in turn]
    seconds += [seat.waited for seat in game.seats if seat.waited is not None]
    whole_sheet = all(len(seat.scores) == len(CATEGORIES) for seat in game.seats)
    if not (whole_sheet and {*map(type, points)} <= {int} and {*game.sets} <= {*SETS, HOUSE}):
        raise ValueError("not a score sheet")
    if not all(0 <= second < ENDLESS_S for second in seconds):  # not a number: neither
        raise ValueError("not a time")
    return game
