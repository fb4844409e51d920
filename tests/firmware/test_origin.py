"""A tag's origin: outside a game it is reported with its signature, if the reader gets one."""

import pytest

from firmware.readers.poller import Poller
from firmware.readers.reader import ReaderError, Unreadable
from host_tools.sim.boards.inprocess import InProcessBoard
from host_tools.sim.chips.tag import Tag
from tests.firmware import test_poller
from tests.firmware.host import Host
from tests.firmware.table import ALTAR, FORUM, at_table, reports

SIGNATURE = bytes(range(32))
LIMIT_MS = 60  # a tag is reported by then, whatever its signature does


class Reader(test_poller.Reader):
    """A reader whose tags may be signed, or plainly copies."""

    def __init__(self):
        super().__init__()
        self.signatures = {}
        self.copies = []

    def signature(self, uid):
        self.calls.append("signature")
        answer = self.signatures.get(uid, Unreadable("no answer"))
        if isinstance(answer, Exception):
            raise answer
        return answer

    def magic(self, uid):
        self.calls.append("magic")
        return uid in self.copies


class Enrolled:
    """A seat at an enrolment, or in a game, whose reader is polled every millisecond."""

    def __init__(self, game="", **changes):
        self.reader = Reader()
        self.table = at_table("idle", game="")
        self.poller = Poller(self.reader, self.table.seat)
        self.changes = {"game": game, **changes}

    def begin(self):
        self.table.show("enrol", **self.changes)

    def lay(self, *tags, ms=LIMIT_MS):
        """Return the reports of tags that follow; each is accepted."""
        self.reader.tags = list(tags)
        found = []
        for _ in range(ms):
            self.table.now += 1
            self.poller.step(self.table.now)
            said = reports(self.table.tick())
            while said:
                message = said.pop()
                found += [message] if message.kind == "TG" else []
                said += reports(self.table.answer(message))
        return [(message.uid, message.sig, message.mark) for message in found]


@pytest.fixture
def seat():
    seat = Enrolled()
    seat.begin()
    seat.lay(ms=100)
    return seat


def test_a_signed_tag_is_reported_with_its_signature(seat):
    seat.reader.signatures[FORUM] = SIGNATURE
    assert seat.lay(FORUM) == [(FORUM.hex(), SIGNATURE.hex(), "")]


def test_a_copy_that_gives_itself_away_is_marked_with_and_without_a_signature(seat):
    seat.reader.copies = [FORUM, ALTAR]
    seat.reader.signatures[ALTAR] = SIGNATURE
    assert seat.lay(FORUM) == [(FORUM.hex(), "", "magic")]
    seat.lay(ms=500)
    assert seat.lay(ALTAR) == [(ALTAR.hex(), SIGNATURE.hex(), "magic")]


@pytest.mark.parametrize("fault", [Unreadable("no answer"), ReaderError("bus")])
def test_a_signature_that_cannot_be_read_is_tried_once_and_costs_no_tag(seat, fault):
    seat.reader.signatures[FORUM] = fault
    assert seat.lay(FORUM, ms=1000) == [(FORUM.hex(), "", "")]
    assert seat.reader.calls.count("signature") == seat.reader.calls.count("magic") == 1


def test_a_tag_that_comes_back_is_looked_at_again(seat):
    assert seat.lay(FORUM) == [(FORUM.hex(), "", "")]
    seat.lay(ms=500)
    seat.reader.signatures[FORUM] = SIGNATURE
    assert seat.lay(FORUM) == [(FORUM.hex(), SIGNATURE.hex(), "")]


def test_a_tag_that_lay_there_before_the_host_asked_is_named_once():
    """Its signature comes too late: a second report would look like a card that was lost."""
    seat = Enrolled()
    seat.reader.signatures[FORUM] = SIGNATURE
    seat.lay(FORUM, ms=100)
    seat.begin()
    said = []
    for _ in range(150):
        seat.table.now += 1
        seat.poller.step(seat.table.now)
        said += reports(seat.table.tick())
    (tag,) = {message.seq: message for message in [*reports(seat.table.said), *said]}.values()
    assert seat.table.answer(tag) == []
    assert seat.lay(FORUM, ms=1000) == []


def test_a_host_that_asks_question_after_question_gets_the_signature_too():
    seat = Enrolled(step="e1")
    seat.begin()
    seat.lay(ms=100)
    seat.reader.signatures[FORUM] = SIGNATURE
    assert seat.lay(FORUM) == [(FORUM.hex(), SIGNATURE.hex(), "")]


def test_tags_that_wait_for_a_busy_host_keep_their_own_signatures(seat):
    seat.reader.signatures[FORUM] = SIGNATURE
    said = []
    for tags in ([FORUM], [], [ALTAR], []):
        seat.reader.tags = tags
        for _ in range(400):
            seat.table.now += 1
            seat.poller.step(seat.table.now)
            said += reports(seat.table.tick())
    (first,) = {message.seq: message for message in said}.values()
    assert (first.uid, first.sig) == (FORUM.hex(), SIGNATURE.hex())
    (second,) = seat.table.answer(first)
    assert (second.uid, second.sig) == (ALTAR.hex(), "")


def test_in_a_game_nobody_looks_and_nothing_more_is_told():
    seat = Enrolled(game="g1", step="4k30", light="ask:-o-")
    seat.reader.signatures[FORUM] = SIGNATURE
    seat.begin()
    seat.lay(ms=100)
    assert seat.lay(FORUM) == [(FORUM.hex(), None, "")]
    assert not {"signature", "magic"} & set(seat.reader.calls)


def test_what_was_learned_at_an_enrolment_is_not_told_in_a_game(seat):
    seat.reader.signatures[FORUM] = SIGNATURE
    seat.reader.tags = [FORUM]
    for _ in range(LIMIT_MS):
        seat.table.now += 1
        seat.poller.step(seat.table.now)
    (tag,) = reports(seat.table.tick())
    assert tag.sig == SIGNATURE.hex()
    seat.table.answer(tag, "NK")  # so that it may answer the next question
    (question,) = reports(seat.table.show("enrol", step="4k30"))
    (tag,) = seat.table.answer(question)
    assert (tag.uid, tag.sig) == (FORUM.hex(), None)


def test_while_the_reader_fails_nobody_is_called_unsigned(seat):
    seat.table.show("idle", game="")
    seat.lay(FORUM)
    seat.reader.fault = ReaderError("bus")
    seat.begin()
    assert {sig for _, sig, _ in seat.lay(FORUM, ms=20)} <= {None}
    assert "signature" not in seat.reader.calls


@pytest.mark.parametrize("reader", ["mfrc522", "pn532_spi", "pn532_i2c"])
def test_the_drivers_read_it_from_the_tag_itself(reader):
    board = InProcessBoard({"reader": reader})
    host = Host(board)
    host.game = ""
    host.show("enrol")
    host.start()
    tags = (Tag(FORUM, signature=SIGNATURE), Tag(ALTAR), Tag("deadbeef"))
    for number, tag in enumerate(tags, 1):
        board.parts.lay(tag)
        host.until(lambda number=number: len(host.taps) == number, what="a tag")
        board.parts.lift()
        host.wait(500)
    named = [(m.uid, m.sig) for m in host.heard if m.kind == "TG"]
    assert named == [(tag.uid.hex(), tag.signature.hex()) for tag in tags]
    assert host.faults == []
