"""What the parts of a seat must offer; only type checkers read this, no board has it."""

from collections.abc import Callable
from typing import Protocol

OutPin = Callable[[int], object]  # drives the pin to a level
Sleep = Callable[[int], object]  # waits for microseconds


class HostPort(Protocol):
    """The port to the host."""

    def read(self) -> bytes:
        """Return the bytes that have arrived, maybe none."""

    def write(self, __data: bytes) -> None:
        """Send these bytes."""


class MillisClock(Protocol):
    """Milliseconds that never run backwards."""

    def now(self) -> int:
        """Return the time."""


class Reader(Protocol):
    """A reader chip. An empty list of UIDs means that nothing lies in its field, and only that."""

    name: str
    most: int  # tags that it tells apart
    tests: int  # that it has

    def read_uids(self) -> "list[bytes]":
        """Return every UID in the field, or raise."""

    def present(self, __uid: bytes) -> bool:
        """Return whether this tag is in the field, or raise."""

    def signature(self, __uid: bytes) -> bytes:
        """Return the tag's originality signature, or raise where it has none."""

    def magic(self, __uid: bytes) -> bool:
        """Return whether the tag gives itself away as a copy, or raise."""

    def health(self) -> str:
        """Return how the chip is, in a few words."""

    def reset(self) -> None:
        """Restart the chip, or raise."""

    def version(self) -> int:
        """Return the chip's version, or raise."""

    def test(self, __part: int) -> "bool | None":
        """Return whether the chip passes a test, None where nobody knows; or raise."""

    def gains(self) -> "tuple[int, int]":
        """Return the gain that the chip has and the one that it should have, or raise."""

    def gain(self, __db: int) -> None:
        """Set the receiver's gain, or raise."""

    def antenna(self, __on: bool) -> None:
        """Switch the field on or off, or raise; tags forget their state in the dark."""


class TrayWatcher(Protocol):
    """Who is told what lies on a tray, and how its reader is."""

    def lay(self, __tags: "tuple[bytes, ...] | None", __now: int) -> None:
        """Take what lies there now; None when that is not known."""

    def doubts(self, __tags: "tuple[bytes, ...] | None") -> bytes:
        """Return the tag whose origin is of interest, if any."""

    def vouch(self, __uid: bytes, __signature: bytes, __magic: bool) -> None:
        """Take a tag's signature, and whether it is plainly a copy."""

    def fault(self, __code: str, __text: str) -> None:
        """Report that something is wrong."""

    def mend(self, __code: str) -> None:
        """Note that it is not wrong any more."""


class Turns(Protocol):
    """What polls a board's readers: its only poller, or the rota of several."""

    def step(self, __now: int) -> None:
        """Do what is due."""

    def wait(self, __now: int) -> int:
        """Return the milliseconds until something is due."""


class SpiBus(Protocol):
    """What a driver needs of an SPI bus."""

    def write(self, __data: "bytearray | memoryview") -> object:
        """Send bytes."""

    def write_readinto(
        self, __data: "bytearray | memoryview", __buffer: "bytearray | memoryview"
    ) -> object:
        """Send bytes and take as many."""


class I2cBus(Protocol):
    """What a driver needs of an I2C bus."""

    def writeto(self, __address: int, __data: "bytes | memoryview") -> object:
        """Send bytes."""

    def readfrom_into(self, __address: int, __buffer: "bytearray | memoryview") -> object:
        """Fill a buffer."""


class UartBus(Protocol):
    """What a driver needs of a UART that does not wait."""

    def write(self, __data: "bytes | memoryview") -> object:
        """Send bytes."""

    def readinto(self, __buffer: "bytearray | memoryview") -> "int | None":
        """Take the bytes that have arrived."""
