"""Any evening that can be made up: damaged frames, resets, new sessions, cards that come and go."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from firmware.link import (
    LINE_MAX,
    SEAT,
    Message,
    Splitter,
    commit,
    frame,
    make_nonce,
    parse,
    short_hash,
)
from firmware.seat.seat import SeatLogic
from firmware.seat.session import Inbox
from tests.firmware.table import ALTAR, FORUM, LOOM, SECRET, UID

CARDS = [FORUM, ALTAR, LOOM]
GAME = "g1"
SEAT_NUMBER = 3


class Host:
    """The least host that keeps the protocol: one slot on record, locked when told."""

    def __init__(self) -> None:
        self.sid = 0
        self.v = 0
        self.phase = "play"
        self.turn = 1
        self.record = ""  # the commitment in this slot
        self.opened = b""
        self.played: list[bytes] = []
        self.open_session("00000000")

    def open_session(self, boot: str) -> bytes:
        self.sid += 1
        self.boot = boot
        return frame("WE", ver=1, boot=boot, sid=self.name, seat=SEAT_NUMBER)

    @property
    def name(self) -> str:
        return f"{self.sid:04x}"

    def state(self) -> bytes:
        last = short_hash(self.name, GAME, self.played[-1]) if self.played else ""
        more = {"step": "", "light": "", "sound": "", "x": last, "text": ""}
        slot = {"phase": self.phase, "game": GAME, "round": self.turn}
        return frame("ST", sid=self.name, v=self.v, **slot, **more)

    def answer(self, message: Message) -> bytes:
        if message.kind == "HI":
            return self.open_session(message.boot) + self.state()
        if message.sid != self.name or message.kind == "UP":
            return b""
        taken = self.take(message)
        if taken:
            return frame("AK", sid=self.name, seq=message.seq)
        return frame("NK", sid=self.name, seq=message.seq, reason="no")

    def take(self, message: Message) -> bool:
        if message.kind == "ER":
            return True
        if message.round != self.turn:
            return False
        return {"CM": self.committed, "LF": self.lifted, "RV": self.revealed}[message.kind](message)

    def committed(self, message: Message) -> bool:
        if self.phase == "play":
            self.record = message.commit
        return self.record == message.commit

    def lifted(self, message: Message) -> bool:
        if self.phase == "play":
            self.record = ""
        return self.record == ""

    def revealed(self, message: Message) -> bool:
        assert self.phase == "reveal", "a card was named before the lock"
        uid, nonce = bytes.fromhex(message.uid), bytes.fromhex(message.nonce)
        if commit(nonce, GAME, self.turn, SEAT_NUMBER, uid) != self.record:
            return False
        self.opened = uid
        return True


class Evening(RuleBasedStateMachine):
    """A player, a seat, a cable that loses what it likes, and a host."""

    @initialize()
    def sit_down(self) -> None:
        self.now = 0
        self.starts = 0
        self.host = Host()
        self.tray: tuple[bytes, ...] = ()
        self.on_wire: list[bytes] = []
        self.start()

    def start(self) -> None:
        self.starts += 1
        self.seat = SeatLogic(UID, f"{self.starts:08x}", SECRET, "rfid1")
        self.inbox = Inbox([self.seat])
        self.splitter = Splitter(SEAT)

    def receive(self, data: bytes, losses: "list[bool]") -> None:
        self.inbox.receive(data, self.now)
        self.carry(self.seat.tick(self.now), losses)

    def carry(self, data: bytes, losses: "list[bool]") -> None:
        """Take what the seat says to the host and the answers back, losing some of it."""
        for body in self.splitter.feed(data):
            self.on_wire.append(body)
            message = parse(body)
            assert message is not None
            if losses and losses.pop():
                continue
            answer = self.host.answer(message)
            if answer and not (losses and losses.pop()):
                self.receive(answer, losses)

    def pass_time(self, ms: int, losses: "list[bool]") -> None:
        for _ in range(0, ms, 100):
            self.now += 100
            self.seat.lay(self.tray, self.now)
            self.carry(self.seat.tick(self.now), losses)
            if self.now % 500 == 0 and not (losses and losses.pop()):
                self.receive(self.host.state(), losses)

    @rule(card=st.sampled_from(CARDS))
    def lay(self, card: bytes) -> None:
        self.tray = (card,)
        self.seat.lay(self.tray, self.now)

    @rule()
    def lift(self) -> None:
        self.tray = ()
        self.seat.lay(self.tray, self.now)

    @rule()
    def lay_two(self) -> None:
        self.tray = (FORUM, ALTAR)
        self.seat.lay(self.tray, self.now)

    @rule(losses=st.lists(st.booleans(), max_size=12), ms=st.sampled_from([100, 300, 1000]))
    def wait(self, losses: "list[bool]", ms: int) -> None:
        self.pass_time(ms, losses)

    @rule()
    def the_cable_is_pulled_for_a_while(self) -> None:
        for _ in range(40):
            self.now += 100
            self.seat.tick(self.now)

    @rule()
    def reset_the_seat(self) -> None:
        self.start()

    @rule()
    def restart_the_host(self) -> None:
        welcome = self.host.open_session(self.seat.session.boot)
        self.receive(welcome, [])

    @precondition(lambda self: self.host.phase == "play" and self.host.record)
    @rule(losses=st.lists(st.booleans(), max_size=6))
    def lock(self, losses: "list[bool]") -> None:
        self.host.phase = "locked"
        self.host.v += 1
        self.pass_time(200, losses)

    @precondition(lambda self: self.host.phase == "locked")
    @rule()
    def reveal(self) -> None:
        self.host.phase = "reveal"
        self.host.v += 1
        self.pass_time(6000, [])
        if not self.host.opened:  # a reset, and the card is not there: the player is asked for it
            assert self.seat.light() == "warn"
            self.tray = tuple(card for card in CARDS if self.on_record([card]))
            self.pass_time(1000, [])
        assert self.host.opened, "the commitment was never opened"
        self.host.played.append(self.host.opened)
        self.host.record, self.host.opened, self.host.phase = "", b"", "play"
        self.host.turn += 1
        self.host.v += 1

    @precondition(lambda self: self.host.phase == "play")
    @rule()
    def when_the_dust_has_settled_the_host_knows_what_lies_there(self) -> None:
        self.pass_time(6000, [])
        cards = [card for card in self.tray if card not in self.host.played[-1:]]
        if len(cards) == 1 and self.seat.trouble != "played":
            assert self.on_record(cards)
            assert self.seat.light() == "committed"
        else:
            assert self.host.record == ""

    def on_record(self, cards) -> bool:
        if len(cards) != 1:
            return False
        nonce = make_nonce(SECRET, GAME, self.host.turn)
        return commit(nonce, GAME, self.host.turn, SEAT_NUMBER, cards[0]) == self.host.record

    @invariant()
    def the_wire_stays_clean(self) -> None:
        for body in getattr(self, "on_wire", ()):
            assert len(body) <= LINE_MAX - 12
            assert all(0x20 <= byte <= 0x7E for byte in body)

    @invariant()
    def a_blue_light_means_that_the_host_has_it(self) -> None:
        if hasattr(self, "seat") and self.seat.light() == "committed":
            assert self.on_record([card for card in self.tray if card not in self.host.played[-1:]])


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)


@pytest.mark.soak
def test_a_thousand_evenings():
    long = settings(max_examples=1000, stateful_step_count=50, deadline=None)
    run_state_machine_as_test(Evening, settings=long)
