"""Taking a sheet in: what it adds and changes, all or nothing."""

from __future__ import annotations

from typing import NamedTuple

from card_db.bearers import CARD
from card_db.loader import load_box
from host_tools.enrol.collection import group_of
from host_tools.enrol.sheet import Entry, SheetError
from host_tools.rules.setup import SETS
from host_tools.table.tags import DeckRow, TagRow, Tags

SHOWN = 8


class Taken(NamedTuple):
    """How many tags came in."""

    added: int
    changed: int
    same: int


def take_in(tags: Tags, entries: list[Entry], replace: bool = False) -> Taken:
    """Write the tags of a sheet; where it differs from what is known, only with `replace`."""
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
        more = f"\nand {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
        raise SheetError(
            "Nothing was taken in: the file differs from what is known.\n"
            + "\n".join(wrong[:SHOWN])
            + f"{more}\n--replace lets the file win."
        )
    for deck in decks:
        tags.put_deck(deck)
    tags.change(drop, add)
    changed = sum((row.deck, row.bearer) in bearers for row in add)
    return Taken(len(add) - changed, changed, len(entries) - len(add))


def _clash(row: TagRow, other: TagRow) -> str:
    if other.uid == row.uid:
        return f"the tag {row.uid} is {_where(other)}, not {_where(row)}."
    return f"{_where(row)} has the tag {other.uid}, not {row.uid}."


def _where(row: TagRow) -> str:
    return f"{row.bearer} of {row.deck}" if row.deck else str(row.bearer)


def _decks(tags: Tags, entries: list[Entry]) -> list[DeckRow]:
    """The decks of a sheet with all their sets; printings are not mixed."""
    found: dict[str, DeckRow] = {}
    for where, edition, row in entries:
        if row.bearer.kind != CARD:
            continue
        deck = found.get(row.deck) or tags.deck(row.deck) or DeckRow(row.deck, edition, ("base",))
        if deck.edition != edition:
            raise SheetError(
                f"Nothing was taken in.\n{where}: the deck {row.deck} is of the printing "
                f"{deck.edition}, this card of {edition}. Name another deck."
            )
        wanted = (*deck.sets, group_of(load_box(edition).cards[row.bearer.name]).set)
        found[row.deck] = deck._replace(sets=tuple(each for each in SETS if each in wanted))
    return list(found.values())
