"""A card that answers a question: the seat asks first whether it may be named."""

from firmware.seat.seat import SeatLogic
from tests.firmware.table import ALTAR, FORUM, LOOM, SECRET, UID, at_table, kinds, reports

PICK = {"step": "4k30", "light": "ask:-o-"}


def asks(message):
    """Whether a seat asks if the card on its tray is still wanted."""
    return (message.kind, message.step, message.key) == ("BT", PICK["step"], "card")


def test_a_card_for_a_question_is_named_once_the_host_says_that_it_still_asks():
    table = at_table("enrol", **PICK)
    (question,) = table.lay(FORUM)
    assert asks(question)
    (tag,) = table.answer(question)
    assert (tag.kind, tag.uid) == ("TG", FORUM.hex())
    table.answer(tag)
    assert reports(table.wait(1000)) == []


def test_after_the_answer_the_next_card_is_not_named_though_no_new_state_has_come():
    table = at_table("enrol", **PICK)
    (question,) = table.lay(FORUM)
    (tag,) = table.answer(question)
    table.answer(tag)
    (question,) = table.lay(ALTAR)
    assert asks(question)
    assert table.answer(question, "NK") == []
    assert table.seat.take_sound() == ""  # the card is right, only the state is late
    assert reports(table.wait(2000)) == []
    assert kinds(table.show("play", 2)) == ["CM"]


def test_a_second_card_is_not_named_while_the_first_is_on_its_way():
    table = at_table("enrol", **PICK)
    (question,) = table.lay(FORUM)
    table.answer(question)
    table.lay(ALTAR)
    assert {m.uid for m in table.wait(2000) if m.kind == "TG"} == {FORUM.hex()}


def test_a_yes_for_one_card_is_no_yes_for_the_card_that_replaced_it():
    table = at_table("enrol", **PICK)
    (first,) = table.lay(FORUM)
    table.lay(ALTAR)
    (tag,) = table.answer(first)
    assert tag.uid == FORUM.hex()
    (second,) = table.answer(tag)
    assert asks(second) and second.seq != first.seq
    assert table.answer(first) == []
    assert table.answer(second, "NK") == []
    assert ALTAR.hex() not in {message.uid for message in table.said}


def test_a_question_that_was_answered_elsewhere_betrays_no_card():
    table = at_table("enrol", **PICK)
    (question,) = table.lay(FORUM)
    table.answer(question, "NK")
    table.wait(2000)
    assert "TG" not in kinds(table.said)


def test_a_refused_card_leaves_the_question_open():
    table = at_table("enrol", **PICK)
    (question,) = table.lay(FORUM)
    (tag,) = table.answer(question)
    table.answer(tag, "NK")
    assert table.seat.take_sound() == "low"
    (question,) = table.lay(ALTAR)
    (tag,) = table.answer(question)
    assert tag.uid == ALTAR.hex()


def test_an_audit_names_card_after_card():
    table = at_table("enrol", step="audit")
    for card in (FORUM, ALTAR, LOOM):
        (question,) = table.lay(card)
        (tag,) = table.answer(question)
        assert tag.uid == card.hex()
        table.answer(tag)
        table.lay()


def test_a_card_that_was_laid_too_early_answers_the_next_question():
    table = at_table("enrol", **PICK)
    (question,) = table.lay(FORUM)
    table.answer(question, "NK")
    (question,) = reports(table.show("enrol", step="4k31"))
    assert (question.step, question.key) == ("4k31", "card")


def test_a_card_that_has_answered_does_not_answer_the_next_question_too():
    table = at_table("enrol", **PICK)
    (question,) = table.lay(FORUM)
    (tag,) = table.answer(question)
    table.answer(tag)
    assert reports(table.show("enrol", step="4k31")) == []
    table.lay()
    assert kinds(table.lay(FORUM)) == ["BT"]


# An audit asks for all cards of a city, perhaps in the middle of a round.

AUDIT = {"step": "audit", "light": "ask:-o-"}


def test_an_audit_does_not_name_the_card_that_is_committed():
    table = at_table()
    table.commit(FORUM)
    assert reports(table.show("enrol", **AUDIT)) == []
    table.lay(FORUM, ALTAR)  # now there are two: it is not clear which is meant
    table.lay(ALTAR)
    (question,) = reports(table.wait(1000))[-1:]
    (tag,) = table.answer(question)
    assert (tag.kind, tag.uid) == ("TG", ALTAR.hex())
    table.answer(tag)
    assert reports(table.lay(FORUM)) == []


def test_an_audit_names_no_card_that_lies_there_after_a_reset():
    """It may be the one that is committed: the seat does not know any more."""
    table = at_table()
    table.commit(FORUM)
    table.seat = SeatLogic(UID, "0badcaff", SECRET, "rfid1,btn")
    table.open("00a2")
    table.lay(FORUM)
    assert reports(table.show("enrol", **AUDIT)) == []
    table.lay()
    assert kinds(table.lay(ALTAR)) == ["BT"]


def test_an_audit_names_the_card_that_was_opened():
    table = at_table()
    table.commit(FORUM)
    (opening,) = reports(table.show("reveal"))
    table.answer(opening)
    assert kinds(table.show("enrol", **AUDIT)) == ["BT"]


def test_a_card_that_was_named_is_no_commitment_although_the_answer_was_lost():
    """The host has it and goes on; only its answer did not arrive."""
    table = at_table("enrol", step="pick")
    (question,) = reports(table.lay(ALTAR))
    (named,) = reports(table.answer(question))
    assert named.kind == "TG"
    assert reports(table.show("play", turn=2) + table.wait(1000)) == []
    table.lay()
    assert "CM" in kinds(table.lay(ALTAR) + table.wait(500))
