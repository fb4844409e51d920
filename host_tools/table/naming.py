"""Ids of things that last: the same thing gets the same id wherever it is worked out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from uuid import UUID, uuid5

from host_tools.table.journal import Entry

WONDERTABLE = UUID("5f0f6b1e-8c5e-5d0b-9a55-7d0c2f3d1b68")
"""The name space of all our ids."""

Timed = Sequence[tuple[float, Entry]]
"""The entries of a game, with their times."""


def game_uuid(entries: Timed) -> str:
    """Name a game for ever, by when it began and what was agreed: no two begin so alike.

    >>> game_uuid([(1700000000.0, {"do": "setup", "plan": {}})])
    'd497904d-f822-5513-b508-6f0f9b3570c4'
    """
    begun, setup = entries[0]
    return str(uuid5(WONDERTABLE, f"{begun!r} {json.dumps(setup, sort_keys=True)}"))
