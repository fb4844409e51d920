"""What every port offers once it is open: bytes in and out, never waiting."""

from dataclasses import dataclass
from typing import Protocol

CHUNK = 4096
POLLED = -1


class PortError(Exception):
    """A port cannot be used: `code` for programs, the text a sentence for the operator."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Wire(Protocol):
    """An open port."""

    def fileno(self) -> int:
        """What to wait on; `POLLED` when it must be asked now and then."""

    def read(self) -> bytes:
        """What has come, maybe nothing; OSError when the port is gone."""

    def write(self, data: bytes) -> int:
        """Write what the port takes now and say how much; OSError when the port is gone."""

    def close(self) -> None:
        """Give the port back."""


@dataclass(frozen=True, slots=True)
class Found:
    """A port that is there; `why` says why it is left alone, if it is."""

    name: str
    why: str = ""


class Source(Protocol):
    """Where ports come from; asked from the thread that watches, never from the one that reads."""

    def find(self) -> list[Found]:
        """The ports that are there now."""

    def open(self, name: str) -> Wire:
        """Open one of them; PortError when it cannot be used."""
