"""MicroPython without a board around it: scripts, and the image of a flash."""

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from host_tools.sim.boards.micropython import HEAP, SHIM, write_files

SCRIPT = "import sys; from micropython_run import run_main; sys.exit(run_main(sys.argv))"


def run_script(script: Path, *arguments: Path, heap: str = HEAP, timeout: float = 60) -> str:
    """Run a script to its end and return what it prints."""
    paths = map(str, (script, *arguments))
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, "-X", f"heapsize={heap}", *paths],
        check=True,
        cwd=script.parent,
        timeout=timeout,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def make_flash(files: Mapping[str, bytes]) -> bytes:
    """Make the image of a flash with these files on it, as a Pico would have written it."""
    with tempfile.TemporaryDirectory(prefix="wondertable-flash-") as name:
        folder = Path(name)
        write_files(files, folder / "files")
        run_script(SHIM / "flash_file.py", folder / "flash", folder / "files")
        return (folder / "flash").read_bytes()
