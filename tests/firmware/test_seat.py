"""A seat at the table: commit, lock, reveal, answers, sessions."""

import pytest

from firmware.link import VERSION, frame
from firmware.main import kept_place
from firmware.seat.seat import SeatLogic
from tests.firmware.table import (
    ALTAR,
    BOOT,
    BUILD_TILE,
    FORUM,
    LOOM,
    SECRET,
    SELL_TILE,
    UID,
    Table,
    at_table,
    fits,
    kinds,
    reports,
)

# Sessions.


def test_a_seat_says_hello_at_once_and_each_second():
    table = Table()
    assert [message.kind for message in table.tick()] == ["HI"]
    assert len(table.wait(3000)) == 3


def test_the_hello_tells_who_the_seat_is_and_what_it_has():
    (hello,) = Table().tick()
    assert (hello.ver, hello.board, hello.boot) == (1, UID, BOOT)
    assert hello.info == {"fw": VERSION, "cap": "rfid1,btn"}


def test_a_seat_answers_who_is_there_even_in_a_session():
    table = at_table()
    assert [message.kind for message in table.send("WH", ver=1)] == ["HI"]
    assert table.seat.session.sid == table.sid


def test_a_session_is_only_for_the_boot_that_it_names():
    table = Table()
    table.send("WE", ver=1, boot="deadbeef", sid="00a1", seat=3)
    assert table.seat.session.sid == ""


def test_a_new_session_is_confirmed_at_once():
    (up,) = [message for message in Table().open() if message.kind == "UP"]
    assert (up.sid, up.v) == ("00a1", 0)


def test_the_same_welcome_twice_opens_one_session():
    table = at_table()
    table.commit(FORUM)
    assert table.open(table.sid) == []
    assert table.seat.light() == "committed"


def test_a_frame_of_another_session_is_dropped():
    table = at_table()
    state = {"phase": "idle", "game": "g1", "round": 1, "step": "", "light": "", "sound": ""}
    assert table.send("ST", sid="ffff", v=99, x="", text="", **state) == []
    assert table.seat.state.phase == "play"


def test_a_silent_host_ends_the_session_after_three_seconds():
    table = at_table()
    table.wait(2950)
    assert table.seat.session.sid
    assert [message.kind for message in table.wait(50)] == ["HI"]
    assert table.seat.session.sid == ""


def test_noise_does_not_keep_a_session_alive():
    table = at_table()
    for _ in range(60):
        table.now += 50
        table.receive(b"Traceback (most recent call last):\r\n")
    assert table.seat.session.sid == ""


def test_a_host_of_another_version_is_shown_update_me_and_plays_nothing():
    table = at_table()
    table.send("WE", ver=2, boot=BOOT, sid="00a2", seat=3)
    assert (table.seat.light(), table.seat.text()) == ("update", "Update me")
    assert kinds(table.lay(FORUM)) == []


def test_asking_in_another_version_shows_update_me_too():
    table = Table()
    assert [message.kind for message in table.send("WH", ver=2)] == ["HI"]
    assert table.seat.light() == "update"


def test_a_host_of_the_right_version_is_welcome_after_a_wrong_one():
    table = Table()
    table.send("WH", ver=2)
    table.open()
    assert table.seat.light() == "idle"


def test_the_update_phase_plays_nothing():
    table = at_table("update")
    assert kinds(table.lay(FORUM)) == []
    assert table.seat.light() == "update"


# What is shown.


def test_every_state_is_confirmed_at_once_and_again_each_second():
    table = at_table()
    (up,) = [message for message in table.show("locked") if message.kind == "UP"]
    assert up.v == table.v
    assert [message.v for message in table.wait(2000)] == [table.v] * 2


def test_an_older_state_that_comes_late_changes_nothing():
    table = at_table()
    late = frame(
        "ST",
        sid=table.sid,
        v=table.v,
        phase="play",
        game="g1",
        round=1,
        step="",
        light="",
        sound="",
        x="",
        text="",
    )
    table.show("locked")
    (up,) = table.receive(late)
    assert (up.kind, up.v, table.seat.state.phase) == ("UP", table.v, "locked")


