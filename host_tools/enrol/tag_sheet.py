"""Tags as a spreadsheet or as JSON: every line is checked when they are read.

The uid has colons, so that no spreadsheet takes it for a number.
"""

import csv
import io
import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from card_db.bearers import CARD, KINDS, PLAYER, TILE, Bearer, plain_uid, spaced_uid
from card_db.cards import Card
from card_db.loader import EDITIONS
from firmware.link import KEYS
from host_tools.enrol.collection import TILES_MAX, collection, flaw, group_of
from host_tools.rules.names import check_name
from host_tools.rules.setup import SETS
from host_tools.table.tags import ANY_DECK, DeckRow, TagRow, Tags, deck_of
from host_tools.texts.cards import name_in
from host_tools.texts.sheet import from_sheet, write_sheet

COLUMNS = (
    "uid", "deck", "edition", "kind", "id", "copy", "name", "nom", "set", "age", "colour",
)  # fmt: skip
SHOWN = 8  # mistakes
NEEDED = ("uid", "id")
DELIMITERS = ",;\t"  # a French spreadsheet writes semicolons
FLAWS = {
    "blank": "is no number of its own",
    "truncated": "is only half a number: the reader does not know 7-byte numbers",
    "random": "is the number of a phone or a bank card, which changes every time",
}


class TagSheetError(Exception):
    """A file cannot be imported; the text names the lines and what to do."""


class SheetLine(NamedTuple):
    """A checked line."""

    where: str
    deck: DeckRow  # with the set of this card
    row: TagRow


class Imported(NamedTuple):
    """How many tags were imported."""

    added: int
    changed: int
    same: int


# Writing.


def table_of(tags: Tags, deck: DeckRow) -> list[dict[str, str]]:
    """Return every copy of a deck with or without its tag, then tiles and people."""
    rows = {row.bearer: row.uid for row in tags.of_deck(deck.name)}
    cards = dict.fromkeys([*collection(deck.box, deck.sets), *sorted(rows)])
    found = [_line(deck, bearer, rows.get(bearer, "")) for bearer in cards]
    return found + [_line(None, row.bearer, row.uid) for row in tags.of_deck(ANY_DECK)]


def _line(deck: DeckRow | None, bearer: Bearer, uid: str) -> dict[str, str]:
    card = deck.box.cards.get(bearer.name) if deck else None
    return {
        "uid": spaced_uid(uid),
        "deck": deck.name if deck else "",
        "edition": deck.edition if deck else "",
        "kind": bearer.kind,
        "id": bearer.name,
        "copy": str(bearer.copy),
        **_facts(card),
    }


def _facts(card: Card | None) -> dict[str, str]:
    if card is None:
        return dict.fromkeys(COLUMNS[6:], "")
    group = group_of(card)
    return {
        "name": card.name,
        "nom": name_in(card, "fr"),
        "set": group.set,
        "age": str(group.age or ""),
        "colour": group.color,
    }


def as_csv(table: Iterable[Mapping[str, str]]) -> str:
    """Write a table for a spreadsheet."""
    return write_sheet(COLUMNS, ([line.get(column, "") for column in COLUMNS] for line in table))


def as_json(table: Iterable[Mapping[str, str]]) -> str:
    """Write a table for a program."""
    rows = [{**row, "copy": int(row["copy"])} for row in table]
    return json.dumps({"tags": rows}, ensure_ascii=False, indent=1) + "\n"


# Reading.


