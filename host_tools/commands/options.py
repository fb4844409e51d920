"""What several commands share: where the journal and the seats are, and the language."""

from __future__ import annotations

from pathlib import Path

import click

from host_tools.table.journal import Journal, JournalError

JOURNAL = click.option(
    "--journal",
    type=click.Path(path_type=Path),
    help="The journal; by default in your data folder.",
)
SEATS = click.option(
    "--seats",
    multiple=True,
    default=("serial:auto",),
    help="Where seats are: serial:auto, serial:PORT, sim:, replay:FILE. Repeat it for several.",
)
LANG = click.option(
    "--lang", type=click.Choice(["en", "fr"]), default="en", help="English or French."
)


def open_journal(path: Path | None) -> Journal:
    """Open the journal; a sentence when it cannot be used."""
    try:
        return Journal(path or data_folder() / "games.db")
    except JournalError as error:
        raise click.ClickException(str(error)) from None


def data_folder() -> Path:
    """Return where games and tags live."""
    from platformdirs import user_data_path

    return user_data_path("wondertable", appauthor=False)
