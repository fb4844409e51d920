"""What a player sees, presses and hears: light, buttons, buzzer, display, each optional."""

from firmware.panel.lights import TONES, lamp_at, light_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.panel.display import Display
    from firmware.panel.lights import Pins, Pixels, Tone

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
    """Writes only what has changed, so that a step costs little when nothing happens."""

    def __init__(
        self,
        lamps: "Pixels | Pins | None" = None,
        buttons: "list[Callable[[], int]] | tuple[()]" = (),  # each returns 0 while it is down
        buzzer: "Tone | None" = None,
        display: "Display | None" = None,
    ) -> None:
        self._lamps = lamps
        self._pins = buttons
        self._buttons = [Button() for _ in buttons]
        self._buzzer = buzzer
        self._display = display
        self._shown: list[tuple[int, int, int] | None] = [None, None, None, None]
        self._text: str | None = None
        self._tones: tuple[tuple[int, int], ...] = ()
        self._place = 0
        self._until = 0
        self._dark_until = 0

    def presses(self, now: int) -> "tuple[tuple[int, str], ...]":
        """Return what has happened since the last call: which button, and DOWN, SHORT or LONG."""
        presses = NONE
        for place, button in enumerate(self._buttons):
            press = button.sample(self._pins[place]() == 0, now)
            if press == HELD:
                self.play("tick", now)
            elif press:
                presses += ((place, press),)
        return presses

    def down(self) -> str:
        """Return a digit for each button: 1 while it is down."""
        return "".join(["1" if pin() == 0 else "0" for pin in self._pins]) or "-"

    def blink(self, now: int) -> None:
        """Let all three buttons be dark for a moment."""
        self._dark_until = now + BLINK_MS

    def show(self, light: str, lamps: str, now: int) -> None:
        """Light the lamps as they must be at this time."""
        if self._lamps is None:
            return
        dark = now < self._dark_until
        changed = self._write(0, light_at(light, now))
        for place in range(3):
            letter = "-" if dark else lamps[place]
            changed = self._write(place + 1, lamp_at(letter, now)) or changed
        if changed:
            self._lamps.show()

    def say(self, text: str) -> None:
        """Show this text on the display."""
        if self._display is not None and text != self._text:
            self._text = text
            self._display.show(text)

    def play(self, sound: str, now: int) -> None:
        """Start this sound, if any, and continue the one that is playing."""
        if self._buzzer is None:
            return
        if sound in TONES:
            self._tones, self._place = TONES[sound], 0
            self._until = now
        if self._tones and now >= self._until:
            self._next_tone(now)

    def _next_tone(self, now: int) -> None:
        hertz = 0
        if self._place < len(self._tones):
            hertz, length = self._tones[self._place]
            self._place += 1
            self._until = now + length
        else:
            self._tones = ()
        if self._buzzer is not None:
            self._buzzer.tone(hertz)

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
