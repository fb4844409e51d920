"""Every numbered fact of the expansions and every ruling has a test, or a reason to have none."""

import ast
import re
from pathlib import Path

import pytest

from card_db.loader import load_box
from card_db.rule_texts import rules

HERE = Path(__file__).parent
REFERENCE = HERE.parents[2] / "shared" / "reference"

# What no program can show.
WITHOUT_A_TEST = {
    "R7": "coins of value 6 are a denomination; the rules count coins, not pieces",
    "R26": "advice where to lay a card; the shields and symbols are shown by R42 and R56",
    "R79": "coins of value 6 are a denomination; the rules count coins, not pieces",
    "R88": "the same advice as R26",
    "R96": "says what the rulebook does not contain",
    "R99": "a mark printed on the cards, to sort them after the game",
    "R105": "where the tokens lie on the table",
    "R117": "fair play: announce the token; the table lights it up",
    "R173": "team-mates may talk; no rule forbids it to a program",
    "D13": "spellings of names in the French rulebook",
    "D14": "a biography; no effect on play",
}

FACTS = {number for number in rules() if number[0] in "RDOPB"}


def functions():
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node


def named_facts():
    """The numbers in the names of the tests, and in their docstrings."""
    found = set()
    for function in functions():
        words = function.name.upper().split("_")
        found |= {word for word in words if re.fullmatch(r"[RDOPB]\d+", word)}
        found |= set(re.findall(r"\b[RDOPB]\d+\b", ast.get_docstring(function) or ""))
    return found


def test_every_fact_has_a_test_or_a_reason_why_not():
    missing = FACTS - named_facts() - set(WITHOUT_A_TEST)
    assert sorted(missing, key=lambda fact: (fact[0], int(fact[1:]))) == []


def test_no_test_names_a_fact_that_does_not_exist():
    assert named_facts() <= FACTS


def test_a_reason_is_only_there_where_a_test_is_not():
    assert not named_facts() & set(WITHOUT_A_TEST)


@pytest.mark.skipif(not REFERENCE.is_dir(), reason="the reference is not beside this checkout")
def test_the_numbers_are_those_of_the_reference():
    rules = (REFERENCE / "rules_expansions.md").read_text("utf-8")
    rulings = (REFERENCE / "rulings.md").read_text("utf-8")
    found = set(re.findall(r"^- \*\*([RD]\d+)\*\*", rules, re.MULTILINE))
    found |= set(re.findall(r"\b[OPBD]\d+\b", rulings))
    assert found == FACTS


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_every_card_and_board_of_the_expansions_is_played_in_a_test(edition):
    told = "\n".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))
    words = set(re.findall(r"[a-z][a-z0-9_]*", told))
    box = load_box(edition)
    cards = [card.id for card in box.cards.values() if card.set in ("leaders", "cities")]
    boards = [wonder.id for wonder in box.wonders.values() if wonder.set != "base"]
    assert [name for name in cards + boards if name not in words] == []
