"""The door of the command line: what nobody expected becomes one sentence, and a page in a log."""

import contextlib
import errno
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NoReturn, TextIO

from host_tools.commands.log_file import LogFile
from host_tools.texts.echo import echo

STOPPING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


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


def write_log(name: str, error: BaseException) -> Path | None:
    """Add an error to the log; None if that is not possible."""
    record = logging.LogRecord(
        "wondertable", logging.ERROR, "", 0, "A mistake of the program.", (), None
    )
    record.exc_info = (type(error), error, error.__traceback__)
    file = LogFile(name)
    file.emit(record)
    return None if file.failed else Path(file.baseFilename)


class ErrorLog(logging.Handler):
    """What the parts of a running table report: all of it in the log, warnings on the terminal."""

    def __init__(self, name: str) -> None:
        super().__init__(logging.INFO)
        self._file = LogFile(name)
        self.terminal = logging.WARNING  # with --verbose everything

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record down, and print it if it is important enough."""
        self._file.emit(record)
        if record.levelno >= self.terminal:
            known = record.exc_info and not self._file.failed
            where = f" The details are in {self._file.baseFilename}." if known else ""
            _print(record.getMessage() + where)


def speak_up() -> None:
    """Print on the terminal all that is logged."""
    if isinstance(logging.lastResort, ErrorLog):
        logging.lastResort.terminal = logging.INFO


def _take_hooks(name: str) -> None:
    """Let threads and loggers end in sentences as well; write what a terminal cannot show."""

    def unraisable(args: "sys.UnraisableHookArgs") -> None:
        write_log(name, args.exc_value or SystemExit())

    sys.unraisablehook = unraisable
    logging.lastResort = ErrorLog(name)
    logging.getLogger("host_tools").setLevel(logging.INFO)
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
