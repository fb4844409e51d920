"""The MFRC522 as people buy it: late, stubborn, deaf or cloned, and tags with a secret."""

import contextlib
import random

import pytest

from firmware.readers.reader import ReaderError, Unreadable
from host_tools.sim.chips.tag import Tag, TagAnswer, TagState
from tests.firmware.reader_bench import FOUR, SEVEN, SILICON, TEN, Bench

UIDS = [SEVEN, FOUR, TEN]


@pytest.mark.parametrize("bus_us", [0, 2, 5])
@pytest.mark.parametrize("late", [*range(0, 200, 9), 100, 200])
def test_an_answer_up_to_200_us_late_is_read_wherever_the_look_cuts_it(late, bus_us):
    bench = Bench(answer_late_us=late, bus_us=bus_us)
    bench.field.lay(Tag(SEVEN))
    for _ in range(3):
        assert bench.reader.read_uids() == [SEVEN]
        assert bench.reader.present(SEVEN)
    assert bench.reader.resets == 0


@pytest.mark.parametrize("late", [100, 200])
def test_late_answers_that_collide_are_told_apart(late):
    bench = Bench(answer_late_us=late, bus_us=2)
    bench.field.lay(*map(Tag, UIDS))
    assert sorted(bench.reader.read_uids()) == sorted(UIDS)


@pytest.mark.parametrize("late", range(210, 2000, 70))
def test_a_later_answer_is_never_a_wrong_uid_and_resets_nothing(late):
    bench = Bench(answer_late_us=late, bus_us=2)
    bench.field.lay(Tag(SEVEN))
    for _ in range(3):
        with contextlib.suppress(Unreadable):
            assert bench.reader.read_uids() in ([], [SEVEN])
    assert bench.reader.resets == 0


def test_a_chip_that_ignores_a_second_transceive_reads_a_card_laid_later():
    bench = Bench(stubborn=True)
    assert bench.reader.read_uids() == []
    bench.field.lay(Tag(SEVEN))
    assert bench.reader.read_uids() == [SEVEN]
    assert bench.reader.resets == 0


@pytest.mark.parametrize("odd_bits", [0x00, 0x54, 0x80, 0xFC])
def test_other_bits_of_tx_control_are_no_lost_field(odd_bits):
    bench = Bench(odd_bits=odd_bits)
    bench.field.lay(Tag(SEVEN))
    assert bench.reader.read_uids() == [SEVEN]
    assert bench.reader.resets == 0
    bench.chip.restart()
    assert bench.reader.read_uids() == [SEVEN]
    assert bench.reader.resets == 1


@pytest.mark.parametrize(
    ("name", "value"), [("overheated", True), ("fault", "dead"), ("fault", "shorted")]
)
def test_heat_or_a_dead_bus_is_an_error_and_no_empty_field_on_a_clone_too(name, value):
    bench = Bench(odd_bits=0x54)
    setattr(bench.chip, name, value)
    with pytest.raises(ReaderError):
        bench.reader.read_uids()


@pytest.mark.parametrize(
    ("fault", "with_reset_pin"), [("deaf", True), ("deaf", False), ("muffled", True)]
)
def test_a_deaf_chip_looks_like_an_empty_field_until_it_is_restarted(fault, with_reset_pin):
    bench = Bench(with_reset_pin=with_reset_pin)
    bench.field.lay(Tag(SEVEN))
    bench.chip.fault = fault
    assert bench.reader.read_uids() == []
    assert not bench.reader.present(SEVEN)
    bench.reader.reset()
    assert bench.reader.read_uids() == [SEVEN]
    assert bench.reader.resets == 0  # nothing was wrong that the chip could tell


def test_a_chip_that_only_its_pin_cures_stays_deaf_without_one():
    bench = Bench(with_reset_pin=False, soft_cure=False)
    bench.field.lay(Tag(SEVEN))
    bench.chip.fault = "deaf"
    bench.reader.reset()
    assert bench.reader.read_uids() == []


def test_a_card_is_read_right_after_a_reset():
    """ISO 14443-3, 5.1: a tag may need 5 ms of field before it hears."""
    bench = Bench(tag_start_us=5000)
    bench.field.lay(Tag(SEVEN))
    bench.reader.reset()
    assert bench.reader.read_uids() == [SEVEN]


@pytest.mark.parametrize("silicon", SILICON)
@pytest.mark.parametrize(
    "uids",
    [
        ["deadbe6f", "deadbeef"],
        ["04a1b243d4e5f6", "04a1b2c3d4e5f6"],  # the last bit of the first level is 7 of byte 2
        ["04a132c3d4e5f6", "04a1b2c3d4e5f6"],
        ["04a1b2c3d4e576", "04a1b2c3d4e5f6"],
        ["04a132c3d4e576", "04a1b2c3d4e576", "04a132c3d4e5f6", "04a1b2c3d4e5f6"],
    ],
)
def test_a_collision_in_the_last_bit_of_a_level_tells_both_tags(silicon, uids):
    bench = Bench(**SILICON[silicon])
    bench.field.lay(*map(Tag, uids))
    for _ in range(3):
        assert sorted(uid.hex() for uid in bench.reader.read_uids()) == sorted(uids)


def test_a_garbled_tag_after_a_hang_is_no_storm_of_resets():
    bench = Bench()
    bench.field.lay(Tag(SEVEN))
    bench.field.noise = lambda bits: TagAnswer(bits, garbled=True)
    bench.chip.fault = "hung"
    for _ in range(4):
        with pytest.raises(Unreadable):
            bench.reader.read_uids()
    assert bench.reader.resets == 1
    assert bench.reader.health() == "ok"


