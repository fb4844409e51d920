"""The parts behind a panel's lamps and buzzer: four addressable pixels, or single pins."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Pixels:
    """A chain of WS2812: the light first, then the three buttons."""

    def __init__(self, chain: "Any") -> None:
        self._chain = chain

    def write(self, place: int, colour: "tuple[int, int, int]") -> None:
        """Set one pixel; it is lit by `show`."""
        if place < len(self._chain):
            self._chain[place] = colour

    def show(self) -> None:
        """Send all pixels."""
        self._chain.write()


class Pins:
    """A three-colour LED on PWM pins, and a plain LED in each button."""

    def __init__(self, rgb: "list[Any]", leds: "list[Any]") -> None:
        self._rgb = rgb
        self._leds = leds

    def write(self, place: int, colour: "tuple[int, int, int]") -> None:
        """Set one lamp at once; a button's LED is on or off."""
        if place == 0:
            for channel, value in zip(self._rgb, colour):
                channel.duty_u16(value * 257)
        elif place <= len(self._leds):
            self._leds[place - 1](1 if any(colour) else 0)

    def show(self) -> None:
        """Nothing is left to do: `write` has lit them."""


class Tone:
    """A passive buzzer on a PWM pin."""

    def __init__(self, pwm: "Any", loudness: int = 16384) -> None:
        self._pwm = pwm
        self._loudness = loudness

    def tone(self, hertz: int) -> None:
        """Sound this tone until the next."""
        if hertz:
            self._pwm.freq(hertz)
        self._pwm.duty_u16(self._loudness if hertz else 0)
