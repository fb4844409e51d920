"""A port: bytes in and out, never waiting; and where ports come from."""

from dataclasses import dataclass
from typing import Protocol

CHUNK = 4096
POLLED = -1


class PortError(Exception):
    """A port cannot be used: `code` for programs, the text a sentence for the operator."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Port(Protocol):
    """An open port."""

    def fileno(self) -> int:
        """Return what to wait on; `POLLED` when the port must be read now and then."""

    def read(self) -> bytes:
        """Return what has arrived, perhaps nothing; OSError when the port is gone."""

    def write(self, data: bytes) -> int:
        """Write what the port takes now and return how much; OSError when the port is gone."""

    def close(self) -> None:
        """Close the port."""


@dataclass(frozen=True, slots=True)
class ListedPort:
    """A port that is plugged in; `why` says why it is not opened, if it is not."""

    name: str
    why: str = ""


class PortSource(Protocol):
    """Where ports come from; called from the thread that looks for ports."""

    def find(self) -> list[ListedPort]:
        """Return the ports that are plugged in now."""

    def open(self, name: str) -> Port:
        """Open one of them; PortError when it cannot be used."""
