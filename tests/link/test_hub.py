"""The hub, one rule at a time: a hand-written seat says exactly what the rule is about."""

import math

import pytest

from firmware.link import HOST, LINE_MAX, Splitter, frame, parse, short_hash
from host_tools.link.events import (
    Committed,
    Faulted,
    Gone,
    Joined,
    Noticed,
    Opened,
    Pressed,
    Shown,
    Tagged,
    Withdrawn,
)
from host_tools.link.hub import Hub
from host_tools.link.known_boards import SLOW_S, UNKNOWN_S, WAITING_MAX
from host_tools.link.wanted import SeatState

UID = "e6614103e7452d2f"
OTHER = "e6614103e7452d30"
BOOT = "0badcafe"
STEP = 1 / 32  # seconds that add up without a rest
CARD = bytes.fromhex("04a1b2c3d4e5f6")
COMMIT = "ab" * 16


class Talk:
    """A hub with one port, and what is said on it."""

    def __init__(self, port="p0", hub=None, now=0.0):
        self.hub = hub or Hub(first_sid=0x10)
        self.port = port
        self.now = now
        self.hub.connect(port, now)

    def say(self, kind, **fields):
        if "sid" not in fields and kind != "HI":
            fields["sid"] = self.sid
        return self.hub.receive(self.port, frame(kind, **fields), self.now)

    def hello(self, uid=UID, boot=BOOT, ver=1, fw="0.1.0"):
        return self.say("HI", ver=ver, board=uid, boot=boot, info=[("fw", fw), ("cap", "rfid1")])

    def hears(self):
        bodies = Splitter(HOST).feed(self.hub.outgoing(self.port))
        heard = [parse(body) for body in bodies]
        for message in heard:
            if message.kind == "WE":
                self.sid = message.sid
        return heard

    def kinds(self):
        return [message.kind for message in self.hears()]

    def wait(self, seconds, step=STEP):
        events = []
        for _ in range(math.ceil(seconds / step)):
            self.now += step
            events += self.hub.tick(self.now)
        return events

    def join(self, **hello):
        """Open a session and show the state."""
        self.hello(**hello)
        v = next(message.v for message in self.hears() if message.kind == "ST")
        return self.say("UP", v=v, info=[])

    def commits(self, seq=1, commit=COMMIT):
        return self.say("CM", seq=seq, game="g1", round=1, commit=commit)


@pytest.fixture
def talk():
    talk = Talk()
    talk.join()
    talk.hears()
    return talk


# Sessions.


def test_who_is_asked_each_half_second_until_somebody_says_hello():
    talk = Talk()
    talk.wait(2.0)
    assert talk.kinds() == ["WH"] * 4
    talk.hello()
    talk.hears()
    talk.wait(1.0)
    assert "WH" not in talk.kinds()


def test_a_hello_is_welcomed_for_exactly_that_boot_and_seat():
    talk = Talk()
    talk.hub.assign(UID, 3)
    talk.hello()
    welcome, state = talk.hears()
    assert (welcome.kind, welcome.boot, welcome.seat) == ("WE", BOOT, 3)
    assert (state.kind, state.phase) == ("ST", "idle")


def test_the_welcome_is_repeated_with_the_same_number_until_the_seat_uses_it():
    talk = Talk()
    talk.hello()
    first = talk.hears()[0].sid
    talk.wait(0.7)
    talk.hello()
    again = [message.sid for message in talk.hears() if message.kind == "WE"]
    assert again == [first] * 3
    talk.say("UP", v=0, info=[])
    talk.wait(0.6)
    assert "WE" not in talk.kinds()


def test_joined_means_that_both_ways_work():
    talk = Talk()
    assert talk.hello() == []
    talk.hears()
    joined, shown = talk.say("UP", v=0, info=[("dk", "0/0/0")])
    assert joined == Joined(UID, {"fw": "0.1.0", "cap": "rfid1"}, BOOT)
    assert shown == Shown(UID, 0, {"dk": "0/0/0"})


