"""Where ports come from: URLs, USB ids, names of three systems, and sentences for failures."""

import errno
from pathlib import Path

import pytest
import serial

from host_tools.link.port import PortError
from host_tools.link.serial_port import UsbPort, explain, open_serial
from host_tools.link.sources import (
    AllSerialPorts,
    NamedSerialPort,
    SimulatedPorts,
    open_url,
    port_name,
)
from host_tools.sim.boards.board_port import PtyPort


@pytest.mark.parametrize(
    ("given", "platform", "name"),
    [
        ("/dev/ttyACM0", "linux", "/dev/ttyACM0"),
        ("ttyACM0", "linux", "/dev/ttyACM0"),
        ("/dev/cu.usbmodem101", "darwin", "/dev/cu.usbmodem101"),
        ("/dev/tty.usbmodem101", "darwin", "/dev/cu.usbmodem101"),
        ("cu.usbmodem101", "darwin", "/dev/cu.usbmodem101"),
        ("COM12", "win32", "COM12"),
        ("com3", "win32", "COM3"),
    ],
)
def test_a_port_has_the_name_of_its_system(given, platform, name):
    assert port_name(given, platform) == name


@pytest.mark.parametrize(
    ("vid", "pid", "fits", "word"),
    [
        (0x2E8A, 0x0005, True, ""),
        (0x2E8A, 0x1003, True, ""),
        (0x303A, 0x4001, True, ""),
        (0x2E8A, 0x000C, False, "is not a seat"),  # a debug probe
        (0x2341, 0x0043, False, "is not a seat"),
        (0x10C4, 0xEA60, False, "serial:/dev/x"),
        (0x1A86, 0x7523, False, "serial:/dev/x"),
        (None, None, False, "not a USB port"),
    ],
)
def test_only_ports_with_a_seat_s_usb_id_are_opened_unasked(vid, pid, fits, word):
    port = UsbPort("/dev/x", vid, pid, "thing")
    assert port.fits() == fits
    assert word in port.why_not()
    assert bool(port.why_not()) != fits


def test_auto_leaves_foreign_devices_alone_and_says_why():
    listing = [
        UsbPort("/dev/ttyACM0", 0x2E8A, 5, "Board in FS mode"),
        UsbPort("/dev/ttyACM1", 0x2341, 0x43, "Arduino Uno"),
        UsbPort("/dev/ttyS0", None, None),
    ]
    seat, foreign = AllSerialPorts(lambda: listing).find()
    assert (seat.name, seat.why) == ("/dev/ttyACM0", "")
    assert foreign.why == "/dev/ttyACM1 (Arduino Uno, 2341:0043) is not a seat and is left alone."


@pytest.mark.parametrize(
    ("error", "code", "word"),
    [
        (serial.SerialException(errno.EACCES, "Permission denied"), "denied", "dialout"),
        (serial.SerialException(errno.EAGAIN, "could not lock"), "busy", "another Wondertable"),
        (serial.SerialException(errno.EBUSY, "busy"), "busy", "mpremote"),
        (serial.SerialException(errno.ENOENT, "none"), "missing", "cable"),
        (serial.SerialException("could not open port 'X': PermissionError(13, 5)"), "busy", "use"),
        (serial.SerialException("could not open 'X': FileNotFoundError(2)"), "missing", "cable"),
        (serial.SerialException("Could not configure port: 5"), "broken", "configure"),
    ],
)
def test_a_failure_to_open_is_a_sentence_that_names_the_thing_to_touch(error, code, word):
    told = explain("X", error)
    assert told.code == code
    assert str(told).startswith("X ")
    assert word in str(told)


def test_a_named_port_is_there_only_while_it_is():
    port = PtyPort()
    source = NamedSerialPort(port.name)
    assert [found.name for found in source.find()] == [port.name]
    port.close()
    assert source.find() == []


def test_a_link_to_a_port_is_followed(tmp_path):
    port = PtyPort()
    link = tmp_path / "usb-seat-3"
    link.symlink_to(port.name)
    assert [found.name for found in NamedSerialPort(str(link)).find()] == [port.name]
    port.close()


def test_two_hosts_at_once_are_refused():
    port = PtyPort()
    first = open_serial(port.name)
    with pytest.raises(PortError, match="another Wondertable") as caught:
        open_serial(port.name)
    assert caught.value.code == "busy"
    first.close()
    open_serial(port.name).close()
    port.close()


def test_a_port_is_raw_and_without_echo():
    port = PtyPort()
    wire = open_serial(port.name)
    assert wire.write(b"a\r\nb\x03\x11\n") == 7
    assert port.read() == b"a\r\nb\x03\x11\n"
    port.write(b"\x00\xff\r\n\x03")
    assert wire.read() == b"\x00\xff\r\n\x03"
    assert port.read() == b""
    wire.close()
    port.close()


def test_a_full_port_takes_what_fits_and_says_so():
    port = PtyPort()
    wire = open_serial(port.name)
    taken = sum(wire.write(bytes(1000)) for _ in range(1000))
    assert taken < 1_000_000
    assert wire.write(b"more") == 0
    wire.close()
    port.close()


def test_a_port_that_vanishes_is_an_error_of_the_system():
    port = PtyPort()
    wire = open_serial(port.name)
    port.close()
    with pytest.raises(OSError):
        for _ in range(3):
            wire.read()
    wire.close()


def test_simulated_boards_may_come_and_go():
    fleet = {}
    source = SimulatedPorts(fleet)
    assert source.find() == []
    fleet["sim:1"] = lambda: "wire"
    assert [found.name for found in source.find()] == ["sim:1"]
    assert source.open("sim:1") == "wire"
    fleet.clear()
    with pytest.raises(PortError, match="no longer plugged in"):
        source.open("sim:1")


def test_urls_choose_the_source(tmp_path):
    assert isinstance(open_url("serial:auto"), AllSerialPorts)
    assert isinstance(open_url("serial:ttyACM0"), NamedSerialPort)
    assert isinstance(open_url("sim:3", boards=lambda count: {}), SimulatedPorts)
    capture = tmp_path / "evening.jsonl"
    capture.write_text('{"capture": 1}\n{"at": 9, "port": "x", "what": "open"}\n')
    assert open_url(f"replay:{capture}?speed=8").find() == []
    capture.write_text('{"capture": 1}\n')
    with pytest.raises(ValueError, match="no seat speaks"):
        open_url(f"replay:{capture}")


@pytest.mark.parametrize("speed", ["nan", "inf", "0", "-1", "x", "1e9", "9999"])
def test_a_capture_is_played_at_a_speed_that_is_a_number(tmp_path, speed):
    with pytest.raises(ValueError, match="is no number"):
        open_url(f"replay:{tmp_path / 'evening.jsonl'}?speed={speed}")


@pytest.mark.parametrize("url", ["", "serial:", "sim:", "usb:1", "replay:", "replay:/no/such"])
def test_a_url_that_is_none_is_refused_with_a_sentence(url):
    with pytest.raises(ValueError, match=r"is not a port|cannot be read"):
        open_url(url)


def test_a_capture_that_is_none_is_refused(tmp_path: Path):
    capture = tmp_path / "evening.jsonl"
    capture.write_text('{"capture": 1}\n{"at": "noon"}\n')
    with pytest.raises(ValueError, match="line 2 is not a line of a capture"):
        open_url(f"replay:{capture}")
