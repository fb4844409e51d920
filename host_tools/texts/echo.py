"""Words for the terminal: whatever stands in them is shown, and never acts.

Every line that a command prints goes through `echo`; tables go through `PlainConsole`.

>>> echo("Ann\\x1b[2J has left.")
Ann\\x1b[2J has left.
"""

import json
import sys
from collections.abc import Iterable

import click

from host_tools.rules.names import visible


def echo(*lines: str, err: bool = False, bold: bool = False, nl: bool = True) -> None:
    """Print lines, or an empty one; a line break within one is spelt out too."""
    for line in lines or ("",):
        shown = visible(line, keep="")
        click.echo(click.style(shown, bold=True) if bold else shown, nl=nl, err=err)


def echo_file(text: str) -> None:
    """Print a file: exactly as it is, but on a terminal like any other text."""
    sys.stdout.write(visible(text) if sys.stdout.isatty() else text)


def echo_json(data: object, indent: int | None = None) -> None:
    """Print data for programs."""
    sys.stdout.write(json_text(data, indent) + "\n")


def echo_rows(rows: Iterable[object]) -> None:
    """Print a list for programs, one row a line."""
    sys.stdout.write("[\n" + ",\n".join(map(json_text, rows)) + "\n]\n")


def json_text(data: object, indent: int | None = None) -> str:
    """Return data as JSON that a terminal can show: what would act is escaped in its strings.

    >>> print(json_text({"player": "Zoë\\x9b2J"}))
    {"player": "Zoë\\u009b2J"}
    """
    text = json.dumps(data, ensure_ascii=False, indent=indent)
    return "".join(
        sign if sign == "\n" or visible(sign) == sign else json.dumps(sign)[1:-1] for sign in text
    )


def confirm(question: str, default: bool = False, abort: bool = False) -> bool:
    """Ask a question that is answered with yes or no."""
    return click.confirm(visible(question), default, abort)


def ask_secret(question: str) -> str:
    """Ask for a password."""
    return str(click.prompt(visible(question), hide_input=True, err=True))
