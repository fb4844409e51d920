"""The manual tells every finding, in the code's own words."""

import re
from pathlib import Path

import pytest

from host_tools.doctor import comparison, diagnosis
from host_tools.doctor.findings import HOST_KINDS, KINDS, SEAT_KINDS
from tests.doctor.manual import PATH, written


def test_the_manual_has_every_finding():
    text = PATH.read_text("utf-8")
    assert text == written(text), "python -m tests.doctor.manual"
    for code in KINDS:
        assert f"| `{code}` |" in text


def test_no_finding_is_of_two_places():
    assert not set(HOST_KINDS) & set(SEAT_KINDS)


@pytest.mark.parametrize("code", KINDS)
def test_a_finding_is_a_sentence_with_something_to_do(code):
    kind = KINDS[code]
    for text in (kind.what, kind.do):
        assert text.endswith((".", "}"))
        assert text[0].isupper() or text[0] in "{`"


def test_every_finding_is_made_by_a_check():
    checks = "".join(Path(module.__file__).read_text() for module in (diagnosis, comparison))
    assert set(KINDS) <= set(re.findall(r'"([a-z_]+)"', checks))
