"""The harbour with made-up ports: what is opened, what is put off, and for how long."""

import itertools
from random import Random

import pytest

from host_tools.link.harbour import Harbour
from host_tools.link.wire import Found, PortError


class Wire:
    """A port that only remembers whether it is open."""

    open = True

    def close(self):
        self.open = False


class Ports:
    """A source whose ports a test plugs in, breaks and pulls out."""

    def __init__(self, *names):
        self.names = dict.fromkeys(names, "")
        self.error = None
        self.opened = []

    def find(self):
        return [Found(name, why) for name, why in self.names.items()]

    def open(self, name):
        self.opened.append(name)
        if self.error:
            raise self.error
        return Wire()


@pytest.fixture
def ports():
    return Ports("p0")


@pytest.fixture
def harbour(ports):
    return Harbour([ports], Random(1))


def test_a_port_that_fits_is_opened_once(harbour, ports):
    (arrived,) = harbour.look(0.0).arrived
    assert arrived[0] == "p0"
    assert harbour.look(1.0).arrived == []
    assert ports.opened == ["p0"]


def test_a_foreign_device_is_never_opened_and_named_once(harbour, ports):
    ports.names = {"p1": "p1 is a printer and is left alone."}
    (notice,) = harbour.look(0.0).notices
    assert (notice.code, notice.where, notice.text) == ("foreign", "p1", ports.names["p1"])
    assert harbour.look(1.0).notices == []
    assert ports.opened == []


def test_a_port_that_is_plugged_in_later_is_found(harbour, ports):
    harbour.look(0.0)
    ports.names["p7"] = ""
    assert [name for name, _ in harbour.look(1.0).arrived] == ["p7"]


def test_a_port_that_is_gone_stays_open_until_its_reader_lets_go(harbour, ports):
    ((_, wire),) = harbour.look(0.0).arrived
    ports.names.clear()
    assert harbour.look(1.0).gone == ["p0"]
    assert wire.open
    harbour.release("p0")
    assert not wire.open


def test_a_port_that_broke_is_opened_again_after_a_quarter_of_a_second(harbour):
    ((_, wire),) = harbour.look(0.0).arrived
    harbour.lose("p0", 10.0)
    assert not wire.open
    assert harbour.look(10.18).arrived == []
    assert harbour.look(10.32).arrived


def test_each_failure_doubles_the_wait_up_to_two_seconds_with_jitter(harbour, ports):
    ports.error = PortError("busy", "p0 is in use.")
    now, tries = 0.0, []
    while now < 20.0:
        before = len(ports.opened)
        harbour.look(now)
        tries += [now] * (len(ports.opened) > before)
        now += 0.01
    waits = [later - earlier for earlier, later in itertools.pairwise(tries)]
    for wait, planned in zip(waits, [0.25, 0.5, 1.0] + [2.0] * 20, strict=False):
        assert 0.74 * planned <= wait <= 1.26 * planned + 0.02
    assert len({round(wait, 2) for wait in waits[3:]}) > 1


def test_a_failure_is_told_once_and_again_when_it_is_another(harbour, ports):
    ports.error = PortError("busy", "p0 is in use.")
    told = [notice.code for now in range(5) for notice in harbour.look(10.0 * now).notices]
    ports.error = PortError("denied", "p0 may not be opened.")
    told += [notice.code for now in range(5, 9) for notice in harbour.look(10.0 * now).notices]
    assert told == ["busy", "denied"]


def test_a_port_without_a_seat_is_left_alone_for_as_long_as_asked(harbour, ports):
    ((_, wire),) = harbour.look(0.0).arrived
    harbour.leave("p0", 30.0, 1.0)
    assert not wire.open
    assert harbour.look(30.9).arrived == []
    assert harbour.look(31.1).arrived


def test_a_port_that_is_pulled_out_and_plugged_in_again_is_not_left_alone(harbour, ports):
    harbour.look(0.0)
    harbour.leave("p0", 30.0, 1.0)
    names, ports.names = ports.names, {}
    assert harbour.look(2.0).gone == ["p0"]
    ports.names = names
    assert harbour.look(3.0).arrived


def test_the_same_port_from_two_sources_is_opened_once(ports):
    other = Ports("p0")
    Harbour([ports, other]).look(0.0)
    assert (ports.opened, other.opened) == (["p0"], [])


def test_ports_that_cannot_be_listed_are_told_and_survived(ports):
    def fail():
        raise OSError("no bus")

    ports.find = fail
    (notice,) = Harbour([ports]).look(0.0).notices
    assert "no bus" in notice.text


def test_closing_closes_everything(harbour, ports):
    ports.names["p1"] = ""
    wires = [wire for _, wire in harbour.look(0.0).arrived]
    ports.names = {"p1": ""}
    harbour.look(1.0)
    harbour.close()
    assert not any(wire.open for wire in wires)
