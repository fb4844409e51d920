"""docs/effects.md tells the truth to people who add cards."""

import re
from pathlib import Path

import pytest

from card_db.effects import MODIFIERS, VERBS, choices
from card_db.loader import load_box
from card_db.rows import CARD
from host_tools.texts.cards import effect_sentence

PAGE = (Path(__file__).parents[2] / "docs" / "effects.md").read_text("utf-8")


@pytest.fixture
def box(tmp_path):
    path = tmp_path / "ours.jsonl"
    path.write_text("".join(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)), "utf-8")
    return load_box("1e", [path])


def test_the_leader_of_the_page_can_be_played(box):
    hatter = box.cards["mad_hatter"]
    assert (hatter.set, hatter.color, hatter.coins) == ("house", "white", 3)
    assert f"> {effect_sentence(hatter.effects)}\n" in PAGE


def test_the_wonder_of_the_page_can_be_played(box):
    assert [stage.coins for stage in box.wonders["wonderland_a"].stages] == [0, 4, 0, 0]
    assert box.wonders["wonderland_b"].any_order


def test_a_wonder_has_ten_lines():
    (wonder,) = re.findall(r"## A wonder in ten lines.*?```json\n(.*?)```", PAGE, re.DOTALL)
    assert len(wonder.splitlines()) == 10


@pytest.mark.parametrize("word", [*CARD, *VERBS, *MODIFIERS])
def test_every_key_verb_and_modifier_has_its_place(word):
    assert re.search(rf"^\|[^|]*`{word}`[^|]*\|", PAGE, re.MULTILINE)


@pytest.mark.parametrize("verb", VERBS)
def test_the_row_of_a_verb_names_its_words_and_modifiers(verb):
    row = re.findall(rf"^\| `{verb}` \|.*$", PAGE, re.MULTILINE)[-1]
    words = [word for word in VERBS[verb].values if isinstance(word, str)]
    assert all(f'`"{word}"`' in row for word in words)
    assert set(re.findall(r"`(\w+)`", row.rpartition("| ")[2])) == set(VERBS[verb].modifiers)


@pytest.mark.parametrize("modifier", ["of", "if", "once", "with"])
def test_the_row_of_a_modifier_names_its_words(modifier):
    (row,) = re.findall(rf"^\| `{modifier}` \|.*$", PAGE, re.MULTILINE)
    assert all(f'"{word}"' in row for word in choices("", modifier))
