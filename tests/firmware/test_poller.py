"""How a reader is asked, and what happens when it fails."""

from firmware.readers.poller import DEAD_MS, DEAF_MS, Poller
from firmware.readers.reader import ReaderError, Unreadable
from firmware.seat.tray import LIFT_MS
from tests.firmware.table import ALTAR, FORUM, at_table, kinds, reports


class Reader:
    """A reader with tags in its field; `fault` is raised by every call, a reset ends `deaf`."""

    def __init__(self):
        self.tags = []
        self.fault = None
        self.deaf = False
        self.calls = []
        self.resets = 0

    def read_uids(self):
        self.calls.append("read")
        if self.fault:
            raise self.fault
        return [] if self.deaf else list(self.tags)

    def present(self, uid):
        self.calls.append("present")
        if self.fault:
            raise self.fault
        return uid in self.tags and not self.deaf

    def health(self):
        return "ill"

    def reset(self):
        self.resets += 1
        if self.fault:
            raise self.fault
        self.deaf = False


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

    def faults(self):
        """Answer every report; return the codes of the faults among them."""
        codes = []
        while pending := reports(self.table.said):
            self.table.said.clear()
            codes += [message.code for message in pending if message.kind == "ER"]
            for message in pending:
                self.table.answer(message)
        return codes


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


def test_a_reader_that_goes_deaf_under_a_card_takes_it_not_away():
    polled = Polled()
    polled.reader.tags = [FORUM]
    polled.run(100)
    for times in (1, 2):
        polled.reader.deaf = True
        polled.run(2 * LIFT_MS)
        assert polled.poller.deaf == polled.reader.resets == times
        assert "LF" not in polled.said()
        assert set(polled.faults()) == {"reader_deaf"}
    assert polled.poller.tray.tags == (FORUM,)
    assert polled.table.seat.light() != "fault"


def test_a_lifted_card_is_not_taken_for_a_deaf_reader():
    polled = Polled()
    polled.reader.tags = [FORUM]
    polled.run(100)
    polled.reader.tags = []
    polled.run(LIFT_MS + 60)
    assert polled.poller.tray.tags == ()
    assert polled.said()[-1] == "LF"
    assert (polled.poller.deaf, polled.reader.resets) == (0, 1)


def test_a_card_exchanged_for_another_restarts_nothing():
    polled = Polled()
    polled.reader.tags = [FORUM]
    polled.run(100)
    polled.reader.tags = [ALTAR]
    polled.run(LIFT_MS + 60)
    assert polled.poller.tray.tags == (ALTAR,)
    assert polled.reader.resets == 0


def test_a_card_that_cannot_be_read_restarts_nothing():
    polled = Polled()
    polled.reader.tags = [FORUM]
    polled.run(100)
    polled.reader.fault = Unreadable("garbled")
    polled.run(2 * LIFT_MS)
    assert polled.reader.resets == 0


def test_a_reader_that_fails_its_restart_takes_no_card_away():
    polled = Polled()
    polled.reader.tags = [FORUM]
    polled.run(100)
    polled.reader.deaf = True
    polled.run(LIFT_MS - 30)
    reset, polled.reader.reset = polled.reader.reset, fail
    polled.run(200)
    assert polled.poller.tray.tags == (FORUM,)
    polled.reader.reset = reset
    polled.run(2 * LIFT_MS)
    assert polled.poller.deaf == 1
    assert "LF" not in polled.said()


def fail():
    raise ReaderError("no answer on the bus")


def test_a_card_laid_during_the_restart_is_another_card():
    polled = Polled()
    polled.reader.tags = [FORUM]
    polled.run(100)
    polled.reader.tags = []
    polled.reader.reset = lambda: polled.reader.tags.append(ALTAR)
    polled.run(LIFT_MS + 100)
    assert polled.poller.tray.tags == (ALTAR,)
    assert polled.poller.deaf == 0


def test_a_reader_that_comes_back_after_minutes_is_not_restarted_over_its_card():
    polled = Polled()
    polled.reader.tags = [FORUM]
    polled.run(100)
    polled.reader.fault = ReaderError("no answer on the bus")
    polled.run(DEAF_MS)
    polled.reader.fault, polled.reader.tags = None, []
    polled.reader.resets = 0
    polled.run(LIFT_MS // 2)
    polled.reader.tags = [FORUM]
    polled.run(100)
    assert polled.poller.tray.tags == (FORUM,)
    assert (polled.reader.resets, polled.poller.deaf) == (0, 0)


def test_nothing_is_restarted_while_something_flickers_at_the_edge_of_the_field():
    polled = Polled()
    reader, calls = polled.reader, iter(range(10**6))
    polled.run(DEAF_MS - 500)
    reader.read_uids = lambda: [bytes([call % 256])] if (call := next(calls)) % 2 else []
    polled.run(1000)
    assert polled.reader.resets == 0
    del reader.read_uids
    polled.run(100)
    assert polled.reader.resets == 1


def test_an_empty_tray_is_made_sure_of_once_a_minute():
    polled = Polled()
    polled.run(3 * DEAF_MS)
    assert polled.reader.resets == 3
    assert polled.poller.deaf == 0
    assert polled.said() == []


def test_a_card_on_a_deaf_reader_is_found_within_a_minute():
    polled = Polled()
    polled.reader.deaf = True
    polled.reader.tags = [FORUM]
    polled.run(DEAF_MS)
    assert polled.poller.tray.tags == (FORUM,)
    assert polled.poller.deaf == 1
    polled.table.open("00b2")
    polled.table.show("play")
    assert polled.faults() == ["reader_deaf"]


def test_a_reader_that_hears_cards_is_not_restarted():
    polled = Polled()
    for _ in range(5):
        polled.reader.tags = [FORUM]
        polled.run(DEAF_MS // 4)
        polled.reader.tags = [FORUM, ALTAR]
        polled.run(DEAF_MS // 4)
    assert polled.reader.resets == 0


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
