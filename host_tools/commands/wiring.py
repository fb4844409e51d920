"""The commands about a board's wiring: `wiring check`, `show` and `draw`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from host_tools.commands.options import contents, write
from host_tools.texts.echo import echo
from host_tools.wiring.check import WiringReport, check, complaints_about
from host_tools.wiring.entries import PROFILE_NAMES
from host_tools.wiring.jobs import jobs_of
from host_tools.wiring.pins import board_pins
from host_tools.wiring.wiring_file import WiringError, parse_wiring

UNKNOWN = (
    "{value!r} is not one of the wirings BOARD-READER, such as pico-mfrc522 or esp32_c3-pn532_spi,"
    " and no such file exists."
)
FOLDER = "{value!r} is a folder: name the file in it."
FILE = click.Path(path_type=Path)
PROFILE = click.option(
    "--profile",
    type=click.Choice(PROFILE_NAMES),
    metavar="BOARD",
    help="The board, where the file names none (default: pico).",
)


def read_wiring(path: Path) -> dict[str, Any]:
    """Return what a wiring file holds, or say in a sentence why it is none."""
    try:
        return parse_wiring(contents(path))
    except WiringError as error:
        raise click.ClickException(f"{path}: {error}") from None


class WiringChoice(click.ParamType):  # type: ignore[type-arg]  # click 8.1 takes none
    """The name of a wiring, or a file that a person wrote."""

    name = "wiring"

    def __init__(self, names: Sequence[str]) -> None:
        self._names = click.Choice(names)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name, or the path of the file."""
        if value in self._names.choices:
            return value
        if value and _is(Path.is_dir, value):
            self.fail(FOLDER.format(value=value[:60]), param, ctx)
        if not value.endswith(".json") and not _is(Path.is_file, value):
            self.fail(UNKNOWN.format(value=value[:60]), param, ctx)
        return Path(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin like this."""
        return self._names.shell_complete(ctx, param, incomplete)


def _is(kind: Callable[[Path], bool], name: str) -> bool:
    try:
        return kind(Path(name))
    except (OSError, ValueError):  # no file can have such a name
        return False


def own_wiring(path: Path) -> dict[str, Any]:
    """Return what a wiring file says; what cannot work on its board, or on any, is refused."""
    changes = read_wiring(path)
    _refuse(path, complaints_about(changes))
    return changes


def _refuse(name: Path | str, complaints: Sequence[str]) -> None:
    if complaints:
        raise click.ClickException("\n".join(f"{name}: {text}" for text in complaints))


def wiring_report(path: Path | None, profile: str | None = None) -> WiringReport:
    """Return what was found in a file, or in a profile; what cannot work is refused."""
    report = check({} if path is None else read_wiring(path), profile or "pico")
    _refuse(path or report.profile, report.complaints)
    if profile not in (None, report.profile):
        raise click.UsageError(
            f"{path} is for {report.profile}, not for {profile}: leave out --profile, or change "
            "profile in the file."
        )
    return report


def _same(file: Path | None, to: Path) -> bool:
    try:
        return file is not None and file.samefile(to)
    except (OSError, ValueError):  # one of them is not there
        return False


@click.group()
def wiring() -> None:
    """Check, list and draw which pin of a board is what.

    A wiring file lists only what differs from a profile; docs/firmware.md explains its entries.

    \b
    Examples:
      wondertable wiring check table.json
      wondertable wiring show --profile esp32_c3
      wondertable wiring draw table.json -o table.svg
    """


@wiring.command("check")
@click.argument("file", type=FILE)
@PROFILE
def check_file(file: Path, profile: str | None) -> None:
    """Check whether the wiring in FILE can work on its board.

    It knows the pins of each chip: which exist, which are taken, what each can do. The exit code is
    1 when something cannot work.

    \b
    Examples:
      wondertable wiring check table.json
      wondertable wiring check seat.json --profile esp32_s3
    """
    report = wiring_report(file, profile)
    seats, board = report.wiring["seats"], board_pins(report.profile)
    for note in report.notes:
        echo(f"Note: {note}")
    name = board.name if board else "a board that is not known here"
    echo(f"{file} can work on {name}: {seats} seat{'s' if seats != 1 else ''}.")


@wiring.command()
@click.argument("file", type=FILE, required=False)
@PROFILE
def show(file: Path | None, profile: str | None) -> None:
    """List every wire of FILE, or of a profile, for the bench.

    \b
    Examples:
      wondertable wiring show
      wondertable wiring show table.json
      wondertable wiring show --profile pico_table
    """
    from rich import box
    from rich.table import Table

    from host_tools.texts.terminal import PlainConsole  # rich is slow to import
    from host_tools.wiring.drawing import wire_rows

    report = wiring_report(file, profile)
    try:
        rows = wire_rows(report.profile, report.wiring)
    except WiringError:  # not a board that we can draw: entries and numbers have to do
        jobs = jobs_of(report.wiring)
        rows = [(job.entry, "", "", f"pin {job.pin}", "", "") for job in jobs]
    table = Table("part", "pin", "colour", "board", "number", "through", box=box.SIMPLE)
    last = ""
    for part, *cells in rows:
        table.add_row(part if part != last else "", *cells)
        last = part
    PlainConsole(highlight=False).print(table)


@wiring.command()
@click.argument("file", type=FILE, required=False)
@click.option("-o", "--to", type=FILE, required=True, help="The picture to write, as SVG.")
@PROFILE
def draw(file: Path | None, to: Path, profile: str | None) -> None:
    """Draw the wiring of FILE, or of a profile, as a picture.

    \b
    Examples:
      wondertable wiring draw table.json -o table.svg
      wondertable wiring draw --profile pico_table -o table.svg
    """
    from host_tools.wiring.drawing import draw as draw_wiring

    if _same(file, to):
        raise click.UsageError(f"{to} is the wiring itself: give the picture another name.")
    if to.suffix.lower() == ".json":
        raise click.UsageError(
            f"{to} is a name for a wiring: call the picture {to.with_suffix('.svg').name}."
        )
    report = wiring_report(file, profile)
    try:
        picture = draw_wiring(report.profile, report.wiring)
    except WiringError as error:
        raise click.ClickException(str(error)) from None
    write(to, picture)
    echo(f"Drawn: {to}.")
