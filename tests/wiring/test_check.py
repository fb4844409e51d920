"""A wiring that cannot work is refused, with a sentence for each thing that is wrong."""

import json
import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from firmware.board import PICO, PROFILES, READERS, wiring_of
from host_tools.wiring.check import check, checked_wiring
from host_tools.wiring.entries import KINDS
from host_tools.wiring.jobs import ON_SPI, jobs_of
from host_tools.wiring.pinouts import pinout_of
from host_tools.wiring.pins import BOARDS, INWARD, board_pins, rp2_bus

KNOWN = [name for name in PROFILES if name != "other"]
FOUR = {"profile": "pico_table", "seats": 4}
# What is written in wiring.json, and words of the one sentence that says what is wrong.
REFUSED = [
    ({"buzzer": 77}, "buzzer: Raspberry Pi Pico has no pin 77."),
    ({"profile": "esp32", "buzzer": 20}, "buzzer: ESP32-DevKitC V4 has no pin 20."),
    ({"profile": "esp32_s3", "buzzer": 24}, "has no pin 24"),
    ({"buzzer": 16}, "GP16 is for pixels and for buzzer: give one of them another pin, such as"),
    ({"buttons": [10, 10, 11]}, "GP10 is twice in buttons"),
    ({"buttons": [10, 11, 8]}, "GP8 is for i2c.sda and for buttons"),
    ({"second": 5}, "GP5 is for spi.cs and for second"),
    ({"profile": "pico_table", "spi": {"cs": [5, 7, 10, 11, 12, 13, 14, 5]}}, "twice in spi.cs"),
    ({"pixels": None, "rgb": [17, 18, 15]}, "GP15 is for buzzer and for rgb"),
    (
        {
            "pixels": None,
            "rgb": [18, 19, 20],
            "buzzer": 2,
            "reader": "pn532_uart",
            "uart": {"id": 0, "tx": 0, "rx": 1},
        },
        "rgb: GP2 and GP18 have one PWM output",
    ),
    ({"spi": {"clk": 2}}, "spi.clk: there is no such entry. Did you mean spi.sck?"),
    ({"cs": 17}, "cs: there is no such entry. Did you mean spi.cs?"),
    ({"buzer": 15}, "buzer: there is no such entry. Did you mean buzzer?"),
    ({"display": {"adress": 60}}, "Did you mean display.address?"),
    ({"i2c": {"speed": 1}}, "i2c.speed: there is no such entry."),
    ({"profile": "toaster"}, 'profile: there is no board "toaster". There are pico,'),
    ({"profile": ["pico"]}, "profile: there is no board"),
    ({"buzzer": "15"}, 'buzzer: it must be the number of a pin, or null, not "15".'),
    ({"buzzer": True}, "not true"),
    ({"buzzer": 15.0}, "not 15.0"),
    ({"buzzer": -1}, "buzzer: it must be the number of a pin"),
    ({"buttons": [10, 11]}, "buttons: it must be a list of three pins, or null, not [10, 11]."),
    ({"spi": 5}, "spi: it must be an object with id, sck,"),
    ({"seats": 0}, "seats: it must be a whole number from 1 to 8, not 0."),
    ({"seats": 9}, "seats: it must be"),
    ({"reader": "rc522"}, "reader: it must be mfrc522, pn532_spi, pn532_i2c or pn532_uart, not"),
    ({"spi": {"sck": 0}}, "spi.sck: GP0 cannot be SCK of SPI 0. These can: GP2, GP6, GP18, GP22."),
    ({"spi": {"sck": 14}}, "spi.sck: GP14 cannot be SCK of SPI 0."),
    ({"spi": {"id": 2}}, "spi.id: Raspberry Pi Pico has no free SPI 2, only 0 and 1."),
    ({"i2c": {"sda": 9, "scl": 13}}, "i2c.sda: GP9 cannot be SDA of I2C 0."),
    ({"reader": "pn532_uart", "uart": {"tx": 18}}, "uart.tx: GP18 cannot be TX of UART 1."),
    ({"profile": "esp32_c3", "spi": {"id": 2}}, "no free SPI 2, only 1"),
    ({"profile": "esp32_c3", "i2c": {"id": 1}}, "no free I2C 1, only 0"),
    ({"profile": "esp32", "reader": "pn532_uart", "uart": {"id": 0}}, "no free UART 0"),
    ({"profile": "esp32", "buzzer": 34}, "buzzer: IO34 is only an input. Choose another pin."),
    ({"profile": "esp32", "spi": {"cs": 39}}, "spi.cs: IO39 is only an input."),
    ({"profile": "esp32", "buttons": [35, 26, 27]}, "IO35 has no pull-up"),
    ({"profile": "esp32", "i2c": {"sda": 12}}, "the bus pulls IO12 up, and ESP32-DevKitC V4 would"),
    (
        {"profile": "esp32", "buzzer": 6},
        "IO6 is not free on ESP32-DevKitC V4: it connects the chip",
    ),
    ({"profile": "esp32", "buzzer": 1}, "it carries the port to the computer"),
    ({"profile": "esp32_s3", "buzzer": 19}, "IO19 is not free on ESP32-S3-DevKitC-1: it carries"),
    ({"profile": "esp32_s3", "buzzer": 30}, "it connects the chip to its flash"),
    ({"profile": "esp32_c3", "buzzer": 18}, "it carries USB"),
    ({"profile": "esp32_c6", "buzzer": 12}, "it carries USB"),
    ({"buzzer": 23}, "GP23 is not free on Raspberry Pi Pico: it controls the board's power"),
    ({"profile": "pico_w", "buzzer": 25}, "GP25 is not free on Raspberry Pi Pico W: it connects"),
    ({"profile": "pico_2_w", "buzzer": 29}, "the radio"),
    ({**FOUR, "spi": {"cs": [5, 7, 10]}}, "spi.cs: 4 seats need 4 chip selects, and it has 3."),
    ({**FOUR, "spi": {"cs": 5}}, "spi.cs: 4 seats need 4 chip selects, and it has 1."),
    ({**FOUR, "spi": {"rst": [6, 0]}}, "spi.rst: a list needs 4 entries, one for each seat"),
    ({**FOUR, "gain": [33]}, "gain: a list needs 4 entries"),
    ({**FOUR, "second": 17}, "second: with several seats it is a list"),
    ({"profile": "pico_table", "second": [0, *[None] * 7]}, "8 seats and 1 second reader are more"),
    ({"reader": "pn532_i2c", "second": 17}, "second: a second reader needs SPI"),
    ({**FOUR, "reader": "pn532_i2c"}, "reader: several pn532_i2c cannot share one bus."),
    ({**FOUR, "reader": "pn532_uart"}, "reader: several pn532_uart cannot share one bus."),
    ({**FOUR, "display": {"address": 60}}, "display: a board with several seats has no display."),
    ({**FOUR, "buttons": [13, 14, 17], "expanders": None}, "buttons: three pins are the buttons"),
    ({**FOUR, "pixels": None, "rgb": [18, 19, 20]}, "rgb: it is the light of one seat."),
    ({**FOUR, "i2c": None}, "i2c: the expanders cannot work without it. Give it its pins"),
    ({"i2c": None}, "i2c: the display cannot work without it. Give it its pins, or set display to"),
    ({"uart": {"tx": 77}}, "uart.tx: Raspberry Pi Pico has no pin 77."),
    ({"rgb": [17, 18, 77]}, "rgb: Raspberry Pi Pico has no pin 77."),
    ({"spi": {"cs": [5, 77]}}, "spi.cs: Raspberry Pi Pico has no pin 77."),
    ({"profile": "esp32", "display": None, "i2c": {"rst": [20]}}, "i2c.rst: ESP32-DevKitC V4 has"),
    ({"buttons": list(range(300))}, "or null, not [0, 1, 2, 3, 4, 5, 6, 7, 8, …]."),
    ({"buz\nzer\x1b": 15}, r"buz\nzer\x1b: there is no such entry. Did you mean buzzer?"),
    ({"order": "R\nB"}, r'not "R\nB".'),
    ({"spi": None}, "spi: the reader cannot work without it."),
    ({"expanders": [0x20]}, "expanders: the buttons have pins of their own."),
    ({**FOUR, "expanders": [0x20, 0x20]}, "i2c: an expander and an expander have the same address"),
    (
        {"reader": "pn532_i2c", "buttons": None, "expanders": [0x24]},
        "i2c: the PN532 and an expander have the same address, 0x24.",
    ),
    ({"expanders": [0x3C], "buttons": None}, "from 32 to 39 (0x20 to 0x27)"),
    ({"expanders": []}, "expanders: it must be a list of one or two addresses"),
    ({"display": {"address": 0x24}}, "display.address: it must be 60 (0x3C) or 61 (0x3D), not 36."),
    ({"display": {"height": 65}}, "display.height: it must be 16, 32, 48 or 64, not 65."),
    ({"gain": 34}, "gain: it must be 18, 23, 33, 38, 43 or 48, or null"),
    ({"gain": 40.5}, "gain: it must be"),
    ({"brightness": 101}, "brightness: it must be a whole number of percent from 0 to 100"),
    ({"loudness": -1}, "loudness: it must be"),
    ({"order": "rgb"}, "order: it must be RGB, RBG, GRB, GBR, BRG or BGR"),
    ({"settle_ms": 1000}, "settle_ms: it must be a whole number of milliseconds from 1 to 50"),
    ({"spi": {"baudrate": 20_000_000}}, "spi.baudrate: an MFRC522 takes at most 10000000 Hz."),
    ({"reader": "pn532_spi", "spi": {"baudrate": 8_000_000}}, "a PN532 takes at most 5000000 Hz"),
    ({"spi": {"baudrate": 0}}, "spi.baudrate: it must be a speed in hertz"),
    ({"spi": {"baudrate": 99_999}}, "spi.baudrate: it must be a speed in hertz, from 100000 to"),
    ({"i2c": {"freq": 9_999}}, "i2c.freq: it must be a speed in hertz, from 10000 to"),
    ({"i2c": {"freq": 1_000_000}}, "i2c.freq: the parts on the bus take at most 400000 Hz."),
    ({"reader": "pn532_uart", "uart": {"baudrate": 9600}}, "a PN532 starts with 115200"),
    ({"profile": "other", "reader": "pn532_i2c"}, "i2c: the reader cannot work without it."),
    ([], "A wiring is an object with entries, not []."),
    (None, "A wiring is an object with entries, not null."),
    ("pico", 'A wiring is an object with entries, not "pico".'),
    (math.nan, "not nan"),
]


