"""The guide to a seat's panel names all that the firmware declares, and nothing else."""

import pytest

from firmware.link import KEYS, LIGHTS, SOUNDS
from firmware.panel.lights import PATTERNS, TONES
from host_tools.table.panel_guide import LAMPS, panel_guide
from host_tools.texts import LANGUAGES


def lights_of(guide):
    return [*guide["in_a_game"], *guide["other_lights"]]


def test_every_light_is_explained_with_its_own_pattern():
    lights = lights_of(panel_guide())
    shown = {light["name"]: (tuple(light["color"]), tuple(light["rhythm"])) for light in lights}
    assert shown == PATTERNS
    assert len(lights) == len(LIGHTS)  # none of them twice


def test_every_sound_is_explained_with_its_own_tones():
    shown = {each["name"]: tuple(map(tuple, each["tones"])) for each in panel_guide()["sounds"]}
    assert shown == TONES
    assert [each["name"] for each in panel_guide()["sounds"]] == list(SOUNDS)


def test_every_key_is_explained():
    assert [each["name"] for each in panel_guide()["keys"]] == list(KEYS)
    assert [each["name"] for each in panel_guide()["lamps"]] == list(LAMPS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_lights_or_sounds_or_keys_say_the_same(lang):
    guide = panel_guide(lang)
    for group in (lights_of(guide), guide["sounds"], guide["keys"]):
        texts = [each["text"] for each in group]
        assert len(set(texts)) == len(texts)
        assert all(text.endswith((".", "?")) for text in texts)
