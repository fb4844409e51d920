"""The slots of a board's flash: which one main.py starts, and whether it has proved itself."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

SLOTS = ("/slot_a", "/slot_b")
ROOT = ""  # where `mpremote mip install` puts the firmware
OPEN = 'SLOT, OLD = "", ""'
CLOSED = 'SLOT, OLD = "{slot}", "{old}"'
FILLED = re.compile(r'^SLOT, OLD = "([\w/]*)", "([\w/]*)"', re.MULTILINE)
OURS = "from firmware.main import run"


@dataclass(frozen=True, slots=True)
class SlotLayout:
    """What main.py starts: `slot`; while that is on trial, `old` from the second start on.

    >>> SlotLayout("/slot_b", "/slot_a", trial=True).proven
    '/slot_a'
    >>> SlotLayout("/slot_b", "/slot_a").spare
    '/slot_a'
    """

    slot: str
    old: str
    trial: bool = False

    @property
    def proven(self) -> str:
        """Return the slot whose hello a host has heard; it must stay intact."""
        return self.old if self.trial else self.slot

    @property
    def spare(self) -> str:
        """Return the slot that may be written."""
        return SLOTS[1] if self.proven == SLOTS[0] else SLOTS[0]


def is_ours(start: str) -> bool:
    """Return whether a main.py starts Wondertable."""
    return OURS in start


def layout_of(start: str, marks: Mapping[str, bool]) -> SlotLayout:
    """Return what a board's main.py starts; `marks` says which slots are on trial."""
    found = FILLED.search(start)
    slot, old = found.groups() if found else (ROOT, ROOT)  # from before there were slots
    return SlotLayout(slot, old, marks.get(slot, False) and old != slot)


def fill(start: bytes, slot: str, old: str) -> bytes:
    """Return main.py for these slots."""
    text = start.decode()
    if text.count(OPEN) != 1:
        raise ValueError(f"main.py must have the line {OPEN} once")
    return text.replace(OPEN, CLOSED.format(slot=slot, old=old)).encode()