def test_the_sound_of_a_state_is_played_once():
    table = at_table(sound="chime")
    assert [table.seat.take_sound(), table.seat.take_sound()] == ["chime", ""]
    table.wait(1000)
    assert table.seat.take_sound() == ""


def test_the_light_is_the_hosts_or_that_of_the_phase():
    assert at_table("ask", light="done").seat.light() == "done"
    assert at_table("ask").seat.light() == "ask"


def test_telemetry_rides_along():
    table = at_table()
    table.seat.telemetry = [("heap", 150000)]
    (up,) = table.show("play", 2)
    assert up.info["heap"] == "150000"


# Before the lock.


def test_a_card_that_is_laid_is_committed():
    table = at_table()
    (promise,) = table.lay(FORUM)
    assert (promise.kind, promise.game, promise.round) == ("CM", "g1", 1)
    assert table.seat.light() == "read"


def test_the_light_is_committed_only_when_the_host_has_it():
    table = at_table()
    (promise,) = table.lay(FORUM)
    table.answer(promise)
    assert table.seat.light() == "committed"


def test_an_unanswered_report_is_said_again_ever_more_slowly():
    table = at_table()
    table.lay(FORUM)
    times = []
    for _ in range(120):
        if kinds(table.wait(50)):
            times.append(table.now)
        table.send("AK", sid=table.sid, seq=999)
    assert times == [200, 600, 1400, 3000, 5000]


def test_an_answer_to_something_else_is_no_answer():
    table = at_table()
    (promise,) = table.lay(FORUM)
    table.send("AK", sid=table.sid, seq=promise.seq + 1)
    assert table.seat.light() == "read"


def test_a_resend_has_the_same_number():
    table = at_table()
    (first,) = table.lay(FORUM)
    (again,) = reports(table.wait(200))
    assert (again.seq, again.commit) == (first.seq, first.commit)


def test_lifting_the_card_withdraws_it():
    table = at_table()
    table.commit(FORUM)
    (lifted,) = table.lay()
    assert (lifted.kind, lifted.round) == ("LF", 1)
    table.answer(lifted)
    assert table.wait(500) == []


def test_a_card_that_was_lifted_before_any_answer_is_withdrawn_too():
    table = at_table()
    table.lay(FORUM)
    assert kinds(table.lay()) == ["LF"]


def test_another_card_replaces_the_first():
    table = at_table()
    first = table.commit(FORUM)
    (second,) = table.lay(ALTAR)
    assert second.kind == "CM"
    assert second.commit != first.commit


def test_the_first_card_again_is_committed_again():
    table = at_table()
    first = table.commit(FORUM)
    table.commit(ALTAR)
    (again,) = table.lay(FORUM)
    assert again.commit == first.commit


@pytest.mark.parametrize("between", [(), (ALTAR,)])
def test_a_card_that_was_away_for_a_moment_is_withdrawn_before_it_is_committed_again(between):
    """Else the host, which heard nothing of it, would keep what was answered for it."""
    table = at_table()
    first = table.commit(FORUM)
    table.lay(*between)
    (lifted,) = table.lay(FORUM)[-1:] or reports(table.wait(200))
    assert lifted.kind == "LF"
    (again,) = table.answer(lifted)
    assert (again.kind, again.commit) == ("CM", first.commit)


def test_the_same_card_gives_the_same_commitment_after_a_reset():
    table = at_table()
    before = table.commit(FORUM)
    table.seat = SeatLogic(UID, "00000002", SECRET, "rfid1")
    table.seat.lay((FORUM,), 0)
    table.open("00a2")
    (after,) = reports(table.show("play"))
    assert after.commit == before.commit


