"""Cards that a seat can lay now, found by a part of their name in both languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from card_db.cards import Card
from host_tools.rules.agenda import LEADER, LEFT_OVER, PICK
from host_tools.rules.errors import MoveError
from host_tools.table import decisions
from host_tools.table.evening import LAYING
from host_tools.table.states import ask_of
from host_tools.table.table import Table
from host_tools.table.view import card_view, moves_view
from host_tools.table.views import SecretView
from host_tools.texts.cards import name_in
from host_tools.texts.search import matches

MOST = 60
WORDS_MAX = 60


class ChoiceView(SecretView):
    """A card that can be laid now, and how many copies of it are left."""

    name_en: str
    left: int


def choices(
    table: Table, seat: int, words: str, lang: str, hand: Iterable[str] | None
) -> list[ChoiceView]:
    """Return the cards that can be laid; with a known hand only what is in it."""
    held = None if hand is None else set(hand)
    found = [
        card
        for card in _possible(table, seat)
        if (held is None or card.id in held) and matches(card, words[:WORDS_MAX].split())
    ]
    found.sort(key=lambda card: name_in(card, lang))
    return [_shown(table, seat, card, lang) for card in found[:MOST]]


def _possible(table: Table, seat: int) -> list[Card]:
    """Return what the moment allows: a card to commit, or what an open lay asks for."""
    evening = table.evening
    ask = ask_of(evening, seat)
    if ask is not None and ask.takes_card:
        return _asked(table, ask.seat, ask.kind)
    if not evening.lays(seat):
        return []
    return [card for card in _deck(table) if _fits(table, seat, card)]


def _asked(table: Table, seat: int, kind: str) -> list[Card]:
    game = table.evening.game
    question = game.question(seat)
    if kind == PICK and question is not None:
        return [card for card in game.answers(question) if isinstance(card, Card)]
    if kind == LEFT_OVER:
        return list(game.rules.decks[game.age])
    cards: Iterable[Card] = game.rules.leader_deck if kind == LEADER else _deck(table)
    return [card for card in cards if _fits(table, seat, card)]


def _deck(table: Table) -> Iterable[Card]:
    game = table.evening.game
    return game.rules.leader_deck if game.turn == 0 else game.rules.decks[game.age]


def _fits(table: Table, seat: int, card: Card) -> bool:
    try:
        decisions.check_card(table.evening, seat, card)
    except MoveError:
        return False
    return True


def _shown(table: Table, seat: int, card: Card, lang: str) -> ChoiceView:
    game = table.evening.game
    copies = game.rules.decks.get(card.age, Counter())[card] or 1
    playable = table.evening.phase == LAYING
    return {
        **card_view(card, lang),
        "name_en": card.name,
        "left": max(0, copies - game.used[card]),
        "moves": moves_view(game, seat, card) if playable else [],
    }