def test_a_hello_in_a_session_begins_a_new_one(talk):
    old = talk.sid
    talk.hello()
    talk.hears()
    assert talk.sid != old
    assert [type(event) for event in talk.commits()] == [Joined, Committed]


def test_a_new_boot_begins_a_new_session_and_counts_as_a_reset(talk):
    talk.join(boot="00000001")
    assert talk.hub.health(UID).resets == 1
    assert talk.hub.health(UID).sessions == 2


def test_a_stale_session_is_not_heard(talk):
    old = talk.sid
    talk.join()
    assert talk.say("CM", sid=old, seq=1, game="g1", round=1, commit=COMMIT) == []


def test_three_seconds_of_silence_end_a_session_and_it_is_asked_again(talk):
    assert talk.wait(2.9) == []
    talk.hears()
    assert talk.wait(0.2) == [Gone(UID, "silent")]
    assert talk.kinds() == ["WH"]


def test_noise_does_not_keep_a_session_alive(talk):
    events = []
    while talk.now < 3.0:
        talk.hub.receive("p0", b"\n$UP 0010 1*00000000\nnoise\n", talk.now)
        events += talk.wait(STEP)
    assert events == [Gone(UID, "silent")]


def test_unplugged_is_gone_at_once(talk):
    talk.hub.disconnect("p0", talk.now)
    assert talk.hub.tick(talk.now) == [Gone(UID, "unplugged")]


def test_a_session_number_of_a_host_before_us_is_given_up(talk):
    old = talk.sid
    talk.say("UP", v=4711, info=[])
    talk.wait(0.1)
    talk.hears()
    assert talk.sid != old


def test_a_seat_that_was_led_into_another_session_is_fetched_back(talk):
    old = talk.sid
    talk.say("UP", sid="9999", v=0, info=[])
    talk.wait(0.1)
    talk.hears()
    assert talk.sid == old
    talk.say("UP", sid="9999", v=0, info=[])
    talk.wait(0.1)
    talk.hears()
    assert talk.sid != old


def test_a_late_hello_of_a_boot_that_is_over_is_noticed_when_the_seat_talks_on(talk):
    now_used = talk.sid
    talk.hello(boot="00000001")
    talk.hears()
    for _ in range(2):
        talk.say("UP", sid=now_used, v=1, info=[])
    talk.wait(0.3)
    assert "WH" in talk.kinds()
    talk.hello()
    assert talk.hears()[0].boot == BOOT


# States.


def test_a_state_is_told_each_fifth_of_a_second_until_it_is_shown_then_each_second(talk):
    talk.hub.show(UID, SeatState("play", "g1", 1))
    talk.wait(1.0)
    told = [message for message in talk.hears() if message.kind == "ST"]
    assert [message.v for message in told] == [2] * 5
    talk.say("UP", v=2, info=[])
    talk.wait(2.0)
    assert talk.kinds() == ["ST", "ST"]


def test_the_same_state_again_keeps_its_number(talk):
    talk.hub.show(UID, SeatState("play", "g1", 1))
    talk.hub.show(UID, SeatState("play", "g1", 1))
    assert talk.hub.health(UID).wanted == 2


def test_the_card_that_was_played_last_is_named_by_its_hash_in_this_session(talk):
    talk.hub.show(UID, SeatState("play", "g1", 2, stale=CARD))
    talk.wait(0.1)
    (state,) = talk.hears()
    assert state.x == short_hash(talk.sid, "g1", CARD)


def test_a_state_that_the_wire_cannot_carry_is_refused_before_anything_changes(talk):
    with pytest.raises(ValueError, match="too long"):
        talk.hub.show(UID, SeatState("play", game="toolong"))
    assert talk.hub.health(UID).wanted == 1