def read_sheet(
    data: bytes, deck: str, house: Mapping[str, tuple[str, ...]] | None = None
) -> list[SheetLine]:
    """Check a whole file, CSV or JSON; `deck` is the default for its lines.

    `house` has the house cards of each deck, those of a new deck under "".
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")  # an older spreadsheet on Windows
    lines = _json_lines(text) if text.lstrip()[:1] in ("{", "[") else _csv_lines(text)
    entries, wrong = [], []
    for where, line in lines:
        if not line.get("uid", "").strip():
            continue  # not enrolled yet
        try:
            entries.append(_entry(where, line, deck, house or {}))
        except ValueError as error:
            wrong.append(f"{where}: {error}")
    wrong += _twice(entries)
    if wrong:
        raise TagSheetError(f"Nothing was taken in. {_listed(wrong)}")
    return entries


def _csv_lines(text: str) -> list[tuple[str, dict[str, str]]]:
    delimiter = max(DELIMITERS, key=text.split("\n", 1)[0].count)
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        head = [str(name).strip().lower() for name in reader.fieldnames or ()]
        reader.fieldnames = head
        if missing := [name for name in NEEDED if name not in head]:
            are = "are" if len(missing) > 1 else "is"
            raise TagSheetError(
                f"The first line must name the columns, and {' and '.join(missing)} {are} missing. "
                "`wondertable deck export` writes a file to fill in."
            )
        return [
            (
                f"line {reader.line_num}",
                {key: from_sheet(value or "") for key, value in line.items() if key},
            )
            for line in reader
        ]
    except csv.Error as error:
        raise TagSheetError(f"line {reader.line_num}: this is no CSV: {error}.") from None


def _json_lines(text: str) -> list[tuple[str, dict[str, str]]]:
    try:
        found = json.loads(text)
        rows = found["tags"] if isinstance(found, dict) else found
        return [
            (f"tag {number}", {key: str(value) for key, value in row.items()})
            for number, row in enumerate(rows, 1)
        ]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise TagSheetError(
            "This is no list of tags in JSON, as `deck export --to tags.json` writes it."
        ) from None


def _entry(
    where: str, line: Mapping[str, str], deck: str, house: Mapping[str, tuple[str, ...]]
) -> SheetLine:
    uid = plain_uid(line["uid"])
    if wrong := flaw(uid):
        raise ValueError(f"{uid} {FLAWS[wrong]}.")
    kind = line.get("kind", "").strip() or CARD
    edition = line.get("edition", "").strip() or ("" if kind != CARD else EDITIONS[0])
    copy = line.get("copy", "").strip().removesuffix("+") or "1"
    if not (copy.isascii() and copy.isdecimal() and len(copy) < 3):
        raise ValueError(f"{copy!r:.20} is no copy: write the number printed on the card.")
    name = line.get("id", "").strip()
    bearer = Bearer(kind, check_name(name) if kind == PLAYER else name, int(copy))
    name = line.get("deck", "").strip() or deck
    row = DeckRow(name, edition, (), house.get(name, house.get("", ())))
    check_bearer(bearer, row)
    if kind == CARD:
        row = row._replace(sets=(group_of(row.box.cards[bearer.name]).set,))
    return SheetLine(where, row, TagRow(uid, deck_of(bearer, check_name(name)), bearer))


def check_bearer(bearer: Bearer, deck: DeckRow) -> None:
    """Raise ValueError with a sentence for an impossible copy, tile or person."""
    if bearer.kind == CARD:
        edition = deck.edition
        if edition not in EDITIONS:
            raise ValueError(f"there is no printing {edition!r:.20}: write 1e or 2e.")
        card = deck.box.cards.get(bearer.name)
        if card is None:
            raise ValueError(f"there is no card {bearer.name!r:.40} in the printing {edition}.")
        if bearer.copy not in card.copies:
            printed = " and ".join(map(str, card.copies))
            raise ValueError(f"{card.name} has no copy {bearer.copy}: there is {printed}.")
    elif bearer.kind == TILE:
        if bearer.name not in KEYS or not 1 <= bearer.copy <= TILES_MAX:
            raise ValueError(f"there is no tile {bearer}: up to {TILES_MAX} of {', '.join(KEYS)}.")
    elif bearer.kind == PLAYER:
        check_name(bearer.name)
    else:
        raise ValueError(f"there is no kind {bearer.kind!r:.20}: write {', '.join(KINDS)}.")


def _twice(entries: list[SheetLine]) -> list[str]:
    wrong = []
    seen: dict[object, str] = {}
    for where, _, row in entries:
        for thing, text in ((row.uid, row.uid), ((row.deck, row.bearer), str(row.bearer))):
            if thing in seen:
                wrong.append(f"{where}: {text} stands in {seen[thing]} already.")
            seen.setdefault(thing, where)
    return wrong


def _listed(wrong: list[str]) -> str:
    more = [f"and {len(wrong) - SHOWN} more"] if len(wrong) > SHOWN else []
    return "\n".join([*wrong[:SHOWN], *more])


# Importing.


def take_in(tags: Tags, entries: list[SheetLine], replace: bool = False) -> Imported:
    """Write the tags of a sheet; `replace` allows it to change known tags."""
    decks = _decks(tags, entries)
    known = tags.rows()
    uids = {row.uid: row for row in known}
    bearers = {(row.deck, row.bearer): row for row in known}
    drop: dict[str, TagRow] = {}
    add: list[TagRow] = []
    wrong = []
    for where, _, row in entries:
        if uids.get(row.uid) == row:
            continue
        for other in (uids.get(row.uid), bearers.get((row.deck, row.bearer))):
            if other is not None:
                drop[other.uid] = other
                wrong.append(f"{where}: {_clash(row, other)}")
        add.append(row)
    if wrong and not replace:
        raise TagSheetError(
            "Nothing was taken in: the file differs from what is known.\n"
            f"{_listed(wrong)}\n--replace lets the file win."
        )
    for deck in decks:
        tags.put_deck(deck)
    tags.change(drop, add)
    changed = sum((row.deck, row.bearer) in bearers for row in add)
    return Imported(len(add) - changed, changed, len(entries) - len(add))


def _clash(row: TagRow, other: TagRow) -> str:
    if other.uid == row.uid:
        return f"the tag {row.uid} is {_where(other)}, not {_where(row)}."
    return f"{_where(row)} has the tag {other.uid}, not {row.uid}."


def _where(row: TagRow) -> str:
    return f"{row.bearer} of {row.deck}" if row.deck else str(row.bearer)


def _decks(tags: Tags, entries: list[SheetLine]) -> list[DeckRow]:
    """Return the decks of a sheet with all their sets; printings are not mixed."""
    found: dict[str, DeckRow] = {}
    for where, card, row in entries:
        if row.bearer.kind != CARD:
            continue
        deck = found.get(row.deck) or tags.deck(row.deck) or card._replace(sets=("base",))
        if deck.edition != card.edition:
            raise TagSheetError(
                f"Nothing was taken in. {where}: the deck {row.deck} is of the printing "
                f"{deck.edition}, this card of {card.edition}. Name another deck."
            )
        wanted = (*deck.sets, *card.sets)
        found[row.deck] = deck._replace(sets=tuple(name for name in SETS if name in wanted))
    return list(found.values())
