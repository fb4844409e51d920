"""What a seat costs, counted and not timed: bytes on the bus, heap and time of the emulated Pico.

`rows()` gives (name, value, limit); a limit that begins with ">=" is a floor, all others ceilings.
"""

from firmware.link import TILES
from firmware.loop import LOW_MEMORY
from host_tools.flash.firmware import firmware_files
from host_tools.link.events import Committed, Opened, Report, Shown
from host_tools.link.hub import Hub
from host_tools.link.wanted import SeatState
from host_tools.sim.boards.inprocess import SimClock, SimPin, SimSPI
from host_tools.sim.chips.mfrc522 import SimulatedMFRC522
from host_tools.sim.chips.seat_parts import Wires
from host_tools.sim.chips.tag import Field, Tag
from tests.firmware.host import Hosts
from tests.sim.layers import missing

SEVEN = bytes.fromhex("04a1b2c3d4e5f6")
CLOCK_HZ = 125_000_000
LAYS = 6
DECK = 250  # tags of a game

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

# The same with the whole loop of a board with several seats, each of them in a session.
ROUNDS = b"""
import gc, machine, time
from firmware.assemble import assemble
from firmware.board import load
from firmware.link import frame
from firmware.main import Ticks, boot_number

class Port:
    mail = b""
    def read(self):
        mail, self.mail = self.mail, b""
        return mail
    def write(self, data):
        pass

port = Port()
clock = Ticks()
loop = assemble(machine, load()[0], port, clock, bytes(32), boot_number, time.sleep_us)
slot = {"phase": "play", "game": "g1", "round": 1, "step": "", "light": "", "sound": "", "x": ""}
welcomes = [
    frame("WE", ver=1, boot=seat.logic.session.boot, sid="%04x" % place, seat=place)
    for place, seat in enumerate(loop.seats)
]
states = [frame("ST", sid="%04x" % place, v=1, text="", **slot) for place in range(len(welcomes))]

def free_after(rounds):
    for number in range(rounds):
        if number % 200 == 0:
            port.mail = b"".join(states)
        time.sleep_ms(loop.step())
    gc.collect()
    return gc.mem_free()

port.mail = b"".join(welcomes)
print("grown", free_after(1000) - free_after(10000), "end")
"""


def rows() -> list[Row]:
    """Measure everything that this machine can."""
    found = bus_rows()
    if not missing("pico"):
        for seats in (1, 4, 8):
            found += pico_rows(seats)
        found += [heap_growth(), several_heap_growth(), decks_heap()]
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


# By seats: ms to the last hello, bytes of heap, % busy, ms from card laid to CM, ms from cards laid
# on all trays at the same moment to the last CM.
LIMITS = {
    1: (450, 130000, 20, 60, 60),
    4: (900, 110000, 60, 150, 200),
    8: (1000, 90000, 60, 150, 400),
}


def pico_rows(seats: int = 1) -> list[Row]:
    """Run a board on an emulated Pico: start, heap, idling, time to a commitment."""
    from tests.sim.pico_board import PicoBoard

    board = PicoBoard(changes={"profile": "pico_table", "seats": seats} if seats > 1 else None)
    hosts = Hosts(board, pause=1)
    hosts.until(lambda: len(hosts.hellos()) >= seats, what="a hello of each seat")
    boot = board.now()
    hosts.show("play")
    hosts.start()
    cards = [SEVEN[:-1] + bytes([place]) for place in range(seats)]
    for host in hosts.seats:
        host.deal(*[card.hex() for card in cards])
    hosts.wait(1200)
    free = int([message for _, message in hosts.heard if message.kind == "UP"][-1].info["heap"])
    busy = busy_percent(board, hosts)
    for seat, card in zip(board.seats[1:], cards[1:], strict=True):
        seat.lay(card)  # they rest while others are laid
    hosts.until(lambda: all(host.commit() for host in hosts.seats[1:]), what="all but one")
    slowest = max(laid_to_commit(board, hosts, board.seats[:1], turn) for turn in range(LAYS))
    for seat in board.seats:
        seat.lift()
    together = max(laid_to_commit(board, hosts, board.seats, turn) for turn in range(LAYS))
    board.close()
    name, limits = "Pico" if seats == 1 else f"Pico with {seats} readers", LIMITS[seats]
    return [
        (f"{name}, ms from power-on to HI", boot, str(limits[0])),
        (f"{name}, bytes of heap free after start", free, f">={limits[1]}"),
        (f"{name}, % of time busy in the idle loop", busy, str(limits[2])),
        (f"{name}, ms from card laid to CM, slowest of {LAYS}", slowest, str(limits[3])),
        (f"{name}, ms from all cards laid at once to the last CM", together, str(limits[4])),
    ]