@pytest.mark.parametrize(("changes", "says"), REFUSED, ids=[says[:50] for _, says in REFUSED])
def test_what_cannot_work_is_refused_with_one_sentence(changes, says):
    complaints = check(changes).complaints
    assert len(complaints) == 1, complaints
    assert says in complaints[0]


def test_everything_that_is_wrong_is_told_at_once():
    wrong = {"buzzer": 77, "spi": {"clk": 2}, "gain": 34, "buttons": [10, 10, 11]}
    assert len(check(wrong).complaints) == 4


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("profile", KNOWN)
def test_every_profile_can_work_with_every_reader_that_suits_it(profile, reader):
    report = check({"reader": reader}, profile)
    suits = reader in ON_SPI or report.wiring["seats"] == 1
    assert (report.complaints == []) == suits, report.complaints
    assert dict(report.wiring) == wiring_of(profile, {"reader": reader})


@pytest.mark.parametrize("profile", KNOWN)
def test_a_profile_has_pins_without_conditions_as_far_as_its_board_has_them(profile):
    conditions = {
        "esp32": {5, 17},  # GPIO 5 is pulled up by itself; wiring.md tells about the WROVER
        "esp32_table": {5, 16, 17},
        "esp32_c3": {8, 9},  # a bus pulls them up
        "esp32_c3_table": {8, 9},
        "esp32_c6_table": {10, 11},
    }
    board = board_pins(profile)
    used = {job.pin for job in jobs_of(wiring_of(profile, {}))}
    assert used & board.cautions.keys() == conditions.get(profile, set())


