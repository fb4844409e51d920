"""The link of a visit in the real world: a pump, the wall clock, and an ear at every port."""

import time

from host_tools.link.events import Event
from host_tools.link.hub import Hub
from host_tools.link.port import ListedPort, Port, PortSource
from host_tools.link.pump import Pump

KEPT = 2048


class HeardWire:
    """A port of which the last bytes are kept as they came."""

    def __init__(self, wire: Port, kept: bytearray) -> None:
        self._wire, self._kept = wire, kept
        self.fileno, self.write, self.close = wire.fileno, wire.write, wire.close

    def read(self) -> bytes:
        """What has come."""
        data = self._wire.read()
        self._kept += data
        del self._kept[:-KEPT]
        return data


class Ear:
    """A source whose ports are listened to."""

    def __init__(self, source: PortSource, kept: dict[str, bytearray]) -> None:
        self._source, self._kept = source, kept

    def find(self) -> list[ListedPort]:
        """The ports that are there now."""
        return self._source.find()

    def open(self, name: str) -> Port:
        """Open one of them."""
        return HeardWire(self._source.open(name), self._kept.setdefault(name, bytearray()))


class PumpLink:
    """Real ports, or virtual boards in real time."""

    def __init__(self, sources: list[PortSource]) -> None:
        self.hub = Hub()
        self._kept: dict[str, bytearray] = {}
        self._pump = Pump(self.hub, [Ear(source, self._kept) for source in sources])

    def now(self) -> float:
        """Seconds."""
        return time.monotonic()

    def run(self) -> list[Event]:
        """Let a moment pass."""
        return self._pump.run_once()

    def ports(self) -> list[str]:
        """The ports that are open."""
        return self._pump.ports()

    def heard(self, port: str) -> bytes:
        """The last bytes that came from a port."""
        return bytes(self._kept.get(port, b""))

    def close(self) -> None:
        """Close every port."""
        self._pump.close()
