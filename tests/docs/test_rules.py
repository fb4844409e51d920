"""Every rule that is cited is defined, and docs/rules.md is the page of the data."""

import ast
import re
from pathlib import Path

import pytest

from card_db.rule_texts import LETTERS, rules
from host_tools.rules.agenda import RULE_OF
from host_tools.table.asks import STEPS
from host_tools.table.states import AGAIN_RULES
from host_tools.texts.scores import CATEGORY_RULES, RULES_OF
from tests.docs.rules import PATH, page

ROOT = Path(__file__).parents[2]
TOPS = ("card_db", "docs", "firmware", "host_tools", "tests")
KINDS = {".py", ".md", ".js", ".jsonl", ".po", ".html"}
FILES = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(path for top in TOPS for path in (ROOT / top).rglob("*")))
    if path.suffix in KINDS and path != Path(__file__)
)
NUMBER = re.compile(rf"\b[{''.join(LETTERS)}]\d+\b")
# What looks like the number of a rule and is none: where it stands, and what it is.
NO_RULES = {
    "D0": ("host_tools/wiring/pinouts.py", "a pin of the ESP32"),
    "D23": ("docs/build/wiring.md", "a pin of the ESP32"),
    "O18": ("tests/commands/test_rule.py", "asked for because it is not there"),
    "P0": ("tests/", "the first player of many tests"),
    "R189": ("tests/commands/test_rule.py", "asked for because it is not there"),
}


def numbers_in(path):
    """The numbers in a file, and those in the names of its tests."""
    text = path.read_text("utf-8")
    names = " ".join(re.findall(r"def (test_\w+)", text)).upper().replace("_", " ")
    return set(NUMBER.findall(f"{text} {names}"))


@pytest.fixture(scope="module")
def undefined():
    """Every number that no rule has, with the files in which it stands."""
    found = {}
    for path in FILES:
        for number in numbers_in(path) - set(rules()):
            found.setdefault(number, []).append(path.relative_to(ROOT).as_posix())
    return found


def test_every_number_that_is_cited_is_defined(undefined):
    for number, files in undefined.items():
        place, _ = NO_RULES.get(number, ("nowhere", ""))
        wrong = [file for file in files if not file.startswith(place)]
        assert not wrong, f"{number} is not in card_db/rules.jsonl, but is cited in {wrong}"


# Refusals that are about no rule: faults of a file, and what only a table or a program can do.
NO_RULE = {"bad_record", "unknown_card"}
OURS = {"answers no question", "There is no turn to take back"}


def refusals():
    """Every `MoveError(…)` of the rules, with the module in which it is made."""
    for path in sorted((ROOT / "host_tools/rules").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "MoveError":
                yield path.name, node


def said(node):
    """The words that an expression can be, as far as they stand in it."""
    if isinstance(node, ast.IfExp):
        return said(node.body) | said(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) else set()


def test_every_refusal_by_the_rules_names_a_rule_that_is_defined():
    found = list(refusals())
    assert len(found) > 50
    for module, call in found:
        named = [*call.args[3:4], *(word.value for word in call.keywords if word.arg == "rule")]
        free = said(call.args[0]) & NO_RULE or any(text in ast.unparse(call) for text in OURS)
        assert named or free, f"{module}, line {call.lineno}: which rule does it break?"
        for number in (number for rule in named for number in said(rule)):
            assert number in rules(), f"{module}, line {call.lineno}: there is no {number}"


def test_the_tables_of_rules_name_rules_that_are_defined():
    tables = (RULE_OF, RULES_OF, CATEGORY_RULES, AGAIN_RULES)
    assert {number for table in tables for number in table.values()} <= set(rules())


def test_every_question_has_its_rule():
    assert {*STEPS, "ready"} - {"hidden", "card"} == set(RULE_OF)


def test_an_exception_is_only_there_where_it_is_needed(undefined):
    assert set(NO_RULES) == set(undefined)


def test_the_page_is_the_one_that_the_data_make():
    assert PATH.read_text("utf-8") == page(), "docs/rules.md is out of date: run `make rules`"


def test_every_rule_has_an_anchor_of_its_own():
    anchors = re.findall(r'<a id="(\w+)"></a>', page())
    assert anchors == [number.lower() for number in rules()]


def test_every_link_of_the_page_leads_to_an_anchor_or_a_heading():
    text = page()
    headings = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}
    slugs |= set(re.findall(r'<a id="(\w+)"></a>', text))
    assert set(re.findall(r"\]\(#([^)]*)\)", text)) <= slugs


def test_a_link_to_a_rule_leads_to_one():
    for path in FILES:
        linked = re.findall(r"\brules\.md#(\w+)", path.read_text("utf-8"))
        assert {number.upper() for number in linked} <= set(rules()), path
