"""A capture of the wire: one JSON line for every read or write, with its time and its port.

{"capture": 1}
{"at": 0.0, "port": "/dev/ttyACM0", "what": "open"}
{"at": 0.012, "port": "/dev/ttyACM0", "what": "read", "data": "\\n$HI 1 ..."}

Bytes are written as latin-1 text, so frames stay readable. A line of the kind "game" has no port:
in it the table writes the setup, who sits where, and whatever no seat reports.
"""

import json
import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from host_tools.link.private_file import private

VERSION = 1
HELD_MAX = 20_000  # entries that wait for the lock; an evening's round has hundreds
LONGEST_S = 2 * 86_400.0  # no evening lasts longer
LONGEST_LINE = 4_000_000  # letters; a game that is taken up again is one line
WHATS = ("open", "closed", "read", "wrote", "game")


@dataclass(frozen=True, slots=True)
class CaptureEntry:
    """One entry; `data` came from the seat (read) or went to it (wrote)."""

    at: float
    port: str
    what: str
    data: bytes = b""

    def line(self) -> str:
        """Return it as a line of the capture."""
        fields: dict[str, object] = {"at": round(self.at, 6), "port": self.port, "what": self.what}
        if self.data:
            fields["data"] = self.data.decode("latin-1")
        return json.dumps(fields)


class Recorder:
    """Writes a capture. While held, entries stay in memory, since they may give a card away.

    In assisted mode a seat opens its card before the lock: the table holds the recorder from the
    start of such a round and releases it when the lock is in the journal.
    """

    def __init__(self, path: Path) -> None:
        self.lost = 0  # entries that were held for too long
        self.failed = ""  # why recording stopped
        self._held: deque[str] | None = None
        self._start: float | None = None
        file = os.fdopen(private(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "w", 1, "ascii")
        self._file: TextIO | None = file
        self._write(json.dumps({"capture": VERSION}))

    def note(self, now: float, port: str, what: str, data: bytes = b"") -> None:
        """Record one entry; the first one is at time 0."""
        if self._start is None:
            self._start = now
        line = CaptureEntry(now - self._start, port, what, data).line()
        if self._held is None:
            self._write(line)
            return
        self.lost += len(self._held) == HELD_MAX
        self._held.append(line)

    def hold(self) -> None:
        """Keep the entries that follow in memory."""
        if self._held is None:
            self._held = deque(maxlen=HELD_MAX)

    def release(self) -> None:
        """Write what was held."""
        held, self._held = self._held or (), None
        for line in held:
            self._write(line)

    def close(self) -> None:
        """End the capture and drop what is still held."""
        file, self._file = self._file, None
        try:
            if file is not None:
                file.close()
        except OSError as error:
            self.failed = self.failed or f"The end of the capture was lost: {error}."

    def _write(self, line: str) -> None:
        try:
            if self._file is not None:
                self._file.write(line + "\n")
        except OSError as error:  # a full disk must not end a game
            self.failed = f"Recording has stopped: {error}."
            self.close()


def read_capture(path: Path) -> Iterator[CaptureEntry]:
    """Read a capture; ValueError names a bad line. A last line that was cut off is left out."""
    with path.open(encoding="ascii", errors="replace") as file:
        for number, text in enumerate(iter(lambda: file.readline(LONGEST_LINE), ""), 1):
            if not text.endswith("\n") and len(text) < LONGEST_LINE:
                return  # the power failed while it was written
            try:
                fields = json.loads(text)
                if number == 1 and fields["capture"] == VERSION:
                    continue
                yield _entry(fields)
            except (KeyError, TypeError, ValueError, RecursionError) as error:
                raise ValueError(f"{path} line {number} is not a line of a capture") from error


def _entry(fields: dict[str, object]) -> CaptureEntry:
    at, port, what, data = fields["at"], fields["port"], fields["what"], fields.get("data", "")
    if not isinstance(at, int | float) or not 0 <= at <= LONGEST_S or what not in WHATS:
        raise ValueError("neither a time nor a known kind")
    return CaptureEntry(float(at), str(port), str(what), str(data).encode("latin-1"))
