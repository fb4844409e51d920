"""A driver of the MFRC522 with a simulated chip and the field over it."""

from firmware.readers.mfrc522 import MFRC522
from host_tools.sim.boards.inprocess import SimClock, SimPin, SimSPI
from host_tools.sim.chips.mfrc522 import SimulatedMFRC522
from host_tools.sim.chips.seat_parts import Wires
from host_tools.sim.chips.tag import Field

CS, RST = 17, 20
SEVEN = bytes.fromhex("04a1b2c3d4e5f6")
TEN = bytes.fromhex("0102030405060708090a")
FOUR = bytes.fromhex("deadbeef")

ROUGH = {"stubborn": True, "odd_bits": 0x54, "tag_start_us": 5000}
# Chips as people buy them: attributes of the simulated chip, and how long a byte takes on the bus.
SILICON = {
    "plain": {},
    "late100": {"answer_late_us": 100},
    "rough200": {"answer_late_us": 200, "bus_us": 2, **ROUGH},
}


class TimedSPI(SimSPI):
    """A bus on which every byte takes its time, so that answers arrive while they are read."""

    def __init__(self, wires, clock, byte_us):
        super().__init__(wires)
        self._clock, self._byte_us = clock, byte_us

    def write_readinto(self, data, buffer):
        for index, byte in enumerate(data):
            buffer[index] = self._wires.spi(bytes([byte]))[0]
            self._clock.sleep_us(self._byte_us)


class Bench:
    """What else is named is set on the chip."""

    def __init__(self, *, version=0x92, fault="", with_reset_pin=True, bus_us=0, gain=None, **chip):
        self.clock = SimClock()
        self.wires = Wires()
        self.field = Field()
        self.chip = SimulatedMFRC522(self.field, self.clock, version)
        self.chip.fault = fault
        for name, value in chip.items():
            assert hasattr(self.chip, name)
            setattr(self.chip, name, value)
        self.wires.spi_parts.append(self.chip)
        self.wires.watch(CS, lambda level: self.chip.select(not level))
        self.wires.watch(RST, self.chip.reset)
        pin = SimPin.on_wires(self.wires)
        rst = pin(RST, SimPin.OUT, value=1) if with_reset_pin else None
        cs = pin(CS, SimPin.OUT, value=1)
        spi = TimedSPI(self.wires, self.clock, bus_us)
        self.reader = MFRC522(spi, cs, rst, self.clock.sleep_us, gain)
        self.clock.sleep_us(5000)  # a driver does not wait for tags at the start of its board

    def bytes_of(self, job, *arguments):
        before = self.wires.spi_bytes
        job(*arguments)
        return self.wires.spi_bytes - before