# Originality.


@pytest.mark.parametrize("silicon", SILICON)
def test_a_tag_without_a_signature_says_so_at_once(silicon):
    bench = Bench(**SILICON[silicon])
    bench.field.lay(Tag(SEVEN))
    before = bench.clock.now()
    with pytest.raises(Unreadable, match="refuses"):
        bench.reader.signature(SEVEN)
    assert bench.clock.now() - before < 10
    assert bench.reader.resets == 0
    assert bench.reader.read_uids() == [SEVEN]


@pytest.mark.parametrize("silicon", SILICON)
def test_a_magic_clone_is_told_and_left_well(silicon):
    bench = Bench(**SILICON[silicon])
    tag = Tag(SEVEN, magic=True)
    bench.field.lay(tag)
    assert bench.reader.magic(SEVEN) is True
    assert tag.state is TagState.IDLE
    assert bench.reader.read_uids() == [SEVEN]
    assert bench.reader.present(SEVEN)


@pytest.mark.parametrize("signature", [None, bytes(32), bytes(range(32))])
def test_a_tag_is_not_magic_for_want_of_a_signature(signature):
    bench = Bench()
    bench.field.lay(Tag(SEVEN, signature=signature))
    assert bench.reader.magic(SEVEN) is False
    assert bench.reader.read_uids() == [SEVEN]


@pytest.mark.parametrize("uids", [[], [FOUR], [SEVEN, FOUR]])
def test_nothing_is_said_of_a_tag_that_does_not_lie_alone(uids):
    bench = Bench()
    bench.field.lay(*[Tag(uid, magic=True) for uid in uids])
    with pytest.raises(Unreadable, match="alone"):
        bench.reader.magic(SEVEN)
    assert sorted(bench.reader.read_uids()) == sorted(uids)


# Settings.


def test_the_gain_is_given_at_the_start_and_survives_a_reset():
    bench = Bench(gain=48)
    assert bench.reader.gains() == (48, 48)
    bench.reader.reset()
    assert bench.reader.gains() == (48, 48)
    assert Bench().reader.gains() == (33, 33)
    with pytest.raises(ValueError, match="48 dB"):
        Bench(gain=40)


def test_without_a_field_nothing_is_known_of_a_resting_tag():
    bench = Bench()
    bench.field.lay(Tag(SEVEN))
    bench.reader.read_uids()
    bench.reader.antenna(False)
    bench.field.lift()
    bench.reader.antenna(True)
    assert bench.bytes_of(bench.reader.read_uids) <= 14  # one call, and no second for a sleeper


# Noise.


class Weather:
    """Spoils some answers: flipped bits, wrong parity, cut frames, garbage, silence."""

    def __init__(self, chance, rate):
        self._chance, self._rate = chance, rate

    def noise(self, bits):
        chance = self._chance
        if chance.random() >= self._rate:
            return TagAnswer(bits)
        spoil = chance.choice([self.flip, self.cut, self.garbage, list])
        return TagAnswer(spoil(bits), garbled=chance.random() < 0.5)

    def flip(self, bits):
        places = {self._chance.randrange(len(bits)) for _ in range(3)}
        return [1 - bit if at in places else bit for at, bit in enumerate(bits)]

    def cut(self, bits):
        return bits[: self._chance.randint(1, len(bits))]

    def garbage(self, bits):
        return [self._chance.randint(0, 1) for _ in range(self._chance.randint(1, 60))]

    def heard(self):
        return self._chance.random() >= self._rate / 4


def noisy_trials(seeds):
    """Return how many tags were laid, read, and read wrongly, trial by trial in bad weather."""
    laid = read = wrong = 0
    for seed in seeds:
        chance = random.Random(seed)
        bench = Bench(**SILICON[chance.choice(list(SILICON))])
        weather = Weather(chance, chance.choice([0.02, 0.1, 0.3]))
        sizes = [chance.choice([4, 7, 7, 7, 10]) for _ in range(chance.randint(1, 8))]
        uids = {chance.randbytes(size) for size in sizes}
        for uid in sorted(uids):
            bench.field.lay(Tag(uid), strength=chance.choice([1, 1, 1, 2]), heard=weather.heard)
        bench.field.noise = weather.noise
        laid += len(uids)
        try:
            seen = set(bench.reader.read_uids())
        except Unreadable:
            seen = set()
        read += len(seen & uids)
        wrong += len(seen - uids)
    return laid, read, wrong


def test_noise_never_makes_a_uid():
    laid, read, wrong = noisy_trials(range(300))
    assert wrong == 0
    assert read > 0.4 * laid  # in one poll each, with up to eight tags and 30 % of answers spoiled


@pytest.mark.soak
def test_ten_thousand_noisy_trials_without_a_wrong_uid():
    assert noisy_trials(range(1000, 11_000))[2] == 0


def test_a_burst_of_noise_in_answer_to_a_call_is_no_hung_chip():
    bench = Bench()
    bench.field.lay(Tag(SEVEN))
    bench.field.noise = lambda bits: TagAnswer(bits[:8])
    with pytest.raises(Unreadable):
        bench.reader.read_uids()
    assert bench.reader.resets == 0


def test_eight_tags_in_good_weather_are_all_read():
    for seed in range(20):
        chance = random.Random(seed)
        bench = Bench()
        uids = {chance.randbytes(7) for _ in range(8)}
        bench.field.lay(*map(Tag, uids))
        assert set(bench.reader.read_uids()) == uids
