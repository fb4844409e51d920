"""Wiring, identity and start: what differs from board to board."""

import json
from types import SimpleNamespace

import pytest

from firmware.assemble import assemble
from firmware.board import NO_PROFILE, PICO, PROFILES, load, profile_of, wiring_of
from firmware.link import Splitter, parse
from firmware.main import PATIENCE_MS, Watchdog, boot_number, keep_secret


@pytest.mark.parametrize(
    "board, profile",
    [
        ("Raspberry Pi Pico with RP2040", "pico"),
        ("Raspberry Pi Pico W with RP2040", "pico_w"),
        ("Raspberry Pi Pico2 with RP2350", "pico_2"),
        ("Raspberry Pi Pico 2 with RP2350", "pico_2"),
        ("Raspberry Pi Pico2 W with RP2350", "pico_2_w"),
        ("Raspberry Pi Pico 2 W with RP2350", "pico_2_w"),
        ("WeAct Studio RP2040 with RP2040", "pico"),
        ("Generic ESP32 module with ESP32", "esp32"),
        ("TinyPICO with ESP32-PICO-D4", "esp32"),
        ("ESP32 module with ESP32-D0WD", "esp32"),
        ("Generic ESP32S3 module with ESP32S3", "esp32_s3"),
        ("FeatherS3 with ESP32-S3", "esp32_s3"),
        ("ESP32C3 module with ESP32C3", "esp32_c3"),
        ("LOLIN_C3_MINI with ESP32-C3FH4", "esp32_c3"),
        ("ESP32C6 module with ESP32C6", "esp32_c6"),
        ("Generic ESP32S2 module with ESP32S2", "other"),
        ("LOLIN_S2_MINI with ESP32-S2FN4R2", "other"),
        ("ESP32H2 module with ESP32H2", "other"),
        ("ESP32P4 module with ESP32P4", "other"),
        ("ESP32C2 module with ESP32C2", "other"),
        ("ESP32C61 module with ESP32C61", "other"),
        ("ESP32S31 module with ESP32S31", "other"),
        ("PYBv1.1 with STM32F405RG", "other"),
        ("", "pico"),
        ("linux [GCC 14.2.1] version", "pico"),
    ],
)
def test_a_board_finds_its_profile(board, profile):
    assert profile_of(board) == profile


@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_has_the_same_entries(name):
    wiring = wiring_of(name, {})
    assert list(wiring) == list(PICO)
    for group in ("spi", "i2c", "uart", "display"):
        assert wiring[group] is None or set(wiring[group]) == set(PICO[group])


def test_a_table_board_has_the_pins_of_its_board_where_it_says_nothing_else():
    table, board = wiring_of("esp32_s3_table", {}), wiring_of("esp32_s3", {})
    assert {**table["spi"], "cs": 10} == board["spi"]
    assert (table["i2c"], table["pixels"]) == (board["i2c"], board["pixels"])


def test_a_table_board_may_have_fewer_seats_and_a_seat_a_list():
    assert wiring_of("pico_table", {"seats": 4})["seats"] == 4
    assert wiring_of("pico_table", {"seats": 1, "spi": {"cs": 5}})["spi"]["cs"] == 5
    two = wiring_of("pico", {"seats": 2, "spi": {"cs": [5, 17]}, "gain": [33, 38]})
    assert (two["spi"]["cs"], two["spi"]["sck"], two["gain"]) == ([5, 17], 2, [33, 38])


def test_a_part_that_the_profile_lacks_gets_what_is_not_named_from_a_pico():
    wiring = wiring_of("pico_table", {"display": {"address": 0x3D}})
    assert wiring["display"] == {"address": 0x3D, "width": 128, "height": 64}


def test_a_board_without_a_profile_touches_no_pin_and_says_why(tmp_path, monkeypatch):
    name = SimpleNamespace(_machine="Generic ESP32S2 module with ESP32S2")
    monkeypatch.setattr("sys.implementation", name)
    wiring, wrong = load(str(tmp_path / "none.json"))
    assert wrong == NO_PROFILE
    parts = ("i2c", "uart", "second", "pixels", "rgb", "buttons", "expanders", "buzzer", "display")
    assert all(wiring[part] is None for part in parts)
    assert not any(wiring["spi"][pin] for pin in ("sck", "mosi", "miso", "cs", "rst"))


def test_a_wiring_file_changes_what_it_names(tmp_path):
    path = tmp_path / "wiring.json"
    path.write_text(json.dumps({"profile": "esp32", "spi": {"cs": 15}, "display": None}))
    wiring, wrong = load(str(path))
    assert (wiring["spi"]["cs"], wiring["spi"]["sck"], wiring["display"]) == (15, 18, None)
    assert wrong == ""


