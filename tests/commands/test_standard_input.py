"""`-` is standard input wherever a command takes a file to read."""

import gzip
import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from host_tools.cli import main
from tests.commands.test_cli import EVERY, GAMES

RECORD = (GAMES / "first_turns.jsonl").read_bytes()
CAPTURE = Path(__file__).parents[1] / "kept/bots/evening.capture.gz"
PEOPLE = b"name\nAnn\nBo\n"
WIRING = b'{"seats": 1}'
# command: what is typed before the file, what the file holds
READERS = {
    "score": ((), RECORD),
    "replay": (("--json",), RECORD),
    "rerun": ((), None),
    "deck import": (("--journal", "tags.db"), None),
    "history import": (("--journal", "games.db"), None),
    "venue players": (("--book", "venue.db"), PEOPLE),
    "wiring check": ((), WIRING),
    "wiring show": ((), WIRING),
    "wiring draw": (("--to", "table.svg"), WIRING),
    "coach": (("--rollouts", "8"), RECORD),
}


def run(*words, data=b""):
    return CliRunner().invoke(main, words, input=data)


def data_for(words):
    """What a person would pipe into a command."""
    if words == "rerun":
        return gzip.decompress(CAPTURE.read_bytes())
    if words == "history import":
        return run("history", "template").output.replace("#may", "may").encode()
    if words == "deck import":
        line = {"deck": "main", "edition": "1e", "kind": "card", "id": "altar", "copy": "3"}
        return json.dumps([{**line, "uid": "04a1b2c3d4e5f6"}]).encode()
    return READERS[words][1]


@pytest.mark.parametrize("words", READERS)
def test_a_file_and_standard_input_say_the_same(words, tmp_path, monkeypatch):
    data, options = data_for(words), READERS[words][0]
    done = []
    for name, typed in (("file", b""), ("-", data)):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        (tmp_path / "file" / "file").write_bytes(data)
        result = run(*words.split(), *options, name, data=typed)
        done.append((result.exit_code, result.output.replace("file", "-")))
    assert done[0] == done[1]
    assert done[0][0] == 0 or "The game is not over" in done[0][1]


def test_every_command_with_a_file_to_read_is_tried():
    readers = {
        words
        for words, command in EVERY.items()
        for argument in command.params
        if isinstance(argument, click.Argument) and isinstance(argument.type, click.Path)
    }
    assert readers - {"games repair"} == READERS.keys()  # that one writes its file


def test_an_export_is_piped_into_a_score():
    assert run("score", "-", data=RECORD).exit_code == 0
    assert "cannot be read" not in run("score", "-", data=b"").output
