"""What a player sees, presses and hears: light, buttons, buzzer, display, each optional."""

from firmware.panel.lights import RETRY_MS, Buzzer, Outage, lamp_at, light_at, outages_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from firmware.panel.display import Display
    from firmware.panel.lights import Pins, Pixels, Tone
    from firmware.panel.shared import Window

DEBOUNCE_MS = 30
LONG_MS = 1200
STUCK_MS = 10000  # so long nobody presses: something lies on the button
STALL_MS = 200  # between two samples: what the button did meanwhile is not known

BLINK_MS = 150  # for how long the buttons go dark when a secret key is taken

DOWN = "down"  # a press begins
SHORT = "short"
LONG = "long"
HELD = "held"  # long enough: let go now

NONE: "tuple[tuple[int, str], ...]" = ()


class Panel:
    """Writes only what has changed, so that a step costs little when nothing happens.

    A part that fails is left out and tried again later; `lost` tells which ones are.
    """

    def __init__(
        self,
        lamps: "Pixels | Pins | Window | None" = None,
        buttons: "Sequence[Callable[[], int]]" = (),  # each returns 0 while it is down
        buzzer: "Tone | Buzzer | None" = None,
        display: "Display | None" = None,
    ) -> None:
        self._lamps = lamps
        self._pins = buttons
        self._buttons = [Button() for _ in buttons]
        if buzzer is not None and not isinstance(buzzer, Buzzer):
            buzzer = Buzzer(buzzer)
        self._buzzer = buzzer
        self._display = display
        self._shown: list[tuple[int, int, int] | None] = [None, None, None, None]
        self._text: str | None = None
        self._check_at = 0  # when the display is next asked whether it is there
        self._dark_until = 0
        self._now = 0
        self._no_lamps, self._no_buttons = Outage("no_lamps"), Outage("no_buttons")
        self._no_display = Outage("no_display")
        self._outages = [self._no_lamps, self._no_buttons, self._no_display]
        self._outages += outages_of(lamps, buzzer, *buttons[:1])

    def lost(self) -> "tuple[tuple[str, str], ...]":
        """Return a code and a reason for every part that does not answer."""
        lost: tuple[tuple[str, str], ...] = ()
        for outage in self._outages:
            if outage.why:
                lost += ((outage.code, outage.why),)
        return lost

    def presses(self, now: int) -> "tuple[tuple[int, str], ...]":
        """Return what has happened since the last call: which button, and DOWN, SHORT or LONG."""
        self._now = now
        if self._no_buttons.rests(now):
            return NONE
        try:
            presses = self._sample(now)
            if self._no_buttons.why:
                self._no_buttons.end()
            return presses
        except Exception as error:
            self._no_buttons.begin(error, now)
            return NONE

    def down(self) -> str:
        """Return a digit for each button: 1 while it is down."""
        try:
            return "".join(["1" if pin() == 0 else "0" for pin in self._pins]) or "-"
        except Exception as error:
            self._no_buttons.begin(error, self._now)
            return "-"

    def blink(self, now: int) -> None:
        """Let all three buttons be dark for a moment."""
        self._dark_until = now + BLINK_MS

    def show(self, light: str, lamps: str, now: int) -> None:
        """Light the lamps as they must be at this time."""
        self._now = now
        if self._lamps is None or self._no_lamps.rests(now):
            return
        try:
            self._show(light, lamps, now)
            if self._no_lamps.why:
                self._no_lamps.end()
        except Exception as error:
            self._shown = [None, None, None, None]  # all are written when they are back
            self._no_lamps.begin(error, now)

    def say(self, text: str) -> None:
        """Show this text on the display."""
        now = self._now
        if self._display is None or self._no_display.rests(now):
            return
        try:
            if text != self._text:
                self._display.show(text)
                self._text = text
            elif now >= self._check_at:
                self._display.check()
            else:
                return
            self._check_at = now + RETRY_MS
            self._no_display.end()
        except Exception as error:
            self._text = None  # it is written when the display is back
            self._no_display.begin(error, now)

    def play(self, sound: str, now: int) -> None:
        """Start this sound, if any, and continue the one that is playing."""
        if self._buzzer is not None:
            self._buzzer.play(sound, now)

    def _sample(self, now: int) -> "tuple[tuple[int, str], ...]":
        presses = NONE
        for place in range(len(self._buttons)):
            press = self._buttons[place].sample(self._pins[place]() == 0, now)
            if press == HELD:
                self.play("tick", now)
            elif press:
                presses += ((place, press),)
        return presses

    def _show(self, light: str, lamps: str, now: int) -> None:
        dark = now < self._dark_until
        changed = self._write(0, light_at(light, now))
        for place in range(3):
            letter = "-" if dark else lamps[place]
            changed = self._write(place + 1, lamp_at(letter, now)) or changed
        if changed and self._lamps is not None:
            self._lamps.show()

    def _write(self, place: int, colour: "tuple[int, int, int]") -> bool:
        if self._lamps is None or self._shown[place] == colour:
            return False
        self._shown[place] = colour
        self._lamps.write(place, colour)
        return True


class Button:
    """Fed with its level; a press counts on release, by the time for which it was seen held.

    >>> button = Button()
    >>> levels = ((True, 0), (True, 40), (False, 90), (False, 130))
    >>> [button.sample(down, now) for down, now in levels]
    ['', 'down', '', 'short']
    """

    def __init__(self) -> None:
        self._down = False  # the level that is believed
        self._level = False  # the level that was seen last
        self._since = 0  # since when
        self._sampled = 0
        self._held = 0  # for how long this press was seen

    def sample(self, level: bool, now: int) -> str:
        """Take the level of the pin; return a press when one is complete."""
        passed, self._sampled = now - self._sampled, now
        if level != self._level or passed >= STALL_MS:
            self._level = level
            self._since = now
        if level != self._down and now - self._since >= DEBOUNCE_MS:
            return self._change(level)
        if not self._down or passed >= STALL_MS:
            return ""
        before, self._held = self._held, self._held + passed
        return HELD if before < LONG_MS <= self._held else ""

    def _change(self, level: bool) -> str:
        self._down = level
        held, self._held = self._held, 0
        if level:
            return DOWN
        if held >= STUCK_MS:
            return ""
        return LONG if held >= LONG_MS else SHORT
