"""The tests are tested: without each safeguard of a board the test that is named for it fails."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutated.safeguards import SAFEGUARDS

ROOT = Path(__file__).parents[2]
COPIED = ("firmware", "host_tools", "card_db", "tests", "pyproject.toml", "conftest.py")
FAILED = 1  # pytest's exit code where tests ran and some failed
QUICK = ("each seat has its own secret", "Idle before Transceive")


def fails_without(name, folder):
    """Run the safeguard's test in a copy of the tree that lacks it."""
    guard = SAFEGUARDS[name]
    for part in COPIED:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder)
    file = folder / guard.path
    file.write_text(file.read_text().replace(guard.text, guard.without))
    plain = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "-m", "not soak"]
    run = subprocess.run(
        [*command, guard.test],
        cwd=folder,
        env=plain | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
    assert run.returncode in (0, FAILED), run.stdout + run.stderr
    return run.returncode == FAILED


@pytest.mark.parametrize("name", SAFEGUARDS)
def test_each_safeguard_is_there_once_and_has_its_test(name):
    guard = SAFEGUARDS[name]
    assert (ROOT / guard.path).read_text().count(guard.text) == 1
    path, _, test = guard.test.partition("::")
    assert f"def {test or 'test_'}" in (ROOT / path).read_text()


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK)
def test_without_it_its_test_fails(name, tmp_path):
    assert fails_without(name, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in SAFEGUARDS if name not in QUICK])
def test_without_any_other_its_test_fails(name, tmp_path):
    assert fails_without(name, tmp_path)
