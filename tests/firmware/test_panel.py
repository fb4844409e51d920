"""What a player sees, presses and hears."""

import pytest

from firmware.panel.display import fold, wrap
from firmware.panel.lights import (
    GREEN,
    PATTERNS,
    TONES,
    Pins,
    Pixels,
    Tone,
    dimmed,
    lamp_at,
    light_at,
    lit,
)
from firmware.panel.panel import BLINK_MS, LONG_MS, STUCK_MS, Button, Panel


class Parts:
    """Lamps, buzzer and display that remember what they show."""

    def __init__(self):
        self.lamps = {}
        self.shows = 0
        self.tones = []
        self.texts = []

    def write(self, place, colour):
        self.lamps[place] = colour

    def tone(self, hertz):
        self.tones.append(hertz)


class Lamps(Parts):
    def show(self):
        self.shows += 1


class Screen(Parts):
    def show(self, text):
        self.texts.append(text)


def presses(*levels):
    """Feed a button with (level, now) pairs."""
    button = Button()
    return [press for press in (button.sample(*level) for level in levels) if press]


def test_every_light_has_its_own_colour_and_its_own_rhythm():
    rhythms = [rhythm for name, (_, rhythm) in PATTERNS.items() if name != "off"]
    assert len(set(rhythms)) == len(rhythms)
    for name, (colour, _) in PATTERNS.items():
        assert (name == "off") == (colour == (0, 0, 0))


def test_committed_is_steady_blue_and_warn_blinks_amber():
    assert {light_at("committed", now) for now in range(0, 5000, 10)} == {(0, 0, 255)}
    assert {light_at("warn", now) for now in range(0, 5000, 10)} == {(255, 110, 0), (0, 0, 0)}


@pytest.mark.parametrize("name", [name for name in PATTERNS if len(PATTERNS[name][1]) > 1])
def test_a_rhythm_is_on_and_off_for_the_given_times(name):
    rhythm = PATTERNS[name][1]
    on = sum(lit(rhythm, now) for now in range(sum(rhythm)))
    assert on == sum(rhythm[::2])


def test_a_light_of_a_newer_host_looks_idle():
    assert light_at("disco", 0) == light_at("idle", 0)


def test_a_key_that_needs_trade_blinks_and_one_that_does_not_is_steady():
    assert len({lamp_at("b", now) for now in range(0, 2000, 10)}) == 1
    assert len({lamp_at("B", now) for now in range(0, 2000, 10)}) == 2
    assert lamp_at("-", 0) == (0, 0, 0)


def test_a_blink_darkens_all_buttons_for_a_moment_and_leaves_the_light():
    lamps = Lamps()
    panel = Panel(lamps)
    panel.show("committed", "bws", 0)
    before = dict(lamps.lamps)
    panel.blink(0)
    panel.show("committed", "bws", BLINK_MS - 1)
    assert lamps.lamps == {0: (0, 0, 255), 1: (0, 0, 0), 2: (0, 0, 0), 3: (0, 0, 0)}
    panel.show("committed", "bws", BLINK_MS)
    assert lamps.lamps == before


def test_only_changes_are_written():
    lamps = Lamps()
    panel = Panel(lamps)
    for now in range(0, 1000, 10):
        panel.show("committed", "b--", now)
    assert lamps.shows == 1
    assert lamps.lamps[0] == (0, 0, 255)


def test_a_panel_without_any_part_does_nothing():
    panel = Panel()
    panel.show("warn", "bws", 0)
    panel.say("hello")
    panel.play("low", 0)
    assert list(panel.presses(0)) == []


def test_a_sound_ends_in_silence():
    parts = Parts()
    panel = Panel(buzzer=parts)
    panel.play("chime", 0)
    for now in range(0, 1000, 10):
        panel.play("", now)
    assert parts.tones == [hertz for hertz, _ in TONES["chime"]] + [0]


def test_a_new_sound_cuts_the_old_one_short():
    parts = Parts()
    panel = Panel(buzzer=parts)
    panel.play("win", 0)
    panel.play("low", 10)
    panel.play("", 500)
    assert parts.tones == [523, 196, 0]


def test_the_display_is_written_when_the_text_changes():
    screen = Screen()
    panel = Panel(display=screen)
    for text in ("one", "one", "two"):
        panel.say(text)
    assert screen.texts == ["one", "two"]


def test_a_press_counts_on_release():
    assert presses((True, 0), (True, 40), (False, 100), (False, 140)) == ["down", "short"]


def test_bounces_are_no_presses():
    assert presses(*[(now % 20 < 10, now) for now in range(0, 500, 10)]) == []


def test_a_bouncing_press_is_one_press():
    storm = [(True, 0), (False, 5), (True, 8), (True, 50), (False, 60), (True, 62), (False, 70)]
    assert presses(*storm, (False, 120)) == ["down", "short"]


def held(until):
    return [(True, now) for now in range(0, until, 20)]


