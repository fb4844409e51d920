"""`wondertable doctor` itself, in a process of its own, with real MicroPython behind every seat."""

import json
import os
import pty
import select
import subprocess
import sys
import time

import pytest

from tests.sim.layers import missing

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(missing("micropython")), reason=missing("micropython")),
]

DEADLINE_S = 120.0


def command(tmp_path, *words):
    code = "from host_tools.cli import main; main()"
    journal = str(tmp_path / "games.db")
    return [sys.executable, "-c", code, "doctor", "--journal", journal, *words]


def run(tmp_path, *words):
    return subprocess.run(
        command(tmp_path, *words), capture_output=True, text=True, timeout=DEADLINE_S, check=False
    )


def report(tmp_path, url):
    """What the doctor tells a program, the computer's own browser left out."""
    done = run(tmp_path, "--json", "--seats", url)
    assert done.stderr == ""
    told = json.loads(done.stdout)
    assert done.returncode == (0 if told["healthy"] else 1)
    findings = [found for found in told["findings"] if found["code"] != "no_browser"]
    return told, {(found["seat"], found["what"]) for found in findings}


def test_two_good_seats(tmp_path):
    told, found = report(tmp_path, "sim:2?1=card&2=card")
    assert found == set()
    assert told["verdict"] == "Healthy. 2 seats are ready."
    assert [seat["told"]["exam"] for seat in told["seats"]] == ["ok", "ok"]
    assert [seat["uids"] for seat in told["seats"]] == [["04a1b2c3d4e501"], ["04a1b2c3d4e502"]]
    assert not (tmp_path / "games.db").exists()


def test_every_reader_has_another_fault(tmp_path):
    told, found = report(
        tmp_path, "sim:6?1=dead&2=clone,card&3=neighbour,stuck&4=cut&5=failing&6=faint"
    )
    assert found == {
        (1, "Its reader does not answer: the bus reads 0xFF."),
        (2, "Its reader is a clone (version 0xB2)."),
        (3, "It reads the card on seat 2 too."),
        (3, "Its left button is down all the time."),
        (4, "It reads 8804a1b2: a 7-byte UID, cut off."),
        (5, "Its reader fails the self-test."),
        (6, "The gain of its antenna is 18 dB and should be 33 dB."),
    }
    assert told["verdict"] == "Not healthy: 6 things are wrong, with seats 1, 3, 4, 5 and 6."


def test_every_board_has_another_program(tmp_path):
    told, found = report(tmp_path, "sim:5?1=blank&2=silent&3=old&4=other&5=restless")
    by_board = {seat["board"]: seat["number"] for seat in told["seats"]}
    old, restless = (by_board[f"e6736561743030{digits}"] for digits in ("32", "34"))
    sentences = [what for _, what in found]
    assert (old, "It runs firmware 0.0.9; 0.1.0 is current.") in found
    assert [seat for seat, what in found if what.startswith("It started again ")] == [restless]
    for end in (
        " runs MicroPython, but not the Wondertable firmware.",
        " does not answer as a seat does.",
        " speaks another protocol version.",
    ):
        assert len([what for what in sentences if what.endswith(end)]) == 1, (end, sentences)
    assert len(found) == 5


def test_the_seats_of_one_board_and_single_ones_have_faults_of_their_own(tmp_path):
    told, found = report(tmp_path, "sim:?boards=4,1,1&2=dead&3=deaf&5=jumpy&6=no_display")
    assert found == {
        (2, "Its reader does not answer: the bus reads 0xFF."),
        (3, "Its receiver went deaf and heard cards again after a restart."),
        (5, "Its port resets it when it is opened."),
        (6, "Its display does not answer any more."),
    }
    ends = [seat["board"][-4:] for seat in told["seats"]]
    assert ends == ["30.1", "30.2", "30.3", "30.4", "3031", "3032"]
    assert told["verdict"] == "Not healthy: 3 things are wrong, with seats 2, 3 and 6."


def test_a_table_without_boards_is_told_to_a_person(tmp_path):
    done = run(tmp_path, "--seats", "sim:0")
    assert done.returncode == 1
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    assert lines[0].startswith("This computer: Python 3.")
    assert "  ✗ No board found." in lines
    assert lines[-1] == "Not healthy: 1 thing is wrong, with this computer."


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("sim:2?1=sad", "no such fault: 'sad'"),
        ("sim:many", "does not say how many seats"),
        ("tcp:somewhere", "is not a port"),
    ],
)
def test_a_source_that_cannot_be_is_a_usage_error(tmp_path, url, sentence):
    done = run(tmp_path, "--seats", url)
    assert (done.returncode, sentence in done.stderr) == (2, True), done


class Terminal:
    """A person at a real terminal."""

    def __init__(self, words):
        self.screen = ""
        self._pid, self._fd = pty.fork()
        if not self._pid:
            os.environ["TERM"] = "xterm"
            os.execv(words[0], words)

    def until(self, text):
        end = time.monotonic() + DEADLINE_S
        while text not in self.screen:
            assert time.monotonic() < end, self.screen
            if select.select([self._fd], [], [], 0.1)[0]:
                try:
                    self.screen += os.read(self._fd, 4096).decode()
                except OSError:  # it has ended
                    assert text in self.screen, self.screen
        self.screen = self.screen.partition(text)[2]

    def type(self, line):
        os.write(self._fd, line.encode() + b"\n")

    def end(self):
        _, status = os.waitpid(self._pid, 0)
        os.close(self._fd)
        return os.waitstatus_to_exitcode(status)


def test_a_person_is_led_through_the_parts_of_a_seat(tmp_path):
    terminal = Terminal(command(tmp_path, "--seats", "sim:1"))
    for prompt, line in (
        ("Lay it on seat 1", ""),
        ("Press the left button", ""),
        ("Press the middle button", ""),
        ("Press the right button", ""),
        ("every light shows red", ""),
        ("every light shows green", ""),
        ("every light shows blue", "1"),
        ("all three buttons are green", ""),
        ("has played a tune", ""),
    ):
        terminal.until(prompt)
        terminal.type(line)
    for sentence in (
        "Its light does not show blue.",
        "Not healthy: 3 things are wrong, with seat 1.",
    ):
        terminal.until(sentence)
    assert terminal.end() == 1


@pytest.mark.slow
def test_tuning_names_the_seats_that_it_could_not_tune(tmp_path):
    terminal = Terminal(command(tmp_path, "--seats", "sim:2?1=dead&2=card", "--tune"))
    for prompt in ("clear all trays", "A card still lies on seat 2"):
        terminal.until(prompt)
        terminal.type("")
    for sentence in (
        "Seat 1 was not tuned: its reader does not answer.",
        "Seat 2 was not tuned: its tray was not clear.",
        "The boards are as they were.",
    ):
        terminal.until(sentence)
    assert terminal.end() == 1
