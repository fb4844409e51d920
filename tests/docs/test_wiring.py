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
from tests.docs.drawings.__main__ import FOLDER, pages
from tests.docs.drawings.pinouts import PINOUTS
from tests.docs.drawings.routes import plan
from tests.docs.drawings.wires import COLOURS
from tests.docs.drawings.wiring import DRAWINGS, parts_of, table

PAGES = pages(FOLDER)


@pytest.mark.parametrize("name", PAGES)
def test_what_is_committed_is_what_the_script_draws(name):
    committed = (FOLDER / name).read_text("utf-8")
    assert committed == PAGES[name], f"docs/build/{name} is out of date: run `make drawings`"


def test_every_board_is_drawn_with_every_reader():
    drawn = {name for name in PAGES if name.startswith("wiring/")}
    assert drawn == {f"wiring/{board}-{reader}.svg" for board in PINOUTS for reader in READERS}
    assert {path.name for path in (FOLDER / "wiring").iterdir()} == {name[7:] for name in drawn}


class Listening:
    """A `machine` that notes which pins are asked for; no chip answers."""

    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self):
        self.pins = set()
        self.Pin = lambda number, *_, **__: self.pins.add(number) or SimpleNamespace()
        self.Pin.IN = self.Pin.OUT = self.Pin.PULL_UP = 0
        self.SPI = self.I2C = self.UART = self.PWM = lambda *_, **__: SimpleNamespace()


@pytest.mark.parametrize(("profile", "reader"), DRAWINGS)
def test_the_pins_that_the_firmware_opens_are_those_that_are_wired(profile, reader, monkeypatch):
    monkeypatch.setitem(sys.modules, "neopixel", SimpleNamespace(NeoPixel=lambda pin, n: [pin] * n))
    machine, wiring = Listening(), wiring_of(profile, {"reader": reader})
    with suppress(AttributeError, OSError, TypeError, ReaderError):  # no chip behind the pins
        assemble.make_reader(machine, wiring, lambda _: None)
    assemble.make_panel(machine, wiring)
    assemble.make_i2c(machine, wiring["i2c"])  # the display's: its driver needs MicroPython
    unused = {wiring["spi"]["rst"]} if reader == "pn532_spi" else set()
    drawn = {pin.to for part in parts_of(profile, reader) for pin in part.pins}
    assert {pin for pin in drawn if isinstance(pin, int)} == machine.pins - unused


@pytest.mark.parametrize(("profile", "reader"), DRAWINGS)
def test_the_table_has_every_wire_with_names_and_numbers_at_both_ends(profile, reader):
    rows = [row.strip("|").split("|") for row in table(profile, reader).splitlines()[2:]]
    assert len(rows) == sum(len(part.pins) for part in parts_of(profile, reader))
    for row in rows:
        _, part_pin, colour, board, number, _ = (cell.strip() for cell in row)
        assert re.fullmatch(r"\d \S+", part_pin)
        assert (colour in COLOURS and number) or board == "stays free"


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


@pytest.mark.parametrize(("profile", "reader"), DRAWINGS)
def test_no_wire_lies_on_another(profile, reader):
    found = plan(PINOUTS[profile], parts_of(profile, reader))
    lines = [(wire.spot.name, wire.points) for wire in found.wires]
    lines += [(spot.name, points) for _, spot, points in found.rails]
    for (name, one), (other_name, other) in combinations(lines, 2):
        if name != other_name:
            for piece in segments(one):
                assert not any(overlap(piece, far) for far in segments(other)), (name, other_name)


@pytest.mark.parametrize(("profile", "reader"), DRAWINGS)
def test_every_line_leads_from_its_part_to_the_board(profile, reader):
    found = plan(PINOUTS[profile], parts_of(profile, reader))
    rails = [point for _, _, points in found.rails for point in points]
    for wire in found.wires:
        assert wire.points[0] == (wire.box.edge, wire.box.pin_y(wire.pin))
        end = (found.board_edge(wire.spot.side), found.spot_y(wire.spot))
        assert end in (rails if wire.joins else [wire.points[-1]])
