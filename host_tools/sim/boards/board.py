"""What every virtual board offers, whatever runs the firmware behind it."""

import json
from collections.abc import Mapping
from typing import Protocol

from host_tools.flash.firmware import firmware_files
from host_tools.sim.chips.parts import Parts

# What is wired otherwise than in the Pico's profile: {"reader": "pn532_i2c"}.
Changes = Mapping[str, object] | None


class Board(Protocol):
    """A seat's board and its parts, seen from the host's end of the cable."""

    parts: Parts

    def send(self, data: bytes) -> None:
        """Write bytes to the board."""

    def take(self) -> bytes:
        """Read what the board has written."""

    def now(self) -> int:
        """Return the board's time in milliseconds."""

    def run(self, milliseconds: int) -> None:
        """Let time pass: simulated where the board's time is, real otherwise."""

    def reset(self) -> None:
        """Press the reset button."""

    def unplug(self) -> None:
        """Pull the cable: power is gone."""

    def plug(self) -> None:
        """Plug the cable in."""

    def close(self) -> None:
        """Throw the board away."""


def board_files(files: Mapping[str, bytes] | None, changes: Changes) -> dict[str, bytes]:
    """What lies on a board's flash: these files or the firmware, and what differs in its wiring."""
    found = dict(firmware_files() if files is None else files)
    if changes:
        found["wiring.json"] = json.dumps(changes).encode()
    return found
