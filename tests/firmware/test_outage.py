"""An optional part that stops answering is left out, reported, and taken back."""

import sys
from types import SimpleNamespace

import pytest

from firmware.panel.display import Display
from firmware.panel.lights import CODES, RETRY_MS
from firmware.panel.panel import Panel
from host_tools.sim.boards.inprocess import SimI2C
from host_tools.sim.chips.display import SimFrameBuffer, SimulatedDisplay
from host_tools.sim.chips.seat_parts import Wires

ADDRESS = 0x3C
STEP = 20


class Flaky:
    """Lamps, buzzer and button in one, which all fail while `broken` is set."""

    def __init__(self):
        self.broken = False
        self.lamps = {}
        self.tones = []
        self.level = 1

    def _work(self):
        if self.broken:
            raise OSError(5, "EIO")

    def write(self, place, colour):
        self.lamps[place] = colour

    def show(self):
        self._work()

    def tone(self, hertz):
        self._work()
        self.tones.append(hertz)

    def button(self):
        self._work()
        return self.level


class CountedDisplay(SimulatedDisplay):
    """One that counts how often it is written to, there or not."""

    asked = 0

    def take(self, data):
        self.asked += 1
        super().take(data)


class Evening:
    """A panel that is stepped as the board's loop does it."""

    def __init__(self, panel):
        self.panel = panel
        self.now = 0
        self.text = "Lay a card"
        self.presses = []

    def run(self, ms, sound=""):
        end = self.now + ms
        while self.now < end:
            self.presses += self.panel.presses(self.now)
            self.panel.show("committed", "b--", self.now)
            self.panel.say(self.text)
            self.panel.play(sound, self.now)
            self.now += STEP
            sound = ""

    def lost(self):
        return [code for code, _ in self.panel.lost()]


@pytest.fixture
def screen(monkeypatch):
    """A display on a bus, with letters."""
    stand_in = SimpleNamespace(FrameBuffer=SimFrameBuffer, MONO_VLSB=0)
    monkeypatch.setitem(sys.modules, "framebuf", stand_in)
    return CountedDisplay()


@pytest.fixture
def evening(screen):
    wires = Wires()
    wires.i2c_parts[ADDRESS] = screen
    evening = Evening(Panel(display=Display(SimI2C(wires), 128, 64, ADDRESS)))
    evening.run(100)
    assert screen.lit
    return evening


def test_a_display_that_goes_in_the_middle_of_an_evening_comes_back_with_its_text(screen, evening):
    before = screen.rows()
    screen.unplug()
    evening.text = "Everybody has chosen"
    evening.run(1000)
    assert evening.panel.lost() == (("no_display", "OSError(5, 'EIO')"),)
    screen.plug()
    evening.run(RETRY_MS)
    assert evening.lost() == []
    assert screen.lit
    assert screen.rows() != before
    evening.text = "Lay a card"
    evening.run(100)
    assert screen.rows() == before


def test_a_display_that_shows_the_same_text_for_long_is_missed_too(screen, evening):
    screen.unplug()
    evening.run(RETRY_MS)
    assert evening.lost() == ["no_display"]
    screen.plug()
    evening.run(2 * RETRY_MS)
    assert evening.lost() == []
    assert "#" in "".join(screen.rows())


def test_a_display_that_lost_its_power_for_a_moment_shows_the_next_text(screen, evening):
    screen.unplug()
    screen.plug()
    evening.text = "Pay 2 coins"
    evening.run(100)
    assert screen.lit
    assert "#" in "".join(screen.rows())


def test_a_display_that_is_gone_is_asked_only_now_and_then(screen, evening):
    screen.unplug()
    screen.asked = 0
    evening.text = "Everybody has chosen"
    evening.run(3 * RETRY_MS)
    assert screen.asked == 3


def test_a_text_that_does_not_change_is_drawn_once(screen, evening):
    evening.run(3 * RETRY_MS)
    assert screen.pictures == 1


def broken_panel():
    part = Flaky()
    evening = Evening(Panel(part, [part.button], part))
    evening.run(100)
    assert evening.lost() == []
    part.broken = True
    part.lamps.clear()
    evening.panel.blink(evening.now)
    evening.run(1000, sound="win")
    return part, evening


def test_whatever_is_broken_the_panel_goes_on():
    _, evening = broken_panel()
    assert sorted(evening.lost()) == ["no_buttons", "no_buzzer", "no_lamps"]
    assert set(evening.lost()) <= set(CODES)
    assert evening.panel.down() == "-"


def test_what_is_mended_is_lit_heard_and_pressed_again():
    part, evening = broken_panel()
    part.broken = False
    evening.run(RETRY_MS)
    assert evening.lost() == []
    assert part.lamps[0] == (0, 0, 255)
    assert part.tones == [0]  # and nothing of the sound of long ago
    part.level = 0
    evening.run(100)
    part.level = 1
    evening.run(100, sound="tick")
    assert evening.presses == [(0, "down"), (0, "short")]
    assert part.tones == [0, 2000, 0]
