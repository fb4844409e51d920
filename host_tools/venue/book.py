"""The book of a venue: results, players, rounds and corrections by hand, in SQLite.

A result may arrive any number of times: the newest revision of a game is kept, once.
"""

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from host_tools.table.database import BOOK, Step, explained, loaded, opened, whole
from host_tools.table.forget import alone_with, names_in, rows_of, tables_in
from host_tools.table.player_names import PlayerNames
from host_tools.venue import quarantine
from host_tools.venue.incoming import MessageError, stored_result
from host_tools.venue.messages import ResultMessage, TableIdentity
from host_tools.venue.quarantine import Refusal
from host_tools.venue.tournament import PlayerResult, Standing, key_of, ranked, standings

GAMES_A_TABLE = 200
GAMES = 20_000
MIGRATIONS: Final[tuple[Step, ...]] = (
    """
    CREATE TABLE results (
        game TEXT PRIMARY KEY, revision INTEGER NOT NULL, final INTEGER NOT NULL,
        ended TEXT NOT NULL, payload TEXT NOT NULL
    );
    CREATE TABLE players (key TEXT PRIMARY KEY, name TEXT NOT NULL, gone INTEGER NOT NULL);
    CREATE TABLE plan (
        round INTEGER NOT NULL, name TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL,
        PRIMARY KEY (round, name, seat)
    );
    CREATE TABLE by_hand (
        round INTEGER NOT NULL, name TEXT NOT NULL, player TEXT NOT NULL, points INTEGER NOT NULL,
        coins INTEGER NOT NULL, PRIMARY KEY (round, name, player)
    );
    """,
    quarantine.migrate,
    """
    ALTER TABLE plan ADD COLUMN wonder TEXT NOT NULL DEFAULT '';
    CREATE TABLE rounds (number INTEGER PRIMARY KEY, state TEXT NOT NULL, options TEXT NOT NULL);
    INSERT INTO rounds SELECT round, CASE WHEN round < (SELECT MAX(round) FROM plan)
        THEN 'closed' ELSE 'begun' END, '{}' FROM plan GROUP BY round
    """,
)

log = logging.getLogger(__name__)


class BookError(Exception):
    """The book cannot be used, or refuses an entry; the text says why."""


class Pairing(NamedTuple):
    """A table of a round: who plays, and the result."""

    round: int
    table: str
    players: tuple[str, ...]
    game: tuple[PlayerResult, ...]  # empty while it is played
    by_hand: bool


class TablePlan(NamedTuple):
    """A table of a round before it is played; wonders as `gizah:A`, none if they are left free."""

    name: str
    players: Sequence[str]
    wonders: Sequence[str] = ()


class RoundRow(NamedTuple):
    """How far a round is, and what was agreed for it."""

    state: str
    options: dict[str, Any]


