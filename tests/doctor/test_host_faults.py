"""What can be wrong with the computer: sentences from facts, and facts from the computer itself."""

import errno
import json
import sqlite3

import pytest

from host_tools.doctor.diagnosis import (
    BRIDGE_DRIVERS,
    DRIVERS,
    PLUG_AGAIN,
    diagnose,
    healthy,
    verdict,
)
from host_tools.doctor.facts import (
    DoctorFacts,
    HostFacts,
    JournalFacts,
    PackageFacts,
    PortFacts,
    SeatFacts,
    UsbDevice,
)
from host_tools.doctor.findings import FLASH, find
from host_tools.doctor.host_facts import (
    has_browser,
    journal_facts,
    linux_devices,
    parts,
    usb_devices,
    windows_devices,
    with_groups,
)
from host_tools.link.serial_port import UsbPort, explain
from host_tools.table.entries import Lock
from host_tools.table.journal import Journal
from tests.doctor.ward import Ward

SEAT = SeatFacts(
    1, "e6", "/dev/ttyACM0", "0.1.0", told={"chip": "mfrc522", "ver": "92", "exam": "ok"}
)
PICO = UsbDevice(0x2E8A, 0x0005, "Board in FS mode")
PICO_PORT = UsbPort("/dev/ttyACM0", 0x2E8A, 0x0005)


def said(host, seats=(SEAT,)):
    return [(found.what, found.do) for found in diagnose(DoctorFacts(host, seats))]


def test_a_good_host_has_no_findings():
    host = HostFacts(usb_ports=(PICO_PORT,), devices=(PICO, UsbDevice(0x1D6B, 2, "Hub")))
    assert said(host) == []


def test_no_board_at_all_may_be_a_cable_that_only_charges():
    sentence = (
        "No board found.",
        "Plug in a seat. If one is plugged in, its cable may only charge: use a data cable.",
    )
    assert said(HostFacts(devices=(UsbDevice(0x1D6B, 2, "Hub"),)), ()) == [sentence]
    assert said(HostFacts(devices=None), ()) == [sentence]
    assert [(what, do) for _, what, do in Ward(0).sentences()] == [sentence]


@pytest.mark.parametrize(
    ("platform", "remedy"),
    [("win32", DRIVERS["win32"]), ("linux", DRIVERS["linux"]), ("darwin", PLUG_AGAIN)],
)
def test_a_board_without_a_port_has_the_wrong_driver(platform, remedy):
    assert said(HostFacts(platform=platform, devices=(PICO,)), ()) == [
        (
            "Raspberry Pi Pico with MicroPython is plugged in, but the system has no serial "
            "port for it.",
            remedy,
        )
    ]


def test_one_of_two_boards_without_a_port_is_found():
    host = HostFacts(usb_ports=(PICO_PORT,), devices=(PICO, PICO))
    assert [do for _, do in said(host)] == [DRIVERS["linux"]]


def test_a_bridge_without_a_port_needs_its_makers_driver():
    assert said(HostFacts(platform="win32", devices=(UsbDevice(0x1A86, 0x7523),)), ()) == [
        (
            "A CH340 bridge is plugged in, but the system has no serial port for it.",
            BRIDGE_DRIVERS,
        )
    ]


def test_a_board_in_its_bootloader_is_blank():
    assert said(HostFacts(devices=(UsbDevice(0x2E8A, 0x0003, "RP2 Boot"),)), ()) == [
        (
            "A board is in its bootloader, without a program.",
            "`wondertable flash` installs MicroPython and the firmware.",
        )
    ]


def test_a_bridge_is_not_opened_unasked():
    bridge = UsbPort("/dev/ttyUSB0", 0x10C4, 0xEA60)
    assert said(HostFacts(usb_ports=(bridge,)), ()) == [
        (
            "/dev/ttyUSB0 is a CP210x bridge: any device may be behind it, so it was not opened.",
            "If it is a seat: `wondertable doctor --seats serial:/dev/ttyUSB0`.",
        )
    ]


