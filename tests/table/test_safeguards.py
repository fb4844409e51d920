"""The tests are tested: without each safeguard of the protocol the campaigns must fail."""

from dataclasses import replace

import pytest

from firmware.link import BODY_MAX, Splitter
from firmware.seat import seat as firmware_seat
from firmware.seat.question import Taps
from firmware.seat.sight import Sight
from host_tools.link.events import Committed
from host_tools.link.wanted import SeatState
from host_tools.table import reports, states, table, view
from host_tools.table.journal import Journal
from host_tools.table.mistake import Mistake
from host_tools.table.table import Table
from tests.link.room import Board
from tests.table.arena import Faults
from tests.table.campaign import Shape, campaign, reference
from tests.table.referee import FoulError

pytestmark = pytest.mark.slow

SEEDS = range(30)
SMALL = Shape(turns=4)
AN_AGE = Shape(turns=8)  # leftover cards are asked for at its end
NOISE = Faults(damage=0.3)
LOUD = Faults(damage=0.5)
RESETS = Faults(resets=0.05)
PAGES = Faults(damage=0.5, pages=0.5)
VOIDS = Faults(voids=0.2, flicker=0.2, damage=0.2)


@pytest.fixture(autouse=True)
def honest_games():
    """Play the games without faults before a safeguard is taken away."""
    for seed in SEEDS:
        reference(seed, SMALL)


def assert_noticed(faults, why="", seeds=SEEDS, shape=SMALL):
    """The campaign breaks a rule, gets stuck, or ends with another score."""
    try:
        figures = campaign(faults, seeds, lambda seed: shape)
    except Exception as error:
        assert why in str(error), error
        return
    assert not why
    assert figures["lost"] + figures["doubled"] + figures["wrong"]


def test_nothing_is_noticed_where_nothing_is_missing():
    for faults in (NOISE, RESETS, VOIDS, Faults()):
        figures = campaign(faults, range(4), lambda seed: SMALL)
        assert not figures["lost"] + figures["doubled"] + figures["wrong"]


def test_without_the_crc(monkeypatch):
    def trusting(self, line):
        body = line[1:-9]
        return body if 1 <= len(body) <= BODY_MAX and line[-9:-8] == b"*" else None

    monkeypatch.setattr(Splitter, "_open", trusting)
    assert_noticed(NOISE)


def test_without_the_stale_card_rule(monkeypatch):
    frame = SeatState.frame

    def forgetful(self, sid, v):
        plain = SeatState(
            self.phase, self.game, self.round, self.step, self.light, self.sound, None, self.text
        )
        return frame(plain, sid, v)

    monkeypatch.setattr(SeatState, "frame", forgetful)
    # A seat that was not reset knows by itself what it has committed.
    assert_noticed(RESETS, "played last")


def test_without_a_nonce_that_survives_a_reset(monkeypatch):
    start = Board.start

    def fresh(self, now):
        self._secret = self._rng.randbytes(32)
        start(self, now)

    monkeypatch.setattr(Board, "start", fresh)
    assert_noticed(RESETS)


def test_without_the_round_in_a_report(monkeypatch):
    monkeypatch.setattr(reports, "_check_round", lambda table, seat, event: None)
    assert_noticed(VOIDS)


@pytest.mark.parametrize("leak", ["wire", "commitment", "journal", "view"])
def test_without_the_hiding_of_cards(monkeypatch, leak):
    LEAKS[leak](monkeypatch)
    assert_noticed(Faults(), WHY[leak])


def leak_on_the_wire(monkeypatch):
    """A sealed game is played as if it were assisted."""
    phase = states._phase
    early = lambda *now: ("open", *phase(*now)[1:]) if phase(*now)[0] == "play" else phase(*now)  # noqa: E731
    monkeypatch.setattr(states, "_phase", early)


def leak_in_the_commitment(monkeypatch):
    monkeypatch.setattr(
        firmware_seat, "commit", lambda nonce, game, turn, seat, uid: uid.hex().ljust(32, "0")
    )


def leak_in_the_journal(monkeypatch):
    """The host learns cards early, and its commitments tell them."""
    committed = reports.REPORTS[Committed]

    def chatty(table, seat, event):
        found = committed(table, seat, event)
        hand = sorted(set(table.tags.values()))
        return [replace(entry, by=hand) for entry in found]

    monkeypatch.setitem(reports.REPORTS, Committed, chatty)


def leak_in_the_view(monkeypatch):
    shown = view._seat

    def chatty(table, seat, *more):
        return shown(table, seat, *more) | {"hint": table.evening.round.commits.get(seat)}

    monkeypatch.setattr(view, "_seat", chatty)


LEAKS = {
    "wire": leak_on_the_wire,
    "commitment": leak_in_the_commitment,
    "journal": leak_in_the_journal,
    "view": leak_in_the_view,
}
WHY = {
    "wire": "on the wire",
    "commitment": "on the wire",
    "journal": "is written",
    "view": "a public view",
}


@pytest.mark.parametrize("faults", [LOUD, PAGES], ids=["answered", "answered elsewhere"])
def test_without_asking_before_a_card_is_named(monkeypatch, faults):
    """A seat that has not heard of the next round names the secret card of it."""

    def hasty(self):
        return ("TG", self._uids[0].hex()) if self._uids else None

    monkeypatch.setattr(Taps, "report", hasty)
    assert_noticed(faults, "on the wire", shape=AN_AGE)


def test_without_durable_before_ack(monkeypatch):
    report = Table._report

    def hasty(self, event, now):
        self.hub.ack(event.board, event.seq)
        return report(self, event, now)

    for kind, handler in list(table._HANDLERS.items()):
        if handler is report:
            monkeypatch.setitem(table._HANDLERS, kind, hasty)
    assert_noticed(Faults(), "synced")


def test_with_a_journal_that_writes_later(monkeypatch):
    waiting = []
    append = Journal.append

    def lazy(self, game, first, entries, now):
        """Keep each write back until the next one."""
        waiting.append((game, first, list(entries), now))
        if len(waiting) > 1:
            append(self, *waiting.pop(0))

    monkeypatch.setattr(Journal, "append", lazy)
    assert_noticed(Faults(crashes=0.1), "not what was written")


def test_with_a_session_that_keeps_what_was_acknowledged(monkeypatch):
    monkeypatch.setattr(firmware_seat.Commitment, "forget", lambda self: None)
    with pytest.raises(FoulError, match="a new session"):
        campaign(Faults(crashes=0.1), SEEDS, lambda seed: SMALL)


def test_without_the_confirmation_in_the_present_session(monkeypatch):
    monkeypatch.setattr(Table, "absent", lambda self: [])
    assert_noticed(Faults(absences=0.8), "locked unconfirmed")


def test_without_the_empty_tray_after_a_refusal(monkeypatch):
    monkeypatch.setattr(Sight, "hold", lambda self, tags, complaint: None)
    monkeypatch.setattr(
        Table, "state_of", lambda self, board: replace(shown(self, board), stale=None)
    )
    assert_noticed(Faults(wrong=0.8), "before its tray has been empty")


shown = Table.state_of


def test_with_an_undo_that_one_alone_can_call(monkeypatch):
    monkeypatch.setattr(Mistake, "call", lambda self, *call: True)
    assert_noticed(Faults(calls=0.05), "alone")


def test_with_a_countdown_by_the_clock_on_the_wall(monkeypatch):
    tick = Table.tick
    monkeypatch.setattr(Table, "tick", lambda self, now, steady: tick(self, now, now))
    assert_noticed(Faults(clocks=0.05, countdown=1), "before the countdown was over")
