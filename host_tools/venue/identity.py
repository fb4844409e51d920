"""Who a table is: an id that stays, and a name that people gave it."""

from __future__ import annotations

import json
import re
import socket
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid4, uuid5

NAME = re.compile(r"[\w][\w .-]{0,39}")  # a level of a topic: no slash, plus or hash


class NamingError(ValueError):
    """A name that no table can have; the text says which can."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The id of a table is drawn once; its name may change."""

    id: str
    name: str

    def as_json(self) -> dict[str, str]:
        """Return what messages say of a table."""
        return {"id": self.id, "name": self.name}


def event_id(game: str, what: str) -> str:
    """Name what happens in a game: the same thing always has the same name."""
    return str(uuid5(UUID(game), what))


def checked_name(name: str) -> str:
    """Return a table's name, or raise.

    >>> checked_name("Table 7")
    'Table 7'
    """
    if not NAME.fullmatch(name):
        raise NamingError(
            f"A table cannot be called {name!r:.50}: up to 40 letters, digits, spaces, dots and "
            "dashes are fine."
        )
    return name


def identity_in(folder: Path, name: str | None = None) -> Identity:
    """Return who the table with its games in this folder is; a new one gets its id now."""
    path = folder / "table.json"
    known = _read(path)
    usual = re.sub(r"[^\w.-]", "-", socket.gethostname())[:40].lstrip(".-") or "table"
    found = Identity(known.get("id") or str(uuid4()), name or known.get("name") or usual)
    if found.as_json() != known:
        folder.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_text(json.dumps(found.as_json()), "utf-8")
        part.replace(path)
    return found


def _read(path: Path) -> dict[str, str]:
    """A file that is missing or damaged knows no table: its games are in the journal."""
    try:
        found = json.loads(path.read_text("utf-8"))
        UUID(found["id"])
        return {"id": str(found["id"]), "name": checked_name(str(found["name"]))}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
