"""Lights and sounds by name, the lamps and the buzzer that show them, and their outages."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# A pattern for each of the lights in `link.py`: a colour (red, green, blue) and a rhythm, the
# milliseconds on, off, on, off ... that repeat; a single number is a steady light. No two lights
# share a rhythm: colour is never the only sign.
PATTERNS = {
    "off": ((0, 0, 0), (1000,)),
    "hello": ((40, 40, 40), (60, 1940)),
    "idle": ((10, 10, 10), (2000, 2000)),
    "exam": ((110, 160, 0), (800, 200)),
    "enrol": ((0, 120, 120), (100, 100, 400, 400)),
    "play": ((0, 160, 160), (700, 700)),
    "open": ((0, 160, 160), (700, 500)),
    "read": ((255, 255, 255), (50, 50)),
    "committed": ((0, 0, 255), (2000,)),
    "locked": ((90, 0, 200), (1400, 100)),
    "wait": ((90, 0, 200), (150, 2850)),
    "reveal": ((200, 200, 200), (100, 100, 100, 700)),
    "ask": ((0, 200, 0), (200, 200, 200, 800)),
    "grace": ((0, 200, 0), (1200, 400)),
    "pay": ((255, 170, 0), (500, 150, 500, 850)),
    "take": ((255, 200, 60), (120, 120, 120, 120, 500, 1020)),
    "nudge": ((80, 180, 220), (150, 150, 1100, 600)),
    "done": ((0, 60, 0), (3000, 300)),
    "warn": ((255, 110, 0), (250, 250)),
    "fault": ((255, 0, 0), (120, 120, 120, 120, 120, 1000)),
    "update": ((255, 0, 180), (1000, 150, 150, 150)),
}

OFF = (0, 0, 0)
GREEN = (0, 120, 0)  # a key that can be paid alone: steady
AMBER = (160, 70, 0)  # a key that needs trade: it blinks
TRADE = (400, 400)

# The sounds in `link.py`, as tones of (hertz, milliseconds); 0 hertz is a rest.
TONES = {
    "low": ((196, 250),),
    "tick": ((2000, 15),),
    "chime": ((880, 80), (1175, 140)),
    "lock": ((659, 90), (0, 40), (659, 90), (0, 40), (988, 200)),
    "reveal": ((523, 70), (659, 70), (784, 160)),
    "ask": ((784, 60), (0, 60), (784, 60)),
    "win": ((523, 120), (659, 120), (784, 120), (1047, 300)),
    "nudge": ((587, 50), (0, 90), (740, 70)),
}
LOUDEST = 50  # percent of duty: more is quieter again

CODES = ("no_lamps", "no_buttons", "no_buzzer", "no_display")  # of parts that stopped answering
RETRY_MS = 10000  # after which they are tried again


def lit(rhythm: "tuple[int, ...]", now: int) -> bool:
    """Return whether a lamp of this rhythm is on at this time.

    >>> [lit((100, 300), now) for now in (0, 99, 100, 399, 400)]
    [True, True, False, False, True]
    """
    if len(rhythm) == 1:
        return True
    left = now % sum(rhythm)
    on = True
    for length in rhythm:
        if left < length:
            return on
        left -= length
        on = not on
    return on


def light_at(name: str, now: int) -> "tuple[int, int, int]":
    """Return the colour of a named light at this time; a name from a newer host looks idle."""
    colour, rhythm = PATTERNS.get(name) or PATTERNS["idle"]
    return colour if lit(rhythm, now) else OFF


def lamp_at(letter: str, now: int) -> "tuple[int, int, int]":
    """Return the colour of a button's lamp, by its letter in `SeatLogic.lamps`."""
    if letter == "-":
        return OFF
    if letter == letter.lower():
        return GREEN
    return AMBER if lit(TRADE, now) else OFF


def dimmed(colour: "tuple[int, int, int]", percent: int) -> "tuple[int, int, int]":
    """Return a darker colour; what is lit stays lit, except at 0 percent.

    >>> dimmed((255, 10, 0), 5)
    (13, 1, 0)
    """
    if percent == 100:
        return colour
    red, green, blue = colour
    return (red * percent + 99) // 100, (green * percent + 99) // 100, (blue * percent + 99) // 100


def _percent(value: int) -> int:
    if not 0 <= value <= 100:
        raise ValueError("brightness and loudness are 0 to 100 percent")
    return value


