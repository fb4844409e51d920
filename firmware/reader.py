"""What every reader chip promises, and how it says that it cannot keep the promise.

A reader has `read_uids()`, `present(uid)`, `health()`, `version()`, `self_test()`, `gains()`,
`reset()`, `antenna(on)` and `gain(db)`. An empty list means that nothing lies in the field, and
only that.
"""

from array import array

try:
    from micropython import const as const
except ImportError:  # CPython: the simulations run these same files

    def const(value: int) -> int:  # type: ignore[misc]
        """Give the value back: only MicroPython's compiler knows constants."""
        return value


TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Pin(Protocol):
        """A pin that is called with its new level."""

        def __call__(self, __level: int) -> object:
            """Drive the pin."""

    class SPI(Protocol):
        """What a driver needs of an SPI bus."""

        def write(self, __data: "bytearray | memoryview") -> object:
            """Send bytes."""

        def write_readinto(
            self, __data: "bytearray | memoryview", __buffer: "bytearray | memoryview"
        ) -> object:
            """Send bytes and take as many."""

    class Reader(Protocol):
        """What the seat needs of any reader."""

        name: str

        def read_uids(self) -> "list[bytes]":
            """Return every UID in the field, or raise."""

        def present(self, uid: bytes) -> bool:
            """Tell whether this tag is in the field, or raise."""

        def health(self) -> str:
            """Say in a few words how the chip is."""

        def reset(self) -> None:
            """Start the chip afresh, or raise."""

        def version(self) -> int:
            """Return the chip's version, or raise."""

        def self_test(self) -> "bool | None":
            """Tell whether the chip is well, None where nobody knows; or raise."""

        def gains(self) -> "tuple[int, int]":
            """Return the gain that is and the one that should be, or raise."""


class ReaderError(Exception):
    """The chip or its bus is at fault: nothing is known about what lies in the field."""

    code = "reader_dead"


class Unreadable(ReaderError):  # noqa: N818
    """Something answers in the field, but no UID came through unharmed."""

    code = "unreadable"


def _crc_of(byte: int) -> int:
    byte = (byte ^ byte << 4) & 0xFF
    return byte << 8 ^ byte << 3 ^ byte >> 4


_CRC = array("H", [_crc_of(byte) for byte in range(256)])  # a table takes half the time on a board


def crc_a(data: "bytes | bytearray", start: int, end: int) -> int:
    """Work out the CRC_A of a part of a buffer (ISO 14443-3, annex B)."""
    crc = 0x6363
    for at in range(start, end):
        crc = crc >> 8 ^ _CRC[(data[at] ^ crc) & 0xFF]
    return crc


def cascade(uid: bytes) -> "list[bytes]":
    """Cut a UID into what each cascade level sends, 0x88 before every cut (ISO 14443-3, 6.5.4)."""
    parts = []
    while len(uid) > 4:
        parts.append(b"\x88" + uid[:3])
        uid = uid[3:]
    parts.append(uid)
    return parts
