"""What a seat costs, counted and not timed: bytes on the bus, heap and time of the emulated Pico.

`rows()` gives (name, value, limit); a limit that begins with ">=" is a floor, all others ceilings.
"""

from host_tools.flash.firmware import firmware_files
from host_tools.sim.boards.inprocess import SimClock, SimPin, SimSPI
from host_tools.sim.chips.mfrc522 import SimulatedMFRC522
from host_tools.sim.chips.seat_parts import Wires
from host_tools.sim.chips.tag import Field, Tag
from tests.firmware.host import Host
from tests.sim.layers import missing

SEVEN = bytes.fromhex("04a1b2c3d4e5f6")
CLOCK_HZ = 125_000_000
LAYS = 6

Row = tuple[str, float, str]

# Polls with nothing around them, so that 10,000 fit into a test: the heap before and after.
POLLS = b"""
import gc, machine
from time import sleep_us
from firmware.board import PICO
from firmware.assemble import make_reader
reader = make_reader(machine, PICO, sleep_us)

def free_after(polls):
    for _ in range(polls):
        reader.read_uids()
    gc.collect()
    return gc.mem_free()

def grown():
    return free_after(20) - free_after(10000)

print("grown", grown(), "end")
"""


def rows() -> list[Row]:
    """Measure everything that this machine can."""
    found = bus_rows()
    if not missing("pico"):
        found += [*pico_rows(), heap_growth()]
    return found


def bus_rows() -> list[Row]:
    """Count the SPI bytes of the MFRC522's jobs."""
    from firmware.readers.mfrc522 import MFRC522

    clock, wires, field = SimClock(), Wires(), Field()
    chip = SimulatedMFRC522(field, clock)
    wires.spi_parts.append(chip)
    wires.watch(5, lambda level: chip.select(not level))
    reader = MFRC522(
        SimSPI(wires), SimPin.on_wires(wires)(5, SimPin.OUT, value=1), None, clock.sleep_us
    )
    clock.sleep_us(5000)  # until tags hear
    counts = []
    for lay, job in ((False, reader.read_uids), (True, reader.read_uids), (False, None)):
        if lay:
            field.lay(Tag(SEVEN))
        before = wires.spi_bytes
        if job:
            job()
        else:
            reader.present(SEVEN)
        counts.append(wires.spi_bytes - before)
    return [
        ("SPI bytes, idle poll", counts[0], "14"),
        ("SPI bytes, first read of a 7-byte UID", counts[1], "110"),
        ("SPI bytes, presence of a known card", counts[2], "62"),
    ]


def pico_rows() -> list[Row]:
    """Run the seat on an emulated Pico: start, heap, time to a commitment, idling."""
    from tests.sim.pico_board import PicoBoard

    board = PicoBoard()
    host = Host(board, pause=1)
    host.until(lambda: "HI" in host.kinds(), what="a hello")
    boot = board.now()
    host.show("play")
    host.start()
    host.deal(SEVEN.hex())
    host.wait(1200)
    free = int([message for message in host.heard if message.kind == "UP"][-1].info["heap"])
    busy = busy_percent(board, host)
    slowest = max(laid_to_commit(board, host, at) for at in range(LAYS))
    board.close()
    return [
        ("Pico, ms from power-on to HI", boot, "450"),
        ("Pico, bytes of heap free after start", free, ">=130000"),
        ("Pico, % of time busy in the idle loop", busy, "20"),
        (f"Pico, ms from card laid to CM, slowest of {LAYS}", slowest, "60"),
    ]


def busy_percent(board, host) -> float:
    """Count the cycles that the core ran in three seconds of an empty tray."""
    core = board.device.mcu.core
    cycles, start = core.cycles, board.now()
    host.wait(3000)
    run = core.cycles - cycles
    return round(100 * run / (CLOCK_HZ / 1000 * (board.now() - start)), 1)


def laid_to_commit(board, host, turn) -> int:
    """Lay a card at another moment of the poll each time, and wait for CM on the wire."""
    host.wait(700 + 7 * turn)
    seen, start = len(host.heard), board.now()
    board.parts.lay(SEVEN)
    host.until(lambda: "CM" in host.kinds()[seen:], what="a commitment")
    took = board.now() - start
    board.parts.lift()
    return took


def heap_growth() -> Row:
    """Poll 10,000 times on the emulated Pico and see what the heap has lost."""
    from tests.sim.pico_board import PicoBoard

    board = PicoBoard({**firmware_files(), "main.py": POLLS})
    said = b""
    while b" end" not in said:
        board.run(100)
        said += board.take()
        assert board.now() < 120_000, said
    board.close()
    grown = int(said.split(b"grown ")[1].split()[0])
    return ("Pico, bytes of heap lost over 10,000 polls", max(0, grown), "0")


def holds(row: Row) -> bool:
    """Tell whether a row is within its limit."""
    _, value, limit = row
    return value >= float(limit[2:]) if limit.startswith(">=") else value <= float(limit)


if __name__ == "__main__":
    for row in rows():
        print(f"{row[0]:50} {row[1]:>10} {row[2]:>10} {'' if holds(row) else 'TOO MUCH'}")
