"""An effect keeps its spelling."""

from pathlib import Path

import pytest

import card_db
from card_db.effects import MODIFIERS, VERBS, read_effect, spell_effect
from card_db.lines import DataLine, read_lines

FILES = sorted(Path(card_db.__file__).parent.glob("*.jsonl"))
SPELLED = [
    effect for path in FILES for line in read_lines(path) for effect in line.row.get("effects", ())
]


def test_every_effect_of_the_printings_is_spelled_back_as_it_was_read():
    here = DataLine("here", 1, {})
    for row in SPELLED:
        assert spell_effect(read_effect(here, row)) == row


@pytest.mark.parametrize("word", [*VERBS, *MODIFIERS])
def test_the_printings_use_every_word_of_the_vocabulary(word):
    assert any(word in row for row in SPELLED)
