"""The commands of a tournament's people: enter them from a file, add one, drop one."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from host_tools.commands.options import contents, sentences
from host_tools.commands.venue_rounds import opened_book
from host_tools.rules.errors import MoveError
from host_tools.rules.names import RULE, check_name, plain_key
from host_tools.texts.echo import echo
from host_tools.texts.sheet import from_sheet
from host_tools.venue import rounds
from host_tools.venue.tournament import key_of

# Columns that make a name, the first that are all there; without capitals and accents.
NAME_HEADS = (
    ("name",), ("full name",), ("player",), ("joueur",), ("first name", "last name"),
    ("first name", "surname"), ("prenom", "nom"), ("nom",),
)  # fmt: skip
WRONG_MAX = 10  # of the names that cannot be entered, as many are shown


class NameRow(NamedTuple):
    """A name of a file, and its line."""

    line: int
    name: str


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def players(ctx: click.Context, file: Path) -> None:
    """Enter the players of a tournament from a CSV file.

    One name a line, or a column called name, full name, player, nom or joueur, or two called first
    name and last name (surname), prenom and nom (accents do not matter). Names that are known stay.

    \b
    Example:
      wondertable venue players people.csv
    """
    try:
        rows = names_in(contents(file).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise click.ClickException(
            f"{file} is not UTF-8 text: is it the right file? If it is from a spreadsheet, save it "
            "as CSV UTF-8."
        ) from None
    except csv.Error as error:
        raise click.ClickException(f"Nobody was entered from {file}: {error}") from None
    if not rows:
        raise click.ClickException(f"{file} has no names in it.")
    names = _checked(file, rows)
    times, first = Counter(map(key_of, names)), dict[str, str]()
    for name in names:
        first.setdefault(key_of(name), name)
    with opened_book(ctx, new=True) as book:
        new = book.enter([*first.values()])
        total = len(book.players())
    for key, number in times.items():
        if number > 1:
            often = "twice" if number == 2 else f"{number} times"
            echo(f"{first[key]} is there {often}: entered once.")
    listed = f": {', '.join(new)}" if new else ""
    echo(f"{count(len(new), 'new player')}{listed}.", f"{taking_part(total)}.")


def names_in(text: str) -> list[NameRow]:
    """Return the names of a CSV file with their lines.

    >>> [row.name for row in names_in("club;name\\nA;Ann\\nB;Bo\\n")]
    ['Ann', 'Bo']
    >>> names_in("First name,Last name\\nAnn,Lee\\n"), names_in("Ann\\n\\nBo\\n")[1]
    ([NameRow(line=2, name='Ann Lee')], NameRow(line=3, name='Bo'))
    """
    sign = max(";,\t", key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text, newline=None), delimiter=sign)
    rows = [(reader.line_num, row) for row in reader if any(row)]
    heads = [plain_key(cell.replace("_", " ")) for cell in rows[0][1]] if rows else []
    known = next((names for names in NAME_HEADS if set(names) <= set(heads)), ())
    columns = [heads.index(name) for name in known] or [0]
    found = []
    for line, row in rows[1 if known else 0 :]:
        cells = [from_sheet(row[column]).strip() for column in columns if column < len(row)]
        if name := " ".join(filter(None, cells)):
            found.append(NameRow(line, name))
    return found


def _checked(file: Path, rows: Sequence[NameRow]) -> list[str]:
    """Return the names as they are kept; if some are wrong, say which, all at once."""
    names, wrong = [], []
    for line, name in rows:
        try:
            names.append(check_name(name))
        except MoveError:
            wrong.append(f"{name!r:.40} (line {line})")
    if wrong:
        more = len(wrong) - WRONG_MAX
        others = f" and {more} more" if more > 0 else ""
        raise click.ClickException(
            f"Nobody was entered from {file}: {RULE}, not {', '.join(wrong[:WRONG_MAX])}{others}."
        )
    return names


@click.command()
@click.argument("name")
@click.pass_context
def add(ctx: click.Context, name: str) -> None:
    """Let one more player take part, from the next round on.

    \b
    Example:
      wondertable venue add "Ann Lee"
    """
    with sentences(MoveError):
        known = check_name(name)
    with opened_book(ctx, new=True) as book:
        stored = rounds.add_player(book, known)
        echo(f"{stored} has been added: {taking_part(len(book.players()))}.")


@click.command()
@click.argument("name")
@click.pass_context
def drop(ctx: click.Context, name: str) -> None:
    """Let a player take part no longer; what was played stays.

    \b
    Example:
      wondertable venue drop "Ann Lee"
    """
    with opened_book(ctx) as book:
        stored = rounds.drop_player(book, name)
        number = len(book.players())
        left = "is" if number == 1 else "are"
        echo(f"{stored} has left the tournament; {count(number, 'player')} {left} left.")


def count(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> count(1, "new player"), count(0, "player")
    ('1 new player', '0 players')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def taking_part(number: int) -> str:
    """Say how many take part.

    >>> taking_part(1), taking_part(9)
    ('1 player takes part', '9 players take part')
    """
    return f"{count(number, 'player')} {'takes' if number == 1 else 'take'} part"
