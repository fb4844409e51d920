"""The host survives what goes wrong in its own thread, and says so."""

import time

from firmware.readers.second import CODES as SECOND_CODES
from host_tools.link.events import Faulted
from host_tools.table.host import FAULTS, Host
from host_tools.web.health import health_view


class Pump:
    """A pump that fails once."""

    def __init__(self):
        self.runs = 0

    def run_once(self, timeout):
        self.runs += 1
        if self.runs == 1:
            raise ValueError("too long for the wire")
        return []

    def wake(self):
        pass

    def stop(self):
        pass

    def close(self):
        pass


def test_a_fault_in_the_table_is_told_and_survived():
    host = Host(None, Pump())
    host.start()
    end = time.monotonic() + 60
    while host.pump.runs < 3:
        assert time.monotonic() < end
    assert host.call(lambda: 7) == 7
    host.stop()
    assert host.notices[0][1].text == "The table stumbled (ValueError); the table goes on."


class Table:
    """A table that fails whenever time passes."""

    def __init__(self):
        self.listeners = []

    def receive(self, events, now):
        pass

    def tick(self, *now):
        raise ValueError("no time")


def stumbled(host):
    return [notice.text for _, notice in host.notices if notice.code == "stumbled"]


def test_a_listener_that_fails_is_shown_once_and_keeps_no_other_from_listening():
    host, heard = Host(None, Pump()), []
    host.listeners = [lambda: 1 / 0, lambda: heard.append(1)]
    for _ in range(20):
        host._tell()
    host._do_calls()
    assert len(heard) >= 20
    (text,) = stumbled(host)
    assert "listener" in text and "ZeroDivisionError" in text


def test_pages_are_answered_while_the_table_stumbles_again_and_again():
    host = Host(Table(), Pump())
    host.start()
    assert [host.call(lambda: 7) for _ in range(3)] == [7, 7, 7]
    host.stop()
    assert len(stumbled(host)) <= 2  # one of the pump, one of the table


class FaultyPump(Pump):
    """A pump whose boards report faults."""

    def __init__(self, faults):
        super().__init__()
        self._faults = faults

    def run_once(self, timeout):
        faults, self._faults = self._faults, []
        return faults


def test_the_faults_of_a_second_reader_are_told_to_the_operator():
    assert {*SECOND_CODES.values()} <= {*FAULTS}


def test_a_fault_of_a_board_is_told_to_the_operator_once_and_in_their_language():
    uid = "e6614103e7452d2f.3"
    faults = [Faulted(uid, seq, code, "OSError: 5") for seq, code in enumerate(FAULTS)]
    twice = [*faults, *faults, Faulted(uid, 99, "two_cards", "One card only")]
    host = Host(None, FaultyPump(twice))
    host.run_once()
    told = health_view(host, "fr")["notices"]
    assert [notice["board"] for notice in told] == [uid] * len(FAULTS)
    assert told[FAULTS.index("no_display")]["text"] == (
        "L'afficheur ne répond plus. La place fonctionne sans lui."
    )
