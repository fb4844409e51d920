"""The display and the whole panel in real MicroPython, on a bus that keeps what it is sent."""

import os
import subprocess

import pytest

from tests.firmware.test_differential import MICROPYTHON, ROOT

DRAW = """
from firmware.panel.display import Display

class Bus:
    sent = []
    def writeto(self, address, data):
        self.sent.append((address, bytes(data)))

display = Display(Bus(), 128, 64, 0x3C)
display.show("Posée à droite: une carte")
first, settings, window, picture = Bus.sent
assert first == settings
assert {address for address, _ in Bus.sent} == {0x3C}
assert settings[1][0] == window[1][0] == 0 and settings[1][-1] == 0xAF
assert picture[1][0] == 0x40 and len(picture[1]) == 1 + 1024
for row in range(24):
    bits = [picture[1][1 + row // 8 * 128 + column] >> row % 8 & 1 for column in range(128)]
    print("".join([".#"[bit] for bit in bits]))
"""


EVENING = """
import gc
from firmware.panel.display import Display
from firmware.panel.lights import Pixels, Tone
from firmware.panel.panel import Panel
from firmware.panel.shared import Expander, SharedBuzzer, SharedLamps, Window

class Bus:
    away = False
    levels = b"\\xff\\xff"
    pull_ups = b"\\x7f\\x7f"
    place = 0
    def writeto(self, address, data):
        if self.away:
            raise OSError(5)
        self.place = data[0]
    def readfrom_into(self, address, buffer):
        if self.away:
            raise OSError(5)
        buffer[:] = self.levels if self.place == 0x12 else self.pull_ups

class Strip(list):
    sent = 0
    def write(self):
        self.sent += 1

class Pwm:
    def freq(self, hertz):
        pass
    def duty_u16(self, duty):
        pass

bus, strip = Bus(), Strip([(0, 0, 0)] * 32)
lamps, expander = SharedLamps(Pixels(strip, "RGB", 50)), Expander(bus, [0x20, 0x21])
buzzer = SharedBuzzer(Tone(Pwm(), 25))
display = Display(bus)
panels = [Panel(Window(lamps, 4 * seat), expander.pins(seat), buzzer) for seat in range(7)]
panels.append(Panel(Window(lamps, 28), expander.pins(7), buzzer, display))

def round(now):
    presses = 0
    expander.sample(now)
    for panel in panels:
        presses += len(panel.presses(now))
        panel.show("committed", "b--", now)
        panel.say("Lay a card")
        panel.play("", now)
        panel.lost()
    lamps.flush(now)
    return presses

def run(start, end):
    for now in range(start, end, 20):
        round(now)

run(0, 1000)
gc.collect()
before = gc.mem_alloc()
run(1000, 9000)
print("bytes a round:", (gc.mem_alloc() - before) // 400)
print("sent:", strip.sent, strip[0])
bus.away = True
run(9000, 20000)
print("lost:", [code for code, _ in panels[0].lost() + panels[7].lost()])
bus.away = False
run(20000, 40000)
print("lost:", panels[0].lost() + panels[7].lost())
bus.levels = b"\\xfe\\xff"
print("down:", sum([round(now) for now in range(40000, 40100, 20)]), panels[0].down())
"""

pytestmark = pytest.mark.skipif(not MICROPYTHON, reason="no MicroPython for this machine")


def run(script):
    """Return what a script prints in MicroPython."""
    env = {**os.environ, "MICROPYPATH": str(ROOT)}
    command = [MICROPYTHON, "-c", script]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_panels_of_eight_seats_work_fail_and_come_back():
    """Idle, a round of all eight takes no memory."""
    assert run(EVENING).splitlines() == [
        "bytes a round: 0",
        "sent: 1 (0, 0, 128)",
        "lost: ['no_buttons', 'no_display', 'no_buttons']",
        "lost: ()",
        "down: 2 100",
    ]


def test_a_text_is_drawn_in_lines_without_accents():
    rows = run(DRAW).split()
    assert "#" in "".join(rows[:8])
    assert set("".join(rows[8:12])) == {"."}
    assert "#" in "".join(rows[12:20])