@pytest.mark.parametrize(
    ("port", "what", "do"),
    [
        (
            PortFacts("/dev/ttyACM0", "denied", group="uucp"),
            "/dev/ttyACM0 may not be opened; it belongs to the group uucp.",
            "`sudo usermod -aG uucp $USER`, log out and in again, and plug the seat in again.",
        ),
        (
            PortFacts("/dev/ttyACM0", "denied"),
            "/dev/ttyACM0 may not be opened; it belongs to the group dialout.",
            "`sudo usermod -aG dialout $USER`, log out and in again, and plug the seat in again.",
        ),
        (
            PortFacts("COM3", "busy"),
            "COM3 is in use.",
            "Close the other Wondertable, mpremote or terminal that has it open.",
        ),
        (
            PortFacts("COM3", "broken", "COM3 cannot be opened: it is strange."),
            "COM3 cannot be opened: it is strange.",
            "Plug the seat into another socket, or use another cable.",
        ),
        (
            PortFacts("/dev/ttyACM1", "twin"),
            "The board on /dev/ttyACM1 has the same number as another one, and is left alone.",
            "Unplug one of the two.",
        ),
        (
            PortFacts("/dev/ttyACM1", "update"),
            "The seat on /dev/ttyACM1 speaks another protocol version.",
            FLASH,
        ),
    ],
)
def test_a_port_that_is_no_seat_is_explained(port, what, do):
    assert said(HostFacts(ports=(port,))) == [(what, do)]


def test_every_word_of_the_link_for_a_port_is_known():
    codes = {explain("p", OSError(number, "")).code for number in errno.errorcode}
    for code in codes:
        assert said(HostFacts(ports=(PortFacts("p", code, "p is odd."),))), code


def test_a_port_that_is_denied_is_told_with_its_group(tmp_path):
    port = tmp_path / "port"
    port.touch()
    (found,) = with_groups((PortFacts(str(port), "denied"),))
    assert found.group == port.group()
    (gone,) = with_groups((PortFacts("/nowhere/port", "denied"),))
    assert gone.group == ""


def test_a_clock_that_was_never_set_is_told():
    assert said(HostFacts(now=86400.0)) == [
        (
            "The clock says 1970-01-02 00:00 UTC.",
            "Set the clock: games are kept with their time.",
        )
    ]


def test_a_clock_behind_the_journal_is_told():
    journal = JournalFacts(last=1_800_086_400.0)
    assert said(HostFacts(now=1_800_000_000.0, journal=journal)) == [
        (
            "The clock says 2027-01-15 08:00 UTC, but the journal was written later, on "
            "2027-01-16 08:00 UTC.",
            "Set the clock: games are kept with their time.",
        )
    ]


def test_a_disk_that_is_nearly_full_is_told():
    assert said(HostFacts(journal=JournalFacts(free=12_345_678, folder="/data"))) == [
        (
            "Only 12 MB are free in the journal's folder, /data.",
            "Free some space: a play counts only when it is on the disk.",
        )
    ]


def test_a_folder_that_cannot_be_written_is_told():
    assert said(HostFacts(journal=JournalFacts(writable=False, folder="/data"))) == [
        (
            "The journal's folder /data cannot be written.",
            "Check its permissions, or name another file with --journal.",
        )
    ]


def test_a_missing_browser_keeps_nobody_from_playing():
    findings = diagnose(DoctorFacts(HostFacts(browser=False), (SEAT,)))
    assert [(found.what, found.do) for found in findings] == [
        (
            "No browser found on this computer.",
            "The pages open on any other device: start the table with --lan.",
        )
    ]
    assert healthy(findings)


def test_an_old_python_and_old_parts_are_told():
    old = (
        PackageFacts("click", "8.1", "8.0.4"),
        PackageFacts("rich", "13.7", ""),
        PackageFacts("anyio", "4.4", "4.10.0"),
    )
    assert said(HostFacts(python=(3, 10, 2), parts=old)) == [
        (
            "Python 3.10.2 runs here; 3.11 or newer is needed.",
            "Install a newer Python, then run `make clean run`.",
        ),
        (
            "click 8.0.4 is installed; 8.1 or newer is needed.",
            "Update it: `pip install 'click>=8.1'`.",
        ),
        ("rich is not installed.", "Install it: `pip install 'rich>=13.7'`."),
    ]


def test_the_parts_are_those_that_the_package_names():
    found = {part.name: part for part in parts()}
    assert {"click", "rich", "pyserial"} <= set(found)
    assert all(part.found and part.needed for part in found.values())
    assert parts(["no-such-part>=1.0", "ruff>=0.8; extra == 'dev'"]) == [
        PackageFacts("no-such-part", "1.0", "")
    ]


