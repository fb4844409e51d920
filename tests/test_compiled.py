"""The compiled rules: the same tests pass as with the sources, and no older copy hides a source."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from card_db import compiled

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
TESTS = ("tests/rules", "tests/commands/test_replay.py")
WHICH = "from card_db import cards; print(cards.__file__)"


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in this tree, with the compiled rules where they fit."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=os.environ | {"WONDERTABLE_PURE": ""} | environment,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def engine() -> None:
    """Compile the sources as they are now; nothing is done where the copy fits."""
    made = run("setup.py", "--quiet", "engine")
    assert made.returncode == 0, made.stderr
    if compiled.made_from() != compiled.digest():
        pytest.skip(f"no compiled rules here: {made.stderr.strip()}")


@pytest.mark.timeout(900)
def test_the_rules_hold_when_they_are_compiled(engine):
    assert run("-c", WHICH).stdout.strip().endswith((".so", ".pyd"))
    brief = ("-m", "not soak", "--hypothesis-profile", "brief")
    plain = ("-o", "addopts=-q -p no:schemathesis -p no:cacheprovider -p no:xdist")
    played = run("-m", "pytest", *plain, *brief, *TESTS)
    assert played.returncode == 0, played.stdout[-4000:]


def test_the_compiled_rules_can_be_left_out(engine):
    assert run("-c", WHICH, WONDERTABLE_PURE="1").stdout.strip().endswith("cards.py")


def test_an_edited_source_is_not_hidden_by_an_older_copy(engine, tmp_path):
    plain = ("card_db/compiled.py", "card_db/__init__.py", "host_tools/rules/__init__.py")
    for path in [*compiled.sources(), *(ROOT / name for name in plain)]:
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "engine").symlink_to(compiled.PLACE)

    def used() -> str:
        return run("-c", f"import sys; sys.path[0] = {str(tmp_path)!r}; {WHICH}").stdout.strip()

    assert used().endswith((".so", ".pyd"))
    edited = tmp_path / "host_tools" / "rules" / "city.py"
    edited.write_text(edited.read_text("utf-8") + "\n", "utf-8")
    assert used() == str(tmp_path / "card_db" / "cards.py")
