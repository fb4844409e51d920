"""The end of the socket that the simulated parts hold: messages of `shim/wire.py` become wires."""

import socket
import struct
from collections.abc import Callable

from host_tools.sim.chips.wires import Wires


class FarEnd:
    """Read whole messages from a socket, act on the wires, and answer.

    `on_reset` is told 2 for a reset and 5 for a soft one, `on_timer` the milliseconds after which
    the board's guard bites (0: never), `on_ready` that the flash is mounted.
    """

    def __init__(
        self,
        wires: Wires,
        uid: bytes,
        on_reset: Callable[[int], None],
        on_timer: Callable[[int], None],
        on_ready: Callable[[], None],
    ) -> None:
        self._wires = wires
        self._uid = uid
        self._on_reset = on_reset
        self._on_timer = on_timer
        self._on_ready = on_ready
        self.cause = 1
        self._waiting = bytearray()
        self._messages: dict[int, tuple[str, Callable[..., bytes]]] = {
            ord("P"): ("<BB", self._drive),
            ord("p"): ("<B", lambda pin: bytes([wires.level(pin)])),
            ord("S"): ("<H", self._spi),
            ord("I"): ("<BH", self._i2c_write),
            ord("J"): ("<BH", self._i2c_read),
            ord("i"): ("<B", lambda address: bytes([address in wires.i2c_parts])),
            ord("U"): ("<BH", self._uart_write),
            ord("u"): ("<B", self._uart_read),
            ord("W"): ("<BIH", self._pwm),
            ord("L"): ("<BH", self._light),
            ord("T"): ("<I", self._timer),
            ord("X"): ("<B", self._reset),
            ord("R"): ("<", self._ready),
            ord("N"): ("<", lambda: self._uid),
            ord("C"): ("<", lambda: bytes([self.cause])),
            ord("="): ("<8s", lambda mark: mark),
        }

    def serve(self, connection: socket.socket) -> None:
        """Act on what has come; half a message waits for its rest."""
        try:
            data = connection.recv(65536, socket.MSG_DONTWAIT)
        except BlockingIOError:  # called for a connection that was replaced meanwhile
            return
        if not data:
            raise EOFError("the board has ended")
        self._waiting += data
        answers = bytearray()
        while (answer := self._next()) is not None:
            answers += answer
        if answers:
            connection.sendall(answers)

    def restart(self) -> None:
        """Forget half a message of a board that is gone."""
        self._waiting.clear()

    def _next(self) -> bytes | None:
        if not self._waiting:
            return None
        layout, act = self._messages[self._waiting[0]]
        size = 1 + struct.calcsize(layout)
        if len(self._waiting) < size:
            return None
        values = struct.unpack_from(layout, self._waiting, 1)
        if chr(self._waiting[0]) not in "SIUL":
            del self._waiting[:size]
            return act(*values)
        end = size + values[-1]
        if len(self._waiting) < end:
            return None
        data = bytes(self._waiting[size:end])
        del self._waiting[:end]
        return act(*values[:-1], data)

    def _drive(self, pin: int, level: int) -> bytes:
        self._wires.drive(pin, level)
        return b""

    def _spi(self, data: bytes) -> bytes:
        return self._wires.spi(data)

    def _i2c_write(self, address: int, data: bytes) -> bytes:
        part = self._wires.i2c_parts.get(address)
        if part is None:
            return b"\0"
        part.take(data)
        return b"\1"

    def _i2c_read(self, address: int, count: int) -> bytes:
        part = self._wires.i2c_parts.get(address)
        data = part.give(count) if part else b""
        return bytes([part is not None]) + data + bytes(count - len(data))

    def _uart_write(self, number: int, data: bytes) -> bytes:
        if number in self._wires.uart_parts:
            self._wires.uart_parts[number].take(data)
        return b""

    def _uart_read(self, number: int) -> bytes:
        part = self._wires.uart_parts.get(number)
        data = part.give(64) if part else b""
        return bytes([len(data)]) + data + bytes(64 - len(data))

    def _pwm(self, pin: int, frequency: int, duty: int) -> bytes:
        self._wires.pwm(pin, frequency, duty)
        return b""

    def _light(self, pin: int, data: bytes) -> bytes:
        self._wires.pixels[pin] = data
        return b""

    def _timer(self, period: int) -> bytes:
        self._on_timer(period)
        return b""

    def _reset(self, kind: int) -> bytes:
        self._on_reset(kind)
        return b""

    def _ready(self) -> bytes:
        self._on_ready()
        return b""