# What is written in wiring.json, and words of a note that tells what to mind.
NOTED = [
    ({**FOUR, "expanders": None}, "There are no buttons: players use action tiles"),
    ({"profile": "pico_table", "expanders": [0x20]}, "Seats 5 to 8 have no buttons"),
    (FOUR, "expanders: for 4 seats the first one is enough."),
    ({"rgb": [17, 18, 19]}, "rgb and leds are not used while there are pixels."),
    ({"pixels": None, "leds": [17, 18, 19]}, "leds are not used without rgb."),
    ({"pixels": None}, "There are no lights"),
    ({"settle_ms": 2}, "settle_ms: below 5 ms"),
    ({"profile": "esp32_c3", "buzzer": 2}, "buzzer: mind IO2: it must be high while the board"),
    ({"profile": "esp32_s3", "buzzer": 48}, "it also drives the light on the board"),
    ({"profile": "other", "spi": {"sck": 1, "mosi": 2, "miso": 3, "cs": 4}}, "are not known here"),
    ({"profile": "esp32_s3", "buzzer": 34}, "buzzer: mind IO34: it is not on the edge of this"),
    ({"profile": "esp32", "spi": {"miso": 38}}, "spi.miso: mind IO38: it is not on the edge of"),
    ({"uart": {"tx": 8}}, "uart is not used: the reader is mfrc522, and no other part is on it."),
    ({"display": None, "i2c": {"sda": 8}}, "i2c is not used"),
    ({"second": [17, 18]}, "second: the board has 1 seat: 18 is not used."),
    ({"spi": {"cs": [5, 13]}}, "To use all of the list, set seats to 2."),
    ({"gain": [18, 23, None, 33]}, "gain: the board has 1 seat: 23, 33 are not used."),
]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("profile", KNOWN)
def test_a_profile_of_ours_has_nothing_to_note(profile, reader):
    report = check({"reader": reader}, profile)
    assert report.notes == []


