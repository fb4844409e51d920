"""Blank boards: their drive is known by INFO_UF2.TXT, and only a file for their chip goes there."""

import threading

import pytest

from host_tools.flash import FlashError, esp32
from host_tools.flash.uf2 import find_drives, give_micropython, mounts, open_drive, uf2_family
from host_tools.sim.boards.board_port import PtyPort
from tests.flash.uf2 import RP2350, drive, uf2

PICO_2 = "UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n"
TRINKET = "UF2 Bootloader v3.6\nModel: Trinket M0\nBoard-ID: SAMD21E18A-Trinket-v0\n"


def test_a_blank_pico_gets_micropython_and_comes_back_as_a_port(tmp_path):
    folder = drive(tmp_path / "RPI-RP2")
    file = uf2(tmp_path / "RPI_PICO.uf2")
    ports, written = ["/dev/ttyACM0"], []

    def restart(size):
        written.append(size)
        if sum(written) == file.stat().st_size:
            threading.Timer(0.2, ports.append, ["/dev/ttyACM1"]).start()

    drives = [open_drive(folder)]
    new = give_micropython(drives, file, tmp_path, wrote=restart, listing=lambda: list(ports))
    assert new == ["/dev/ttyACM1"]
    assert (folder / "RPI_PICO.uf2").read_bytes() == file.read_bytes()


def test_the_only_file_beside_that_fits_is_taken(tmp_path):
    folder = drive(tmp_path / "RPI-RP2")
    uf2(tmp_path / "RPI_PICO2.uf2", RP2350)
    uf2(tmp_path / "RPI_PICO.uf2")
    (tmp_path / "notes.uf2").write_text("no UF2")
    ports = iter([[], ["/dev/ttyACM0"]])
    give_micropython([open_drive(folder)], None, tmp_path, listing=lambda: next(ports))
    assert (folder / "RPI_PICO.uf2").exists()


def test_of_two_files_that_fit_none_is_guessed(tmp_path):
    folder = drive(tmp_path / "RPI-RP2")
    uf2(tmp_path / "RPI_PICO.uf2")
    uf2(tmp_path / "RPI_PICO_W.uf2")
    with pytest.raises(FlashError, match=r"--uf2 FILE .*here are RPI_PICO.uf2, RPI_PICO_W.uf2"):
        give_micropython([open_drive(folder)], None, tmp_path, listing=list)


@pytest.mark.parametrize(
    ("info", "words"),
    [(TRINKET, "the drive of another board"), ("Hello\n", "another board (unnamed)"), (None, "no")],
)
def test_another_boards_drive_is_refused(tmp_path, info, words):
    folder = drive(tmp_path / "DRIVE", info or "")
    if info is None:
        (folder / "INFO_UF2.TXT").unlink()
    with pytest.raises(FlashError) as refusal:
        open_drive(folder)
    assert words in str(refusal.value)
    assert find_drives([folder, tmp_path / "nothing"]) == []


def test_a_file_for_another_chip_is_refused(tmp_path):
    folder = drive(tmp_path / "RP2350", PICO_2)
    file = uf2(tmp_path / "RPI_PICO.uf2")
    with pytest.raises(FlashError, match=r"is for RP2040, and the board in .* has RP2350"):
        give_micropython([open_drive(folder)], file, tmp_path, listing=list)
    assert not (folder / "RPI_PICO.uf2").exists()


@pytest.mark.parametrize("content", [b"", b"MZ" * 256, b"\0" * 512])
def test_a_file_that_is_no_uf2_is_refused(tmp_path, content):
    file = tmp_path / "firmware.uf2"
    file.write_bytes(content)
    with pytest.raises(FlashError, match="is not a UF2 file"):
        uf2_family(file)


def test_a_board_that_does_not_come_back_is_told(tmp_path):
    folder = drive(tmp_path / "RPI-RP2")
    file = uf2(tmp_path / "RPI_PICO.uf2")
    with pytest.raises(FlashError, match="no board came back within 0 s"):
        give_micropython([open_drive(folder)], file, tmp_path, listing=list, patience=0.2)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_drives_are_looked_for_on_every_system(platform):
    assert all(path.is_absolute() or ":" in str(path) for path in mounts(platform))
    assert find_drives(mounts(platform)) == []


# ESP32.


def image(path, chip):
    path.write_bytes(bytes([0xE9, 3, 2, 0x20]) + bytes(8) + bytes([chip, 0]) + bytes(100))
    return path


@pytest.mark.parametrize(("chip", "offset"), [(0, "0x1000"), (9, "0x0"), (5, "0x0")])
def test_an_image_names_its_chip_and_so_its_place(tmp_path, chip, offset):
    command = esp32.esptool_command("/dev/ttyUSB0", image(tmp_path / "micropython.bin", chip))
    assert command[-2] == offset


def test_without_esptool_the_way_to_it_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(esp32, "find_spec", lambda _: None)
    with pytest.raises(FlashError, match=r"pip install 'wondertable\[esp32\]'"):
        esp32.write_image("/dev/ttyUSB0", image(tmp_path / "micropython.bin", 0))


@pytest.mark.slow
def test_what_the_real_esptool_says_is_told(tmp_path):
    port, file = PtyPort(), image(tmp_path / "micropython.bin", 0)
    try:
        with pytest.raises(FlashError) as silent:
            esp32.write_image(port.name, file)
    finally:
        port.close()
    with pytest.raises(FlashError) as missing:
        esp32.write_image("/dev/ttyNothing", file)
    assert "Failed to connect to Espressif device: No serial data received. Hold" in str(
        silent.value
    )
    assert "Could not open /dev/ttyNothing, the port is busy" in str(missing.value)


@pytest.mark.parametrize("content", [b"", b"MZ" * 100, bytes([0xE9]) + b"\xff" * 40])
def test_a_file_that_is_no_image_is_refused(tmp_path, content):
    file = tmp_path / "micropython.bin"
    file.write_bytes(content)
    with pytest.raises(FlashError, match="is not MicroPython for an ESP32"):
        esp32.esptool_command("/dev/ttyUSB0", file)
