"""A new user follows docs/build/first-game.md word for word, with virtual boards."""

import csv
import os
import re
import shlex
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from host_tools.sim.boards.micropython import available
from tests.docs.guide import usb
from tests.docs.guide.neighbours import Clerks, Players, Screen, Tray
from tests.flash.uf2 import uf2

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/build/first-game.md").read_text("utf-8")
SCENES = re.findall(r"```console\n\$ wondertable (.*?)\n(.*?)```", PAGE, re.DOTALL)
MICROPYTHON = re.search(r"--uf2 (\S+\.uf2)", PAGE)[1]
MORE = {"play": ["--countdown", "0", "--grace", "ask", "--port", "0"]}  # nobody has time to think
PATIENCE_S = 150  # for one command, on a busy machine


class Command:
    """A command that runs, and the lines that it has printed."""

    def __init__(self, words, folder):
        env = {
            **os.environ,
            "COLUMNS": "100",
            "PYTHONUNBUFFERED": "1",
            "XDG_DATA_HOME": str(folder / "data"),
            "HOME": str(folder),
            "PYTHONPATH": str(ROOT),
            usb.WHERE: str(folder / "usb"),
        }
        self.lines = []
        self._running = subprocess.Popen(
            [sys.executable, "-m", "tests.docs.guide.usb", *words], env=env, cwd=folder, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._end = time.monotonic() + PATIENCE_S

    def _read(self):
        for line in self._running.stdout:
            self.lines.append(line.rstrip("\n"))

    def going(self):
        """Does it still run? Too long is told with what it has printed."""
        if self._running.poll() is not None:
            self._reader.join()
            self._running.stdout.close()
            return False
        if time.monotonic() > self._end:
            self._running.kill()
            pytest.fail("never ended:\n" + "\n".join(self.lines))
        time.sleep(0.01)
        return True

    @property
    def code(self):
        return self._running.returncode


def plain(line):
    """A line without what differs from table to table: drives, ports, ids, numbers, widths."""
    line = re.sub(r"\S*/RPI-RP2\d*(?=:)", "DRIVE", line)
    line = re.sub(r"/dev/\S+?(?=[\s:]|$)", "PORT", line)
    line = re.sub(r"\b[0-9a-f]{16}\b|t=[\w-]{22}", "ID", line)
    line = re.sub(r"[\u2500-\u257f]+", " ", line)
    return re.sub(r"\s+", " ", re.sub(r"-?\d+", "N", line)).strip()


def assert_shows(page, printed):
    """Every line of the page is printed, in its order; `…` stands for lines that are left out."""
    rest = [line for line in map(plain, printed) if line]
    skipping = False
    for line in (line for line in map(plain, page.splitlines()) if line):
        if line == "…":
            skipping = True
            continue
        assert line in rest[: None if skipping else 1], f"{line!r}: not in {rest[:20]}"
        del rest[: rest.index(line) + 1]
        skipping = False
    assert skipping or not rest, f"the page does not show {rest[:20]}"


def examine(table, command):
    while command.going():
        table.usb.look()
    return command


def enrol(table, command):
    clerks, heard = Clerks(table.trays), 0
    while command.going():
        for line in command.lines[heard:]:
            clerks.hear(line)
            heard += 1
        if heard:
            clerks.work()
    table.stuck = clerks.stuck
    return command


def play(table, command):
    players, screen = Players(table.trays, *table.decks()), None
    sits = False
    while command.going():
        address = re.search(r"Screen +(\S+)/", "\n".join(command.lines))
        if screen is None and address:
            screen = Screen(address[1])
        if screen is None or screen.view is None:
            continue
        sits = sits or players.sit_down(screen.view)
        if sits:
            players.look(screen.view)
    # The pages close with the score: a busy screen may have missed the last picture.
    assert any("Final score" in line for line in command.lines)
    return command


class Table:
    """Three bare boards, and what becomes of them."""

    def __init__(self, folder, make):
        self.folder = folder
        self.trays = []
        self.stuck = {}
        self.usb = usb.Usb(folder / "usb", make)
        for _ in range(3):
            self.usb.plug_blank()

    def run(self, typed):
        name, *words = shlex.split(typed)
        self.trays += map(Tray, list(self.usb.boards.values())[len(self.trays) :])
        for number, tray in enumerate(self.trays):
            if name == "doctor":
                tray.since = 0.0
                tray.lay(f"04aabbccddee{number:02x}")
            else:
                tray.lift()
        command = Command([name, *words, *MORE.get(name, [])], self.folder)
        return {"enrol": enrol, "play": play}.get(name, examine)(self, command)

    def decks(self):
        """The cards as they lie in the box now: each Age's, and the guilds."""
        with (self.folder / "tags.csv").open(encoding="utf-8-sig") as file:
            cards = [row for row in csv.DictReader(file) if row["uid"]]
        ages, guilds = {1: [], 2: [], 3: []}, []
        for card in cards:
            uid = card["uid"].replace(":", "")
            assert self.stuck[uid].startswith(card["name"])
            (guilds if card["colour"] == "purple" else ages[int(card["age"])]).append(uid)
        return ages, guilds


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="no MicroPython for this machine")
@pytest.mark.timeout(600)
def test_from_bare_boards_to_a_finished_game(tmp_path):
    from host_tools.sim.boards.unix_board import UnixBoard

    table = Table(tmp_path, lambda uid: UnixBoard({}, uid))
    uf2(tmp_path / MICROPYTHON)
    try:
        for typed, shown in SCENES:
            command = table.run(typed)
            assert command.code == 0, "\n".join(command.lines)
            assert_shows(shown, command.lines)
    finally:
        table.usb.close()


def test_the_guide_goes_all_the_way():
    commands = [typed.split()[0] for typed, _ in SCENES]
    assert [name for name in commands if name in ("flash", "doctor", "enrol", "play")] == [
        "flash", "flash", "doctor", "enrol", "play",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "page",
    [
        "Healthy. 3 seats are here.",
        "Healthy. 3 seats are ready.\nAnd one more line.",
        "…\nIll.\n…",
        "",
    ],
)
def test_a_page_that_shows_something_else_is_noticed(page):
    printed = ["1  /dev/pts/3  e673656174303031", "Healthy. 8 seats are ready."]
    assert_shows("1 /dev/ttyACM0 0123456789abcdef\nHealthy. 3 seats are ready.", printed)
    with pytest.raises(AssertionError):
        assert_shows(page, printed)