def test_a_long_press_counts_when_it_is_released_and_says_when_to_let_go():
    assert presses(*held(2 * LONG_MS)) == ["down", "held"]
    end = 2 * LONG_MS
    assert presses(*held(end), (False, end), (False, end + 40)) == ["down", "held", "long"]


def test_a_button_that_something_lies_on_is_no_press():
    end = STUCK_MS + 100
    assert presses(*held(end), (False, end), (False, end + 40)) == ["down", "held"]


def test_a_stalled_board_makes_no_long_press_of_a_short_one():
    """The loop stood still for two seconds; the finger was there for a moment before it."""
    assert presses(*held(100), (False, 2100), (False, 2140)) == ["down", "short"]
    late = ((True, 2100), (True, 2140), (False, 2160), (False, 2200))
    assert presses(*held(100), *late) == ["down", "short"]


def test_the_panel_tells_which_button_was_pressed():
    levels = [1, 0, 1]
    panel = Panel(buttons=[lambda place=place: levels[place] for place in range(3)])
    found = []
    for now in range(0, 200, 10):
        if now == 100:
            levels[1] = 1
        found += panel.presses(now)
    assert found == [(1, "down"), (1, "short")]


class Strip:
    """A strip behind MicroPython's NeoPixel, which sends green, red, blue for (r, g, b)."""

    def __init__(self, size=4):
        self.sent = []
        self._bytes = [(0, 0, 0)] * size

    def __len__(self):
        return len(self._bytes)

    def __setitem__(self, place, colour):
        red, green, blue = colour
        self._bytes[place] = (green, red, blue)

    def write(self):
        self.sent.append(list(self._bytes))


@pytest.mark.parametrize("order", ["GRB", "RGB", "BRG", "BGR", "GBR", "RBG"])
def test_a_strip_of_any_order_shows_the_right_colours(order):
    strip = Strip()
    pixels = Pixels(strip, order)
    pixels.write(1, (1, 2, 3))
    pixels.show()
    assert dict(zip(order, strip.sent[-1][1], strict=True)) == {"R": 1, "G": 2, "B": 3}


@pytest.mark.parametrize("order", ["", "RGG", "rgb", "GRBW"])
def test_an_order_that_no_strip_has_is_refused(order):
    with pytest.raises(ValueError, match="order"):
        Pixels(Strip(), order)


@pytest.mark.parametrize("percent", [1, 5, 100])
def test_a_light_stays_lit_however_dim(percent):
    for name, (colour, _) in PATTERNS.items():
        dim = dimmed(colour, percent)
        assert any(dim) == (name != "off")
        assert all(value <= old for value, old in zip(dim, colour, strict=True))


def test_no_brightness_is_dark_and_no_loudness_silent():
    strip, pwm = Strip(), Pwm()
    pixels = Pixels(strip, brightness=0)
    pixels.write(0, (255, 255, 255))
    pixels.show()
    assert strip.sent == [[(0, 0, 0)] * 4]
    Tone(pwm, loudness=0).tone(440)
    assert pwm.duty == 0


class Pwm:
    """A PWM pin, as far as a buzzer and an LED need one."""

    hertz = duty = 0

    def freq(self, hertz):
        self.hertz = hertz

    def duty_u16(self, duty):
        self.duty = duty


@pytest.mark.parametrize(("loudness", "duty"), [(25, 16384), (10, 6553), (50, 32768), (100, 32768)])
def test_more_loudness_is_more_duty_up_to_one_half(loudness, duty):
    pwm = Pwm()
    tone = Tone(pwm, loudness)
    tone.tone(440)
    assert (pwm.hertz, pwm.duty) == (440, duty)
    tone.tone(0)
    assert pwm.duty == 0


def test_an_led_on_pins_is_dimmed_too():
    channels, button = [Pwm(), Pwm(), Pwm()], []
    pins = Pins(channels, [button.append], brightness=50)
    pins.write(0, (255, 0, 100))
    pins.write(1, GREEN)
    assert [channel.duty for channel in channels] == [128 * 257, 0, 50 * 257]
    assert button == [1]


@pytest.mark.parametrize("percent", [-1, 101])
def test_no_level_is_beyond_a_hundred_percent(percent):
    for make in (lambda: Pixels(Strip(), brightness=percent), lambda: Tone(Pwm(), percent)):
        with pytest.raises(ValueError, match="0 to 100 percent"):
            make()


def test_accents_fall_off_where_they_cannot_be_drawn():
    assert fold("Reçu à Éphèse…") == "Recu a Ephese?"


@pytest.mark.parametrize("text", ["", "a", "Lay your card face down", "x" * 40, "a " * 30])
def test_lines_fit_the_display(text):
    lines = wrap(text, 16)
    assert all(len(line) <= 16 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_the_panel_tells_which_buttons_are_down():
    levels = [1, 0, 1]
    assert Panel(buttons=[lambda place=place: levels[place] for place in range(3)]).down() == "010"
    assert Panel().down() == "-"
