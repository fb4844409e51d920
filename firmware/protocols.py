"""What the parts of a seat must offer; only type checkers read this, no board imports it."""

from typing import Protocol


class Stream(Protocol):
    """The cable."""

    def read(self) -> bytes:
        """What has arrived, maybe nothing."""

    def write(self, __data: bytes) -> None:
        """Send this."""


class Clock(Protocol):
    """Milliseconds that never run backwards."""

    def now(self) -> int:
        """The time."""


class Lamps(Protocol):
    """Lamp 0 is the seat's light, 1 to 3 are the buttons."""

    def write(self, __place: int, __colour: "tuple[int, int, int]") -> None:
        """Set a lamp."""

    def show(self) -> None:
        """Light what was set."""


class Buzzer(Protocol):
    """Sounds one tone until the next."""

    def tone(self, __hertz: int) -> None:
        """Sound this; 0 is silence."""


class Screen(Protocol):
    """Shows a few words."""

    def show(self, __text: str) -> None:
        """Show this text."""
