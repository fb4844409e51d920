"""Every fault that a virtual board can have, and the sentence that the doctor finds for it."""

import random

import pytest

from firmware.link import SEAT, Splitter, check, frame, parse
from host_tools.doctor.diagnosis import diagnose
from host_tools.doctor.findings import AGAIN, CLOSER, FLASH, SEAT_KINDS
from host_tools.sim.boards.faulty_seats import (
    DISPLAY,
    PART_FAULTS,
    RELAPSES,
    WIRINGS,
    FailingDisplay,
)
from host_tools.sim.chips.tag import Tag
from tests.doctor.ward import Ward

CARD = "04a1b2c3d4e5f6"
WIRES = "Check the reader's 3.3 V and GND, and its wires SCK, MOSI, MISO and SDA."

# What is done to the parts of a seat, and what the doctor says.
FAULTS = {
    "dead": ("Its reader does not answer: the bus reads 0xFF.", WIRES),
    "shorted": (
        "Its reader does not answer: the bus reads 0x00.",
        "MISO touches ground, or RST is held low: check these two wires, and the reader's 3.3 V.",
    ),
    "failing": (
        "Its reader fails the self-test.",
        "Try wires under 15 cm. If it fails again, replace the reader.",
    ),
    "faint": (
        "The gain of its antenna is 18 dB and should be 33 dB.",
        "The reader does not keep its settings: check its 3.3 V. If that is good, replace it.",
    ),
    "clone": (
        "Its reader is a clone (version 0xB2).",
        "Nothing, as long as it reads cards reliably: clones work, but with less range.",
    ),
    "cut": (
        "It reads 8804a1b2: a 7-byte UID, cut off.",
        "Enrol no cards here: its driver is not ours. `wondertable flash` replaces it.",
    ),
    "short": (
        "The card a1b2c3d4 has a UID of 4 bytes and is not an NTAG21x.",
        "Use NTAG213, 215 or 216 stickers: other UIDs may not be unique.",
    ),
    "two": ("Two cards are on its tray.", "Lift one of them, and run the doctor again."),
    "garbled": (
        "Something on its tray cannot be read.",
        "Lift it. If it is a card of the game, its sticker is broken: replace the sticker.",
    ),
    "stuck": (
        "Its left button is down all the time.",
        "Check whether its cap is jammed, or its wire touches ground.",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_doctor_finds_it_and_nothing_else(fault):
    ward = Ward(2)
    PART_FAULTS[fault](ward.parts[1], 2)
    assert ward.sentences() == [(2, *FAULTS[fault])]


COPED_WITH = {"stubborn": {}, "slow": WIRINGS["slow"]}


@pytest.mark.parametrize("fault", COPED_WITH)
def test_the_firmware_copes_with_it(fault):
    ward = Ward(1, **COPED_WITH[fault])
    PART_FAULTS["card"](ward.parts[0], 1)
    PART_FAULTS[fault](ward.parts[0], 1)
    facts = ward.examine()
    assert facts.seats[0].rate == 1.0
    assert diagnose(facts) == []


def test_a_pn532_that_finds_cards_only_in_every_other_list_reads_half_of_them():
    ward = Ward(1, **WIRINGS["alternating"])
    PART_FAULTS["card"](ward.parts[0], 1)
    PART_FAULTS["alternating"](ward.parts[0], 1)
    assert [what for _, what, _ in ward.sentences()] == [
        "It reads the card on its tray in only 50 % of all tries."
    ]


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("hung", "Its reader hung and was restarted 4 times."),
        ("deaf", "Its receiver went deaf and heard cards again after a restart."),
        ("hanging", "Its reader hung and was restarted 4 times."),
    ],
)
def test_a_reader_that_a_restart_cures_for_a_while_is_told(fault, sentence):
    ward = Ward(1, **WIRINGS.get(fault, {}))
    ward.parts[0].lay(CARD)
    ward.every.append(lambda ms: ms % 1500 or RELAPSES[fault](ward.parts[0]))
    assert [what for _, what, _ in ward.sentences()] == [sentence]


def test_a_display_that_goes_is_told():
    ward = Ward()
    board = ward.beds["bed1"]
    board.unplug()
    board.parts.wires.i2c_parts[DISPLAY] = FailingDisplay()
    board.plug()
    assert [what for _, what, _ in ward.sentences()] == ["Its display does not answer any more."]


def test_an_expander_that_goes_takes_the_buttons_of_its_four_seats():
    ward = Ward(1, profile="pico_table", seats=5)
    PART_FAULTS["no_buttons"](ward.parts[1], 2)
    found = diagnose(ward.examine())
    assert [(each.concerns, each.what) for each in found] == [
        ((seat,), "Its buttons do not answer any more.") for seat in (1, 2, 3, 4)
    ]


def test_a_single_seat_may_have_an_expander_too():
    ward = Ward(1, **WIRINGS["no_buttons"])
    PART_FAULTS["no_buttons"](ward.parts[0], 1)
    assert [what for _, what, _ in ward.sentences()] == ["Its buttons do not answer any more."]


