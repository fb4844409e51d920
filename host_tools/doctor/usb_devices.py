"""What is on the USB, whether or not the system has made a port for it."""

import json
import subprocess
import sys
from pathlib import Path

from host_tools.doctor.facts import UsbDevice

SYSFS = Path("/sys/bus/usb/devices")
LISTING = (
    "powershell", "-NoProfile", "-Command",
    "Get-PnpDevice -PresentOnly | Where-Object InstanceId -like 'USB\\VID_*' |"
    " Select-Object InstanceId, FriendlyName | ConvertTo-Json",
)  # fmt: skip
PATIENCE_S = 20.0


def usb_devices(platform: str = sys.platform) -> tuple[UsbDevice, ...] | None:
    """Every USB device; None where the system does not tell."""
    if platform == "linux":
        return linux_devices(SYSFS)
    if platform == "win32":
        try:
            said = subprocess.run(LISTING, capture_output=True, timeout=PATIENCE_S, check=True)
        except (OSError, subprocess.SubprocessError):
            return None
        return windows_devices(said.stdout.decode("utf-8", "replace"))
    return None


def linux_devices(folder: Path) -> tuple[UsbDevice, ...] | None:
    """What the kernel lists."""
    if not folder.is_dir():
        return None
    found = []
    for device in sorted(folder.iterdir()):
        vid, pid = (_word(device / name) for name in ("idVendor", "idProduct"))
        if vid and pid:
            found.append(UsbDevice(int(vid, 16), int(pid, 16), _word(device / "product")))
    return tuple(found)


def _word(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace").strip()
    except OSError:  # a device without this file, or one that is being pulled
        return ""


def windows_devices(listing: str) -> tuple[UsbDevice, ...] | None:
    """What PowerShell lists; each device once, not once for each of its interfaces.

    >>> windows_devices(json.dumps({"InstanceId": "USB/VID_2E8A&PID_0005/E661"}))
    (UsbDevice(vid=11914, pid=5, what=''),)
    """
    try:
        rows = json.loads(listing or "[]")
    except ValueError:
        return None
    found = []
    for row in rows if isinstance(rows, list) else [rows]:
        name = (str(row.get("InstanceId", "")).upper().replace("\\", "/") + "//").split("/")[1]
        words = dict(word.split("_", 1) for word in name.split("&") if "_" in word)
        if "MI" not in words and {"VID", "PID"} <= set(words):
            what = str(row.get("FriendlyName") or "")
            found.append(UsbDevice(int(words["VID"], 16), int(words["PID"], 16), what))
    return tuple(found)
