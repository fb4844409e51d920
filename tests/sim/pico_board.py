"""An emulated Pico: the real rp2 port of MicroPython from a UF2, with real SPI, pins, USB and heap.

Its time is simulated and passes only in `run`; nothing here knows the wall clock.
"""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from rp2040py.boards import BOARDS, BoardSpec, resolve_layout
from rp2040py.device.base_device import BaseDevice, ResetCause
from rp2040py.external.ws2812 import Ws2812
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.memory_map import FLASH_START_ADDRESS

from host_tools.flash.firmware import compiled
from host_tools.sim.boards.virtual_board import WiringChanges, board_files
from host_tools.sim.chips.seat_parts import BoardParts, SerialPart, Wires
from host_tools.wiring.check import checked_wiring
from tests.sim.layers import NO_UF2, find_uf2
from tests.sim.scripts import make_flash

# `neopixel` for a Pico whose MicroPython was built without it; official builds have their own.
NEOPIXEL = b"""from machine import bitstream


class NeoPixel:
    def __init__(self, pin, n):
        self.pin = pin
        self.buf = bytearray(3 * n)
        pin.init(pin.OUT)

    def __len__(self):
        return len(self.buf) // 3

    def __setitem__(self, at, colour):
        red, green, blue = colour
        self.buf[3 * at : 3 * at + 3] = bytes((green, red, blue))

    def write(self):
        # The four times are those of the WS2812 data sheet, in nanoseconds.
        bitstream(self.pin, 0, (400, 850, 800, 450), self.buf)
"""
NANOS = 1_000_000  # in a millisecond
CLOCK_HZ = 125_000_000
I2C_BYTE_NANOS = 22_500  # nine bits at 400 kHz
ROOM = 512  # bytes that the emulated host holds for the board


class I2cBridge:
    """Connects the emulated I2C with the simulated parts; a byte takes its time on the bus."""

    def __init__(self, i2c: Any, clock: Any, wires: Wires) -> None:
        self._i2c = i2c
        self._wires = wires
        self._part: SerialPart | None = None
        self._written = bytearray()
        self._next: Callable[[], None] = lambda: None
        self._alarm = clock.create_alarm(lambda: self._next())
        i2c.on_connect = self._connect
        i2c.on_write_byte = self._write
        i2c.on_read_byte = self._read
        i2c.on_stop = self._stop

    def _later(self, action: Callable[[], None]) -> None:
        self._next = action
        self._alarm.schedule(I2C_BYTE_NANOS)

    def _connect(self, address: int, mode: int) -> None:
        self._flush()
        part = self._wires.i2c_parts.get(address)
        try:
            if part is not None:
                part.take(b"")
        except OSError:  # it has no power
            part = None
        self._part = part
        self._later(lambda: self._i2c.complete_connect(part is not None))

    def _write(self, value: int) -> None:
        self._written.append(value)
        self._later(lambda: self._i2c.complete_write(True))

    def _read(self, ack: bool) -> None:
        assert self._part is not None
        value = self._part.give(1)[0]
        self._later(lambda: self._i2c.complete_read(value))

    def _stop(self) -> None:
        self._flush()
        self._i2c.complete_stop()

    def _flush(self) -> None:
        data = bytes(self._written)
        self._written.clear()
        if data and self._part is not None:
            self._part.take(data)


