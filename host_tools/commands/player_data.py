"""What is kept of one player: in the files of a table, in a venue's book, at a broker."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import click

from host_tools.results.history import History, HistoryError
from host_tools.table.entries import EntryError
from host_tools.table.evening import ABANDONED, OVER
from host_tools.table.forget import games_of, tables_in_journal
from host_tools.table.journal import Journal, JournalError
from host_tools.table.player_names import PlayerNames, message_of, names_in_message
from host_tools.table.tags import Tags
from host_tools.venue.book import Book, BookError
from host_tools.venue.broker_outbox import BrokerOutbox, OutboxError, outbox_beside
from host_tools.venue.mqtt import Address
from host_tools.venue.retained import retained
from host_tools.venue.rounds import unfinished
from host_tools.web.setup_draft import Players

NOT_PLAYED = ("none", OVER, ABANDONED)  # the phases in which nobody plays


class Places(NamedTuple):
    """Where a player's data can be: the files of a table, a venue's book, a broker."""

    journal: Path
    book: Path
    address: Address | None

    @property
    def history(self) -> History:
        """The history beside the journal."""
        return History.beside(self.journal)

    @property
    def outbox(self) -> Path:
        """The outbox beside the journal."""
        return outbox_beside(self.journal)

    @property
    def players(self) -> Players:
        """The list of earlier players, which the set-up page offers."""
        return Players(self.journal.with_name("players.json"))


class PlayerData(NamedTuple):
    """All that is kept of a player, by place."""

    names: PlayerNames
    companions: set[str]  # who sat at a table with the player
    journal: list[dict[str, Any]]
    tags: list[str]
    history: list[dict[str, Any]]
    renamed: dict[str, str]
    players: list[str]
    outbox: dict[str, list[Any]]
    book: dict[str, list[Any]]
    broker: dict[str, bytes]  # the messages that name the player, by topic
    playing: list[str]  # why the player cannot be forgotten now, as sentences

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON; of messages only the player's part."""
        parts = {topic: self.names.own_part(message_of(m)) for topic, m in self.broker.items()}
        return {
            "names": sorted(self.names.spelled),
            "journal": {"games": self.journal, "tags": self.tags},
            "history": {"games": self.history, "renamed": self.renamed},
            "players": self.players,
            "outbox": self.outbox,
            "book": self.book,
            "broker": parts,
        }

    def lines(self, removed: str = "") -> Iterator[str]:
        """Say what there is, place by place; `removed` is added where a name is not replaced."""
        counts = {
            "{} in the journal": ("game", len(self.journal)),
            f"{{}} of the player{removed}": ("tag", len(self.tags)),
            "{} in the history": ("game", len(self.history)),
            f"{{}} in the list of players{removed}": ("name", len(self.players)),
            "{} in the outbox for a broker": ("message", sum(map(len, self.outbox.values()))),
            "{} in the book of the venue": ("row", sum(map(len, self.book.values()))),
            "{} at the broker": ("message", len(self.broker)),
        }
        for text, (noun, number) in counts.items():
            if number:
                yield text.format(f"{number} {noun}{'s' if number > 1 else ''}")


def collected(name: str, places: Places) -> PlayerData:
    """Collect what is kept of a player; a sentence when that is nothing."""
    history, listed = places.history, places.players.names()
    with (
        closing(Journal(places.journal, reading=True)) as journal,
        closing(BrokerOutbox(places.outbox, reading=True)) as outbox,
        closing(Book(places.book, reading=True)) as book,
    ):
        messages = {} if places.address is None else retained(places.address)
        told = {topic: {*names_in_message(message_of(m))} for topic, m in messages.items()}
        tables = [*tables_in_journal(journal), *history.tables(), *book.tables(), *told.values()]
        tags, renamed = Tags(journal).players(), history.renamed()
        known = {*listed}.union(
            tags.values(), history.names(), outbox.names(), book.names(), *tables
        )
        names = PlayerNames.of(name, known, renamed)
        if not names.spelled:
            raise click.ClickException(f"Nothing is kept of anybody called {name!r:.60}.")
        return PlayerData(
            names,
            {who for table in tables if table & names.spelled for who in table},
            games_of(journal, names),
            [uid for uid, who in tags.items() if who in names],
            _history_of(history, names),
            {old: new for old, new in renamed.items() if old in names},
            [who for who in listed if who in names],
            outbox.kept_of(names),
            book.kept_of(names),
            {topic: messages[topic] for topic, who in told.items() if who & names.spelled},
            [*_in_rounds(book, names), *_at_tables(messages, names)],
        )


def known_names(places: Places) -> set[str]:
    """Return everybody who is named in a file of a table or a venue that can be read."""
    return {name for names in NAMES_IN for name in _readable(names, places)}


def _readable(names: Callable[[Places], Iterable[str]], places: Places) -> Iterable[str]:
    with suppress(JournalError, HistoryError, OutboxError, BookError, EntryError):
        return names(places)
    return ()


def _in_journal(places: Places) -> Iterable[str]:
    with closing(Journal(places.journal, reading=True)) as journal:
        return {*Tags(journal).players().values()}.union(*tables_in_journal(journal))


def _in_history(places: Places) -> Iterable[str]:
    renamed = places.history.renamed()
    return {*places.history.names(), *renamed, *renamed.values()}


def _in_outbox(places: Places) -> Iterable[str]:
    with closing(BrokerOutbox(places.outbox, reading=True)) as outbox:
        return outbox.names()


def _in_book(places: Places) -> Iterable[str]:
    with closing(Book(places.book, reading=True)) as book:
        return {*book.names()}.union(*book.tables())


NAMES_IN = (
    _in_journal, _in_history, _in_outbox, _in_book, lambda places: places.players.names(),
)  # fmt: skip


def _in_rounds(book: Book, names: PlayerNames) -> Iterator[str]:
    """Say at which tables of a venue the result of the player is still to come."""
    for pairing in unfinished(book):
        for player in pairing.players:
            if player in names:
                yield (
                    f"{player} sits at table {pairing.table} of round {pairing.round}, which has "
                    "no result yet: wait for it, or `wondertable venue close` the round first."
                )


def _at_tables(messages: Mapping[str, bytes], names: PlayerNames) -> Iterator[str]:
    """Say at which tables, as the broker has it, the player is in the middle of a game."""
    for topic, payload in messages.items():
        message = message_of(payload) if topic.endswith("/state") else None
        if isinstance(message, dict) and message.get("phase") not in NOT_PLAYED:
            for player in set(names_in_message(message)):
                if player in names:
                    table = topic.split("/")[-2]
                    yield (
                        f"{player} plays at table {table}: finish that game first, or `wondertable "
                        "abandon` it there. If its computer is gone for good, clear the retained "
                        f"message {topic} at the broker."
                    )


def _history_of(history: History, names: PlayerNames) -> list[dict[str, Any]]:
    """Return the games of a player, without the points of others."""
    return [
        {
            **game.as_json(),
            "seats": [seat.as_json()],
            "course": [(turn.age, turn.turn, turn.totals[number]) for turn in game.course],
        }
        for game in history.games()
        for number, seat in enumerate(game.seats)
        if seat.player in names
    ]
