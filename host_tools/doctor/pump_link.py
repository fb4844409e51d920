"""The link of a visit over real ports: a pump, the wall clock, and the last bytes of every port."""

import time

from host_tools.link.events import Event
from host_tools.link.hub import Hub
from host_tools.link.port import ListedPort, Port, PortSource
from host_tools.link.pump import Pump

KEPT = 2048


class HeardPort:
    """A port whose last bytes are kept."""

    def __init__(self, port: Port, kept: bytearray) -> None:
        self._port, self._kept = port, kept
        self.fileno, self.write, self.close = port.fileno, port.write, port.close

    def read(self) -> bytes:
        """Return what has arrived."""
        data = self._port.read()
        self._kept += data
        del self._kept[:-KEPT]
        return data


class ListeningSource:
    """A source whose ports keep their last bytes."""

    def __init__(self, source: PortSource, kept: dict[str, bytearray]) -> None:
        self._source, self._kept = source, kept

    def find(self) -> list[ListedPort]:
        """Return the ports that are plugged in now."""
        return self._source.find()

    def open(self, name: str) -> Port:
        """Open one of them."""
        return HeardPort(self._source.open(name), self._kept.setdefault(name, bytearray()))


class PumpLink:
    """Real ports, or virtual boards in real time."""

    def __init__(self, sources: list[PortSource]) -> None:
        self.hub = Hub()
        self._kept: dict[str, bytearray] = {}
        self._pump = Pump(self.hub, [ListeningSource(source, self._kept) for source in sources])

    def now(self) -> float:
        """Return the time in seconds."""
        return time.monotonic()

    def run(self) -> list[Event]:
        """Let a moment pass; return its events."""
        return self._pump.run_once()

    def ports(self) -> list[str]:
        """Return the ports that are open."""
        return self._pump.ports()

    def heard(self, port: str) -> bytes:
        """Return the last bytes from a port."""
        return bytes(self._kept.get(port, b""))

    def close(self) -> None:
        """Close every port."""
        self._pump.close()
