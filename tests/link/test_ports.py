"""The set of open ports, with made-up ones: what is opened, what is put off, and for how long."""

import itertools
from random import Random

import pytest

from host_tools.link.port import ListedPort, PortError
from host_tools.link.ports import Ports


class FakePort:
    """A port that only remembers whether it is open."""

    open = True

    def close(self):
        self.open = False


class FakeSource:
    """A source whose ports a test plugs in, breaks and pulls out."""

    def __init__(self, *names):
        self.names = dict.fromkeys(names, "")
        self.error = None
        self.opened = []

    def find(self):
        return [ListedPort(name, why) for name, why in self.names.items()]

    def open(self, name):
        self.opened.append(name)
        if self.error:
            raise self.error
        return FakePort()


@pytest.fixture
def source():
    return FakeSource("p0")


@pytest.fixture
def ports(source):
    return Ports([source], Random(1))


def test_a_port_that_fits_is_opened_once(ports, source):
    (arrived,) = ports.look(0.0).arrived
    assert arrived[0] == "p0"
    assert ports.look(1.0).arrived == []
    assert source.opened == ["p0"]


def test_a_foreign_device_is_never_opened_and_named_once(ports, source):
    source.names = {"p1": "p1 is a printer and is left alone."}
    (notice,) = ports.look(0.0).notices
    assert (notice.code, notice.where, notice.text) == ("foreign", "p1", source.names["p1"])
    assert ports.look(1.0).notices == []
    assert source.opened == []


def test_a_port_that_is_plugged_in_later_is_found(ports, source):
    ports.look(0.0)
    source.names["p7"] = ""
    assert [name for name, _ in ports.look(1.0).arrived] == ["p7"]


def test_a_port_that_is_gone_stays_open_until_its_reader_lets_go(ports, source):
    ((_, wire),) = ports.look(0.0).arrived
    source.names.clear()
    assert ports.look(1.0).gone == ["p0"]
    assert wire.open
    ports.release("p0")
    assert not wire.open


def test_a_port_that_broke_is_opened_again_after_a_quarter_of_a_second(ports):
    ((_, wire),) = ports.look(0.0).arrived
    ports.lose("p0", 10.0)
    assert not wire.open
    assert ports.look(10.18).arrived == []
    assert ports.look(10.32).arrived


def test_each_failure_doubles_the_wait_up_to_two_seconds_with_jitter(ports, source):
    source.error = PortError("busy", "p0 is in use.")
    now, tries = 0.0, []
    while now < 20.0:
        before = len(source.opened)
        ports.look(now)
        tries += [now] * (len(source.opened) > before)
        now += 0.01
    waits = [later - earlier for earlier, later in itertools.pairwise(tries)]
    for wait, planned in zip(waits, [0.25, 0.5, 1.0] + [2.0] * 20, strict=False):
        assert 0.74 * planned <= wait <= 1.26 * planned + 0.02
    assert len({round(wait, 2) for wait in waits[3:]}) > 1


def test_a_failure_is_told_once_and_again_when_it_is_another(ports, source):
    source.error = PortError("busy", "p0 is in use.")
    told = [notice.code for now in range(5) for notice in ports.look(10.0 * now).notices]
    source.error = PortError("denied", "p0 may not be opened.")
    told += [notice.code for now in range(5, 9) for notice in ports.look(10.0 * now).notices]
    assert told == ["busy", "denied"]


def test_a_port_without_a_seat_is_left_alone_for_as_long_as_asked(ports, source):
    ((_, wire),) = ports.look(0.0).arrived
    ports.leave("p0", 30.0, 1.0)
    assert not wire.open
    assert ports.look(30.9).arrived == []
    assert ports.look(31.1).arrived


def test_a_port_that_is_pulled_out_and_plugged_in_again_is_not_left_alone(ports, source):
    ports.look(0.0)
    ports.leave("p0", 30.0, 1.0)
    names, source.names = source.names, {}
    assert ports.look(2.0).gone == ["p0"]
    source.names = names
    assert ports.look(3.0).arrived


def test_the_same_port_from_two_sources_is_opened_once(source):
    other = FakeSource("p0")
    Ports([source, other]).look(0.0)
    assert (source.opened, other.opened) == (["p0"], [])


def test_ports_that_cannot_be_listed_are_told_and_survived(source):
    def fail():
        raise OSError("no bus")

    source.find = fail
    (notice,) = Ports([source]).look(0.0).notices
    assert "no bus" in notice.text


def test_closing_closes_everything(ports, source):
    source.names["p1"] = ""
    wires = [wire for _, wire in ports.look(0.0).arrived]
    source.names = {"p1": ""}
    ports.look(1.0)
    ports.close()
    assert not any(wire.open for wire in wires)
