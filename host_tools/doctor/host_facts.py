"""Gathers the facts of this computer."""

import os
import re
import shutil
import sys
import time
import webbrowser
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from host_tools.doctor.facts import HostFacts, JournalFacts, Part, PortFacts
from host_tools.doctor.usb_devices import usb_devices
from host_tools.link.serial_port import usb_ports
from host_tools.table.journal import Journal, JournalError

REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)>=([0-9.]+)$")


def host_facts(journal: Path, usb: bool) -> HostFacts:
    """Look around; `usb` says whether real ports matter."""
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


def parts(needs: list[str] | None = None) -> list[Part]:
    """What Wondertable needs to run, and what is installed of it."""
    if needs is None:
        needs = requires("wondertable") or []
    found = []
    for need in needs:
        if match := REQUIREMENT.match(need):  # those with a condition are for developers
            found.append(Part(match[1], match[2], _installed(match[1])))
    return found


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def journal_facts(path: Path) -> JournalFacts:
    """Look at the journal without making one."""
    folder = path.parent
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent  # it is made with the first game
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
    journal = Journal(path)
    try:
        games = journal.games()
        last = [game.begun for game in games]
        for game in games:
            last += [at for at, _ in journal.read(game.id)[-1:]]
        return len(games), max(last, default=0.0)
    finally:
        journal.close()


def has_browser() -> bool:
    """Whether the pages can be opened here."""
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def with_groups(ports: tuple[PortFacts, ...]) -> tuple[PortFacts, ...]:
    """Name the group of each port that may not be opened."""
    return tuple(
        PortFacts(port.name, port.code, port.text, _group(port.name))
        if port.code == "denied"
        else port
        for port in ports
    )


def _group(name: str) -> str:
    try:
        return Path(name).group()
    except (OSError, KeyError, NotImplementedError):  # gone, a group without a name, Windows
        return ""
