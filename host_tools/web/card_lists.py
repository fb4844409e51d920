"""Lists of cards: which physical cards a game needs, and which a seat can lay now."""

from collections import Counter
from collections.abc import Iterable
from typing import TypedDict

from card_db.cards import COLORS, Card
from host_tools.bots.dealer import Dealer
from host_tools.rules.agenda import LEADER, LEFT_OVER, PICK
from host_tools.rules.dealing import deck
from host_tools.rules.errors import MoveError
from host_tools.rules.ruleset import AGES, ROMAN, Ruleset
from host_tools.rules.setup import Setup
from host_tools.table import decisions
from host_tools.table.closed import seen_by
from host_tools.table.evening import CARD, LAYING
from host_tools.table.offers import obstacles_view, offers_view, pick_view
from host_tools.table.states import ask_of
from host_tools.table.table import Table
from host_tools.table.view import card_view
from host_tools.table.views import OfferView, SecretView
from host_tools.texts import say
from host_tools.texts.cards import name_in
from host_tools.texts.search import matches

DRAWN = ("purple", "black")
MOST = 60
WORDS_MAX = 60


class DeckCardView(TypedDict):
    """A card to take out of the box; `players` are the numbers printed on its copies."""

    id: str
    name: str
    color: str
    copies: int
    players: list[int]
    drawn: bool


class DeckGroupView(TypedDict):
    """The cards of an Age, of which `dealt` are dealt, or the leaders."""

    age: int
    text: str
    cards: list[DeckCardView]
    total: int
    dealt: int


class DeckView(TypedDict):
    """All cards of a game."""

    groups: list[DeckGroupView]


def deck_list(setup: Setup, seed: str, lang: str) -> DeckView:
    """Return the cards of every Age; guilds and black cards are drawn with the seed."""
    rules = Ruleset(setup)
    dealer = Dealer(seed)
    groups = []
    if rules.leaders:
        leaders = Counter(sorted(rules.leader_deck, key=lambda card: card.id))
        groups.append(_group(0, say("results.set_leaders", lang), leaders, rules, lang))
    for age in AGES:
        text = say("results.age", lang, age=ROMAN[age])
        groups.append(_group(age, text, Counter(deck(rules, age, dealer.draw)), rules, lang))
    return {"groups": groups}


def _group(age: int, text: str, cards: Counter[Card], rules: Ruleset, lang: str) -> DeckGroupView:
    order = sorted(cards, key=lambda card: (COLORS.index(card.color), name_in(card, lang)))
    return {
        "age": age,
        "text": text,
        "cards": [
            {
                "id": card.id,
                "name": name_in(card, lang),
                "color": card.color,
                "copies": cards[card],
                "players": [number for number in card.copies if number <= rules.number],
                "drawn": card.color in DRAWN,
            }
            for card in order
        ],
        "total": cards.total(),
        "dealt": rules.hand_size * rules.number if age else cards.total(),
    }


class ChoiceView(SecretView):
    """A card that can be laid now, and how many copies of it the seat has not seen yet."""

    name_en: str
    left: int


def choices(
    table: Table, seat: int, words: str, lang: str, hand: Iterable[str] | None
) -> list[ChoiceView]:
    """Return the cards that a seat can lay, found by a part of their name in any language."""
    held = None if hand is None else set(hand)
    cards = [
        card
        for card in _possible(table, seat)
        if (held is None or card.id in held) and matches(card, words[:WORDS_MAX].split())
    ]
    cards.sort(key=lambda card: name_in(card, lang))
    ask = ask_of(table.evening, seat)
    city = ask.seat if ask is not None and ask.takes_card else seat
    return [_shown(table, seat, city, card, lang) for card in cards[:MOST]]


def _possible(table: Table, seat: int) -> list[Card]:
    """Return what is asked for now: a card to commit, or one to lay openly."""
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
        decisions.check_card(table.evening, seat, card, secretly=True)
    except MoveError:
        return False
    return True


def _shown(table: Table, seat: int, city: int, card: Card, lang: str) -> ChoiceView:
    evening = table.evening
    copies = evening.game.rules.decks.get(card.age, Counter())[card] or 1
    plays = evening.phase in (LAYING, CARD)
    return {
        **card_view(card, lang),
        "name_en": card.name,
        "left": max(0, copies - seen_by(evening, seat)[card]),
        "moves": offers_view(evening, city, card) if plays else _picked(table, city, card),
        "obstacles": obstacles_view(evening, city, card, lang) if plays else [],
    }


def _picked(table: Table, city: int, card: Card) -> list[OfferView]:
    game = table.evening.game
    question = game.question(city)
    if question is None or question.kind != PICK:
        return []
    return [pick_view(game, question, card)]
