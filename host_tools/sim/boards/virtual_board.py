"""What every virtual board offers, whatever runs the firmware behind it."""

import json
from collections.abc import Mapping
from typing import Protocol

from host_tools.flash.firmware import firmware_files
from host_tools.sim.chips.seat_parts import SeatParts

# What differs from the Pico's wiring: {"reader": "pn532_i2c"}; it may name another profile.
WiringChanges = Mapping[str, object] | None


class VirtualBoard(Protocol):
    """A board and the parts of its seats, seen from the host's end of the cable."""

    seats: list[SeatParts]
    parts: SeatParts  # those of the first seat, for boards that have only one

    def send(self, data: bytes) -> None:
        """Write bytes to the board."""

    def take(self) -> bytes:
        """Read what the board has written."""

    def now(self) -> int:
        """Return the board's time in milliseconds."""

    def run(self, milliseconds: int) -> None:
        """Let time pass, simulated or real."""

    def reset(self) -> None:
        """Press the reset button."""

    def unplug(self) -> None:
        """Pull the cable: power is gone."""

    def plug(self) -> None:
        """Plug the cable in."""

    def close(self) -> None:
        """Close the board."""


def board_files(files: Mapping[str, bytes] | None, changes: WiringChanges) -> dict[str, bytes]:
    """Return the files on a board's flash: these or the firmware, and its wiring."""
    content = dict(firmware_files() if files is None else files)
    if changes:
        content["wiring.json"] = json.dumps(changes).encode()
    return content
