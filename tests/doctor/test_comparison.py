"""The doctor compares every seat with a wiring file."""

from dataclasses import replace

import pytest

from firmware.readers.mfrc522 import MFRC522
from firmware.readers.pn532 import PN532
from firmware.readers.reader import DECIBELS
from host_tools.doctor.comparison import OWN_GAIN, wiring_facts
from host_tools.doctor.diagnosis import diagnose, healthy
from host_tools.doctor.facts import DoctorFacts, SeatFacts
from host_tools.doctor.findings import HOST
from host_tools.doctor.report import print_report
from host_tools.texts.terminal import PlainConsole
from tests.doctor.ward import Ward

BOARD, OTHER = "e6614103e7452d2f", "e6614103e7452d30"
EXAMINED = {"chip": "mfrc522", "ver": "92", "gain": "33/33", "exam": "ok"}
CAP = ("rfid1", "btn", "rgb", "buzz")
FOUR = {"profile": "pico_table", "seats": 4}


def seat(number=1, board=BOARD, **facts):
    told = {**EXAMINED, **facts.pop("told", {})}
    return SeatFacts(number, board, **{"fw": "0.1.0", "cap": CAP, **facts}, told=told)


def shared(seats, first=1, board=BOARD, **facts):
    """Return the seats of one board."""
    return [seat(first + at, f"{board}.{at + 1}", **facts) for at in range(seats)]


def told(wiring, *seats):
    """Return what is found: code, seats and sentence."""
    facts = DoctorFacts(seats=tuple(seats), wiring=wiring_facts("table.json", wiring))
    return [(found.code, found.concerns, found.what) for found in diagnose(facts)]


@pytest.mark.parametrize("wiring", [{}, {"profile": "pico"}, {"profile": "esp32_s3"}])
def test_a_seat_that_is_as_the_file_says_has_no_findings(wiring):
    assert told(wiring, seat()) == []


def test_without_a_file_nothing_is_compared():
    assert diagnose(DoctorFacts(seats=(seat(cap=("rfid1",), told={"gain": "48/48"}),))) == []


# The file itself.


def test_what_cannot_work_in_the_file_is_told_and_nothing_else_about_wiring():
    wiring = {"profile": "pico", "buzzer": 16, "gain": 48, "spi": {"clk": 2}}
    assert told(wiring, *shared(2), seat(3, OTHER, cap=("rfid1",))) == [
        ("wiring_file", (HOST,), f"table.json: {text}")
        for text in (
            "spi.clk: there is no such entry. Did you mean spi.sck?",
            "GP16 is for pixels and for buzzer: give one of them another pin, such as GP0, GP1 "
            "or GP7.",
        )
    ]


# How many seats.


def test_every_seat_of_the_board_has_said_hello():
    assert told(FOUR, *shared(4)) == []


def test_a_board_with_too_few_seats_is_told_once_and_not_compared_further():
    assert told({**FOUR, "gain": 48}, *shared(3, cap=("rfid1",))) == [
        (
            "wiring_seats",
            (1, 2, 3),
            "The wiring file is for boards with 4 seats; here 3 said hello.",
        )
    ]


def test_all_boards_that_the_file_is_not_for_are_told_once():
    seats = [*shared(4), seat(5, OTHER), *shared(2, first=6, board="e6aa"), seat(8, "e6bb")]
    assert told(FOUR, *seats) == [
        (
            "wiring_seats",
            (5, 6, 7, 8),
            "The wiring file is for boards with 4 seats; these boards have 1 and 2.",
        )
    ]


def test_each_board_of_the_file_is_compared_with_it():
    seats = [*shared(4), *shared(4, first=5, board=OTHER)]
    seats[6] = replace(seats[6], told={**EXAMINED, "gain": "48/48"})
    assert [(code, concerned) for code, concerned, _ in told(FOUR, *seats)] == [
        ("wiring_gain", (7,))
    ]


def test_the_report_does_not_put_seats_of_two_boards_on_one(capsys):
    seats = (seat(1), seat(2, OTHER))
    facts = DoctorFacts(seats=seats, wiring=wiring_facts("table.json", FOUR))
    print_report(PlainConsole(width=100), facts, diagnose(facts))
    assert "\nSeats 1 and 2\n  ✗ The wiring file is for boards" in capsys.readouterr().out


# Reader and gain.


@pytest.mark.parametrize("reader", ["pn532_spi", "pn532_i2c", "pn532_uart"])
def test_another_reader_is_told_and_its_gain_is_not(reader):
    assert told({"reader": reader, "gain": 48}, seat()) == [
        (
            "wiring_reader",
            (1,),
            "The wiring file names a PN532, and the board is set up for an MFRC522.",
        )
    ]


def test_a_reader_that_could_not_be_set_up_is_no_other_reader():
    missing = seat(told={"chip": "none", "exam": "dead"}, faults={"reader_dead": "TypeError"})
    assert [code for code, _, _ in told({}, missing)] == ["reader_missing"]


