"""The PN532 driver over SPI, I2C and UART against a simulated chip."""

import pytest

from firmware.readers.pn532 import PN532, I2CPort, SPIPort, UARTPort
from firmware.readers.reader import ReaderError, Unreadable
from host_tools.sim.boards.inprocess import (
    InProcessBoard,
    SimClock,
    SimI2C,
    SimPin,
    SimSPI,
    SimUART,
)
from host_tools.sim.chips.pn532 import Pn532OnI2c, Pn532OnSpi, Pn532OnUart, SimulatedPN532
from host_tools.sim.chips.seat_parts import Wires
from host_tools.sim.chips.tag import Field, Tag, TagState
from tests.firmware.host import Host

CS, RST = 17, 6
UIDS = [bytes.fromhex(uid) for uid in ("deadbeef", "04a1b2c3d4e5f6", "0102030405060708090a")]
FOUR, SEVEN, TEN = UIDS


class Bench:
    """A driver, its chip and the field over it."""

    def __init__(self, bus, *, version=0x32, fault="", gain=None, wired=True):
        self.clock = SimClock()
        self.wires = Wires()
        self.field = Field()
        self.chip = SimulatedPN532(self.field, self.clock, version)
        self.chip.fault = fault
        self.sleeps = []
        rst = SimPin.on_wires(self.wires)(RST, SimPin.OUT, value=1) if wired else None
        self.wires.watch(RST, self.chip.reset)
        self.reader = PN532(getattr(self, "_" + bus)(), self.sleep_us, rst, gain)

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
            self.sleep_us,
        )

    def _i2c(self):
        self.wires.i2c_parts[0x24] = Pn532OnI2c(self.chip)
        return I2CPort(SimI2C(self.wires), self.sleep_us)

    def _uart(self):
        self.wires.uart_parts[1] = Pn532OnUart(self.chip)
        return UARTPort(SimUART(self.wires, 1), self.sleep_us)


class MuteTag(Tag):
    """A tag that answers the call and never gives its UID."""

    def _told_apart(self, frame):
        return None


def poll(reader, times):
    """Read so often; return what each look gave, an error by its name."""
    looks = []
    for _ in range(times):
        try:
            looks.append(reader.read_uids())
        except ReaderError as error:
            looks.append(type(error).__name__)
    return looks


@pytest.fixture(params=["spi", "i2c", "uart"])
def bus(request):
    return request.param


@pytest.fixture
def bench(bus):
    return Bench(bus)


def passes(reader):
    return all(reader.test(part) for part in range(reader.tests))


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
    assert poll(bench.reader, 40) == 40 * ["Unreadable"]
    assert bench.reader.health() == "hung"
    bench.chip.fault = ""
    assert poll(bench.reader, 10)[-1] == [SEVEN]
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


@pytest.mark.parametrize("command", [0x02, 0x06], ids=["version", "register"])
def test_an_answer_without_content_is_an_error_of_the_reader(bench, command):
    bench.chip._commands[command] = lambda _: b""
    with pytest.raises(ReaderError, match="nothing"):
        bench.reader.version() if command == 0x02 else bench.reader.gains()


def test_health_names_a_clone(bus):
    assert Bench(bus, version=0x07).reader.health() == "clone 0x07"


def test_the_self_test_sends_and_takes_a_long_frame(bench):
    assert passes(bench.reader)


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


@pytest.mark.parametrize("fault", ["timeout", "slow", "hanging"])
def test_no_sleep_is_longer_than_50_ms(bench, fault):
    bench.chip.fault = fault
    poll(bench.reader, 3)
    passes(bench.reader)
    assert max(bench.sleeps) <= 50_000


def test_a_slow_chip_gets_its_time(bench):
    bench.chip.fault = "slow"
    bench.field.lay(Tag(SEVEN))
    resets = bench.reader.resets
    assert bench.reader.read_uids() == [SEVEN]
    assert bench.reader.present(SEVEN)
    assert passes(bench.reader)
    assert bench.reader.resets == resets


def test_no_tag_is_left_selected_or_asleep(bench):
    """Either way it would miss the next call."""
    tags = [Tag(SEVEN), Tag(FOUR)]
    bench.field.lay(*tags)
    assert bench.reader.present(SEVEN)
    assert poll(bench.reader, 3) == 3 * [[SEVEN, FOUR]]
    assert [(tag.state, tag.asleep) for tag in tags] == 2 * [(TagState.IDLE, False)]
    bench.reader.read(SEVEN, 4)
    assert tags[0].state is TagState.IDLE


