"""The display, drawn by MicroPython's own letters on a bus that keeps what it is sent."""

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
settings, window, picture = Bus.sent
assert {address for address, _ in Bus.sent} == {0x3C}
assert settings[1][0] == window[1][0] == 0 and settings[1][-1] == 0xAF
assert picture[1][0] == 0x40 and len(picture[1]) == 1 + 1024
for row in range(24):
    bits = [picture[1][1 + row // 8 * 128 + column] >> row % 8 & 1 for column in range(128)]
    print("".join([".#"[bit] for bit in bits]))
"""


@pytest.mark.skipif(not MICROPYTHON, reason="no MicroPython for this machine")
def test_a_text_is_drawn_in_lines_without_accents():
    command = [MICROPYTHON, "-c", DRAW]
    env = {**os.environ, "MICROPYPATH": str(ROOT)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = done.stdout.split()
    assert "#" in "".join(rows[:8])
    assert set("".join(rows[8:12])) == {"."}
    assert "#" in "".join(rows[12:20])
