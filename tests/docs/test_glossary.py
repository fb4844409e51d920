"""The glossary is true, and one name means one thing in the whole tree."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOPS = ("card_db", "firmware", "host_tools")
# Stand-ins for MicroPython's own modules have MicroPython's names.
STAND_INS = ("host_tools/sim/boards/shim/", "host_tools/sim/boards/machine.py")
ROWS = [
    [cell.strip() for cell in line.strip().strip("|").split("|")]
    for line in (ROOT / "docs/glossary.md").read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| word")
]


def names_in_backticks(cell):
    return re.findall(r"`([^`]+)`", cell)


def modules():
    for top in TOPS:
        for path in sorted((ROOT / top).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(STAND_INS):
                yield name, ast.parse(path.read_text("utf-8"))


def classes():
    """Return the modules of every class that stands at the top of a module, by its name."""
    found = defaultdict(list)
    for name, tree in modules():
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(name)
    return found


def test_no_class_name_is_used_twice():
    twice = {name: places for name, places in classes().items() if len(places) > 1}
    assert twice == {}


def test_the_glossary_has_rows():
    assert len(ROWS) >= 40
    assert all(len(row) == 4 for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_word_is_defined_where_the_glossary_says(row):
    for place in names_in_backticks(row[2]):
        path, _, name = place.partition(":")
        text = (ROOT / path).read_text("utf-8")
        if name:
            pattern = rf"^(class|def) {name}\b|^{name}\b.* ?=|^    def {name}\b"
            assert re.search(pattern, text, re.MULTILINE), place


def test_no_word_has_two_rows():
    words = [row[0].lower() for row in ROWS]
    assert len(words) == len(set(words))


def test_nothing_has_a_name_that_the_glossary_gives_up():
    given_up = {name for row in ROWS for name in names_in_backticks(row[3])}
    assert not given_up & set(classes())
    stems = {Path(name).stem for name, _ in modules()}
    assert not {name.lower() for name in given_up if name[:1].islower()} & stems
