"""A hall whose boards are whole: the firmware reads every tray of a board through its chips."""

from collections import Counter
from contextlib import suppress
from itertools import islice

from host_tools.rules.errors import MoveError
from host_tools.sim.boards.inprocess import InProcessBoard
from host_tools.sim.chips.seat_parts import BUTTONS
from tests.link.room import STEP_MS
from tests.table.plain_hall import PlainHall
from tests.table.steady import Forgetful
from tests.web.paper import PaperPlace

BETWEEN_MS = 400  # a person does not press faster
MENDED_MS = 8000  # after which a dead reader is mended, at most


def table_of(seats):
    """Return the wiring of a board that has this many seats."""
    return {"profile": "pico_table", "seats": seats} if seats > 1 else {}


class ChipSeat:
    """One seat of a whole board: its tray, and what the firmware believes of it."""

    def __init__(self, uid):
        self.uid = uid
        self.place = 0
        self._tray = ()

    def build_into(self, whole, place, several):
        self.whole, self.place = whole, place
        self.uid = f"{whole.uid}.{place + 1}" if several else whole.uid

    @property
    def parts(self):
        return self.whole.board.seats[self.place]

    @property
    def seat(self):
        loop = self.whole.board.loop
        return None if loop is None else loop.seats[self.place].logic

    @property
    def tray(self):
        return self._tray

    @tray.setter
    def tray(self, tags):
        if tags != self._tray:
            self._tray = tags
            self.parts.lift()
            self.parts.lay(*tags)

    def step(self, data, now):
        """Let the first seat run the board, which speaks for all of them."""
        return b"" if self.place else self.whole.step(data)


class ChipBoard:
    """A board with the firmware's whole loop; its flash keeps the secret."""

    def __init__(self, seats, rng, wiring, first=0):
        self.uid, self.whole, self.seats = seats[0].uid, self, seats
        self.board = InProcessBoard(wiring, bytes.fromhex(self.uid), first)
        self.board.unplug()
        self.board._secret = rng.randbytes(32)
        for place, seat in enumerate(seats):
            seat.build_into(self, place, len(seats) > 1)

    def start(self, now):
        self.board.unplug()
        self.board.plug()

    def stop(self):
        self.board.unplug()

    def step(self, data):
        self.board.send(data)
        self.board.run(STEP_MS)
        return self.board.take()


class ChipTray(Forgetful):
    """A tray in front of a reader, and buttons that are pressed for a moment."""

    settled = True

    def __init__(self, room, board):
        super().__init__(room, board, room.seed)
        self._press_at = 0

    def press(self, button):
        if self.room.now >= self._press_at:
            self._press_at = self.room.now + BETWEEN_MS
            self.board.parts.tap(BUTTONS[button])


class PagePlace(PaperPlace):
    """A seat that is played on its page; what its player does comes after the look."""

    idle = settled = True

    def asks_for_secret(self, number):
        return True

    def lies(self, uid):
        return True

    def lay(self, uid, milliseconds=0):
        super().lay(uid)
        return True

    def clear(self):
        self.act = None

    def do(self):
        with suppress(MoveError):  # the moment has passed: the next look sees what is
            super().do()


class ChipHall(PlainHall):
    """A hall with whole boards, whose readers may die and whose host may crash."""

    tray = ChipTray
    numbered = ()  # the first seats of boards that know their place, counted from 1
    deaths = crashes = 0.0  # chances a step

    def __init__(self, *more):
        self.figures = Counter()  # how bad it was
        self._dead = {}  # seats whose reader is dead, and when it is mended
        self._pages = {}  # seat: its page, and the tray that is left
        super().__init__(*more)

    def board(self, number):
        return ChipSeat(f"e66141{number:010x}")

    def share(self, boards, sizes):
        left, first = iter(boards), 1
        for size in (*sizes, *[1] * (len(boards) - sum(sizes))):
            place = first if first in self.numbered else 0
            ChipBoard(list(islice(left, size)), self.rng, self.wiring(size), place)
            first += size

    def wiring(self, seats):
        """Return what differs from a Pico's wiring on a board with this many seats."""
        return table_of(seats)

    # What goes wrong.

    def reset(self, board):
        self.figures["resets"] += 1
        super().reset(board)

    def unplug(self, port, noticed=True):
        self.figures["replugs"] += 1
        super().unplug(port, noticed)

    def crash(self):
        self.figures["crashes"] += 1
        super().crash()

    def kill_reader(self, seat, milliseconds=None):
        """Let a reader answer no more; it is mended after a while, if one is given."""
        self.figures["deaths"] += 1
        self.boards[seat].parts.chip.fault = "dead"
        if milliseconds is not None:
            self._dead[seat] = self.now + milliseconds

    def mend_reader(self, seat):
        self.boards[seat].parts.chip.fault = ""

    def play_on_page(self, seat):
        """The operator lets a seat be played on its page."""
        page = PagePlace(self.table, seat, self.tags)
        page.clock = self.wall
        self._pages[seat] = page, self.people.places[seat]
        self.people.places[seat] = page
        self.table.serve(seat, "", self.wall())

    def play_on_board(self, seat):
        """The operator gives a seat back to its board."""
        self.people.places[seat] = self._pages.pop(seat)[1]
        self.table.serve(seat, self.boards[seat].uid, self.wall())

    def step(self):
        if self.rng.random() < self.crashes:
            self.crash()
        seat = self.rng.choice(list(self.boards))
        if self.rng.random() < self.deaths and seat not in self._dead:
            self.kill_reader(seat, self.rng.randrange(0, MENDED_MS, STEP_MS))
        for seat in [seat for seat, when in self._dead.items() if self.now >= when]:
            del self._dead[seat]
            self.mend_reader(seat)
        super().step()
        for page, _ in self._pages.values():
            page.table = self.table
            page.do()