def test_what_is_wanted_outlives_the_session_and_the_port(talk):
    talk.hub.show(UID, SeatState("play", "g1", 1, text="Lay a card"))
    talk.hub.disconnect("p0", talk.now)
    again = Talk("p9", talk.hub, talk.now)
    again.hello(boot="00000001")
    state = again.hears()[1]
    assert (state.kind, state.text) == ("ST", "Lay a card")


def test_another_seat_number_means_another_session(talk):
    old = talk.sid
    talk.hub.assign(UID, 5)
    talk.wait(0.1)
    welcome = talk.hears()[0]
    assert (welcome.kind, welcome.seat) == ("WE", 5)
    assert welcome.sid != old


# Reports.


def test_every_report_becomes_an_event(talk):
    slot = {"game": "g1", "round": 1}
    uid, nonce = CARD.hex(), "cd" * 32
    (event,) = talk.say("CM", seq=1, **slot, commit=COMMIT)
    assert event == Committed(UID, event.seq, "g1", 1, COMMIT)
    (event,) = talk.say("LF", seq=2, **slot)
    assert event == Withdrawn(UID, event.seq, "g1", 1)
    (event,) = talk.say("RV", seq=3, **slot, uid=uid, nonce=nonce)
    assert event == Opened(UID, event.seq, "g1", 1, uid, nonce)
    (event,) = talk.say("BT", seq=4, **slot, step="act", key="sell")
    assert event == Pressed(UID, event.seq, "g1", 1, "act", "sell")
    (event,) = talk.say("TG", seq=5, uid=uid)
    assert event == Tagged(UID, event.seq, uid)


def test_a_card_never_shows_in_an_event_that_is_printed(talk):
    (event,) = talk.say("RV", seq=3, game="g1", round=1, uid=CARD.hex(), nonce="cd" * 32)
    assert CARD.hex() not in repr(event)
    assert "cd" * 32 not in repr(event)


def test_a_report_is_answered_under_the_seat_s_own_number(talk):
    (event,) = talk.commits(seq=7)
    assert talk.kinds() == []
    talk.hub.ack(UID, event.seq)
    (answer,) = talk.hears()
    assert (answer.kind, answer.seq) == ("AK", 7)


def test_a_refusal_carries_its_reason(talk):
    (event,) = talk.commits(seq=7)
    talk.hub.refuse(UID, event.seq, "not your card")
    (answer,) = talk.hears()
    assert (answer.kind, answer.seq, answer.reason) == ("NK", 7, "not your card")


def test_a_report_without_an_answer_comes_again_under_the_same_number(talk):
    (first,) = talk.commits()
    (again,) = talk.commits()
    assert again == first


def test_a_report_whose_answer_was_lost_is_answered_again_without_the_table(talk):
    (event,) = talk.commits()
    talk.hub.ack(UID, event.seq)
    talk.hears()
    assert talk.commits() == []
    assert talk.kinds() == ["AK"]


def test_a_refused_report_that_is_said_again_is_judged_again(talk):
    (event,) = talk.commits()
    talk.hub.refuse(UID, event.seq, "wait")
    assert talk.commits() == [event]


def test_a_late_repeat_of_an_overtaken_report_is_no_new_commitment(talk):
    (event,) = talk.commits(seq=1)
    talk.hub.ack(UID, event.seq)
    (event,) = talk.say("LF", seq=2, game="g1", round=1)
    talk.hub.ack(UID, event.seq)
    assert talk.commits(seq=1) == []


def test_numbers_of_reports_may_wrap(talk):
    talk.commits(seq=9999)
    assert len(talk.commits(seq=1, commit="cd" * 16)) == 1


def test_an_answer_that_is_late_settles_nothing_in_another_session(talk):
    (event,) = talk.commits(seq=1)
    talk.join(boot="00000001")
    talk.hears()
    talk.commits(seq=1, commit="cd" * 16)
    talk.hub.ack(UID, event.seq)
    assert talk.kinds() == []


def test_a_seat_that_insists_on_an_overtaken_report_gets_a_new_session(talk):
    old = talk.sid
    talk.commits(seq=9)
    for _ in range(5):
        talk.commits(seq=1)
    talk.wait(0.1)
    talk.hears()
    assert talk.sid != old


