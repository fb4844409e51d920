"""`wondertable doctor`: looks at the computer and at every seat, and says what to do."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import click

from host_tools.commands.options import JOURNAL, SEATS, data_folder
from host_tools.commands.wiring import FILE, read_wiring
from host_tools.doctor.comparison import wiring_facts
from host_tools.doctor.diagnosis import diagnose, healthy
from host_tools.doctor.facts import DoctorFacts
from host_tools.doctor.guided import Person, guide
from host_tools.doctor.host_facts import host_facts, with_groups
from host_tools.doctor.pump_link import PumpLink
from host_tools.doctor.tuning import SeatTuning, tune
from host_tools.doctor.visit import Visit
from host_tools.link.port import PortSource
from host_tools.link.sources import open_url
from host_tools.texts.echo import echo, echo_json

if TYPE_CHECKING:
    from rich.console import Console

    from host_tools.sim.boards.fleet import Fleet

Say = Callable[[str], None]


class Typist:
    """The person at this terminal; their lines are read while the seats are kept told."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._lines: SimpleQueue[str] = SimpleQueue()
        threading.Thread(target=self._read, name="terminal", daemon=True).start()

    def _read(self) -> None:
        # Not through sys.stdin: a thread that waits there would be in the way at the end.
        while typed := os.read(sys.stdin.fileno(), 1024):
            self._lines.put(typed.decode("utf-8", "replace").strip())

    def tell(self, text: str) -> None:
        """Say something to them; what they have typed before is no answer to it."""
        while self.line() is not None:
            continue
        self._console.print(text, style="bold", highlight=False)

    def line(self) -> str | None:
        """The line that they have typed since the last call, if any."""
        try:
            return self._lines.get_nowait()
        except Empty:
            return None


def visit_seats(link: PumpLink, person: Person | None, say: Say = lambda _: None) -> Visit:
    """Visit every seat, with a person's help if there is one."""
    visit = Visit(link)
    say("Waiting for the boards …")
    visit.greet()
    if visit.charts:
        say("Testing the readers …")
        visit.examine()
        say("Watching the seats …")
        visit.watch()
    if visit.charts and person is not None:
        say("")
        guide(visit, person)
    visit.leave()
    return visit


WRITE = "Write these gains onto the boards? (y writes them, Enter leaves the boards as they are.)"
ANSWER_S = 300.0


def tune_seats(
    link: PumpLink, person: Person, say: Say, show: Callable[[list[SeatTuning]], None], yes: bool
) -> dict[str, dict[str, int]]:
    """Tune every seat with a person's help; return the gains to write, by port and seat."""
    visit = Visit(link)
    say("Waiting for the boards …")
    visit.greet()
    say("Testing the readers …")
    visit.examine()
    say("")
    if not visit.charts:
        return {}
    try:
        tunings = tune(visit, person)
    finally:
        visit.leave()
    show(tunings)
    wanted: dict[str, dict[str, int]] = {}
    for tuning in tunings:
        port = link.hub.health(tuning.board).port
        if port and tuning.best is not None and tuning.changes:
            wanted.setdefault(port, {})[tuning.board] = tuning.best
    return wanted if wanted and (yes or _agrees(visit, person)) else {}


def _agrees(visit: Visit, person: Person) -> bool:
    answers: list[str] = []

    def answered() -> bool:
        if (line := person.line()) is not None:
            answers.append(line)
        return bool(answers)

    person.tell(WRITE)
    visit.until(answered, ANSWER_S)
    return answers[:1] in (["y"], ["yes"])


@contextmanager
def open_sources(urls: Sequence[str]) -> Iterator[list[PortSource]]:
    """The sources of ports; virtual boards live as long as this."""
    fleets: list[Fleet] = []

    def boards(words: str) -> Fleet:
        from host_tools.sim.boards.faulty_seats import faulty_fleet

        fleets.append(faulty_fleet(words))
        return fleets[-1]

    try:
        yield [_open(url, boards) for url in urls]
    finally:
        for fleet in fleets:
            fleet.close()


def _open(url: str, boards: Callable[[str], Fleet]) -> PortSource:
    try:
        return open_url(url, boards)
    except ValueError as error:
        raise click.UsageError(f"{error}.") from None


