"""What `doctor --bundle` packs: versions, settings, logs, and the outline of the last game."""

import getpass
import platform
import re
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from host_tools import VERSION
from host_tools.commands.config import HIDDEN, config_facts
from host_tools.commands.log_file import log_files
from host_tools.commands.options import data_folder, is_there, reading, write
from host_tools.commands.player_data import Places, known_names
from host_tools.commands.settings import SettingsError, read_settings
from host_tools.doctor.bundle import pack, redaction
from host_tools.doctor.host_facts import parts
from host_tools.table.outline import outline
from host_tools.texts.echo import echo, json_text

SHORTEST = 3  # letters of a user or a computer that are worth hiding: shorter ones are in any word
PERSONAL = {
    "players", "house", "deck", "https", "mqtt", "mqtt-password-file", "mqtt-ca", "table",
}  # fmt: skip
"""Settings that hold people's own words."""
LEFT_OUT = "Names of players, passwords, links, IP addresses and folders are left out."
README = f"""\
Made by `wondertable doctor --bundle`, to send with a report.

versions.json    Wondertable, Python, the system and the packages
settings.json    what is in force; nobody's names, files and addresses
journal.json     the last game: what was agreed, and how many entries of which kind
wondertable.log  what the program did, and older ones with a number

{LEFT_OUT}
"""


def write_bundle(main: click.Command, journal: Path | None, to: Path | None) -> None:
    """Write a bundle, and say what is in it and where it is."""
    to = to or Path(time.strftime("wondertable-%Y%m%d-%H%M%S.zip"))
    if is_there(to):
        raise click.ClickException(f"{to} exists already: choose another file name.")
    journal = journal or data_folder() / "games.db"
    texts = _texts(main, journal)
    data = pack(texts, redaction(_names(journal), _here()))
    write(to, data)
    echo(f"{to.absolute()}, {len(data) / 1000:.1f} kB:", *(f"  {name}" for name in texts))
    echo(LEFT_OUT)
    echo("Look into it, then send it with your report.")


def _texts(main: click.Command, journal: Path) -> dict[str, str]:
    """Return everything to pack, by its name in the bundle."""
    facts = {
        "versions.json": _versions(),
        "settings.json": _settings(main),
        "journal.json": outline(journal),
    }
    found = {"README.txt": README} | {
        name: json_text(data, indent=1) + "\n" for name, data in facts.items()
    }
    for path in log_files():
        with reading(path):
            found[path.name] = path.read_text("utf-8", "replace")
    return found


def _versions() -> dict[str, Any]:
    return {
        "wondertable": VERSION,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "packages": {part.name: part.found for part in parts()},
    }


def _settings(main: click.Command) -> dict[str, Any]:
    """Return what is in force, without what people have named themselves."""
    facts = config_facts(main)
    for row in facts["settings"]:
        if row["key"] in PERSONAL and row["source"] == "file":
            row["value"] = HIDDEN
        del row["commands"]
    problems = [re.sub(r"cannot be .*", "cannot be that.", text) for text in facts["problems"]]
    return {"problems": problems, "settings": facts["settings"]}


def _names(journal: Path) -> set[str]:
    """Return everybody who has played here, and who shall play."""
    folder = data_folder()
    names = set[str]()
    for path in (journal, folder / "games.db", folder / "demo.db"):
        names |= known_names(Places(path, folder / "venue.db", None))
    with suppress(SettingsError):
        players = read_settings().written.get("players")
        names |= set(players) if isinstance(players, list) else set()
    return names


def _here() -> set[str]:
    """Return what this computer and its user are called."""
    names = {platform.node(), platform.node().partition(".")[0], Path.home().name}
    with suppress(OSError, KeyError):  # some containers have no user
        names.add(getpass.getuser())
    return {name for name in names if len(name) >= SHORTEST} - {sys.platform}