@pytest.mark.parametrize(
    ("gain", "is_set", "wanted"),
    [(38, "33", 38), (None, "43", 33), ([18, 33, 33, 33], "33", 18), (33, "33", None)],
)
def test_the_gain_that_is_set_is_that_of_the_file(gain, is_set, wanted):
    first = replace(shared(4)[0], told={**EXAMINED, "gain": f"{is_set}/{is_set}"})
    found = told({**FOUR, "gain": gain}, first, *shared(4)[1:])
    sentence = f"Its gain is set to {is_set} dB; by the wiring file it is {wanted} dB."
    mine = [what for code, concerned, what in found if 1 in concerned]
    assert mine == ([sentence] if wanted else [])


def test_a_gain_that_the_chip_did_not_keep_is_not_the_files_fault():
    found = told({"gain": 33}, seat(told={"gain": "18/33"}))
    assert [code for code, _, _ in found] == ["gain_low"]


def test_a_list_that_is_too_short_leaves_the_gain_to_the_chip():
    found = told({"seats": 2, "gain": [33]}, *shared(2))
    assert found == []


@pytest.mark.parametrize("driver", [MFRC522, PN532])
def test_where_the_file_sets_no_gain_it_is_the_chips_own(driver):
    assert OWN_GAIN[driver.name] == DECIBELS[driver._gain]


# Parts.


@pytest.mark.parametrize(
    ("lost", "part"), [("btn", "buttons"), ("rgb", "lights"), ("buzz", "a buzzer")]
)
def test_a_part_that_only_the_file_has_is_told(lost, part):
    cap = tuple(word for word in CAP if word != lost)
    sentence = f"The wiring file names {part}, and the board is set up without."
    assert told({"profile": "pico"}, seat(cap=cap)) == [("wiring_part", (1,), sentence)]


@pytest.mark.parametrize(
    ("entry", "part"),
    [
        ("buttons", "buttons"),
        ("pixels", "lights"),
        ("buzzer", "a buzzer"),
        ("display", "a display"),
    ],
)
def test_a_part_that_only_the_seat_has_is_a_note(entry, part):
    found = told({entry: None}, seat(cap=(*CAP, "oled")))
    assert found == [("wiring_extra", (1,), f"It has {part}, and the wiring file names none.")]


def test_notes_alone_are_healthy():
    facts = DoctorFacts(seats=(seat(),), wiring=wiring_facts("my.json", {"buzzer": None}))
    assert healthy(diagnose(facts))


def test_a_second_reader_is_compared_seat_by_seat():
    wiring = {**FOUR, "second": [18, None, 19, None]}
    seats = shared(4)
    for place in (0, 1):
        seats[place] = replace(seats[place], cap=("rfid2", *CAP[1:]))
    assert told(wiring, *seats) == [
        ("wiring_extra", (2,), "It has a second reader, and the wiring file names none."),
        (
            "wiring_part",
            (3,),
            "The wiring file names a second reader, and the board is set up without.",
        ),
    ]


def test_what_all_seats_of_a_board_lack_is_told_once():
    found = told(FOUR, *shared(4, cap=("rfid1", "btn", "rgb")))
    assert [(code, concerned) for code, concerned, _ in found] == [("wiring_part", (1, 2, 3, 4))]


def test_a_file_without_a_profile_speaks_only_of_the_parts_that_it_names():
    bare = seat(cap=("rfid1",))
    assert told({"gain": 33}, bare) == []
    assert [code for code, _, _ in told({"pixels": 0}, bare)] == ["wiring_part"]


def test_a_seat_that_does_not_say_what_it_has_is_not_blamed():
    assert told({"profile": "pico"}, seat(cap=("",))) == []


# On boards.


def sentences(ward, wiring):
    facts = replace(ward.examine(), wiring=wiring_facts("table.json", wiring))
    return [(found.concerns, found.what, found.do) for found in diagnose(facts)]


def test_boards_with_the_wiring_of_the_file_fit_it():
    wiring = {"profile": "pico_table", "seats": 2, "gain": [38, 43]}
    assert sentences(Ward(2, **wiring), wiring) == []


def test_a_display_that_the_file_names_and_nobody_finds_is_told():
    assert sentences(Ward(2), {"display": {"address": 0x3D}}) == [
        (
            (number,),
            "The wiring file names a display, and none answers.",
            "Check that it is plugged in, and that its address is 0x3D. The seat looks for it when "
            "it starts.",
        )
        for number in (1, 2)
    ]


def test_a_board_without_the_file_is_told_what_differs():
    found = sentences(Ward(1, buzzer=None), {"profile": "pico", "gain": 48})
    assert [what for _, what, _ in found] == [
        "The wiring file names a buzzer, and the board is set up without.",
        "Its gain is set to 33 dB; by the wiring file it is 48 dB.",
    ]


def test_a_second_reader_that_does_not_answer_is_told():
    ward = Ward(1, second=7)
    ward.parts[0].second_chip.fault = "dead"
    assert [what for _, what, _ in sentences(ward, {"second": 7})] == [
        "Its second reader does not answer."
    ]
