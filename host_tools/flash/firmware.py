"""The firmware as it is put on a board: its version, its files, and the main.py that starts it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

import firmware
from firmware.link import VERSION

START = "firmware/boot_main.py"
# For type checkers and readers only: MicroPython needs no __init__, and each would cost time.
LEFT_OUT = ("protocols.py", "__init__.py")


@dataclass(frozen=True)
class Firmware:
    """One set of files, by their paths inside a slot; `start` is main.py with its slots open."""

    version: str
    files: Mapping[str, bytes]
    start: bytes
    mpy: int = 0
    """Which kind of compiled files these are; 0 for plain Python, which every board takes."""

    @cached_property
    def digests(self) -> dict[str, str]:
        """The sha256 of every file."""
        return {name: sha256(data).hexdigest() for name, data in self.files.items()}

    @property
    def folders(self) -> list[str]:
        """The folders that hold the files, a folder before those in it; the slot itself is ""."""
        parents = {parent.as_posix() for name in self.files for parent in Path(name).parents}
        return ["" if folder == "." else folder for folder in sorted(parents)]

    @property
    def size(self) -> int:
        """Bytes to write."""
        return sum(map(len, self.files.values()))


def package_files() -> dict[str, bytes]:
    """Every firmware file of this repository that belongs on a board."""
    folder = Path(firmware.__path__[0])
    paths = [path for path in sorted(folder.rglob("*.py")) if path.name not in LEFT_OUT]
    return {path.relative_to(folder.parent).as_posix(): path.read_bytes() for path in paths}


def firmware_files() -> dict[str, bytes]:
    """What lies on a board without slots, by its path there: as `mpremote mip install` does it."""
    files = package_files()
    files["main.py"] = files.pop(START)
    return files


@cache
def source_firmware() -> Firmware:
    """This version as plain Python."""
    files = package_files()
    start = files.pop(START)
    return Firmware(VERSION, files, start)


@cache
def compiled_firmware() -> Firmware:
    """This version as a board loads it fastest."""
    from host_tools.flash.compiled import compiled, mpy_version  # the compiler is slow to import

    source = source_firmware()
    files = compiled(source.files)
    return Firmware(VERSION, files, source.start, mpy_version(files["firmware/main.mpy"]))