@click.command()
@SEATS
@JOURNAL
@click.option(
    "--quick", is_flag=True, help="Skip the checks that need a person: cards, buttons, lights."
)
@click.option(
    "--tune", "tunes", is_flag=True, help="Find the best gain of each reader, and write it."
)
@click.option("--wiring", type=FILE, metavar="FILE", help="Compare each seat with a wiring.json.")
@click.option("--yes", is_flag=True, help="With --tune: write the gains without asking.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs; implies --quick.")
@click.option(
    "--bundle",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Only pack versions, settings, logs and the outline of the last game, to send them.",
)
@click.pass_context
def doctor(
    ctx: click.Context,
    seats: Sequence[str],
    journal: Path | None,
    quick: bool,
    tunes: bool,
    wiring: Path | None,
    yes: bool,
    as_json: bool,
    bundle: str | None,
) -> None:
    """Find what is wrong with this computer and each seat, and what to do about it.

    With a person at the terminal it asks for cards, buttons, lights and tones, seat by seat.
    It ends with a verdict; the exit code is 1 when something is wrong, and with --tune when a seat
    has no good gain.

    \b
    Examples:
      wondertable doctor
      wondertable doctor --quick
      wondertable doctor --tune
      wondertable doctor --wiring table.json
      wondertable doctor --seats 'sim:3?2=dead'
      wondertable doctor --bundle report.zip
    """
    from host_tools.doctor.report import as_data, print_report
    from host_tools.texts.terminal import PlainConsole

    logging.getLogger("host_tools.link").addHandler(logging.NullHandler())  # the report tells it
    if bundle is not None:
        _bundle(ctx, Path(bundle) if bundle else None)
        return
    console = PlainConsole()
    terminal = console.is_terminal and sys.stdin.isatty()
    if yes and not tunes:
        raise click.UsageError("--yes is for --tune.")
    if tunes:
        if quick or as_json:
            raise click.UsageError("--tune asks for cards: leave out --quick and --json.")
        if wiring:
            raise click.UsageError("--tune does not compare: leave out --wiring.")
        if not terminal:
            raise click.ClickException("--tune asks for cards: run it at a terminal.")
        _tune(seats, console, yes)
        return
    plan = wiring_facts(str(wiring), read_wiring(wiring)) if wiring else None
    attended = terminal and not (quick or as_json)
    facts = _gather(seats, journal or data_folder() / "games.db", console, attended, as_json)
    facts = replace(facts, wiring=plan)
    findings = diagnose(facts)
    if as_json:
        echo_json(as_data(facts, findings), indent=2)
    else:
        print_report(console, facts, findings)
    if not healthy(findings):
        sys.exit(1)


def _bundle(ctx: click.Context, to: Path | None) -> None:
    from host_tools.commands.bundle import write_bundle

    for name in ("quick", "tunes", "wiring", "yes", "as_json"):
        if ctx.params[name]:
            raise click.UsageError("--bundle looks at no seat: only --journal goes with it.", ctx)
    write_bundle(ctx.find_root().command, ctx.params["journal"], to)


def _tune(urls: Sequence[str], console: Console, yes: bool) -> None:
    from host_tools.doctor.report import print_tuning

    tunings: list[SeatTuning] = []

    def show(results: list[SeatTuning]) -> None:
        tunings.extend(results)
        print_tuning(console, results)

    with open_sources(urls) as sources:
        link = PumpLink(sources)
        try:
            gains = tune_seats(
                link,
                Typist(console),
                lambda text: echo(text) if text else None,
                show,
                yes,
            )
        except KeyboardInterrupt:
            raise click.ClickException(
                "Stopped: nothing was written, and every seat has its own gain again."
            ) from None
        finally:
            link.close()
        if not tunings:
            raise click.ClickException("No seat answers. `wondertable doctor` says why.")
        if not gains:
            echo("The boards are as they were.")
        failed = [port for port, seats in gains.items() if not _write(port, seats)]
        if failed or any(tuning.best is None for tuning in tunings):
            sys.exit(1)


def _write(port: str, gains: dict[str, int]) -> bool:
    from host_tools.doctor.gain_setting import write_gains
    from host_tools.flash import FlashError

    try:
        write_gains(port, gains)
    except FlashError as error:
        echo(f"{port}: {error}")
        return False
    echo(f"{port}: written. The board starts again with it.")
    return True


def _gather(
    urls: Sequence[str], journal: Path, console: Console, attended: bool, quiet: bool
) -> DoctorFacts:
    host = host_facts(journal, usb=any(url.startswith("serial:") for url in urls))
    with open_sources(urls) as sources:
        link = PumpLink(sources)
        try:
            with console.status("") as status:

                def say(text: str) -> None:
                    if text and not quiet:
                        status.update(text)
                    else:
                        status.stop()  # a person is asked now

                visit = visit_seats(link, Typist(console) if attended else None, say)
        except KeyboardInterrupt:
            raise click.ClickException("Stopped before the end: nothing is known yet.") from None
        finally:
            link.close()
        ports = with_groups(visit.port_facts())
        return DoctorFacts(replace(host, ports=ports), visit.seat_facts(), visit.matrix)