def test_a_commitment_tells_nothing_of_the_card():
    promises = {at_table().commit(card).commit for card in (FORUM, ALTAR, LOOM)}
    assert len(promises) == 3
    table = at_table()
    table.commit(FORUM)
    assert all(FORUM.hex() not in str(message.values()) for message in table.said)


def test_two_cards_are_amber_and_no_commitment():
    table = at_table()
    said = table.lay(FORUM, ALTAR)
    assert kinds(said) == ["ER"]
    assert said[0].code == "two_cards"
    assert (table.seat.light(), table.seat.take_sound()) == ("warn", "low")


def test_a_second_card_withdraws_the_first_until_it_is_clear():
    table = at_table()
    table.commit(FORUM)
    (lifted,) = table.lay(FORUM, ALTAR)
    assert lifted.kind == "LF"
    table.answer(lifted)
    assert kinds(table.lay(ALTAR)) == ["CM"]
    assert table.seat.light() == "read"


def test_an_unknown_card_is_refused_without_asking_the_host():
    table = at_table()
    table.deal(FORUM, ALTAR)
    assert kinds(table.lay(LOOM)) == []
    assert (table.seat.light(), table.seat.text()) == ("warn", "Unknown card")
    assert kinds(table.lay(ALTAR)) == ["CM"]


def test_no_card_is_unknown_before_the_whole_deck_has_come():
    table = at_table()
    table.send("DK", sid=table.sid, part=1, of=2, hashes=[table.hash(FORUM)])
    assert kinds(table.lay(LOOM)) == ["CM"]


def test_a_deck_part_that_comes_twice_counts_once():
    table = at_table()
    for _ in range(2):
        table.send("DK", sid=table.sid, part=1, of=2, hashes=[table.hash(FORUM)])
    (up,) = table.show("play", 2)
    assert up.info["dk"] == "1/2/0"


def test_another_game_has_another_deck():
    table = at_table()
    table.deal(FORUM)
    table.show("play", game="g2")
    assert kinds(table.lay(LOOM)) == ["CM"]


def test_the_card_of_the_last_round_may_lie_there_and_is_not_committed_again():
    table = at_table()
    table.commit(FORUM)
    assert kinds(table.show("play", 2, x=table.hash(FORUM))) == []
    assert table.seat.light() == "play"


def test_a_played_card_that_is_laid_again_is_amber():
    table = at_table()
    table.show("play", 2, x=table.hash(FORUM))
    assert kinds(table.lay(FORUM)) == []
    assert (table.seat.light(), table.seat.text()) == ("warn", "Played already")


def test_a_new_card_beside_the_last_one_is_committed():
    table = at_table()
    table.commit(FORUM)
    table.show("play", 2, x=table.hash(FORUM))
    assert kinds(table.lay(FORUM, ALTAR)) == ["CM"]


def test_a_refused_card_is_no_commitment_until_the_tray_has_been_empty():
    table = at_table()
    (promise,) = table.lay(FORUM)
    (lifted,) = table.answer(promise, "NK")
    table.answer(lifted)
    assert (lifted.kind, table.seat.light(), table.seat.text()) == ("LF", "warn", "Not this card")
    assert reports(table.wait(1000)) == []
    assert kinds(table.show("play")) == []
    assert kinds(table.lay(FORUM, BUILD_TILE)) == []
    (cleared,) = table.lay()
    table.answer(cleared)
    assert (cleared.kind, table.seat.light()) == ("LF", "play")
    assert kinds(table.lay(FORUM)) == ["CM"]


def test_after_a_refusal_another_card_counts_at_once():
    table = at_table()
    (promise,) = table.lay(FORUM)
    table.answer(promise, "NK")
    assert kinds(table.lay(ALTAR)) == ["CM"]


def test_a_card_that_came_at_the_wrong_moment_is_committed_later():
    table = at_table()
    (promise,) = table.lay(FORUM)
    table.send("NK", sid=table.sid, seq=promise.seq, reason="wrong_phase")
    table.show("locked")
    assert kinds(table.show("play")) == ["CM"]


