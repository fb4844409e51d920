"""The commands that run a table: `play` begins a game, `resume` goes on with one."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from card_db.loader import house_box
from host_tools.commands.asked_setup import agreed, names_of, seated, wish_of
from host_tools.commands.games import to_resume
from host_tools.commands.options import (
    EDITION,
    GAME_NUMBER,
    HOUSE,
    RULING,
    SETS,
    VARIANT,
    Room,
    given_options,
    house_of,
    open_journal,
    reading,
    room_options,
    sentences,
)
from host_tools.commands.table_seating import seating_for, table_to_seat, warn_of_others
from host_tools.link.sources import open_url
from host_tools.rules.errors import MoveError
from host_tools.sim.boards.sim_url import SCHEME, parse_fleet
from host_tools.table.entries import (
    LONGEST_COUNTDOWN,
    LONGEST_GRACE,
    LONGEST_TIMER,
    MODES,
    TableSetup,
)
from host_tools.table.evening import ABANDONED, OVER
from host_tools.table.host import Host
from host_tools.table.journal import Journal
from host_tools.table.tags import Tags
from host_tools.table.view import public_view
from host_tools.texts.echo import echo
from host_tools.venue.broker_options import BrokerOptions, table_at, table_options

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live

    from host_tools.commands.running_table import Interruption, RunningTable

PICTURES_A_SECOND = 8
LOOK_S = 0.02
ENDS = (OVER, ABANDONED)
ALWAYS_ASK = "ask"


def _grace(ctx: click.Context, option: click.Parameter, value: str) -> int | None:
    """Read the seconds of the grace, or None for `ask`."""
    if value == ALWAYS_ASK:
        return None
    if not value.isdecimal() or int(value) > LONGEST_GRACE:
        raise click.BadParameter(
            f"0 to {LONGEST_GRACE} seconds, or {ALWAYS_ASK}: not {value!r:.40}."
        )
    return int(value)


@click.command()
@click.option(
    "--players",
    show_default="3, or those whom the venue seats",
    help="Names separated by commas, or just the number.",
)
@SETS
@EDITION
@VARIANT
@RULING
@HOUSE
@click.option("--wonders", help="gizah:A,rhodos:B, … in seat order; the rest are drawn.")
@click.option(
    "--mode",
    type=click.Choice(MODES),
    default="sealed",
    show_default=True,
    help="sealed: cards stay secret until the lock; assisted: your page shows yours at once.",
)
@click.option(
    "--countdown",
    type=click.IntRange(0, LONGEST_COUNTDOWN),
    default=3,
    show_default=True,
    help="Seconds from the last card to the lock.",
)
@click.option(
    "--grace",
    callback=_grace,
    default="2",
    show_default=True,
    metavar="SECONDS|ask",
    help="Seconds after the lock until a card is built without a press; or always ask.",
)
@click.option(
    "--ask-payment/--no-ask-payment", help="Ask how to pay also where one way is cheapest."
)
@click.option(
    "--timer",
    type=click.IntRange(0, LONGEST_TIMER),
    default=0,
    show_default=True,
    help="Seconds for a turn, shown on the screen; 0 for none.",
)
@click.option("--strict/--no-strict", help="Choose what to do with the card before the lock.")
@click.option("--shared/--no-shared", help="Pass one reader around the table.")
@click.option("--deck", default="main", show_default=True, help="The deck on the table.")
@click.option("--setup", "later", is_flag=True, help="Choose all this on the set-up page.")
@click.option("--yes", is_flag=True, help="Take the venue's seating without asking.")
@room_options
@table_options
def play(
    room: Room,
    players: str | None,
    sets: str,
    edition: str,
    variant: str | None,
    rulings: dict[str, int],
    house: Sequence[Path],
    wonders: str | None,
    mode: str,
    countdown: int,
    grace: int | None,
    ask_payment: bool,
    timer: int,
    strict: bool,
    shared: bool,
    deck: str,
    later: bool,
    yes: bool,
    **venue: Any,
) -> None:
    """Play at the table, with real seats, virtual ones or both, and serve its pages.

    Virtual seats (`--seats sim:`) run the real firmware; bots lay the cards. With --mqtt and
    --table, and without --players, the venue says who plays what.

    \b
    Examples:
      wondertable play --players Ann,Bo,Cy --sets base,leaders
      wondertable play --players 4 --seats sim: --countdown 0
      wondertable play --players 5 --seats 'sim:?boards=4,1'
      wondertable play --setup --lan
      wondertable play --house ours.jsonl --wonders labyrinth:A
      wondertable play --mqtt mqtt://ann@broker.local/fair --table 7
    """
    if later and not room.web:
        raise click.UsageError("--setup needs the pages: leave out --no-web.")
    if later and wonders:
        raise click.UsageError("With --setup the page gives out the wonders: leave out --wonders.")
    if (room.chances or room.private_history) and not room.web:
        option = "--chances" if room.chances else "--private-history"
        raise click.UsageError(f"{option} needs the pages: leave out --no-web.")
    lines = house_of(edition, house)
    name, address = table_at(venue)
    if yes and players is None and not later:
        name = table_to_seat(name, address, room.journal)
    seating = None
    if name is not None and address is not None and players is None and not later:
        seating = seating_for(address, name, yes, partial(seated, lines=lines))
    if seating is not None:
        sets, edition, variant = ",".join(seating.sets), seating.edition, seating.variant
        rulings = dict(seating.rulings)
        wonders = ",".join(seating.wonders) if any(seating.wonders) else wonders
    try:
        names = (
            seating.players
            if seating is not None
            else names_of("3" if players is None else players)
        )
        chosen = variant or ("two_player" if len(names) == 2 else "standard")
        box = (edition, tuple(sets.split(",")), chosen, rulings, lines)
        setup = agreed(names, wonders.split(",") if wonders else [], *box)
        table_setup = TableSetup(
            setup, mode, countdown, strict, shared, deck, grace, ask_payment, timer
        )
    except MoveError as error:
        raise click.UsageError(error.numbered) from None
    if seating is not None:
        table_setup = replace(table_setup, venue_round=seating.round)
    elif name is not None and address is not None and players is not None:
        warn_of_others(address, name, names)
    _check_room(room)
    book = open_journal(room.journal)
    warning = "" if later or _has_bots(room) else lacking_tags(book, table_setup)
    broker = BrokerOptions.of(book.path.parent, venue, address)
    if later:
        _run(room, book, None, broker, wish=wish_of(table_setup, names))
    else:
        _run(room, book, table_setup, broker, warning)


def _check_room(room: Room) -> None:
    """Refuse what cannot be used before anything is begun."""
    try:
        for url in room.seats:
            if url.startswith(SCHEME):
                _check_virtual(url.removeprefix(SCHEME))
            else:
                open_url(url)
    except ValueError as error:
        raise click.UsageError(f"{error}.") from None
    if room.capture is not None:
        with reading(room.capture, "written"):
            if room.capture in room.capture.parent.iterdir():
                raise click.UsageError(f"{room.capture} exists already: choose another file name.")
            room.capture.exists()  # raises where no file can have this name


def _has_bots(room: Room) -> bool:
    return any(url.startswith(SCHEME) for url in room.seats)


def _check_virtual(words: str) -> None:
    """Refuse faults, and a number of seats: there are as many as players."""
    if (words and not words.startswith("?boards=")) or parse_fleet(words).faults:
        raise ValueError(
            f"sim:{words:.40} is not a port: sim: has a virtual seat for each player, and "
            "sim:?boards=4,4 has two boards with four seats each"
        )


def lacking_tags(book: Journal, table_setup: TableSetup) -> str:
    """Say how many cards of a game have no tag yet; nothing when all have."""
    from host_tools.enrol.collection import collection
    from host_tools.enrol.repair import known_deck, missing

    setup, deck = table_setup.game_setup, table_setup.deck
    if deck != "main":
        with sentences(ValueError):
            known_deck(Tags(book), deck)
    box = house_box(setup.edition, setup.house)
    cards = collection(box, setup.sets, len(setup.seats))
    number = len(missing(Tags(book), deck, cards))
    if not number:
        return ""
    return (
        f"The deck {deck} has no tags for {number} of {len(cards)} cards: "
        f"`wondertable enrol --deck {deck} --sets {','.join(setup.sets)}` asks for them."
    )


def _run(
    room: Room,
    journal: Journal,
    game: TableSetup | int | None,
    broker: BrokerOptions,
    warning: str = "",
    wish: TableSetup | None = None,
) -> None:
    """Run a table and show it, until the score or an interruption."""
    from host_tools.commands.running_table import RunningTable, interrupted
    from host_tools.texts.terminal import PlainConsole
    from host_tools.web.server import print_addresses

    console = PlainConsole()
    try:
        with interrupted() as stop:
            running = RunningTable(journal, game, room, broker=broker, wish=wish)
            if warning:
                echo(warning, err=True)
            with running.open() as server:
                if server is not None:
                    print_addresses(server.pages, room.lang)
                # People at a screen go on to the next game; a script wants its result.
                _watch(running, console, stop, stay=server is not None and console.is_terminal)
            if stop.is_set() and (table := running.host.table) is not None:
                # Not by the console: it would break a long command into lines.
                words = ["wondertable", "resume", str(table.number), *given_options(resume)]
                echo(f"Stopped. To go on: {shlex.join(words)}")
    finally:
        journal.close()


def _watch(running: RunningTable, console: Console, stop: Interruption, stay: bool) -> None:
    """Show the table as it changes, and the score sheet of every game that ends.

    With `stay` people go on to the next game; without it the end of the first game is the end.
    """
    from rich.live import Live

    from host_tools.commands.pictures import score_sheet

    host, ended, drawn = running.host, None, 0.0
    pause = LOOK_S if running.players else 1 / PICTURES_A_SECOND
    with Live(console=console, auto_refresh=False) as live:
        while not stop.wait(pause):
            running.look()
            if text := running.no_seat():
                console.print(text)
            if time.monotonic() - drawn > 1 / PICTURES_A_SECOND:
                drawn = time.monotonic()
                _draw(host, live)
            table = host.table
            if table is not None and table is not ended and table.evening.phase in ENDS:
                ended = table
                if not stay:
                    break
                console.print(score_sheet(table.evening.game, lang=table.lang))
    if not console.is_terminal:
        console.line()  # a file or pipe is left in the middle of the picture's last line
    if ended is not None and not stay:
        console.print(score_sheet(ended.evening.game, lang=ended.lang))


def _draw(host: Host, live: Live) -> None:
    pictures: list[RenderableType] = []
    host.guard("The picture", lambda: pictures.append(host.call(lambda: _now(host))))
    for picture in pictures:
        live.update(picture, refresh=True)


def _now(host: Host) -> RenderableType:
    if host.table is None:
        return "No game yet: the set-up page begins one."
    from host_tools.commands.pictures import table_picture

    return table_picture(public_view(host.table, host.table.lang))


@click.command()
@click.argument("game", type=GAME_NUMBER, required=False)
@room_options
@table_options
def resume(room: Room, game: int | None, **venue: Any) -> None:
    """Resume a game exactly where it stopped; the last unfinished one by default.

    \b
    Example:
      wondertable resume 12
    """
    _check_room(room)
    book = open_journal(room.journal, new=False)
    number = to_resume(book, game)
    _run(room, book, number, BrokerOptions.of(book.path.parent, venue))
