"""Lamps, buzzer and buttons that the seats of one board share."""

import pytest

from firmware.panel.lights import OFF, RETRY_MS, TONES, Pixels
from firmware.panel.panel import Panel
from firmware.panel.shared import Expander, SharedBuzzer, SharedLamps, Window
from host_tools.sim.boards.inprocess import SimI2C
from host_tools.sim.chips.expander import BUTTONS, GPPU, SimulatedExpander
from host_tools.sim.chips.seat_parts import Wires
from tests.firmware.test_panel import Parts, Strip

BLUE = (0, 0, 255)
ADDRESSES = [0x20, 0x21]


class Board:
    """Two seats on one chain of lamps."""

    def __init__(self):
        self.strip = Strip(8)
        self.lamps = SharedLamps(Pixels(self.strip, "RGB"))
        self.panels = [Panel(Window(self.lamps, 4 * seat)) for seat in range(2)]

    def round(self, now, *lights):
        for panel, light in zip(self.panels, lights, strict=True):
            panel.show(light, "---", now)
        self.lamps.flush(now)


def test_each_seat_lights_its_own_four_lamps_and_all_are_sent_at_once():
    board = Board()
    board.round(0, "committed", "off")
    board.round(1, "off", "committed")
    assert [chain.index(BLUE) for chain in board.strip.sent] == [0, 4]
    assert all(chain.count(OFF) == 7 for chain in board.strip.sent)


def test_nothing_is_sent_when_nothing_has_changed():
    board = Board()
    for now in range(0, 1000, 20):
        board.round(now, "committed", "committed")
    assert len(board.strip.sent) == 1


def test_a_chain_that_fails_is_lost_for_all_its_seats_and_sent_again_later():
    board = Board()
    write, board.strip.write = board.strip.write, lambda: [][0]
    board.round(0, "committed", "off")
    assert [panel.lost()[0][0] for panel in board.panels] == ["no_lamps", "no_lamps"]
    board.strip.write = write
    board.round(RETRY_MS - 1, "committed", "off")
    assert board.strip.sent == []
    board.round(RETRY_MS, "committed", "off")
    assert board.strip.sent[-1].index(BLUE) == 0
    assert [panel.lost() for panel in board.panels] == [(), ()]


class Buttons:
    """Seats whose buttons are on expanders."""

    def __init__(self, seats=8):
        wires = Wires()
        self.chips = [SimulatedExpander() for _ in ADDRESSES]
        wires.i2c_parts.update(zip(ADDRESSES, self.chips, strict=True))
        self.expander = Expander(SimI2C(wires), ADDRESSES)
        self.panels = [Panel(buttons=self.expander.pins(seat)) for seat in range(seats)]
        self.now = 0
        self.expander.sample(self.now)  # the first sample sets the chips up

    def down(self):
        self.expander.sample(self.now)
        return [panel.down() for panel in self.panels]

    def run(self, ms):
        presses = []
        for now in range(self.now, self.now + ms, 20):
            self.expander.sample(now)
            for seat, panel in enumerate(self.panels):
                presses += [(seat, *press) for press in panel.presses(now)]
        self.now += ms
        return presses

    def lost(self):
        return [seat for seat, panel in enumerate(self.panels) if panel.lost()]


@pytest.mark.parametrize("seat", range(8))
@pytest.mark.parametrize("button", BUTTONS)
def test_every_button_of_every_seat_is_its_own(seat, button):
    board = Buttons()
    board.chips[seat // 4].press(seat % 4, button)
    keys = ["000"] * 8
    keys[seat] = "".join("01"[name == button] for name in BUTTONS)
    assert board.down() == keys
    board.chips[seat // 4].release(seat % 4, button)
    assert board.down() == ["000"] * 8


def test_a_press_on_an_expander_counts():
    board = Buttons()
    board.chips[1].press(2, "right")
    presses = board.run(100)
    board.chips[1].release(2, "right")
    assert presses + board.run(100) == [(6, 2, "down"), (6, 2, "short")]


def test_each_chip_is_read_once_a_round():
    board = Buttons()
    before = [chip.looks for chip in board.chips]
    board.run(1000)
    assert [chip.looks - looks for chip, looks in zip(board.chips, before, strict=True)] == [50, 50]


def test_an_expander_that_goes_takes_the_buttons_of_its_own_seats_only():
    board = Buttons()
    board.chips[1].press(0, "left")
    assert board.down()[4] == "100"
    board.chips[1].unplug()
    assert board.down() == ["000"] * 8
    assert board.lost() == [4, 5, 6, 7]
    assert board.panels[4].lost()[0][0] == "no_buttons"
    board.chips[0].press(1, "middle")
    assert (1, 1, "down") in board.run(100)
    board.chips[1].plug()
    board.chips[1].release(0, "left")
    board.run(RETRY_MS)
    assert board.lost() == []
    board.chips[1].press(3, "middle")
    assert (7, 1, "down") in board.run(100)


def test_an_expander_that_lost_its_power_for_a_moment_presses_nothing():
    """Its pins float until it gets its pull-ups back."""
    board = Buttons()
    board.run(100)
    board.chips[0].unplug()
    board.chips[0].plug()
    assert board.run(3000) == []
    board.chips[0].take(bytes([GPPU]))
    assert board.chips[0].give(2) == b"\x7f\x7f"
    assert board.down() == ["000"] * 8


def test_a_seat_beyond_the_expanders_has_no_buttons():
    board = Buttons(seats=9)
    assert board.down()[8] == "-"


class Sounds:
    """Three seats and one buzzer."""

    def __init__(self):
        self.part = Parts()
        buzzer = SharedBuzzer(self.part)
        self.panels = [Panel(buzzer=buzzer) for _ in range(3)]

    def run(self, *sounds, start=0):
        """Let seats begin sounds, given as (time, seat, sound)."""
        for now in range(start, start + 2000, 10):
            for seat, panel in enumerate(self.panels):
                panel.play(
                    "".join(sound for at, who, sound in sounds if (at, who) == (now, seat)), now
                )
        return self.part.tones


def hertz(sound):
    return [tone for tone, _ in TONES[sound]]


def test_a_sound_that_all_seats_begin_is_played_once():
    assert Sounds().run((0, 0, "win"), (0, 1, "win"), (40, 2, "win")) == [*hertz("win"), 0]


def test_the_same_sound_later_is_played_again():
    assert Sounds().run((0, 0, "low"), (600, 1, "low")) == 2 * [*hertz("low"), 0]


def test_the_newest_sound_wins():
    sounds = Sounds().run((0, 0, "win"), (50, 1, "low"))
    assert sounds == [hertz("win")[0], *hertz("low"), 0]
