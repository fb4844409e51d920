"""The guided visit: a person at the terminal, with virtual hands."""

import pytest

from host_tools.doctor.diagnosis import diagnose
from host_tools.doctor.facts import BUTTONS
from host_tools.doctor.findings import CLOSER
from tests.doctor.ward import Ward

CARD = "04a1b2c3d4e5f6"
PRESS_MS = 100


class Hands:
    """Does what the doctor says, except for the parts that are broken."""

    def __init__(self, ward):
        self.ward = ward
        self.said = []
        self.seen = []  # what the lights and buzzers did when the person was asked
        self.deaf = set()  # seats that read nothing
        self.unheard = set()  # seats on which a card is not read
        self.mistakes = {}  # seat: the one on which the card is laid instead
        self.leaks = {}  # seat: the seat whose field reaches there
        self.broken = set()  # buttons, as (seat, name)
        self.blind = {}  # word in a question: what the person types
        self._lines = []
        self._down = []
        ward.every.append(self._hold)

    def tell(self, text):
        self.said.append(text)
        if text.startswith("Lay it on seat "):
            number = int(text.split()[4].strip(","))
            self._lay(self.mistakes.get(number, number))
        elif " reads it. Lay it on seat " in text:
            self._move(int(text.split()[8].strip(",")))
        elif text == "It is read. Lift it." or text.startswith("Take one card"):
            for parts in self.ward.parts:
                parts.lift()
        elif text.startswith("Press the "):
            self._press(text.split()[2])
        elif "Enter if so" in text:
            self._answer(text)

    def line(self):
        return self._lines.pop(0) if self._lines else None

    def _lay(self, number):
        if number in self.unheard:
            self._lines.append("")
            return
        for seat in (number, self.leaks.get(number)):
            if seat and seat not in self.deaf:
                self.ward.parts[seat - 1].lay(CARD)

    def _move(self, number):
        if number not in self.mistakes:
            self._lines.append("")  # it is there
            return
        for parts in self.ward.parts:
            parts.lift()
        self._lay(number)

    def _press(self, button):
        for number, parts in enumerate(self.ward.parts, 1):
            if (number, button) not in self.broken:
                parts.press(button)
                self._down.append([parts, button, PRESS_MS])
        if any(name == button for _, name in self.broken):
            self._lines += [None] * 100 + [""]  # waits a little, then gives up

    def _hold(self, ms):
        for press in self._down:
            press[2] -= 20
            if press[2] == 0:
                press[0].release(press[1])

    def _answer(self, text):
        words = [word for word in self.blind if word in text]
        self._lines += [None] * 100 + [self.blind[words[0]] if words else ""]


def sentences(ward, hands):
    return [(found.seat, found.what, found.do) for found in diagnose(ward.examine(hands))]


@pytest.fixture
def ward():
    return Ward(3)


@pytest.fixture
def hands(ward):
    return Hands(ward)


def test_three_good_seats_and_a_person(ward, hands):
    facts = ward.examine(hands)
    assert diagnose(facts) == []
    assert facts.matrix == {1: (1,), 2: (2,), 3: (3,)}
    assert [seat.rate for seat in facts.seats] == [1.0] * 3
    assert hands.said == [
        "Take one card of the game, and clear all trays.",
        *(
            sentence
            for number in (1, 2, 3)
            for sentence in (
                f"Lay it on seat {number}, whose light blinks. (Enter: it is not read.)",
                "It is read. Lift it.",
            )
        ),
        *(
            f"Press the {button} button on every seat. (Enter: the rest does nothing.)"
            for button in BUTTONS
        ),
        *(
            f"Now every light shows {colour}. Enter if so, or the seats that do not (2 5):"
            for colour in ("red", "green", "blue")
        ),
        "Now all three buttons are green. Enter if so, or the seats that do not (2 5):",
        *(f"Seat {number} plays a tune." for number in (1, 2, 3)),
        "Each seat has played a tune. Enter if so, or the seats that do not (2 5):",
    ]


def test_a_card_read_by_two_seats_shows_in_the_matrix(ward, hands):
    hands.leaks = {2: 3}
    facts = ward.examine(hands)
    assert facts.matrix == {1: (1,), 2: (2, 3), 3: (3,)}
    assert [(found.seat, found.what) for found in diagnose(facts)] == [
        (3, "It reads the card on seat 2 too.")
    ]


def test_a_card_that_is_not_read_is_told(ward, hands):
    hands.unheard = {2}
    assert sentences(ward, hands) == [(2, "It did not read the card that was laid on it.", CLOSER)]


def test_a_button_that_is_not_heard_is_told(ward, hands):
    hands.broken = {(3, "middle")}
    assert sentences(ward, hands) == [
        (
            3,
            "Its middle button was not heard.",
            "Check the wires to the board and to ground, and whether two buttons are swapped.",
        )
    ]


