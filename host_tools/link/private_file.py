"""Private files: what a table keeps is for whoever runs it, whatever the umask.

Files that a person names to have them (`--to sheet.pdf`) are not private: the umask decides.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
OTHERS: Final = 0o077  # what the group and everybody else may do


def private(path: str | os.PathLike[str], flags: int) -> int:
    """Open a private file, a new one too; this is an `opener` for `open`."""
    handle = os.open(path, flags, PRIVATE)
    if flags & (os.O_WRONLY | os.O_RDWR):
        tighten(Path(path))
    return handle


def tighten(path: Path) -> None:
    """Let nobody else read a file that is there; some file systems cannot, and that is no error."""
    with suppress(OSError):
        if path.stat().st_mode & OTHERS:
            path.chmod(PRIVATE)


def private_folder(path: Path) -> None:
    """Make a folder that only its owner may open; one that is there stays as it is."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
