"""The wiring that is drawn is the wiring that the firmware uses."""

import re
import sys
from contextlib import suppress
from itertools import combinations, pairwise
from types import SimpleNamespace

import pytest

from firmware import assemble
from firmware.board import READERS, wiring_of
from firmware.readers.reader import ReaderError
from host_tools.wiring.drawing import DRAWINGS, draw, drawn_parts, drawn_wiring, table
from host_tools.wiring.jobs import jobs_of
from host_tools.wiring.parts import COLOURS, parts_of
from host_tools.wiring.pinouts import PINOUTS, pinout_of
from host_tools.wiring.pins import BOARDS
from host_tools.wiring.routes import plan
from tests.docs.drawings.__main__ import FOLDER, pages

PAGES = pages(FOLDER)
SINGLE = [(profile, reader) for profile, reader in DRAWINGS if not profile.endswith("_table")]
OWN = [  # wirings of people, with parts on pins of the other side, or with other parts
    ("pico", {"buzzer": 22, "buttons": [10, 18, 19], "spi": {"cs": 17}}),
    ("pico", {"pixels": None, "rgb": [18, 19, 22], "leds": [26, 27, 28], "second": 13}),
    ("pico", {"reader": "pn532_i2c", "buttons": None, "expanders": [0x21], "buzzer": None}),
    ("pico_table", {"seats": 3, "second": [16, None, 18], "pixels": 22, "expanders": [0x27]}),
    ("esp32", {"spi": {"miso": 36}, "reader": "pn532_spi"}),
    ("esp32_s3", {"pixels": 1, "buttons": [2, 42, 5]}),
    ("esp32_c6_table", {"seats": 2, "expanders": None, "spi": {"rst": [11, 19]}}),
]
ALL = [(profile, drawn_wiring(profile, reader)) for profile, reader in DRAWINGS]
ALL += [(profile, wiring_of(profile, changes)) for profile, changes in OWN]


def layout_of(profile, wiring):
    return plan(pinout_of(profile), drawn_parts(pinout_of(profile), wiring))


@pytest.mark.parametrize("name", PAGES)
def test_what_is_committed_is_what_the_script_draws(name):
    committed = (FOLDER / name).read_text("utf-8")
    assert committed == PAGES[name], f"docs/build/{name} is out of date: run `make drawings`"


def test_every_board_is_drawn_with_every_reader_that_suits_it():
    drawn = {name for name in PAGES if name.startswith("wiring/")}
    single = {f"wiring/{board}-{reader}.svg" for board in PINOUTS for reader in READERS}
    assert drawn >= single
    assert {path.name for path in (FOLDER / "wiring").iterdir()} == {name[7:] for name in drawn}


def test_every_picture_is_on_the_page_with_its_table():
    text = (FOLDER / "wiring.md").read_text("utf-8")
    for profile, reader in DRAWINGS:
        assert f"<!-- wires: {profile} {reader} -->" in text


@pytest.mark.parametrize("board", BOARDS)
def test_every_free_pin_of_a_board_is_on_its_edge(board):
    pinout, pins = pinout_of(board), BOARDS[board]
    edge = {spot.name for spot in (*pinout.left, *pinout.right)}
    assert {pins.pin_name(pin) for pin in pins.free} <= edge


class Listening:
    """A `machine` that notes which pins are asked for; no chip answers."""

    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self):
        self.pins = set()
        self.Pin = lambda number, *_, **__: self.pins.add(number) or SimpleNamespace()
        self.Pin.IN = self.Pin.OUT = self.Pin.PULL_UP = 0
        self.SPI = self.I2C = self.UART = self.PWM = lambda *_, **__: SimpleNamespace()


@pytest.mark.parametrize(("profile", "reader"), SINGLE)
def test_the_pins_that_the_firmware_opens_are_those_that_are_wired(profile, reader, monkeypatch):
    monkeypatch.setitem(sys.modules, "neopixel", SimpleNamespace(NeoPixel=lambda pin, n: [pin] * n))
    machine, wiring = Listening(), wiring_of(profile, {"reader": reader})
    with suppress(AttributeError, OSError, TypeError, ReaderError):  # no chip behind the pins
        assemble.make_reader(machine, wiring, lambda _: None)
    assemble.make_panel(machine, wiring)
    assemble.make_i2c(machine, wiring["i2c"])  # the display's: its driver needs MicroPython
    unused = {wiring["spi"]["rst"]} if reader == "pn532_spi" else set()
    drawn = {pin.to for part in parts_of(wiring) for pin in part.pins}
    assert {pin for pin in drawn if isinstance(pin, int)} == machine.pins - unused


@pytest.mark.parametrize(("profile", "wiring"), ALL)
def test_every_pin_with_a_job_is_wired(profile, wiring):
    drawn = {pin.to for part in parts_of(wiring) for pin in part.pins}
    jobs = {job.pin for job in jobs_of(wiring)}
    unused = {wiring["spi"]["rst"]} if wiring["reader"] == "pn532_spi" else set()
    assert {pin for pin in drawn if isinstance(pin, int)} == jobs - unused


@pytest.mark.parametrize(("profile", "wiring"), ALL)
def test_the_table_has_every_wire_with_names_and_numbers_at_both_ends(profile, wiring):
    rows = [row.strip("|").split("|") for row in table(profile, wiring).splitlines()[2:]]
    told = set()
    for row in rows:
        part, part_pin, colour, board, number, _ = (cell.strip() for cell in row)
        assert re.fullmatch(r"\d+ \S+", part_pin)
        assert (colour in COLOURS and number) or board == "stays free"
        told.add((part, part_pin))
    for part in parts_of(wiring):
        for pin in part.pins:
            name = f"{pin.number} {pin.name}"
            assert (part.title, name) in told or ("All readers", name) in told


def segments(points):
    return list(pairwise(points))


def overlap(one, other):
    """Do two straight pieces lie on each other? Crossing is allowed."""
    for axis in (0, 1):
        flat = {point[axis] for point in (*one, *other)}
        if len(flat) == 1:
            a, b = (sorted(point[1 - axis] for point in piece) for piece in (one, other))
            return min(a[1], b[1]) > max(a[0], b[0])
    return False


@pytest.mark.parametrize(("profile", "wiring"), ALL)
def test_no_wire_lies_on_another(profile, wiring):
    layout = layout_of(profile, wiring)
    lines = [(wire.spot.name, wire.points) for wire in layout.wires]
    lines += [(rail.spot.name, rail.points) for rail in layout.rails]
    for (name, one), (other_name, other) in combinations(lines, 2):
        if name != other_name:
            for piece in segments(one):
                assert not any(overlap(piece, far) for far in segments(other)), (name, other_name)


@pytest.mark.parametrize(("profile", "wiring"), ALL)
def test_every_line_leads_from_its_part_to_the_board(profile, wiring):
    layout = layout_of(profile, wiring)
    rails = [point for rail in layout.rails for point in rail.points]
    for wire in layout.wires:
        assert wire.points[0] == (wire.box.edge, wire.box.pin_y(wire.pin))
        end = (layout.board_edge(wire.spot.side), layout.spot_y(wire.spot))
        assert end in (rails if wire.joins else [wire.points[-1]])


@pytest.mark.parametrize(("profile", "wiring"), ALL)
def test_every_wire_and_word_is_on_the_sheet(profile, wiring):
    layout = layout_of(profile, wiring)
    lines = [wire.points for wire in layout.wires] + [rail.points for rail in layout.rails]
    for x, y in (point for points in lines for point in points):
        assert 0 < x < layout.width and 100 <= y < layout.height  # below the title
    assert "</svg>" in draw(profile, wiring)