def test_a_healthy_ward_has_no_findings():
    ward = Ward(3)
    for number, parts in enumerate(ward.parts, 1):
        PART_FAULTS["card"](parts, number)
    facts = ward.examine()
    assert [seat.rate for seat in facts.seats] == [1.0, 1.0, 1.0]
    assert [seat.number for seat in facts.seats] == [1, 2, 3]
    assert ward.sentences() == []


@pytest.mark.parametrize("reader", ["pn532_spi", "pn532_i2c", "pn532_uart"])
def test_a_good_pn532_has_no_findings(reader):
    ward = Ward(1, reader=reader)
    ward.parts[0].lay(CARD)
    assert ward.sentences() == []


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("dead", "Its PN532 does not answer."),
        ("failing", "Its reader fails the self-test."),
        ("faint", "The gain of its antenna is 18 dB and should be 38 dB."),
    ],
)
def test_a_pn532_has_faults_too(fault, sentence):
    ward = Ward(1, reader="pn532_i2c")
    ward.parts[0].chip.fault = fault
    assert [what for _, what, _ in ward.sentences()] == [sentence]


def test_a_clone_of_a_pn532_is_named():
    ward = Ward(1, reader="pn532_spi")
    ward.parts[0].chip.version = 0x07
    assert [what for _, what, _ in ward.sentences()] == ["Its reader is a clone (version 0x07)."]


@pytest.mark.parametrize("version", [0x88, 0x82])
def test_other_clones_are_named_too(version):
    ward = Ward()
    ward.parts[0].chip.version = version
    ward.parts[0].chip.restart()
    sentence = f"Its reader is a clone (version 0x{version:02X})."
    assert [what for _, what, _ in ward.sentences()] == [sentence]


@pytest.mark.parametrize("fault", ["weak", "late"])
def test_a_weak_card_and_late_answers_have_a_low_rate(fault):
    ward = Ward()
    PART_FAULTS[fault](ward.parts[0], 1)
    ((seat, what, do),) = ward.sentences()
    assert (seat, do) == (1, SEAT_KINDS["rate_low"].do)
    percent = int(what.removeprefix("It reads the card on its tray in only ").split()[0])
    assert what.endswith(" % of all tries.")
    assert 20 < percent < 80


def test_a_card_that_comes_and_goes_is_told():
    ward = Ward()
    tag = Tag(CARD)

    def flicker(ms):
        on = tag in ward.parts[0].field.tags
        if on == (ms % 1000 < 500):
            (ward.parts[0].lift if on else ward.parts[0].lay)(tag)

    ward.every.append(flicker)
    ((_, what, do),) = ward.sentences()
    assert what == "It lost the card on its tray 4 times, and found it again."
    assert do == CLOSER


def test_two_seats_that_read_one_card_are_too_close():
    ward = Ward(3)
    PART_FAULTS["card"](ward.parts[0], 1)
    PART_FAULTS["neighbour"](ward.parts[1], 2)
    assert ward.sentences() == [
        (
            2,
            "It reads the card on seat 1 too.",
            "Move the two trays apart: readers need 10 cm between them.",
        )
    ]


def test_a_reader_that_hangs_is_told():
    ward = Ward()

    def hang(ms):
        if ms in (5000, 6000):
            ward.parts[0].chip.fault = "hung"

    ward.every.append(hang)
    assert ward.sentences() == [
        (
            1,
            "Its reader hung and was restarted twice.",
            "Give it a steady 3.3 V: a capacitor of 10 µF at the reader, and wires under 15 cm.",
        )
    ]


def test_a_board_that_starts_again_and_again_lacks_power():
    ward = Ward(2)

    def reset(ms):
        if ms % 1500 == 0:
            ward.beds["bed2"].reset()

    ward.every.append(reset)
    ((seat, what, do),) = ward.sentences()
    assert seat == 2
    assert what.startswith("It started again ")
    assert int(what.split()[3]) >= 4
    assert do == "Its USB power drops: use a hub with its own power supply, and a short cable."


def test_a_board_that_is_unplugged_in_the_middle_is_told():
    ward = Ward()
    ward.every.append(lambda ms: ward.beds["bed1"].unplug() if ms == 4000 else None)
    assert ward.sentences() == [
        (1, "It fell silent while it was examined.", "Check both ends of its cable.")
    ]


def test_a_cable_that_damages_lines_is_told():
    ward = Ward()
    chance = random.Random(7)

    def spoil(port, data):
        return data.replace(b"$UP", b"$Up") if chance.random() < 0.4 else data

    ward.spoil = spoil
    ((_, what, do),) = ward.sentences()
    assert what.endswith(" of its lines arrived damaged.")
    assert do == "Use a shorter or better cable, and keep it away from power supplies."


def rewritten(body):
    """A frame as it was."""
    return b"\n$" + body + b"*" + check(SEAT, body) + b"\n"


