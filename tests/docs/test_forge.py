"""What the forge reads (checks, hooks, forms) is in step with the Makefile and our commands."""

import re
import shlex
import shutil
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.docs.test_install import check

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
KINDS = {"checkboxes", "dropdown", "input", "markdown", "textarea"}
VERSION = re.compile(r"Programming Language :: Python :: (3\.\d+)")


def read(name):
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


WORK = read(".github/workflows/check.yml")
JOB = WORK["jobs"]["check"]
MATRIX = JOB["strategy"]["matrix"]
HOOKS = read(".pre-commit-config.yaml")["repos"]


def is_target(words):
    """Return whether all words but settings are targets, and all settings are variables."""
    targets = [word for word in words if "=" not in word]
    settings = [word.partition("=")[0] for word in words if "=" in word]
    known = [re.search(rf"^{target}:", MAKEFILE, re.MULTILINE) for target in targets]
    return bool(known) and all(
        [*known, *(re.search(rf"^{name} [:?]?=", MAKEFILE, re.MULTILINE) for name in settings)]
    )


def test_every_python_that_we_promise_is_checked_on_three_systems():
    promised = [found[1] for found in map(VERSION.fullmatch, PROJECT["classifiers"]) if found]
    assert MATRIX["python"] == promised
    assert PROJECT["requires-python"] == f">={promised[0]}"
    kinds = {system.partition("-")[0] for system in MATRIX["system"]}
    assert kinds == {"ubuntu", "macos", "windows"}


def test_every_system_runs_a_target_of_the_makefile():
    targets = {row["system"]: row["target"].split() for row in MATRIX["include"]}
    assert list(targets) == MATRIX["system"]
    (run,) = [step["run"] for step in JOB["steps"] if "run" in step]
    program, given, *settings = run.replace("${{ matrix.target }}", "TARGET").split()
    assert (program, given) == ("make", "TARGET")
    assert all(is_target([*words, *settings]) for words in targets.values())
    assert targets["ubuntu-24.04"] == ["test"]


def test_a_target_that_is_not_there_would_be_found():
    assert not is_target(["tset"]) and not is_target(["test", "BNI=x"]) and not is_target([])


def test_only_windows_may_fail():
    allowed = [row["system"] for row in MATRIX["include"] if row.get("may_fail")]
    assert allowed == ["windows-2025"]


def test_what_others_wrote_is_pinned_and_gets_no_secrets():
    used = [step["uses"] for step in JOB["steps"] if "uses" in step]
    assert [name for name in used if not re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", name)] == []
    assert WORK["permissions"] == {"contents": "read"}
    assert "secrets" not in (ROOT / ".github/workflows/check.yml").read_text("utf-8")


def test_hooks_are_our_own_tools():
    assert [repo["repo"] for repo in HOOKS] == ["local"]
    for hook in HOOKS[0]["hooks"]:
        program, *words = hook["entry"].split()
        assert hook["language"] == "system"
        if program == "make":
            assert is_target(words)
        else:
            assert f"$(BIN)/{Path(program).name}" in MAKEFILE and shutil.which(ROOT / program)


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_a_form_is_one_and_its_commands_can_be_typed(path):
    form = yaml.safe_load(path.read_text("utf-8"))
    if path.name == "config.yml":
        assert form == {"blank_issues_enabled": True}
        return
    assert form["name"] and form["description"]
    parts = form["body"]
    assert {part["type"] for part in parts} <= KINDS
    assert all(part["attributes"]["label"] for part in parts)
    assert len({part["id"] for part in parts}) == len(parts)
    assert any(part.get("validations", {}).get("required") for part in parts)
    for typed in re.findall(r"`wondertable ([^`]*)`", path.read_text("utf-8")):
        if typed != "--version":
            check(shlex.split(typed))


def test_there_are_forms_for_bugs_rules_and_hardware():
    assert {path.stem for path in FORMS} == {"bug", "config", "hardware", "rule"}
    for path in FORMS:
        if path.stem != "config":
            form = path.relative_to(ROOT).as_posix()
            assert form in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_the_pull_request_asks_for_targets_that_exist():
    text = (ROOT / ".github/PULL_REQUEST_TEMPLATE.md").read_text("utf-8")
    assert all(is_target([target]) for target in re.findall(r"`make (\w+)`", text))
