"""Repairs: find a deck or a card by its name, list what lacks a tag, replace a tag."""

from collections.abc import Sequence

from card_db.bearers import CARD, PLAYER, TILE, Bearer
from host_tools.enrol.collection import Names, collection, flaw
from host_tools.enrol.sitting import told
from host_tools.enrol.tag_sheet import check_bearer
from host_tools.table.tags import ANY_DECK, DeckRow, TagRow, Tags, deck_of
from host_tools.texts.search import matches

SHOWN = 12


def known_deck(tags: Tags, name: str) -> DeckRow:
    """Return a deck; ValueError with a sentence if there is none."""
    deck = tags.deck(name)
    if deck is None:
        names = ", ".join(known.name for known in tags.decks())
        there = f"There are {names}." if names else "There is none yet: `wondertable enrol`."
        raise ValueError(f"There is no deck {name!r:.40}. {there}")
    return deck


def deck_of_text(tags: Tags, name: str, text: str) -> DeckRow:
    """Return the deck to search; a tile or a person needs none."""
    if text.partition(":")[0] in (TILE, PLAYER):
        return tags.deck(name) or DeckRow(name, "1e", ("base",))
    return known_deck(tags, name)


def missing(tags: Tags, deck: str, wanted: Sequence[Bearer]) -> list[Bearer]:
    """Return the things that have no tag, in their order."""
    tagged = {row.bearer for row in tags.rows() if row.deck in (deck, ANY_DECK)}
    return [bearer for bearer in wanted if bearer not in tagged]


def put_tag(tags: Tags, deck: DeckRow, names: Names, bearer: Bearer, uid: str) -> None:
    """Replace the tag of a thing; ValueError if the new one is faulty or in use."""
    if wrong := flaw(uid):
        raise ValueError(told(wrong, names.lang, uid=uid, name=names(bearer)))
    where = deck_of(bearer, deck.name)
    rows = tags.rows()
    for row in rows:
        if row.uid == uid:
            owner = {"owner": names(row.bearer), "deck": row.deck, "name": names(bearer)}
            here = row.deck in (ANY_DECK, deck.name)
            raise ValueError(told("used" if here else "used_elsewhere", names.lang, **owner))
    old = [row.uid for row in rows if (row.deck, row.bearer) == (where, bearer)]
    tags.change(old, [TagRow(uid, where, bearer)])


def find_bearer(names: Names, deck: DeckRow, text: str) -> Bearer:
    """Return the one thing with this id or part of a name; ValueError if several match."""
    if text.startswith((f"{TILE}:", f"{PLAYER}:")):
        bearer = Bearer.of(text)
        check_bearer(bearer, deck)
        return bearer
    things = collection(names.box, deck.sets, lang=names.lang)
    exact = [bearer for bearer in things if text in (str(bearer), bearer.name)]
    words = [word for word in text.split() if not word.endswith("+")]
    copies = [word[:-1] for word in text.split() if word.endswith("+")]
    bearers = exact or [
        bearer
        for bearer in things
        if bearer.kind == CARD and matches(names.box.cards[bearer.name], words)
    ]
    if copies:
        bearers = [bearer for bearer in bearers if str(bearer.copy) in copies]
    if len(bearers) == 1:
        return bearers[0]
    if not bearers:
        raise ValueError(f"The deck {deck.name} has no card {text!r:.40}.")
    several = ", ".join(f"{bearer} ({names(bearer)})" for bearer in bearers[:SHOWN])
    raise ValueError(f"{text!r:.40} may be {several}. Say which one.")
