"""Gather the facts about this computer and its USB devices."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import webbrowser
from contextlib import closing
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from host_tools.doctor.facts import HostFacts, JournalFacts, PackageFacts, PortFacts, UsbDevice
from host_tools.link.serial_port import usb_ports
from host_tools.table.journal import Journal, JournalError

SYSFS = Path("/sys/bus/usb/devices")
LISTING = (
    "powershell", "-NoProfile", "-Command",
    "Get-PnpDevice -PresentOnly | Where-Object InstanceId -like 'USB\\VID_*' |"
    " Select-Object InstanceId, FriendlyName | ConvertTo-Json",
)  # fmt: skip
PATIENCE_S = 20.0


def usb_devices(platform: str = sys.platform) -> tuple[UsbDevice, ...] | None:
    """Return every USB device; None where the system does not list them."""
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
    """Return what the kernel lists."""
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
    except OSError:  # a device without this file, or one being unplugged
        return ""


def windows_devices(listing: str) -> tuple[UsbDevice, ...] | None:
    """Return what PowerShell lists: every device once, not once for every interface.

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


REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)>=([0-9.]+)$")


def host_facts(journal: Path, usb: bool) -> HostFacts:
    """Gather the facts; `usb` says whether real ports matter."""
    return HostFacts(
        platform=sys.platform,
        python=tuple(sys.version_info[:3]),
        parts=tuple(parts()),
        usb_ports=tuple(usb_ports()) if usb else (),
        devices=usb_devices() if usb else None,
        now=time.time(),
        journal=journal_facts(journal),
        browser=has_browser(),
    )


def parts(needs: list[str] | None = None) -> list[PackageFacts]:
    """Return the packages that Wondertable needs, with the installed versions."""
    if needs is None:
        needs = requires("wondertable") or []
    found = []
    for need in needs:
        if match := REQUIREMENT.match(need):  # those with a condition are for developers
            found.append(PackageFacts(match[1], match[2], _installed(match[1])))
    return found


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def journal_facts(path: Path) -> JournalFacts:
    """Look at the journal without creating one."""
    folder = path.parent
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent  # it is created with the first game
    games, last, trouble = 0, 0.0, ""
    if path.exists():
        try:
            games, last = read_journal(path)
        except JournalError as error:
            trouble = str(error)
    return JournalFacts(
        path=str(path),
        games=games,
        trouble=trouble,
        last=last,
        folder=str(folder),
        free=shutil.disk_usage(folder).free,
        writable=os.access(folder, os.W_OK | os.X_OK),
    )


def read_journal(path: Path) -> tuple[int, float]:
    """Read every entry of every game; return how many games there are, and the latest time."""
    with closing(Journal(path, reading=True)) as journal:
        games = journal.games()
        last = [game.begun for game in games]
        for game in games:
            last += [at for at, _ in journal.read(game.id)[-1:]]
        return len(games), max(last, default=0.0)


def has_browser() -> bool:
    """Return whether the pages can be opened here."""
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def with_groups(ports: tuple[PortFacts, ...]) -> tuple[PortFacts, ...]:
    """Name the group of each port that may not be opened."""
    return tuple(
        replace(port, group=_group(port.name)) if port.code == "denied" else port for port in ports
    )


def _group(name: str) -> str:
    try:
        return Path(name).group()
    except (OSError, KeyError, NotImplementedError):  # gone, a group without a name, Windows
        return ""
