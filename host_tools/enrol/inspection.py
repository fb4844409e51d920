"""An inspection: a shuffled deck is laid on readers and compared with the expected one."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from card_db.bearers import CARD, Bearer
from card_db.loader import house_box
from host_tools.enrol.collection import Names
from host_tools.enrol.enrolment import FLICKER_S
from host_tools.enrol.sitting import Change, Prompt, Remark, Station, station_of
from host_tools.rules.errors import MoveError
from host_tools.rules.ruleset import AGES, Ruleset, boards
from host_tools.rules.setup import Seat, Setup
from host_tools.table.tags import TagRow
from host_tools.texts import has, say

DRAWN = ("purple", "black")


class Drawn(NamedTuple):
    """Cards of which only some are in a shuffled deck."""

    number: int
    among: frozenset[Bearer]


class Expected(NamedTuple):
    """The cards of a shuffled deck for one game."""

    fixed: frozenset[Bearer]
    drawn: tuple[Drawn, ...]

    def knows(self, bearer: Bearer) -> bool:
        """Whether it can be in this deck."""
        return bearer in self.fixed or any(bearer in drawn.among for drawn in self.drawn)

    @property
    def number(self) -> int:
        """The number of cards in the deck."""
        return len(self.fixed) + sum(drawn.number for drawn in self.drawn)


def rules_for(
    edition: str, sets: Sequence[str], players: int, house: tuple[str, ...] = ()
) -> Ruleset:
    """Return the rules of a game for this many players; MoveError if there is none."""
    two = players == 2
    number, variant = (3, "two_player") if two else (players, "standard")
    # Any wonders will do: decks do not depend on them.
    sides = boards(house_box(edition, house), frozenset(sets))
    if number > len(sides):
        raise MoveError("bad_record", f"{number} seats need more wonders than these sets have.")
    seats = tuple(
        Seat(f"Player {seat}", wonder, sides[wonder][0], free_city=two and seat == 2)
        for seat, wonder in enumerate([*sides][:number])
    )
    numbers = {"house_numbers": True}  # B12: the deck of a house rule can be checked too
    return Ruleset(Setup(seats, edition, tuple(sets), variant, rulings=numbers, house=house))


def expected(rules: Ruleset, ages: Iterable[int] = (0, *AGES)) -> Expected:
    """Return the deck of these Ages; 0 is the leaders."""
    chosen = tuple(ages)
    cards = {card: None for age in AGES if age in chosen for card in rules.decks[age]}
    if 0 in chosen:
        cards |= dict.fromkeys(rules.leader_deck)
    fixed, groups = set[Bearer](), dict[tuple[str, int], set[Bearer]]()
    for card in cards:
        copies = {Bearer(CARD, card.id, c) for c in card.copies if c <= min(rules.number, 7)}
        if card.color in DRAWN:
            groups.setdefault((card.color, card.age), set()).update(copies)
        else:
            fixed |= copies
    numbers = {"purple": rules.guilds_drawn, "black": rules.black_drawn}
    drawn = (
        Drawn(min(numbers[color], len(among)), frozenset(among))
        for (color, _), among in sorted(groups.items())
    )
    return Expected(frozenset(fixed), tuple(drawn))


class Report(NamedTuple):
    """The result of an inspection."""

    missing: list[Bearer]
    too_few: int  # guilds and black cards
    too_many: int
    extra: list[TagRow]
    double: list[Bearer]
    unknown: list[str]

    @property
    def fine(self) -> bool:
        """Whether the deck is right."""
        return not any(self)


class Inspection:
    """Every tag counts once; the middle button ends it."""

    def __init__(self, expected: Expected, known: list[TagRow], deck: str, names: Names) -> None:
        self.expected = expected
        self.names = names
        self.deck = deck
        self.stations: dict[str, Station] = {}
        self.said: list[Remark] = []
        self.laid: dict[str, Bearer] = {}
        self.done = False
        self._tags = {row.uid: row for row in known}
        self._extra: dict[str, TagRow] = {}
        self._double: dict[str, Bearer] = {}
        self._unknown: dict[str, None] = {}
        self._last: dict[str, tuple[str, float]] = {}  # by board: the tag there, and since when

    def join(self, board: str, now: float, built_in: str = "") -> None:
        """Take in a seat."""
        station_of(self.stations, board, built_in).present = True

    def leave(self, board: str, now: float) -> None:
        """Note that a seat is gone."""
        self.stations[board].present = False

    def ask(self, board: str) -> Prompt:
        """Return what a seat is to show."""
        station = self.stations[board]
        report = self.report()
        if not (report.missing or report.too_few) and station.code == "fits":
            text = say("check.short_done", self.names.lang)
            return Prompt(station.asked, text, "done", "win", "-o-")
        text = say(f"check.short_{station.code or 'next'}", self.names.lang, **station.facts)
        return Prompt(station.asked, text, station.light, station.sound, "-o-")

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
        station = self.stations[board]
        fits = code == "fits"
        light, sound = ("enrol", "tick") if fits else ("warn", "")
        station.happens(code, light=light, sound=sound, facts=facts)
        text = say(f"check.told_{code}", self.names.lang, **facts)
        self.said.append(Remark(station.number, code, text, fits))
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
        """End the inspection with the middle button."""
        self.done = self.done or key == "ok"
        return ""

    def fault(self, board: str, code: str, text: str) -> None:
        """Report what a seat says is wrong with it."""
        if has(key := f"check.told_{code}"):
            text = say(key, self.names.lang, text=text)
        self.said.append(Remark(self.stations[board].number, code, text, False))

    def due(self, now: float) -> list[Change]:
        """Return nothing: an inspection writes nothing."""
        return []

    def settle(self, change: Change, now: float) -> None:
        """Do nothing: an inspection writes nothing."""

    def report(self) -> Report:
        """Return what is missing, extra, double or unknown so far."""
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
