"""What lies on the tray: weak tags, garbled reads and failing readers do not change it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.seat.tray import LIFT_MS, TrayFilter
from tests.firmware.table import ALTAR, FORUM, LOOM

ERROR = None


class Polls:
    """A tray that is polled every 20 ms; keeps what it said."""

    def __init__(self, *polls):
        self.tray = TrayFilter()
        self.now = 0
        self.events = []
        self.see(*polls)

    def see(self, *polls):
        """Poll once for each: the tags that are read, or ERROR."""
        for tags in polls:
            self.now += 20
            if tags is ERROR:
                self.tray.fail()
                continue
            before = self.tray.tags or ()
            self.tray.poll(list(tags), self.now)
            if (self.tray.tags or ()) != before:
                self.events.append(event(before, self.tray.tags))
        return self


def event(before, after):
    """Name a change of the tray as a player would."""
    if len(after) > max(1, len(before)):
        return "two_cards"
    if len(after) < len(before):
        return "lifted"
    return "replaced" if before else "laid"


NOBODY = ()
A, B, BOTH = (FORUM,), (ALTAR,), (FORUM, ALTAR)


def test_a_card_is_laid_when_two_polls_agree():
    polls = Polls(A)
    assert (polls.events, polls.tray.tags) == ([], None)
    polls.see(A)
    assert (polls.events, polls.tray.tags) == (["laid"], A)


def test_a_garbled_uid_that_comes_once_is_never_laid():
    polls = Polls(NOBODY, NOBODY, NOBODY, (LOOM,), A, A)
    assert polls.events == ["laid"]
    assert polls.tray.tags == A


def test_a_garbled_uid_instead_of_the_resting_card_changes_nothing():
    polls = Polls(A, A, (LOOM,), A, A, (ALTAR,), A)
    assert polls.events == ["laid"]
    assert polls.tray.tags == A


def test_a_weak_tag_that_flickers_stays():
    polls = Polls(A, A, *([NOBODY, NOBODY, A] * 20))
    assert polls.events == ["laid"]


def test_a_lifted_card_is_believed_after_a_while():
    polls = Polls(A, A, *[NOBODY] * 13)
    assert polls.events == ["laid"]
    polls.see(NOBODY)
    assert polls.events == ["laid", "lifted"]
    assert polls.tray.tags == ()


def test_few_slow_polls_are_no_proof_that_a_card_is_gone():
    tray = TrayFilter()
    tray.poll([FORUM], 0)
    tray.poll([FORUM], 20)
    tray.poll([], 1000)
    tray.poll([], 2000)
    assert tray.tags == A
    tray.poll([], 3000)
    assert tray.tags == ()


def test_another_card_replaces_the_first():
    polls = Polls(A, A, *[B] * 20)
    assert polls.events == ["laid", "replaced"]
    assert polls.tray.tags == B


def test_two_cards_are_seen_when_both_are_read():
    polls = Polls(A, A, BOTH, BOTH)
    assert polls.events == ["laid", "two_cards"]
    assert set(polls.tray.tags) == {FORUM, ALTAR}


def test_two_cards_laid_together_are_two_cards():
    assert Polls(BOTH, BOTH).events == ["two_cards"]


def test_one_of_two_cards_is_lifted():
    polls = Polls(BOTH, BOTH, *[B] * 20)
    assert polls.events == ["two_cards", "lifted"]
    assert polls.tray.tags == B


def test_a_card_that_shadows_another_by_turns_does_not_replace_it():
    polls = Polls(A, A, *([B, A] * 20))
    assert polls.tray.tags == A
    assert polls.events == ["laid"]


def test_a_reader_error_is_never_a_removal():
    polls = Polls(A, A, *[ERROR] * 100)
    assert polls.events == ["laid"]
    assert polls.tray.tags == A


def test_absence_is_proved_anew_after_a_reader_error():
    polls = Polls(A, A, *[NOBODY] * 12, ERROR, NOBODY, NOBODY, NOBODY)
    assert polls.tray.tags == A


def test_errors_between_do_not_keep_a_card_from_being_laid():
    assert Polls(A, ERROR, A).events == ["laid"]


def test_nobody_knows_what_lies_there_until_enough_polls_say_so():
    polls = Polls(NOBODY, NOBODY)
    assert polls.tray.tags is None
    polls.see(NOBODY)
    assert polls.tray.tags == ()
    assert polls.events == []


def test_an_error_at_the_start_tells_nothing():
    assert Polls(NOBODY, NOBODY, ERROR, NOBODY).tray.tags is None


def test_reads_that_never_agree_are_unreadable():
    polls = Polls(*[(bytes([4, number]),) for number in range(60)])
    assert polls.tray.tags is None
    assert polls.tray.unreadable


def test_an_unreadable_tag_that_is_lifted_is_forgotten():
    polls = Polls(*[(bytes([4, number]),) for number in range(60)], *[NOBODY] * 5)
    assert not polls.tray.unreadable


def test_the_next_poll_is_wanted_soon_while_something_changes():
    polls = Polls(*[NOBODY] * 5)
    assert not polls.tray.eager()
    assert polls.see(A).tray.eager()
    assert not polls.see(A).tray.eager()
    assert polls.see(NOBODY).tray.eager()


@pytest.mark.parametrize("uid", [bytes(4), bytes(7), bytes(10)])
def test_uids_of_every_length_are_alike(uid):
    assert Polls((uid,), (uid,)).tray.tags == (uid,)


TAGS = [FORUM, ALTAR, LOOM]
READS = st.one_of(st.none(), st.lists(st.sampled_from(TAGS), unique=True).map(tuple))


@given(st.lists(READS, max_size=60))
def test_only_what_was_read_twice_lies_there(reads):
    polls = Polls()
    for place, read in enumerate(reads):
        polls.see(read)
        for uid in polls.tray.tags or ():
            assert sum(uid in (seen or ()) for seen in reads[: place + 1]) >= 2


@given(st.lists(READS, max_size=40), st.lists(st.sampled_from(TAGS), unique=True))
def test_whatever_happened_the_truth_comes_out_in_the_end(reads, truth):
    polls = Polls(*reads, *[tuple(truth)] * 20)
    assert polls.tray.tags is not None
    assert set(polls.tray.tags) == set(truth)


@given(st.lists(st.sampled_from([A, NOBODY, ERROR, (b"gar1",), (b"bled",)]), max_size=2))
def test_any_two_polls_leave_a_resting_card_in_place(bad):
    polls = Polls(A, A, *bad, A)
    assert FORUM in polls.tray.tags


def test_a_card_does_not_leave_unheard_while_another_is_read():
    tray = TrayFilter()
    for now, uids in ((0, [FORUM]), (10, [FORUM]), (20, []), (30, []), (LIFT_MS, [ALTAR])):
        tray.poll(uids, now)
    assert not tray.leaving(20 + LIFT_MS)
    tray.poll([], 20 + LIFT_MS)
    assert tray.tags == ()


def test_a_uid_that_was_never_believed_does_not_leave():
    tray = TrayFilter()
    for now, uids in ((0, [FORUM]), (10, []), (20, [])):
        tray.poll(uids, now)
    assert not tray.leaving(20 + LIFT_MS)
