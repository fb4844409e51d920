"""A guide to a seat's panel: what its lights, sounds and buttons mean, from their declarations."""

from typing import TypedDict

from firmware.link import KEYS, LIGHTS, SOUNDS
from firmware.panel.lights import AMBER, GREEN, PATTERNS, TONES, TRADE
from host_tools.table.mistake import AGREE_S
from host_tools.texts import say

# Lights that a player meets in a game; the others are for those who set up or mend a table.
IN_A_GAME = (
    "play", "open", "read", "committed", "locked", "wait", "reveal", "ask", "grace", "pay", "take",
    "nudge", "warn", "idle", "done",
)  # fmt: skip
LAMPS = {"alone": (GREEN, (1000,)), "trade": (AMBER, TRADE)}  # of the buttons


class LightView(TypedDict):
    """A light: its colour, and its rhythm in milliseconds on, off, on …; one number is steady."""

    name: str
    color: list[int]
    rhythm: list[int]
    text: str


class SoundView(TypedDict):
    """A sound, as pairs of hertz and milliseconds."""

    name: str
    tones: list[list[int]]
    text: str


class KeyView(TypedDict):
    """A meaning that a button can have."""

    name: str
    text: str


class PanelView(TypedDict):
    """All that a seat can show, sound and take, and for how long a called mistake waits."""

    in_a_game: list[LightView]
    other_lights: list[LightView]
    lamps: list[LightView]
    sounds: list[SoundView]
    keys: list[KeyView]
    agree_seconds: int


Pattern = tuple[tuple[int, int, int], tuple[int, ...]]


def panel_guide(lang: str = "en") -> PanelView:
    """Return the guide in a language."""
    others = [name for name in LIGHTS if name not in IN_A_GAME]
    return {
        "in_a_game": [_light(name, PATTERNS[name], lang) for name in IN_A_GAME],
        "other_lights": [_light(name, PATTERNS[name], lang) for name in others],
        "lamps": [_light(name, pattern, lang) for name, pattern in LAMPS.items()],
        "sounds": [
            {
                "name": name,
                "tones": [list(tone) for tone in TONES[name]],
                "text": say(f"panel.sound.{name}", lang),
            }
            for name in SOUNDS
        ],
        "keys": [{"name": name, "text": say(f"panel.key.{name}", lang)} for name in KEYS],
        "agree_seconds": int(AGREE_S),
    }


def _light(name: str, pattern: Pattern, lang: str) -> LightView:
    color, rhythm = pattern
    text = say(f"panel.light.{name}", lang)
    return {"name": name, "color": list(color), "rhythm": list(rhythm), "text": text}
