"""Where ports come from, chosen by a URL.

serial:auto            every port whose USB id is a seat's
serial:/dev/ttyACM0    this port, whatever its id; also serial:COM3, serial:ttyACM0
sim:...                virtual boards, from the factory that is given
replay:evening.jsonl   a capture; replay:evening.jsonl?speed=8 runs faster
"""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from host_tools.link.captured import CapturedPorts
from host_tools.link.port import ListedPort, Port, PortError, PortSource
from host_tools.link.serial_port import POSIX, UsbPort, open_serial, usb_ports

# The virtual boards that are plugged in now, by port: the mapping may change at any time.
VirtualPorts = Mapping[str, Callable[[], Port]]


class AllSerialPorts:
    """Every port that may be a seat by its USB id."""

    def __init__(self, listing: Callable[[], list[UsbPort]] = usb_ports) -> None:
        self._listing = listing

    def find(self) -> list[ListedPort]:
        """Return the USB ports of this computer, with why some are not opened."""
        # A computer may have dozens of built-in ports that are not worth a notice.
        usb = [port for port in self._listing() if port.vid is not None]
        return [ListedPort(port.name, port.why_not()) for port in usb]

    def open(self, name: str) -> Port:
        """Open one of them."""
        return open_serial(name)


class NamedSerialPort:
    """One port that a person named; a symbolic link is resolved every time."""

    def __init__(self, name: str) -> None:
        self._name = port_name(name)

    def find(self) -> list[ListedPort]:
        """Return the port, if it is there."""
        if not POSIX:
            names = [port.name for port in usb_ports() if port.name.upper() == self._name]
            return [ListedPort(name) for name in names]
        path = Path(self._name)
        return [ListedPort(os.path.realpath(path))] if path.exists() else []

    def open(self, name: str) -> Port:
        """Open it."""
        return open_serial(name)


class SimulatedPorts:
    """Virtual boards."""

    def __init__(self, fleet: VirtualPorts) -> None:
        self._fleet = fleet

    def find(self) -> list[ListedPort]:
        """Return the boards that are plugged in."""
        return [ListedPort(name) for name in list(self._fleet)]

    def open(self, name: str) -> Port:
        """Open the port of one."""
        opener = self._fleet.get(name)
        if opener is None:
            raise PortError("missing", f"{name} is no longer plugged in.")
        return opener()


def port_name(name: str, platform: str = sys.platform) -> str:
    """Return the name under which a port is opened on this system.

    >>> port_name("ttyACM0", "linux"), port_name("/dev/tty.usbmodem1", "darwin")
    ('/dev/ttyACM0', '/dev/cu.usbmodem1')
    >>> port_name("com3", "win32")
    'COM3'
    """
    if platform == "win32":
        return name.upper()
    if "/" not in name:
        name = f"/dev/{name}"
    if platform == "darwin" and name.startswith("/dev/tty."):
        return "/dev/cu." + name.removeprefix("/dev/tty.")  # opening tty.* would wait for a carrier
    return name


def open_url(url: str, boards: Callable[[str], VirtualPorts] | None = None) -> PortSource:
    """Return the source of a URL; ValueError with a sentence when there is none."""
    scheme, _, rest = url.partition(":")
    if scheme == "serial" and rest:
        return AllSerialPorts() if rest == "auto" else NamedSerialPort(rest)
    if scheme == "sim" and boards is not None:
        return SimulatedPorts(boards(rest))
    if scheme == "replay" and rest:
        return CapturedPorts.of_url(rest)
    raise ValueError(f"{url!r} is not a port: try serial:auto, serial:NAME, sim: or replay:FILE")
