"""The lines of a port: in which order they rise and fall, and whether that resets a board."""

import pytest
import serial

from firmware.link import PROTOCOL, frame
from host_tools.link.hub import Hub
from host_tools.link.serial_port import connect, hang_up, open_serial
from host_tools.sim.boards.board_port import PtyPort
from tests.sim.reset_lines import ResetLines, SerialWithLines


@pytest.fixture
def port(monkeypatch):
    monkeypatch.setattr(serial, "Serial", SerialWithLines)
    monkeypatch.setattr(SerialWithLines, "lines", {})
    port = PtyPort()
    yield port
    port.close()


def lines_of(port, **ways):
    SerialWithLines.lines[port.name] = lines = ResetLines(lambda: None, **ways)
    return lines


def test_a_program_that_does_not_care_resets_the_board_twice(port):
    lines = lines_of(port)
    serial.Serial(port.name).close()
    assert lines.resets == 2


def test_on_windows_neither_opening_nor_closing_resets_a_board(port):
    lines = lines_of(port, unasked=False)
    opened = connect(port.name, platform="win32")
    assert (lines.dtr, lines.rts) == (True, True)
    hang_up(opened)
    assert (lines.dtr, lines.rts, lines.resets) == (False, False, 0)


def test_a_system_that_raises_both_lines_at_once_resets_no_board(port):
    lines = lines_of(port, in_turn=False)
    open_serial(port.name).close()
    assert lines.resets == 0


def test_a_system_that_raises_rts_first_resets_the_board_once_and_not_at_the_end(port):
    lines = lines_of(port)
    opened = open_serial(port.name)
    assert lines.resets == 1
    opened.close()
    assert lines.resets == 1


def test_the_lines_of_a_port_in_use_are_left_alone(port):
    with serial.Serial(port.name, exclusive=True):
        lines = lines_of(port)
        with pytest.raises(Exception, match="in use"):
            open_serial(port.name)
    assert lines.opened == 0


def test_a_port_that_is_gone_is_closed_all_the_same(port):
    opened = connect(port.name)

    class Gone(type(opened)):
        def _update_rts_state(self):
            raise OSError(5, "Input/output error")

    opened.__class__ = Gone
    hang_up(opened)
    assert not opened.is_open


# A board that restarts whenever its port is opened.

ROM = b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\n"
HELLO = frame("HI", ver=PROTOCOL, board="e661", boot="0badcafe", info=(("fw", "0.1.0"),))


def meet(hub, boot_s, now):
    """Open the port of such a board; whether its seat is met before the hub closes the port."""
    hub.connect("p0", now)
    hub.receive("p0", ROM, now)
    for tenth in range(1, 10 * boot_s):
        hub.tick(now + tenth / 10)
        if hub.unwanted():
            return False
    hub.receive("p0", HELLO, now + boot_s)
    return hub.boards() == ["e661"]


def test_a_board_that_boots_for_three_seconds_is_met_at_once():
    assert meet(Hub(), 3, now=0.0)


def test_a_board_that_boots_for_ten_seconds_is_met_when_it_is_asked_again():
    hub = Hub()
    assert not meet(hub, 10, now=0.0)
    assert meet(hub, 10, now=40.0)