def test_a_chip_that_alternates_finds_a_tag_every_other_time(bench):
    bench.chip.fault = "alternating"
    bench.field.lay(Tag(SEVEN))
    assert sorted(poll(bench.reader, 6)) == 3 * [[]] + 3 * [[SEVEN]]


def test_a_chip_that_hangs_is_reset_by_its_pin(bus):
    bench = Bench(bus)
    bench.field.lay(Tag(SEVEN))
    bench.chip.fault = "hanging"
    assert bench.reader.read_uids() == [SEVEN]
    assert bench.reader.health() == "ok"
    assert bench.reader.gains() == (38, 38)


def test_a_chip_that_hangs_without_a_pin_stays_dead(bus):
    bench = Bench(bus, wired=False)
    bench.chip.fault = "hanging"
    assert poll(bench.reader, 3) == 3 * ["ReaderError"]
    assert bench.reader.health() == "dead"


@pytest.mark.parametrize("endless", [False, True])
def test_two_mute_tags_are_unreadable_and_no_reason_to_restart(bench, endless):
    bench.chip.endless = endless
    bench.field.lay(MuteTag(SEVEN), MuteTag(TEN))
    resets = bench.reader.resets
    assert poll(bench.reader, 100) == 100 * ["Unreadable"]
    assert bench.reader.resets - resets <= 1
    bench.field.lift()
    assert poll(bench.reader, 10)[-1] == []
    assert bench.reader.health() == "ok"


def test_a_chip_that_finishes_no_list_is_restarted_now_and_then(bus):
    bench = Bench(bus)
    bench.chip.fault = "timeout"
    before = bench.clock.now()
    resets = bench.reader.resets
    poll(bench.reader, 600)
    assert 2 <= bench.reader.resets - resets <= 1 + (bench.clock.now() - before) // 5000


def test_the_gain_can_be_given_at_once(bus):
    assert Bench(bus, gain=48).reader.gains() == (48, 48)
    with pytest.raises(ValueError, match="48 dB"):
        Bench(bus, gain=50)


def test_a_gain_outlives_a_reset(bus):
    bench = Bench(bus, gain=48)
    bench.chip.fault = "hanging"
    bench.reader.reset()
    assert bench.reader.gains() == (48, 48)


def test_the_chip_cannot_tell_a_magic_tag(bench):
    bench.field.lay(Tag(SEVEN))
    assert bench.reader.magic(SEVEN) is False


@pytest.mark.parametrize("endless", [False, True])
def test_a_seat_with_two_mute_tags_reports_them_and_minds_its_buttons(endless):
    board = InProcessBoard({"reader": "pn532_i2c"})
    host = Host(board)
    host.show("ask", step="7", light="ask:bws")
    host.start()
    board.parts.chip.endless = endless
    board.parts.lay(MuteTag(SEVEN), MuteTag(TEN))
    host.until(lambda: "unreadable" in host.faults, what="a report")
    board.parts.press("sell")
    host.wait(600)
    board.parts.release("sell")
    host.until(lambda: host.keys, 2000, what="an answer")
    host.until(lambda: host.kinds()[-1] == "UP", what="telemetry")
    assert host.faults == ["unreadable"]
    assert host.heard[-1].info["errs"] == "0"


@pytest.mark.parametrize("fault", ["slow", "alternating"])
def test_a_card_on_an_odd_chip_is_committed_and_stays(fault):
    board = InProcessBoard({"reader": "pn532_i2c"})
    host = Host(board)
    host.show("play")
    host.start()
    board.parts.chip.fault = fault
    board.parts.lay(SEVEN)
    host.until(lambda: host.committed, 3000, what="a commitment")
    host.wait(3000)
    assert "LF" not in host.kinds()
    board.parts.lift()
    host.until(lambda: "LF" in host.kinds(), 3000, what="a lifted card")
    assert host.faults == []


def test_bytes_sent_right_after_chip_select_are_lost():
    bench = Bench("spi")
    eager = SPIPort(SimSPI(bench.wires), SimPin.on_wires(bench.wires)(CS), lambda _: None)
    assert PN532(eager, bench.sleep_us).health() == "dead"


def test_a_chip_with_broken_memory_fails_its_self_test(bench):
    bench.chip.fault = "failing"
    assert not passes(bench.reader)


def test_the_gain_is_read_from_the_chip(bench):
    assert bench.reader.gains() == (38, 38)
    bench.reader.gain(48)
    assert bench.reader.gains() == (48, 48)
    bench.chip.fault = "faint"
    assert bench.reader.gains() == (18, 48)
