"""From what a person says to a legal move, or to a sentence that says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from card_db.cards import RESOURCES, Card
from host_tools.rules.errors import MoveError
from host_tools.rules.moves import BUILD, CHAIN, RECRUIT, SELL, WONDER, Intent, Move
from host_tools.rules.payment import LEFT, RIGHT, Market, Purchase, Way, exact, price_of, suffices
from host_tools.rules.production import UNIT, letters
from host_tools.rules.ways import (
    build_ways,
    chained,
    cost,
    paid_ways,
    recruit_ways,
    rights,
    stage_ways,
)

if TYPE_CHECKING:
    from host_tools.rules.game import Game

ACTIONS = (BUILD, WONDER, SELL, RECRUIT)
RESOURCE_NAMES = dict(
    zip(RESOURCES, ("wood", "stone", "clay", "ore", "glass", "loom", "papyrus"), strict=True)
)


def complete(game: Game, seat: int, intent: Intent) -> Move:
    """Turn an intent into the move that it means; the move is still to be checked."""
    card = game.rules.card(intent.card, seat)
    if intent.action not in ACTIONS:
        known = ", ".join(ACTIONS)
        raise MoveError("bad_record", f"{intent.action!r:.60} is no action: use {known}.", seat)
    game.check_card(seat, card, intent.action)
    _check_place(game, seat, card, intent.action)
    if intent.action == SELL:
        _check_sale(
            seat, card, plain=not (intent.buy or intent.pay not in (None, (0, 0)) or intent.free)
        )
        return Move(card, SELL)
    free = _free_by(game, seat, card, intent)
    if free:
        return Move(card, intent.action, free=free)
    move = _paid(game, seat, card, intent)
    _check_mate(game, seat, move)
    return move


def check(game: Game, seat: int, move: Move) -> None:
    """Raise MoveError unless the move is legal now."""
    game.check_card(seat, move.card, move.action)
    _check_place(game, seat, move.card, move.action)
    if move.action == SELL:
        _check_sale(seat, move.card, plain=move.plain)
        return
    _check_mate(game, seat, move)
    if not _payable(game, seat, move):
        raise _not_a_price(game, seat, move)


def _check_sale(seat: int, card: Card, plain: bool) -> None:
    if not plain:
        raise MoveError("bad_choice", f"{card.name} is sold: nothing is paid for it.", seat)


def _check_place(game: Game, seat: int, card: Card, action: str) -> None:
    city = game.cities[seat]
    if action == BUILD and card.name in city.names:
        raise MoveError(
            "already_built",
            f"{game.rules.name(seat)} has {card.name} already: "
            "use the card for the wonder or sell it.",
            seat,
        )
    if action == WONDER and city.stages == len(city.wonder.stages):
        name = game.rules.name(seat)
        raise MoveError("no_stage_left", f"All stages of {name}'s wonder are built.", seat)
    if action == SELL and not game.may_sell(seat):
        raise MoveError(
            "bad_choice", "The Free City sells only when no card can be played for it.", seat
        )


def _payable(game: Game, seat: int, move: Move) -> bool:
    card = move.card
    if move.free:
        named = (
            chained(game, seat, card)
            if move.free == CHAIN
            else move.free in rights(game, seat, card)
        )
        return named and move == Move(card, BUILD, free=move.free)
    if _must_chain(game, seat, card, move.action):
        return False
    if move.bought is None:
        return move.way in _ways(game, seat, card, move.action)
    need, place, coins = cost(game, seat, card, move.action)
    return (
        suffices(need, place, move.bought, game.rules.team)
        and price_of(move.bought, place, coins) == move.way
        and sum(move.way) <= game.cities[seat].coins
    )


def _free_by(game: Game, seat: int, card: Card, intent: Intent) -> str:
    """B7: a chain goes before a limited right; a purchase that is named means to pay."""
    pays = intent.buy not in (None, Purchase()) or intent.pay not in (None, (0, 0))
    must = not pays or _must_chain(game, seat, card, intent.action)
    if intent.action == BUILD and must and chained(game, seat, card):
        return CHAIN
    if not intent.free:
        return ""
    if intent.action != BUILD:
        raise MoveError("bad_choice", f"{intent.free:.60} builds cards, nothing else.", seat)
    if intent.free in rights(game, seat, card):
        if pays:
            text = f"{card.name} is free by {intent.free!r}: nothing is paid for it."
            raise MoveError("bad_choice", text, seat)
        return intent.free
    known = intent.free in game.cities[seat].rights
    spent = intent.free in game.cities[seat].used_rights
    why = "that right was used in this Age" if spent else "that right does not cover it"
    raise MoveError(
        "bad_choice",
        f"{card.name} is not free by {intent.free!r:.60}: "
        + (why if known else f"{game.rules.name(seat)} has no such right")
        + ".",
        seat,
    )


def _must_chain(game: Game, seat: int, card: Card, action: str) -> bool:
    """RB p.7: a player may pay for a card that could be chained, the Free City must not."""
    return seat == game.rules.free_city and action == BUILD and chained(game, seat, card)


def _ways(game: Game, seat: int, card: Card, action: str) -> tuple[Way, ...]:
    if action == WONDER:
        return stage_ways(game, seat)
    if action == RECRUIT:
        return recruit_ways(game, seat, card)
    if chained(game, seat, card):
        return paid_ways(game, seat, card)
    return build_ways(game, seat, card)


def _paid(game: Game, seat: int, card: Card, intent: Intent) -> Move:
    found = _ways(game, seat, card, intent.action)
    if not found:
        raise cannot_pay(game, seat, card, intent.action)
    if intent.buy is not None:
        return _bought(game, seat, card, intent)
    if intent.pay is not None:
        return _priced(game, seat, card, intent, found)
    way = min(found, key=lambda way: (sum(way), way[1], way[0]))
    return Move(card, intent.action, *way)


def _bought(game: Game, seat: int, card: Card, intent: Intent) -> Move:
    assert intent.buy is not None
    need, place, coins = cost(game, seat, card, intent.action)
    move = Move(card, intent.action, *price_of(intent.buy, place, coins), bought=intent.buy)
    if not suffices(need, place, intent.buy, game.rules.team):
        raise MoveError(
            "bad_choice",
            f"{game.rules.name(seat)} cannot pay for {_what(game, seat, card, intent.action)} with "
            f"that purchase: it costs {_spell(need)}, and what is bought must be part of it, be "
            "sold by that neighbour, and leave only what the city makes itself.",
            seat,
        )
    if sum(move.way) > game.cities[seat].coins:
        raise MoveError(
            "cannot_afford",
            f"{game.rules.name(seat)} cannot pay {sum(move.way)} coins for "
            f"{_what(game, seat, card, intent.action)}: {game.cities[seat].coins} are there.",
            seat,
        )
    return move


def _priced(game: Game, seat: int, card: Card, intent: Intent, found: tuple[Way, ...]) -> Move:
    assert intent.pay is not None
    for way in found:
        if way[:2] == intent.pay:
            return Move(card, intent.action, *way)
    need, place, _ = cost(game, seat, card, intent.action)
    buy = exact(need, place, intent.pay, game.rules.team)
    if buy is not None:
        return _bought(game, seat, card, Intent(card.id, intent.action, buy=buy))
    raise _not_a_price(game, seat, Move(card, intent.action, *intent.pay))


def _not_a_price(game: Game, seat: int, move: Move) -> MoveError:
    """Say which ways to pay there are, or that there is none."""
    found = _ways(game, seat, move.card, move.action)
    if not found:
        return cannot_pay(game, seat, move.card, move.action)
    prices = "; ".join(f"{left} left and {right} right" for left, right, _ in found)
    return MoveError(
        "bad_choice",
        f"{move.left} coins to the left and {move.right} to the right is not a price of "
        f"{_what(game, seat, move.card, move.action)} for {game.rules.name(seat)}. "
        f"The ways to pay are: {prices}.",
        seat,
    )


def _check_mate(game: Game, seat: int, move: Move) -> None:
    """R175: nothing is bought from the team-mate for a card that could be chained."""
    rules, card = game.rules, move.card
    if not rules.team or move.action != BUILD or not chained(game, seat, card):
        return
    side = LEFT if rules.left[seat] == rules.mates[seat] else RIGHT
    if move.bought_from & side:
        raise MoveError(
            "bad_choice",
            f"{card.name} could be chained: nothing may be bought from the team-mate for it.",
            seat,
        )


def _what(game: Game, seat: int, card: Card, action: str) -> str:
    if action != WONDER:
        return card.name
    city = game.cities[seat]
    return f"stage {city.stages + 1} of {city.wonder.name}"


def _spell(need: int) -> str:
    counts = {kind: need >> 4 * i & 15 for i, kind in enumerate(RESOURCES)}
    words = [f"{n} {RESOURCE_NAMES[kind]}" for kind, n in counts.items() if n]
    return ", ".join(words) or "no resources"


def cannot_pay(game: Game, seat: int, card: Card, action: str) -> MoveError:
    """Say what is missing: a resource that nobody sells, or coins."""
    need, place, coins = cost(game, seat, card, action)
    name, what = game.rules.name(seat), _what(game, seat, card, action)
    purse = game.cities[seat].coins
    lacks = [lack for lack in place.own.lacks(need) if place.purchases(lack)]
    if coins > purse:
        why = f"it costs {coins} coins, and {purse} are there"
    elif not lacks:
        why = (
            f"{_missing(place.own.lacks(need)[0], place)} is missing and neither neighbour sells it"
        )
    else:
        least = coins + min(sum(way) for lack in lacks for way in place.purchases(lack))
        bought = _spell(lacks[0])
        why = f"{bought} must be bought, that costs {least} coins, and {purse} are there"
    return MoveError(
        "cannot_afford",
        f"{name} cannot pay for {what}: {why}. The card can be sold for 3 coins.",
        seat,
    )


def _missing(lack: int, place: Market) -> str:
    """Name what neither neighbour sells, or all of it where only the number is too high."""
    alone = [
        kind
        for kind in dict.fromkeys(letters(lack))
        if not place.left.sold.covers(UNIT[kind]) and not place.right.sold.covers(UNIT[kind])
    ]
    return " and ".join(RESOURCE_NAMES[kind] for kind in alone) or _spell(lack)