def test_without_a_wiring_file_the_profile_counts(tmp_path):
    assert load(str(tmp_path / "none.json")) == (PICO, "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        '{"profile": "toaster"}',
        '{"speling": 1}',
        '{"reader": "x"}',
        '{"spi": {"clk": 2}}',
        '{"profile": 7}',
        '{"profile": []}',
    ],
)
def test_a_wiring_file_of_no_use_is_told_and_left_aside(tmp_path, text):
    path = tmp_path / "wiring.json"
    path.write_text(text)
    wiring, wrong = load(str(path))
    assert wiring == PICO
    assert "wiring.json" in wrong


def test_the_profiles_stay_as_they_are_when_one_is_changed():
    wiring_of("pico", {"spi": {"cs": 99}})
    assert PICO["spi"]["cs"] == 5


def test_the_secret_is_made_once(tmp_path):
    path = str(tmp_path / "seat.secret")
    first, kept = keep_secret(path)
    assert kept and len(first) == 32
    assert keep_secret(path) == (first, True)


def test_a_damaged_secret_is_made_anew(tmp_path):
    path = tmp_path / "seat.secret"
    path.write_bytes(b"short")
    secret, kept = keep_secret(str(path))
    assert kept and path.read_bytes() == secret


def test_a_flash_that_keeps_nothing_is_told(tmp_path):
    secret, kept = keep_secret(str(tmp_path / "none" / "seat.secret"))
    assert len(secret) == 32 and not kept


def test_every_start_has_another_number():
    numbers = {boot_number() for _ in range(20)}
    assert len(numbers) == 20
    assert all(len(number) == 8 for number in numbers)


class Timer:
    """A board's timer that a test can look at; `hard` is refused where a board has none."""

    ONE_SHOT = 0
    hard = True

    def __init__(self, number):
        if number < 0 and not self.hard:
            raise ValueError("no virtual timers")
        self.due = None
        Timer.last = self

    def init(self, *, mode, period, callback, **more):
        if more and not self.hard:
            raise TypeError("no such argument")
        self.due, self.callback = period, callback

    def deinit(self):
        self.due = None


class Machine:
    """Just enough of `machine` for a guard."""

    def __init__(self):
        self.Timer = Timer
        self.resets = 0

    def reset(self):
        self.resets += 1


@pytest.mark.parametrize("hard", [True, False])
def test_the_guard_watches_in_a_session_only(monkeypatch, hard):
    monkeypatch.setattr(Timer, "hard", hard)
    machine = Machine()
    guard = Watchdog(machine)
    guard.watch(True, 0)
    timer = Timer.last
    assert timer.due == PATIENCE_MS
    guard.watch(False, 10)
    assert timer.due is None


def test_a_guard_that_is_called_off_lets_mpremote_work():
    guard = Watchdog(Machine())
    guard.watch(True, 0)
    guard.stop()
    assert Timer.last.due is None


def test_the_guard_resets_a_board_that_hangs():
    machine = Machine()
    Watchdog(machine).watch(True, 0)
    Timer.last.callback(None)
    assert machine.resets == 1


class Bare:
    """A board on which no part can be made."""

    class Pin:
        OUT = IN = PULL_UP = 0

        def __init__(self, *_, **__):
            raise ValueError("invalid pin")

    def unique_id(self):
        return bytes(8)


class Cable:
    """Keeps what is sent."""

    def __init__(self):
        self.sent = b""

    def read(self):
        return b""

    def write(self, data):
        self.sent += data


class Clock:
    time = 0

    def now(self):
        return self.time


@pytest.mark.parametrize(
    ("changes", "hellos"),
    [
        ({}, 8),
        ({"seats": 99, "second": list(range(16))}, 8),
        ({"seats": "four"}, 1),
        ({"seats": 0, "expanders": None}, 1),
        ({"spi": None, "settle_ms": None, "gain": 77}, 8),
        ({"seats": 3, "reader": "pn532_uart", "uart": None, "expanders": "0x20"}, 3),
        ({"seats": 2, "second": "x", "i2c": None, "pixels": 77}, 2),
    ],
)
def test_every_seat_of_a_board_with_wrong_pins_still_says_hello(changes, hellos):
    cable, clock = Cable(), Clock()
    wiring, boots = wiring_of("pico_table", changes), iter(range(8))
    loop = assemble(Bare(), wiring, cable, clock, bytes(32), lambda: f"{next(boots):08x}", print)
    for clock.time in range(0, 1000, 5):
        loop.step()
    messages = [parse(body) for body in Splitter("$").feed(cable.sent)]
    assert {message.boot for message in messages} == {f"{number:08x}" for number in range(hellos)}


def test_a_board_with_wrong_pins_still_says_hello():
    cable = Cable()
    loop = assemble(Bare(), PICO, cable, Clock(), bytes(32), lambda: "0badcafe", print)
    loop.step()
    (body,) = Splitter("$").feed(cable.sent)
    hello = parse(body)
    assert hello is not None
    assert hello.info["cap"] == "rfid1"
