"""MicroPython for a blank ESP32, through esptool, which is an extra."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from host_tools.flash import FlashError

MISSING = "A blank ESP32 needs esptool: pip install 'wondertable[esp32]', then repeat the command."
NO_IMAGE = (
    "{image} is not MicroPython for an ESP32: take the .bin file from micropython.org/download."
)
FAILED = (
    "esptool could not write {image} to {port}: {error} Hold BOOT while you plug the board in, and"
    " repeat the command."
)
IMAGE = 0xE9  # the first byte of every image (Espressif, "Firmware Image Format")
CHIP = 12  # where an image names its chip
OFFSETS = {0: 0x1000, 2: 0x1000, 5: 0, 9: 0, 12: 0, 13: 0, 16: 0}  # ESP32, S2, C3, S3, C2, C6, H2
TIMEOUT_S = 300
SIGN = "fatal error occurred: "


def offset_of(image: Path) -> int:
    """Return where an image belongs in the flash, by the chip that it names."""
    try:
        with image.open("rb") as file:
            head = file.read(24)
    except OSError as error:
        raise FlashError(f"{image} cannot be read: {error.strerror}.") from error
    chip = int.from_bytes(head[CHIP : CHIP + 2], "little")
    if len(head) < 24 or head[0] != IMAGE or chip not in OFFSETS:
        raise FlashError(NO_IMAGE.format(image=image))
    return OFFSETS[chip]


def esptool_command(port: str, image: Path) -> list[str]:
    """Return the command that writes an image."""
    tool = [sys.executable, "-m", "esptool", "--port", port, "--baud", "460800"]
    return [*tool, "write-flash", "--erase-all", hex(offset_of(image)), str(image)]


def write_image(port: str, image: Path) -> None:
    """Erase a board and write MicroPython to it."""
    command = esptool_command(port, image)
    if find_spec("esptool") is None:
        raise FlashError(MISSING)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired as error:
        raise FlashError(FAILED.format(image=image, port=port, error="it hangs.")) from error
    if done.returncode:
        raise FlashError(FAILED.format(image=image, port=port, error=_reason(done)))


def _reason(done: subprocess.CompletedProcess[str]) -> str:
    """Return the line that says what went wrong, without dots, warnings and addresses."""
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip(" .")]
    reasons = [line.partition(SIGN)[2] for line in lines if SIGN in line] or lines[-1:]
    return (reasons or ["no reason given."])[0].strip()
