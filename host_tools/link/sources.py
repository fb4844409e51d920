"""Where ports come from, chosen by a URL.

serial:auto            every port whose USB id is a seat's
serial:/dev/ttyACM0    this port, whatever it is; also serial:COM3, serial:ttyACM0
sim:...                virtual boards, from the factory that is given
replay:evening.jsonl   what a recorder wrote; replay:evening.jsonl?speed=8 runs faster
"""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from host_tools.link.replay import Replay
from host_tools.link.serial_wire import POSIX, open_serial
from host_tools.link.usb import UsbPort, usb_ports
from host_tools.link.wire import Found, PortError, Source, Wire

# The virtual boards that are plugged in now, by port: the mapping may change at any time.
Fleet = Mapping[str, Callable[[], Wire]]


class SerialAuto:
    """Every port that may be a seat by its USB id."""

    def __init__(self, listing: Callable[[], list[UsbPort]] = usb_ports) -> None:
        self._listing = listing

    def find(self) -> list[Found]:
        """The USB ports of this computer, with what speaks against some of them."""
        # A computer may have dozens of built-in ports: nobody wants a line about each.
        usb = [port for port in self._listing() if port.vid is not None]
        return [Found(port.name, port.why_not()) for port in usb]

    def open(self, name: str) -> Wire:
        """Open one of them."""
        return open_serial(name)


class SerialNamed:
    """One port that a person has named; a link such as those by id is followed each time."""

    def __init__(self, name: str) -> None:
        self._name = port_name(name)

    def find(self) -> list[Found]:
        """The port, if it is there."""
        if not POSIX:
            names = [port.name for port in usb_ports() if port.name.upper() == self._name]
            return [Found(name) for name in names]
        path = Path(self._name)
        return [Found(os.path.realpath(path))] if path.exists() else []

    def open(self, name: str) -> Wire:
        """Open it."""
        return open_serial(name)


class Simulated:
    """Virtual boards."""

    def __init__(self, fleet: Fleet) -> None:
        self._fleet = fleet

    def find(self) -> list[Found]:
        """The boards that are plugged in."""
        return [Found(name) for name in list(self._fleet)]

    def open(self, name: str) -> Wire:
        """Open the port of one."""
        opener = self._fleet.get(name)
        if opener is None:
            raise PortError("missing", f"{name} is not plugged in any more.")
        return opener()


def port_name(name: str, platform: str = sys.platform) -> str:
    """The name under which a port is opened here.

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
        return "/dev/cu." + name.removeprefix("/dev/tty.")  # tty.* waits for a carrier for ever
    return name


def open_url(url: str, boards: Callable[[str], Fleet] | None = None) -> Source:
    """The source of a URL; ValueError with a sentence when there is none."""
    scheme, _, rest = url.partition(":")
    if scheme == "serial" and rest:
        return SerialAuto() if rest == "auto" else SerialNamed(rest)
    if scheme == "sim" and boards is not None:
        return Simulated(boards(rest))
    if scheme == "replay" and rest:
        return Replay.of_url(rest)
    raise ValueError(f"{url!r} is no port: try serial:auto, serial:NAME, sim: or replay:FILE")
