"""Which serial ports may be seats, told by their USB ids and never by opening them."""

from dataclasses import dataclass

from serial.tools.list_ports import comports

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
        """Whether a seat may be expected here."""
        maker = self.vid == 0x2E8A and self.pid is not None and self.pid in MAKERS
        return maker or (self.vid, self.pid) in SEATS

    def why_not(self) -> str:
        """Why this port is left alone; nothing if it is not."""
        if self.fits():
            return ""
        if self.vid is None or self.pid is None:
            return f"{self.name} is no USB port and is left alone."
        if bridge := BRIDGES.get((self.vid, self.pid)):
            return ASK.format(name=self.name, what=bridge)
        number = f"{self.vid:04X}:{self.pid:04X}"
        return FOREIGN.format(name=self.name, what=self.what or "unnamed", id=number)


def usb_ports() -> list[UsbPort]:
    """Every serial port of this computer, unopened."""
    return [UsbPort(at.device, at.vid, at.pid, at.product or "") for at in sorted(comports())]
