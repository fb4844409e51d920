"""The door of the command line: what nobody expected becomes one sentence, and a page in a log.

The log is private and small. It holds where in the program it happened, and neither the arguments,
which can hold passwords, nor, while a game is played, the words of the error, which can hold cards.
"""

import contextlib
import errno
import logging
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import NoReturn, TextIO

from host_tools import VERSION
from host_tools.link.private_file import private, private_folder
from host_tools.rules.names import visible
from host_tools.texts.echo import echo

MOST_BYTES = 200_000  # of the log; then the older half of it goes
STOPPING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
AT_THE_TABLE = ("play", "resume", "demo", "rerun")


def enter(command: Callable[[], object], words: list[str], process: bool) -> NoReturn:
    """Run a command and end with its exit code; `process` when it has the process to itself."""
    name = next((word for word in words if not word.startswith("-")), "")
    if os.environ.get("COLUMNS", "1").strip("0") == "":  # as some terminals say for "unknown"
        del os.environ["COLUMNS"]
    if process:
        _take_hooks(name)
    try:
        command()
        code: str | int | None = 0
    except SystemExit as end:
        code = end.code
    except KeyboardInterrupt:
        code = 1
    except Exception as error:
        code = 1
        if not _is_closed(error):
            _print(sentence(name, error))
    if not all([_flushed(sys.stdout), _flushed(sys.stderr)]):
        code = 1
    sys.exit(code)


def sentence(name: str, error: BaseException) -> str:
    """Write the details of an error into the log; return what to tell the person."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return "Error: Not everything could be written: the disk is full. Free some space."
    path = write_log(name, error)
    kept = f"the details are in {path}" if path else "its log file cannot be written either"
    return (
        f"Error: `{f'wondertable {name}'.strip()}` met a mistake of the program "
        f"({type(error).__name__}): {kept}. Please report it."
    )


def log_path() -> Path:
    """Return where the details are."""
    from platformdirs import user_log_path

    return user_log_path("wondertable", appauthor=False) / "errors.log"


def write_log(name: str, error: BaseException) -> Path | None:
    """Add an error to the log; None if that is not possible."""
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    where = "".join(traceback.format_tb(error.__traceback__, limit=-30))
    words = "" if name in AT_THE_TABLE else f": {error!s:.500}"
    page = f"{when} wondertable {VERSION} {name}\n{where}{type(error).__name__}{words}\n\n"
    path = log_path()
    try:
        private_folder(path.parent)
        with open(path, "ab", opener=private) as file:
            if file.tell() > MOST_BYTES:
                newer = path.read_bytes()[-MOST_BYTES // 2 :]
                file.truncate(0)
                file.write(newer)
            file.write(visible(page).encode("utf-8", "backslashreplace"))
    except OSError:
        return None
    return path


class ErrorLog(logging.Handler):
    """What the parts of a running table report: a line on the terminal, a traceback in the log."""

    def __init__(self, name: str) -> None:
        super().__init__(logging.WARNING)
        self._name = name

    def emit(self, record: logging.LogRecord) -> None:
        """Print a record; an error with it goes into the log."""
        error = record.exc_info[1] if record.exc_info else None
        kept = write_log(self._name, error) if error is not None else None
        _print(record.getMessage() + (f" The details are in {kept}." if kept else ""))


def _take_hooks(name: str) -> None:
    """Let threads and loggers end in sentences as well; write what a terminal cannot show."""

    def unraisable(args: "sys.UnraisableHookArgs") -> None:
        write_log(name, args.exc_value or SystemExit())

    sys.unraisablehook = unraisable
    logging.lastResort = ErrorLog(name)
    threading.excepthook = lambda args: _print(sentence(name, args.exc_value or SystemExit()))
    for number in STOPPING:
        signal.signal(number, _stop)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _is_closed(error: BaseException) -> bool:
    """Whether nobody reads what is printed: the terminal or the pipe was closed."""
    return isinstance(error, OSError) and error.errno in (errno.EPIPE, errno.EIO)


def _stop(number: int, frame: FrameType | None) -> None:
    """End like Ctrl-C, so that everything is put away; once is enough."""
    for name in STOPPING:
        signal.signal(name, signal.SIG_IGN)
    raise KeyboardInterrupt


def _print(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):
        echo(text, err=True)


def _flushed(stream: TextIO | None) -> bool:
    """Write what still waits; where that fails, say why and let the end of Python not try again."""
    if stream is None:
        return True
    try:
        stream.flush()
    except (OSError, ValueError) as error:
        if stream is sys.stdout and not _is_closed(error):
            _print(sentence("", error))
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
        return False
    return True
