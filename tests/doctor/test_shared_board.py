"""The doctor and a board with several seats: numbers, findings that all seats share, faults."""

from dataclasses import replace

import pytest

from firmware.link import frame
from host_tools.doctor.diagnosis import diagnose, verdict
from host_tools.doctor.facts import DoctorFacts, SeatFacts
from host_tools.doctor.report import print_report
from host_tools.doctor.visit import Visit
from host_tools.link.hub import Hub
from host_tools.texts.terminal import PlainConsole
from tests.link.plain_seat import PlainSeat

BOARD = "e6614103e7452d2f"
EXAMINED = {"chip": "mfrc522", "ver": "92", "exam": "ok"}
STEP_S = 0.02


def seats(*more):
    """Return the facts of the seats of one board, each with what is said of it."""
    return tuple(
        SeatFacts(
            number, f"{BOARD}.{number - 1}", "/dev/ttyACM0",
            **{"fw": "0.1.0", "told": EXAMINED, **facts},
        )
        for number, facts in enumerate(more, 1)
    )  # fmt: skip


def test_what_all_seats_of_a_board_have_is_told_once_of_all_of_them():
    facts = DoctorFacts(seats=seats(*[{"fw": "0.0.9"}] * 4))
    (finding,) = diagnose(facts)
    assert (finding.code, finding.seat, finding.seats) == ("firmware_old", 1, (1, 2, 3, 4))
    assert verdict(facts, [finding]) == (
        "Not healthy: 1 thing is wrong, with seats 1, 2, 3 and 4."
    )  # fmt: skip


def test_what_one_seat_of_a_board_has_is_told_of_that_seat():
    dead = {"told": {**EXAMINED, "exam": "dead", "ver": "ff"}}
    facts = DoctorFacts(seats=seats({}, dead, {}))
    assert [(found.code, found.concerns) for found in diagnose(facts)] == [("reader_open", (2,))]


def test_two_boards_with_the_same_fault_are_told_apart():
    old = SeatFacts(9, "e6614103e7452d30", fw="0.0.9", told=EXAMINED)
    facts = DoctorFacts(seats=(*seats({"fw": "0.0.9"}, {"fw": "0.0.9"}), old))
    assert [found.concerns for found in diagnose(facts)] == [(1, 2), (9,)]


def test_boards_that_keep_the_same_number_are_told():
    table = [{"place": place} for place in (1, 2, 3, 4)]
    lone = SeatFacts(5, "e6614103e7452d30", "/dev/ttyACM1", place=3, fw="0.1.0", told=EXAMINED)
    facts = DoctorFacts(seats=(*seats(*table), lone))
    (finding,) = diagnose(facts)
    assert finding.what == (
        "Seat numbers clash: the boards on /dev/ttyACM0 and /dev/ttyACM1 both say that they are"
        " seat 3."
    )
    assert "--port /dev/ttyACM1 --seat-number N" in finding.do
    free = DoctorFacts(seats=(*seats(*table), replace(lone, place=5)))
    assert diagnose(free) == []


def test_the_report_names_the_seats_of_the_board(capsys):
    facts = DoctorFacts(seats=seats({"fw": "0.0.9"}, {"fw": "0.0.9", "held": ("left",)}))
    print_report(PlainConsole(width=100), facts, diagnose(facts))
    shown = capsys.readouterr().out
    assert "Seats 1 and 2, on one board\n  ✗ It runs firmware 0.0.9; 0.1.0 is current." in shown
    assert "Seat 2\n  ✗ Its left button is down all the time." in shown


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("reader_deaf", "Its receiver went deaf and heard cards again after a restart."),
        ("no_display", "Its display does not answer any more."),
        ("no_buttons", "Its buttons do not answer any more."),
        ("no_lamps", "Its lights cannot be driven any more."),
        ("no_buzzer", "Its buzzer cannot be driven any more."),
    ],
)
def test_a_part_that_stopped_answering_is_told(code, sentence):
    (finding,) = diagnose(DoctorFacts(seats=seats({"faults": {code: "OSError: 5"}})))
    assert (finding.code, finding.what) == (code, sentence)


def test_a_board_without_a_profile_is_told():
    text = "no profile for this board: write wiring.json"
    (finding,) = diagnose(DoctorFacts(seats=seats({"faults": {"wiring": text}})))
    assert finding.what == f"No profile fits its board: {text}"


def test_a_deaf_receiver_is_not_told_again_as_a_reader_that_hangs():
    facts = seats({"faults": {"reader_deaf": "deaf"}, "reader_hung": 1})
    assert [found.code for found in diagnose(DoctorFacts(seats=facts))] == ["reader_deaf"]


def test_a_reader_that_answers_late_is_told():
    (finding,) = diagnose(DoctorFacts(seats=seats({"reader_failed": 7})))
    assert finding.what == "Its reader answered too late, or not at all, 7 times."
    assert diagnose(DoctorFacts(seats=seats({"reader_failed": 2}))) == []


def test_one_restart_when_the_port_is_opened_is_no_lack_of_power():
    opened = seats({"restarts": 1, "early": 1})
    assert [found.code for found in diagnose(DoctorFacts(seats=opened))] == ["reset_on_open"]
    weak = seats({"restarts": 3, "early": 1})
    assert [found.code for found in diagnose(DoctorFacts(seats=weak))] == ["restarts"]


class PlainBoard:
    """A link with one board: plain seats behind one port, in simulated time."""

    def __init__(self, number):
        self.hub = Hub(first_sid=0)
        self.hub.connect("p0", 0.0)
        self._now = 0.0
        self.seats = [self._boot(place) for place in range(number)]

    def _boot(self, place, boot=0):
        return PlainSeat(f"{BOARD}.{place}", f"{boot:04x}{place:04x}", bytes([place]) * 32)

    def restart(self):
        self.seats = [self._boot(place, 1) for place in range(len(self.seats))]

    def now(self):
        return self._now

    def ports(self):
        return ["p0"]

    def heard(self, port):
        return b""

    def run(self):
        self._now += STEP_S
        data = self.hub.outgoing("p0")
        said = b""
        for seat in self.seats:
            seat.receive(data, self._now)
            said += seat.tick(self._now)
        return self.hub.receive("p0", said, self._now) + self.hub.tick(self._now)


def test_all_seats_of_a_board_are_met_and_numbered_in_order():
    visit = Visit(PlainBoard(8))
    visit.greet()
    assert [(chart.number, chart.board[-2:]) for chart in visit.seats()] == [
        (number, f".{number - 1}") for number in range(1, 9)
    ]
    assert visit.port_facts() == ()


def test_a_board_that_its_port_resets_is_found_by_its_boots():
    board = PlainBoard(2)
    visit = Visit(board)
    visit.wait(1.0)
    board.restart()
    visit.greet()
    assert [(seat.restarts, seat.early) for seat in visit.seat_facts()] == [(1, 1), (1, 1)]


def test_a_twin_of_the_whole_board_is_no_restart_of_its_seats():
    board = PlainBoard(2)
    visit = Visit(board)
    visit.greet()
    board.hub.connect("p1", board.now())
    for place in range(2):
        hello = frame("HI", ver=1, board=f"{BOARD}.{place}", boot=f"{99 + place:08x}", info=[])
        for event in board.hub.receive("p1", hello, board.now()):
            visit._take(event)
    assert [seat.restarts for seat in visit.seat_facts()] == [0, 0]
