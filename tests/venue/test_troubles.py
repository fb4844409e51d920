"""What `wondertable venue` prints while its broker is away: each change once."""

import os
import signal
import subprocess
import sys

import pytest

from tests.venue.broker import PASSWORD, USER
from tests.venue.fair import eventually


@pytest.mark.slow
def test_each_trouble_with_the_broker_is_printed_once(running, tmp_path):
    place = f"127.0.0.1:{running.port}"
    words = ["--book", str(tmp_path / "venue.db"), "--port", "0"]
    words += ["--mqtt", f"mqtt://{USER}@{place}/fair"]
    log = tmp_path / "log"
    with log.open("wb") as out:
        venue = subprocess.Popen(
            [sys.executable, "-c", "from host_tools.cli import main; main()", "venue", *words],
            stdout=out, stderr=out, stdin=subprocess.DEVNULL,
            env=os.environ | {"WONDERTABLE_MQTT_PASSWORD": PASSWORD},
        )  # fmt: skip
    try:
        eventually(lambda: (running.folder / "log").read_text().count("wondertable-") >= 2)
        eventually(lambda: "Organiser" in log.read_text(), "the addresses")
        running.kill()
        eventually(lambda: "Nobody answers" in log.read_text(), "the trouble")
        running.start()
        eventually(lambda: "works again" in log.read_text(), "its end")
    finally:
        venue.send_signal(signal.SIGINT)
        venue.wait(60)
    assert log.read_text().splitlines()[4:] == [
        f"Lost the connection to the broker at {place}.",
        f"Nobody answers at {place}: is the broker running?",
        "The venue is connected and works again.",
        "Stopped; nothing is lost. Start it again at any time.",
    ]