@pytest.mark.parametrize("between", [[], ["locked"], ["locked", "reveal"]])
def test_after_a_void_the_card_that_still_lies_there_is_no_commitment(between):
    """Nor after an undo: whoever wants to play it again lifts it first."""
    table = at_table()
    table.commit(FORUM)
    for phase in between:
        for report in reports(table.show(phase)):
            table.answer(report)
    assert kinds(table.show("play", 2)) == []
    assert table.seat.light() == "play"
    assert kinds(table.lay()) == ["LF"]
    assert kinds(table.lay(FORUM)) == ["CM"]


def test_a_card_that_was_named_openly_is_no_commitment_when_the_turn_is_taken_back():
    table = at_table("enrol")
    (named,) = reports(table.lay(FORUM))
    table.answer(named)
    assert named.kind == "TG"
    assert kinds(table.show("play", 2)) == []
    table.lay()
    assert kinds(table.lay(FORUM)) == ["CM"]


def test_a_round_of_extra_plays_does_not_let_an_old_card_count_again():
    table = at_table()
    table.commit(FORUM)
    table.show("ask", 2)
    assert kinds(table.show("play", 3)) == []


def test_a_new_session_does_not_make_an_old_card_a_commitment():
    table = at_table()
    table.commit(FORUM)
    table.open("00a2")
    assert kinds(table.show("play", 2)) == []
    table.seat = SeatLogic(UID, BOOT, SECRET, "rfid1")  # a reset: only the host's x is left
    table.seat.lay((FORUM,), table.now)
    table.open("00a3")
    assert kinds(table.show("play", 2, x=table.hash(FORUM))) == []
    assert kinds(table.lay()) == ["LF"]


def test_a_new_game_asks_to_clear_the_tray():
    table = at_table()
    table.commit(FORUM)
    table.show("done")
    assert kinds(table.show("play", game="g2")) == []
    assert (table.seat.light(), table.seat.text()) == ("warn", "Clear the tray")
    assert kinds(table.lay()) == ["LF"]
    assert table.seat.light() == "play"
    assert kinds(table.lay(FORUM)) == ["CM"]


def test_a_card_that_was_laid_before_the_next_turn_began_is_committed():
    table = at_table()
    table.commit(FORUM)
    for report in reports(table.show("reveal")):
        table.answer(report)
    table.lay(ALTAR)
    assert kinds(table.show("play", 2, x=table.hash(FORUM))) == ["CM"]


def test_a_new_session_starts_with_nothing_acknowledged():
    table = at_table()
    table.commit(FORUM)
    table.open("00a2")
    assert kinds(table.show("play")) == ["CM"]


def test_a_new_session_with_an_empty_tray_withdraws_what_may_be_on_record():
    table = at_table()
    table.commit(FORUM)
    table.seat = SeatLogic(UID, BOOT, SECRET, "rfid1")
    table.seat.lay((), table.now)
    table.open("00a2")
    assert kinds(table.show("play")) == ["LF"]


def test_nothing_is_withdrawn_while_nobody_knows_what_lies_there():
    table = Table()
    table.open()
    assert kinds(table.show("play")) == []


# Lock and reveal.


def test_after_the_lock_lifting_changes_nothing():
    table = at_table()
    table.commit(FORUM)
    table.show("locked")
    assert table.lay() == []
    assert table.lay(ALTAR) == []


def test_no_card_is_named_before_the_reveal():
    table = at_table()
    table.commit(FORUM)
    table.show("locked")
    table.wait(2000)
    assert "RV" not in kinds(table.said)


@pytest.mark.parametrize("lifted", [False, True])
def test_the_reveal_opens_the_commitment(lifted):
    table = at_table()
    promise = table.commit(FORUM)
    table.show("locked")
    if lifted:
        table.lay()
    (opening,) = reports(table.show("reveal"))
    assert opening.uid == FORUM.hex()
    assert fits(promise, opening)
    table.answer(opening)
    assert reports(table.wait(1000)) == []


