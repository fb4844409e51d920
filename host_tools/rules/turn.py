"""A turn: all cards are placed, all payments made, then gains; what is left to do is noted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from card_db.cards import Card, Effect
from host_tools.rules.agenda import (
    CARD_RANK,
    COPY,
    COPY_RANK,
    DRAW,
    GIVE_UP,
    LEADER,
    LEADER_RANK,
    PICK,
    TURN_LEADER,
)
from host_tools.rules.city import SIDES
from host_tools.rules.costs import cost, sellers_of
from host_tools.rules.counting import count, whose
from host_tools.rules.moves import BUILD, CHAIN, RECRUIT, WONDER, Move
from host_tools.rules.payment import LEFT, RIGHT, Payment
from host_tools.rules.ruleset import VICTORY

if TYPE_CHECKING:
    from host_tools.rules.game import Game

SALE: Final = 3


def resolve(game: Game, moves: dict[int, Move]) -> None:
    """Carry out moves that were all checked against the state before them."""
    played = list(moves.items())
    fees = [_bank_fee(game, seat, move) for seat, move in played]
    sellers = [sellers_of(game, seat, move) for seat, move in played]
    entered = [_place(game, seat, move) for seat, move in played]
    for index, (seat, move) in enumerate(played):
        _pay(game, seat, move.payment, fees[index])
    game.markets.clear()
    for index, (seat, move) in enumerate(played):
        _sales(game, seat, sellers[index])
        _gain(game, seat, move, entered[index])


def _bank_fee(game: Game, seat: int, move: Move) -> bool:
    """Did the move buy a resource from the bank (Bilkis), besides the coins of its cost?"""
    payment = move.payment
    if game.cities[seat].bank_price is None or payment.free or not payment.bank:
        return False
    return payment.bank > cost(game, seat, move.card, move.action, payment.stage)[2]


def _place(game: Game, seat: int, move: Move) -> Card | None:
    """Lay the card where it goes; return the card or stage that comes into play."""
    city, card = game.cities[seat], move.card
    game.leave_hand(seat, card)
    if move.action == BUILD:
        city.place(card)
        free = move.payment.free
        if free and free != CHAIN:
            city.used_rights.add(free)
        return card
    if move.action == RECRUIT:
        city.recruit(card, game.age)
        return card
    if move.action == WONDER:
        return city.raise_stage(card, move.payment.stage)
    if card.color == "white":  # O3, R21: a leader that is sold goes back to the box.
        game.put_back(card)
    else:
        game.discard.append(card)
    return None


def _pay(game: Game, seat: int, payment: Payment, fee: bool) -> None:
    city, rules = game.cities[seat], game.rules
    city.coins -= payment.total
    game.cities[rules.left[seat]].coins += payment.left
    game.cities[rules.right[seat]].coins += payment.right
    game.bank += payment.bank
    if fee:
        city.used.add("bank")


def _gain(game: Game, seat: int, move: Move, entered: Card | None) -> None:
    if entered is None:
        take(game, seat, SALE)
        return
    enter(game, seat, entered, chain=move.payment.free == CHAIN)


def _sales(game: Game, seat: int, sellers: int) -> None:
    """R43, P7: Hatshepsut pays a coin for each neighbour bought from, once a turn."""
    if not sellers:
        return
    city = game.cities[seat]
    for side, flag in enumerate((LEFT, RIGHT)):
        if sellers & flag and SIDES[side] not in city.used:
            city.used.add(SIDES[side])
            for effect in city.events.get("buy", ()):
                take(game, seat, int(effect.value))


def take(game: Game, seat: int, coins: int) -> None:
    """Give a seat coins from the bank; R151: Berenice adds one, once a turn."""
    if coins <= 0:
        return
    city = game.cities[seat]
    more = city.events.get("bank")
    if more and "berenice" not in city.used:
        city.used.add("berenice")
        coins += sum(int(effect.value) for effect in more)
    city.coins += coins
    game.bank -= coins


def enter(game: Game, seat: int, card: Card, chain: bool = False, copied: bool = False) -> None:
    """Apply what a card, leader or stage does at the moment when it comes into play."""
    for effect in card.effects:
        if effect.on:
            continue
        now = _NOW.get(effect.verb)
        if now:
            now(game, seat, card, effect, copied)
    if not copied:
        _event(game, seat, "leader" if card.color == "white" else card.color, card)
        if chain:
            _event(game, seat, "chain", card)


def _event(game: Game, seat: int, event: str, new: Card | None = None) -> None:
    """Pay what the city's cards give for something that happened; a new one not for itself."""
    effects = game.cities[seat].events.get(event)
    if not effects:
        return
    others = list(effects)
    if new is not None:
        for own in [effect for effect in new.effects if effect in others]:
            others.remove(own)
    for effect in others:
        if effect.verb == "lose":
            game.losses.append((seat, effect))
        else:
            take(game, seat, int(effect.value))


