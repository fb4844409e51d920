"""An evening as a game record, at any time; with its taps and their times where they are wanted."""

from collections import defaultdict
from collections.abc import Iterator

from card_db.cards import SYMBOLS
from host_tools.rules.game import Game
from host_tools.rules.moves import Move
from host_tools.rules.questions import Answer
from host_tools.rules.record import RecordLine
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.writing import Scribe
from host_tools.table.entries import (
    NAMES,
    Begin,
    Cursor,
    Entry,
    OnTray,
    Reply,
    Timed,
    Void,
    setup_agreed,
)
from host_tools.table.evening import Evening

Decided = tuple[dict[int, Move], list[tuple[int, str, Answer]]]
"""The moves of a turn by seat, and the answers to what it asked: seat, kind, answer."""
FIELDS = ("seat", "card", "uid", "action")  # what a tap has of its entry in the journal
UNTOLD = (Begin, Cursor)  # told by the set-up line, nobody's choice


def record_of(evening: Evening) -> list[RecordLine]:
    """Return the lines of a record: every turn that counts, none that was taken back."""
    turns = past_turns(evening)
    if evening.in_turn():
        turns.append(evening.this_turn())
    return [*record_of_turns(evening.game.rules, turns), *_final(evening)]


def _final(evening: Evening) -> Iterator[RecordLine]:
    """Return the line of what seats chose at the end, if any did."""
    choices = evening.final_choices()
    science = {
        str(seat): dict(zip(SYMBOLS, counts, strict=True))
        for seat, counts in choices.get("science", {}).items()
    }
    guilds = {str(seat): guild for seat, guild in choices.get("copy_guild", {}).items()}
    said = {"copy_guild": guilds, "science": science}
    if guilds or science:
        yield {"type": "final", **{name: chosen for name, chosen in said.items() if chosen}}


def past_turns(evening: Evening) -> list[Decided]:
    """Return what was decided in each turn that is over; it never changes any more."""
    return [(past.moves, past.answers) for past in evening.past]


def record_of_turns(rules: Ruleset, turns: list[Decided]) -> list[RecordLine]:
    """Return the lines of a record of these turns."""
    scribe = Scribe(Game(rules))
    for moves, answers in turns:
        for seat, move in moves.items():
            scribe.answer(seat, move)
        for seat, _, value in answers:
            scribe.answer(seat, value)
    return scribe.lines


def record_with_taps(rows: Timed) -> list[RecordLine]:
    """Return the record with what was laid and pressed before each turn's line, and when.

    The taps of a turn that was taken back stay: they stand before the turn that replaced it.
    """
    evening = Evening(setup_agreed(rows))
    taps: dict[int, list[RecordLine]] = defaultdict(list)
    last: RecordLine = {}
    for at, entry in rows:
        if isinstance(entry, OnTray):
            last["uid"] = entry.uid  # the tag behind the card that was laid openly just before
        elif not isinstance(entry, UNTOLD):
            last = _tap(at, entry)
            taps[len(evening.past)].append(last)
        evening.apply(entry)
    lines: list[RecordLine] = []
    turn = 0
    for line in record_of(evening):
        if line["type"] == "turn":
            lines += taps.pop(turn, [])
            turn += 1
        lines.append(line)
    return lines + [tap for turn in sorted(taps) for tap in taps[turn]]


def _tap(at: float, entry: Entry) -> RecordLine:
    found: RecordLine = {"type": "tap", "at": round(at, 3), "do": NAMES[type(entry)]}
    for name in FIELDS:
        if (value := getattr(entry, name, None)) not in ("", None):
            found[name] = value
    if isinstance(entry, Void):  # which card was refused stays its player's secret
        found.pop("uid", None)
    if isinstance(entry, Reply) and isinstance(entry.value, str):
        found["card"] = entry.value
    return found
