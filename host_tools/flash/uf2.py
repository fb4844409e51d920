"""Boards without MicroPython: they show a drive, and take MicroPython as a UF2 file on it."""

import os
import string
import struct
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from host_tools.flash import FlashError
from host_tools.flash.board_info import board_ports

INFO = "INFO_UF2.TXT"
COPY = 65536
# What a drive calls its board, and the family of UF2 files for it (the UF2 format's own list).
FAMILIES = {
    "RPI-RP2": (0xE48BFF56, "RP2040"),
    "RP2350": (0xE48BFF59, "RP2350"),
}
NAMES = dict(FAMILIES.values())
MAGIC = (0x0A324655, 0x9E5D5157)
HAS_FAMILY = 0x2000

NO_DRIVE = (
    "{folder} is not a board's drive: it has no {info}. Hold BOOTSEL while you plug the board in."
)
NOT_OURS = (
    "{folder} is the drive of another board ({board}) and is left alone: seats are boards with"
    " RP2040 or RP2350."
)
NO_UF2 = "{uf2} is not a UF2 file: take the one for your board from micropython.org/download."
OTHER_CHIP = "{uf2} is for {theirs}, and the board in {folder} has {ours}: take the other file."
WHICH = (
    "There is a blank board in {folder}: give it MicroPython with --uf2 FILE"
    " (from micropython.org/download){found}."
)
NOT_COPIED = (
    "{uf2} could not be copied to {folder} ({error}): plug the board in again with BOOTSEL."
)


@dataclass(frozen=True, slots=True)
class Drive:
    """The drive of a board that waits for MicroPython."""

    folder: Path
    board: str

    @property
    def family(self) -> int:
        """Return which UF2 files it takes."""
        return FAMILIES[self.board][0]


def open_drive(folder: Path) -> Drive:
    """Return the drive in a folder; FlashError when it is not a seat's."""
    try:
        lines = (folder / INFO).read_text(errors="replace").splitlines()
    except OSError as error:
        raise FlashError(NO_DRIVE.format(folder=folder, info=INFO)) from error
    pairs = dict(line.split(":", 1) for line in lines if ":" in line)
    board = pairs.get("Board-ID", "").strip()
    if board not in FAMILIES:
        raise FlashError(NOT_OURS.format(folder=folder, board=board or "unnamed"))
    return Drive(folder, board)


def find_drives(folders: Iterable[Path] | None = None) -> list[Drive]:
    """Return the mounted drives of blank boards."""
    found = []
    for folder in mounts() if folders is None else folders:
        with suppress(FlashError):  # another drive
            found.append(open_drive(folder))
    return found


def mounts(platform: str = sys.platform) -> list[Path]:
    """Return where the drive of a board may be."""
    if platform == "win32":
        return [Path(f"{letter}:/") for letter in string.ascii_uppercase[3:]]
    if platform == "darwin":
        return sorted(Path("/Volumes").glob("*"))
    try:
        lines = Path("/proc/mounts").read_text().splitlines()
    except OSError:
        return []
    rows = (line.split(" ") for line in lines)  # BOOTSEL drives are FAT; \040 is a space
    return [Path(row[1].replace("\\040", " ")) for row in rows if row[2] in ("vfat", "msdos")]


def uf2_family(uf2: Path) -> int:
    """Return which chip a UF2 file is for; FlashError when it is not a UF2 file."""
    try:
        with uf2.open("rb") as file:
            head = file.read(32)
        size = uf2.stat().st_size
    except OSError as error:
        raise FlashError(f"{uf2} cannot be read: {error.strerror}.") from error
    if len(head) < 32 or size % 512:
        raise FlashError(NO_UF2.format(uf2=uf2))
    first, second, flags, *_, family = struct.unpack("<8I", head)
    if (first, second) != MAGIC or not flags & HAS_FAMILY:
        raise FlashError(NO_UF2.format(uf2=uf2))
    return int(family)


def _choose(drive: Drive, given: Path | None, beside: Path) -> Path:
    """Return the file for a board: the given one, or the only one beside it that fits."""
    if given is not None:
        if (family := uf2_family(given)) != drive.family:
            theirs, ours = NAMES.get(family, "another chip"), NAMES[drive.family]
            words = OTHER_CHIP.format(uf2=given, theirs=theirs, folder=drive.folder, ours=ours)
            raise FlashError(words)
        return given
    fitting = [uf2 for uf2 in sorted(beside.glob("*.uf2")) if _fits(uf2, drive)]
    if len(fitting) == 1:
        return fitting[0]
    # A Pico and a Pico W look alike here and take different files: never guess.
    found = f"; here are {', '.join(uf2.name for uf2 in fitting)}" if fitting else ""
    raise FlashError(WHICH.format(folder=drive.folder, found=found))


def _fits(uf2: Path, drive: Drive) -> bool:
    with suppress(FlashError):
        return uf2_family(uf2) == drive.family
    return False


def _copy(uf2: Path, drive: Drive, wrote: Callable[[int], None]) -> None:
    target, left = drive.folder / uf2.name, uf2.stat().st_size
    try:
        with uf2.open("rb") as source, target.open("wb", buffering=0) as copy:
            while data := source.read(COPY):
                copy.write(data)
                left -= len(data)
                wrote(len(data))
            os.fsync(copy.fileno())
    except OSError as error:
        if left > 0:  # after the last byte the drive may disappear at once
            words = NOT_COPIED.format(uf2=uf2, folder=drive.folder, error=error.strerror)
            raise FlashError(words) from error


NOT_BACK = (
    "MicroPython was copied to {folder}, but no board came back within {seconds:.0f} s: plug it in"
    " again without BOOTSEL, and repeat the command."
)
PATIENCE = 30.0
NAP_S = 0.1


def give_micropython(
    drives: Sequence[Drive],
    uf2: Path | None,
    beside: Path,
    *,
    wrote: Callable[[int], None] = lambda size: None,
    listing: Callable[[], list[str]] = board_ports,
    patience: float = PATIENCE,
) -> list[str]:
    """Put MicroPython on every drive, and return the new ports."""
    chosen = [_choose(drive, uf2, beside) for drive in drives]  # all, before anything is written
    before = listing()
    for drive, file in zip(drives, chosen, strict=True):
        _copy(file, drive, wrote)  # then the board restarts by itself
    end = time.monotonic() + patience
    while len(new := [name for name in listing() if name not in before]) < len(drives):
        if time.monotonic() > end:
            folders = ", ".join(str(drive.folder) for drive in drives)
            raise FlashError(NOT_BACK.format(folder=folders, seconds=patience))
        time.sleep(NAP_S)
    return new
