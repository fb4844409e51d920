"""A survey of a journal: what in it is good, whatever has happened to the file."""

import sqlite3
from collections.abc import Iterator
from typing import Any, NamedTuple

from host_tools.table.seal import NOTHING, Seal, digest, either, tables_digest, tags_digest


class GoodGame(NamedTuple):
    """A game with its entries up to the first that is damaged or missing."""

    number: int
    begun: float | None  # None if the row of the game is damaged
    entries: list[tuple[float, str]]
    whole: bool


class Survey:
    """Reads a journal row by row; `doubts` says what is wrong with it, if anything is."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.doubts: list[str] = []
        db.text_factory = lambda data: data.decode(errors="replace")
        if [*self._rows("PRAGMA integrity_check")] != [("ok",)]:
            self.doubts.append("SQLite finds errors in it")
        self.seal = self._seal()
        self.games = self._games()
        self.tags = self._sealed(
            "SELECT uid, deck, kind, name, copy, digest FROM tags ORDER BY number"
        )
        self.decks = self._sealed("SELECT name, edition, sets, digest FROM decks ORDER BY name")
        if tags_digest(self._rows) != self.seal.tags:
            self.doubts.append("tags or decks are damaged or missing")
        db.text_factory = str

    def _rows(self, statement: str, *values: object) -> Iterator[Any]:
        """Read rows, as far as they can be read."""
        try:
            yield from self._db.execute(statement, values)
        except Exception as error:  # A damaged file raises nearly anything.
            self.doubts.append(str(error))

    def _seal(self) -> Seal:
        rows = [*self._rows("SELECT number, games, tags, digest FROM seal")]
        if len(rows) == 1:
            number, games, tags, sealed = rows[0]
            seal = Seal(number, games, tags, tables_digest(self._db))
            if seal.digest == sealed:
                return seal
        self.doubts.append("its seal is broken")
        return Seal()

    def _sealed(self, statement: str) -> list[tuple[Any, ...]]:
        """Return the rows whose digest, their last value, is right, without it."""
        rows = [*self._rows(statement)]
        good = [row[:-1] for row in rows if digest(*row[:-1]) == row[-1]]
        if len(good) < len(rows):
            self.doubts.append("rows are damaged")
        return good

    def _games(self) -> list[GoodGame]:
        rows = self._sealed("SELECT id, begun, state, entries, head, digest FROM games ORDER BY id")
        sealed = NOTHING
        for row in rows:
            sealed = either(sealed, digest(*row))
        if sealed != self.seal.games:
            self.doubts.append("games are missing")
        known = {row[0]: row for row in rows}
        numbers = {game for (game,) in self._rows("SELECT DISTINCT game FROM entries")} | {*known}
        good = sorted(number for number in numbers if type(number) is int)
        found = [self._game(number, known.get(number)) for number in good]
        if len(good) < len(numbers) or not all(game.whole for game in found):
            self.doubts.append("entries are damaged or missing")
        return found

    def _game(self, number: int, row: Any) -> GoodGame:
        entries: list[tuple[float, str]] = []
        head, whole = NOTHING, row is not None
        for place, at, text, sealed in self._rows(ENTRIES, number):
            if place != len(entries) or digest(head, number, place, at, text) != sealed:
                whole = False
                break
            entries.append((at, text))
            head = sealed
        if row is not None and row[3:] != (len(entries), head):
            whole = False
        return GoodGame(number, row[1] if row else None, entries, whole)

    def good_part(self) -> str:
        """Say what is known to be good; the newest game by its entries."""
        games = [game for game in self.games if game.entries]
        if not games:
            return "no game"
        *older, newest = games
        whole = [game.number for game in older if game.whole]
        told = [f"{'game' if len(whole) == 1 else 'games'} {_spans(whole)}"] if whole else []
        told += [
            f"entries 0 to {len(game.entries) - 1} of game {game.number}"
            for game in games
            if not game.whole or game is newest
        ]
        return ", ".join(told)


ENTRIES = "SELECT number, at, entry, digest FROM entries WHERE game = ? ORDER BY number"


def _spans(numbers: list[int]) -> str:
    """Write numbers in short: 1 to 3, 5."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1][1:] = [number]
        else:
            spans.append([number])
    return ", ".join(" to ".join(map(str, span)) for span in spans)
