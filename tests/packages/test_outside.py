"""Wheel and source archive work outside the tree, in an environment of their own."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import tarfile
import venv
import zipfile
from concurrent.futures import ThreadPoolExecutor
from itertools import compress
from pathlib import Path

import pytest

from tests.commands.test_cli import EVERY, examples
from tests.docs.test_commands import COMMANDS
from tests.packages.pinned import ROOT
from tests.packages.release import build, copy_of

pytestmark = pytest.mark.slow

LACKS = ("does not exist", "No such file or directory", "needs a password")
BEGUN_S = 5.0  # What lasts longer waits for boards, cards or people.
LONGEST_S = 60
AT_ONCE = 3


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return copy_of(ROOT, tmp_path_factory.mktemp("tree"))


@pytest.fixture(scope="module")
def wheel(tree, tmp_path_factory):
    return build("wheel", tree, tmp_path_factory.mktemp("dist") / "wheel")


@pytest.fixture(scope="module")
def archive(tree, tmp_path_factory):
    return build("sdist", tree, tmp_path_factory.mktemp("dist") / "sdist")


@pytest.fixture(scope="module")
def outside(wheel, tmp_path_factory):
    """Return the Python of an environment that has the wheel and what it needs."""
    place = tmp_path_factory.mktemp("outside")
    venv.create(place / "env", with_pip=True)
    python = place / "env" / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    constraints = ["--constraint", str(ROOT / "constraints.txt")]
    done = subprocess.run([*pip, *constraints, str(wheel)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return python


def contents(wheel):
    with zipfile.ZipFile(wheel) as file:
        return {name: file.read(name) for name in file.namelist()}


def test_the_source_archive_gives_the_same_wheel(archive, wheel, tmp_path):
    with tarfile.open(archive) as file:
        file.extractall(tmp_path / "src", filter="data")
    (src,) = (tmp_path / "src").iterdir()
    again = contents(build("wheel", src, tmp_path / "again"))
    assert {name for name, data in contents(wheel).items() if again.get(name) != data} == set()


def test_the_source_archive_has_all_that_git_tracks(archive):
    with tarfile.open(archive) as file:
        inside = {name.partition("/")[2] for name in file.getnames()}
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    left_out = {name for name in tracked.stdout.splitlines() if name not in inside}
    assert {name for name in left_out if not name.startswith(".git")} == set()


def test_every_package_says_that_it_has_types(wheel):
    names = contents(wheel)
    tops = {name.split("/")[0] for name in names if name.endswith("/__init__.py")}
    assert {top for top in tops if f"{top}/py.typed" not in names} == set()


def run_there(python, words, folder, at_most=LONGEST_S):
    """Run the command outside the tree; stop one that lasts. Return its code and what it said."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    env |= {"XDG_DATA_HOME": str(folder / "data"), "HOME": str(folder)}
    started = subprocess.Popen(
        [str(python), "-m", "wondertable", *words], cwd=folder, env=env, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        said, _ = started.communicate(timeout=at_most)
    except subprocess.TimeoutExpired:
        started.send_signal(signal.SIGINT)
        said, _ = started.communicate(timeout=LONGEST_S)
    return started.returncode, said


@pytest.fixture(scope="module")
def folder(outside, tmp_path_factory):
    """Return a folder with the files that the examples name."""
    place = tmp_path_factory.mktemp("there")
    shutil.copytree(ROOT / "tests" / "games", place / "tests" / "games")
    code, said = run_there(
        outside, ["simulate", "--games", "1", "--players", "3", "--records", "records"], place
    )
    assert code == 0, said
    shutil.copy(next((place / "records").iterdir()), place / "game.jsonl")
    return place


@pytest.mark.soak
def test_every_command_of_help_and_pages_runs_outside_the_tree(outside, folder):
    """They may find no board, broker, file or game here; but no wrong option, and no traceback."""

    def wrong(command):
        code, said = run_there(outside, shlex.split(command), folder, BEGUN_S)
        lacks = any(words in said for words in LACKS)
        fine = code in (0, 1, -signal.SIGINT) or (code == 2 and lacks)
        return not fine or "Traceback" in said or "mistake of the program" in said

    helped = [example for words in EVERY if words for example in examples(words)]
    first = {re.split(r" {2,}| >", example)[0].split(" ", 1)[1] for example in helped}
    typed = sorted({*first, *COMMANDS})
    with ThreadPoolExecutor(AT_ONCE) as pool:
        bad = list(compress(typed, pool.map(wrong, typed)))
    assert bad == []


def test_the_tree_is_not_needed(outside, folder):
    asked = "import host_tools, card_db, firmware; print(host_tools.__file__)"
    words = [str(outside), "-I", "-c", asked]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    assert not Path(done.stdout.strip()).is_relative_to(ROOT)
