"""How a reader is asked, and what happens when it fails."""

from firmware.readers.poller import DEAD_MS, Poller
from firmware.readers.reader import ReaderError, Unreadable
from tests.firmware.table import ALTAR, FORUM, at_table, kinds


class Reader:
    """A reader with tags in its field; `fault` is raised by every call."""

    def __init__(self):
        self.tags = []
        self.fault = None
        self.calls = []
        self.resets = 0

    def read_uids(self):
        self.calls.append("read")
        if self.fault:
            raise self.fault
        return list(self.tags)

    def present(self, uid):
        self.calls.append("present")
        if self.fault:
            raise self.fault
        return uid in self.tags

    def health(self):
        return "ill"

    def reset(self):
        self.resets += 1
        if self.fault:
            raise self.fault


class Polled:
    """A seat whose reader is polled as the loop would."""

    def __init__(self):
        self.reader = Reader()
        self.table = at_table()
        self.poller = Poller(self.reader, self.table.seat)
        self.run(100)
        self.table.said.clear()

    def run(self, ms):
        for _ in range(ms):
            self.table.now += 1
            self.poller.step(self.table.now)
            self.table.hear(self.table.seat.tick(self.table.now))

    def said(self):
        return kinds(self.table.said)


def test_a_card_is_committed_within_a_few_polls():
    polled = Polled()
    polled.reader.tags = [FORUM]
    polled.run(30)
    assert polled.said() == ["CM"]


def test_a_resting_card_is_mostly_asked_for_by_name():
    polled = Polled()
    polled.reader.tags = [FORUM]
    polled.run(100)
    polled.reader.calls.clear()
    polled.run(1000)
    assert polled.reader.calls.count("present") > 2 * polled.reader.calls.count("read") > 0


def test_a_second_card_is_found_beside_a_resting_one():
    polled = Polled()
    polled.reader.tags = [FORUM]
    polled.run(100)
    polled.reader.tags = [FORUM, ALTAR]
    polled.run(500)
    assert polled.table.seat.trouble == "two_cards"


def test_a_reader_that_fails_once_is_not_worth_a_word():
    polled = Polled()
    polled.reader.fault = ReaderError("bus")
    polled.run(4)
    polled.reader.fault = None
    polled.run(500)
    assert polled.said() == []


def test_a_reader_that_keeps_failing_is_dead_and_is_reset():
    polled = Polled()
    polled.reader.fault = ReaderError("no answer on the bus")
    polled.run(100)
    assert polled.table.said[-1].code == "reader_dead"
    assert polled.table.said[-1].text == "no answer on the bus"
    assert polled.reader.resets > 0


def test_a_dead_reader_is_asked_seldom():
    polled = Polled()
    polled.reader.fault = ReaderError("")
    polled.run(100)
    polled.reader.calls.clear()
    polled.run(4 * DEAD_MS)
    assert len(polled.reader.calls) == 4


def test_a_dead_reader_takes_no_card_away():
    polled = Polled()
    polled.reader.tags = [FORUM]
    polled.run(100)
    polled.reader.fault = ReaderError("")
    polled.run(2000)
    assert "LF" not in polled.said()
    assert polled.poller.tray.tags == (FORUM,)


def test_a_reader_that_recovers_is_well_again():
    polled = Polled()
    polled.reader.fault = ReaderError("")
    polled.run(100)
    assert polled.table.seat.light() == "fault"
    polled.reader.fault = None
    polled.run(1000)
    assert polled.table.seat.light() == "play"


def test_a_tag_that_answers_without_a_uid_is_unreadable_after_a_second():
    polled = Polled()
    polled.reader.fault = Unreadable("garbled")
    polled.run(900)
    assert polled.said() == []
    polled.run(200)
    assert polled.table.said[-1].code == "unreadable"


def test_an_unreadable_moment_takes_no_card_away():
    polled = Polled()
    polled.reader.tags = [FORUM]
    polled.run(100)
    polled.reader.fault = Unreadable("garbled")
    polled.run(800)
    polled.reader.fault = None
    polled.run(100)
    assert "LF" not in polled.said()


def test_the_rate_of_a_resting_card_counts_what_was_missed():
    polled = Polled()
    polled.reader.tags = [FORUM]
    polled.run(1000)
    hits, tries = map(int, polled.poller.rate.word().split("/"))
    assert hits == tries >= 15
    polled.reader.tags = []
    polled.run(60)
    polled.reader.tags = [FORUM]
    polled.run(1000)
    hits, tries = map(int, polled.poller.rate.word().split("/"))
    assert hits < tries


def test_lifting_a_card_is_no_miss():
    polled = Polled()
    polled.reader.tags = [FORUM]
    polled.run(1000)
    polled.reader.tags = []
    polled.run(500)
    assert polled.poller.rate.word() == "-"
    polled.reader.tags = [FORUM]
    polled.run(1000)
    hits, tries = map(int, polled.poller.rate.word().split("/"))
    assert hits == tries
