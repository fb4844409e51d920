"""Copied to a board as /main.py: starts the firmware of one slot, and Ctrl-C leaves it.

`wondertable flash` fills in the slots: replacing this one file is the whole change from the old
firmware to the new. A new slot is on trial until the host has heard it. It has three starts for
that, since opening or closing a port resets many boards; from the fourth on, the old one runs.
"""

import os
import sys

SLOT, OLD = "", ""  # the folder that has /firmware in it, and the one that was there before


def choose(slot: str, old: str) -> str:
    """Return the folder to start from."""
    try:
        os.stat(slot + "/trial")
    except OSError:  # proven
        return slot
    for left in (3, 2, 1):  # a rename is whole or not at all, whenever the power fails
        try:
            os.rename("{}/left{}".format(slot, left), "{}/left{}".format(slot, left - 1))
            return slot
        except OSError:  # another number
            pass
    return old  # nobody has heard any of the starts


if __name__ == "__main__":
    sys.path.insert(0, choose(SLOT, OLD) or "/")

    from firmware.main import run

    run()
