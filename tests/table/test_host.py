"""The host survives what goes wrong in its own thread, and says so."""

import time

from host_tools.table.host import Host


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
    assert "too long for the wire" in host.notices[0][1].text
