"""The check of a shuffled deck on the terminal: lay the cards on readers, read the verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from host_tools.enrol.collection import Names
from host_tools.enrol.inspection import Expected, Inspection, Report, expected
from host_tools.enrol.originality import Origin, copies, remarks, unsigned
from host_tools.enrol.screen import log_lines, run_sitting, seats_of
from host_tools.enrol.sitting import Remark, Sitting
from host_tools.link.hub import Hub
from host_tools.rules.ruleset import AGES, Ruleset
from host_tools.table.tags import DeckRow, TagRow, Tags
from host_tools.texts import say
from host_tools.texts.echo import echo, echo_json

if TYPE_CHECKING:
    from rich.console import RenderableType

    from host_tools.sim.boards.fleet import Fleet


def check_shuffled(
    tags: Tags,
    deck: DeckRow,
    rules: Ruleset,
    ages: Sequence[int],
    seats: Sequence[str],
    names: Names,
    for_program: bool,
) -> bool:
    """Let people lay a deck; print what is missing, extra, double or unknown."""
    hub, rows = Hub(), tags.rows()
    wanted = expected(rules, ages or (0, *AGES))
    work = Inspection(wanted, rows, deck.name, names)
    sitting = Sitting(work, tags, hub)
    with seats_of(seats) as (sources, fleet):
        people = ShuffledDeck(work, rows, fleet) if fleet else None
        run_sitting(
            sitting,
            hub,
            sources,
            lambda said: picture(work, said),
            lambda said: said.text,
            names.lang,
            people.look if people else lambda: None,
            aside=for_program,
        )
    report = work.report()
    if for_program:
        echo_json(_facts(report, work, sitting.origins))
    else:
        laid = {uid: names(bearer) for uid, bearer in work.laid.items()}
        notes = remarks(sitting.origins, laid, names.lang)
        for line in [*verdict(report, wanted, names), *notes]:
            echo(line)
    return report.fine


def _facts(report: Report, work: Inspection, origins: Mapping[str, Origin]) -> dict[str, object]:
    return {
        "missing": [str(bearer) for bearer in report.missing],
        "too_few": report.too_few,
        "too_many": report.too_many,
        "extra": [str(row.bearer) for row in report.extra],
        "double": [str(bearer) for bearer in report.double],
        "unknown": report.unknown,
        "unsigned": [str(work.laid[uid]) for uid in unsigned(origins, work.laid)],
        "copies": [str(work.laid[uid]) for uid in copies(origins, work.laid)],
    }


def verdict(report: Report, wanted: Expected, names: Names) -> list[str]:
    """Return the findings, one line each."""
    lang = names.lang
    if report.fine:
        return [say("check.fine", lang, number=wanted.number)]
    lists = {
        "missing": [names(bearer) for bearer in report.missing],
        "extra": [names(row.bearer) for row in report.extra],
        "double": [names(bearer) for bearer in report.double],
        "unknown": report.unknown,
    }
    lines = [
        say(f"check.{what}", lang, names=", ".join(each)) for what, each in lists.items() if each
    ]
    counts = {"too_few": report.too_few, "too_many": report.too_many}
    return lines + [
        say(f"check.{what}", lang, number=each) for what, each in counts.items() if each
    ]


def picture(work: Inspection, said: list[Remark]) -> RenderableType:
    """Draw the progress and the last messages."""
    from rich.console import Group
    from rich.progress_bar import ProgressBar
    from rich.table import Table as Grid
    from rich.text import Text

    head = Grid.grid(expand=True, padding=(0, 1))
    head.add_column(ratio=1)
    head.add_column(no_wrap=True)
    laid, number = len(work.laid), work.expected.number
    head.add_row(ProgressBar(number, laid), f"{laid}/{number}")
    title = Text(say("check.title", work.names.lang), "bold")
    return Group(title, head, "", log_lines(said, work.names.lang))


class ShuffledDeck:
    """Virtual people who lay the deck in any order, then press the middle button."""

    def __init__(self, work: Inspection, rows: Sequence[TagRow], fleet: Fleet) -> None:
        from host_tools.sim.people.hands import Hands

        drawn = [
            bearer for each in work.expected.drawn for bearer in sorted(each.among)[: each.number]
        ]
        bearers = {*work.expected.fixed, *drawn}
        self._pile = [row.uid for row in rows if row.deck == work.deck and row.bearer in bearers]
        Random(len(self._pile)).shuffle(self._pile)
        self._work, self._seats = work, fleet.seats
        self._held: dict[str, str | None] = {}
        self._hands = [Hands(seat.lay, partial(self._wanted, seat.uid)) for seat in fleet.seats]

    def _wanted(self, board: str) -> str | None:
        held = self._held.get(board)
        if board in self._work.stations and (held is None or held in self._work.laid):
            self._held[board] = held = self._pile.pop() if self._pile else None
        return held

    def look(self) -> None:
        """Take the next step; call it often."""
        for hands in self._hands:
            hands.look()
        if self._work.stations and not self._pile and not any(self._held.values()):
            self._seats[0].press(1)