def test_a_fault_is_acknowledged_by_the_link_and_told_once(talk):
    (event,) = talk.say("ER", seq=1, code="reader_dead", text="no answer")
    assert event == Faulted(UID, event.seq, "reader_dead", "no answer")
    assert talk.kinds() == ["AK"]
    assert talk.say("ER", seq=1, code="reader_dead", text="no answer") == []


# Decks.


def uids(count):
    return [bytes([4, number >> 8, number & 255, 1, 2, 3, 4]) for number in range(count)]


def dealt(talk, seconds=2.0):
    hashes = set()
    for _ in range(round(seconds / 0.02)):
        talk.wait(0.02, step=0.02)
        for message in talk.hears():
            if message.kind in ("DK", "TL"):
                hashes |= set(message.hashes)
            elif message.kind == "ST":
                talk.say("UP", v=message.v, info=[])
    return hashes


def test_a_deck_is_dealt_in_parts_when_the_seat_is_in_the_game(talk):
    talk.hub.deck(UID, "g1", uids(25))
    assert dealt(talk) == set()
    talk.hub.show(UID, SeatState("play", "g1", 1))
    assert dealt(talk) == {short_hash(talk.sid, "g1", uid) for uid in uids(25)}


def test_a_deck_is_dealt_until_the_seat_has_it_all(talk):
    talk.hub.deck(UID, "g1", uids(25))
    talk.hub.show(UID, SeatState("play", "g1", 1))
    dealt(talk)
    talk.say("UP", v=2, info=[("dk", "2/3/0")])
    assert dealt(talk)
    talk.say("UP", v=2, info=[("dk", "3/3/0")])
    talk.hears()
    talk.wait(2.0)
    assert "DK" not in talk.kinds()


def test_tiles_are_told_by_key(talk):
    talk.hub.tiles(UID, {"build": uids(2), "sell": uids(3)[2:]})
    assert dealt(talk) == {short_hash(talk.sid, "", uid) for uid in uids(3)}


def test_another_deck_means_another_session(talk):
    talk.hub.show(UID, SeatState("play", "g1", 1))
    talk.hub.deck(UID, "g1", uids(5))
    dealt(talk)
    old = talk.sid
    talk.hub.deck(UID, "g1", uids(6))
    talk.wait(0.1)
    talk.hears()
    assert talk.sid != old


def test_more_tags_than_the_wire_can_name_are_refused(talk):
    with pytest.raises(ValueError, match="990 tags"):
        talk.hub.deck(UID, "g1", uids(991))


@pytest.mark.parametrize("tiles", [{"jump": uids(1)}, {"build": uids(11)}])
def test_tiles_that_a_seat_cannot_know_are_refused(talk, tiles):
    with pytest.raises(ValueError, match="10 tiles for each of build"):
        talk.hub.tiles(UID, tiles)


# Ports.


def test_the_newest_of_two_ports_with_one_board_wins(talk):
    newer = Talk("p1", talk.hub, talk.now)
    (notice,) = newer.hello(boot="00000001")
    assert (notice.code, notice.where, notice.board) == ("twin", "p0", UID)
    assert talk.hub.unwanted() == ["p0"]
    newer.hears()
    newer.say("UP", v=0, info=[])
    assert talk.hub.health(UID).port == "p1"


def test_an_older_port_that_is_opened_again_does_not_win_back(talk):
    newer = Talk("p1", talk.hub, talk.now)
    newer.join(boot="00000001")
    talk.hub.unwanted()
    older = Talk("p0", talk.hub, talk.now)
    assert older.hello() == []
    assert talk.hub.unwanted() == ["p0"]
    assert talk.hub.health(UID).port == "p1"


