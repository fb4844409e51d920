"""The serial ports of this computer: which may be seats by their USB ids, and how one is opened."""

import errno
import os
import select
import sys
from contextlib import suppress
from dataclasses import dataclass

import serial
from serial.tools.list_ports import comports

from host_tools.link.port import CHUNK, POLLED, Port, PortError

# Only ids that mean MicroPython, or a maker's board with it, are opened unasked.
SEATS = {
    (0x2E8A, 0x0005): "Raspberry Pi Pico with MicroPython",
    (0x303A, 0x4001): "Espressif board with MicroPython",
}
MAKERS = range(0x1000, 0x1200)  # of 2E8A: boards of other makers with a Raspberry Pi chip

# Bridges serve any device, so a person must name the port.
BRIDGES = {
    (0x303A, 0x1001): "an ESP32's own USB",
    (0x10C4, 0xEA60): "a CP210x bridge",
    (0x1A86, 0x7523): "a CH340 bridge",
    (0x1A86, 0x55D4): "a CH9102 bridge",
    (0x0403, 0x6001): "an FT232 bridge",
}
ASK = "{name} is {what}: if a seat is behind it, start with serial:{name}."
FOREIGN = "{name} ({what}, {id}) is not a seat and is left alone."


@dataclass(frozen=True, slots=True)
class UsbPort:
    """A serial port of this computer."""

    name: str
    vid: int | None
    pid: int | None
    what: str = ""

    def fits(self) -> bool:
        """Return whether a seat may be behind it."""
        maker = self.vid == 0x2E8A and self.pid is not None and self.pid in MAKERS
        return maker or (self.vid, self.pid) in SEATS

    def why_not(self) -> str:
        """Return why this port is left alone; nothing if it is not."""
        if self.fits():
            return ""
        if self.vid is None or self.pid is None:
            return f"{self.name} is not a USB port and is left alone."
        if bridge := BRIDGES.get((self.vid, self.pid)):
            return ASK.format(name=self.name, what=bridge)
        number = f"{self.vid:04X}:{self.pid:04X}"
        return FOREIGN.format(name=self.name, what=self.what or "unnamed", id=number)


def usb_ports() -> list[UsbPort]:
    """List every serial port of this computer without opening it."""
    return [UsbPort(p.device, p.vid, p.pid, p.product or "") for p in sorted(comports())]


POSIX = sys.platform != "win32"
FAILURES: tuple[type[Exception], ...] = (OSError, ValueError)  # pyserial's errors are OSErrors
if sys.platform != "win32":
    import termios

    FAILURES += (termios.error,)  # of a port that vanishes while it is opened or closed

LOCK = True if POSIX else None  # on Windows a port is exclusive anyway
BAUD = 115200  # for the boards with a serial bridge; USB itself does not care

CODES = {
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EBUSY: "busy",
    errno.EAGAIN: "busy",
    errno.ENOENT: "missing",
    errno.ENODEV: "missing",
    errno.ENXIO: "missing",
}
WINDOWS = {"PermissionError": "busy", "FileNotFoundError": "missing"}  # only in the error's text
SENTENCES = {
    "denied": "{name} may not be opened: add yourself to the group dialout "
    "(sudo usermod -aG dialout $USER), log in again and plug the seat in again.",
    "busy": "{name} is in use: is another Wondertable, mpremote or a terminal running on it?",
    "missing": "{name} is not there: is its cable in?",
    "no port": "{name} is not a serial port.",
    "broken": "{name} cannot be opened: {error}.",
}


def open_serial(name: str) -> Port:
    """Open a serial port, raw and for us alone; PortError with a sentence when that fails."""
    # Reads and writes of pyserial are not used on POSIX: its write spins on a full port.
    return as_port(connect(name))


def connect(
    name: str, *, timeout: float = 0, write_timeout: float = 0, platform: str = sys.platform
) -> serial.Serial:
    """Open a port so that the order of its lines resets no board, as far as we have a say in it.

    On most ESP32 boards RTS without DTR pulls the reset pin low, and DTR without RTS the boot pin
    (Espressif, "Boot Mode Selection", Automatic Bootloader), so DTR goes first. Linux and macOS
    raise both themselves before anybody can ask them not to; to clear DTR then would be a reset.
    """
    port = serial.Serial(None, BAUD, timeout=timeout, write_timeout=write_timeout, exclusive=LOCK)
    port.port = name
    try:
        if platform == "win32":
            port.dtr = port.rts = False
            port.open()
            port.dtr = True
            port.rts = True
        else:
            port.open()
    except FAILURES as error:
        hang_up(port)
        raise explain(name, error) from error
    return port


def hang_up(port: serial.Serial) -> None:
    """Close a port with RTS before DTR, so that its board is not reset.

    The system drops both lines when a port is closed, and some drivers drop DTR first. Without
    HUPCL it would leave them up, but then a Pico believes that a host still listens and waits for
    it at every write, and the setting outlives us: so it stays as it is.
    """
    with suppress(*FAILURES):  # what is not sent yet would block a dead port for seconds
        port.reset_output_buffer()
    with suppress(*FAILURES):  # gone, or a pseudo-terminal without lines
        port.rts = False
        port.dtr = False
    with suppress(*FAILURES):
        port.close()


def as_port(port: serial.Serial) -> Port:
    """Return an open port of pyserial as one that never waits."""
    return PosixSerialPort(port) if POSIX else WindowsSerialPort(port)


def explain(name: str, error: Exception) -> PortError:
    """Turn an error of the system into a sentence that names the thing to touch."""
    first = error.__context__ or error  # pyserial makes a text of some
    if first.args[:1] == (errno.ENOTTY,):  # a file, or /dev/null
        return PortError("broken", SENTENCES["no port"].format(name=name))
    code = CODES.get(getattr(error, "errno", None) or 0, "")
    code = code or next((word for kind, word in WINDOWS.items() if kind in str(error)), "broken")
    return PortError(code, SENTENCES[code].format(name=name, error=error))


class PosixSerialPort:
    """A serial port that can be waited on: Linux and macOS."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self._fd = port.fileno()

    def fileno(self) -> int:
        """Return what to wait on."""
        return self._fd

    def read(self) -> bytes:
        """Return what has arrived."""
        if not select.select([self._fd], [], [], 0)[0]:
            return b""
        data = os.read(self._fd, CHUNK)
        if not data:  # ready, but nothing to read: the port was unplugged
            raise OSError(errno.ENODEV, "the port is gone")
        return data

    def write(self, data: bytes) -> int:
        """Write what fits."""
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Close without sending the rest, and without a reset."""
        hang_up(self._port)


class WindowsSerialPort:
    """A serial port that can only be polled: Windows."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port

    def fileno(self) -> int:
        """Nothing to wait on."""
        return POLLED

    def read(self) -> bytes:
        """Return what has arrived."""
        return bytes(self._port.read(CHUNK))

    def write(self, data: bytes) -> int:
        """Write what fits; nothing while the last write is under way."""
        if self._port.out_waiting:
            return 0
        return self._port.write(data) or 0

    def close(self) -> None:
        """Close without sending the rest, and without a reset."""
        hang_up(self._port)
