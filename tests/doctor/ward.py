"""A ward: virtual boards in this process, a hub, and one simulated clock for the doctor."""

from dataclasses import replace

from host_tools.commands.doctor import visit_seats
from host_tools.doctor.diagnosis import diagnose
from host_tools.doctor.facts import DoctorFacts, HostFacts
from host_tools.link.hub import Hub
from host_tools.sim.boards.inprocess import InProcessBoard

STEP_MS = 20


class Ward:
    """What a visit needs, without a port: `every` is called at each step with the milliseconds."""

    def __init__(self, boards=1, **changes):
        self.hub = Hub(first_sid=0)
        self.beds = {
            f"bed{at + 1}": InProcessBoard(changes or None, uid=b"\xe6bed%04d" % (at + 1))
            for at in range(boards)
        }
        self.every = []
        self.spoil = lambda port, data: data  # what a bad cable makes of what a board says
        self._ms = 0
        self._open = []
        self._tail = {}
        for port in self.beds:
            self.open(port)

    @property
    def parts(self):
        return [parts for board in self.beds.values() for parts in board.seats]

    def open(self, port):
        self._open.append(port)
        self.hub.connect(port, self.now())

    def shut(self, port):
        """Unplug a board, and take its port away."""
        self.beds[port].unplug()
        self._open.remove(port)
        self.hub.disconnect(port, self.now())

    def now(self):
        return self._ms / 1000

    def ports(self):
        return list(self._open)

    def heard(self, port):
        return self._tail.get(port, b"")

    def run(self):
        self._ms += STEP_MS
        for do in self.every:
            do(self._ms)
        events = []
        for port in self.ports():
            board = self.beds[port]
            board.send(self.hub.outgoing(port))
            board.run(STEP_MS)
            data = self.spoil(port, board.take())
            self._tail[port] = (self.heard(port) + data)[-2048:]
            events += self.hub.receive(port, data, self.now())
        events += self.hub.tick(self.now())
        for unwanted in self.hub.unwanted():
            self._open.remove(unwanted)
        return events

    # The doctor.

    def examine(self, person=None, host=None):
        """The facts after a whole visit."""
        visit = visit_seats(self, person)
        host = replace(host or HostFacts(), ports=visit.port_facts())
        return DoctorFacts(host, visit.seat_facts(), visit.matrix)

    def sentences(self, person=None):
        """What the doctor says: seat, sentence and remedy of each finding."""
        return [(found.seat, found.what, found.do) for found in diagnose(self.examine(person))]
