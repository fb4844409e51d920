"""Copied to a board as /main.py: starts the firmware of one slot, and Ctrl-C leaves it.

`wondertable flash` fills in the slots: replacing this one file is the whole change from the old
firmware to the new. A new slot is on trial until the host has heard it; from its second start on,
the old one runs instead.
"""

import os
import sys

SLOT, OLD = "", ""  # the folder that has /firmware in it, and the one that was there before


def choose(slot: str, old: str) -> str:
    """Return the folder to start from."""
    try:
        os.rename(slot + "/trial", slot + "/tried")
        return slot  # the first start of all
    except OSError:  # not on trial
        pass
    try:
        os.stat(slot + "/tried")
        return old  # nobody has heard the first start
    except OSError:  # proven
        return slot


if __name__ == "__main__":
    sys.path.insert(0, choose(SLOT, OLD) or "/")

    from firmware.main import run

    run()
