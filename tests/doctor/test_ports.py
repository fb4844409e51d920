"""The doctor at real ports: what the system says of one that cannot be opened."""

import sys
import time

import pytest

from host_tools.doctor.diagnosis import diagnose
from host_tools.doctor.facts import DoctorFacts, HostFacts
from host_tools.doctor.pump_link import PumpLink
from host_tools.doctor.visit import Visit
from host_tools.link.port import ListedPort
from host_tools.link.serial_port import explain, open_serial
from host_tools.link.sources import NamedSerialPort

DEADLINE_S = 60.0


class Denied:
    """A port that the system does not let us open."""

    def find(self):
        return [ListedPort("/dev/ttyACM0")]

    def open(self, name):
        raise explain(name, PermissionError(13, "Permission denied"))


def codes(source):
    link = PumpLink([source])
    try:
        visit = Visit(link)
        assert visit.until(lambda: bool(visit.notices), DEADLINE_S)
        facts = DoctorFacts(HostFacts(ports=visit.port_facts()))
    finally:
        link.close()
    return [(found.code, found.what) for found in diagnose(facts)]


def test_a_port_without_permission():
    sentence = "/dev/ttyACM0 may not be opened; it belongs to the group dialout."
    assert codes(Denied()) == [("port_denied", sentence)]


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")
def test_a_port_that_another_program_has_open():
    from host_tools.sim.boards.board_port import PtyPort

    port = PtyPort()
    holder = open_serial(port.name)
    try:
        assert codes(NamedSerialPort(port.name)) == [("port_busy", f"{port.name} is in use.")]
    finally:
        holder.close()
        port.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")
def test_a_port_that_gives_our_own_words_back_is_a_repl():
    from host_tools.sim.boards.board_port import PtyPort

    port = PtyPort()
    link = PumpLink([NamedSerialPort(port.name)])
    try:
        visit = Visit(link)
        end = time.monotonic() + DEADLINE_S
        while not visit.notices:
            assert time.monotonic() < end
            port.write(port.read().replace(b"\n", b""))  # what a REPL echoes
            visit.wait(0.05)
        assert [found.code for found in visit.port_facts()] == ["repl"]
    finally:
        link.close()
        port.close()