def retold(data, **changes):
    """What a board says, with another firmware's words in its hello."""
    out = b""
    for body in Splitter(SEAT).feed(data):
        message = parse(body)
        if message.kind == "HI":
            info = {**message.info, **{k: v for k, v in changes.items() if k != "ver"}}
            board, boot = message.board, message.boot
            ver = changes.get("ver", message.ver)
            out += frame("HI", ver=ver, board=board, boot=boot, info=list(info.items()))
        elif message.kind == "UP" and "fw" in changes:  # it has never heard of an examination
            told = [pair for pair in message.info.items() if pair[0] in ("dk", "noise", "heap")]
            out += frame("UP", sid=message.sid, v=message.v, info=told)
        else:
            out += rewritten(body)
    return out


def test_old_firmware_is_told_and_not_blamed_for_what_it_cannot_know():
    ward = Ward()
    ward.spoil = lambda port, data: retold(data, fw="0.0.9")
    assert ward.sentences() == [(1, "It runs firmware 0.0.9; 0.1.0 is current.", FLASH)]


def test_another_version_of_the_wire_is_told():
    ward = Ward()
    ward.spoil = lambda port, data: retold(data, ver=9)
    assert ward.sentences() == [(0, "The seat on bed1 speaks another protocol version.", FLASH)]


def test_a_seat_that_does_not_answer_the_examination_is_told():
    ward = Ward()
    ward.spoil = lambda port, data: retold(data, fw="0.1.0")
    assert ward.sentences() == [(1, "It was not examined: it was late, or does not answer.", AGAIN)]


def rewire(board, **changes):
    """Let the board start with other wiring than its parts have."""
    board._wiring = {**board._wiring, **changes}
    board.take()  # its first hello, before the doctor came
    board.reset()


def test_a_part_that_is_wired_to_no_pin_is_told():
    ward = Ward()
    rewire(ward.beds["bed1"], buttons=7)
    ((_, what, do),) = ward.sentences()
    assert what.startswith("Its wiring is impossible: btn: TypeError")
    assert do == "Correct /wiring.json on the board; docs/firmware.md has its entries."


def test_a_reader_that_is_wired_to_no_bus_is_told():
    ward = Ward()
    rewire(ward.beds["bed1"], spi=None)
    ((_, what, do),) = ward.sentences()
    assert what.startswith("No reader could be set up: TypeError")
    assert do == "Correct /wiring.json on the board; docs/firmware.md has its entries."


@pytest.mark.parametrize(
    ("code", "text", "sentence"),
    [
        (
            "crashed",
            "ZeroDivisionError: main.py",
            "Its firmware crashed: ZeroDivisionError: main.py",
        ),
        ("low_memory", "900 bytes left", "It is short of memory: 900 bytes left."),
        (
            "no_secret",
            "the flash does not keep the seat's secret",
            "Its flash does not keep its secret: a card could not be opened after a restart.",
        ),
    ],
)
def test_what_a_seat_says_of_itself_is_passed_on(code, text, sentence):
    ward = Ward()
    ward.beds["bed1"].loop.fault(code, text)
    assert [what for _, what, _ in ward.sentences()] == [sentence]


def test_a_port_that_answers_nothing_is_told():
    ward = Ward()
    ward.spoil = lambda port, data: b""
    assert ward.sentences() == [
        (
            0,
            "bed1 does not answer as a seat does.",
            "Press the board's reset button. If that does not help, run `wondertable flash`.",
        )
    ]


@pytest.mark.parametrize("said", [b"\r\n>>> ", b"#WH 1*AC4A6D32"])
def test_a_repl_is_told_by_its_prompt_or_by_our_own_words(said):
    ward = Ward()
    ward.spoil = lambda port, data: said
    assert ward.sentences() == [
        (
            0,
            "bed1 runs MicroPython, but not the Wondertable firmware.",
            "`wondertable flash` installs it.",
        )
    ]


def test_a_seat_keeps_the_number_that_its_board_tells():
    ward = Ward(3)
    ward.spoil = lambda port, data: data if port != "bed1" else retold(data, seat=2)
    numbers = {seat.board[-2:]: seat.number for seat in ward.examine().seats}
    assert numbers == {"31": 2, "32": 1, "33": 3}


def test_a_session_that_begins_anew_is_no_card_that_comes_and_goes():
    ward = Ward()
    ward.parts[0].lay(CARD)

    def cut_off(ms):  # long enough for the host to give the session up, and for the seat too
        ward.spoil = lambda port, data: b"" if 4500 < ms < 7700 else data

    ward.every.append(cut_off)
    facts = ward.examine()
    assert (facts.seats[0].flickers, facts.seats[0].restarts) == (0, 0)


def test_two_boards_of_one_number_are_told():
    ward = Ward(2)
    ward.beds["bed2"]._uid = ward.beds["bed1"]._uid
    ward.beds["bed2"].reset()
    assert ward.sentences() == [
        (
            0,
            "The board on bed1 has the same number as another one, and is left alone.",
            "Unplug one of the two.",
        )
    ]
