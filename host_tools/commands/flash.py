"""`wondertable flash`: firmware onto every board that needs it."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import click

from host_tools.commands.wiring import WiringChoice, own_wiring
from host_tools.flash import FlashError
from host_tools.flash.board_info import (
    BoardInfo,
    board_ports,
    distinct_ports,
    find_boards,
    seat_words,
)
from host_tools.flash.esp32 import write_image
from host_tools.flash.flash_plan import WIRINGS, FlashOptions, FlashPlan
from host_tools.flash.flasher import Flasher, FlashResult
from host_tools.flash.uf2 import Drive, find_drives, give_micropython, open_drive
from host_tools.link.serial_port import usb_ports
from host_tools.texts.echo import echo, echo_json

NONE = (
    "No board was found. Is its cable a data cable, not one that only charges? A new board shows"
    " itself as a drive when BOOTSEL is held while it is plugged in; a port can be named with"
    " --port."
)
NO_SEAT = "No board says that it is seat {seat}: `wondertable flash --dry-run` lists the boards."
ONE_SEAT = "--seat-number is for one board: choose it with --port or --seat."
TAKEN = "The board at {port} is {theirs} already: give that one another number first."
TWO_BOARDS = "The boards at {ports} both say that they are seat {seat}: choose one with --port."
CLASH = (
    "The boards at {ports} both say that they are {seats}: give one of them another number with"
    " `wondertable flash --port PORT --seat-number N`."
)
TOO_MANY = "The board would be {seats}, and a table has {most}: give it a lower number."
SEATS_MAX = 8

FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


@click.command()
@click.option(
    "--port", "ports", multiple=True, help="Only the board at this port; may be repeated."
)
@click.option("--seat", type=int, help="Only the board that is this seat.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and write nothing.")
@click.option("--source", is_flag=True, help="Plain Python instead of compiled files.")
@click.option("--seat-number", type=click.IntRange(1, SEATS_MAX), help="Make the board this seat.")
@click.option(
    "--wiring",
    type=WiringChoice(WIRINGS),
    metavar="BOARD-READER|FILE",
    help="How it is wired: a name such as pico-mfrc522, or your own wiring.json.",
)
@click.option("--downgrade", is_flag=True, help="Allow older firmware than the board has.")
@click.option("--take-over", is_flag=True, help="Allow a board that runs another program.")
@click.option("--uf2", type=FILE, envvar="WONDERTABLE_UF2", help="MicroPython for blank boards.")
@click.option("--drive", type=FOLDER, help="Where a blank board's drive is, if not found.")
@click.option("--esp32-image", type=FILE, help="MicroPython for a blank ESP32 at --port.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def flash(
    ports: Sequence[str],
    seat: int | None,
    dry_run: bool,
    source: bool,
    seat_number: int | None,
    wiring: str | Path | None,
    downgrade: bool,
    take_over: bool,
    uf2: Path | None,
    drive: Path | None,
    esp32_image: Path | None,
    as_json: bool,
) -> None:
    """Put the firmware on every board that needs it, all at once.

    A board is never left half-written: whatever happens, it starts the old firmware or the new.
    Its seat number and its wiring stay as they are. Looking at a board restarts it, so do not run
    this during a game.

    \b
    Examples:
      wondertable flash
      wondertable flash --dry-run
      wondertable flash --port /dev/ttyACM0 --seat-number 3
      wondertable flash --seat 3 --wiring pico-pn532_i2c
      wondertable flash --port /dev/ttyACM0 --wiring table.json
      wondertable flash --uf2 RPI_PICO-v1.26.1.uf2
    """
    named = wiring if isinstance(wiring, str) else ""
    own = own_wiring(wiring) if isinstance(wiring, Path) else None
    options = FlashOptions(source, downgrade, take_over, seat_number, named, own)
    try:
        found = _drives(drive, ports)
        if esp32_image is not None and not dry_run:
            _write_esp32(ports, esp32_image, as_json)
        new = _blank(found, uf2, dry_run, as_json)
    except FlashError as error:
        raise click.ClickException(str(error)) from error
    looked_at = [*ports, *new] if ports or new else board_ports()
    boards = find_boards(looked_at)
    plans = _plans(boards, options, seat)
    if not plans and not found:
        raise click.ClickException("\n".join([NONE, *_skipped()]))
    results = _run(plans, options, dry_run, as_json)
    chosen = [plan.board for plan in plans]
    others = [board for board in boards if board not in chosen]
    now = [_after(plan, result) for plan, result in zip(plans, results, strict=True)]
    clashes = list(_clashes([*now, *others]))
    for clash in clashes:
        echo(clash, err=True)
    if clashes or not all(result.done for result in results):
        raise click.exceptions.Exit(1)


def _drives(drive: Path | None, ports: Sequence[str]) -> list[Drive]:
    if drive is not None:
        return [open_drive(drive)]
    return [] if ports else find_drives()


def _blank(drives: Sequence[Drive], uf2: Path | None, dry_run: bool, quiet: bool) -> list[str]:
    """Put MicroPython on blank boards; their ports."""
    for at in drives:
        if not quiet:
            echo(f"A blank board ({at.board}) is in {at.folder}: it gets MicroPython first.")
    if not drives or dry_run:
        return []
    return give_micropython(drives, uf2, Path.cwd(), listing=board_ports)


def _write_esp32(ports: Sequence[str], image: Path, quiet: bool) -> None:
    if not ports:
        raise click.UsageError("--esp32-image needs --port: a blank ESP32 looks like any device.")
    for port in distinct_ports(ports):
        if not quiet:
            echo(f"{port}: writing MicroPython; this takes a minute.")
        write_image(port, image)


def _plans(boards: list[BoardInfo], options: FlashOptions, seat: int | None) -> list[FlashPlan]:
    chosen = [board for board in boards if seat is None or seat in board.seats]
    if boards and not chosen:
        raise click.ClickException(NO_SEAT.format(seat=seat))
    if seat is not None and len(chosen) > 1:
        ports = " and ".join(board.port for board in chosen)
        raise click.ClickException(TWO_BOARDS.format(ports=ports, seat=seat))
    if options.seat_number is not None and len(chosen) != 1:
        raise click.UsageError(ONE_SEAT)
    plans = Flasher(options).plan(chosen)
    for plan in plans:
        if plan.settings:
            _check_numbers(plan, boards)
    return plans


def _check_numbers(plan: FlashPlan, boards: list[BoardInfo]) -> None:
    """Refuse numbers that another board has, or that no table has."""
    seats = plan.after.seats
    if seats and seats[-1] > SEATS_MAX:
        raise click.ClickException(TOO_MANY.format(seats=seat_words(seats), most=SEATS_MAX))
    for board in boards:
        if board != plan.board and set(board.seats) & set(seats):
            theirs = seat_words(board.seats)
            raise click.ClickException(TAKEN.format(port=board.port, theirs=theirs))


def _after(plan: FlashPlan, result: FlashResult) -> BoardInfo:
    """Return a board as it is now, or would be."""
    return plan.after if result.done else plan.board


def _clashes(boards: list[BoardInfo]) -> Iterator[str]:
    """Return a sentence for every two boards that have a seat number in common."""
    for board, other in combinations(boards, 2):
        both = sorted(set(board.seats) & set(other.seats))
        if both:
            ports = f"{board.port} and {other.port}"
            seats = seat_words(range(both[0], both[-1] + 1))
            yield CLASH.format(ports=ports, seats=seats)


def _skipped() -> list[str]:
    """Why other ports were not looked at."""
    return [port.why_not() for port in usb_ports() if port.vid is not None and port.why_not()]


def _run(
    plans: list[FlashPlan], options: FlashOptions, dry_run: bool, as_json: bool
) -> list[FlashResult]:
    from host_tools.flash.output import Bars, board_row, board_table, plan_lines, result_lines
    from host_tools.texts.terminal import PlainConsole  # rich is slow to import

    console = PlainConsole(quiet=as_json, highlight=False)
    console.print(board_table(plan.board for plan in plans))
    if dry_run:
        for line in plan_lines(plans):
            console.print(line, soft_wrap=True)
        results = [_forecast(plan) for plan in plans]
    else:
        bars = Bars(plans, console)
        flasher = Flasher(options, step=bars.step, wrote=bars.wrote)
        with bars.shown():
            results = flasher.run(plans)
            bars.finish(results)
        for line in result_lines(results):
            console.print(line, soft_wrap=True)
    if as_json:
        rows = [
            board_row(result.board, result.action, result.done, result.text) for result in results
        ]
        echo_json(rows, indent=1)
    return results


def _forecast(plan: FlashPlan) -> FlashResult:
    return FlashResult(plan.board, plan.action, plan.action != "refuse", plan.why)
