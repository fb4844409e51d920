"""A workshop: seats with the real firmware in one simulated clock, and people with stickers."""

import random
import time
from itertools import count

from card_db.loader import load_box
from host_tools.enrol.collection import Names, piles
from host_tools.enrol.enrolment import Enrolment
from host_tools.enrol.sitting import Sitting
from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.link.serial_port import open_serial
from host_tools.link.sources import SimulatedPorts
from host_tools.sim.boards.inprocess import InProcessBoard
from host_tools.sim.boards.unix_board import UnixBoard
from host_tools.sim.chips.tag import Tag
from host_tools.sim.people.hands import sticker
from host_tools.table.journal import Journal
from host_tools.table.tags import DeckRow, Tags

STEP_MS = 10
LIMIT_S = 1200  # of its own time
LIFT_S = 0.5
LOOKS_S = 1.6  # how long somebody looks at a refusal
PATIENCE_S = 3.0
ROLL = "roll"
GARBLED = 18  # frames of a reader that are answered wrong: a reading takes six or seven


class Workshop:
    """Boards stay; `open` begins a sitting with a new host, `kill` ends it at any moment."""

    def __init__(self, path, things, deck, seats=4):
        self.path, self.things, self.deck = path, things, deck
        self.boards = [self.board(b"\xe6seat%03d" % n) for n in range(seats)]
        self.now = 0.0
        self.said = []
        self.open()

    def board(self, uid):
        return InProcessBoard(uid=uid)

    def open(self):
        self.journal = Journal(self.path)
        self.tags = Tags(self.journal)
        self.tags.put_deck(self.deck)
        box = load_box(self.deck.edition)
        names = Names(box)
        self.work = Enrolment(piles(box, self.things), self.tags.rows(), self.deck.name, names)
        self.hub = Hub()
        self.sitting = Sitting(self.work, self.tags, self.hub)
        self.connect()

    def connect(self):
        for number in range(len(self.boards)):
            self.hub.connect(f"port{number}", self.now)

    def kill(self):
        """The host is gone: what it knew and had not written is lost."""
        self.journal.close()

    def step(self):
        for event in self.events():
            self.sitting.receive(event, self.now)
        self.sitting.tick(self.now)
        self.said += self.sitting.take_said()

    def events(self):
        self.now += STEP_MS / 1000
        events = []
        for number, board in enumerate(self.boards):
            port = f"port{number}"
            board.send(self.hub.outgoing(port))
            board.run(STEP_MS)
            events += self.hub.receive(port, board.take(), self.now)
        return events + self.hub.tick(self.now)

    def board_of(self, number):
        return (b"\xe6seat%03d" % number).hex()

    def asked(self, number):
        board = self.board_of(number)
        place = self.work.stations.get(board)
        if place is None or not place.present:
            return None
        if not place.begun and self.sitting.now <= place.closed_until:
            return None  # people look before they lay
        return self.work.asked(board)


class RealWorkshop(Workshop):
    """The same in real time, with boards that run MicroPython, on ports."""

    def board(self, uid):
        return UnixBoard(uid=uid)

    def connect(self):
        ports = [board.port for board in self.boards]
        fleet = {port: (lambda port=port: open_serial(port)) for port in ports}
        self.pump = Pump(self.hub, [SimulatedPorts(fleet)])

    def events(self):
        found = self.pump.run_once(0.005)
        self.now = time.monotonic()
        return found

    def kill(self):
        self.pump.close()
        super().kill()

    def close(self):
        self.kill()
        for board in self.boards:
            board.close()


class Person:
    """Somebody at a seat who lays what is asked for, now and then the wrong tag first.

    `mishaps` says for a card what is laid before its own tag, and how well its own tag is read.
    """

    def __init__(self, shop, number, mishaps, held, seed=0):
        self.shop, self.number, self.mishaps, self.held = shop, number, mishaps, held
        self.chance = random.Random(seed)
        self.tag = None
        self.card = None
        self.due = 0.0
        self.wrong = []

    @property
    def parts(self):
        return self.shop.boards[self.number].parts

    def mishap(self, card):
        return self.mishaps.get(card, ([], ""))

    def look(self):
        now, card = self.shop.now, self.shop.asked(self.number)
        if self.tag is not None:
            moved = not self.wrong_one and card != self.card
            if moved or now >= self.due:
                self.lift(now)
            return
        if card is None or now < self.due:
            return
        if card != self.card:
            if any(card == other for at, other in self.held.items() if at != self.number):
                return
            self.held[self.number] = self.card = card
            self.wrong = list(self.mishap(card)[0])
        self.lay(card, now)

    def lift(self, now):
        self.parts.lift()
        self.tag, self.due = None, now + LIFT_S

    def lay(self, card, now):
        self.wrong_one = bool(self.wrong)
        if self.wrong_one:
            self.tag = Tag(self.uid_of(self.wrong.pop(0)))
            self.parts.lay(self.tag)
            self.due = now + LOOKS_S
            return
        self.tag = Tag(sticker(card, ROLL))
        self.due = now + PATIENCE_S
        how = self.mishap(card)[1]
        if how == "weak":
            self.parts.lay(self.tag, heard=lambda: self.chance.random() < 0.75)
        elif how == "garbled" and self.chance.random() < 0.7:
            self.tag.pretend(self.chance.randbytes(7).replace(b"\x88", b"\x01"))
            self.parts.lay(self.tag, heard=clearing(self.tag))
        else:
            self.parts.lay(self.tag)

    def uid_of(self, wrong):
        if wrong == "truncated":
            return "8804a1b2"
        return self.chance.choice(self.shop.tags.rows()).uid  # a clone, or the card again


def clearing(tag):
    """Let a tag be read right after two or three wrong readings, however long those take."""
    frames = count(1)

    def heard():
        if next(frames) == GARBLED:
            tag.pretend(None)
        return True

    return heard


def run(shop, mishaps, until, seed=1):
    """Let people work at every seat until something holds."""
    held, begun = {}, shop.now
    while shop.now < begun + 2.0:  # what lay there when the host was killed lies there still
        shop.step()
    for board in shop.boards:
        board.parts.lift()
    folk = [Person(shop, n, mishaps, held, seed + n) for n in range(len(shop.boards))]
    while not until():
        assert shop.now < begun + LIMIT_S, f"{shop.work.left} left: {shop.said[-5:]}"
        shop.step()
        for person in folk:
            person.look()


DECK = DeckRow("main", "2e", ("base", "leaders", "cities"))
