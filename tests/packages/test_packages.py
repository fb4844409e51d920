"""Versions, hashes and the bill of materials agree with one another and with what is installed."""

import re

import pytest

from tests.packages.audit import report
from tests.packages.bill import bill
from tests.packages.pinned import (
    CONSTRAINTS,
    REQUIREMENTS,
    asked_to_build,
    asked_to_run,
    installed,
    named,
    versions,
)

LOCKED = versions(REQUIREMENTS)


def test_both_files_name_the_same_versions():
    exact = versions(CONSTRAINTS)
    assert {name: exact.get(name) for name in LOCKED} == LOCKED


def test_everything_that_runs_or_builds_has_its_hashes():
    """Where this fails, run `make hashes`."""
    assert set(installed(asked_to_run())) <= LOCKED.keys()
    assert set(installed(asked_to_build())) <= LOCKED.keys()


def test_nothing_else_is_installed_to_play():
    others = LOCKED.keys() - set(installed([*asked_to_run(), *asked_to_build()]))
    assert others <= {"colorama", "typing-extensions"}  # of other systems and versions of Python


def test_every_package_has_hashes_and_no_address():
    text = REQUIREMENTS.read_text("ascii")
    packages = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:]
    assert len(packages) == len(LOCKED)
    for package in packages:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}$", package, re.MULTILINE)
    assert "://" not in text and "://" not in CONSTRAINTS.read_text("ascii")


def test_the_bill_lists_what_runs_and_nothing_else():
    found = bill()
    assert {each["name"] for each in found["components"]} == set(installed(asked_to_run()))
    refs = {each["bom-ref"] for each in found["components"]} | {"wondertable"}
    assert found["dependencies"][0]["ref"] == "wondertable"
    for each in found["dependencies"]:
        assert each["ref"] in refs and set(each["dependsOn"]) <= refs
    assert len(found["dependencies"][0]["dependsOn"]) == len(named(asked_to_run()))
    assert all(each["version"] and each["purl"] for each in found["components"])


@pytest.mark.parametrize(
    ("found", "says", "code"),
    [
        (None, "Nothing was checked", 0),
        ({"dependencies": [{"name": "h11", "skip_reason": "not found"}]}, "Nothing was checked", 0),
        ({"dependencies": [{"name": "h11", "version": "1", "vulns": []}]}, "no known", 0),
        (
            {
                "dependencies": [
                    {"name": "h11", "version": "1", "vulns": [{"id": "X-1", "fix_versions": ["2"]}]}
                ]
            },
            "h11 1: X-1, mended in 2.",
            1,
        ),
    ],
)
def test_an_audit_says_what_it_checked(found, says, code):
    assert (says in report(found)[0], report(found)[1]) == (True, code)
