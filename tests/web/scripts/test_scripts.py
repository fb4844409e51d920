"""The pages' scripts: their unit tests in node, and types that fit the Python sources."""

import os
from dataclasses import dataclass
from typing import get_args

import pytest

from host_tools.table import evening
from host_tools.table.views import Phase
from host_tools.web.pages import texts_of
from tests.web.scripts import tools, types


@pytest.mark.parametrize("name", sorted(path.name for path in tools.HERE.glob("*.test.js")))
def test_unit_tests_of_the_scripts(name, tmp_path):
    (tmp_path / "en.json").write_bytes(texts_of("en"))
    env = {**os.environ, "PAGE_TEXTS": str(tmp_path / "en.json")}
    options = ("--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test")
    file = tools.HERE / name
    done = tools.node(*options, file, capture_output=True, text=True, timeout=120, env=env)
    assert not done.returncode, done.stdout + done.stderr


def test_the_types_of_the_pages_are_those_of_the_sources():
    assert types.FILE.read_text("utf-8") == types.written(), "python -m tests.web.scripts write"


def test_the_pages_know_every_phase():
    # Nobody is told that somebody pays.
    names = ("DRAFT", "LAYING", "OPENING", "CARD", "DECLARE", "ASK", "OVER", "ABANDONED")
    assert {getattr(evening, name) for name in names} == set(get_args(Phase))


def test_a_type_that_json_does_not_know_is_refused():
    with pytest.raises(TypeError, match="No page can receive"):
        types.typescript(bytes)


def test_dataclasses_become_types_too():
    @dataclass(frozen=True, slots=True)
    class Buy:
        side: str
        coins: tuple[int, ...]

    assert types.declaration(Buy) == "interface Buy {\n  side: string;\n  coins: number[];\n}"
