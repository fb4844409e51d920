"""A terminal for tests: a command runs in this process and prints on a real pseudo-terminal."""

import os
import re
import sys
import termios
import threading
from contextlib import contextmanager

from click.testing import CliRunner

from host_tools.cli import main
from host_tools.rules.names import visible

# What rich and click write themselves: colours, the cursor, and the picture drawn in place.
STYLING = re.compile(r"\x1b\[[0-9;]*m|\x1b\[\?25[lh]|\r(?=\x1b\[(?:2K|1A|\?25))|\x1b\[2K|\x1b\[1A")


@contextmanager
def pseudo_terminal(typed=""):
    """Put a terminal in the place of this process's; yield a list that gets what it was sent."""
    master, slave = os.openpty()
    settings = termios.tcgetattr(slave)
    settings[1] &= ~termios.OPOST  # line breaks stay what they are
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(slave, termios.TCSANOW, settings)
    os.write(master, typed.encode())
    shown = []
    reader = threading.Thread(target=_read, args=(master, shown))
    reader.start()
    before = sys.stdin, sys.stdout, sys.stderr
    with open(slave, "r+b", buffering=0, closefd=False) as end:
        sys.stdin = os.fdopen(os.dup(end.fileno()), encoding="utf-8")
        sys.stdout, sys.stderr = (
            os.fdopen(os.dup(slave), "w", encoding="utf-8", errors="backslashreplace")
            for _ in range(2)
        )
        try:
            yield shown
        finally:
            for stream in (sys.stdin, sys.stdout, sys.stderr):
                stream.close()
            sys.stdin, sys.stdout, sys.stderr = before
            os.close(slave)
            reader.join()
            os.close(master)
            shown[:] = [b"".join(shown).decode()]


def _read(master, shown):
    while True:
        try:
            data = os.read(master, 65_536)
        except OSError:  # the other end is closed
            return
        shown.append(data)


def at_terminal(*words, typed=""):
    """Run a command at a terminal; return its exit code and everything the terminal was sent."""
    code = 0
    with pseudo_terminal(typed) as shown:
        try:
            main([str(word) for word in words])
        except SystemExit as end:
            code = end.code
    return code or 0, shown[0]


def typed(words, answer=None):
    """Run a command, at a terminal if somebody answers there; return its exit code and output."""
    if answer is not None:
        return at_terminal(*words, typed=answer)
    done = CliRunner().invoke(main, words)
    return done.exit_code, done.output


def acting(shown):
    """Return what would act on a terminal, apart from our own styling."""
    plain = STYLING.sub("", shown)
    return [line for line in plain.split("\n") if visible(line) != line]
