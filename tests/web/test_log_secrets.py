"""The log file tells no secret before its time: no closed card, no tag, no link, no password."""

import logging
import os
import re
import signal
import subprocess
import sys

import pytest

from host_tools.commands import log_file
from host_tools.commands.log_file import LogFile
from host_tools.table.host import Host
from host_tools.venue.broker_options import PASSWORD
from tests.web.exchange import listening
from tests.web.onlookers import secrets_of
from tests.web.test_closed import game_of

WONDERTABLE = [sys.executable, "-c", "from host_tools.cli import main; main()"]


@pytest.fixture
def path(tmp_path, monkeypatch):
    path = tmp_path / "log" / "wondertable.log"
    monkeypatch.setattr(log_file, "log_path", lambda: path)
    monkeypatch.setattr(log_file, "MOST_BYTES", 10_000_000)
    return path


def searched(folder, path, name="three on pages", command="play", until=None):
    """Play a game with the log on, search it after every step, and return what was found."""
    game = game_of(folder / "game", name, seed=1)
    found = set()

    def search(game):
        if game.evening.game.over:
            return
        data = path.read_bytes() if path.exists() else b""
        secrets = secrets_of(game.table) | set(game.tags)
        found.update(word for word in secrets if word.encode() in data)

    with listening(LogFile(command)):
        game.play(*[until] if until else [], each=search)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["three on pages", "leaders, strict", "a shared reader"])
def test_the_log_of_a_whole_game_tells_no_card_that_lies_closed(tmp_path, path, name):
    assert searched(tmp_path, path, name) == set()
    assert b"Age 3, turn 6, lay." in path.read_bytes()


def few(game):
    return len(game.evening.past) > 1


def test_an_error_at_the_table_is_logged_without_its_words(tmp_path, path, monkeypatch):
    monkeypatch.setattr(Host, "_log_moment", stumbling(Host._log_moment))
    monkeypatch.setattr("host_tools.table.host.AGAIN_S", 0.0)
    assert searched(tmp_path, path, until=few) == set()
    log = path.read_text()
    assert "The table stumbled (LookupError)" in log and "in raise_it" in log


# A test of these tests: leaks that are put in on purpose are noticed


def laid(host):
    return [secret.card.name for secret in host.table.secrets.values()]


def stumbling(log_moment):
    def stumble(host):
        def raise_it():
            raise LookupError(*laid(host))

        log_moment(host)
        host.guard("The table", raise_it)

    return stumble


def test_a_card_in_a_line_of_the_log_would_be_noticed(tmp_path, path, monkeypatch):
    log = logging.getLogger("host_tools.table.host")
    monkeypatch.setattr(Host, "_log_moment", lambda host: log.info("Laid: %s", laid(host)))
    assert searched(tmp_path, path, until=few)


def test_a_card_in_the_words_of_an_error_would_be_noticed(tmp_path, path, monkeypatch):
    monkeypatch.setattr(Host, "_log_moment", stumbling(lambda host: None))
    monkeypatch.setattr("host_tools.table.host.AGAIN_S", 0.0)
    assert searched(tmp_path, path, command="cards", until=few)


def test_a_tag_in_the_log_would_be_noticed(tmp_path, path, monkeypatch):
    log = logging.getLogger("host_tools.table.host")
    monkeypatch.setattr(Host, "_log_moment", lambda host: log.info("%s", host.table.evening.uids))
    assert searched(tmp_path, path, "three on boards", until=few)


# A running table


@pytest.mark.slow
def test_the_log_of_a_table_has_no_link_no_password_and_no_name(tmp_path):
    env = {**os.environ, "HOME": str(tmp_path), PASSWORD: "open sesame"}
    env |= {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("STATE", "DATA", "CONFIG")}
    words = ["play", "--seats", "sim:", "--players", "Annabel,Boris,Cyril", "--port", "0"]
    words += ["--mqtt", "mqtt://dora@127.0.0.1:1/fair", "--countdown", "0", "--verbose"]
    with (tmp_path / "printed").open("w") as printed:
        table = subprocess.Popen(
            [*WONDERTABLE, *words], env=env, stdout=printed, stderr=subprocess.PIPE, text=True
        )
        said = ""
        while "turn 2" not in said and (line := table.stderr.readline()):
            said += line
        table.send_signal(signal.SIGINT)
        said += table.communicate()[1]
    [path] = (tmp_path / "STATE").rglob("wondertable.log")
    log = path.read_text("utf-8")
    links = set(re.findall(r"\?t=([\w-]+)", (tmp_path / "printed").read_text("utf-8")))
    assert len(links) == 5, "the operator, the set-up and three seats"
    secrets = [*links, "sesame", "Annabel", "Boris", "Cyril"]
    assert [word for word in secrets if word in log + said] == []
    assert "The table opens with Python" in log and "127.0.0.1:1" in log
    # --verbose prints the same lines.
    assert "Game 1: Age 1, turn 1, lay." in log and "Game 1: Age 1, turn 1, lay." in said
