"""The MFRC522 driver against a chip that is simulated register by register."""

import pytest

from firmware.readers.reader import ReaderError, Unreadable
from host_tools.sim.chips.tag import Tag, TagAnswer
from tests.firmware.reader_bench import FOUR, SEVEN, SILICON, TEN, Bench


@pytest.fixture(params=SILICON)
def bench(request):
    return Bench(**SILICON[request.param])


def test_an_empty_field_reads_as_an_empty_list(bench):
    assert bench.reader.read_uids() == []


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN, bytes.fromhex("88123456")])
def test_uids_of_every_length_are_read_and_stay(bench, uid):
    tag = Tag(uid)
    bench.field.lay(tag)
    for _ in range(5):
        assert bench.reader.read_uids() == [uid]
        assert tag.asleep  # HLTA: only a tag that sleeps hears the next WUPA for sure
        assert bench.reader.present(uid)
        assert tag.asleep
    bench.field.lift()
    assert bench.reader.read_uids() == []
    assert not bench.reader.present(uid)


def test_a_cascade_goes_by_the_sak_and_not_by_a_byte_0x88(bench):
    uid = bytes.fromhex("04a1b288d4e5f6")
    bench.field.lay(Tag(uid))
    assert bench.reader.read_uids() == [uid]


@pytest.mark.parametrize(
    "uids",
    [
        ["04a1b2c3d4e5f6", "04a1b2c3d4e5f7"],
        ["04a1b2c3d4e5f6", "04a1b3c3d4e5f6"],
        ["04a1b2c3d4e5f6", "deadbeef"],
        ["04a1b2c3d4e5f6", "0102030405060708090a", "deadbeef", "deadbeee"],
        ["04000000000001", "04000000000002", "04000000000003", "04000000000004"],
    ],
)
def test_tags_that_lie_together_are_all_read_at_every_poll(bench, uids):
    bench.field.lay(*[Tag(uid) for uid in uids])
    for _ in range(4):
        assert sorted(uid.hex() for uid in bench.reader.read_uids()) == sorted(uids)
    assert all(bench.reader.present(bytes.fromhex(uid)) for uid in uids)


def test_a_clone_beside_its_original_reads_as_one_and_lacks_the_signature(bench):
    clone = Tag(SEVEN, signature=bytes(32))
    bench.field.lay(clone, Tag(SEVEN))
    assert bench.reader.read_uids() == [SEVEN]
    bench.field.lift()
    bench.field.lay(clone)
    assert bench.reader.signature(SEVEN) == bytes(32)


def test_a_weak_tag_under_a_strong_one_is_found_when_it_is_laid(bench):
    bench.field.lay(Tag(SEVEN), strength=2)
    assert bench.reader.read_uids() == [SEVEN]
    bench.field.lay(Tag(FOUR))
    assert sorted(bench.reader.read_uids()) == sorted([SEVEN, FOUR])


def test_a_tag_that_missed_its_halt_is_still_seen(bench):
    tag = Tag(SEVEN)
    bench.field.lay(tag)
    bench.reader.read_uids()
    tag.asleep = False
    tag.hear([0, 1, 0, 0, 1, 0, 1])  # somebody else's WUPA leaves it READY
    assert bench.reader.read_uids() == [SEVEN]


def test_the_bytes_on_the_bus_are_few():
    bench = Bench()
    assert bench.bytes_of(bench.reader.read_uids) <= 14
    bench.field.lay(Tag(SEVEN))
    for _ in range(4):
        assert bench.bytes_of(bench.reader.read_uids) <= 110
    for _ in range(4):
        assert bench.bytes_of(bench.reader.present, SEVEN) <= 62
    bench.field.lift()
    bench.reader.read_uids()
    assert bench.bytes_of(bench.reader.read_uids) <= 14


def test_no_job_sleeps_longer_than_50_ms_at_a_time(bench):
    longest = []
    sleep = bench.clock.sleep_us
    bench.reader._chip.sleep_us = lambda time: (longest.append(time), sleep(time))
    bench.field.lay(Tag(SEVEN))
    bench.reader.read_uids()
    bench.reader.test(0)
    assert max(longest) <= 50_000


def garble_parity(bits):
    return TagAnswer(bits, garbled=True)


def flip_a_bit(bits):
    return TagAnswer([1 - bits[0], *bits[1:]])


@pytest.mark.parametrize("noise", [garble_parity, flip_a_bit])
def test_noise_alone_never_reads_as_an_empty_field_or_a_wrong_uid(bench, noise):
    bench.field.lay(Tag(SEVEN))
    bench.field.noise = noise
    with pytest.raises(Unreadable):
        bench.reader.read_uids()
    bench.field.noise = None
    assert bench.reader.read_uids() == [SEVEN]


@pytest.mark.parametrize("bad", range(1, 7))
def test_one_garbled_frame_is_repaired_within_the_poll(bench, bad):
    frames = []

    def noise(bits):
        frames.append(bits)
        return TagAnswer(bits, garbled=len(frames) == bad)

    bench.field.lay(Tag(SEVEN))
    bench.field.noise = noise
    assert bench.reader.read_uids() == [SEVEN]


def test_a_wrong_check_byte_is_noticed(bench):
    """BCC: a flipped UID bit without a parity error is no UID, not even one to select."""
    heard = []
    tag = Tag(SEVEN)
    hear = tag.hear
    tag.hear = lambda frame: (heard.append(len(frame)), hear(frame))[1]
    bench.field.lay(tag)
    bench.field.noise = lambda bits: TagAnswer(
        [*bits[:3], 1 - bits[3], *bits[4:]] if len(bits) == 40 else bits
    )
    with pytest.raises(Unreadable):
        bench.reader.read_uids()
    assert 72 not in heard


