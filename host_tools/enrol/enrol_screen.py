"""An enrolment on the terminal: what to lay where, the progress, and the last messages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from card_db.bearers import Bearer
from host_tools.enrol.collection import Names, piles
from host_tools.enrol.enrolment import Enrolment
from host_tools.enrol.originality import remarks
from host_tools.enrol.screen import log_lines, run_sitting, seats_of
from host_tools.enrol.sitting import Remark, Sitting
from host_tools.link.hub import Hub
from host_tools.table.tags import DeckRow, Tags
from host_tools.texts import say
from host_tools.texts.echo import echo

if TYPE_CHECKING:
    from rich.console import RenderableType

    from host_tools.sim.boards.fleet import Fleet
    from host_tools.sim.people.hands import Hands


def run_enrolment(
    tags: Tags,
    deck: DeckRow,
    wanted: list[Bearer],
    seats: Sequence[str],
    lang: str,
    again: bool = False,
) -> bool:
    """Ask for these things at the seats until each has its tag; print the outcome."""
    box, hub = deck.box, Hub()
    names = Names(box, lang)
    work = Enrolment(piles(box, wanted), tags.rows(), deck.name, names, again=again)
    sitting = Sitting(work, tags, hub)
    if not work.done:
        with seats_of(seats) as (sources, fleet):
            hands = virtual_hands(sitting, work, fleet) if fleet else []
            run_sitting(
                sitting,
                hub,
                sources,
                lambda said: picture(work, deck, said),
                lambda said: line(work, said),
                lang,
                lambda: _look(hands),
            )
    number = len(work.wanted)
    ending = "enrol.screen_left" if work.left else "enrol.screen_complete"
    option = "" if deck.name == "main" else f" --deck {deck.name}"
    echo(say(ending, lang, left=work.left, wanted=number, deck=option))
    taken = [change for station in work.stations.values() for change in station.taken]
    new = {row.uid: names(row.bearer) for change in taken for row in change.add}
    for text in remarks(sitting.origins, new, lang):
        echo(text)
    return not work.left


def virtual_hands(sitting: Sitting, work: Enrolment, fleet: Fleet) -> list[Hands]:
    """Return hands that lay what each virtual seat asks for, with stickers of a new roll."""
    from secrets import token_hex

    from host_tools.sim.people.hands import Hands, sticker

    roll = token_hex(4)
    held: dict[str, str | None] = {}

    def wanted(board: str) -> str | None:
        """Return the tag to lay, once the offer has settled; each card is in one hand only."""
        station = work.stations.get(board)
        bearer = work.asked(board) if station else None
        settled = station and (station.begun or sitting.now > station.closed_until)
        uid = sticker(bearer, roll) if bearer and settled else None
        elsewhere = (each for other, each in held.items() if other != board)
        held[board] = None if uid in elsewhere else uid
        return held[board]

    return [Hands(seat.lay, partial(wanted, seat.uid)) for seat in fleet.seats]


def _look(hands: Sequence[Hands]) -> None:
    for each in hands:
        each.look()


def line(work: Enrolment, said: Remark) -> str:
    """Write one line where there is no live screen: the message, the next card, the progress."""
    if said.code != "taken":
        return said.text
    board = next(board for board, station in work.stations.items() if station.number == said.seat)
    text = f"{said.text} {_progress(work)}."
    bearer, names = work.asked(board), work.names
    if bearer is None:
        return text
    before = work.stations[board].taken[-1].add[0].bearer
    pile = names.pile(bearer)
    more = f", {pile}" if pile != names.pile(before) else ""  # only where it has changed
    return f"{text} {say('enrol.screen_next', names.lang, name=names(bearer) + more)}"


def _progress(work: Enrolment) -> str:
    wanted = len(work.wanted)
    return say("enrol.screen_progress", work.names.lang, tagged=wanted - work.left, wanted=wanted)


def picture(work: Enrolment, deck: DeckRow, said: list[Remark]) -> RenderableType:
    """Draw the progress, every seat with its card, and the last messages."""
    from rich.console import Group
    from rich.progress_bar import ProgressBar
    from rich.table import Table as Grid
    from rich.text import Text

    lang = work.names.lang
    wanted = len(work.wanted)
    head = Grid.grid(expand=True, padding=(0, 1))
    head.add_column(no_wrap=True)
    head.add_column(ratio=1)
    head.add_column(no_wrap=True)
    title = f"{deck.name} · {deck.edition} · {', '.join(deck.sets)}"
    head.add_row(Text(title, "bold"), ProgressBar(wanted, wanted - work.left), _progress(work))
    grid = Grid.grid(padding=(0, 2))
    for board, station in work.stations.items():
        if not station.present:
            continue
        seat = say("enrol.screen_seat", lang, seat=station.number), say("enrol.screen_lay", lang)
        if bearer := work.asked(board):
            grid.add_row(*seat, Text(work.names(bearer), "bold"), work.names.pile(bearer))
        else:
            grid.add_row(*seat, Text(say("enrol.screen_wait", lang), "dim"), "")
    return Group(
        head, "", grid, "", log_lines(said, lang), Text(say("enrol.screen_keys", lang), "dim")
    )
