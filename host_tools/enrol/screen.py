"""The screen of a sitting: live on a terminal, line by line elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from host_tools.enrol.sitting import Remark, Sitting
from host_tools.link.events import Noticed
from host_tools.link.hub import Hub
from host_tools.link.port import PortSource
from host_tools.link.pump import Pump
from host_tools.link.sources import open_url
from host_tools.sim.boards.sim_url import SCHEME, FleetPlan, parse_fleet
from host_tools.texts import say
from host_tools.texts.echo import echo

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from host_tools.sim.boards.fleet import Fleet

PICTURES_A_SECOND = 8
LINES = 6  # messages shown
WAIT_S = 3.0  # for a first seat, before we ask for one
LAST_S = 0.5  # for the seats to show that all is done


Picture = Callable[[list[Remark]], "RenderableType"]
Wording = Callable[[Remark], str]


def run_sitting(
    sitting: Sitting,
    hub: Hub,
    sources: Iterable[PortSource],
    picture: Picture,
    line: Wording,
    lang: str = "en",
    look: Callable[[], object] = lambda: None,
    aside: bool = False,
) -> bool:
    """Run until the work is done; return False if it was stopped early.

    `look` is called often; `aside` keeps standard output free for programs.
    """
    from host_tools.texts.terminal import PlainConsole

    console = PlainConsole(highlight=False, stderr=aside)
    show = _Live(console, picture) if console.is_terminal else _Lines(line, lang, aside)
    ends: float | None = None
    with Pump(hub, sources) as pump, show:
        begun = time.monotonic()
        try:
            while ends is None or time.monotonic() < ends:
                now = time.monotonic()
                for event in pump.run_once():
                    if isinstance(event, Noticed):
                        show.say([Remark(0, event.code, event.text, False)])
                    sitting.receive(event, now)
                sitting.tick(now)
                look()
                absent = not any(station.present for station in sitting.work.stations.values())
                quiet = absent and now - begun > WAIT_S
                show.trouble(
                    sitting.trouble or (say("enrol.screen_no_seat", lang) if quiet else "")
                )
                show.say(sitting.take_said())
                if ends is None and sitting.work.done:
                    ends = now + LAST_S
        except KeyboardInterrupt:
            show.say([Remark(0, "stopped", say("enrol.screen_stopped", lang), True)])
    return ends is not None


class _Lines:
    """One line for every message."""

    def __init__(self, line: Wording, lang: str, aside: bool) -> None:
        self._line = line
        self._aside = aside
        self._lang = lang
        self._trouble = ""

    def __enter__(self) -> _Lines:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def say(self, said: Iterable[Remark]) -> None:
        for each in said:
            who = say("enrol.screen_seat", self._lang, seat=each.seat) + ": " if each.seat else ""
            echo(who + self._line(each), err=self._aside)

    def trouble(self, text: str) -> None:
        if text and text != self._trouble:
            echo(text, err=True)
        self._trouble = text


class _Live:
    """A picture that is redrawn in place."""

    def __init__(self, console: Console, picture: Picture) -> None:
        from rich.live import Live

        self._picture = picture
        self._said: list[Remark] = []
        self._trouble = ""
        self._drawn = 0.0
        self._live = Live(console=console, auto_refresh=False)

    def __enter__(self) -> _Live:
        self._live.start()
        return self

    def __exit__(self, *error: Any) -> None:
        self._draw()
        self._live.stop()

    def say(self, said: Iterable[Remark]) -> None:
        self._said = [*self._said, *said][-LINES:]
        if time.monotonic() - self._drawn > 1 / PICTURES_A_SECOND:
            self._draw()

    def trouble(self, text: str) -> None:
        self._trouble = text

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        trouble = [Remark(0, "trouble", self._trouble, False)] if self._trouble else []
        self._live.update(self._picture([*self._said, *trouble]), refresh=True)


def check_seats(urls: Sequence[str]) -> None:
    """Refuse URLs that name no seats, before anything is written."""
    try:
        for url in urls:
            if url.startswith(SCHEME):
                _virtual_seats(url.removeprefix(SCHEME))
            open_url(url, lambda _: {})
    except ValueError as error:
        raise click.UsageError(f"{error}.") from None


def _virtual_seats(words: str) -> tuple[int, tuple[int, ...]]:
    """Return how many virtual seats a URL asks for, and how many each board has."""
    try:
        plan = parse_fleet(words)
    except ValueError:
        plan = FleetPlan(0)
    if plan.faults or plan.number == 0:
        raise ValueError(
            f"sim:{words:.40} is not a port: sim:1 to sim:8 are virtual seats, and "
            "sim:?boards=4 is a board with four of them"
        )
    return plan.number or sum(plan.boards) or 1, plan.boards


@contextmanager
def seats_of(urls: Sequence[str]) -> Iterator[tuple[list[PortSource], Fleet | None]]:
    """Open the sources of URLs; `sim:3` adds three virtual seats."""
    fleet: Fleet | None = None

    def virtual(rest: str) -> Fleet:
        nonlocal fleet
        from host_tools.sim.boards.fleet import Fleet as VirtualFleet

        number, boards = _virtual_seats(rest)
        fleet = fleet or VirtualFleet(number, boards=boards)
        return fleet

    check_seats(urls)
    try:
        yield [open_url(url, virtual) for url in urls], fleet
    finally:
        if fleet is not None:
            fleet.close()


def log_lines(said: Iterable[Remark], lang: str) -> RenderableType:
    """Draw the last messages, the newest at the bottom; errors have a sign besides their colour."""
    from rich.text import Text

    text = Text()
    for each in said:
        who = say("enrol.screen_seat", lang, seat=each.seat) + ": " if each.seat else ""
        sign, style = ("✓ ", "green") if each.good else ("! ", "bold dark_orange3")
        text.append(sign, style).append(f"{who}{each.text}\n", "" if each.good else style)
    return text
