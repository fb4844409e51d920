"""The slots of a board's flash: which one main.py starts, and whether it has proved itself."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

SLOTS = ("/slot_a", "/slot_b")
ROOT = ""  # where `mpremote mip install` puts the firmware
OPEN = 'SLOT, OLD = "", ""'
CLOSED = 'SLOT, OLD = "{slot}", "{old}"'
FILLED = re.compile(r'^SLOT, OLD = "([\w/]*)", "([\w/]*)"', re.MULTILINE)
OURS = "from firmware.main import run"
HEAD = '"""Copied to a board as /main.py: '  # of every main.py of ours, old ones included
END = re.compile(r"^ *run\(\)", re.MULTILINE)
# The older main.py of boards in the field, with open slots: sha256 of their text.
OLDER = {
    "289ca7a5d16f31ee546db49471e774d3aea7ae79de6e232524ce59b294801484",
    "20db507360864f71fb3afb93c737603503cd42da5dd24b5fa42ab533899c318a",
}
BLANK = "\0\ufffd"  # what a write that was cut off leaves behind; \ufffd stands for 0xFF

TRIAL = "trial"
STARTS = 3  # that a slot on trial has: boot_main.py renames left3 to left2 and so on
LEFT = tuple(f"left{left}" for left in range(STARTS + 1))
MARKS = (TRIAL, "tried", *LEFT)  # `tried` is from when there was one start; TRIAL goes first


@dataclass(frozen=True, slots=True)
class SlotLayout:
    """What main.py starts: `slot`; while that is on trial, `old` from the fourth start on.

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


def names_slots(start: str) -> bool:
    """Return whether a main.py, or what is left of one, says which slot it starts."""
    return FILLED.search(start) is not None


def is_damaged(start: str) -> bool:
    """Return whether a main.py is the first part of one of ours, or nothing at all.

    >>> is_damaged(""), is_damaged('""\"Copied to a bo\\0\\0'), is_damaged("print('my lamp')")
    (True, True, False)
    """
    kept = start.rstrip(BLANK)
    if not kept.strip():
        return True
    return HEAD.startswith(kept) or (kept.startswith(HEAD) and not END.search(kept))


def is_known(start: str, ours: bytes) -> bool:
    """Return whether a main.py is `ours`, an older one, or the first part of ours: no loss."""
    kept = start.rstrip(BLANK).replace("\r\n", "\n")
    opened = FILLED.sub(OPEN, kept).strip()
    whole = ours.decode()
    if whole.startswith(opened) or sha256(opened.encode()).hexdigest() in OLDER:
        return True
    head = whole.partition(OPEN)[0]
    return kept.startswith(head) and "\n" not in kept.removeprefix(head)  # cut off in that line


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
