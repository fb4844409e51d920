"""A running table ends when it is asked to, whatever it is doing at that moment."""

import subprocess
import sys

import pytest

from host_tools.commands.options import given_options
from host_tools.commands.play import play, resume

# A signal ten thousand times a second, so that many of them come inside `wait`.
STORM = """
import signal
from host_tools.commands.running_table import interrupted

with interrupted() as stop:
    signal.signal(signal.SIGALRM, signal.getsignal(signal.SIGTERM))
    signal.setitimer(signal.ITIMER_REAL, 0.0001, 0.0001)
    for _ in range(100_000):
        stop.wait(0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    assert stop.is_set()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no interval timer")
def test_a_signal_at_any_moment_stops_and_never_hangs():
    done = subprocess.run([sys.executable, "-c", STORM], timeout=60, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize("command", [play, resume])
def test_a_table_goes_on_in_the_same_place(command):
    """With its seats, pages, journal and broker; a capture is a new file each time."""
    place = [
        "--seats", "sim:1", "--seats", "serial:auto", "--no-web", "--lan", "--journal", "my.db",
        "--mqtt", "mqtts://ann@h/fair", "--mqtt-password-file", "sesame", "--mqtt-ca", "ca.pem",
        "--table", "7", "--home-assistant",
    ]  # fmt: skip
    with command.make_context("wondertable", [*place, "--capture", "new"]):
        assert sorted(given_options(resume)) == sorted(place)
    with command.make_context("wondertable", []):
        assert given_options(resume) == []
