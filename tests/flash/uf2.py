"""Drives of blank boards, and files of MicroPython for them, as small as they can be."""

import struct

RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59
PICO = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n"
BLOCK = 512


def drive(folder, info=PICO):
    """A drive in a folder, as the board's boot loader shows it."""
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_text(info)
    return folder


def uf2(path, family=RP2040, blocks=300):
    """A file with this many blocks, each of which says so."""
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10000000, 256, 0, blocks, family)
    path.write_bytes((head + bytes(BLOCK - len(head))) * blocks)
    return path


def is_whole(path):
    """Has the boot loader got every block of this file?"""
    data = path.read_bytes()
    return len(data) >= BLOCK and len(data) == BLOCK * struct.unpack_from("<I", data, 24)[0]
