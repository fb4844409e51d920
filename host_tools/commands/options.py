"""The options that commands share: what is played, in which room, and in which language."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click
from click.core import ParameterSource

from card_db.lines import CardError
from card_db.loader import house_lines, load_box
from host_tools.rules.setup import EDITIONS, RULINGS, VARIANTS
from host_tools.table.journal import Journal, JournalError
from host_tools.texts import LANGUAGES
from host_tools.texts.echo import confirm

if TYPE_CHECKING:
    from host_tools.web.certificate import Certificate

Command = Callable[..., None]


def _journal(ctx: click.Context, _: click.Parameter, value: Path | None) -> Path | None:
    """Refuse what can be no journal."""
    if value is not None and (not value.name or _is_device(value)):
        raise click.BadParameter(f"{str(value)!r} is no file. Name a file for the journal.", ctx)
    return value


def _is_device(path: Path) -> bool:
    return is_there(path) and not (path.is_file() or path.is_dir())


JOURNAL = click.option(
    "--journal",
    type=click.Path(path_type=Path),
    callback=_journal,
    help="The journal; by default in your data folder.",
)
SEATS = click.option(
    "--seats",
    multiple=True,
    default=("serial:auto",),
    help="Where the seats are: serial:auto, serial:PORT, sim:, replay:FILE. May be repeated.",
)
LANG = click.option(
    "--lang", type=click.Choice(list(LANGUAGES)), default="en", help="The language."
)
SETS = click.option(
    "--sets",
    default="base",
    show_default=True,
    help="base,leaders,cities,wonder_pack (1e),promo_guilds (2e): some, separated by commas.",
)
EDITION = click.option(
    "--edition",
    type=click.Choice(EDITIONS),
    default="1e",
    show_default=True,
    help="The printing: first, or second (2020).",
)
VARIANT = click.option(
    "--variant", type=click.Choice(VARIANTS), help="standard by default, two_player for 2 players."
)
HOUSE = click.option(
    "--house",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Add the cards and wonders of this file (see docs/effects.md). May be repeated.",
)


def _rulings(_: click.Context, __: click.Parameter, values: Sequence[str]) -> dict[str, int]:
    """Read NAME and NAME=VALUE; the set-up says what is wrong with them."""
    words: dict[str, Any] = {"true": True, "false": False, "": True}
    pairs = [value.partition("=") for value in values]
    return {
        name: words.get(said.lower(), int(said) if said.isdecimal() and len(said) < 3 else said)
        for name, _, said in pairs
    }


RULING = click.option(
    "--ruling",
    "rulings",
    multiple=True,
    callback=_rulings,
    metavar="NAME[=VALUE]",
    help=f"What your table decides otherwise: {', '.join(RULINGS)}. May be repeated.",
)
MOST_BYTES = 20_000_000  # of a file from outside
STANDARD_INPUT = Path("-")
GAME_NUMBER = click.IntRange(1, 10**9)
WEB = click.option("--web/--no-web", default=True, help="Serve the pages (default), or not.")
PORT = click.option(
    "--port", type=click.IntRange(0, 65535), help="The port of the pages; 0 picks a free one."
)
LAN = click.option("--lan/--no-lan", help="Let phones on your network join by link.")


def _certificate(
    _: click.Context, __: click.Parameter, files: tuple[Path, Path] | None
) -> Certificate | None:
    """Read a certificate before anything else is done."""
    if files is None:
        return None
    from host_tools.web.certificate import Certificate, CertificateError

    with sentences(CertificateError):
        return Certificate.read(*files)


HTTPS = click.option(
    "--https",
    type=(click.Path(path_type=Path), click.Path(path_type=Path)),
    metavar="CERT KEY",
    callback=_certificate,
    help="Serve the pages by HTTPS: the files of a certificate and its key (PEM).",
)
CHANCES = click.option("--chances/--no-chances", help="Show on the screen who will probably win.")
PRIVATE_HISTORY = click.option(
    "--private-history/--no-private-history",
    help="History and statistics only for the operator and the players at this table.",
)
CAPTURE = click.option(
    "--capture",
    type=click.Path(path_type=Path),
    help="Record the evening in this new file, for `rerun`.",
)


@dataclass(frozen=True)
class Room:
    """Where an evening takes place: its seats, pages, journal and language."""

    capture: Path | None
    seats: Sequence[str]
    web: bool
    port: int | None
    lan: bool
    chances: bool
    journal: Path | None
    lang: str
    private_history: bool = False
    https: Certificate | None = None


def room_options(command: Command) -> Command:
    """Give a command the options of a room, and the room as its first argument."""

    @wraps(command)
    def called(**options: Any) -> None:
        room = Room(**{field.name: options.pop(field.name) for field in fields(Room)})
        command(room, **options)

    for option in (LANG, JOURNAL, PRIVATE_HISTORY, CHANCES, HTTPS, LAN, PORT, WEB, SEATS, CAPTURE):
        called = option(called)
    return called


def given_options(other: click.Command) -> list[str]:
    """Return the options of the running command that another one has too, as they were typed.

    Not --capture: that is a new file each time.
    """
    ctx, words = click.get_current_context(), list[str]()
    for option in other.params:
        name = option.name or ""
        given = ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if isinstance(option, click.Option) and given and name != "capture":
            words += _typed(option, ctx.params[name])
    return words


def _typed(option: click.Option, value: Any) -> Iterator[str]:
    if option.is_flag:
        yield option.opts[0] if value else option.secondary_opts[0]
        return
    for one in value if option.multiple else (value,):
        yield option.opts[0]
        yield from map(str, one[: option.nargs] if option.nargs > 1 else (one,))


def house_of(edition: str, files: Sequence[Path]) -> tuple[str, ...]:
    """Return the lines of house files as a game or a deck keeps them, or say what is wrong."""
    if not files:
        return ()
    from host_tools.texts.cards import check_house_names  # slow to import

    with sentences(CardError):
        check_house_names(load_box(edition, files))
        return house_lines(files)


def a_number(_: click.Context, __: click.Parameter, value: float) -> float:
    """Refuse what calls itself no number: it is in every range."""
    if value != value:
        raise click.BadParameter("nan is not a number.")
    return value


def open_journal(path: Path | None, new: bool = True, reading: bool = False) -> Journal:
    """Open the journal, only for reading or not; a sentence when it cannot be used.

    A file that is named must be there, unless a new one will do. Nothing is made only to be read.
    """
    if path is not None and not is_there(path) and (reading or not new):
        raise click.ClickException(f"There is no journal {path}. `wondertable play` begins one.")
    with sentences(JournalError):
        journal = Journal(path or data_folder() / "games.db", reading)
    click.get_current_context().call_on_close(journal.close)
    return journal


def is_there(path: Path) -> bool:
    """Return whether there is such a file; a name that no file can have is none."""
    try:
        return path.exists()
    except OSError:
        return False


def data_folder() -> Path:
    """Return where games and tags live."""
    from platformdirs import user_data_path

    return user_data_path("wondertable", appauthor=False)


YES = click.option("--yes", is_flag=True, help="Do not ask.")


def ask_first(question: str, yes: bool) -> None:
    """Ask before something is deleted; where nobody can be asked, only --yes will do."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise click.ClickException(
            f"{question} Nobody can be asked here, so nothing was changed: add --yes."
        )
    confirm(question, abort=True)


@contextmanager
def sentences(*errors: type[Exception]) -> Iterator[None]:
    """Print errors of these kinds as the sentences that they are."""
    try:
        yield
    except errors as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def reading(path: Path, verb: str = "read") -> Iterator[None]:
    """Say in a sentence why a file cannot be read."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"{path} cannot be {verb}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise click.ClickException(f"{path} is not UTF-8 text: is it the right file?") from None


def opened_file(path: Path) -> AbstractContextManager[BinaryIO]:
    """Open a file to read; `-` is standard input."""
    return nullcontext(sys.stdin.buffer) if path == STANDARD_INPUT else path.open("rb")


def contents(path: Path) -> bytes:
    """Return what is in a file from outside, or say in a sentence why it is not read."""
    with reading(path), opened_file(path) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise click.ClickException(f"{path} is larger than any such file: is it the right one?")
    return data


def text_in(path: Path) -> str:
    """Return the text of a file from outside, with line ends as Python has them."""
    with reading(path):
        text = contents(path).decode("utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def write(path: Path, data: bytes | str) -> None:
    """Write a file, or say in a sentence why not."""
    with reading(path, "written"):
        path.write_bytes(data.encode() if isinstance(data, str) else data)
