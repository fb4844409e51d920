"""`wondertable seat --virtual`, as a person at the terminal sees it."""

import re
import time

import pytest
from click.testing import CliRunner

from host_tools.commands.seat import SeatConsole, make_board, seat
from host_tools.link.serial_port import open_serial
from host_tools.sim.boards.inprocess import InProcessBoard
from host_tools.sim.boards.micropython import available


@pytest.fixture
def console():
    return SeatConsole(InProcessBoard())


def test_cards_are_laid_and_lifted_by_name(console):
    assert "lies on the tray" in console.obey("lay card")
    assert console.obey("lay card") == "card lies there already."
    assert "04a1b2c3d4e5f6" in console.obey("lay other 04a1b2c3d4e5f6")
    assert console.obey("lift card") == "Another card still lies there."
    assert console.obey("lift") == "The tray is empty."
    assert console.obey("lift nothing") == "There is no card called nothing."


def test_buttons_are_pressed_by_key_or_place(console):
    assert console.obey("press build") == "Pressed build."
    assert console.obey("hold left") == "left is down."
    assert console.parts.wires.level(10) == 0
    assert console.obey("release left") == "left is up."
    assert "the buttons are" in console.obey("press coffee")


def test_a_reader_is_broken_and_mended(console):
    assert console.obey("break hung") == "The reader is hung."
    assert console.parts.chip.fault == "hung"
    assert console.obey("break well") == "The reader is well."


def test_a_mistake_is_answered_with_a_sentence(console):
    assert "no command" in console.obey("dance")
    assert "did not work" in console.obey("lay card 0102")
    assert console.obey("") == ""
    assert console.obey("look").startswith("Light #")
    assert "lay card" in console.obey("help")


@pytest.mark.parametrize("real", [True, False])
def test_the_command_prints_its_port_and_obeys(real, monkeypatch):
    if real and not available():
        pytest.skip("no MicroPython for this machine")
    if not real:
        monkeypatch.setattr("host_tools.sim.boards.fleet.available", lambda: False)
    said = CliRunner().invoke(seat, ["--virtual"], input="lay card\nunplug\nplug\nquit\n")
    assert said.exit_code == 0
    assert said.output.startswith("The seat is at /dev/")
    assert "lies on the tray" in said.output
    assert said.output.count("The seat is at") == 2


def test_several_virtual_seats_can_sit_at_one_table(monkeypatch):
    monkeypatch.setattr("host_tools.sim.boards.fleet.available", lambda: False)
    with make_board() as one, make_board() as other:
        assert uid_of(one) != uid_of(other)


def uid_of(board):
    """What a board calls itself."""
    port, heard = open_serial(board.port), b""
    end = time.monotonic() + 20
    while not (hello := re.search(rb"HI 1 (\w+) \w+ ", heard)):
        assert time.monotonic() < end
        heard += port.read()
    port.close()
    return hello[1]


def test_a_real_seat_needs_no_command():
    said = CliRunner().invoke(seat, [])
    assert said.exit_code == 2
    assert "--virtual" in said.output


@pytest.fixture
def table():
    return SeatConsole(InProcessBoard({"profile": "pico_table", "seats": 4}))


def test_a_seat_of_several_is_named_first(table):
    assert table.obey("2 lay card") == "card (04a1b2c3000001) lies on the tray of seat 2."
    assert [len(parts.field.tags) for parts in table.board.seats] == [0, 1, 0, 0]
    assert table.obey("3 lay card") == "card (04a1b2c3000001) lies on the tray of seat 3."
    assert [len(parts.field.tags) for parts in table.board.seats] == [0, 0, 1, 0]
    assert table.obey("3 lift") == "The tray of seat 3 is empty."
    assert table.obey("4 break deaf") == "The reader is deaf."
    assert [parts.chip.fault for parts in table.board.seats] == ["", "", "", "deaf"]


def test_look_shows_all_seats(table):
    *seats, buzzer = table.obey("look").split("\n")
    assert [line.partition(":")[0] for line in seats] == ["Seat 1", "Seat 2", "Seat 3", "Seat 4"]
    assert buzzer == "Buzzer silent."


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("lay card", 'Which seat? "2 lay card" is for seat 2.'),
        ("lift", 'Which seat? "2 lift" is for seat 2.'),
        ("5 lay card", "There is no seat 5: the board has 4 seats."),
        ("0 look", "There is no seat 0: the board has 4 seats."),
        ("2", 'What about seat 2? "2 lay card" lays a card.'),
        ("2 dance", '"dance" is no command: "help" lists them.'),
    ],
)
def test_a_seat_that_is_not_named_or_not_there_is_asked_for(table, line, sentence):
    assert table.obey(line) == sentence


def test_one_seat_may_be_named_too(console):
    assert console.obey("1 lay card") == "card (04a1b2c3000001) lies on the tray."
    assert console.obey("2 lift") == "There is no seat 2: the board has 1 seat."


def test_what_a_wiring_leaves_out_cannot_be_used():
    bare = SeatConsole(InProcessBoard({"reader": "pn532_i2c", "buttons": None}))
    assert bare.obey("press build") == "That did not work: the seat has no buttons."
    assert "the reader can be hung, slow, dead, well" in bare.obey("break deaf")
    few = {"profile": "pico_table", "seats": 5, "expanders": [0x20]}
    assert "no buttons" in SeatConsole(InProcessBoard(few)).obey("5 press build")


@pytest.mark.parametrize(
    ("wiring", "sentence"),
    [
        ('{"buzzer": 16}', "GP16 is for pixels and for buzzer"),
        ('{"buzzer": 77}', "Raspberry Pi Pico has no pin 77"),
        ('{"buttons": [10, 10, 12]}', "GP10 is twice in buttons"),
        ('{"spi": {"clk": 2}}', "spi.clk"),
    ],
)
def test_a_wiring_that_cannot_work_gives_no_seat(tmp_path, wiring, sentence):
    file = tmp_path / "wiring.json"
    file.write_text(wiring)
    said = CliRunner().invoke(seat, ["--virtual", "--wiring", str(file)])
    assert (said.exit_code, sentence in said.output) == (1, True), said.output


def test_a_wiring_says_how_many_seats_there_are(tmp_path, monkeypatch):
    monkeypatch.setattr("host_tools.sim.boards.fleet.available", lambda: False)
    file = tmp_path / "wiring.json"
    file.write_text('{"profile": "esp32_c3_table", "seats": 3, "expanders": null}')
    said = CliRunner().invoke(seat, ["--virtual", "--wiring", str(file)], input="3 lay card\n")
    assert said.exit_code == 0
    assert said.output.startswith("Note: There are no buttons")
    assert "\n3 seats are at /dev/" in said.output
    assert "lies on the tray of seat 3." in said.output
