"""The table of commands."""

from importlib.metadata import version

import click


@click.group(help="A table for 7 Wonders that knows what is played.")
@click.version_option(version("wondertable"), prog_name="wondertable")
def main() -> None:
    """Collect the commands."""
