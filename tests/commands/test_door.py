"""No traceback, ever: what nobody expected ends in one sentence and a page in a private log."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from host_tools import cli
from host_tools.commands import log_file

WONDERTABLE = [sys.executable, "-c", "from host_tools.cli import main; main()"]


@pytest.fixture
def log(tmp_path, monkeypatch):
    path = tmp_path / "state" / "wondertable.log"
    monkeypatch.setattr(log_file, "log_path", lambda: path)
    return path


def stumble(monkeypatch, error, *words):
    def stumbling(*_):
        raise error

    monkeypatch.setattr(cli.CommandTable, "get_command", stumbling)
    return CliRunner().invoke(cli.main, words)


def process(*words, **streams):
    return subprocess.run([*WONDERTABLE, *words], text=True, timeout=60, **streams)


def test_a_mistake_of_the_program_is_one_sentence_with_the_way_to_the_details(monkeypatch, log):
    result = stumble(monkeypatch, ZeroDivisionError("by nothing"), "cards", "vineyard")
    assert result.exit_code == 1
    assert result.output.count("\n") == 1
    assert "`wondertable cards` met a mistake of the program (ZeroDivisionError)" in result.output
    assert f"the details are in {log}. Please report it." in result.output
    assert "in stumbling" in log.read_text()
    assert "by nothing" in log.read_text()


def test_the_log_is_private(monkeypatch, log):
    stumble(monkeypatch, ZeroDivisionError(), "cards")
    assert log.stat().st_mode & 0o777 == 0o600


def test_the_log_holds_no_arguments_and_during_a_game_no_words_of_the_error(monkeypatch, log):
    stumble(monkeypatch, KeyError("vineyard"), "play", "--mqtt", "mqtt://ann:secret@broker/fair")
    assert "KeyError" in log.read_text()
    assert "vineyard" not in log.read_text()
    assert "secret" not in log.read_text()


def test_the_log_stays_small(monkeypatch, log):
    monkeypatch.setattr(log_file, "MOST_BYTES", 3000)
    for _ in range(30):
        stumble(monkeypatch, ZeroDivisionError(), "cards")
    assert {path.name: path.stat().st_mode & 0o777 for path in log.parent.iterdir()} == {
        "wondertable.log": 0o600,
        "wondertable.log.1": 0o600,
        "wondertable.log.2": 0o600,
        "wondertable.log.3": 0o600,
    }
    assert all(0 < path.stat().st_size < 3000 for path in log.parent.iterdir())


def test_a_log_that_cannot_be_written_leaves_the_sentence(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setattr(log_file, "log_path", lambda: tmp_path / "file" / "wondertable.log")
    result = stumble(monkeypatch, ZeroDivisionError(), "cards")
    assert (result.exit_code, result.output.count("\n")) == (1, 1)
    assert "its log file cannot be written either" in result.output


def test_a_full_disk_is_told_as_such(monkeypatch, log):
    result = stumble(monkeypatch, OSError(errno.ENOSPC, "No space left on device"), "cards")
    assert (result.exit_code, log.exists()) == (1, False)
    assert "the disk is full" in result.output


FULL = Path("/dev/full")


@pytest.mark.slow
@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "words", [("cards",), ("cards", "--json"), ("history", "template"), ("--help",)]
)
def test_output_on_a_full_disk_is_one_sentence(words):
    with FULL.open("w") as full:
        ended = process(*words, stdout=full, stderr=subprocess.PIPE)
    assert ended.returncode == 1
    assert ended.stderr == (
        "Error: Not everything could be written: the disk is full. Free some space.\n"
    )


@pytest.mark.slow
@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
def test_a_mistake_that_cannot_even_be_printed_ends_with_its_code():
    with FULL.open("w") as full:
        assert process("crads", stderr=full).returncode in (1, 2)


@pytest.mark.slow
@pytest.mark.parametrize("words", [("cards",), ("cards", "--json"), ("history", "template")])
def test_a_reader_that_goes_away_is_no_mistake(words):
    reading, writing = os.pipe()
    os.close(reading)
    ended = process(*words, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert ended.stderr == ""


@pytest.mark.slow
def test_an_error_in_a_thread_and_one_in_a_log_are_sentences(tmp_path):
    code = (
        "import logging, threading\n"
        "from host_tools.commands import door\n"
        "def command():\n"
        "    thread = threading.Thread(target=lambda: 1 / 0); thread.start(); thread.join()\n"
        "    try: {}['card']\n"
        "    except KeyError: logging.getLogger('table').exception('It goes on.')\n"
        "door.enter(command, ['play'], True)"
    )
    state = {"XDG_STATE_HOME": str(tmp_path), "HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | state, capture_output=True, text=True
    )
    first, second = ended.stderr.splitlines()
    assert "`wondertable play` met a mistake of the program (ZeroDivisionError)" in first
    assert second.startswith("It goes on. The details are in ")


def test_an_argument_that_is_no_text_is_refused():
    result = CliRunner().invoke(cli.main, ["cards", "\udcff"])
    assert result.exit_code == 2
    assert "is not UTF-8 text" in result.output