class PicoBoard:
    """One board; `device` is the emulated one, for those who want to look into it.

    Precompiled firmware starts in a tenth of the time that a Pico takes to compile it.
    """

    def __init__(
        self,
        files: Mapping[str, bytes] | None = None,
        *,
        precompiled: bool = True,
        changes: WiringChanges = None,
    ) -> None:
        uf2 = find_uf2()
        layout = resolve_layout(BOARDS["pico"], "micropython")
        if uf2 is None or layout is None:
            raise FileNotFoundError(NO_UF2)
        wiring = checked_wiring("pico", changes)
        self.device = BaseDevice(board=BoardSpec(image=uf2))
        self._clock = self.device.simulator.clock
        found = {"lib/neopixel.py": NEOPIXEL, **board_files(files, changes)}
        image = make_flash(compiled(found) if precompiled else found)
        self.device.mcu.flash[layout.fs_start : layout.fs_start + len(image)] = image
        board = BoardParts(wiring, lambda: int(self._clock.nanos) // 1000)
        self.seats, self.parts = board.seats, board.seats[0]
        self._wire(wiring)
        self._to_board = bytearray()
        self._to_host = bytearray()
        self.device.cdc.on_serial_data = self._to_host.extend
        self._loop = asyncio.new_event_loop()
        # The emulator wants a loop of its own, and whoever lets time pass may be inside another.
        self._thread = ThreadPoolExecutor(1, "emulated Pico")
        self._halt = self._clock.create_alarm(self.device.simulator.stop)
        self._plugged = True
        self.device.mcu.core.pc = FLASH_START_ADDRESS

    def _wire(self, wiring: Mapping[str, object]) -> None:
        """Connect the emulated pins with the simulated parts."""
        pins = wiring["spi"]
        assert isinstance(pins, dict)
        for entry in (pins["cs"], pins["rst"], wiring["second"]):
            for pin in entry if isinstance(entry, list) else [entry]:
                if pin is not None:
                    self.device.mcu.gpio[pin].add_listener(self._follow(pin))
        spi = self.device.mcu.spi[pins["id"]]
        spi.on_transmit = lambda byte: spi.complete_transmit(self.parts.wires.spi(bytes([byte]))[0])
        bus = wiring["i2c"]
        assert isinstance(bus, dict)
        self._i2c = I2cBridge(self.device.mcu.i2c[bus["id"]], self._clock, self.parts.wires)
        buttons = wiring["buttons"]
        for pin in buttons if isinstance(buttons, list) else ():
            self.parts.wires.watch(pin, self._push(pin))
        buzzer = wiring["buzzer"]
        self._buzzer = buzzer if isinstance(buzzer, int) else None
        if isinstance(lights := wiring["pixels"], int):
            Ws2812(lights, on_pixels=self._show(lights)).attach(self.device.mcu)

    def _follow(self, pin: int) -> Callable[[GPIOPinState, GPIOPinState], None]:
        def follow(state: GPIOPinState, _: GPIOPinState) -> None:
            if state in (GPIOPinState.LOW, GPIOPinState.HIGH):
                self.parts.wires.drive(pin, int(state == GPIOPinState.HIGH))

        return follow

    def _push(self, pin: int) -> Callable[[int], None]:
        gpio = self.device.mcu.gpio[pin]
        return lambda level: gpio.release_input() if level else gpio.set_input_value(False)

    def _show(self, pin: int) -> Callable[[list[tuple[int, ...]]], None]:
        def show(pixels: list[tuple[int, ...]]) -> None:
            self.parts.wires.pixels[pin] = bytes(value for pixel in pixels for value in pixel)

        return show

    # The board.

    def send(self, data: bytes) -> None:
        """Write bytes to the board."""
        if self._plugged:
            self._to_board += data

    def take(self) -> bytes:
        """Read what the board has written."""
        data = bytes(self._to_host)
        self._to_host.clear()
        return data

    def now(self) -> int:
        """Return simulated milliseconds."""
        return int(self._clock.nanos) // NANOS

    def run(self, milliseconds: int) -> None:
        """Let so much simulated time pass."""
        self._feed()
        if self._plugged:
            self._halt.schedule(milliseconds * NANOS)
            self._thread.submit(self._execute).result()
            self._listen()

    def _execute(self) -> None:
        self._loop.run_until_complete(self.device.simulator.execute())

    def _listen(self) -> None:
        """Read off the PWM registers what the buzzer sounds like (RP2040 data sheet, 4.5.3)."""
        if self._buzzer is None:
            return
        base, shift = 0x14 * (self._buzzer // 2 % 8), 16 * (self._buzzer % 2)
        pwm = self.device.mcu.pwm
        divider, top = pwm.read_uint32(base + 0x04), pwm.read_uint32(base + 0x10)
        compare = pwm.read_uint32(base + 0x0C) >> shift & 0xFFFF
        pulses = divider * (top + 1)
        frequency = round(16 * CLOCK_HZ / pulses) if pulses else 0
        self.parts.wires.pwm(self._buzzer, frequency, min(0xFFFF, 0xFFFF * compare // (top + 1)))

    def _feed(self) -> None:
        fifo = self.device.cdc.tx_fifo
        while self._to_board and fifo.item_count < ROOM:
            self.device.cdc.send_serial_byte(self._to_board.pop(0))

    def reset(self) -> None:
        """Press the reset button."""
        self._restart(ResetCause.RUN_PIN)

    def _restart(self, cause: ResetCause) -> None:
        self._to_board.clear()
        self.parts.wires.release()
        self.device.hard_reset(cause=cause)

    def unplug(self) -> None:
        """Pull the cable: power is gone."""
        self._plugged = False
        self._to_host.clear()

    def plug(self) -> None:
        """Plug the cable in."""
        if not self._plugged:
            self._plugged = True
            self._restart(ResetCause.POWER_ON)

    def close(self) -> None:
        """Throw the board away."""
        self._thread.shutdown()
        self._loop.close()
