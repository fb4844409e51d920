"""A whole game at one emulated Pico: four readers on its SPI bus, and one cable to a real table."""

import pytest

from host_tools.bots.dealer import Dealer
from host_tools.link.hub import Hub
from host_tools.rules.result import sheets_of
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.scoring import total
from host_tools.sim.chips.seat_parts import BUTTONS
from host_tools.sim.people.tagged_cards import TaggedCards, tags_for
from host_tools.table.journal import Journal
from host_tools.table.table import Table
from tests.sim.layers import missing
from tests.table.campaign import Shape, plays_of, reference, setup_of
from tests.table.steady import LOOK_MS, Steady

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(missing("pico")), reason=missing("pico")),
]

SEED = 33
PORT = "/dev/ttyACM0"
BOARD = "ff" * 8  # the number of the emulated flash
STEP_MS = 10
PRESS_MS = 120
AGAIN_MS = 1500  # before a person presses again for the same question
MINUTES = 5  # simulated


class PicoTray:
    """One seat of the Pico, as a person uses it: nobody presses a dark button."""

    def __init__(self, board, parts):
        self._board, self._parts = board, parts
        self._lies = None
        self._down, self._since = "", -AGAIN_MS
        self.step = self._answered = None  # the question that is asked, and the one pressed for

    def asks_for_secret(self, number):
        return True

    def lay(self, uid):
        if uid != self._lies:
            self._lies = uid
            self._parts.lift()
            if uid:
                self._parts.lay(uid)

    def clear(self):
        self.lay(None)

    def press(self, button):
        waits = self.step == self._answered and self._board.now() < self._since + AGAIN_MS
        if not (self._down or waits) and any(self._parts.lamp(1 + button)):
            self._since, self._answered = self._board.now(), self.step
            self._down = BUTTONS[button]
            self._parts.press(self._down)

    def release(self):
        if self._down and self._board.now() >= self._since + PRESS_MS:
            self._parts.release(self._down)
            self._down = ""


class PicoRoom:
    """The Pico, its cable, the table and the people, all by the Pico's own clock."""

    def __init__(self, path, shape):
        from tests.sim.pico_board import PicoBoard

        self.board = PicoBoard(changes={"profile": "pico_table", "seats": shape.players})
        self._trays = [PicoTray(self.board, parts) for parts in self.board.seats]
        self._hub, self._journal = Hub(), Journal(path / "journal.db")
        table_setup = setup_of(SEED, shape)
        rules = Ruleset(table_setup.game_setup)
        tags = tags_for(rules)
        self._table = Table.begin(self._journal, table_setup, tags, self._hub, 0.0)
        for seat in range(shape.players):
            self._table.serve(seat, f"{BOARD}.{seat + 1}", 0.0)
        cards = TaggedCards(tags, rules, Dealer(SEED))
        places = dict(enumerate(self._trays))
        self._people = Steady(lambda: self.evening, cards, places, SEED, self._look_time)
        self._hub.connect(PORT, 0.0)

    @property
    def evening(self):
        return self._table.evening

    def _look_time(self):
        return self.board.now() // LOOK_MS * LOOK_MS

    def step(self):
        self.board.send(self._hub.outgoing(PORT))
        self.board.run(STEP_MS)
        now = self.board.now() / 1000
        events = self._hub.receive(PORT, self.board.take(), now) + self._hub.tick(now)
        if events:
            self._table.receive(events, now)
        self._table.tick(now, now)
        self._people.look()
        for tray in self._trays:
            tray.release()

    def close(self):
        self._journal.close()
        self.board.close()


def test_a_whole_game_of_four_on_one_pico(tmp_path):
    shape = Shape(4)
    room = PicoRoom(tmp_path, shape)
    while not room.evening.game.over:
        evening = room.evening
        assert room.board.now() < 60_000 * MINUTES, f"never: {evening.phase} {evening.round}"
        room.step()
    room.close()
    expected = reference(SEED, shape)
    assert plays_of(room.evening) == expected.plays
    assert tuple(total(items) for items in sheets_of(room.evening.game)) == expected.scores
