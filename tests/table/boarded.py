"""A table whose seats are served by boards; what they report counts at once."""

from firmware.link import commit, make_nonce
from host_tools.link.events import Committed, Gone, Joined, Opened, Pressed, Withdrawn
from tests.table.paper import new_table

TAGS = {
    "04a0": "altar", "04a1": "baths", "04a2": "theater", "04a3": "loom_1", "04a4": "stockade",
    "04a5": "lumber_yard", "04ff": "arena",  # which is a card of another Age
}  # fmt: skip
NONCE = make_nonce(b"secret", "g1", 1)


class Boarded:
    """Three boards, and what each may say; `seq` counts up by itself."""

    def __init__(self, tmp_path, **more):
        self.table = new_table(tmp_path, tags=dict(TAGS), **more)
        self.seq = 0
        for seat in self.table.evening.game.rules.players:
            self.table.serve(seat, f"board{seat}", 0.0)
            self.joins(seat)

    @property
    def evening(self):
        return self.table.evening

    def say(self, kind, seat, *fields, game=None, number=None):
        """Report something, and return whether it was refused."""
        self.seq += 1
        number = self.evening.round_of(seat) if number is None else number
        event = kind(f"board{seat}", self.seq, game or self.table.name, number, *fields)
        self.table.receive([event], 0.0)
        self.table.tick(0.0, self.table.steady)
        refused = [row for row in self.table.hub.refused if row[1] == self.seq]
        assert refused or (f"board{seat}", self.seq) in self.table.hub.acked
        return refused[0][2] if refused else ""

    def joins(self, seat):
        self.table.receive([Joined(f"board{seat}", {}, "boot")], 0.0)

    def leaves(self, seat):
        self.table.receive([Gone(f"board{seat}", "silent")], 0.0)

    def commits(self, seat, uid):
        number = self.evening.round_of(seat)
        promise = commit(NONCE, self.table.name, number, seat, bytes.fromhex(uid))
        return self.say(Committed, seat, promise)

    def opens(self, seat, uid):
        return self.say(Opened, seat, uid, NONCE.hex())

    def lifts(self, seat):
        return self.say(Withdrawn, seat)

    def calls(self, seat, number=None):
        """A long press."""
        return self.say(Pressed, seat, "", "undo", number=number)

    def lay(self, *uids):
        """Everybody commits and opens a card."""
        for seat, uid in enumerate(uids):
            self.commits(seat, uid)
        for seat, uid in enumerate(uids):
            self.opens(seat, uid)

    def sell(self, *uids):
        """Everybody sells a card."""
        self.lay(*uids)
        for seat in range(len(uids)):
            self.say(Pressed, seat, f"{self.evening.round_number}d{seat}", "sell")

    def shown(self, seat):
        return self.table.hub.shown[f"board{seat}"]
