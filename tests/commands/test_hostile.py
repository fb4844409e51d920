"""A thousand wrong and hostile command lines: one sentence each, and nothing changes on disk.

The table is hostile.txt; what it refers to is laid out by hostile_files.py.
"""

import gzip
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from host_tools.cli import COMMANDS, main
from tests.commands.hostile_files import ROOT, contents, lay_out

HERE = Path(__file__).parent
PATIENCE_S = 20  # a command line that is accepted after all would run a table
SHORT = {"DIGITS": "9" * 5000, "LONG": "x" * 300, "NAME25": "x" * 25}
FOLDERS = ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
WONDERTABLE = [sys.executable, "-c", "from host_tools.cli import main; main()"]


def rows():
    """Every row of the table: exit code, what is typed, words of the sentence."""
    for line in (HERE / "hostile.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            code, typed, says = map(meant, line.split(" | "))
            yield int(code), typed, says


def meant(text):
    """What a cell of the table stands for."""
    for name, value in SHORT.items():
        text = text.replace(name, value)
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape")


ROWS = list(rows())


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """A folder of wrong files, and an empty home; nothing in them may ever change."""
    root = tmp_path_factory.mktemp("hostile")
    (root / "work").mkdir()
    (root / "home").mkdir()
    lay_out(root / "work")
    capture = ROOT / "tests/kept/bots/evening.capture.gz"
    (root / "work/evening.capture").write_bytes(gzip.decompress(capture.read_bytes()))
    return root, contents(root)


@pytest.fixture
def there(world, monkeypatch):
    """Stand in that folder; a command line that is accepted is stopped."""
    root, before = world
    monkeypatch.chdir(root / "work")
    for name in FOLDERS:
        monkeypatch.setenv(name, str(root / "home"))
    monkeypatch.delenv("WONDERTABLE_MQTT_PASSWORD", raising=False)
    old = signal.signal(signal.SIGALRM, lambda *_: pytest.fail("it was accepted"))
    signal.alarm(PATIENCE_S)
    yield root, before
    signal.alarm(0)
    signal.signal(signal.SIGALRM, old)


def sentences(stderr):
    """What is said, without the hints on usage."""
    hints = ("Usage:", "Try '")
    return [line for line in stderr.splitlines() if line.strip() and not line.startswith(hints)]


@pytest.mark.parametrize(
    ("code", "typed", "says"), ROWS, ids=[f"{at} {row[1][:50]}" for at, row in enumerate(ROWS)]
)
def test_a_wrong_command_line_is_one_sentence_and_changes_nothing(code, typed, says, there):
    root, before = there
    result = CliRunner().invoke(main, shlex.split(typed))
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code
    (sentence,) = sentences(result.stderr)
    assert says in sentence
    assert "mistake of the program" not in sentence
    assert "Traceback" not in result.output
    assert contents(root) == before


def test_the_table_has_every_command_and_at_least_four_hundred_rows():
    first = [shlex.split(typed)[0] for _, typed, _ in ROWS]
    assert len({typed for _, typed, _ in ROWS}) == len(ROWS) >= 400
    assert {name for name in COMMANDS if first.count(name) >= 4} == set(COMMANDS)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(0, len(ROWS), 101))
def test_a_process_of_its_own_says_the_same(number, there):
    code, typed, says = ROWS[number]
    root, before = there
    words = shlex.split(typed)
    ended = subprocess.run(
        [*WONDERTABLE, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert ended.returncode == code
    assert says in " ".join(sentences(ended.stderr))
    assert "Traceback" not in ended.stderr
    assert contents(root) == before
