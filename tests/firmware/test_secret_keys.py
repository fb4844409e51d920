"""A key before the lock: taken, replaced, forgotten with its card, and never betrayed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.link import SEAT, Splitter, frame, parse, short_hash
from firmware.loop import SHOW_MS, BoardSeat, Loop
from firmware.panel.lights import GREEN, OFF, TONES
from firmware.panel.panel import BLINK_MS, Panel
from firmware.seat.seat import SeatLogic
from firmware.seat.tray import LIFT_MS
from tests.firmware.table import (
    ALTAR,
    BOOT,
    BUILD_TILE,
    FORUM,
    SECRET,
    SELL_TILE,
    UID,
    at_table,
    kinds,
    reports,
)
from tests.firmware.test_poller import Reader

STEP = {"step": "1s", "light": ":bws"}
BEFORE_LOCK = pytest.mark.parametrize("phase", ["play", "open"])


def committed(phase="play", card=FORUM, **changes):
    """A table whose seat has a card on record and may say what to do with it."""
    table = at_table(phase)
    for message in table.lay(card):
        for opening in table.answer(message):  # an assisted game
            table.answer(opening)
    table.show(phase, **STEP, **changes)
    return table


def shown(table):
    seat = table.seat
    return seat.light(), seat.lamps(), seat.text(), seat.take_sound(), seat.take_blink()


# What counts.


@BEFORE_LOCK
def test_a_key_before_the_lock_answers_the_rounds_declaration(phase):
    (answer,) = committed(phase).press(1)
    assert (answer.kind, answer.round, answer.step, answer.key) == ("BT", 1, "1s", "wonder")


@BEFORE_LOCK
def test_another_key_replaces_the_answer_until_the_lock(phase):
    table = committed(phase)
    for button, key in enumerate(["build", "wonder", "sell"]):
        (answer,) = table.press(button)
        table.answer(answer)
        assert answer.key == key


def test_after_the_lock_a_key_that_the_host_never_had_is_forgotten():
    table = committed()
    table.press(0)
    assert reports(table.show("locked")) == []
    assert reports(table.wait(2000)) == []


@BEFORE_LOCK
@pytest.mark.parametrize("heard", [True, False])
def test_a_key_belongs_to_its_card(phase, heard):
    """Also one that the host has not heard; the same key counts again for the next card."""
    table = committed(phase)
    (answer,) = table.press(2)
    if heard:
        table.answer(answer)
    (promise,) = table.lay(ALTAR)
    said = reports(table.answer(promise)) + reports(table.wait(2000))
    assert "BT" not in kinds(said)
    for opening in said[:1]:
        table.answer(opening)
    (answer,) = table.press(2)
    assert (answer.step, answer.key) == ("1s", "sell")


@BEFORE_LOCK
def test_a_lifted_card_takes_its_key_with_it(phase):
    table = committed(phase)
    table.press(2)
    (lifted,) = table.lay()
    assert reports(table.answer(lifted)) == []
    (promise,) = table.lay(FORUM)
    said = table.answer(promise)
    assert promise.kind == "CM" and "BT" not in kinds(said)


def test_a_key_for_a_new_card_follows_its_commitment():
    table = committed()
    (promise,) = table.lay(ALTAR)
    assert reports(table.press(0)) == []
    (answer,) = reports(table.answer(promise))
    assert (answer.kind, answer.key) == ("BT", "build")


def test_a_press_that_began_for_another_card_does_not_count():
    table = committed()
    table.seat.touch()
    table.lay(ALTAR)
    table.answer(table.said[-1])
    assert reports(table.press(0)) == []
    assert table.seat.take_sound() == "low"


def test_a_long_press_calls_a_mistake_whatever_lies_there():
    table = committed()
    table.seat.touch()
    (promise,) = table.lay(ALTAR)
    table.press(0, long=True)
    (call,) = reports(table.answer(promise))
    assert call.key == "undo"


def test_a_key_whose_answer_was_lost_is_said_again_in_the_next_session():
    table = committed()
    table.press(1)
    table.open("00a2")
    (promise,) = reports(table.show("play", **STEP))
    (answer,) = reports(table.answer(promise))
    assert (promise.kind, answer.key) == ("CM", "wonder")


def test_an_action_tile_is_a_key_too():
    table = committed()
    table.tiles("sell", SELL_TILE)
    (answer,) = table.lay(FORUM, SELL_TILE)
    assert (answer.step, answer.key) == ("1s", "sell")
    assert shown(table) == ("committed", "bws", "", "", True)


def test_a_tile_that_is_laid_with_its_card_answers_once_the_host_asks():
    table = at_table()
    table.tiles("sell", SELL_TILE)
    table.lay(SELL_TILE, FORUM)
    table.answer(table.said[-1])
    (answer,) = reports(table.show("play", **STEP))
    assert answer.key == "sell"


def test_a_tile_does_not_answer_for_the_next_card_until_it_is_lifted():
    table = committed()
    table.tiles("sell", SELL_TILE)
    table.answer(table.lay(FORUM, SELL_TILE)[0])
    (promise,) = table.lay(ALTAR, SELL_TILE)
    assert reports(table.answer(promise)) == []
    table.lay(ALTAR)
    assert [message.key for message in table.lay(ALTAR, SELL_TILE)] == ["sell"]


# What nobody sees.


@BEFORE_LOCK
@pytest.mark.parametrize("reply", ["", "AK", "NK"])
def test_no_lamp_tells_which_key_was_pressed(phase, reply):
    seen = set()
    for button in range(3):
        table = committed(phase, text="Lay your card")
        before = table.seat.light(), table.seat.lamps(), table.seat.text()
        (answer,) = table.press(button)
        if reply:
            table.answer(answer, reply)
        assert (table.seat.light(), table.seat.lamps(), table.seat.text()) == before
        seen.add(shown(table))
    assert seen == {("committed", "bws", "Lay your card", "low" if reply == "NK" else "", True)}


@pytest.mark.parametrize("phase", ["locked", "reveal"])
def test_nor_does_a_pause_tell_it(phase):
    table = committed()
    table.answer(table.press(1)[0])
    table.show(phase, step="1s", light="wait:bws")
    assert table.seat.lamps() == "bws"


def test_the_same_key_again_is_reported_and_blinks_like_another():
    table = committed()
    sent = []
    for button in (1, 1, 2, 2):  # the second and the fourth while the one before is on its way
        (answer,) = table.press(button)
        assert table.seat.take_blink() and not table.seat.take_blink()
        sent.append((answer.key, answer.seq))
        if button == 2:
            table.answer(answer)
    assert [key for key, _ in sent] == ["wonder", "wonder", "sell", "sell"]
    assert len({seq for _, seq in sent}) == 4


def test_after_the_lock_only_the_chosen_button_stays_lit_and_nothing_blinks():
    table = committed()
    table.show("ask", step="1d", light="grace:bWs")
    table.answer(table.press(1)[0])
    assert shown(table) == ("grace", "-W-", "", "", False)


def test_a_seat_that_must_still_press_is_nudged_though_its_card_lies_there():
    table = committed()
    table.show("play", step="1s", light="nudge:bws")
    assert table.seat.light() == "nudge"
    table.show("play", light="nudge")  # it has laid its card; the host's next state says so
    assert table.seat.light() == "committed"


# A whole board: the same presses at the same times look and sound the same, whatever the keys.

KEYS = ("build", "wonder", "sell")
TILES = (BUILD_TILE, SELL_TILE, bytes.fromhex("04c0c1c2c3c4c5"))
DELAY_MS = 7  # of the host's answers, and more for some keys


class Outputs:
    """What a neighbour sees and hears of a seat, and when."""

    def __init__(self):
        self.time = 0
        self.events = []

    def write(self, place, colour):
        self.events.append((self.time, place, colour))

    def show(self, *text):
        if text:
            self.events.append((self.time, *text))

    def tone(self, hertz):
        self.events.append((self.time, hertz))


class Neighbour:
    """A seat with every part and a host that asks for declarations; `refusals` is its mood."""

    def __init__(self, phase, refusals=()):
        self.outputs = Outputs()
        self.levels = [1, 1, 1]
        self.keys = []  # what the host took
        self.sent = []  # when the seat reported something, and what kind
        self._phase = phase
        self._refusals = list(refusals)
        self._step, self._v = "", 0
        self._mail = []
        self._splitter = Splitter(SEAT)
        self.reader = Reader()
        self.seat = SeatLogic(UID, BOOT, SECRET, "rfid1")
        buttons = [lambda place=place: self.levels[place] for place in range(3)]
        out = self.outputs
        seat = BoardSeat(self.seat, self.reader, Panel(out, buttons, out, out))
        self._loop = Loop([seat], seat.poller, self, self)
        self.post(frame("WE", ver=1, boot=BOOT, sid="00a1", seat=3))
        for key, tile in zip(KEYS, TILES, strict=True):
            hashes = [short_hash("00a1", "g1", tile)]
            self.post(frame("TL", sid="00a1", key=key, hashes=hashes))
        self.state()

    def now(self):
        return self.outputs.time

    def post(self, data, more=0):
        self._mail.append((self.now() + DELAY_MS + more, data))

    def state(self):
        self._v += 1
        fields = {"light": ":bws" if self._step else "", "sound": "", "x": "", "text": "Lay a card"}
        slot = {"phase": self._phase, "game": "g1", "round": 1, "step": self._step}
        self.post(frame("ST", sid="00a1", v=self._v, **slot, **fields))

    def read(self):
        data = b""
        while self._mail and self._mail[0][0] <= self.now():
            data += self._mail.pop(0)[1]
        return data

    def write(self, data):
        for body in self._splitter.feed(data):
            message = parse(body)
            if message.seq:
                self.sent.append((self.now(), message.kind))
                self.answer(message)

    def answer(self, message):
        if message.kind == "BT" and self._refusals and self._refusals.pop():
            self.post(frame("NK", sid="00a1", seq=message.seq, reason="bad_choice"))
            return
        if message.kind == "BT":
            self.keys.append(message.key)
        slow = 15 * KEYS.index(message.key) if message.key in KEYS else 0
        self.post(frame("AK", sid="00a1", seq=message.seq), slow)
        step = {"CM": "1s", "LF": ""}.get(message.kind, self._step)
        if step != self._step:
            self._step = step
            self.state()

    def run(self, ms):
        end = self.now() + ms
        while self.now() < end:
            self.outputs.time += max(1, self._loop.step())
            if self.now() % 1000 < 20:
                self.state()  # the heartbeat

    def press(self, button, ms=100):
        self.levels[button] = 0
        self.run(ms)
        self.levels[button] = 1
        self.run(60)

    def play(self, moves, keys):
        """Let a player act: each move is what happens and for how long, each key which one."""
        self.run(500)
        for (what, ms), key in zip(moves, keys, strict=True):
            if what == "press":
                self.press(key, ms)
            elif what == "tile":
                card = [tag for tag in self.reader.tags if tag not in TILES]
                self.reader.tags = card
                self.run(LIFT_MS + 100)
                self.reader.tags = [*card, TILES[key]]
                self.run(ms)
            else:
                self.reader.tags = [what] if what else []
                self.run(ms)
        self.run(800)
        return self.outputs.events, self.sent


@BEFORE_LOCK
def test_the_buttons_go_dark_for_a_moment_and_nothing_else_changes(phase):
    board = Neighbour(phase)
    board.reader.tags = [FORUM]
    board.run(1000)
    board.outputs.events.clear()
    board.press(1)
    board.run(1000)
    lamps = [event for event in board.outputs.events if len(event) == 3]
    assert lamps == board.outputs.events
    dark, lit = lamps[:3], lamps[3:]
    assert [event[1:] for event in dark] == [(place, OFF) for place in (1, 2, 3)]
    assert [event[1:] for event in lit] == [(place, GREEN) for place in (1, 2, 3)]
    assert BLINK_MS <= lit[0][0] - dark[0][0] < BLINK_MS + 2 * SHOW_MS
    assert board.keys == ["wonder"]


def test_a_refusal_sounds_low_for_every_key():
    heard = []
    for button in range(3):
        board = Neighbour("play", [True])
        heard.append(board.play([(FORUM, 300), ("press", 100)], [0, button]))
    assert heard[0] == heard[1] == heard[2]
    assert any(event[1:] == (TONES["low"][0][0],) for event in heard[0][0])


MOVES = st.tuples(
    st.sampled_from([FORUM, ALTAR, b"", "press", "press", "press", "tile"]),
    st.sampled_from([40, 90, 160, 333, 700, 1500]),
)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["play", "open"]),
    st.lists(st.booleans(), max_size=6),
    st.lists(st.tuples(MOVES, st.integers(0, 2), st.integers(0, 2)), max_size=6),
)
def test_what_a_neighbour_sees_and_hears_depends_on_no_key(phase, refusals, story):
    moves = [(FORUM, 333)] + [move for move, _, _ in story]
    mine = Neighbour(phase, refusals).play(moves, [0] + [key for _, key, _ in story])
    other = Neighbour(phase, refusals).play(moves, [0] + [key for _, _, key in story])
    assert mine == other
