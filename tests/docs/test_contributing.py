"""CONTRIBUTING.md leads to the right file."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
ANSWERS = re.findall(r"^\| (.+) \| `([^`]+)` \|$", TEXT.partition("## Where is")[2], re.MULTILINE)


def test_forty_questions_are_answered():
    assert len(ANSWERS) == 40


@pytest.mark.parametrize(("question", "path"), ANSWERS)
def test_the_answer_is_a_file(question, path):
    assert (ROOT / path).is_file(), question


def test_every_target_that_is_named_exists():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in set(re.findall(r"`make (\w+)`", TEXT)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
