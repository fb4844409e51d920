"""Every command that runs for long ends cleanly: by a signal, a closed terminal, a closed pipe."""

import fcntl
import os
import pty
import select
import shlex
import signal
import socket
import subprocess
import sys
import termios
import time
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner

from host_tools.bots.dealer import Dealer
from host_tools.cli import main
from host_tools.link.hub import Hub
from host_tools.table.entries import TableSetup
from host_tools.table.journal import Journal
from host_tools.table.table import Table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc, and needs terminals"),
]

DEADLINE_S = 30
SIM = ["--seats", "sim:", "--port", "0", "--players", "3"]
COMMANDS = {
    "play": (["play", *SIM], "works once"),
    "resume": (["resume", "--seats", "sim:", "--port", "0"], "works once"),
    "demo": (["demo", "--players", "3", "--port", "0", "--no-browser"], "works once"),
    "seat": (["seat", "--virtual"], "The seat is at"),
    "enrol": (["enrol", "--seats", "sim:1", "--tiles", "1"], "Seat 1"),
    "venue": (["venue", "--mqtt", "mqtt://127.0.0.1:1/fair", "--port", "0"], "this computer only"),
}
ENDS = ["SIGTERM", "SIGHUP", "SIGINT", "closed"]


class OnTerminal:
    """A command in a process and on a terminal of its own, and all that it has printed."""

    def __init__(self, words, folder):
        self.mark = f"wondertable-test-{uuid4()}"
        self.terminal, slave = pty.openpty()
        more = {"MARK": self.mark, "XDG_STATE_HOME": str(folder / "log"), "COLUMNS": "80"}
        self.process = subprocess.Popen(
            [Path(sys.executable).with_name("wondertable"), *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=os.environ | more,
            preexec_fn=_own_terminal,
        )
        os.close(slave)
        self.said = ""

    def read_until(self, text):
        end = time.monotonic() + DEADLINE_S
        while text not in self.said:
            assert time.monotonic() < end, self.said
            if select.select([self.terminal], [], [], 0.1)[0]:
                self.said += os.read(self.terminal, 65536).decode(errors="replace")

    def read_rest(self):
        try:
            while select.select([self.terminal], [], [], 0.5)[0]:
                self.said += os.read(self.terminal, 65536).decode(errors="replace")
        except OSError:  # everybody at the other end has gone
            pass
        return self.said

    def left(self):
        """The processes that it has started and that are still alive."""
        found = []
        for path in Path("/proc").glob("[0-9]*/environ"):
            try:
                if self.mark.encode() in path.read_bytes():
                    found.append((path.parent / "cmdline").read_bytes())
            except OSError:
                continue
        return [words for words in found if words]

    def close_terminal(self):
        if self.terminal is not None:
            os.close(self.terminal)
            self.terminal = None


def _own_terminal():
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def left_unfinished(folder):
    setup = TableSetup(Dealer(1).setup(3), countdown=0, grace=0)
    with closing(Journal(folder / "games.db")) as journal:
        Table.begin(journal, setup, {}, Hub(), 0.0)


@contextmanager
def started(name, folder):
    if name == "resume":
        left_unfinished(folder)
    words, ready = COMMANDS[name]
    file = {"venue": ["--book"], "seat": []}.get(name, ["--journal"])
    run = OnTerminal([*words, *file, *[str(folder / "games.db") for _ in file]], folder)
    try:
        run.read_until(ready)
        yield run
    finally:
        run.process.kill()
        run.process.wait()
        run.close_terminal()


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_ends_cleanly_and_leaves_no_board_running(tmp_path, name, end):
    with started(name, tmp_path) as run:
        if end == "closed":
            run.close_terminal()
        else:
            run.process.send_signal(getattr(signal, end))
        code = run.process.wait(DEADLINE_S)
        said = run.read_rest() if end != "closed" else run.said
        assert code == 0 or end == "closed", said
        assert code in (0, 1)
        assert "Traceback" not in said and "mistake of the program" not in said
        logs = [path.read_text("utf-8") for path in (tmp_path / "log").rglob("*.log")]
        assert [log for log in logs if " ERROR " in log] == []
        eventually_none(run)
    if name in ("play", "resume", "demo"):
        assert not (tmp_path / "games.db-wal").exists()
        with closing(Journal(tmp_path / "games.db")) as journal:
            assert [row.state for row in journal.games()] == ["open"]


@pytest.mark.parametrize("name", ["play", "seat"])
def test_no_board_runs_on_when_the_host_is_killed(tmp_path, name):
    with started(name, tmp_path) as run:
        run.process.kill()
        run.process.wait()
        eventually_none(run)


def eventually_none(run):
    end = time.monotonic() + 10
    while left := run.left():
        assert time.monotonic() < end, left
        time.sleep(0.05)


def test_the_last_sentence_stands_on_a_line_of_its_own(tmp_path):
    place = [*SIM[:4], "--journal", str(tmp_path / "our games.db")]
    words = ["play", *place, "--players", "3"]
    with subprocess.Popen(
        [Path(sys.executable).with_name("wondertable"), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        try:
            assert any("works once" in line for line in process.stdout)
            process.send_signal(signal.SIGTERM)
            said, _ = process.communicate(timeout=DEADLINE_S)
        finally:
            process.kill()
    assert process.returncode == 0
    last = said.splitlines()[-1]
    assert last.startswith("Stopped. To go on: ")
    again = shlex.split(last.removeprefix("Stopped. To go on: "))
    assert again == ["wondertable", "resume", "1", *place]


@pytest.mark.parametrize("more", [[], ["--no-web"]])
def test_play_says_within_seconds_that_there_is_no_seat(tmp_path, more):
    words = ["play", "--seats", f"serial:{tmp_path}/none", "--port", "0", *more]
    run = OnTerminal([*words, "--journal", str(tmp_path / "games.db")], tmp_path)
    try:
        begun = time.monotonic()
        run.read_until("No seat")
        assert time.monotonic() - begun < 3 + 5  # to start Python itself
        run.read_until("wondertable doctor")
        assert ("on their pages" in run.said) is not bool(more)
    finally:
        run.process.kill()
        run.process.wait()
        run.close_terminal()


@pytest.mark.parametrize("command", ["play", "demo", "venue"])
def test_a_port_that_is_taken_begins_and_sends_nothing(tmp_path, command, monkeypatch):
    monkeypatch.setattr("host_tools.venue.publisher.Publisher.start", None)
    with socket.create_server(("127.0.0.1", 0)) as other:
        words, _ = COMMANDS[command]
        port = str(other.getsockname()[1])
        file = ["--book" if command == "venue" else "--journal", str(tmp_path / "games.db")]
        mqtt = ["--mqtt", "mqtt://127.0.0.1:1/fair"] if command == "play" else []
        done = CliRunner().invoke(main, [*words, *file, *mqtt, "--port", port])
    assert (done.exit_code, type(done.exception)) == (1, SystemExit)
    assert f"Port {port} cannot be used" in done.output and "--port 0" in done.output
    if command != "venue":
        with closing(Journal(tmp_path / "games.db")) as journal:
            assert journal.games() == []
