"""Measure the host: from a seat's frame in to the answer out, and how soon a game is resumed."""

from __future__ import annotations

import selectors
import tempfile
import time
from collections.abc import Callable
from multiprocessing import Pipe, get_context
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table as Sheet

from firmware.link import HOST, PROTOCOL, Splitter, commit, line, make_nonce, parse
from host_tools.bots.dealer import Dealer
from host_tools.coach.chances import Chances
from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.link.serial_port import open_serial
from host_tools.link.sources import SimulatedPorts
from host_tools.rules.record import dump
from host_tools.sim.boards.board_port import PtyPort
from host_tools.table.entries import TableSetup
from host_tools.table.export import record_of
from host_tools.table.host import Host
from host_tools.table.journal import Journal
from host_tools.table.table import Table
from tests.table.test_whole_games import hall

SEATS = 8
ROUNDS = 200
TURNS = 18
AT_MOST = 5.0  # times a bare echo
PATIENCE_S = 10.0
PACE_S = 0.01  # between two rounds: people are slower than boards


class Stub:
    """A seat of a few lines at the board's end of a port: it greets, and reports when told."""

    def __init__(self, number: int) -> None:
        self.uid = f"e6{number:014x}"
        self.seat = number
        self.port = PtyPort()
        self.sid = ""
        self.state = None
        self.seq = 0
        self.acked = 0
        self._splitter = Splitter(HOST)

    def listen(self) -> None:
        self.take(self.port.read())

    def take(self, data: bytes) -> None:
        for body in self._splitter.feed(data):
            message = parse(body)
            if message is None:
                continue
            if message.kind == "WH":
                self.port.write(line("HI", PROTOCOL, self.uid, "00000001", []))
            elif message.kind == "WE":
                self.sid, self.seat = message.sid, message.seat
            elif message.kind == "ST" and message.sid == self.sid:
                self.state = message
                self.port.write(line("UP", self.sid, message.v, []))
            elif message.kind in ("AK", "NK"):
                self.acked = message.seq

    def commit(self, number: int) -> bytes:
        """Another card each time."""
        self.seq += 1
        game, turn = self.state.game, self.state.round
        nonce = make_nonce(b"secret", game, turn)
        promise = commit(nonce, game, turn, self.seat, number.to_bytes(4))
        return line("CM", self.sid, self.seq, game, turn, promise)


class Other:
    """Work in a process of its own, as a host has one: `stop` ends it and gives its result."""

    def __init__(self, work: Callable[..., object], *given: object) -> None:
        self._ours, theirs = Pipe()
        self._process = get_context("fork").Process(target=work, args=(theirs, *given), daemon=True)
        self._process.start()
        self._ours.recv()  # it is ready

    def stop(self) -> object:
        self._ours.send(None)
        result = self._ours.recv()
        self._process.join()
        return result


def echoes() -> list[float]:
    """Eight ports, a line in and the same line out, with nothing between: seconds each."""
    ports = [PtyPort() for _ in range(SEATS)]
    data = line("CM", "0a1b", 1, "g1", 1, "0" * 32)
    other = Other(_echo, [port.name for port in ports])
    took = []
    for _ in range(ROUNDS):
        took += exchange(dict.fromkeys(ports, data), b"$CM")[0]
        time.sleep(PACE_S)
    other.stop()
    for port in ports:
        port.close()
    return took


def _echo(pipe, names: list[str]) -> None:
    wires = {wire.fileno(): wire for wire in map(open_serial, names)}
    with selectors.DefaultSelector() as selector:
        for fd in (pipe.fileno(), *wires):
            selector.register(fd, selectors.EVENT_READ)
        pipe.send("ready")
        while not pipe.poll():
            for key, _ in selector.select():
                if wire := wires.get(key.fd):
                    wire.write(wire.read())
    pipe.send(None)


def exchange(frames: dict[PtyPort, bytes], sign: bytes) -> tuple[list[float], dict[PtyPort, bytes]]:
    """Write a frame to each port and wait for the sign from each: seconds each, and what came.

    The seats' ends are bare: what came is parsed afterwards.
    """
    took, said = [], dict.fromkeys(frames, b"")
    with selectors.DefaultSelector() as selector:
        for port in frames:
            selector.register(port.fd, selectors.EVENT_READ, port)
        begun = time.perf_counter()
        for port, frame in frames.items():
            port.write(frame)
        while len(took) < len(frames):
            found = selector.select(PATIENCE_S)
            assert found, "no answer"
            for key, _ in found:
                port = key.data
                said[port] += port.read()
                if sign in said[port]:
                    took.append(time.perf_counter() - begun)
                    selector.unregister(port.fd)
    return took, said