@pytest.mark.parametrize("phase", ["play", "open", "locked", "reveal"])
def test_an_old_state_that_is_sent_again_tells_nothing_of_the_next_card(phase):
    """The nonce of a round that was opened is known: no later card may be committed with it."""
    table = at_table()
    table.commit(FORUM)
    (opening,) = reports(table.show("reveal"))
    table.answer(opening)
    table.lay()
    table.show("play", turn=2)
    table.open("00b2")
    table.v = 0
    table.show(phase, turn=1)
    assert reports(table.lay(ALTAR) + table.wait(3000)) == []
    table.v = 0
    table.open("00c3")
    table.show("play", turn=2)
    assert "CM" in kinds(table.wait(500))


def test_the_reveal_works_after_a_reset_with_the_card_in_place():
    table = at_table()
    promise = table.commit(FORUM)
    table.seat = SeatLogic(UID, "00000002", SECRET, "rfid1")
    table.seat.lay((FORUM,), table.now)
    table.open("00a2")
    (again,) = reports(table.show("reveal"))
    assert (again.kind, again.commit) == ("CM", promise.commit)  # is this the one on record?
    (opening,) = reports(table.answer(again))
    assert fits(promise, opening)


def test_after_a_reset_a_card_that_is_not_on_record_stays_unnamed():
    table = Table()
    table.seat.lay((), 0)
    table.open()
    table.show("reveal")
    (question,) = table.lay(ALTAR)  # the next card already, laid without a look at the light
    assert question.kind == "CM"
    assert table.answer(question, "NK") == []
    assert reports(table.wait(2000)) == []
    assert table.seat.text() == "Not this card"


def test_after_a_reset_without_the_card_the_seat_asks_for_it():
    table = Table()
    table.seat.lay((), 0)
    table.open()
    assert kinds(table.show("reveal")) == []
    assert (table.seat.light(), table.seat.text()) == ("warn", "Lay your card back")
    (question,) = table.lay(FORUM)
    assert kinds(table.answer(question)) == ["RV"]


def test_after_a_reset_the_card_played_before_does_not_stand_for_the_missing_one():
    table = Table()
    table.open()
    table.seat.lay((ALTAR,), 0)
    assert kinds(table.show("reveal", 2, x=table.hash(ALTAR))) == []
    assert (table.seat.light(), table.seat.text()) == ("warn", "Lay your card back")
    (question,) = table.lay(ALTAR, FORUM)
    assert kinds(table.answer(question)) == ["RV"]


def test_after_a_reset_nothing_is_missing_before_the_tray_was_read():
    table = Table()
    table.open()
    table.show("reveal")
    assert table.seat.light() == "reveal"


def test_a_replacement_that_came_too_late_is_not_revealed():
    table = at_table()
    promise = table.commit(FORUM)
    (late,) = table.lay(ALTAR)
    table.show("locked")
    table.answer(late, "NK")
    (opening,) = reports(table.show("reveal"))
    assert fits(promise, opening)


def test_a_replacement_whose_answer_was_lost_is_cleared_up_before_the_reveal():
    table = at_table()
    table.commit(FORUM)
    (second,) = table.lay(ALTAR)
    table.show("locked")
    (again,) = reports(table.wait(200))
    assert again.seq == second.seq
    table.answer(again)
    (opening,) = reports(table.show("reveal"))
    assert fits(second, opening)


def test_no_card_is_named_while_it_is_open_which_one_is_on_record():
    table = at_table()
    table.commit(FORUM)
    table.lay(ALTAR)
    assert kinds(table.show("reveal")) == []
    (again,) = reports(table.wait(200))
    assert again.kind == "CM"
    (opening,) = reports(table.answer(again, "NK"))
    assert opening.uid == FORUM.hex()


def test_a_withdrawal_that_came_too_late_leaves_the_commitment():
    table = at_table()
    promise = table.commit(FORUM)
    (lifted,) = table.lay()
    table.show("locked")
    table.answer(lifted, "NK")
    (opening,) = reports(table.show("reveal"))
    assert fits(promise, opening)