def busy_percent(board, hosts) -> float:
    """Count the cycles that the core ran in three seconds of empty trays."""
    core = board.device.mcu.core
    cycles, start = core.cycles, board.now()
    hosts.wait(3000)
    run = core.cycles - cycles
    return round(100 * run / (CLOCK_HZ / 1000 * (board.now() - start)), 1)


def laid_to_commit(board, hosts, seats, turn) -> int:
    """Lay cards at another moment of the poll each time, and wait for the last CM on the wire."""
    hosts.wait(700 + 7 * turn)
    laid = list(zip(hosts.seats[: len(seats)], seats, strict=True))
    seen, start = {host: len(host.heard) for host, _ in laid}, board.now()
    for place, (_, seat) in enumerate(laid):
        seat.lay(SEVEN[:-1] + bytes([place]))
    hosts.until(lambda: all("CM" in host.kinds()[seen[host] :] for host, _ in laid), what="CM")
    took = board.now() - start
    for _, seat in laid:
        seat.lift()
    return took


def heap_growth() -> Row:
    """Poll 10,000 times on the emulated Pico and see what the heap has lost."""
    return ("Pico, bytes of heap lost over 10,000 polls", max(0, printed("grown", POLLS)), "0")


def printed(word, script, changes=None) -> int:
    """Run a script on the emulated Pico and return the number that it prints after a word."""
    from tests.sim.pico_board import PicoBoard

    board = PicoBoard({**firmware_files(), "main.py": script}, changes=changes)
    said = b""
    while b" end" not in said:
        board.run(100)
        said += board.take()
        assert board.now() < 300_000, said
    board.close()
    return int(said.split(word.encode() + b" ")[1].split()[0])


def several_heap_growth() -> Row:
    """Let a board with eight readers go round 10,000 times and see what the heap has lost."""
    return (
        "Pico with 8 readers, bytes of heap lost over 10,000 rounds",
        max(0, printed("grown", ROUNDS, {"profile": "pico_table"})),
        "0",
    )


def decks_heap(minutes: float = 1) -> Row:
    """Play rounds on eight seats, each with a whole deck and all tiles, and watch the heap."""
    from tests.sim.pico_board import PicoBoard

    board, hub, least = PicoBoard(changes={"profile": "pico_table"}), Hub(), []
    uids = [f"{'ff' * 8}.{place + 1}" for place in range(len(board.seats))]
    tags = [SEVEN[:-1] + bytes([number]) for number in range(DECK)]
    tiles = {key: [b"\7" + SEVEN[:-2] + bytes([at])] for at, key in enumerate(TILES)}
    for uid in uids:
        hub.deck(uid, "g1", tags)
        hub.tiles(uid, tiles)
    hub.connect("p0", 0.0)
    turn, phase, done = 0, "reveal", set(uids)
    while board.now() < 60_000 * minutes:
        if len(done) == len(uids):  # all have committed, or all have opened
            turn, phase = (turn, "reveal") if phase == "play" else (turn + 1, "play")
            done = set()
            for place, (uid, seat) in enumerate(zip(uids, board.seats, strict=True)):
                hub.show(uid, SeatState(phase, "g1", turn, text="Lay your card face down."))
                if phase == "play":
                    seat.lift()
                    seat.lay(tags[(turn * len(uids) + place) % DECK])
        board.send(hub.outgoing("p0"))
        board.run(10)
        now = board.now() / 1000
        for event in hub.receive("p0", board.take(), now) + hub.tick(now):
            if isinstance(event, Shown) and "heap" in event.info:
                least.append(int(event.info["heap"]))
            elif isinstance(event, Report):
                hub.ack(event.board, event.seq)
                if isinstance(event, Committed if phase == "play" else Opened):
                    done.add(event.board)
    arrived = {hub.health(uid).telemetry["dk"] for uid in uids}
    board.close()
    assert arrived == {f"{DECK // 10}/{DECK // 10}/{len(TILES)}"}, arrived
    name = f"Pico with 8 readers, bytes of heap free with 8 decks, {turn} rounds"
    return (name, min(least), f">={LOW_MEMORY}")


def holds(row: Row) -> bool:
    """Tell whether a row is within its limit."""
    _, value, limit = row
    return value >= float(limit[2:]) if limit.startswith(">=") else value <= float(limit)


if __name__ == "__main__":
    for row in rows():
        print(f"{row[0]:60} {row[1]:>10} {row[2]:>10} {'' if holds(row) else 'TOO MUCH'}")
