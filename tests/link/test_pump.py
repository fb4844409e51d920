"""The pump over real pseudo-terminals: boards in this process, in real time, and MicroPython."""

import os
import threading
import time
from contextlib import suppress

import pytest

from firmware.link import PROTOCOL, frame, opens
from host_tools.link.capture import Recorder, read_capture
from host_tools.link.events import Committed, Gone, Joined, Noticed, Opened, Tagged, Withdrawn
from host_tools.link.hub import Hub
from host_tools.link.port import POLLED
from host_tools.link.pump import Pump
from host_tools.link.serial_port import open_serial
from host_tools.link.sources import NamedSerialPort, SimulatedPorts
from host_tools.link.wanted import SeatState
from host_tools.sim.boards import micropython
from host_tools.sim.boards.board_port import PtyPort, RealTimeBoard
from host_tools.sim.boards.inprocess import InProcessBoard

CARD = "04a1b2c3d4e5f6"
DEADLINE_S = 60.0
LONGEST_MS = 500  # at once: after a pause a board catches up step by step


class BoardPort:
    """A port to a board in this process: its time passes as the port is read."""

    def __init__(self, board):
        self._board = board
        self._last = time.monotonic_ns() // 1_000_000

    def fileno(self):
        return POLLED

    def read(self):
        now = time.monotonic_ns() // 1_000_000
        if now > self._last:
            self._board.run(min(now - self._last, LONGEST_MS))
            self._last = now
        return self._board.take()

    def write(self, data):
        self._board.send(data)
        return len(data)

    def close(self):
        """The board may be opened again."""


class Evening:
    """A pump, its hub, and all that was heard; every report is acknowledged at once."""

    def __init__(self, fleet, recorder=None, sources=None):
        self.fleet = fleet
        self.hub = Hub()
        self.recorder = recorder
        self.pump = Pump(self.hub, sources or [SimulatedPorts(fleet)], recorder)
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.pump.close()
        if self.recorder:
            self.recorder.close()

    def plug(self, name):
        self.fleet[name] = lambda: open_serial(name)

    def step(self):
        for event in self.pump.run_once():
            self.events.append(event)
            if isinstance(event, Committed | Withdrawn | Opened | Tagged):
                self.hub.ack(event.board, event.seq)

    def until(self, so, what):
        end = time.monotonic() + DEADLINE_S
        while not so():
            assert time.monotonic() < end, f"never: {what}; {self.events[-8:]}"
            self.step()

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    def joined(self, count=1):
        self.until(lambda: len(self.of(Joined)) >= count, f"{count} sessions")
        return self.of(Joined)[-1].board


def play(evening, board, uid):
    """Lay a card, lock, reveal; return the opening."""
    evening.hub.assign(uid, 3)
    evening.hub.show(uid, SeatState("play", "g1", 1))
    board.parts.lay(CARD)
    evening.until(lambda: evening.of(Committed), "a commitment")
    evening.until(lambda: board.parts.light == (0, 0, 255), "the blue light")
    evening.hub.show(uid, SeatState("reveal", "g1", 1))
    evening.until(lambda: evening.of(Opened), "an opening")
    return evening.of(Opened)[-1]


def check(evening, opening):
    promise = evening.of(Committed)[-1].commit
    assert opening.uid == CARD
    assert opens(promise, opening.nonce, "g1", 1, 3, opening.uid)


def test_a_card_is_played_over_a_real_port():
    with RealTimeBoard(InProcessBoard()) as board, Evening({}) as evening:
        evening.plug(board.port)
        check(evening, play(evening, board, evening.joined()))


def test_a_card_is_played_on_a_board_in_this_process():
    board = InProcessBoard()
    with Evening({"sim:1": lambda: BoardPort(board)}) as evening:
        check(evening, play(evening, board, evening.joined()))


@pytest.mark.skipif(not micropython.available(), reason="no MicroPython for this machine")
def test_a_card_is_played_on_a_board_with_the_real_micropython():
    from host_tools.sim.boards.unix_board import UnixBoard

    with UnixBoard() as board, Evening({}) as evening:
        evening.plug(board.port)
        uid = evening.joined()
        check(evening, play(evening, board, uid))
        board.reset()
        evening.until(lambda: evening.hub.health(uid).resets == 1, "another boot")
        evening.until(lambda: len(evening.of(Opened)) > 1, "the same opening after a reset")
        check(evening, evening.of(Opened)[-1])


