"""What is handed out: nothing goes out without a date, notes, an address and a clean tree."""

import subprocess

import pytest

from host_tools import VERSION
from tests.packages.pinned import ROOT
from tests.packages.release import notes_of, obstacles, write

CHANGES = (
    "# Changes\n\n## 0.2.0, unreleased\n\n- New.\n\n## 0.1.0, 2026-01-31\n\n- First.\n- More.\n"
)
URLS = '[project]\nname = "x"\n[project.urls]\nSource = "somewhere"\n'


@pytest.fixture
def tree(tmp_path):
    """Return a small project that could be handed out as 0.1.0."""
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    (tmp_path / "pyproject.toml").write_text(URLS)
    for words in (
        ["init", "--quiet"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "all"],
    ):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def test_the_notes_are_what_the_change_log_says_of_the_version():
    assert notes_of(CHANGES, "0.1.0") == ("2026-01-31", "- First.\n- More.\n")
    assert notes_of(CHANGES, "0.2.0") == ("unreleased", "- New.\n")
    assert notes_of(CHANGES, "0.3.0") == ("", "")


def test_our_own_change_log_tells_of_this_version():
    date, notes = notes_of((ROOT / "CHANGELOG.md").read_text(), VERSION)
    assert date and notes.startswith("- ")


def test_a_version_with_date_notes_and_address_can_go_out(tree):
    assert obstacles(tree, "0.1.0") == []


def test_each_thing_that_is_missing_is_said(tree):
    (tree / "pyproject.toml").write_text('[project]\nname = "x"\n')
    first, urls, uncommitted = obstacles(tree, "0.2.0")
    assert first == "CHANGELOG.md calls 0.2.0 unreleased: write the date, like 2027-01-31."
    assert "[project.urls]" in urls and "not committed" in uncommitted
    assert "says nothing of 0.3.0" in obstacles(tree, "0.3.0")[0]


@pytest.mark.slow
def test_wheel_and_source_archive_are_the_same_to_the_byte_whenever_they_are_built(tmp_path):
    written = {file.name: file for file in write(ROOT, tmp_path / "release")}
    sums = written["SHA256SUMS"].read_text()
    assert [f"wondertable-{VERSION}" in line for line in sums.splitlines()] == [True, True]
    assert written["notes.md"].read_text().startswith("- ")
