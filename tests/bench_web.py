"""What 200 spectators and 500 hostile clients cost a seat: its answers, as ratios in one run.

A seat commits and withdraws, again and again; measured is the time from its report, at the wire,
to the table's answer. The journal writes each of them to the disk, as in a game. Every client has
an address of its own, which Linux has on its loopback.
"""

from __future__ import annotations

import os
import random
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.link import HOST, PROTOCOL, Message, Splitter, line, parse
from host_tools.bots.dealer import Dealer
from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.link.sources import SimulatedPorts
from host_tools.table.entries import Ready, TableSetup
from host_tools.table.host import Host, Shelf
from host_tools.table.journal import Journal
from host_tools.table.table import Table
from host_tools.web.access import Tokens
from host_tools.web.server import Server
from host_tools.web.setup_draft import Players, SetupDraft
from host_tools.web.table_pages import TablePages

SPECTATORS = 200
MOST = 1.2  # how many times as long an answer may take
HOSTILE = 500
HOSTILE_MOST = 1.5  # compared with spectators only
REPORTS = 40  # in one round
ROUNDS = 5
STREAM = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Name: "
BOARD = "e6616263646566"
BETWEEN_S = (0.02, 0.15)  # a quick hand, and never in step with the pictures
BEGIN_S = 60.0  # until all spectators see something


class Pipe:
    """A port that is a pair of sockets; the other end is ours."""

    def __init__(self) -> None:
        self.theirs, self.ours = socket.socketpair()
        self.theirs.setblocking(False)
        self.ours.settimeout(10)
        self.fileno = self.theirs.fileno

    def read(self) -> bytes:
        try:
            return self.theirs.recv(4096)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> int:
        return self.theirs.send(data)

    def close(self) -> None:
        self.theirs.close()