def test_a_board_that_is_replugged_under_another_name_is_the_same_board():
    with RealTimeBoard(InProcessBoard()) as board, Evening({}) as evening:
        old = board.port
        evening.plug(old)
        uid = evening.joined()
        board.unplug()
        evening.until(lambda: evening.of(Gone), "a gap")
        del evening.fleet[old]
        board.plug()
        assert board.port != old
        evening.plug(board.port)
        assert evening.joined(2) == uid
        assert evening.hub.health(uid).port == board.port


def fill(port):
    """Write to a port until it takes nothing more."""
    fd = os.open(port.name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    with suppress(BlockingIOError):
        while True:
            os.write(fd, bytes(1000))
    os.close(fd)


def test_a_full_port_and_a_flooding_port_do_not_stop_the_others():
    full, flooding = PtyPort(), PtyPort()
    fill(full)
    over = threading.Event()
    hello = frame("HI", ver=PROTOCOL, board="aa" * 8, boot="00000001", info=[])

    def flood():
        while not over.wait(0.001):
            flooding.write(b"x" * 4000)
            full.write(hello)  # it wants answers, and takes none

    thread = threading.Thread(target=flood, daemon=True)
    with RealTimeBoard(InProcessBoard()) as board, Evening({}) as evening:
        for name in (full.name, flooding.name, board.port):
            evening.plug(name)
        thread.start()
        uid = evening.joined()
        check(evening, play(evening, board, uid))
        evening.until(lambda: evening.hub.health("aa" * 8).port, "a hello of the full port")
        slowest = max(timed(evening.step) for _ in range(100))
        over.set()
        thread.join()
        assert slowest < 2.0  # a single wait for the full port would last for ever
        assert uid not in [gone.board for gone in evening.of(Gone)]
    full.close()
    flooding.close()


def timed(step):
    start = time.monotonic()
    step()
    return time.monotonic() - start


def test_a_port_that_is_in_use_is_told_and_taken_when_it_is_free():
    with RealTimeBoard(InProcessBoard()) as board:
        other = open_serial(board.port)
        with Evening({}) as evening:
            evening.plug(board.port)
            evening.until(lambda: evening.of(Noticed), "a notice")
            assert evening.of(Noticed)[0].code == "busy"
            other.close()
            evening.joined()


@pytest.mark.slow
def test_a_host_that_was_blocked_finds_its_seats_again():
    with RealTimeBoard(InProcessBoard()) as board, Evening({}) as evening:
        evening.plug(board.port)
        uid = evening.joined()
        boot = evening.hub.health(uid).boot
        over = board.now() + 3300
        while board.now() < over:  # the thread that pumps is busy elsewhere
            time.sleep(0.05)
        evening.joined(2)
        assert evening.hub.health(uid).boot == boot


def test_run_ends_when_another_thread_says_stop():
    evening = Evening({})
    thread = threading.Thread(target=evening.pump.run, args=(evening.events.append,))
    thread.start()
    evening.pump.stop()
    thread.join(DEADLINE_S)
    assert not thread.is_alive()
    evening.pump.close()


def test_closing_gives_every_port_back():
    with RealTimeBoard(InProcessBoard()) as board:
        before = set(threading.enumerate())
        with Evening({}) as evening:
            evening.plug(board.port)
            evening.joined()
        open_serial(board.port).close()
        assert set(threading.enumerate()) <= before


def test_a_named_port_may_come_later(tmp_path):
    link = tmp_path / "seat"
    hub = Hub()
    with RealTimeBoard(InProcessBoard()) as board, Pump(hub, [NamedSerialPort(str(link))]) as pump:
        pump.run_once()
        link.symlink_to(board.port)
        end = time.monotonic() + DEADLINE_S
        while not any(hub.health(uid).joined for uid in hub.boards()):
            assert time.monotonic() < end
            pump.run_once()
        assert pump.ports() == [board.port]


def test_what_was_written_and_read_is_in_the_capture_and_never_a_ctrl_c(tmp_path):
    path = tmp_path / "evening.jsonl"
    with RealTimeBoard(InProcessBoard()) as board, Evening({}, Recorder(path)) as evening:
        evening.plug(board.port)
        check(evening, play(evening, board, evening.joined()))
        port = board.port
    entries = list(read_capture(path))
    assert {entry.port for entry in entries} == {port}
    assert [entries[0].what, entries[-1].what] == ["open", "closed"]
    written = b"".join(entry.data for entry in entries if entry.what == "wrote")
    read = b"".join(entry.data for entry in entries if entry.what == "read")
    assert b"#WE 1 " in written
    assert b"\x03" not in written
    assert b"\r" not in written
    assert b"$CM " in read
