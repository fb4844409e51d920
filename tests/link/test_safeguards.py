"""Each safeguard of the link, with and without it: without it the same scene must go wrong."""

from itertools import repeat

import pytest

from firmware.link import Splitter, frame
from host_tools.link import session
from host_tools.link.events import Committed, Joined
from host_tools.link.hub import Hub
from host_tools.link.session import BoardSession, Reports
from host_tools.link.wanted import SeatState
from tests.link.room import Room
from tests.link.test_hub import COMMIT, UID, Talk
from tests.link.umpire import GAME, card


def a_bent_bit_is_no_commitment():
    talk = Talk()
    talk.join()
    good = frame("CM", sid=talk.sid, seq=1, game="g1", round=1, commit=COMMIT)
    assert talk.hub.receive("p0", good.replace(b"ab", b"cb", 1), talk.now) == []


def a_late_repeat_is_no_commitment():
    talk = Talk()
    talk.join()
    talk.commits(seq=1)
    talk.say("LF", seq=2, game="g1", round=1)
    assert talk.commits(seq=1) == []


def a_slow_journal_never_confirms_another_card():
    """The first card is still being written when another session and another card come."""
    room = Room()
    board = room.board(1)
    board.tray = (card(1, 1),)
    room.hub.assign(board.uid, 1)
    room.hub.show(board.uid, SeatState("play", GAME, 1))
    room.plug(board, "p0")
    room.until(lambda: room.of(Committed), what="a commitment")
    slow = room.of(Committed)[-1]
    room.hub.assign(board.uid, 2)
    board.tray = (card(1, 2),)
    room.until(lambda: len(room.of(Joined)) == 2, what="another session")
    room.events.clear()
    room.until(lambda: room.of(Committed), what="another commitment")
    room.hub.ack(board.uid, slow.seq)
    room.wait(500)
    assert board.seat.light() == "read"


def a_report_from_before_a_reset_is_not_heard():
    talk = Talk()
    talk.join()
    late = frame("CM", sid=talk.sid, seq=1, game="g1", round=1, commit=COMMIT)
    talk.join(boot="00000001")
    assert talk.hub.receive("p0", late, talk.now) == []


def a_session_that_is_taken_from_another_host_is_given_up():
    talk = Talk()
    talk.join()
    old = talk.sid
    talk.say("UP", v=4711, info=[])
    talk.wait(0.1)
    talk.hears()
    assert talk.sid != old


def an_answer_that_was_lost_is_said_again():
    talk = Talk()
    talk.join()
    (event,) = talk.commits()
    talk.hub.ack(UID, event.seq)
    talk.hears()
    assert talk.commits() == []
    assert talk.kinds() == ["AK"]


def without_crc(patch):
    def open_anyway(self, line):
        return line[1:-9] if line[-9:-8] == b"*" else None

    patch.setattr(Splitter, "_open", open_anyway)


def without_order(patch):
    patch.setattr(session, "overtaken", lambda seq, newest: False)


def without_tickets(patch):
    take = Reports.take

    def take_by_number(self, seq, body):
        self._tickets = iter([seq])
        return take(self, seq, body)

    patch.setattr(Reports, "take", take_by_number)


def without_new_numbers(patch):
    start = Hub.__init__

    def start_with_one_number(self, first_sid=None):
        start(self, first_sid)
        self._sids = repeat("0010")

    patch.setattr(Hub, "__init__", start_with_one_number)


def without_giving_up(patch):
    patch.setattr(BoardSession, "spoiled", lambda self: False)


def without_memory(patch):
    patch.setattr(Reports, "accepted", lambda self, ticket: False)


SAFEGUARDS = [
    (a_bent_bit_is_no_commitment, without_crc),
    (a_late_repeat_is_no_commitment, without_order),
    (a_slow_journal_never_confirms_another_card, without_tickets),
    (a_report_from_before_a_reset_is_not_heard, without_new_numbers),
    (a_session_that_is_taken_from_another_host_is_given_up, without_giving_up),
    (an_answer_that_was_lost_is_said_again, without_memory),
]
NAMES = [scene.__name__ for scene, _ in SAFEGUARDS]


@pytest.mark.parametrize(("scene", "without"), SAFEGUARDS, ids=NAMES)
def test_with_the_safeguard(scene, without):
    scene()


@pytest.mark.parametrize(("scene", "without"), SAFEGUARDS, ids=NAMES)
def test_without_the_safeguard_it_goes_wrong(scene, without, monkeypatch):
    without(monkeypatch)
    with pytest.raises(AssertionError):
        scene()