def gain_victory(game: Game, seat: int, value: int) -> None:
    """Give a Victory token; O10: Nero is paid for each."""
    game.cities[seat].victories.append(value)
    _event(game, seat, "victory")


def _coins(game: Game, seat: int, card: Card, effect: Effect, copied: bool) -> None:
    amount = int(effect.value) * count(game, seat, effect, card)
    for other in whose(game, seat, effect.to):
        take(game, other, amount)


def _lose(game: Game, seat: int, card: Card, effect: Effect, copied: bool) -> None:
    # R112: losses are settled after all cards of the turn.
    game.losses.append((seat, effect))


def _debts(game: Game, seat: int, card: Card, effect: Effect, copied: bool) -> None:
    for other in whose(game, seat, effect.to):  # O11: taken directly, not to be bought off
        game.cities[other].debt += int(effect.value)


def _diplomacy(game: Game, seat: int, card: Card, effect: Effect, copied: bool) -> None:
    game.cities[seat].diplomacy += int(effect.value)


def _victories(game: Game, seat: int, card: Card, effect: Effect, copied: bool) -> None:
    if effect.value == -1:
        for other in whose(game, seat, effect.to):
            game.agenda.add(GIVE_UP, other, card)
    else:
        gain_victory(game, seat, VICTORY[game.age] if effect.value == "age" else int(effect.value))


def _defeats(game: Game, seat: int, card: Card, effect: Effect, copied: bool) -> None:
    if effect.value == "none":
        game.cities[seat].defeats = 0


def _take(game: Game, seat: int, card: Card, effect: Effect, copied: bool) -> None:
    if card.color == "stage":
        rank = game.rules.wonder_order[seat]
    else:
        rank = COPY_RANK if copied else LEADER_RANK if card.color == "white" else CARD_RANK
    game.agenda.add(PICK, seat, card, rank)


def _copy(game: Game, seat: int, card: Card, effect: Effect, copied: bool) -> None:
    if effect.value == "leader":
        game.agenda.add(COPY, seat, card)


def _play(game: Game, seat: int, card: Card, effect: Effect, copied: bool) -> None:
    if effect.value == "leader":
        game.agenda.add(LEADER, seat, card)


def _turn(game: Game, seat: int, card: Card, effect: Effect, copied: bool) -> None:
    game.agenda.add(TURN_LEADER, seat, card)


def _draw(game: Game, seat: int, card: Card, effect: Effect, copied: bool) -> None:
    game.agenda.add(DRAW, seat, card)


_NOW: Final[dict[str, Callable[[Game, int, Card, Effect, bool], None]]] = {
    "coins": _coins,
    "lose": _lose,
    "debts": _debts,
    "diplomacy": _diplomacy,
    "victories": _victories,
    "defeats": _defeats,
    "take": _take,
    "copy": _copy,
    "play": _play,
    "turn": _turn,
    "draw": _draw,
}