def test_a_stuck_button_is_told_once(ward, hands):
    ward.parts[0].press("left")
    hands.broken = {(1, "left")}
    assert [what for _, what, _ in sentences(ward, hands)] == [
        "Its left button is down all the time."
    ]


@pytest.mark.parametrize(
    ("question", "answer", "found"),
    [
        ("shows red", "2", [(2, "Its light does not show red.")]),
        (
            "shows blue",
            "1, 3",
            [(1, "Its light does not show blue."), (3, "Its light does not show blue.")],
        ),
        ("three buttons", "3", [(3, "Its buttons do not light up.")]),
        ("a tune", "1", [(1, "Its buzzer is silent.")]),
        ("a tune", "no", []),
        ("a tune", "99", []),
    ],
)
def test_what_a_person_does_not_see_or_hear_is_told(ward, hands, question, answer, found):
    hands.blind = {question: answer}
    assert [(seat, what) for seat, what, _ in sentences(ward, hands)] == found


def test_the_lights_and_the_buzzer_do_what_the_question_says(ward, hands):
    shown = {}

    def look(ms):
        if hands.said and (question := hands.said[-1]).startswith(("Now", "Seat")):
            shown.setdefault(question.split(" Enter")[0], set()).add(
                (ward.parts[0].light, ward.parts[0].lamp(1), ward.parts[0].tone > 0)
            )

    ward.every.append(look)
    ward.examine(hands)
    lights = {question: {light for light, _, _ in seen} for question, seen in shown.items()}
    assert (255, 0, 0) in lights["Now every light shows red."]
    assert (0, 60, 0) in lights["Now every light shows green."]
    assert (0, 0, 255) in lights["Now every light shows blue."]
    assert (0, 120, 0) in {lamp for _, lamp, _ in shown["Now all three buttons are green."]}
    assert any(sounds for _, _, sounds in shown["Seat 1 plays a tune."])


def test_parts_that_a_seat_does_not_have_are_not_asked_for():
    ward = Ward(1, pixels=None, buzzer=None, buttons=None)
    hands = Hands(ward)
    assert sentences(ward, hands) == []
    assert [text for text in hands.said if "Press" in text or "Now" in text or "tune" in text] == []


def test_a_seat_with_a_dead_reader_is_not_asked_for_a_card(ward, hands):
    ward.parts[1].chip.fault = "dead"
    facts = ward.examine(hands)
    assert facts.matrix == {1: (1,), 3: (3,)}
    assert [found.code for found in diagnose(facts)] == ["reader_open"]


def test_a_card_on_the_wrong_tray_is_no_cross_talk(ward, hands):
    hands.mistakes = {2: 3}
    facts = ward.examine(hands)
    assert "Seat 3 reads it. Lay it on seat 2, or Enter if it is there." in hands.said
    assert facts.matrix == {1: (1,), 2: (2,), 3: (3,)}
    assert diagnose(facts) == []


def test_a_card_that_only_the_neighbour_reads_is_told_of_both(ward, hands):
    hands.deaf = {2}
    hands.leaks = {2: 3}
    found = [(found.seat, found.what) for found in diagnose(ward.examine(hands))]
    assert found == [
        (2, "It did not read the card that was laid on it."),
        (3, "It reads the card on seat 2 too."),
    ]


def test_several_parts_make_one_sentence(ward, hands):
    hands.broken = {(1, "left"), (1, "right")}
    hands.blind = {"shows red": "1", "shows green": "1"}
    assert [what for _, what, _ in sentences(ward, hands)] == [
        "Its left and right buttons were not heard.",
        "Its light does not show red and green.",
    ]


def test_a_seat_that_comes_late_is_told_and_disturbs_nobody():
    ward = Ward(2)
    ward.shut("bed2")
    hands = Hands(ward)

    def plug(ms):
        if not ward.beds["bed2"].loop and any("Lay it on seat 1" in text for text in hands.said):
            ward.beds["bed2"].plug()
            ward.open("bed2")

    ward.every.append(plug)
    facts = ward.examine(hands)
    assert facts.matrix[1] == (1,)
    assert [(found.seat, found.code) for found in diagnose(facts)] == [(2, "exam_missing")]


def test_the_seats_of_one_board_have_a_matrix_too():
    ward = Ward(1, profile="pico_table", seats=4)
    hands = Hands(ward)
    hands.leaks = {2: 3}
    facts = ward.examine(hands)
    assert facts.matrix == {1: (1,), 2: (2, 3), 3: (3,), 4: (4,)}
    assert [(found.concerns, found.what) for found in diagnose(facts)] == [
        ((3,), "It reads the card on seat 2 too.")
    ]
    assert [seat.board[-2:] for seat in facts.seats] == [".1", ".2", ".3", ".4"]
