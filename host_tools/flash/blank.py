"""MicroPython for blank boards, and the ports under which they come back."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from host_tools.flash.boards import board_ports
from host_tools.flash.drives import Drive, choose_uf2, copy_uf2
from host_tools.flash.errors import FlashError

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
    """Put MicroPython on every drive, and wait for as many new ports."""
    chosen = [choose_uf2(drive, uf2, beside) for drive in drives]  # all, before anything is written
    before = listing()
    for drive, file in zip(drives, chosen, strict=True):
        copy_uf2(file, drive, wrote)
    end = time.monotonic() + patience
    while len(new := [name for name in listing() if name not in before]) < len(drives):
        if time.monotonic() > end:
            folders = ", ".join(str(drive.folder) for drive in drives)
            raise FlashError(NOT_BACK.format(folder=folders, seconds=patience))
        time.sleep(NAP_S)
    return new
