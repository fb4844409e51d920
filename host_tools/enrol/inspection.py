"""An inspection: a shuffled deck is laid through the readers, and what does not fit is told."""

from __future__ import annotations

from typing import NamedTuple

from card_db.bearers import Bearer
from host_tools.enrol.enrolment import FLICKER_S, Change
from host_tools.enrol.expected import Expected
from host_tools.enrol.names import Names
from host_tools.enrol.place import Ask, Place, Said, place_of
from host_tools.table.tags import TagRow
from host_tools.texts import has, say


class Report(NamedTuple):
    """What an inspection has found."""

    missing: list[Bearer]
    too_few: int  # guilds and black cards
    too_many: int
    extra: list[TagRow]
    double: list[Bearer]
    unknown: list[str]

    @property
    def fine(self) -> bool:
        """Is the deck as it must be?"""
        return not any(self)


class Inspection:
    """Every tag counts once; the middle button ends it."""

    def __init__(self, expected: Expected, known: list[TagRow], deck: str, names: Names) -> None:
        self.expected = expected
        self.names = names
        self.deck = deck
        self.places: dict[str, Place] = {}
        self.said: list[Said] = []
        self.laid: dict[str, Bearer] = {}
        self.done = False
        self._tags = {row.uid: row for row in known}
        self._extra: dict[str, TagRow] = {}
        self._double: dict[str, Bearer] = {}
        self._unknown: dict[str, None] = {}
        self._last: dict[str, tuple[str, float]] = {}  # by board: what lies there, and since when

    def join(self, board: str, now: float, built_in: str = "") -> None:
        """A seat is there."""
        place_of(self.places, board, built_in).present = True

    def leave(self, board: str, now: float) -> None:
        """A seat is gone."""
        self.places[board].present = False

    def ask(self, board: str) -> Ask:
        """Return what a seat is to show."""
        place = self.places[board]
        report = self.report()
        if not (report.missing or report.too_few) and place.code == "fits":
            text = say("check.short_done", self.names.lang)
            return Ask(place.asked, text, "done", "win", "-o-")
        text = say(f"check.short_{place.code or 'next'}", self.names.lang, **place.facts)
        return Ask(place.asked, text, place.light, place.sound, "-o-")

    def read(self, board: str, uid: str, now: float) -> str:
        """Take a tag; return why it is refused, or nothing."""
        last, seen = self._last.get(board, ("", 0.0))
        self._last[board] = (uid, now)
        if uid == last and now - seen < FLICKER_S:
            return ""
        code = self._judge(uid)
        row = self._tags.get(uid)
        facts = {
            "uid": uid,
            "name": self.names(row.bearer) if row else "",
            "deck": row.deck if row else "",
            "laid": str(len(self.laid)),
            "number": str(self.expected.number),
        }
        place = self.places[board]
        fits = code == "fits"
        place.happens(
            code, light="enrol" if fits else "warn", sound="tick" if fits else "", facts=facts
        )
        text = say(f"check.told_{code}", self.names.lang, **facts)
        self.said.append(Said(place.number, code, text, fits))
        return "" if fits else code

    def _judge(self, uid: str) -> str:
        row = self._tags.get(uid)
        if row is None:
            self._unknown[uid] = None
            return "unknown"
        if uid in self.laid:
            self._double[uid] = row.bearer
            return "double"
        if row.deck == self.deck and self.expected.knows(row.bearer):
            self.laid[uid] = row.bearer
            return "fits"
        self._extra[uid] = row
        return "extra" if row.deck in ("", self.deck) else "elsewhere"

    def press(self, board: str, key: str, now: float) -> str:
        """The middle button ends the inspection."""
        self.done = self.done or key == "ok"
        return ""

    def fault(self, board: str, code: str, text: str) -> None:
        """Tell what a seat says is wrong with it."""
        if has(key := f"check.told_{code}"):
            text = say(key, self.names.lang, text=text)
        self.said.append(Said(self.places[board].number, code, text, False))

    def due(self, now: float) -> list[Change]:
        """Nothing is ever written."""
        return []

    def settle(self, change: Change, now: float) -> None:
        """Nothing is ever written."""

    def report(self) -> Report:
        """Return what is missing, extra, double or unknown by now."""
        laid = set(self.laid.values())
        missing = sorted(self.expected.fixed - laid)
        drawn = [len(d.among & laid) - d.number for d in self.expected.drawn]
        return Report(
            missing,
            -sum(number for number in drawn if number < 0),
            sum(number for number in drawn if number > 0),
            list(self._extra.values()),
            list(self._double.values()),
            list(self._unknown),
        )