class Timed(Journal):
    """A journal that knows how long each of its writes took, from the first entry on."""

    def __init__(self, path: Path) -> None:
        self.took: list[float] = []
        self._now = 0.0
        super().__init__(path)

    def append(self, *what):
        begun = time.perf_counter()
        super().append(*what)
        self._now += time.perf_counter() - begun

    def _commit(self):
        begun = time.perf_counter()
        super()._commit()
        self._now += time.perf_counter() - begun

    def _confirm(self):
        begun = time.perf_counter()
        super()._confirm()
        self.took.append(self._now + time.perf_counter() - begun)
        self._now = 0.0


def answers(folder: Path, chances: bool = False) -> tuple[list[float], list[float]]:
    """Eight seats commit at once: seconds from the frame in to the AK out; and the journal's.

    The countdown keeps the lay open, so that every round is a change of mind.
    """
    stubs = [Stub(number) for number in range(SEATS)]
    boards = [(stub.port.name, stub.uid) for stub in stubs]
    folder.mkdir(exist_ok=True)
    other = Other(_host, folder / "journal.db", boards, chances)
    while not all(stub.state and stub.state.phase == "play" for stub in stubs):
        for stub in stubs:
            stub.listen()
    took: list[float] = []
    for number in range(ROUNDS):
        frames = {stub.port: stub.commit(number) for stub in stubs}
        times, said = exchange(frames, b"#AK")
        took += times
        time.sleep(PACE_S)
        for stub in stubs:
            stub.take(said[stub.port] + stub.port.read())
            assert stub.acked == stub.seq
    journal = other.stop()
    for stub in stubs:
        stub.port.close()
    return took, journal


def _host(pipe, path: Path, boards: list[tuple[str, str]], chances: bool) -> None:
    table_setup = TableSetup(Dealer("bench").setup(SEATS, sets=("base", "cities")), countdown=10)
    hub = Hub()
    journal = Timed(path)
    table = Table.begin(journal, table_setup, {}, hub, 0.0)
    fleet = {name: lambda name=name: open_serial(name) for name, _ in boards}
    host = Host(table, Pump(hub, [SimulatedPorts(fleet)]))
    for seat, (_, uid) in enumerate(boards):
        table.serve(seat, uid, 0.0)
    worker = Chances() if chances else None
    if worker is not None:
        record = dump(record_of(table.evening))
        worker.ask(lambda: record)
        while worker.figures is None:  # it works now, and goes on
            host.run_once()
    journal.took.clear()
    pipe.send("ready")
    while not pipe.poll():
        host.run_once()
    if worker is not None:
        worker.close()
    host.stop()
    journal.close()
    pipe.send(journal.took)


def resuming(folder: Path) -> tuple[float, float]:
    """Seconds that ten turns of a game of seven took at full speed, and seconds to resume it."""
    game = hall(folder, players=7)
    begun = time.perf_counter()
    game.play()
    ten = 10 * (time.perf_counter() - begun) / TURNS
    game.journal.close()
    begun = time.perf_counter()
    journal = Journal(game.path)
    table = Table.resume(journal, game.table.number, game.tags, Hub(), 0.0)
    seconds = time.perf_counter() - begun
    assert table.evening.game.over
    journal.close()
    return ten, seconds


def p99(times: list[float]) -> float:
    return sorted(times)[int(0.99 * len(times)) - 1]


def figures(folder: Path) -> dict[str, tuple[float, str, float | None]]:
    """What was measured: name -> (figure, unit, the most it may be)."""
    bare = echoes()
    echo = p99(bare)
    took, journal = answers(folder)
    beside, _ = answers(folder / "chances", chances=True)
    (folder / "seven").mkdir()
    ten, resumed = resuming(folder / "seven")
    return {
        "bare echo over 8 ports, p99": (1000 * echo, "ms", None),
        "bare echo, median": (1000 * median(bare), "ms", None),
        "frame in to answer out, 8 seats, p99": (1000 * p99(took), "ms", None),
        "frame in to answer out, median": (1000 * median(took), "ms", None),
        "of it the journal, one write for all, p99": (1000 * p99(journal), "ms", None),
        "the same write, median": (1000 * median(journal), "ms", None),
        "answer as a multiple of the echo, p99": (p99(took) / echo, "times", AT_MOST),
        "the same, medians": (median(took) / median(bare), "times", None),
        "the same, medians without the journal": (
            (median(took) - median(journal)) / median(bare),
            "times",
            None,
        ),
        "frame in to answer out with live win chances on, p99": (1000 * p99(beside), "ms", None),
        "with chances, median": (1000 * median(beside), "ms", None),
        "with chances as a multiple of without, medians": (
            median(beside) / median(took),
            "times",
            None,
        ),
        "ten turns of seven players at full speed": (1000 * ten, "ms", None),
        "a finished game of seven resumed": (1000 * resumed, "ms", 1000 * ten),
    }


def main() -> None:
    sheet = Sheet("the host", "now", "", "at most")
    with tempfile.TemporaryDirectory() as folder:
        for name, (found, unit, most) in figures(Path(folder)).items():
            sheet.add_row(name, f"{found:,.2f}", unit, f"{most:,.2f}" if most else "")
    Console().print(sheet)


if __name__ == "__main__":
    main()
