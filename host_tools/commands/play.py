"""The commands of an evening: `play`, `games`, `resume`, `abandon`, `export`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host_tools.bots.dealer import NAMES, Dealer
from host_tools.commands.game_options import EDITION, SETS, VARIANT, Room, room_options
from host_tools.commands.options import JOURNAL, open_journal
from host_tools.commands.terminal import Make, Pages, run_evening
from host_tools.results.historian import Historian
from host_tools.rules.errors import MoveError
from host_tools.rules.record import dump
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.setup import Setup
from host_tools.table import decisions
from host_tools.table.evening import evening_of
from host_tools.table.export import record_of, record_with_taps
from host_tools.table.host import Host
from host_tools.table.journal import Journal, JournalError
from host_tools.table.plan import MODES, Plan
from host_tools.table.shelf import Shelf
from host_tools.table.tags import Tags
from host_tools.venue.telling import Telling, table_options

if TYPE_CHECKING:
    from host_tools.sim.people.evening import VirtualPlayers


@click.command()
@click.option(
    "--players",
    default="3",
    show_default=True,
    help="Their names with commas, or only how many.",
)
@SETS
@EDITION
@VARIANT
@click.option("--wonders", help="gizah:A,rhodos:B, … in the order of the seats; drawn if missing.")
@click.option(
    "--mode",
    type=click.Choice(MODES),
    default="sealed",
    show_default=True,
    help="sealed: a card is secret until the lock; assisted: its owner's page shows it at once.",
)
@click.option(
    "--countdown",
    type=click.IntRange(0, 10),
    default=3,
    show_default=True,
    help="Seconds to the lock.",
)
@click.option("--strict", is_flag=True, help="Choose the action before the lock, hidden.")
@click.option("--shared", is_flag=True, help="One reader goes round the table.")
@click.option("--deck", default="main", show_default=True, help="Whose tags are used.")
@click.option("--setup", "later", is_flag=True, help="Agree on all this on the set-up page.")
@room_options
@table_options
def play(
    room: Room,
    players: str,
    sets: str,
    edition: str,
    variant: str | None,
    wonders: str | None,
    mode: str,
    countdown: int,
    strict: bool,
    shared: bool,
    deck: str,
    later: bool,
    **venue: Any,
) -> None:
    """Run an evening, with real seats, virtual ones, or both; its pages are served meanwhile.

    Virtual seats (`--seats sim:`) run the real firmware; bots lay the cards.

    \b
    Examples:
      wondertable play --players Ann,Bo,Cy --sets base,leaders
      wondertable play --players 4 --seats sim: --countdown 0
      wondertable play --setup --lan
      wondertable play --mqtt mqtt://ann@broker.local/fair --table 7
    """
    if later and (not room.web or "sim:" in room.seats):
        raise click.UsageError("--setup needs the pages and real seats.")
    if room.chances and not room.web:
        raise click.UsageError("--chances needs the pages: leave out --no-web.")
    try:
        setup = _setup(players, edition, tuple(sets.split(",")), variant, wonders)
        Ruleset(setup)  # raises where the rules know no such wonder, side or set
        plan = Plan(setup, mode, countdown, strict, shared, deck)
    except MoveError as error:
        raise click.UsageError(error.message) from None
    book = open_journal(room.journal)
    if not later and "sim:" not in room.seats and (text := lacking_tags(book, plan)):
        click.echo(text, err=True)
    _run(room, book, None if later else lambda shelf: shelf.begin(plan), venue)


def lacking_tags(book: Journal, plan: Plan) -> str:
    """Say how many cards of a game have no tag yet; nothing when all have."""
    from card_db.loader import load_box
    from host_tools.enrol.collection import collection
    from host_tools.enrol.repair import missing

    setup, deck = plan.setup, plan.deck
    cards = collection(load_box(setup.edition), setup.sets, len(setup.seats))
    number = len(missing(Tags(book), deck, cards))
    if not number:
        return ""
    return (
        f"The deck {deck} has no tags for {number} of {len(cards)} cards: "
        f"`wondertable enrol --deck {deck} --sets {','.join(setup.sets)}` asks for them."
    )


def _run(room: Room, journal: Journal, make: Make | None, venue: Mapping[str, Any]) -> None:
    telling = Telling.of(journal.path.parent, venue)
    pages = _pages(room, telling) if room.web else None
    run_evening(journal, make, room.seats, room.lang, pages, room.capture, telling)


def _pages(room: Room, telling: Telling) -> Pages:
    """Return how the pages of an evening are opened, and say where they are."""

    @contextmanager
    def pages(
        host: Host, shelf: Shelf, players: VirtualPlayers | None, historian: Historian
    ) -> Iterator[None]:
        from host_tools.web.opening import open_pages, print_addresses

        at, heard = (room.port, room.lan), (historian, telling.chronicle)
        with open_pages(host, shelf, players, *at, *heard, room.chances) as server:
            print_addresses(server.house, room.lang)
            yield

    return pages


def _setup(
    players: str, edition: str, sets: tuple[str, ...], variant: str | None, wonders: str | None
) -> Setup:
    names = NAMES[: int(players)] if players.isdecimal() else tuple(players.split(","))
    chosen = variant or ("two_player" if len(names) == 2 else "standard")
    drawn = Dealer(time.time_ns()).setup(len(names), edition, sets, chosen)
    return named(drawn, names, wonders.split(",") if wonders else [])


def named(drawn: Setup, names: Sequence[str], wonders: Sequence[str]) -> Setup:
    """Put names and chosen wonders in the place of drawn ones."""
    from dataclasses import replace

    seats = []
    for at, seat in enumerate(drawn.seats):
        player = names[at] if at < len(names) else seat.player
        wonder, _, side = wonders[at].partition(":") if at < len(wonders) else ("", "", "")
        seats.append(
            replace(seat, player=player, wonder=wonder or seat.wonder, side=side or seat.side)
        )
    return replace(drawn, seats=tuple(seats))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@JOURNAL
def games(as_json: bool, journal: Path | None) -> None:
    """List the games in the journal, the newest first, with their numbers.

    \b
    Examples:
      wondertable games
      wondertable games --json --journal evening.db
    """
    rows = open_journal(journal).games()
    if as_json:
        click.echo(json.dumps([row._asdict() for row in rows]))
        return
    if not rows:
        click.echo("There are no games yet: `wondertable play` begins one.")
    for row in rows:
        begun = datetime.fromtimestamp(row.begun).strftime("%Y-%m-%d %H:%M")
        click.echo(f"{row.id:>5}  {begun}  {row.state:<10} {row.entries} entries")


@click.command()
@click.argument("game", type=int, required=False)
@room_options
@table_options
def resume(room: Room, game: int | None, **venue: Any) -> None:
    """Go on with a game in the very question that was open; the last open one by default.

    \b
    Example:
      wondertable resume 12
    """
    book = open_journal(room.journal)
    number = game or last_open(book)
    if number is None:
        raise click.ClickException("No game is open: `wondertable play` begins one.")
    _run(room, book, lambda shelf: shelf.take_up(number), venue)


def last_open(journal: Journal) -> int | None:
    """Return the newest game that is neither over nor abandoned."""
    return next((row.id for row in journal.games() if row.state == "open"), None)


@click.command()
@click.argument("game", type=int)
@JOURNAL
def abandon(game: int, journal: Path | None) -> None:
    """End a game without a result.

    \b
    Example:
      wondertable abandon 12
    """
    book = open_journal(journal)
    try:
        entries = [entry for _, entry in book.read(game)]
        if not entries:
            raise click.ClickException(f"There is no game {game}: `wondertable games` lists them.")
        evening = evening_of(entries)
        book.append(game, evening.entries, decisions.abandon(evening), time.time())
        book.mark(game, "abandoned")
    except JournalError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Game {game} is abandoned.")


@click.command()
@click.argument("game", type=int)
@click.option("--to", type=click.Path(path_type=Path), help="A file; the terminal by default.")
@click.option("--taps", is_flag=True, help="Add what was laid and pressed, with tags and times.")
@JOURNAL
def export(game: int, to: Path | None, taps: bool, journal: Path | None) -> None:
    """Write a game as a record that `wondertable replay` reads.

    \b
    Examples:
      wondertable export 12 --to evening.jsonl
      wondertable export 12 --taps --to evening.jsonl
    """
    book = open_journal(journal)
    try:
        rows = book.read(game)
    except JournalError as error:
        raise click.ClickException(str(error)) from None
    if not rows:
        raise click.ClickException(f"There is no game {game}: `wondertable games` lists them.")
    evening = evening_of([entry for _, entry in rows])
    text = dump(record_with_taps(rows) if taps else record_of(evening))
    if to is None:
        sys.stdout.write(text)
        return
    try:
        to.write_text(text, "utf-8")
    except OSError as error:
        raise click.ClickException(f"{to} cannot be written: {error.strerror}.") from None
    click.echo(f"Game {game} is in {to}.")
