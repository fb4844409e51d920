"""CONTRIBUTING.md leads to the right file, draws the house as it is, and says where to write."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.test_house import MAY_IMPORT

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
ANSWERS = re.findall(r"^\| (.+) \| `([^`]+)` \|$", TEXT.partition("## Where is")[2], re.MULTILINE)
STEPS = dict(re.findall(r"^## (Add a .*?)\n(.*?)(?=^## )", TEXT, re.DOTALL | re.MULTILINE))
CODE = re.compile(r"`([^`\s]+)`")
PICTURE = re.search(r"```mermaid\nflowchart TD\n(.*?)```", TEXT, re.DOTALL)[1]
FOR_ALL = [ROOT / f"{name}.md" for name in ("CONTRIBUTING", "CODE_OF_CONDUCT", "SECURITY")]
PAGES = [*FOR_ALL, ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
ASKS = re.compile(r"\btell us\b|\byour report\b|\breport this line\b")
ADDRESS = re.compile(r"https?://|mailto:|\w@\w+\.(?!local\b)\w")
WRITE = "CONTRIBUTING.md#write-to-us"


def test_forty_questions_are_answered():
    assert len(ANSWERS) == 40


@pytest.mark.parametrize(("question", "path"), ANSWERS)
def test_the_answer_is_a_file(question, path):
    assert (ROOT / path).is_file(), question


def test_every_target_that_is_named_exists():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in set(re.findall(r"`make (\w+)`|^make (\w+)", TEXT, re.MULTILINE)):
        assert re.search(rf"^{''.join(target)}:", makefile, re.MULTILINE), target


def test_cards_languages_readers_and_boards_have_their_steps():
    assert list(STEPS) == [f"Add a {thing}" for thing in ("card", "language", "reader", "board")]


@pytest.mark.parametrize("title", STEPS)
def test_the_files_of_the_steps_are_there(title):
    paths = [word for word in CODE.findall(STEPS[title]) if "/" in word]
    assert len(paths) >= 2
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("title", STEPS)
def test_the_names_of_the_steps_are_in_their_files(title):
    for name, path in re.findall(r"`(\w+)` (?:of|in) `([\w/.]+)`", STEPS[title]):
        assert re.search(rf"^(?:class )?{name}\b", (ROOT / path).read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("title", STEPS)
def test_the_tests_of_the_steps_are_there(title):
    for typed in re.findall(r"`\.venv/bin/pytest ([^`]*)`", STEPS[title]):
        assert [path for path in typed.split() if not (ROOT / path).exists()] == []


def reached(package):
    """Return all that a package can reach by its imports."""
    return MAY_IMPORT[package] | {far for near in MAY_IMPORT[package] for far in reached(near)}


def test_the_picture_of_the_house_is_the_table_of_imports():
    """It leaves out what follows from the other arrows, and packages without modules of use."""
    drawn = {}
    for line in PICTURE.splitlines():
        package, _, imported = line.strip().partition(" --> ")
        drawn[package] = set(imported.split(" & "))
    needed = {}
    for package, imported in MAY_IMPORT.items():
        further = set().union(*map(reached, imported)) | {"host_tools"}
        if near := imported - further:
            short = [name.removeprefix("host_tools.") for name in (package, *near)]
            needed[short[0]] = set(short[1:])
    assert drawn == needed


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_page_that_asks_for_a_report_says_where_to_write(path):
    text = path.read_text("utf-8")
    if path != ROOT / "CONTRIBUTING.md" and ASKS.search(text.lower()):
        assert WRITE in text


def test_pages_ask_for_reports():
    asking = [path for path in PAGES if ASKS.search(path.read_text("utf-8").lower())]
    assert len(asking) >= 6


def test_addresses_are_in_one_place():
    """Whoever owns the repository fills in `[project.urls]`; nothing else names an address."""
    assert set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]) <= {
        "documentation", "homepage", "issues", "security", "source",
    }  # fmt: skip
    forms = sorted((ROOT / ".github").rglob("*.*"))
    for path in (*FOR_ALL, *filter(Path.is_file, forms)):
        assert not ADDRESS.search(path.read_text("utf-8")), path
