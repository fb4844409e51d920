"""An enrolment: seats join, tags are read, and each copy of a collection gets its own.

Without input or output: `read` takes what a seat has read, `due` says what is to be written, and
`settle` is told when it is. Each seat works on a pile of its own; a seat that nobody has used yet
offers the first pile that is free, so one person needs one seat and four people use four.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from card_db.bearers import Bearer
from host_tools.enrol.flaws import flaw
from host_tools.enrol.names import Names
from host_tools.enrol.place import Ask, Place, Said, place_of
from host_tools.enrol.wording import short, told
from host_tools.table.tags import TagRow, deck_of

SETTLE_S = 0.6  # without another reading, before a tag is believed: nobody changes cards faster
FLICKER_S = 2.0  # a weak tag that was taken just now may be read again
LOOK_S = 3.0  # for people to see that another seat has taken what was offered here
JOIN_S = 1.5  # a card that lies there when a seat joins was not laid for what it asks


class Change(NamedTuple):
    """What is to be written for a seat."""

    board: str
    drop: tuple[TagRow, ...]
    add: tuple[TagRow, ...]
    undoes: bool = False


class Enrolment:
    """Give it the piles and all known tags; what has a tag in this deck is not asked for."""

    def __init__(
        self,
        piles: Sequence[Sequence[Bearer]],
        known: Iterable[TagRow],
        deck: str,
        names: Names,
        *,
        again: bool = False,  # ask also for what has a tag: it gets a new one
    ) -> None:
        self.deck = deck
        self.names = names
        self.places: dict[str, Place] = {}
        self.put_off: list[Bearer] = []
        self.said: list[Said] = []
        self._tags = {row.uid: row for row in known}
        self._rows = {(row.deck, row.bearer): row for row in self._tags.values()}
        self.wanted = [bearer for pile in piles for bearer in pile]
        left = [[b for b in pile if again or not self.tagged(b)] for pile in piles]
        self._free = [(number, pile) for number, pile in enumerate(left) if pile]
        self.left = sum(map(len, left))

    def tagged(self, bearer: Bearer) -> bool:
        """Does it have a tag in this deck?"""
        return (deck_of(bearer, self.deck), bearer) in self._rows

    @property
    def done(self) -> bool:
        """Is nothing left but what was put off?"""
        return self.left == len(self.put_off)

    # Seats.

    def join(self, board: str, now: float, built_in: str = "") -> None:
        """A seat is there, for the first time or again."""
        place = place_of(self.places, board, built_in)
        if not place.present and (bearer := self.asked(board)):
            self._say(place, "hello", True, name=self.names(bearer))
            place.closed_until = now + JOIN_S
        place.present = True
        place.seen_at = now
        self._offer(now)

    def leave(self, board: str, now: float) -> None:
        """A seat is gone: others may take its pile."""
        place = self.places.get(board)
        if place is not None:
            place.present = place.begun = False
            place.reads.clear()
            if place.todo:
                self._free = sorted([*self._free, (place.pile, place.todo)])
                place.todo = []
            self._offer(now)

    def asked(self, board: str) -> Bearer | None:
        """Return what is to be laid at a seat now."""
        place = self.places[board]
        if place.todo:
            return place.todo[0]
        return self._free[0][1][0] if self._free and not place.begun else None

    def ask(self, board: str) -> Ask:
        """Return what a seat is to show."""
        place, bearer = self.places[board], self.asked(board)
        facts = {**place.facts, "name": self.names(bearer) if bearer else ""}
        code = place.code if bearer or place.code == "nothing" else "nothing"
        keys = ("u" if place.taken else "-") + "-" + ("r" if bearer else "-")
        text = short(code, self.names.lang, **facts)
        return Ask(place.asked, text, place.light if bearer else "done", place.sound, keys)

    def _offer(self, now: float) -> None:
        """Let seats that nobody uses show the first free pile; they need a while to be read."""
        for board, place in self.places.items():
            offer = None if place.begun else self.asked(board)
            if offer != place.offer:
                if place.offer is not None:
                    place.closed_until = now + LOOK_S
                place.offer = offer
                place.happens("")

    def _claim(self, place: Place, now: float) -> None:
        place.begun = True
        if not place.todo and self._free:
            place.pile, place.todo = self._free.pop(0)
        self._offer(now)

    # What seats report.

    def read(self, board: str, uid: str, now: float) -> str:
        """Take a tag; return why it is refused, or nothing when it is heard."""
        place, bearer = self.places[board], self.asked(board)
        if place.taken and uid == place.taken[-1].add[0].uid and now - place.seen_at < FLICKER_S:
            place.seen_at = now
            return ""
        code = self._refusal(place, bearer, uid, now)
        if code:
            self._refuse(place, code, uid, bearer)
        else:
            self._claim(place, now)
            place.reads[uid] += 1
            place.read_at = now
        return code

    def _refusal(self, place: Place, bearer: Bearer | None, uid: str, now: float) -> str:
        if bearer is None:
            return "nothing"
        if wrong := flaw(uid):
            return wrong
        if uid in self._tags:
            return "used" if self._tags[uid].deck in ("", self.deck) else "used_elsewhere"
        for other in self.places.values():
            if other is not place and uid in other.reads:
                other.reads.clear()
                return "twin"
        if not place.begun and now < place.closed_until:
            return "changed"
        return ""

    def press(self, board: str, key: str, now: float) -> str:
        """Take a button: `undo` takes the last tag back, `right` puts the card off."""
        place, bearer = self.places[board], self.asked(board)
        if key == "undo" and not place.taken:
            self._refuse(place, "no_undo", "", bearer)
            return "no_undo"
        place.reads.clear()
        if key == "undo":
            place.undoing = True
        elif key == "right" and bearer is not None:
            self._claim(place, now)
            self.put_off.append(place.todo.pop(0))
            self._say(place, "later", True, name=self.names(bearer))
            self._next(place, now)
        return ""

    def fault(self, board: str, code: str, text: str) -> None:
        """Tell what a seat says is wrong with it."""
        self._say(self.places[board], code, False, text=text)

    # What is to be written.

    def due(self, now: float) -> list[Change]:
        """Return what is to be written now: a majority of what was read, and what is undone."""
        found = []
        for board, place in self.places.items():
            if place.undoing:
                last = place.taken[-1]
                found.append(Change(board, last.add, last.drop, undoes=True))
            elif place.reads and now - place.read_at >= SETTLE_S:
                uid = place.majority()
                if uid:
                    found.append(self._change(board, uid))
                elif place.code != "again" or place.unsure != place.reads.total():
                    place.unsure = place.reads.total()
                    self._refuse(place, "again", uid, self.asked(board), sound="low")
        return found

    def _change(self, board: str, uid: str) -> Change:
        bearer = self.places[board].todo[0]
        deck = deck_of(bearer, self.deck)
        old = self._rows.get((deck, bearer))
        return Change(board, (old,) if old else (), (TagRow(uid, deck, bearer),))

    def settle(self, change: Change, now: float) -> None:
        """It is written: go on."""
        place = self.places[change.board]
        for row in change.drop:
            del self._tags[row.uid]
            self._rows.pop((row.deck, row.bearer), None)
        for row in change.add:
            self._tags[row.uid] = self._rows[row.deck, row.bearer] = row
        place.reads.clear()
        place.seen_at = now
        if change.undoes:
            self._undone(place, change, now)
            return
        self.left -= 1
        place.taken.append(change)
        self._say(place, "taken", True, name=self.names(place.todo.pop(0)))
        self._next(place, now)

    def _undone(self, place: Place, change: Change, now: float) -> None:
        bearer = change.drop[0].bearer
        place.undoing = False
        place.taken.pop()
        self.left += 1
        self._claim(place, now)
        place.todo.insert(0, bearer)
        place.happens("")
        self._say(place, "undone", True, name=self.names(bearer))

    def _next(self, place: Place, now: float) -> None:
        if not place.todo:
            self._claim(place, now)
        place.happens("", sound="tick" if place.todo else "win")

    # What is told.

    def _refuse(
        self, place: Place, code: str, uid: str, bearer: Bearer | None, sound: str = ""
    ) -> None:
        facts = {"uid": uid, "name": self.names(bearer) if bearer else ""}
        if uid in self._tags:
            row = self._tags[uid]
            facts.update(owner=self.names(row.bearer), deck=row.deck)
        place.happens(code, light="warn", sound=sound, facts=facts)
        self._say(place, code, False, **facts)

    def _say(self, place: Place, code: str, good: bool, **facts: str) -> None:
        self.said.append(Said(place.number, code, told(code, self.names.lang, **facts), good))