def test_a_refused_opening_is_followed_by_the_next_likely_card():
    table = at_table()
    table.commit(FORUM)
    promise = table.commit(ALTAR)
    table.open("00a2")
    (first,) = reports(table.show("reveal"))
    assert fits(promise, first)
    (second,) = reports(table.answer(first, "NK"))
    assert second.uid == FORUM.hex()


def test_an_answer_to_the_last_round_does_not_count_in_this_one():
    table = at_table()
    (promise,) = table.lay(FORUM)
    state = {"step": "", "light": "", "sound": "", "x": "", "text": ""}
    both = frame("ST", sid=table.sid, v=9, phase="play", game="g1", round=2, **state)
    both += frame("AK", sid=table.sid, seq=promise.seq)
    (again,) = reports(table.receive(both))
    assert (again.kind, again.round) == ("CM", 2)
    assert table.seat.light() == "read"


def test_in_an_assisted_game_a_commitment_is_opened_at_once():
    table = at_table("open")
    (promise,) = table.lay(FORUM)
    (opening,) = table.answer(promise)
    assert fits(promise, opening)
    table.answer(opening)
    assert kinds(table.lay()) == ["LF"]


def test_what_was_opened_early_is_opened_again_after_the_lock():
    table = at_table("open")
    (promise,) = table.lay(FORUM)
    (opening,) = table.answer(promise)
    table.answer(opening)
    table.show("locked")
    assert kinds(table.show("reveal")) == ["RV"]


# Questions.


def test_a_lit_button_answers_the_question():
    table = at_table("ask", step="7", light="ask:bW-")
    (answer,) = table.press(1)
    assert (answer.kind, answer.step, answer.key) == ("BT", "7", "wonder")


def test_a_dark_button_answers_nothing():
    table = at_table("ask", step="7", light="ask:bW-")
    assert table.press(2) == []
    assert table.seat.take_sound() == "low"


@pytest.mark.parametrize("letters, keys", [("bws", "build wonder sell"), ("lor", "left ok right")])
def test_the_buttons_mean_what_the_host_says(letters, keys):
    pressed = []
    for button in range(3):
        (answer,) = at_table("ask", step="7", light="ask:" + letters).press(button)
        pressed.append(answer.key)
    assert pressed == keys.split()


def test_without_letters_the_buttons_build_wonder_and_sell():
    table = at_table("ask", step="7")
    assert table.seat.lamps() == "bws"


def test_without_a_question_the_buttons_are_dark():
    table = at_table("ask", light="ask:bws")
    assert table.seat.lamps() == "---"
    assert table.press(0) == []


def test_after_an_answer_only_its_button_is_lit():
    table = at_table("ask", step="7", light="ask:bWs")
    table.press(1)
    assert table.seat.lamps() == "-W-"


def test_a_storm_of_presses_is_one_answer():
    table = at_table("ask", step="7")
    for _ in range(50):
        table.press(0)
    (answer,) = reports(table.said)
    table.answer(answer)
    for _ in range(50):
        table.press(0)
    assert len(reports(table.said)) == 1


def test_another_key_before_the_answer_replaces_the_first():
    table = at_table("ask", step="7")
    table.press(0)
    (answer,) = table.press(2)
    assert answer.key == "sell"


def test_an_answer_belongs_to_its_question():
    table = at_table("ask", step="7")
    table.press(0)
    assert kinds(table.show("ask", step="8")) == []


def test_a_refused_answer_leaves_the_question_open():
    table = at_table("ask", step="7")
    (answer,) = table.press(0)
    table.answer(answer, "NK")
    assert (table.seat.lamps(), table.seat.take_sound()) == ("bws", "low")
    assert kinds(table.press(0)) == ["BT"]


def test_an_answer_without_an_answer_is_said_again_in_the_next_session():
    table = at_table("ask", step="7")
    table.press(0)
    table.open("00a2")
    (answer,) = reports(table.show("ask", step="7"))
    assert answer.key == "build"