class BenchSeat:
    """The least that a seat can be: it joins, reports, and waits for each answer."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        self._splitter = Splitter(HOST)
        self._heard: list[Message] = []
        self.sid = ""
        self.seq = 0
        self._chance = random.Random(1)
        self.slot: tuple[str, int] = ("", 0)

    def _messages(self) -> Iterator[Message]:
        while True:
            data = self._wire.recv(65536)
            if not data:
                raise ConnectionError("the host hung up")
            for body in self._splitter.feed(data):
                if message := parse(body):
                    self._heard.append(message)
            while self._heard:
                yield self._heard.pop(0)

    def join(self) -> None:
        """Answer the host's question, and wait until a card is asked for."""
        for message in self._messages():
            if message.kind == "WH":
                self._wire.sendall(line("HI", PROTOCOL, BOARD, "00000001", [("fw", "bench")]))
            elif message.kind == "WE":
                self.sid = message.sid
            elif message.kind == "ST":
                self._shown(message)
                if message.phase == "play":
                    self.slot = (message.game, message.round)
                    return

    def _shown(self, message: Message) -> None:
        self._wire.sendall(line("UP", self.sid, message.v, [("up", 1)]))

    def report(self, kind: str, *words: object) -> float:
        """Say something and return the seconds until the answer."""
        self.seq += 1
        begun = time.perf_counter()
        self._wire.sendall(line(kind, self.sid, self.seq, *self.slot, *words))
        for message in self._messages():
            if message.kind == "ST":
                self._shown(message)
            elif message.kind in ("AK", "NK") and message.seq == self.seq:
                return time.perf_counter() - begun
        raise AssertionError("unreachable: messages come until the wire breaks")

    def lay_and_lift(self, number: int) -> list[float]:
        """Lay a card and lift it, so often, and return how long each answer took."""
        found = []
        for at in range(number // 2):
            found.append(self.report("CM", f"{self.seq + at:032x}"))
            time.sleep(self._chance.uniform(*BETWEEN_S))
            found.append(self.report("LF"))
            time.sleep(self._chance.uniform(*BETWEEN_S))
        return found


def address(network: int, number: int) -> tuple[str, int]:
    """Return an address of this computer that nobody else has."""
    return f"127.{network}.{number // 250}.{1 + number % 250}", 0


@contextmanager
def spectators(port: int, number: int) -> Iterator[list[int]]:
    """Open the public stream so many times; one thread reads them all and counts the bytes."""
    wires = []
    chooser = selectors.DefaultSelector()
    for at in range(number):
        wire = socket.create_connection(("127.0.0.1", port), None, address(1, at))
        wire.sendall(STREAM)
        wire.setblocking(False)
        chooser.register(wire, selectors.EVENT_READ)
        wires.append(wire)
    stop = threading.Event()
    heard = [0, 0]  # how many streams have begun, and all bytes
    begun: set[object] = set()

    def read() -> None:
        while not stop.is_set():
            for key, _ in chooser.select(0.05):
                heard[1] += len(key.fileobj.recv(262_144))
                begun.add(key.fileobj)
                heard[0] = len(begun)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    end = time.monotonic() + BEGIN_S
    while heard[0] < number:
        assert time.monotonic() < end, f"only {heard[0]} of {number} streams have begun"
        time.sleep(0.01)
    try:
        yield heard
    finally:
        stop.set()
        thread.join()
        for wire in wires:
            wire.close()
        chooser.close()


def besiege(port: int, number: int) -> None:
    """Hold connections: a third half a request, a third streams, a third that read nothing."""
    begun: dict[int, socket.socket] = {}
    told, parent = False, os.getppid()
    while os.getppid() == parent:
        for at in range(number):
            kind = at % 3
            try:
                if at not in begun:
                    begun[at] = _hostile(port, address(2, at), HALF if kind == 0 else STREAM)
                elif kind == 0:
                    begun[at].send(b"x")  # a header that never ends
                elif kind == 1 and not begun[at].recv(262_144):
                    begun.pop(at).close()
            except BlockingIOError:
                continue
            except OSError:  # thrown out: it comes back
                begun.pop(at).close() if at in begun else None
        if not told:
            print("here", flush=True)
            told = True
        time.sleep(0.2)


def _hostile(port: int, source: tuple[str, int], said: bytes) -> socket.socket:
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.bind(source)
    wire.connect(("127.0.0.1", port))
    wire.sendall(said)
    wire.setblocking(False)
    return wire


@contextmanager
def hostile_clients(port: int, number: int, seat: BenchSeat) -> Iterator[None]:
    """Let a process of its own besiege the pages; the seat goes on until all are there."""
    command = [sys.executable, "-m", "tests.bench_web", "besiege", str(port), str(number)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as crowd:
        try:
            assert crowd.stdout is not None
            coming = threading.Thread(target=crowd.stdout.readline, daemon=True)
            coming.start()
            while coming.is_alive():
                seat.lay_and_lift(2)
            yield
            assert crowd.poll() is None, "the hostile clients gave up"
        finally:
            crowd.kill()


@contextmanager
def bench_table() -> Iterator[tuple[BenchSeat, Server]]:
    """A table of five whose first seat is ours, with its pages."""
    with tempfile.TemporaryDirectory() as folder:
        journal, hub, pipe = Journal(Path(folder) / "journal.db"), Hub(), Pipe()
        setup = TableSetup(Dealer(1).setup(5, sets=("base", "leaders", "cities")), countdown=0)
        table = Table.begin(journal, setup, {}, hub, time.time())
        table.record([Ready(seat) for seat in range(5)], time.time())
        table.serve(0, BOARD, time.time())
        host = Host(table, Pump(hub, [SimulatedPorts({"bench": lambda: pipe})]))
        host.start()
        pages = TablePages(host, Tokens(), SetupDraft(Players(), setup), Shelf(journal, hub))
        server = Server(pages, 0)
        server.start()
        try:
            seat = BenchSeat(pipe.ours)
            seat.join()
            yield seat, server
        finally:
            server.stop()
            host.stop()
            journal.close()
            pipe.ours.close()


def measure() -> dict[str, float]:
    """Return the medians and slow ends in milliseconds: alone, watched and besieged."""
    alone, watched, besieged = [], [], []
    with bench_table() as (seat, server):
        seat.lay_and_lift(REPORTS)  # warm
        for _ in range(ROUNDS):  # in turns, so that other load meets all
            alone += seat.lay_and_lift(REPORTS)
            with spectators(server.port, SPECTATORS) as heard:
                watched += seat.lay_and_lift(REPORTS)
                _check_seen(heard[1])
                before = heard[1]
                with hostile_clients(server.port, HOSTILE, seat):
                    besieged += seat.lay_and_lift(REPORTS)
                    assert len(server.connections) > SPECTATORS + HOSTILE / 2
                _check_seen(heard[1] - before)
    without, together, held = map(statistics.median, (alone, watched, besieged))
    return {
        "alone_ms": without * 1000,
        "watched_ms": together * 1000,
        "besieged_ms": held * 1000,
        "ratio": together / without,
        "hostile_ratio": held / together,
        "alone_p95_ms": statistics.quantiles(alone, n=20)[-1] * 1000,
        "watched_p95_ms": statistics.quantiles(watched, n=20)[-1] * 1000,
        "besieged_p95_ms": statistics.quantiles(besieged, n=20)[-1] * 1000,
    }


def _check_seen(heard: int) -> None:
    seen = heard / SPECTATORS / 8_000  # a picture has some eight thousand bytes
    assert seen > 5, f"the spectators saw only {seen:.1f} pictures"


Row = tuple[str, float, str]


def rows() -> list[Row]:
    """What was measured: (what, the figure, the most that it may be, if anything)."""
    found = measure()
    return [
        ("a seat's answer, ms", round(found["alone_ms"], 2), ""),
        (f"… with {SPECTATORS} spectators", round(found["watched_ms"], 2), ""),
        ("… how many times as long", round(found["ratio"], 2), str(MOST)),
        (f"… and with {HOSTILE} hostile clients", round(found["besieged_ms"], 2), ""),
        ("… how many times as long", round(found["hostile_ratio"], 2), str(HOSTILE_MOST)),
        ("… the slowest twentieth, ms", round(found["alone_p95_ms"], 2), ""),
        (f"… with {SPECTATORS} spectators", round(found["watched_p95_ms"], 2), ""),
        (f"… and with {HOSTILE} hostile clients", round(found["besieged_p95_ms"], 2), ""),
    ]


def holds(row: Row) -> bool:
    """Tell whether a row is within its limit."""
    return not row[2] or row[1] <= float(row[2])


if __name__ == "__main__":
    if sys.argv[1:2] == ["besiege"]:
        besiege(*map(int, sys.argv[2:]))
    else:
        for row in rows():
            print(f"{row[0]:50} {row[1]:>10} {row[2]:>10} {'' if holds(row) else 'TOO MUCH'}")
