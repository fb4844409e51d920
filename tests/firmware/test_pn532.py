"""The PN532 driver over SPI, I2C and UART against a simulated chip."""

import pytest

from firmware.readers.pn532 import PN532, I2CPort, SPIPort, UARTPort
from firmware.readers.reader import ReaderError, Unreadable
from host_tools.sim.boards.inprocess import SimClock, SimI2C, SimPin, SimSPI, SimUART
from host_tools.sim.chips.pn532 import Pn532OnI2c, Pn532OnSpi, Pn532OnUart, SimulatedPN532
from host_tools.sim.chips.seat_parts import Wires
from host_tools.sim.chips.tag import Field, Tag

CS = 17
UIDS = [bytes.fromhex(uid) for uid in ("deadbeef", "04a1b2c3d4e5f6", "0102030405060708090a")]
FOUR, SEVEN, TEN = UIDS


class Bench:
    """A driver, its chip and the field over it."""

    def __init__(self, bus, *, version=0x32, fault=""):
        self.clock = SimClock()
        self.wires = Wires()
        self.field = Field()
        self.chip = SimulatedPN532(self.field, self.clock, version)
        self.chip.fault = fault
        port = getattr(self, "_" + bus)()
        self.sleeps = []
        self.reader = PN532(port, self.sleep_us)

    def sleep_us(self, time):
        self.sleeps.append(time)
        self.clock.sleep_us(time)

    def _spi(self):
        part = Pn532OnSpi(self.chip)
        self.wires.spi_parts.append(part)
        self.wires.watch(CS, lambda level: part.select(not level))
        return SPIPort(
            SimSPI(self.wires),
            SimPin.on_wires(self.wires)(CS, SimPin.OUT, value=1),
            self.clock.sleep_us,
        )

    def _i2c(self):
        self.wires.i2c_parts[0x24] = Pn532OnI2c(self.chip)
        return I2CPort(SimI2C(self.wires), self.clock.sleep_us)

    def _uart(self):
        self.wires.uart_parts[1] = Pn532OnUart(self.chip)
        return UARTPort(SimUART(self.wires, 1), self.clock.sleep_us)


@pytest.fixture(params=["spi", "i2c", "uart"])
def bus(request):
    return request.param


@pytest.fixture
def bench(bus):
    return Bench(bus)


def test_an_empty_field_reads_as_an_empty_list(bench):
    assert bench.reader.health() == "ok"
    assert bench.reader.read_uids() == []


@pytest.mark.parametrize("uid", UIDS, ids=len)
def test_uids_of_every_length_are_read_and_stay(bench, uid):
    bench.field.lay(Tag(uid))
    for _ in range(3):
        assert bench.reader.read_uids() == [uid]
        assert bench.reader.present(uid)
    assert not bench.reader.present(b"\1\2\3\4")
    bench.field.lift()
    assert bench.reader.read_uids() == []
    assert not bench.reader.present(uid)


def test_two_targets_are_read_at_once(bench):
    bench.field.lay(Tag(TEN), Tag(SEVEN))
    assert sorted(bench.reader.read_uids()) == sorted([TEN, SEVEN])
    assert bench.reader.present(TEN)
    assert bench.reader.present(SEVEN)


def test_a_clone_that_times_out_is_an_error_and_never_an_empty_field(bench):
    bench.field.lay(Tag(SEVEN))
    bench.chip.fault = "timeout"
    with pytest.raises(ReaderError):
        bench.reader.read_uids()
    assert bench.reader.health() == "hung"
    bench.chip.fault = ""
    assert bench.reader.read_uids() == [SEVEN]
    assert bench.reader.health() == "ok"


def test_a_chip_that_is_stuck_is_woken_and_the_poll_goes_on(bus):
    bench = Bench(bus)
    bench.field.lay(Tag(SEVEN))
    bench.chip.fault = "stuck"
    assert bench.reader.read_uids() == [SEVEN]


def test_a_dead_reader_is_an_error_until_it_lives_again(bus):
    bench = Bench(bus, fault="dead")
    assert bench.reader.health() == "dead"
    with pytest.raises(ReaderError):
        bench.reader.read_uids()
    bench.chip.fault = ""
    bench.field.lay(Tag(SEVEN))
    assert bench.reader.read_uids() == [SEVEN]


def test_health_names_a_clone(bus):
    assert Bench(bus, version=0x07).reader.health() == "clone 0x07"


def test_the_self_test_sends_and_takes_a_long_frame(bench):
    assert bench.reader.self_test()


def test_pages_and_the_signature_of_an_ntag_are_read(bench):
    tag = Tag(SEVEN, signature=bytes(range(32)))
    tag.memory[16:32] = b"sixteen bytes ok"
    bench.field.lay(tag)
    assert bench.reader.read(SEVEN, 4) == b"sixteen bytes ok"
    assert bench.reader.signature(SEVEN) == bytes(range(32))
    with pytest.raises(Unreadable):
        bench.reader.read(SEVEN, 200)
    with pytest.raises(Unreadable):
        bench.reader.read(FOUR, 4)


def test_the_antenna_can_be_switched_off_and_on(bench):
    bench.field.lay(Tag(SEVEN))
    bench.reader.antenna(False)
    with pytest.raises(ReaderError, match="antenna is off"):
        bench.reader.read_uids()
    bench.reader.antenna(True)
    assert bench.reader.read_uids() == [SEVEN]


def test_gain_takes_what_the_chip_has(bench):
    bench.reader.gain(48)
    with pytest.raises(ValueError, match="48 dB"):
        bench.reader.gain(50)


def test_no_sleep_is_longer_than_50_ms(bench):
    bench.chip.fault = "timeout"
    with pytest.raises(ReaderError):
        bench.reader.read_uids()
    assert max(bench.sleeps) <= 50_000


def test_a_chip_with_broken_memory_fails_its_self_test(bench):
    bench.chip.fault = "failing"
    assert bench.reader.self_test() is False


def test_the_gain_is_read_from_the_chip(bench):
    assert bench.reader.gains() == (38, 38)
    bench.reader.gain(48)
    assert bench.reader.gains() == (48, 48)
    bench.chip.fault = "faint"
    assert bench.reader.gains() == (18, 48)
