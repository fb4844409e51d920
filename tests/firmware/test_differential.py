"""The same input gives the same bytes in Python and in MicroPython."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
STORY = "tests/firmware/story.py"
MICROPYTHON = shutil.which("micropython", path=str(Path(sys.executable).parent))
STORIES = 10_000
LENGTH = 20


def start(python: str, seed: int, count: int) -> subprocess.Popen[str]:
    """Tell so many stories in a process of its own."""
    command = [python, STORY, str(seed), str(count), str(LENGTH)]
    paths = {"PYTHONPATH": str(ROOT), "MICROPYPATH": str(ROOT)}
    env = {**os.environ, **paths}
    return subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)


@pytest.mark.skipif(not MICROPYTHON, reason="no MicroPython for this machine")
def test_ten_thousand_stories_are_the_same_in_both_pythons():
    half = STORIES // 2
    theirs = [start(MICROPYTHON, seed, half) for seed in (1, 1001)]
    ours = [start(sys.executable, seed, half) for seed in (1, 1001)]
    for here, there in zip(ours, theirs, strict=True):
        expected, found = here.communicate()[0], there.communicate()[0]
        assert (here.returncode, there.returncode) == (0, 0)
        assert len(expected.splitlines()) == 1 + half // 100
        assert found.splitlines() == expected.splitlines()
