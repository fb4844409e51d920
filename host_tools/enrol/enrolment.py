"""An enrolment: seats join, tags are read, and each copy of a collection gets its own.

Without I/O: `read` takes the tags that seats read, `due` returns the changes to write, and
`settle` notes that one is written. Each seat works on its own pile; an unused seat offers the
first free pile, so one person can use one seat and four people four.
"""

from collections.abc import Iterable, Sequence

from card_db.bearers import Bearer
from host_tools.enrol.collection import Names, flaw
from host_tools.enrol.sitting import Change, Prompt, Remark, Station, short, station_of, told
from host_tools.table.tags import TagRow, deck_of

SETTLE_S = 0.6  # without another reading before a tag counts: nobody changes cards faster
FLICKER_S = 2.0  # a weak tag may be read again this soon
LOOK_S = 3.0  # for people to see that another seat took the card offered here
JOIN_S = 1.5  # a card already on the tray when a seat joins is not an answer


class Enrolment:
    """Takes the piles and all known tags; asks only for copies without a tag in this deck."""

    def __init__(
        self,
        piles: Sequence[Sequence[Bearer]],
        known: Iterable[TagRow],
        deck: str,
        names: Names,
        *,
        again: bool = False,  # ask also for tagged copies: they get a new tag
    ) -> None:
        self.deck = deck
        self.names = names
        self.stations: dict[str, Station] = {}
        self.put_off: list[Bearer] = []
        self.said: list[Remark] = []
        self._tags = {row.uid: row for row in known}
        self._rows = {(row.deck, row.bearer): row for row in self._tags.values()}
        self.wanted = [bearer for pile in piles for bearer in pile]
        left = [[b for b in pile if again or not self.tagged(b)] for pile in piles]
        self._free = [(number, pile) for number, pile in enumerate(left) if pile]
        self.left = sum(map(len, left))

    def tagged(self, bearer: Bearer) -> bool:
        """Whether it has a tag in this deck."""
        return (deck_of(bearer, self.deck), bearer) in self._rows

    @property
    def done(self) -> bool:
        """Whether only skipped cards are left."""
        return self.left == len(self.put_off)

    # Seats.

    def join(self, board: str, now: float, built_in: str = "") -> None:
        """Add a seat, for the first time or again."""
        station = station_of(self.stations, board, built_in)
        if not station.present and (bearer := self.asked(board)):
            self._say(station, "hello", True, name=self.names(bearer))
            station.closed_until = now + JOIN_S
        station.present = True
        station.seen_at = now
        self._offer(now)

    def leave(self, board: str, now: float) -> None:
        """Free the pile of a seat that is gone."""
        station = self.stations.get(board)
        if station is not None:
            station.present = station.begun = False
            station.reads.clear()
            if station.todo:
                self._free = sorted([*self._free, (station.pile, station.todo)])
                station.todo = []
            self._offer(now)

    def asked(self, board: str) -> Bearer | None:
        """Return the card that a seat asks for now."""
        station = self.stations[board]
        if station.todo:
            return station.todo[0]
        return self._free[0][1][0] if self._free and not station.begun else None

    def ask(self, board: str) -> Prompt:
        """Return what a seat is to show."""
        station, bearer = self.stations[board], self.asked(board)
        facts = {**station.facts, "name": self.names(bearer) if bearer else ""}
        code = station.code if bearer or station.code == "nothing" else "nothing"
        keys = ("u" if station.taken else "-") + "-" + ("r" if bearer else "-")
        text = short(code, self.names.lang, **facts)
        return Prompt(station.asked, text, station.light if bearer else "done", station.sound, keys)

    def _offer(self, now: float) -> None:
        """Show the first free pile on unused seats, and give people time to see it."""
        for board, station in self.stations.items():
            offer = None if station.begun else self.asked(board)
            if offer != station.offer:
                if station.offer is not None:
                    station.closed_until = now + LOOK_S
                station.offer = offer
                station.happens("")

    def _claim(self, station: Station, now: float) -> None:
        station.begun = True
        if not station.todo and self._free:
            station.pile, station.todo = self._free.pop(0)
        self._offer(now)

    # What seats report.

    def read(self, board: str, uid: str, now: float) -> str:
        """Take a tag; return why it is refused, or ""."""
        station, bearer = self.stations[board], self.asked(board)
        last = station.taken[-1].add[0].uid if station.taken else ""
        if uid == last and now - station.seen_at < FLICKER_S:
            station.seen_at = now
            return ""
        if code := self._refusal(station, bearer, uid, now):
            self._refuse(station, code, uid, bearer)
        else:
            self._claim(station, now)
            station.reads[uid] += 1
            station.read_at = now
        return code

    def _refusal(self, station: Station, bearer: Bearer | None, uid: str, now: float) -> str:
        if bearer is None:
            return "nothing"
        if wrong := flaw(uid):
            return wrong
        if uid in self._tags:
            return "used" if self._tags[uid].deck in ("", self.deck) else "used_elsewhere"
        for other in self.stations.values():
            if other is not station and uid in other.reads:
                other.reads.clear()
                return "twin"
        if not station.begun and now < station.closed_until:
            return "changed"
        return ""

    def press(self, board: str, key: str, now: float) -> str:
        """Take a button: `undo` takes back the last tag, `right` skips the card."""
        station, bearer = self.stations[board], self.asked(board)
        if key == "undo" and not station.taken:
            self._refuse(station, "no_undo", "", bearer)
            return "no_undo"
        station.reads.clear()
        if key == "undo":
            station.undoing = True
        elif key == "right" and bearer is not None:
            self._claim(station, now)
            self.put_off.append(station.todo.pop(0))
            self._say(station, "later", True, name=self.names(bearer))
            self._next(station, now)
        return ""

    def fault(self, board: str, code: str, text: str) -> None:
        """Report what a seat says is wrong with it."""
        self._say(self.stations[board], code, False, text=text)

    # Changes to write.

    def due(self, now: float) -> list[Change]:
        """Return the changes to write now: tags that most readings agree on, and undone ones."""
        found = []
        for board, station in self.stations.items():
            if station.undoing:
                last = station.taken[-1]
                found.append(Change(board, last.add, last.drop, undoes=True))
            elif station.reads and now - station.read_at >= SETTLE_S:
                uid = station.majority()
                if uid:
                    found.append(self._change(board, uid))
                elif station.code != "again" or station.unsure != station.reads.total():
                    station.unsure = station.reads.total()
                    self._refuse(station, "again", uid, self.asked(board), sound="low")
        return found

    def _change(self, board: str, uid: str) -> Change:
        bearer = self.stations[board].todo[0]
        deck = deck_of(bearer, self.deck)
        old = self._rows.get((deck, bearer))
        return Change(board, (old,) if old else (), (TagRow(uid, deck, bearer),))

    def settle(self, change: Change, now: float) -> None:
        """Ask for the next card, now that a change is written."""
        station = self.stations[change.board]
        for row in change.drop:
            del self._tags[row.uid]
            self._rows.pop((row.deck, row.bearer), None)
        for row in change.add:
            self._tags[row.uid] = self._rows[row.deck, row.bearer] = row
        station.reads.clear()
        station.seen_at = now
        if change.undoes:
            self._undone(station, change, now)
            return
        self.left -= 1
        station.taken.append(change)
        self._say(station, "taken", True, name=self.names(station.todo.pop(0)))
        self._next(station, now)

    def _undone(self, station: Station, change: Change, now: float) -> None:
        bearer = change.drop[0].bearer
        station.undoing = False
        station.taken.pop()
        self.left += 1
        self._claim(station, now)
        station.todo.insert(0, bearer)
        station.happens("")
        self._say(station, "undone", True, name=self.names(bearer))

    def _next(self, station: Station, now: float) -> None:
        if not station.todo:
            self._claim(station, now)
        station.happens("", sound="tick" if station.todo else "win")

    # Remarks.

    def _refuse(
        self, station: Station, code: str, uid: str, bearer: Bearer | None, sound: str = ""
    ) -> None:
        facts = {"uid": uid, "name": self.names(bearer) if bearer else ""}
        if uid in self._tags:
            row = self._tags[uid]
            facts.update(owner=self.names(row.bearer), deck=row.deck)
        station.happens(code, light="warn", sound=sound, facts=facts)
        self._say(station, code, False, **facts)

    def _say(self, station: Station, code: str, good: bool, **facts: str) -> None:
        self.said.append(Remark(station.number, code, told(code, self.names.lang, **facts), good))
