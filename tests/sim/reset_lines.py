"""DTR and RTS, and the circuit by which they reset a board: a pseudo-terminal has no such lines.

monkeypatch.setattr(serial, "Serial", SerialWithLines)
SerialWithLines.lines[board.port] = ResetLines(board.reset)
"""

from typing import ClassVar

import serial

OwnSerial = serial.Serial


class ResetLines:
    """The lines of one port: RTS without DTR pulls the reset pin low.

    `unasked`: the system raises both lines when a port is opened, as Linux and macOS do, whatever
    the program wants. `in_turn`: RTS rises before DTR and DTR falls before RTS, as with some
    drivers; otherwise both at once. `on_open`, `on_close`: it is reset then in any case.
    """

    def __init__(self, reset, *, unasked=True, in_turn=True, on_open=False, on_close=False):
        self._reset = reset
        self._unasked, self._in_turn = unasked, in_turn
        self._on_open, self._on_close = on_open, on_close
        self.dtr = self.rts = False
        self.resets = 0
        self.opened = 0

    def move(self, dtr, rts):
        """Set both lines at once."""
        was_low = self.rts and not self.dtr
        self.dtr, self.rts = dtr, rts
        if rts and not dtr and not was_low:
            self.reset()

    def reset(self):
        """Reset the board."""
        self.resets += 1
        self._reset()

    def open(self, dtr, rts):
        """Raise the lines as the system does, then set them as the program wants them."""
        self.opened += 1
        if self._in_turn:
            self.move(self.dtr, rts or self._unasked)
        self.move(dtr or self._unasked, rts or self._unasked)
        self.move(dtr, self.rts)  # pyserial does DTR first
        self.move(self.dtr, rts)
        if self._on_open:
            self.reset()

    def close(self):
        """Drop the lines that are still up."""
        if self._in_turn:
            self.move(False, self.rts)
        self.move(False, False)
        if self._on_close:
            self.reset()


class SerialWithLines(OwnSerial):
    """A port of pyserial; those in `lines` have lines."""

    lines: ClassVar[dict[str, ResetLines]] = {}

    def open(self):
        """Open the port."""
        super().open()
        if self.name in self.lines:
            self.lines[self.name].open(self._dtr_state, self._rts_state)

    def close(self):
        """Close the port."""
        was_open = self.is_open
        super().close()
        if was_open and self.name in self.lines:
            self.lines[self.name].close()

    def _update_dtr_state(self):
        if self.is_open and self.name in self.lines:
            self.lines[self.name].move(self._dtr_state, self.lines[self.name].rts)

    def _update_rts_state(self):
        if self.is_open and self.name in self.lines:
            self.lines[self.name].move(self.lines[self.name].dtr, self._rts_state)
