"""The hello of a seat that was just started: the proof that its firmware runs."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from serial.tools.list_ports import comports

from firmware.link import PROTOCOL, SEAT, Splitter, frame, parse
from host_tools.link.port import Port, PortError
from host_tools.link.serial_port import FAILURES, open_serial

ASK_S = 0.5
NAP_S = 0.02


def ports_of(port: str, uid: str) -> list[str]:
    """Where a board may be after a reset: the name may change, the USB serial number does not."""
    same = [at.device for at in comports() if (at.serial_number or "").lower() == uid]
    return same or [port]


def wait_for_hello(
    names: Callable[[], Sequence[str]], uid: str, patience: float
) -> tuple[str, str]:
    """The port of a seat that says hello and the version it tells; two empty words for silence."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        for name in names():
            with suppress(PortError, *FAILURES):  # not back yet, or gone again
                if version := _listen(open_serial(name), uid, end):
                    return name, version
        time.sleep(NAP_S)
    return "", ""


def _listen(wire: Port, uid: str, end: float) -> str:
    splitter, ask_at = Splitter(SEAT), 0.0
    try:
        while (now := time.monotonic()) < end:
            if now >= ask_at:
                ask_at = now + ASK_S
                wire.write(frame("WH", ver=PROTOCOL))
            for body in splitter.feed(wire.read()):
                message = parse(body)
                if message and message.kind == "HI" and message.uid == uid:
                    return message.info.get("fw", "?")
            time.sleep(NAP_S)
    finally:
        wire.close()
    return ""
