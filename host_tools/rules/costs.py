"""What a card or a stage costs a seat now, every payment for it, and all legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from card_db.cards import Card
from host_tools.rules.agenda import LAST_CARD
from host_tools.rules.city import SIDES
from host_tools.rules.moves import BUILD, BY_CHAIN, RECRUIT, SELL, WONDER, Move
from host_tools.rules.payment import (
    FREE,
    LEFT,
    RIGHT,
    Coins,
    Market,
    Payment,
    Seller,
    all_buys,
    buy_at,
    by_seller,
    payment_for,
    payments,
    to_bank,
    with_stage,
)
from host_tools.rules.production import ANY, UNIT, vector

if TYPE_CHECKING:
    from host_tools.rules.game import Game


_SEATS: Final = 8
Cost = tuple[int, Market, int]
"""What must be paid: resources as a vector, where they can be had, coins to the bank."""


def market_of(game: Game, seat: int, cut: int = 0) -> Market:
    """Return what a seat can pay with; `cut` resources of the cost are dropped (R55)."""
    key = seat + _SEATS * cut
    known = game.markets.get(key)
    if known is None:
        known = game.markets[key] = _new_market(game, seat, cut)
    return known


def _new_market(game: Game, seat: int, cut: int) -> Market:
    city, rules = game.cities[seat], game.rules
    own = city.own
    for _ in range(cut):
        own = own.plus(ANY)
    left, right = game.cities[rules.left[seat]], game.cities[rules.right[seat]]
    # P8: Bilkis and the docks serve once a turn.
    bank = None if "bank" in city.used else city.bank_price
    return Market(
        own,
        Seller(left.sold, city.terms(0, left.wonder.resource)),
        Seller(right.sold, city.terms(1, right.wonder.resource)),
        bank,
    )


def chained(game: Game, seat: int, card: Card) -> bool:
    """B4: is a card free because its parent lies in the city already?"""
    if not card.free_from:
        return False
    ids = game.cities[seat].ids
    return any(parent in ids for parent in card.free_from)


def is_free(game: Game, seat: int, card: Card) -> bool:
    """Is a card free by a lasting right: Ramses, Olympia Day and Night?"""
    city = game.cities[seat]
    free = city.free
    if not free:
        return False
    return (
        card.color in free
        or ("new_color" in free and not city.colors.get(card.color))
        or ("first" in free and game.turn == 1)
        or ("last" in free and game.turn == game.rules.turns and not _is_extra(game))
    )


def _is_extra(game: Game) -> bool:
    """G125: the card that would be discarded is not the last one that everybody plays."""
    return any(question.kind == LAST_CARD for question in game.questions)


def build_payments(game: Game, seat: int, card: Card) -> tuple[Payment, ...]:
    """Return the payments for an Age card; limited rights are not counted."""
    if card.name in game.cities[seat].names:
        return ()
    if not card.resources and not card.coins:
        return FREE
    if chained(game, seat, card) or is_free(game, seat, card):
        return FREE
    return unchained_payments(game, seat, card)


def unchained_payments(game: Game, seat: int, card: Card) -> tuple[Payment, ...]:
    """Return the payments for a card as if no chain led to it."""
    city = game.cities[seat]
    market = market_of(game, seat, city.cuts.get(card.color, 0) if city.cuts else 0)
    return payments(vector(card.resources), market, city.coins, card_coins(game, card))


def card_coins(game: Game, card: Card) -> int:
    """Return the coins printed as the cost; R87: some leaders cost the number of the Age."""
    coins = card.coins
    return game.age if isinstance(coins, str) else coins


def stage_payments(game: Game, seat: int) -> tuple[Payment, ...]:
    """Return the payments for the next stage, or for each that can be built where there is none."""
    city = game.cities[seat]
    if city.wonder.any_order:
        return _in_any_order(game, seat)
    if len(city.raised) == len(city.wonder.stages):
        return ()
    need, market, coins = stage_cost(game, seat)
    return payments(need, market, city.coins, coins)


def _in_any_order(game: Game, seat: int) -> tuple[Payment, ...]:
    city = game.cities[seat]
    every: list[Payment] = []
    for index in city.open_stages():
        need, market, coins = stage_cost(game, seat, index + 1)
        every += [with_stage(p, index + 1) for p in payments(need, market, city.coins, coins)]
    return tuple(every)


def stage_choices(game: Game, seat: int, action: str) -> list[int]:
    """Return the stages that a payment can name, counted from 1; 0 where there is no choice."""
    city = game.cities[seat]
    choice = action == WONDER and city.wonder.any_order
    return [index + 1 for index in city.open_stages()] if choice else [0]


def stage_cost(game: Game, seat: int, number: int = 0) -> Cost:
    """Return the cost of a stage, or of the next one; R143, R188: its coins are never reduced."""
    city = game.cities[seat]
    stage = city.wonder.stages[number - 1 if number else city.open_stages()[0]]
    need = 0 if "stage" in city.free else vector(stage.resources)
    return need, market_of(game, seat, city.cuts.get("stage", 0)), card_coins(game, stage)


def cost(game: Game, seat: int, card: Card, action: str, stage: int = 0) -> Cost:
    """Return what an action costs when no chain and no limited right is used."""
    if action == WONDER:
        return stage_cost(game, seat, stage)
    if action == RECRUIT:
        return 0, market_of(game, seat), leader_price(game, seat, card)
    if is_free(game, seat, card):
        return 0, market_of(game, seat), 0
    cut = game.cities[seat].cuts.get(card.color, 0)
    return vector(card.resources), market_of(game, seat, cut), card_coins(game, card)


def leader_price(game: Game, seat: int, card: Card) -> int:
    """Return what a leader costs a seat; O8: never less than nothing."""
    city, rules = game.cities[seat], game.rules
    if "leader" in city.free:
        return 0
    cut = city.cuts.get("leader", 0)
    for neighbour in {rules.left[seat], rules.right[seat]}:
        cut += game.cities[neighbour].cuts.get("neighbours", 0)  # R71
    return max(0, card_coins(game, card) - cut)


def recruit_payments(game: Game, seat: int, card: Card) -> tuple[Payment, ...]:
    """Return the payments for a leader."""
    price = leader_price(game, seat, card)
    return to_bank(price) if price <= game.cities[seat].coins else ()


def card_payments(game: Game, seat: int, card: Card) -> tuple[Payment, ...]:
    """Return the payments to bring a card into play: recruit a leader, build anything else."""
    if card.color == "white":
        return recruit_payments(game, seat, card)
    return build_payments(game, seat, card)


def rights(game: Game, seat: int, card: Card) -> list[str]:
    """Name the limited rights with which a seat could build this card for nothing."""
    city = game.cities[seat]
    if not city.rights or card.color == "white" or card.name in city.names:
        return []
    if chained(game, seat, card):  # B7: the chain is used and the right kept.
        return []
    return [
        name
        for name, kind in city.rights.items()
        if name not in city.used_rights and kind in ("card", card.color)
    ]


def _free_sellers(game: Game, seat: int) -> int:
    """P7: from which neighbours a purchase for nothing matters to a seat, as flags.

    It matters to whoever is paid for buying, and where a dock may be asked twice in a turn (B9).
    """
    city, rules = game.cities[seat], game.rules
    if not city.trades:
        return 0
    twice = seat in rules.last_card_seats and not rules.babylon_new_turn
    if not twice and "buy" not in city.events:
        return 0
    market = market_of(game, seat)
    sides = 0
    for name, flag, seller in ((0, LEFT, market.left), (1, RIGHT, market.right)):
        cheap = any(seller.terms.price(unit) == 0 for unit in UNIT.values())
        if cheap and SIDES[name] not in city.used:
            sides |= flag
    return sides


def sellers_of(game: Game, seat: int, move: Move) -> int:
    """P7: return who sells something for a move, also for no coins where that was not said.

    A purchase that had to be made was made: from as few as can be, and rather from the left.
    """
    payment = move.payment
    if payment.buy is not None or payment.free or move.action in (SELL, RECRUIT):
        return payment.sellers
    if not _free_sellers(game, seat):
        return payment.sellers
    need, market, _ = cost(game, seat, move.card, move.action, payment.stage)
    buy = buy_at(need, market, (payment.left, payment.right), game.rules.team)
    return payment.sellers if buy is None else buy.sellers


def _by_seller(
    game: Game, seat: int, card: Card, action: str, known: tuple[Payment, ...], sides: int
) -> tuple[Payment, ...]:
    every: list[Payment] = []
    for payment in known:
        need, market, coins = cost(game, seat, card, action, payment.stage)
        every += by_seller(payment, need, market, coins, sides)
    return tuple(every)


def every_payment(game: Game, seat: int, card: Card, action: str) -> list[Payment]:
    """B5: return every way to pay, the cheapest first, also with what the city makes itself.

    Ways with the same coins, sellers and stage are one.
    """
    city = game.cities[seat]
    every: dict[tuple[Coins, int, int], Payment] = {}
    for stage in stage_choices(game, seat, action):
        need, market, coins = cost(game, seat, card, action, stage)
        for buy in all_buys(need, market, game.rules.team):  # R174
            payment = with_stage(payment_for(buy, market, coins), stage)
            if payment.total <= city.coins:
                every.setdefault((payment.coins, payment.sellers, stage), payment)
    return sorted(every.values(), key=lambda p: (p.stage, p.total, p.right, p.left, p.sellers))


def net_price(game: Game, seat: int, payment: Payment) -> int:
    """Return what a payment costs in the end: R43, Hatshepsut is paid for buying."""
    city = game.cities[seat]
    sellers = sum(
        1
        for side, flag in zip(SIDES, (LEFT, RIGHT), strict=True)
        if payment.sellers & flag and side not in city.used
    )
    return payment.total - sellers * sum(int(e.value) for e in city.events.get("buy", ()))


def moves(game: Game, seat: int, cards: Sequence[Card]) -> list[Move]:
    """Return every move with these cards: each with all payments to build it or a stage, or sold.

    Two copies of a card are one choice.
    """
    for_stage = stage_payments(game, seat)
    free_city = game.rules.free_city
    city_has_rights = bool(game.cities[seat].rights)
    sellers = _free_sellers(game, seat)
    if sellers and cards and for_stage:
        for_stage = _by_seller(game, seat, cards[0], WONDER, for_stage, sellers)
    legal: list[Move] = []
    for card in {card: None for card in cards}:  # noqa: C420  fromkeys is never compiled
        for_card = card_payments(game, seat, card)
        action = RECRUIT if card.color == "white" else BUILD
        if for_card and chained(game, seat, card):
            legal.append(Move(card, action, BY_CHAIN))
        else:
            if sellers and for_card:
                for_card = _by_seller(game, seat, card, action, for_card, sellers)
            for payment in for_card:
                legal.append(Move(card, action, payment))
        if city_has_rights and for_card != FREE:
            for right in rights(game, seat, card):
                legal.append(Move(card, BUILD, Payment(free=right)))
        for payment in for_stage:
            legal.append(Move(card, WONDER, payment))
        if seat != free_city or game.may_sell(seat, card):
            legal.append(Move(card, SELL))
    return legal