def test_a_long_press_calls_a_mistake_even_without_a_question():
    table = at_table("done")
    (answer,) = table.press(0, long=True)
    assert (answer.kind, answer.step, answer.key) == ("BT", "", "undo")


def test_a_press_that_began_in_an_earlier_round_calls_nothing_in_this_one():
    """The turn was taken back while the button was down: the turn before is not meant."""
    table = at_table()
    table.seat.touch()
    table.show("play", 2)
    assert reports(table.press(0, long=True)) == []
    table.seat.touch()
    (call,) = reports(table.press(0, long=True))
    assert (call.round, call.key) == (2, "undo")


def test_a_press_that_began_in_an_earlier_question_answers_nothing_in_this_one():
    table = at_table("ask", step="7")
    table.seat.touch()
    table.show("ask", step="8")
    assert reports(table.press(0)) == []


def test_an_action_tile_after_the_card_answers_like_a_button():
    table = at_table()
    table.tiles("build", BUILD_TILE)
    table.commit(FORUM)
    table.show("ask", step="7")
    (answer,) = table.lay(FORUM, BUILD_TILE)
    assert (answer.kind, answer.key) == ("BT", "build")


def test_a_tile_beside_the_card_is_no_second_card():
    table = at_table()
    table.tiles("build", BUILD_TILE)
    assert kinds(table.lay(FORUM, BUILD_TILE)) == ["CM"]
    assert table.seat.light() == "read"


def test_a_tile_that_was_laid_early_answers_when_the_question_comes():
    table = at_table()
    table.tiles("sell", SELL_TILE)
    table.lay(SELL_TILE)
    (answer,) = reports(table.show("ask", step="7"))
    assert answer.key == "sell"


def test_a_tile_answers_one_question_until_it_is_lifted():
    table = at_table("ask", step="7")
    table.tiles("build", BUILD_TILE)
    (answer,) = table.lay(BUILD_TILE)
    table.answer(answer)
    assert kinds(table.show("ask", 2, step="8")) == []
    table.lay()
    assert kinds(table.lay(BUILD_TILE)) == ["BT"]


def test_a_tile_that_lay_there_at_a_reset_answers_nothing():
    table = Table()
    table.seat.lay((BUILD_TILE,), 0)
    table.open()
    table.tiles("build", BUILD_TILE)
    assert kinds(table.show("ask", step="7")) == []


def test_a_tile_whose_key_is_not_offered_answers_nothing():
    table = at_table("ask", step="7", light="ask:lor")
    table.tiles("build", BUILD_TILE)
    assert table.lay(BUILD_TILE) == []


def test_a_players_tag_claims_that_players_seat():
    table = at_table("ask", step="claim0", light="ask:-o-")
    table.tiles("seat3", BUILD_TILE)
    (answer,) = table.lay(BUILD_TILE)
    assert (answer.kind, answer.step, answer.key) == ("BT", "claim0", "seat3")


def test_a_players_tag_answers_no_other_question():
    table = at_table("ask", step="7")
    table.tiles("seat3", BUILD_TILE)
    assert table.lay(BUILD_TILE) == []


def test_a_card_that_is_laid_before_its_seat_is_claimed_stays_secret():
    table = at_table("ask", step="claim0", light="ask:-o-")
    table.tiles("seat3", BUILD_TILE)
    assert table.lay(FORUM) == []


def test_a_tile_answers_where_a_card_could_too():
    table = at_table("enrol", step="7", light="ask:-o-")
    table.tiles("ok", BUILD_TILE)
    (answer,) = table.lay(BUILD_TILE)
    assert (answer.kind, answer.key) == ("BT", "ok")


def test_a_tile_can_be_enrolled_like_any_tag():
    table = at_table("enrol")
    table.tiles("ok", BUILD_TILE)
    (tag,) = table.lay(BUILD_TILE)
    assert (tag.kind, tag.uid) == ("TG", BUILD_TILE.hex())