# The journal.


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.db"


def test_a_journal_that_is_not_there_yet_is_not_made(tmp_path):
    facts = journal_facts(tmp_path / "later" / "games.db")
    assert (facts.trouble, facts.games, facts.folder) == ("", 0, str(tmp_path))
    assert not (tmp_path / "later").exists()


def test_a_journal_with_games_is_read(path):
    journal = Journal(path)
    journal.append(journal.new_game(100.0), 0, [Lock()], 200.0)
    journal.close()
    facts = journal_facts(path)
    assert (facts.trouble, facts.games, facts.last) == ("", 1, 200.0)


def test_a_journal_that_another_table_uses_is_told(path):
    journal = Journal(path)
    facts = journal_facts(path)
    journal.close()
    assert said(HostFacts(journal=facts)) == [
        (
            f"{path}: another Wondertable uses this journal.",
            "Stop that one first, or name another file.",
        )
    ]


def test_a_file_that_is_no_journal_is_told(path):
    path.write_bytes(b"not a database, but long enough to be looked at" * 10)
    assert said(HostFacts(journal=journal_facts(path))) == [
        (f"{path}: this is no journal; nothing was read.", "Restore a backup, or name another.")
    ]


def test_a_damaged_entry_is_told(path):
    journal = Journal(path)
    journal.append(journal.new_game(100.0), 0, [Lock()], 200.0)
    journal.close()
    db = sqlite3.connect(path)
    db.execute("UPDATE entries SET entry = '{}'")
    db.commit()
    db.close()
    [(what, do)] = said(HostFacts(journal=journal_facts(path)))
    assert what == f"{path} is damaged: entries are damaged or missing."
    assert "`wondertable games repair" in do


def test_a_browser_is_looked_for(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr("webbrowser._tryorder", [])
    monkeypatch.setattr("webbrowser._browsers", {})
    assert not has_browser()
    monkeypatch.setattr("webbrowser._tryorder", ["one"])
    monkeypatch.setattr("webbrowser._browsers", {"one": [None, object()]})
    assert has_browser()


# The USB.


def test_linux_lists_its_devices(tmp_path):
    for name, words in {
        "1-1": {"idVendor": "2e8a", "idProduct": "0005", "product": "Board in FS mode"},
        "1-1:1.0": {"bInterfaceClass": "02"},
        "usb1": {"idVendor": "1d6b", "idProduct": "0002"},
    }.items():
        (tmp_path / name).mkdir()
        for file, word in words.items():
            (tmp_path / name / file).write_text(word + "\n")
    assert linux_devices(tmp_path) == (PICO, UsbDevice(0x1D6B, 2))
    assert linux_devices(tmp_path / "none") is None


def test_windows_lists_its_devices_once_each():
    rows = [
        {"InstanceId": "USB\\VID_2E8A&PID_0005\\E6614103", "FriendlyName": "Board in FS mode"},
        {"InstanceId": "USB\\VID_2E8A&PID_0005&MI_00\\7&1", "FriendlyName": "Serial (COM3)"},
        {"InstanceId": "USB\\ROOT_HUB30\\4&1", "FriendlyName": None},
    ]
    assert windows_devices(json.dumps(rows)) == (PICO,)
    assert windows_devices(json.dumps(rows[0])) == (PICO,)
    assert windows_devices("") == ()
    assert windows_devices("Get-PnpDevice: no such command") is None


def test_another_system_tells_nothing():
    assert usb_devices("darwin") is None


# The verdict.


@pytest.mark.parametrize(
    ("seats", "wrong", "sentence"),
    [
        (1, [], "Healthy. 1 seat is ready."),
        (5, [], "Healthy. 5 seats are ready."),
        (3, [0], "Not healthy: 1 thing is wrong, with this computer."),
        (3, [2], "Not healthy: 1 thing is wrong, with seat 2."),
        (
            3,
            [0, 1, 2, 2],
            "Not healthy: 4 things are wrong, with this computer and with seats 1 and 2.",
        ),
    ],
)
def test_the_verdict_is_one_line(seats, wrong, sentence):
    facts = DoctorFacts(seats=tuple(SeatFacts(at, "") for at in range(seats)))
    findings = [find("gone", seat) for seat in wrong] + [find("no_browser")]
    assert verdict(facts, findings) == sentence
