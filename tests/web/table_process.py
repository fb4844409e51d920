"""A real `wondertable play` in a process of its own, and the addresses that it prints."""

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

ADDRESS = re.compile(r"^  (\S.*?) +(https?://\S+)$")


@contextmanager
def table_process(folder, *words):
    """Run `wondertable play`; yield its addresses by their names."""
    process = subprocess.Popen(
        [
            Path(sys.executable).with_name("wondertable"),
            *("play", "--journal", folder / "games.db", "--port", "0", *words),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"XDG_STATE_HOME": str(folder / "log"), "COLUMNS": "80"},
    )
    try:
        yield _addresses(process.stdout)
    finally:
        process.terminate()
        process.communicate(timeout=60)


def _addresses(lines):
    found = {}
    for line in lines:
        if match := ADDRESS.match(line.rstrip()):
            found[match[1]] = match[2]
        elif found:
            break
    return found