class Outage:
    """The outage of one part; `why` is empty while the part works.

    >>> outage = Outage("no_display")
    >>> outage.begin(OSError("gone"), now=0)
    >>> outage.why, outage.rests(RETRY_MS - 1), outage.rests(RETRY_MS)
    ("OSError('gone')", True, False)
    """

    def __init__(self, code: str) -> None:
        self.code = code
        self.why = ""
        self._retry_at = 0

    def begin(self, error: Exception, now: int) -> None:
        """Note why the part failed, and that it failed now."""
        self.why = repr(error)
        self._retry_at = now + RETRY_MS

    def rests(self, now: int) -> bool:
        """Return whether the part is to be left alone now."""
        return self.why != "" and now < self._retry_at

    def end(self) -> None:
        """Note that the part works."""
        self.why = ""


def outages_of(*parts: "Any") -> "list[Outage]":
    """Return the outages of those parts that look after themselves."""
    return [part.outage for part in parts if hasattr(part, "outage")]


class Pixels:
    """A chain of WS2812: the light first, then the three buttons.

    `order` is that of the colours on the wire, as the maker of the chain gives it.
    """

    def __init__(self, chain: "Any", order: str = "GRB", brightness: int = 100) -> None:
        if sorted(order) != ["B", "G", "R"]:
            raise ValueError("the order of colours is GRB, RGB, BGR ...")
        self._chain = chain
        first, second, third = ["RGB".index(letter) for letter in order]
        # MicroPython's NeoPixel sends the second of its three values first, as for GRB.
        self._order = (second, first, third)
        self._brightness = _percent(brightness)

    def write(self, place: int, colour: "tuple[int, int, int]") -> None:
        """Set one pixel; it is lit by `show`."""
        if place < len(self._chain):
            values = dimmed(colour, self._brightness)
            first, second, third = self._order
            self._chain[place] = (values[first], values[second], values[third])

    def show(self) -> None:
        """Send all pixels."""
        self._chain.write()


class Pins:
    """A three-colour LED on PWM pins, and a plain LED in each button."""

    def __init__(self, rgb: "list[Any]", leds: "list[Any]", brightness: int = 100) -> None:
        self._rgb = rgb
        self._leds = leds
        self._brightness = _percent(brightness)

    def write(self, place: int, colour: "tuple[int, int, int]") -> None:
        """Set one lamp at once; a button's LED is on or off."""
        values = dimmed(colour, self._brightness)
        if place == 0:
            for channel, value in zip(self._rgb, values):
                channel.duty_u16(value * 257)
        elif place <= len(self._leds):
            self._leds[place - 1](1 if any(values) else 0)

    def show(self) -> None:
        """Do nothing: `write` has lit them."""


class Tone:
    """A passive buzzer on a PWM pin; the loudness is in percent, 0 is silence."""

    def __init__(self, pwm: "Any", loudness: int = 25) -> None:
        self._pwm = pwm
        self._duty = 65536 * min(_percent(loudness), LOUDEST) // 100

    def tone(self, hertz: int) -> None:
        """Sound this tone until the next."""
        if hertz:
            self._pwm.freq(hertz)
        self._pwm.duty_u16(self._duty if hertz else 0)


class Buzzer:
    """Plays one sound after another; a new one cuts the old one short."""

    def __init__(self, tone: Tone) -> None:
        self.outage = Outage("no_buzzer")
        self._tone = tone
        self._tones: tuple[tuple[int, int], ...] = ()
        self._place = 0
        self._until = 0

    def play(self, sound: str, now: int) -> None:
        """Start this sound, if any, and continue the one that is playing."""
        if sound in TONES:
            self._tones, self._place = TONES[sound], 0
            self._until = now
        if (self._tones and now >= self._until) or self.outage.why:
            self._next_tone(now)

    def _next_tone(self, now: int) -> None:
        if self.outage.rests(now):
            self._tones = ()  # nobody wants to hear it later
            return
        hertz = 0
        if self._place < len(self._tones):
            hertz, length = self._tones[self._place]
            self._place += 1
            self._until = now + length
        else:
            self._tones = ()
        try:
            self._tone.tone(hertz)
            self.outage.end()
        except Exception as error:
            self._tones = ()
            self.outage.begin(error, now)