# Outside a round.


def test_a_tag_is_named_in_the_enrol_phase():
    table = at_table("enrol")
    (tag,) = table.lay(FORUM)
    assert (tag.kind, tag.uid) == ("TG", FORUM.hex())
    table.answer(tag)
    assert reports(table.wait(1000)) == []


def test_tags_that_are_laid_quickly_are_all_named():
    table = at_table("enrol")
    for card in (FORUM, ALTAR, LOOM):
        table.lay(card)
        table.lay()
    named = []
    for _ in range(3):
        last = reports(table.said)[-1]
        named.append(last.uid)
        table.answer(last)
    assert named == [FORUM.hex(), ALTAR.hex(), LOOM.hex()]


def test_a_tag_that_nobody_took_is_not_named_in_a_round():
    table = at_table("enrol")
    table.lay(FORUM)
    assert "TG" not in kinds(table.show("play"))


@pytest.mark.parametrize("phase", ["idle", "locked", "ask", "done"])
def test_in_other_phases_a_tag_is_nobodys_business(phase):
    table = at_table(phase, step="7")
    assert table.lay(LOOM) == []
    assert table.seat.light() == phase


# Faults.


def test_a_fault_is_reported_once_a_session():
    table = at_table()
    table.seat.fault("reader_dead", "no answer on the bus")
    (fault,) = table.tick()
    assert (fault.kind, fault.code, fault.text) == ("ER", "reader_dead", "no answer on the bus")
    table.answer(fault)
    assert reports(table.wait(1000)) == []
    table.open("00a2")
    (lifted,) = reports(table.show("play"))
    assert kinds(table.answer(lifted)) == ["ER"]


def test_a_dead_reader_shows_and_keeps_the_commitment():
    table = at_table()
    table.commit(FORUM)
    table.seat.fault("reader_dead", "")
    table.answer(table.tick()[0])
    assert table.seat.light() == "fault"
    table.seat.mend("reader_dead")
    assert table.seat.light() == "committed"
    assert reports(table.wait(1000)) == []


def test_a_seat_that_lost_every_optional_part_still_reports_a_dead_reader():
    table = at_table()
    lost = ["wiring", "no_display", "no_buttons", "no_lamps", "no_buzzer", "second_dead"]
    codes = []
    for code in [*lost, "reader_dead"]:
        table.seat.fault(code, "")
        (fault,) = reports(table.wait(1000))[:1]
        codes.append(fault.code)
        table.answer(fault)
    assert codes == [*lost, "reader_dead"]
    assert table.seat.light() == "fault"


def test_a_play_goes_before_a_fault():
    table = at_table()
    table.seat.fault("low_memory", "")
    table.tick()
    assert kinds(table.lay(FORUM)) == ["CM"]


def test_a_crash_is_told_when_a_session_opens():
    table = Table()
    table.seat.fault("crashed", "ZeroDivisionError: seat.py, line 7")
    table.open()
    (fault,) = reports(table.show("idle"))
    assert fault.text == "ZeroDivisionError: seat.py, line 7"


def test_an_unreadable_tag_is_amber():
    table = at_table()
    table.seat.fault("unreadable", "")
    assert table.seat.light() == "warn"


def test_a_seat_says_in_its_hello_which_place_it_is_built_into(tmp_path):
    path = tmp_path / "seat.json"
    seat = SeatLogic(UID, BOOT, SECRET, "rfid1")
    assert b"seat=" not in seat.tick(0)
    path.write_text('{"seat": 3}')
    seat.session.place = kept_place(str(path))
    assert b"cap=rfid1 seat=3*" in seat.tick(1000)


@pytest.mark.parametrize("content", [None, "", "[]", "{}", '{"seat": "x"}', '{"seat": null}'])
def test_a_place_that_cannot_be_read_is_none(tmp_path, content):
    path = tmp_path / "seat.json"
    if content is not None:
        path.write_text(content)
    assert kept_place(str(path)) == 0