@pytest.mark.parametrize("board", BOARDS)
def test_a_pin_that_is_not_on_the_edge_is_not_free_or_has_a_note(board):
    pins, pinout = BOARDS[board], pinout_of(board)
    inward = []
    for pin in pins.pins - pins.reserved.keys():
        try:
            pinout.find(pins.pin_name(pin))
        except KeyError:
            inward.append(pin)
    assert {pins.cautions.get(pin) for pin in inward} <= {INWARD}


@pytest.mark.parametrize(("changes", "says"), NOTED, ids=[says[:40] for _, says in NOTED])
def test_what_works_with_a_condition_is_noted(changes, says):
    report = check(changes)
    assert report.complaints == []
    assert any(says in note for note in report.notes), report.notes


WORKS = [
    {},
    {"profile": "pico_table", "seats": 4, "expanders": [0x20]},
    {"seats": 2, "spi": {"cs": [5, 17]}, "buttons": None, "display": None},
    {"spi": {"id": 1, "sck": 14, "mosi": 11, "miso": 12, "cs": 13}, "buttons": [18, 19, 20]},
    {"display": None, "buttons": [8, 9, 10]},  # the pins of a bus that nothing uses are free
    {"reader": "pn532_uart", "buttons": [2, 3, 4]},
    {"second": 17, "gain": 48, "brightness": 40, "loudness": 5, "order": "RGB"},
    {**FOUR, "second": [17, None, 18, None], "spi": {"rst": [6, 0, None, 1]}, "gain": [None] * 4},
    {"pixels": None, "rgb": [18, 19, 22], "leds": [26, 27, 28]},
]


@pytest.mark.parametrize("changes", WORKS, ids=str)
def test_what_can_work_is_not_refused(changes):
    assert check(changes).complaints == []
    name = changes.get("profile", "pico")
    expected = wiring_of(name, {key: changes[key] for key in changes if key != "profile"})
    assert checked_wiring("pico", changes) == expected


def test_a_virtual_seat_gets_the_sentences_as_an_error():
    with pytest.raises(ValueError, match=r"^spi\.clk: there is no .*\nbuzzer: .* no pin 77\.$"):
        checked_wiring("pico", {"buzzer": 77, "spi": {"clk": 2}})


def test_every_entry_of_a_wiring_has_its_values():
    groups = {name: value for name, value in PICO.items() if isinstance(value, dict)}
    nested = {f"{group}.{name}" for group, entries in groups.items() for name in entries}
    assert set(KINDS) == (PICO.keys() - groups.keys()) | nested


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
VALUES = JSON | st.integers(0, 48) | st.lists(st.integers(0, 48) | st.none(), max_size=9)
TOP = st.sampled_from(["profile", *PICO]) | st.text(max_size=9)
INNER = st.dictionaries(
    st.sampled_from([name.partition(".")[2] for name in KINDS if "." in name]), VALUES
)
WIRINGS = st.dictionaries(TOP, VALUES | INNER | st.sampled_from(list(PROFILES)), max_size=8)


@settings(max_examples=50)  # `make soak` tries more of them
@given(WIRINGS | JSON, st.sampled_from(list(PROFILES)))
@example({"profile": "other", "seats": 8, "spi": {"cs": []}}, "pico")
@example({"spi": {"sck": 10**4000}}, "pico")
def test_the_check_never_fails_whatever_is_written(changes, profile):
    report = check(changes, profile)
    for text in (*report.complaints, *report.notes):
        assert text.endswith((".", "?")) and len(text) < 400
    if not report.complaints:
        assert json.dumps(dict(report.wiring))


@pytest.mark.parametrize(
    ("job", "bus", "pins"),
    [  # RP2040 Datasheet, 1.4.3
        ("spi.sck", 0, [2, 6, 18, 22]),
        ("spi.mosi", 0, [3, 7, 19, 23]),
        ("spi.miso", 0, [0, 4, 16, 20]),
        ("spi.sck", 1, [10, 14, 26]),
        ("spi.mosi", 1, [11, 15, 27]),
        ("spi.miso", 1, [8, 12, 24, 28]),
        ("i2c.sda", 0, [0, 4, 8, 12, 16, 20, 24, 28]),
        ("i2c.scl", 0, [1, 5, 9, 13, 17, 21, 25, 29]),
        ("i2c.sda", 1, [2, 6, 10, 14, 18, 22, 26]),
        ("i2c.scl", 1, [3, 7, 11, 15, 19, 23, 27]),
        ("uart.tx", 0, [0, 12, 16, 28]),
        ("uart.rx", 0, [1, 13, 17, 29]),
        ("uart.tx", 1, [4, 8, 20, 24]),
        ("uart.rx", 1, [5, 9, 21, 25]),
    ],
)
def test_a_pico_routes_a_bus_to_the_pins_of_its_data_sheet(job, bus, pins):
    assert [pin for pin in sorted(BOARDS["pico"].pins) if rp2_bus(job, pin) == bus] == pins
