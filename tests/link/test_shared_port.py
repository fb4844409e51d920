"""Several seats behind one port, one rule at a time: each has a session, all share the pace."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.link import HOST, LINE_MAX, Splitter, frame, parse
from host_tools.link.events import Committed, Gone, Joined, Noticed, Report
from host_tools.link.hub import Hub
from host_tools.link.known_boards import ROOM, SEATS_MAX
from host_tools.link.wanted import SeatState
from tests.link.test_noise import deeds

BOARD = "e6614103e7452d2f"
OTHER = "e6614103e7452d30"
TICK_S = 0.02
COMMIT = "ab" * 16


class TablePort:
    """A hub, and a board with several seats at one of its ports."""

    def __init__(self, seats=8, hub=None, port="p0", board=BOARD, boot=0, now=0.0):
        self.hub = hub or Hub(first_sid=0x10)
        self.port, self.now = port, now
        self.uids = [f"{board}.{number}" for number in range(seats)]
        self.boots = {uid: f"{boot + place:08x}" for place, uid in enumerate(self.uids)}
        self.sids = {}  # uid: the session that the seat has joined
        self.silent = set()  # seats that say nothing
        self.bursts = []  # what each tick sent
        self.heard = []
        self.hub.connect(port, now)

    def say(self, uid, kind, **fields):
        return self.hub.receive(
            self.port, frame(kind, sid=self.sids.get(uid, ""), **fields), self.now
        )

    def hello(self, uid, ver=1):
        boot = self.boots.get(uid, "000000ff")
        hello = frame("HI", ver=ver, board=uid, boot=boot, info=[("fw", "0.1.0")])
        return self.hub.receive(self.port, hello, self.now)

    def join(self):
        """Let every seat say hello and wait until all are in their sessions."""
        events = []
        for uid in self.uids:
            events += self.hello(uid)
        return events + self.wait(0.3)

    def wait(self, seconds):
        """Let time pass; the seats show every state at once."""
        events = []
        for _ in range(round(seconds / TICK_S)):
            self.now += TICK_S
            events += self.hub.tick(self.now)
            events += self.listen()
        return events

    def listen(self):
        sent = self.hub.outgoing(self.port)
        self.bursts.append(sent)
        events = []
        for body in Splitter(HOST).feed(sent):
            message = parse(body)
            self.heard.append(message)
            events += self._react(message)
        return events

    def _react(self, message):
        if message.kind == "WH":
            return [e for uid in self.uids if uid not in self.silent for e in self.hello(uid)]
        if message.kind == "WE":
            self.sids |= {
                uid: message.sid for uid, boot in self.boots.items() if boot == message.boot
            }
        if message.kind == "ST":
            for uid in self.uids:
                if self.sids.get(uid) == message.sid and uid not in self.silent:
                    return self.say(uid, "UP", v=message.v, info=[])
        return []


def joined(**more):
    table = TablePort(**more)
    events = table.join()
    assert {event.board for event in events if isinstance(event, Joined)} == set(table.uids)
    table.wait(3.0)
    table.heard.clear()
    table.bursts.clear()
    return table


# Sessions


def test_each_seat_of_a_board_gets_a_session_and_a_number_of_its_own():
    table = TablePort()
    for seat, uid in enumerate(table.uids, 1):
        table.hub.assign(uid, seat)
    table.join()
    welcomes = {message.boot: message for message in table.heard if message.kind == "WE"}
    assert [welcomes[table.boots[uid]].seat for uid in table.uids] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert len(set(table.sids.values())) == 8
    assert {table.hub.health(uid).port for uid in table.uids} == {"p0"}


def test_a_report_belongs_to_the_seat_whose_session_it_names():
    table = joined()
    for uid in table.uids:
        (event,) = table.say(uid, "CM", seq=1, game="g1", round=1, commit=COMMIT)
        assert isinstance(event, Committed)
        assert event.board == uid
        table.hub.ack(uid, event.seq)
    table.listen()
    answered = [message.sid for message in table.heard if message.kind == "AK"]
    assert answered == [table.sids[uid] for uid in table.uids]


def test_one_silent_seat_is_gone_alone_and_its_neighbours_play_on():
    table = joined()
    table.silent = {table.uids[3]}
    sids = dict(table.sids)
    events = table.wait(8.0)
    gone = [event for event in events if isinstance(event, Gone)]
    assert gone == [Gone(table.uids[3], "silent")]
    assert [table.hub.health(uid).joined for uid in table.uids] == [True] * 3 + [False] + [True] * 4
    assert table.sids == sids
    assert [table.hub.health(uid).sessions for uid in table.uids] == [1] * 8


def test_a_seat_that_comes_back_gets_a_new_session_and_the_others_keep_theirs():
    table = joined()
    table.silent = {table.uids[0]}
    table.wait(4.0)
    before = dict(table.sids)
    table.silent = set()
    table.boots[table.uids[0]] = "0000beef"
    table.hello(table.uids[0])
    events = table.wait(1.0)
    assert [event.board for event in events if isinstance(event, Joined)] == [table.uids[0]]
    changed = {uid for uid in table.uids if table.sids[uid] != before[uid]}
    assert changed == {table.uids[0]}
    assert table.hub.health(table.uids[0]).resets == 1


def test_a_seat_is_asked_for_only_when_one_may_be_missing():
    table = joined(seats=4)
    table.wait(5.0)
    assert [message for message in table.heard if message.kind == "WH"] == []
    table.silent = {table.uids[1]}
    table.wait(20.0)
    assert 1 <= len([message for message in table.heard if message.kind == "WH"]) <= 5


def test_a_hello_that_nobody_asked_for_begins_a_new_session_of_that_seat_only():
    table = joined()
    before = dict(table.sids)
    table.hello(table.uids[2])
    table.wait(0.1)
    assert {uid for uid in table.uids if table.sids[uid] != before[uid]} == {table.uids[2]}


def test_a_busy_board_may_answer_our_question_a_second_late():
    table = TablePort(4)
    table.join()
    table.wait(2.6)  # the last question was a second ago
    before = dict(table.sids)
    table.hello(table.uids[2])
    table.wait(0.1)
    assert table.sids == before


def test_a_board_that_is_reset_comes_back_with_all_its_seats():
    table = joined()
    table.boots = {uid: f"{number:08x}" for number, uid in enumerate(table.uids, 100)}
    events = table.join()
    assert [event for event in events if isinstance(event, Gone)] == []
    assert {event.board for event in events if isinstance(event, Joined)} == set(table.uids)
    assert [table.hub.health(uid).resets for uid in table.uids] == [1] * 8


def test_a_seat_that_follows_an_older_session_does_not_disturb_the_others():
    table = joined()
    before = dict(table.sids)
    table.silent = {table.uids[5]}  # it speaks, but in a session of long ago
    for _ in range(100):
        table.hub.receive("p0", frame("UP", sid="dead", v=7, info=[]), table.now)
        table.wait(TICK_S)
    changed = {uid for uid in table.uids if table.sids[uid] != before[uid]}
    assert changed <= {table.uids[5]}
    welcomed = [message.boot for message in table.heard if message.kind == "WE"]
    assert set(welcomed) == {table.boots[table.uids[5]]}


# Boards


def test_another_board_on_the_port_ends_every_session_of_the_first():
    table = joined()
    events = table.hello(f"{OTHER}.0")
    assert events == [Gone(uid, "other") for uid in table.uids]


def test_a_board_that_has_one_seat_after_flashing_leaves_none_of_its_others_behind():
    table = joined(seats=2)
    assert table.hello(BOARD) == [Gone(uid, "other") for uid in table.uids]
    table.uids = [BOARD]
    table.boots[BOARD] = "000000ff"
    table.wait(0.2)
    assert table.hub.health(BOARD).joined
    assert table.hello(f"{BOARD}.0") == [Gone(BOARD, "other")]


def test_the_newest_of_two_ports_wins_for_all_seats_of_the_board():
    table = joined(seats=4)
    newer = TablePort(4, table.hub, "p1", boot=50, now=table.now)
    events = newer.join()
    (notice,) = [event for event in events if isinstance(event, Noticed)]
    assert (notice.code, notice.where, notice.board) == ("twin", "p0", BOARD)
    assert notice.text == f"Two boards say they are {BOARD}: p0 was there first and is left alone."
    gone = {event.board for event in events if isinstance(event, Gone)}
    assert gone == set(table.uids[1:])  # the first one only starts again
    assert table.hub.unwanted() == ["p0"]
    assert {table.hub.health(uid).port for uid in table.uids} == {"p1"}
    older = TablePort(4, table.hub, "p0", now=newer.now)
    assert older.hello(older.uids[2]) == []
    assert table.hub.unwanted() == ["p0"]
    assert {table.hub.health(uid).port for uid in table.uids} == {"p1"}


def test_seats_that_the_newer_board_does_not_have_are_gone():
    table = joined(seats=4)
    newer = TablePort(2, table.hub, "p1", boot=50, now=table.now)
    newer.join()
    assert [table.hub.health(uid).joined for uid in table.uids] == [True, True, False, False]


def test_an_outdated_board_is_told_once_for_all_its_seats():
    table = joined()
    events = [event for uid in table.uids for event in table.hello(uid, ver=9)]
    assert [type(event) for event in events] == [Gone] * 8 + [Noticed]
    assert "update me" in events[-1].text


def test_a_port_has_eight_seats_at_most_whatever_it_says():
    table = TablePort()
    for number in range(10):
        table.hello(f"{BOARD}.{number}")
    assert len(table.hub._ports["p0"].sessions) == SEATS_MAX
    for number in range(1000):
        table.hello(f"{number:016x}.{number % 10}")
        assert len(table.hub._ports["p0"].sessions) <= SEATS_MAX
    assert len(table.hub.boards()) <= 65
    assert len(table.hub.outgoing("p0")) <= 2048


# The pace of a port


def test_a_lock_reaches_eight_seats_within_a_few_ticks_and_no_buffer_overruns():
    table = joined()
    for uid in table.uids:
        table.hub.show(uid, SeatState("reveal", "g1", 1, text="a text as long as it may be" * 3))
    table.wait(5 * TICK_S)
    told = {message.sid for message in table.heard if message.kind == "ST" and message.v == 2}
    assert told == set(table.sids.values())
    assert max(map(len, table.bursts)) <= ROOM


def test_new_states_go_before_repeats_and_only_the_latest_is_sent():
    table = joined()
    table.silent = set(table.uids)  # so that every state is repeated
    for uid in table.uids:
        table.hub.show(uid, SeatState("play", "g1", 1, text="x" * 60))
    table.wait(0.2)
    table.heard.clear()
    for number in range(2, 6):
        table.hub.show(table.uids[7], SeatState("play", "g1", number, text="y" * 60))
    table.wait(TICK_S)
    assert (table.heard[0].sid, table.heard[0].round) == (table.sids[table.uids[7]], 5)


def test_eight_decks_share_one_pace_and_all_arrive():
    table = joined()
    uids = [bytes([4, number, 1, 2, 3, 4, 5]) for number in range(40)]
    for uid in table.uids:
        table.hub.deck(uid, "g1", uids)
        table.hub.show(uid, SeatState("play", "g1", 1))
    table.wait(4.0)
    lines = [
        [m for m in Splitter(HOST).feed(burst) if m.startswith(b"DK")] for burst in table.bursts
    ]
    assert max(len(one + next) for one, next in pairwise(lines)) == 1
    assert max(map(len, table.bursts)) <= ROOM
    parts = {(m.sid, m.part) for m in table.heard if m.kind == "DK"}
    assert parts == {(sid, part) for sid in table.sids.values() for part in (1, 2, 3, 4)}


def test_answers_do_not_wait_for_the_pace():
    table = joined()
    for uid in table.uids:
        table.hub.show(uid, SeatState("play", "g1", 1, text="x" * 60))
    table.hub.tick(table.now + TICK_S)
    (event,) = table.say(table.uids[4], "CM", seq=1, game="g1", round=1, commit=COMMIT)
    table.hub.ack(table.uids[4], event.seq)
    assert b"#AK" in table.hub.outgoing("p0")


def test_a_port_that_takes_nothing_waits_with_little_in_it():
    table = joined()
    for number in range(1, 500):
        for uid in table.uids:
            table.hub.show(uid, SeatState("play", "g1", number))
            table.say(uid, "UP", v=0, info=[])
        table.now += TICK_S
        table.hub.tick(table.now)
    assert len(table.hub.outgoing("p0")) <= ROOM + LINE_MAX


# Whatever arrives

saying = st.tuples(st.integers(0, 7), st.integers(1, 9), deeds)


@given(st.lists(saying, max_size=40), st.integers(1, 200))
@settings(max_examples=60, deadline=None)
def test_damaged_streams_of_eight_seats_give_true_events_of_the_right_seat(stream, chunk):
    table = TablePort()
    table.join()
    said = {
        (place, number): frame(
            "CM", sid=table.sids[uid], seq=number, game="g1", round=number,
            commit=f"{place:016x}{number:016x}",
        )
        for place, uid in enumerate(table.uids)
        for number in range(1, 10)
    }  # fmt: skip
    sent = b"".join(deed(said[place, number]) for place, number, deed in stream)
    last = dict.fromkeys(table.uids, 0)
    for start in range(0, len(sent), chunk):
        for event in table.hub.receive("p0", sent[start : start + chunk], table.now):
            assert isinstance(event, Report)
            place = table.uids.index(event.board)
            assert event.commit == f"{place:016x}{event.round:016x}"
            assert event.round >= last[event.board]  # what was overtaken never comes back
            last[event.board] = event.round