def test_a_wrong_crc_is_noticed(bench):
    bench.field.lay(Tag(SEVEN))
    bench.field.noise = lambda bits: TagAnswer(
        [*bits[:9], 1 - bits[9], *bits[10:]] if len(bits) == 24 else bits
    )
    with pytest.raises(Unreadable):
        bench.reader.read_uids()
    with pytest.raises(Unreadable):
        bench.reader.present(SEVEN)


def test_a_chip_that_hangs_is_reset_and_the_poll_goes_on(bench):
    bench.field.lay(Tag(SEVEN))
    resets = bench.reader.resets
    bench.chip.fault = "hung"
    assert bench.reader.read_uids() == [SEVEN]
    assert bench.reader.resets == resets + 1
    assert bench.reader.health() == "ok"


def test_a_chip_that_hangs_without_a_reset_pin_gets_a_soft_reset():
    bench = Bench(with_reset_pin=False)
    bench.field.lay(Tag(SEVEN))
    bench.chip.fault = "hung"
    assert bench.reader.present(SEVEN)


def test_a_chip_that_stays_hung_is_an_error_and_never_an_empty_field():
    bench = Bench(with_reset_pin=False)
    bench.chip.soft_cure = False
    bench.chip.fault = "hung"
    for _ in range(3):
        with pytest.raises(ReaderError):
            bench.reader.read_uids()
    assert bench.reader.health() == "hung"


def test_a_chip_that_lost_power_is_set_up_again(bench):
    bench.field.lay(Tag(SEVEN))
    bench.chip.restart()
    assert bench.reader.read_uids() == [SEVEN]


@pytest.mark.parametrize("fault", ["dead", "shorted"])
def test_a_dead_reader_is_an_error_until_it_lives_again(fault):
    bench = Bench(fault=fault)
    bench.field.lay(Tag(SEVEN))
    assert bench.reader.health() == "dead"
    with pytest.raises(ReaderError):
        bench.reader.read_uids()
    with pytest.raises(ReaderError):
        bench.reader.present(SEVEN)
    bench.chip.fault = ""
    assert bench.reader.read_uids() == [SEVEN]
    assert bench.reader.health() == "ok"


@pytest.mark.parametrize("fault", ["dead", "shorted"])
def test_a_reader_that_dies_with_a_card_on_it_is_no_removal(bench, fault):
    bench.field.lay(Tag(SEVEN))
    bench.reader.read_uids()
    bench.chip.fault = fault
    with pytest.raises(ReaderError):
        bench.reader.read_uids()
    with pytest.raises(ReaderError):
        bench.reader.present(SEVEN)


@pytest.mark.parametrize(
    ("version", "health"),
    [
        (0x90, "ok"),
        (0x91, "ok"),
        (0x92, "ok"),
        (0x88, "clone 0x88"),
        (0x82, "clone 0x82"),
        (0xB2, "clone 0xb2"),
    ],
)
def test_health_names_a_clone(version, health):
    assert Bench(version=version).reader.health() == health


@pytest.mark.parametrize(
    ("version", "passes"), [(0x90, True), (0x91, True), (0x92, True), (0x88, True), (0x82, None)]
)
def test_the_self_test_compares_with_the_data_sheet(version, passes):
    bench = Bench(version=version)
    assert bench.reader.test(0) is passes
    bench.field.lay(Tag(SEVEN))
    assert bench.reader.read_uids() == [SEVEN]


def test_pages_and_the_signature_of_an_ntag_are_read(bench):
    tag = Tag(SEVEN, signature=bytes(range(32)))
    tag.memory[16:32] = b"sixteen bytes ok"
    bench.field.lay(tag, Tag(FOUR))
    assert bench.reader.read(SEVEN, 4) == b"sixteen bytes ok"
    assert bench.reader.signature(SEVEN) == bytes(range(32))
    assert sorted(bench.reader.read_uids()) == sorted([SEVEN, FOUR])


def test_a_page_that_is_not_there_is_said_to_be_unreadable(bench):
    bench.field.lay(Tag(SEVEN))
    with pytest.raises(Unreadable):
        bench.reader.read(SEVEN, 200)
    assert bench.reader.read_uids() == [SEVEN]


def test_the_antenna_can_be_switched_off_and_on(bench):
    bench.field.lay(Tag(SEVEN))
    bench.reader.antenna(False)
    with pytest.raises(ReaderError, match="antenna is off"):
        bench.reader.read_uids()
    bench.reader.antenna(True)
    bench.clock.sleep_us(5000)
    assert bench.reader.read_uids() == [SEVEN]


def test_the_gain_survives_a_reset(bench):
    bench.reader.gain(48)
    bench.reader.reset()
    assert bench.chip._registers[0x26] & 0x70 == 0x70
    with pytest.raises(ValueError, match="48 dB"):
        bench.reader.gain(50)


def test_a_chip_that_fails_its_self_test_is_told(bench):
    bench.chip.fault = "failing"
    assert bench.reader.test(0) is False


def test_the_gain_is_read_from_the_chip(bench):
    assert bench.reader.gains() == (33, 33)
    bench.reader.gain(43)
    assert bench.reader.gains() == (43, 43)
    bench.chip.fault = "faint"
    assert bench.reader.gains() == (18, 43)
