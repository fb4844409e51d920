"""The board's loop: everything once a step, and nothing that waits."""

from firmware.link import frame
from firmware.loop import LONGEST_MS, LOW_MEMORY, BoardSeat, Loop
from firmware.panel.panel import Panel
from tests.firmware.table import FORUM, Table, kinds
from tests.firmware.test_poller import Reader


class Board:
    """A loop whose time, cable, reader and buttons belong to the test."""

    def __init__(self, heap=None):
        self.time = 0
        self.levels = [1, 1, 1]
        self.table = Table()
        self.reader = Reader()
        self.incoming = b""
        self.lamps = []
        buttons = [lambda place=place: self.levels[place] for place in range(3)]
        panel = Panel(self, buttons)
        seat = BoardSeat(self.table.seat, self.reader, panel)
        self.loop = Loop([seat], seat.poller, self, self, heap)

    def now(self):
        return self.time

    def read(self):
        data, self.incoming = self.incoming, b""
        return data

    def write(self, *what):
        if len(what) == 1:
            self.table.hear(what[0])
        else:
            self.lamps.append(what)

    def show(self):
        pass

    def run(self, ms):
        end = self.time + ms
        while self.time < end:
            pause = self.loop.step()
            assert 0 <= pause <= LONGEST_MS
            self.time += max(1, pause)

    def open(self, phase, **changes):
        fields = {"step": "", "light": "", "sound": "", "x": "", "text": "", **changes}
        self.incoming = frame("WE", ver=1, boot="0badcafe", sid="00a1", seat=3) + frame(
            "ST", sid="00a1", v=1, phase=phase, game="g1", round=1, **fields
        )


def test_a_board_says_hello_and_shows_it():
    board = Board()
    board.run(100)
    assert [message.kind for message in board.table.said] == ["HI"]
    assert (0, (40, 40, 40)) in board.lamps


def test_a_card_on_the_reader_is_committed():
    board = Board()
    board.run(100)
    board.open("play")
    board.reader.tags = [FORUM]
    board.run(50)
    assert kinds(board.table.said)[-1] == "CM"


def test_a_button_answers():
    board = Board()
    board.open("ask", step="7")
    board.run(100)
    board.levels[2] = 0
    board.run(100)
    board.levels[2] = 1
    board.run(100)
    assert board.table.said[-1].key == "sell"


def test_little_memory_is_a_fault():
    board = Board(heap=lambda: LOW_MEMORY - 1)
    board.open("idle")
    board.run(100)
    assert [m.code for m in board.table.said if m.kind == "ER"] == ["low_memory"]


def test_telemetry_tells_how_the_board_is():
    board = Board(heap=lambda: 150000)
    board.incoming = b"\n>>> \n"
    board.run(10)
    board.open("idle")
    board.run(2500)
    info = board.table.said[-1].info
    assert info["noise"] == "1"
    assert info["heap"] == "150000"
    assert int(info["polls"]) > 50
    assert (info["errs"], info["rst"]) == ("0", "0")


def test_memory_is_counted_seldom_since_it_takes_long():
    counted = []
    board = Board(heap=lambda: counted.append(board.time) or 150000)
    board.run(30000)
    assert len(counted) == 3