class Book:
    """One file; used by one thread at a time, and by several processes."""

    def __init__(self, path: Path, reading: bool = False) -> None:
        self.path = path
        self._results: tuple[object, list[ResultMessage]] | None = None
        with self._explained():
            if reading:  # what is not there is empty, and stays so
                self._db = loaded(path, BOOK, MIGRATIONS, timeout=10)
                return
            self._db = opened(
                path, BOOK, MIGRATIONS, timeout=10, journal_mode="WAL", synchronous="FULL"
            )

    def _explained(self) -> AbstractContextManager[None]:
        return explained(BookError, partial(_explain, self.path))

    def _rows(self, statement: str, *values: object) -> list[Any]:
        with self._explained():
            return self._db.execute(statement, values).fetchall()

    def stamp(self) -> tuple[int, int]:
        """Return something that changes whenever the book does, in any process."""
        return self._db.total_changes, int(self._rows("PRAGMA data_version")[0][0])

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    # Players who are forgotten

    def names(self) -> set[str]:
        """Return everybody in the book."""
        with self._explained():
            return names_in(self._db) | {*self.players(everybody=True)}

    def tables(self) -> list[set[str]]:
        """Return who sat together, or was to sit together."""
        with self._explained():
            return [*tables_in(self._db), *map(set, self._seated().values())]

    def kept_of(self, names: PlayerNames) -> dict[str, list[Any]]:
        """Return what the book holds about a player, by table."""
        with self._explained():
            found = rows_of(self._db, names)
        rows = self._rows("SELECT name, gone FROM players")
        own = [{"name": name, "gone": bool(gone)} for name, gone in rows if name in names]
        return {**found, **({"players": own} if own else {})}

    # Results

    def claim(self, game: str, table: TableIdentity) -> None:
        """Require that a game belongs to this table: the first that reports it, for good.

        The name counts as well as the id: everybody can read the id, but a broker's list of rights
        lets nobody else write under the name.
        """
        if not (owner := self._owner(game)):
            self._require_room(table)
            # Another program may have been quicker: whoever was first counts.
            new = "INSERT OR IGNORE INTO games VALUES (?, ?, ?)"
            self._rows(new, game, table["id"], table["name"])
            owner = self._owner(game)
        if owner != [(table["id"], table["name"])]:
            raise MessageError("other_table", owner[0][1])

    def _owner(self, game: str) -> list[tuple[str, str]]:
        return self._rows("SELECT id, name FROM games WHERE game = ?", game)

    def _require_room(self, table: TableIdentity) -> None:
        of_table = self._rows("SELECT COUNT(*) FROM games WHERE name = ?", table["name"])
        if of_table[0][0] >= GAMES_A_TABLE:
            raise MessageError("games_full", str(GAMES_A_TABLE))
        if self._rows("SELECT COUNT(*) FROM games")[0][0] >= GAMES:
            raise MessageError("book_full", str(GAMES))

    def revision(self, game: str) -> int:
        """Return the revision of a game's result; -1 if there is none."""
        rows = self._rows("SELECT revision FROM results WHERE game = ?", game)
        return int(rows[0][0]) if rows else -1

    def take(self, result: ResultMessage) -> bool:
        """Save a result to disk before returning; False if it is known already.

        MessageError, if the game belongs to another table.
        """
        if result["revision"] <= self.revision(result["game"]):
            return False
        self.claim(result["game"], result["table"])
        row = (
            result["game"],
            result["revision"],
            result["final"],
            result["ended"],
            json.dumps(result, ensure_ascii=False),
        )
        self._rows(
            "INSERT INTO results VALUES (?, ?, ?, ?, ?) ON CONFLICT (game) DO UPDATE SET "
            "revision = excluded.revision, final = excluded.final, ended = excluded.ended, "
            "payload = excluded.payload WHERE excluded.revision > revision",
            *row,
        )
        return True

    def results(self) -> list[ResultMessage]:
        """Return the results that count, the oldest first; damaged ones are set aside."""
        if self._results is None or self._results[0] != self.stamp():
            results = self._read_results()
            self._results = self.stamp(), results
        return self._results[1]

    def _read_results(self) -> list[ResultMessage]:
        results, damaged = [], []
        for row, payload in self._rows(
            "SELECT rowid, CAST(payload AS BLOB) FROM results WHERE final ORDER BY ended, game"
        ):
            try:
                results.append(stored_result(payload))
            except MessageError as error:
                damaged.append((row, payload, error))
        if damaged:
            self._set_aside(damaged)
        return results

    def _set_aside(self, damaged: Iterable[tuple[int, bytes, MessageError]]) -> None:
        try:
            with self._explained(), whole(self._db):
                for row, payload, error in damaged:
                    quarantine.take_out(self._db, row, payload, error)
        except BookError as error:  # It stays where it is, and still does not count.
            log.warning("%s", error)

    def refuse(self, refusals: Iterable[Refusal]) -> None:
        """Note messages that were refused."""
        with self._explained(), whole(self._db):
            quarantine.keep(self._db, refusals)

    def refused(self) -> list[Refusal]:
        """Return the messages that were refused, the newest first."""
        rows = self._rows(
            "SELECT topic, why, detail, at, times, payload FROM refused "
            "ORDER BY at DESC, rowid DESC"
        )
        return [Refusal(*row) for row in rows]

    # Players

    def players(self, everybody: bool = False) -> list[str]:
        """Return the players; with `everybody` also those who have left."""
        rows = self._rows("SELECT name, gone FROM players ORDER BY rowid")
        return [name for name, gone in rows if everybody or not gone]

    def spelled(self, name: str) -> str:
        """Return a player's name as it is stored, also of one who has left; "" for a stranger."""
        key = key_of(name)
        return next((each for each in self.players(everybody=True) if key_of(each) == key), "")

    def enter(self, names: Sequence[str]) -> list[str]:
        """Add players, also those who had left; return those who are new, as they are stored."""
        new = []
        with self._explained(), whole(self._db):
            for name in names:
                added = self._db.execute(
                    "INSERT INTO players VALUES (?, ?, 0) ON CONFLICT (key) DO UPDATE SET gone = 0 "
                    "WHERE gone",
                    (key_of(name), " ".join(name.split())),
                )
                if added.rowcount:
                    rows = self._rows("SELECT name FROM players WHERE key = ?", key_of(name))
                    new += [stored for (stored,) in rows]
        return new

    def leave(self, name: str) -> None:
        """Remove a player from later rounds; games already played stay."""
        with self._explained(), whole(self._db):
            self._db.execute("UPDATE players SET gone = 1 WHERE name = ?", (self.spelled(name),))

    # Rounds

    def rounds(self) -> int:
        """Return how many rounds have a seat plan."""
        return int(self._rows("SELECT COALESCE(MAX(round), 0) FROM plan")[0][0])

    def round_row(self, number: int) -> RoundRow | None:
        """Return how far a round is; None if there is no such round."""
        rows = self._rows("SELECT state, options FROM rounds WHERE number = ?", number)
        try:
            return RoundRow(rows[0][0], dict(json.loads(rows[0][1]))) if rows else None
        except (ValueError, TypeError, RecursionError):
            raise BookError(f"{self.path} cannot be used: round {number} is damaged.") from None

    def set_state(self, number: int, state: str) -> None:
        """Note how far a round is."""
        with self._explained(), whole(self._db):
            self._db.execute("UPDATE rounds SET state = ? WHERE number = ?", (state, number))

    def plan(
        self,
        number: int,
        tables: Sequence[tuple[str, Sequence[str]] | TablePlan],
        state: str = "drawn",
        options: Mapping[str, Any] | None = None,
        again: bool = False,
    ) -> None:
        """Save the seat plan of a new round; only `again` replaces one that has no results."""
        agreed = json.dumps(options or {}, ensure_ascii=False)
        with self._explained(), whole(self._db):
            if any(pairing.game for pairing in self.pairings() if pairing.round == number):
                raise BookError(f"Round {number} has results already: its seat plan stays.")
            if again:
                self._db.execute("DELETE FROM rounds WHERE number = ?", (number,))
                self._db.execute("DELETE FROM plan WHERE round = ?", (number,))
            new = "INSERT OR IGNORE INTO rounds VALUES (?, ?, ?)"
            if not self._db.execute(new, (number, state, agreed)).rowcount:
                raise BookError(f"Round {number} is drawn already: its seat plan stays.")
            rows = [
                (number, name, seat, player, wonder)
                for name, players, wonders in (TablePlan(*table) for table in tables)
                for seat, (player, wonder) in enumerate(
                    zip(players, wonders or [""] * len(players), strict=True)
                )
            ]
            self._db.executemany("INSERT INTO plan VALUES (?, ?, ?, ?, ?)", rows)

    def seats(self, number: int) -> dict[str, list[tuple[str, str]]]:
        """Return (player, wonder) of every seat of a round, by table; results are not read."""
        found: dict[str, list[tuple[str, str]]] = {}
        statement = "SELECT name, player, wonder FROM plan WHERE round = ? ORDER BY rowid"
        for name, player, wonder in self._rows(statement, number):
            found.setdefault(name, []).append((player, wonder))
        return found

    def enter_by_hand(
        self, number: int, table: str, scores: Sequence[tuple[str, int, int]]
    ) -> None:
        """Correct a result: it counts instead of the table's own."""
        wanted = self._seated().get((number, table))
        if wanted is None:
            raise BookError(f"Round {number} has no table {table}.")
        spelled = {key_of(player): player for player in wanted}
        if sorted(spelled) != sorted(key_of(player) for player, _, _ in scores):
            raise BookError(f"At table {table} of round {number} play {', '.join(wanted)}.")
        with self._explained(), whole(self._db):
            self._db.execute("DELETE FROM by_hand WHERE round = ? AND name = ?", (number, table))
            rows = [(number, table, spelled[key_of(player)], *more) for player, *more in scores]
            self._db.executemany("INSERT INTO by_hand VALUES (?, ?, ?, ?, ?)", rows)

    def forget_by_hand(self, number: int, table: str) -> None:
        """Let the table's own result count again."""
        if (number, table) not in self._seated():
            raise BookError(f"Round {number} has no table {table}.")
        with self._explained(), whole(self._db):
            self._db.execute("DELETE FROM by_hand WHERE round = ? AND name = ?", (number, table))

    def _seated(self) -> dict[tuple[int, str], tuple[str, ...]]:
        seated: dict[tuple[int, str], tuple[str, ...]] = {}
        rows = self._rows("SELECT round, name, player FROM plan ORDER BY round, rowid")
        for number, name, player in rows:
            seated[number, name] = (*seated.get((number, name), ()), player)
        return seated

    def settled_by_hand(self) -> set[str]:
        """Return the tables of the last round whose result was entered by hand."""
        rows = self._rows("SELECT name FROM by_hand WHERE round = (SELECT MAX(round) FROM plan)")
        return {name for (name,) in rows}

    def pairings(self) -> list[Pairing]:
        """Return all tables of all rounds with their results."""
        return self._matched()[0]

    def strays(self) -> list[ResultMessage]:
        """Return results that belong to no table of any round, while there are rounds."""
        return self._matched()[1]

    def _matched(self) -> tuple[list[Pairing], list[ResultMessage]]:
        """Match each result to the round that it names, else to the first with these players."""
        seated = self._seated()
        open_for: dict[tuple[str, frozenset[str]], list[tuple[int, str]]] = {}
        for (number, name), players in seated.items():
            who = name, frozenset(map(key_of, players))
            open_for.setdefault(who, []).append((number, name))
        games: dict[tuple[int, str], tuple[PlayerResult, ...]] = {}
        strays = []
        for result in self.results():
            rows = player_results(result)
            who = result["table"]["name"], frozenset(key_of(row.player) for row in rows)
            fitting = open_for.get(who)
            if fitting:
                named = result.get("round"), result["table"]["name"]
                games[fitting.pop(fitting.index(named) if named in fitting else 0)] = rows
            elif seated:
                strays.append(result)
        by_hand: dict[tuple[int, str], list[tuple[str, int, int]]] = {}
        for number, name, *score in self._rows("SELECT * FROM by_hand ORDER BY rowid"):
            by_hand.setdefault((number, name), []).append((score[0], score[1], score[2]))
        games |= {where: tuple(ranked(scores)) for where, scores in by_hand.items()}
        pairings = [
            Pairing(*where, players, games.get(where, ()), where in by_hand)
            for where, players in seated.items()
        ]
        return pairings, strays

    def standings(self) -> list[Standing]:
        """Return the standings: by the rounds, or by all games if there are none."""
        players = self.players(everybody=True)
        pairings = self.pairings()
        if pairings:
            return standings(players, [pairing.game for pairing in pairings if pairing.game])
        return standings(players, map(player_results, self.results()), strict=bool(players))


@contextmanager
def book_without(path: Path, names: PlayerNames, new: str) -> Iterator[None]:
    """Replace a player's names in a book for good; on the disk when the block ends.

    Who takes part goes on under the new name; the standings of all others stay.
    """
    with (
        explained(BookError, partial(_explain, path)),
        alone_with(path, BOOK, MIGRATIONS, names, new) as db,
    ):
        for name in names.spelled:
            db.execute(
                "UPDATE OR REPLACE players SET key = ?, name = ? WHERE key = ?",
                (key_of(new), new, key_of(name)),
            )
        yield


def _explain(path: Path, error: Exception) -> str:
    return f"{path} cannot be used: {error}. Nothing was lost."


def player_results(result: ResultMessage) -> tuple[PlayerResult, ...]:
    """Return every player's result of a game, without the Free City."""
    return tuple(
        PlayerResult(seat["player"], seat["score"]["total"], seat["coins"], seat["rank"])
        for seat in result["seats"]
        if seat["rank"] is not None
    )
