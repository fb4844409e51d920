"""The commands about one player: `player export` and `player forget`."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from shlex import quote
from typing import Any

import click

from host_tools.commands.options import (
    JOURNAL,
    YES,
    ask_first,
    data_folder,
    is_there,
    reading,
    sentences,
    write,
)
from host_tools.commands.player_data import Places, PlayerData, collected
from host_tools.results.history import History, HistoryError
from host_tools.rules.errors import MoveError
from host_tools.rules.names import check_name, name_key
from host_tools.table.forget import journal_without
from host_tools.table.journal import JournalError
from host_tools.table.player_names import is_neutral, message_of
from host_tools.texts.echo import echo, echo_file, json_text
from host_tools.venue.book import BookError, book_without
from host_tools.venue.broker_options import broker, broker_options
from host_tools.venue.broker_outbox import OutboxError, encoded, outbox_without
from host_tools.venue.mqtt import BrokerError
from host_tools.venue.retained import keep_instead

ERRORS = (JournalError, HistoryError, OutboxError, BookError, BrokerError)
AT_A_BROKER = (
    "A broker keeps results and the last state of a table. If they were sent to one, replace the "
    "name there too: `wondertable player forget {} --as {} --mqtt mqtt://user@host/prefix`."
)
STILL_THERE = (
    "{} still takes part in the tournament: `wondertable venue drop {}` if that is over as well."
)
ELSEWHERE = (
    "Captures, records, score sheets and other exports that were saved elsewhere still hold the "
    "name: delete them yourself."
)


@click.group()
def player() -> None:
    """Write down all that is kept of a player, or forget it.

    \b
    Examples:
      wondertable player export Ann --to ann.json
      wondertable player forget Ann
    """


def places_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say where a player's data can be."""
    book = click.option(
        "--book",
        type=click.Path(path_type=Path),
        help="The book of a venue; by default venue.db in your data folder.",
    )
    return JOURNAL(book(broker_options(required=False)(command)))


def _places(journal: Path | None, book: Path | None, **named: Any) -> Places:
    if journal is not None and not any(map(is_there, (journal, History.beside(journal).path))):
        raise click.ClickException(f"There is no journal {journal}.")
    if book is not None and not is_there(book):
        raise click.ClickException(f"There is no book {book}.")
    mqtt = named["mqtt"]
    if mqtt is None and (named["mqtt_password_file"] or named["mqtt_ca"]):
        raise click.UsageError("Name the broker too: --mqtt mqtt://user@host/prefix")
    address = mqtt and broker(mqtt, named["mqtt_password_file"], named["mqtt_ca"])
    folder = data_folder()
    return Places(journal or folder / "games.db", book or folder / "venue.db", address)


@player.command()
@click.argument("name")
@click.option("--to", "-o", type=click.Path(path_type=Path), help="A file; else the terminal.")
@places_options
def export(name: str, to: Path | None, **named: Any) -> None:
    """Write all that is kept of a player as one JSON document.

    \b
    Examples:
      wondertable player export Ann --to ann.json
      wondertable player export Ann --mqtt mqtt://ann@broker.local/fair
    """
    with sentences(*ERRORS):
        found = collected(name, _places(**named))
    document = {"player": name, **found.as_json()}
    text = json_text(document, indent=1) + "\n"
    if to is None:
        echo_file(text)
        return
    write(to, text)
    echo(f"{to}: {'; '.join(found.lines())}.")


@player.command()
@click.argument("name")
@click.option("--as", "new", metavar="NAME", help="The new name; by default Player and a number.")
@YES
@places_options
def forget(name: str, new: str | None, yes: bool, **named: Any) -> None:
    """Replace a player's name everywhere by a neutral one, for good, while no table runs.

    Games, scores and ranks stay.

    \b
    Examples:
      wondertable player forget Ann
      wondertable player forget Ann --mqtt mqtt://ann@broker.local/fair
      wondertable player forget Ann --as "Player 7" --yes
    """
    places = _places(**named)
    with sentences(*ERRORS):
        found = collected(name, places)
        _check_games(found)
        neutral = _neutral(found, new)
        echo(f"{' and '.join(sorted(found.names.spelled))} will be {neutral}:")
        for line in found.lines(" (removed)"):
            echo(f"  {line}")
        ask_first("This cannot be undone. Go on?", yes)
        _forget(found, places, neutral)
    echo(f"Done: the name is {neutral} now.")
    if any(not row["gone"] for row in found.book.get("players", ())):
        echo(STILL_THERE.format(neutral, quote(neutral)))
    if places.address is None:
        echo(AT_A_BROKER.format(quote(name), quote(neutral)))
    echo(ELSEWHERE)


def _check_games(found: PlayerData) -> None:
    """Refuse while a game is not over, and when two names were in one game: they are two people."""
    seen = set()
    for game in found.journal:
        number = game["game"]
        if game["state"] == "open":
            raise click.ClickException(
                f"{game['player']} plays in game {number}, which is not over: `wondertable resume "
                f"{number}` or `wondertable abandon {number}` first."
            )
        if number in seen:
            both = " and ".join(sorted(found.names.spelled))
            raise click.ClickException(f"{both} sat at one table in game {number}: they are two.")
        seen.add(number)
    for sentence in found.playing:
        raise click.ClickException(sentence)


def _neutral(found: PlayerData, new: str | None) -> str:
    """Return the new name: nobody else's. A neutral one may be in use, if it can be the same person
    who was forgotten elsewhere before.
    """
    if new is None:
        return found.names.neutral()
    try:
        kept = check_name(new)
    except MoveError as error:
        raise click.UsageError(error.message) from None
    taken = found.companions if is_neutral(kept) else found.names.others
    if name_key(kept) in {name_key(name) for name in taken | found.names.spelled}:
        raise click.ClickException(f"{kept} is somebody's name already: choose another one.")
    return kept


def _forget(found: PlayerData, places: Places, new: str) -> None:
    """Change all places; none, when one of them is in use or cannot be reached."""
    names = found.names
    with ExitStack() as stack:
        if is_there(places.journal):
            stack.enter_context(journal_without(places.journal, names, new))
        if is_there(places.history.path):
            stack.enter_context(places.history.without(names, new))
        if is_there(places.outbox):
            stack.enter_context(outbox_without(places.outbox, names, new))
        if found.book:
            stack.enter_context(book_without(places.book, names, new))
        if places.address is not None:
            keep_instead(places.address, _renamed(found, new))
        with reading(places.journal.with_name("players.json"), "written"):
            places.players.forget(names)


def _renamed(found: PlayerData, new: str) -> dict[str, bytes]:
    """Return the messages at the broker with the new name."""
    return {
        topic: encoded(found.names.in_message(message_of(message), new))
        for topic, message in found.broker.items()
    }