def test_an_older_port_that_is_plugged_in_again_is_the_newest(talk):
    newer = Talk("p1", talk.hub, talk.now)
    newer.join(boot="00000001")
    talk.hub.unwanted()
    talk.hub.disconnect("p0", talk.now)
    again = Talk("p0", talk.hub, talk.now)
    again.join(boot="00000002")
    assert talk.hub.health(UID).port == "p0"


def test_another_board_on_the_same_port_sends_the_first_one_away(talk):
    assert talk.hello(uid=OTHER) == [Gone(UID, "other")]


def test_another_version_of_the_wire_is_never_joined(talk):
    other = Talk("p1", talk.hub, talk.now)
    (notice,) = other.hello(uid=OTHER, ver=2, fw="9.1")
    assert notice == Noticed("update", "p1", notice.text, OTHER)
    assert "runs firmware 9.1: update me" in notice.text
    assert other.hello(uid=OTHER, ver=2, fw="9.1") == []
    other.wait(6.0)
    assert set(other.kinds()) == {"WH"}
    assert talk.hub.unwanted() == []


def test_a_port_on_which_nobody_speaks_is_left_alone_with_one_line():
    talk = Talk()
    events = talk.wait(UNKNOWN_S)
    (notice,) = events
    assert (notice.code, notice.where) == ("unknown", "p0")
    assert talk.hub.unwanted() == ["p0"]
    again = Talk("p0", talk.hub, talk.now)
    assert again.wait(UNKNOWN_S + SLOW_S) == []
    assert talk.hub.unwanted() == ["p0"]


def test_noise_is_counted_and_logged_now_and_then_without_its_words(talk, caplog):
    for _ in range(100):
        talk.hub.receive("p0", b"secret 04a1b2\n$cut\n", talk.now)
        talk.wait(0.1)
        talk.say("UP", v=1, info=[])
    health = talk.hub.health(UID)
    assert (health.noise, health.damaged) == (100, 100)
    assert 1 <= len(caplog.records) <= 2
    assert "04a1b2" not in caplog.text


def test_a_port_that_takes_nothing_gets_no_more_states_than_a_board_has_room_for(talk):
    for turn in range(2000):
        talk.hub.show(UID, SeatState("play", "g1", turn % 999))
        talk.wait(0.1)
        talk.say("UP", v=0, info=[])
    assert len(talk.hub.outgoing("p0")) <= 3 * LINE_MAX
    talk.wait(0.1)
    assert [message.round for message in talk.hears()] == [1999 % 999]


def test_answers_to_a_port_that_takes_nothing_do_not_fill_the_memory(talk):
    for seq in range(1, 1000):
        (event,) = talk.commits(seq=seq, commit=f"{seq:032x}")
        talk.hub.refuse(UID, event.seq, "not now, " * 8)
    assert len(talk.hub.outgoing("p0")) <= WAITING_MAX
    assert talk.hub.health(UID).dropped > 0


def test_boards_without_a_seat_are_forgotten_when_there_are_too_many():
    talk = Talk()
    talk.hub.assign(UID, 1)
    for number in range(500):
        talk.hello(uid=f"{number:016x}")
    assert len(talk.hub.boards()) <= 65
    assert UID in talk.hub.boards()


def test_text_of_any_kind_gives_only_bytes_that_the_wire_allows(talk):
    text = "".join(chr(code) for code in range(0x250)) + "\x03$#*\n"
    for start in range(0, len(text), 10):
        talk.hub.show(UID, SeatState("ask", "g1", 1, text=text[start : start + 10]))
        talk.say("UP", v=0, info=[])
        talk.wait(0.1)
        data = talk.hub.outgoing("p0")
        assert data
        assert all(byte == 0x0A or 0x20 <= byte <= 0x7E for byte in data)


def test_a_report_under_an_old_seat_number_is_not_handed_on():
    """A commitment names its seat: under another number nobody could ever open it."""
    talk = Talk()
    talk.join()
    talk.hub.assign(UID, 5)
    events = talk.say("CM", seq=1, game="g1", round=1, commit="0" * 32)
    assert not [event for event in events if isinstance(event, Committed)]
