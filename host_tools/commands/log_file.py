"""The log file: what the program did and what went wrong, private and small.

It holds no secret before its time. An error that is met at a table is logged with its place in the
program and without its words, which can hold cards; arguments, which can hold passwords, and links
are never logged.
"""

import logging
import traceback
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from host_tools import VERSION
from host_tools.link.private_file import private, private_folder
from host_tools.rules.names import visible

MOST_BYTES = 200_000  # of one file
OLDER = 3  # files that are kept beside it
AT_THE_TABLE = ("play", "resume", "demo", "rerun")


def log_path() -> Path:
    """Return where the log is."""
    from platformdirs import user_log_path

    return user_log_path("wondertable", appauthor=False) / "wondertable.log"


def log_files() -> list[Path]:
    """Return the files of the log that are there, the newest first."""
    newest = log_path()
    older = [newest.with_name(f"{newest.name}.{number}") for number in range(1, OLDER + 1)]
    return [path for path in (newest, *older) if path.is_file()]


class LogLayout(logging.Formatter):
    """How a record is written: one line, and below it where in the program an error happened."""

    def __init__(self, command: str) -> None:
        super().__init__(f"%(asctime)s %(levelname)s {VERSION} {command}: %(message)s")
        self._words = command not in AT_THE_TABLE

    def format(self, record: logging.LogRecord) -> str:
        """Return what is written; whatever stands in it acts on no terminal."""
        record.message = record.getMessage()
        record.asctime = self.formatTime(record)
        line = visible(self.formatMessage(record), keep="")
        error = record.exc_info[1] if record.exc_info else None
        return line if error is None else f"{line}\n{self._details(error)}"

    def _details(self, error: BaseException) -> str:
        places = "".join(traceback.format_tb(error.__traceback__, limit=-30))
        words = f": {error!s:.500}" if self._words else ""
        return visible(f"{places}{type(error).__name__}{words}")


class LogFile(RotatingFileHandler):
    """Writes the log of one command; a log that cannot be written is no reason to stop.

    The file is open only while a record is written: several commands may run at once.
    """

    def __init__(self, command: str) -> None:
        super().__init__(
            log_path(), maxBytes=MOST_BYTES, backupCount=OLDER, encoding="utf-8", delay=True
        )
        self.setFormatter(LogLayout(command))
        self.failed = False

    def _open(self) -> TextIOWrapper:
        path = Path(self.baseFilename)
        private_folder(path.parent)
        return open(path, "a", encoding="utf-8", errors="backslashreplace", opener=private)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        self.failed = False
        super().emit(record)
        if self.stream is not None:
            self.stream.close()
            self.stream = None

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Note that a record was not written."""
        self.failed = True
