"""The data files are pleasant to read and to diff."""

import json
from pathlib import Path

import pytest

import card_db
from card_db.lines import read_lines

FILES = sorted(Path(card_db.__file__).parent.glob("*.jsonl"))
KEYS = {
    "stage": ["stage", "coins", "resources", "effects", "confidence"],
    "side": ["id", "name", "fr", "set", "side", "resource", "effects", "needs", "confidence"],
    "source": ["id", "title", "topic", "text", "source", "pages", "section", "option", "cards"],
    "color": [
        *("id", "name", "fr", "color", "age", "copies", "coins", "resources", "free_from"),
        *("chains_to", "effects", "deck", "needs", "printed_value", "timing", "confidence"),
    ],
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_line_is_spelled_alike(path):
    for text in path.read_text("utf-8").splitlines():
        assert (
            not text
            or text.startswith("# ")
            or text == json.dumps(json.loads(text), ensure_ascii=False)
        )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_keys_stand_in_one_order(path):
    for line in read_lines(path):
        order = next(keys for sign, keys in KEYS.items() if sign in line.row)
        assert list(line.row) == [key for key in order if key in line.row], str(line)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_holds_nothing_is_left_out(path):
    for line in read_lines(path):
        assert not [key for key, value in line.row.items() if value in ("", 0, [], [1])], str(line)
