"""The command that plays an evening again from the bytes of its cables: `rerun`."""

import sys
import tempfile
from pathlib import Path

import click

from host_tools.commands.options import LANG, STANDARD_INPUT, contents, reading, write
from host_tools.link.captured import Saying
from host_tools.rules.record import dump
from host_tools.table.export import record_with_taps
from host_tools.table.journal import Journal, JournalError
from host_tools.table.rerun import Rerun
from host_tools.table.table import Table
from host_tools.texts.echo import echo


@click.command()
@click.argument("capture", type=click.Path(path_type=Path))
@click.option(
    "--to", type=click.Path(path_type=Path), help="Write the record of the game, with its taps."
)
@LANG
def rerun(capture: Path, to: Path | None, lang: str) -> None:
    """Play an evening again from its capture (`play --capture FILE`), to the score.

    A new host hears what the seats said, as fast as it can listen. The capture holds all of it: the
    game, the players, the tags, and what was decided on pages.

    \b
    Example:
      wondertable rerun evening.capture --to evening.jsonl
    """
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "rerun.db")
        try:
            again = _play(_on_disk(capture, Path(folder)), journal)
            for table in again.tables:
                _show(table, lang)
            if to is not None:
                _write(again.tables[-1], to)
        finally:
            journal.close()
    if again.misfits:
        echo(_complaint(again.misfits), err=True)
        sys.exit(1)


def _on_disk(capture: Path, folder: Path) -> Path:
    """Return the file of a capture; one from standard input is kept in the folder."""
    if capture != STANDARD_INPUT:
        return capture
    copy = folder / "standard input"
    copy.write_bytes(contents(capture))
    return copy


def _play(capture: Path, journal: Journal) -> Rerun:
    try:
        with reading(capture):
            again = Rerun(capture, journal)
    except ValueError as error:
        raise click.ClickException(f"{error}.") from None
    try:
        again.run()
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, JournalError):
        raise click.ClickException(
            f"{capture} cannot be played again: what it says of the game is damaged, or of another "
            "version of Wondertable."
        ) from None
    if not again.tables:
        raise click.ClickException(f"{capture} names no game: was it written by `play --capture`?")
    return again


def _show(table: Table, lang: str) -> None:
    from host_tools.commands.pictures import score_sheet
    from host_tools.texts.terminal import PlainConsole

    PlainConsole().print(score_sheet(table.evening.game, lang=lang))


def _write(table: Table, to: Path) -> None:
    text = dump(record_with_taps(table.journal.read(table.number)))
    write(to, text)
    echo(f"The record is in {to}.")


def _complaint(misfits: list[Saying]) -> str:
    first = misfits[0]
    asked = first.asked[0] if first.asked else "nothing"
    return (
        f"{len(misfits)} reports of seats did not fit, the first at {first.at:.1f} s in round "
        f"{first.message.round} ({first.message.kind}, in the phase {asked}). The capture is not "
        "whole, or it was made with other rules: what is shown is only how far it fits."
    )
