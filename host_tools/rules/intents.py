"""From what a person says to a legal move, or to a sentence that says why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from card_db.cards import RESOURCES, Card
from host_tools.rules.costs import (
    build_payments,
    chained,
    cost,
    recruit_payments,
    rights,
    stage_choices,
    stage_payments,
    unchained_payments,
)
from host_tools.rules.errors import Lack, MoveError
from host_tools.rules.moments import check_played
from host_tools.rules.moves import BUILD, CHAIN, RECRUIT, SELL, WONDER, Intent, Move
from host_tools.rules.payment import (
    FREE,
    LEFT,
    RIGHT,
    Buy,
    Payment,
    buy_at,
    payment_for,
    suffices,
    with_stage,
)
from host_tools.rules.production import UNIT, letters, vector

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
    check_played(game, seat, card, intent.action)
    return with_card(game, seat, card, intent)


def with_card(game: Game, seat: int, card: Card, intent: Intent) -> Move:
    """Return the move that an intent means with a card, whether or not a copy of it is left."""
    _check_place(game, seat, card, intent.action)
    if intent.action == SELL:
        _stage(game, seat, intent)
        _check_sale(
            seat, card, plain=not (intent.buy or intent.pay not in (None, (0, 0)) or intent.free)
        )
        return Move(card, SELL)
    stage = _stage(game, seat, intent)
    free = _free_by(game, seat, card, intent)
    if free:
        return Move(card, intent.action, Payment(free=free))
    move = Move(card, intent.action, _payment(game, seat, card, intent, stage))
    _check_mate(game, seat, move)
    return move


def check(game: Game, seat: int, move: Move) -> None:
    """Raise MoveError unless the move is legal now."""
    check_played(game, seat, move.card, move.action)
    _check_place(game, seat, move.card, move.action)
    if move.action == SELL:
        _check_sale(seat, move.card, plain=move.payment == FREE[0])
        return
    _check_mate(game, seat, move)
    if not _payable(game, seat, move):
        raise _not_a_price(game, seat, move)


def _check_sale(seat: int, card: Card, plain: bool) -> None:
    if not plain:
        raise MoveError("bad_choice", f"{card.name} is sold: nothing is paid for it.", seat, "G56")


def no_sale(seat: int) -> MoveError:
    """Say when the Free City may sell."""
    text = "The Free City sells only when no card can be played for it."
    return MoveError("bad_choice", text, seat, "G113")


def _check_place(game: Game, seat: int, card: Card, action: str) -> None:
    city = game.cities[seat]
    if action == BUILD and card.name in city.names:
        raise MoveError(
            "already_built",
            f"{game.rules.name(seat)} has {card.name} already: "
            "use the card for the wonder or sell it.",
            seat,
            "G41",
        )
    if action == WONDER and city.stages == len(city.wonder.stages):
        name = game.rules.name(seat)
        raise MoveError("no_stage_left", f"All stages of {name}'s wonder are built.", seat, "G50")
    if action == SELL and not game.may_sell(seat):
        raise no_sale(seat)


def _stage(game: Game, seat: int, intent: Intent) -> int:
    """Return the stage that is meant, where the board leaves a choice; 0 elsewhere."""
    city = game.cities[seat]
    if intent.action != WONDER:
        if intent.stage:
            text = f"No stage is built with the action {intent.action}."
            raise MoveError("bad_choice", text, seat, "G13")
        return 0
    left = [index + 1 for index in city.open_stages()]
    if intent.stage and intent.stage not in left:
        raise MoveError(
            "bad_choice",
            f"Stage {intent.stage} of {city.wonder.name} cannot be built now, only stage "
            f"{' or '.join(map(str, left))}.",
            seat,
            "G50" if city.wonder.any_order else "G49",
        )
    return (intent.stage or left[0]) if city.wonder.any_order else 0


def _payable(game: Game, seat: int, move: Move) -> bool:
    card, payment = move.card, move.payment
    if payment.free:
        if payment.free == CHAIN:
            held = chained(game, seat, card)
        else:
            held = payment.free in rights(game, seat, card)
        return held and move.action == BUILD and payment == Payment(free=payment.free)
    if _must_chain(game, seat, card, move.action):
        return False
    if payment.buy is None:
        return payment in _payments(game, seat, card, move.action)
    if payment.stage not in stage_choices(game, seat, move.action):
        return False
    need, market, coins = cost(game, seat, card, move.action, payment.stage)
    return (
        suffices(need, market, payment.buy, game.rules.team)
        and with_stage(payment_for(payment.buy, market, coins), payment.stage) == payment
        and payment.total <= game.cities[seat].coins
    )


def _free_by(game: Game, seat: int, card: Card, intent: Intent) -> str:
    """B7: a chain goes before a limited right; whoever names what is bought means to pay."""
    pays = intent.buy not in (None, Buy()) or intent.pay not in (None, (0, 0))
    must = not pays or _must_chain(game, seat, card, intent.action)
    if intent.action == BUILD and must and chained(game, seat, card):
        return CHAIN
    if not intent.free:
        return ""
    if intent.action != BUILD:
        text = f"{intent.free:.60} builds cards, nothing else."
        raise MoveError("bad_choice", text, seat, _right_rule(game, seat, intent.free))
    if intent.free in rights(game, seat, card):
        if pays:
            text = f"{card.name} is free by {intent.free!r}: nothing is paid for it."
            raise MoveError("bad_choice", text, seat, _right_rule(game, seat, intent.free))
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
        _right_rule(game, seat, intent.free),
    )


def _right_rule(game: Game, seat: int, free: str) -> str:
    return "R153" if game.cities[seat].rights.get(free) == "black" else "G99"


def _must_chain(game: Game, seat: int, card: Card, action: str) -> bool:
    """RB p.7: a player may pay for a card that could be chained, the Free City must not."""
    return seat == game.rules.free_city and action == BUILD and chained(game, seat, card)


def _payments(game: Game, seat: int, card: Card, action: str, stage: int = 0) -> Sequence[Payment]:
    if action == WONDER:
        known = stage_payments(game, seat)
        return [payment for payment in known if payment.stage == stage] if stage else known
    if action == RECRUIT:
        return recruit_payments(game, seat, card)
    if chained(game, seat, card):
        return unchained_payments(game, seat, card)
    return build_payments(game, seat, card)


def _payment(game: Game, seat: int, card: Card, intent: Intent, stage: int) -> Payment:
    known = _payments(game, seat, card, intent.action, stage)
    if not known:
        raise cannot_pay(game, seat, card, intent.action, stage)
    if intent.buy is not None:
        return _by_buy(game, seat, card, intent.action, intent.buy, stage)
    if intent.pay is not None:
        return _by_price(game, seat, card, intent.action, intent.pay, stage)
    return min(known, key=lambda payment: (payment.total, payment.right, payment.left))


def _by_buy(game: Game, seat: int, card: Card, action: str, buy: Buy, stage: int) -> Payment:
    need, market, coins = cost(game, seat, card, action, stage)
    payment = with_stage(payment_for(buy, market, coins), stage)
    if game.rules.team and suffices(need, market, buy) and not suffices(need, market, buy, True):
        text = "In team play nothing is bought that the city could make itself."
        raise MoveError("bad_choice", text, seat, "R174")
    if not suffices(need, market, buy, game.rules.team):
        raise MoveError(
            "bad_choice",
            f"{game.rules.name(seat)} cannot pay for {_what(game, seat, card, action, stage)} with "
            f"that purchase: it costs {_spell(need)}, and what is bought must be part of it, be "
            "sold by that neighbour, and leave only what the city makes itself.",
            seat,
            "G20",
        )
    if payment.total > game.cities[seat].coins:
        raise MoveError(
            "cannot_afford",
            f"{game.rules.name(seat)} cannot pay {_coins(payment.total)} for "
            f"{_what(game, seat, card, action, stage)}: {_there(game.cities[seat].coins)}.",
            seat,
            "G20",
        )
    return payment


def _by_price(
    game: Game, seat: int, card: Card, action: str, price: tuple[int, int], stage: int
) -> Payment:
    for payment in _payments(game, seat, card, action, stage):
        if (payment.left, payment.right) == price:
            return payment
    need, market, _ = cost(game, seat, card, action, stage)
    buy = buy_at(need, market, price, game.rules.team)
    if buy is not None:
        return _by_buy(game, seat, card, action, buy, stage)
    raise _not_a_price(game, seat, Move(card, action, Payment(*price, stage=stage)))


def _not_a_price(game: Game, seat: int, move: Move) -> MoveError:
    """Say which payments there are, or that there is none."""
    stage = move.payment.stage
    known = _payments(game, seat, move.card, move.action, stage)
    if not known:
        return cannot_pay(game, seat, move.card, move.action, stage)
    prices = "; ".join(f"{payment.left} left and {payment.right} right" for payment in known)
    return MoveError(
        "bad_choice",
        f"{_coins(move.payment.left)} to the left and {move.payment.right} to the right is not a "
        f"price of {_what(game, seat, move.card, move.action, stage)} for "
        f"{game.rules.name(seat)}. "
        f"The cheapest ways to pay are: {prices}.",
        seat,
        "G115" if _must_chain(game, seat, move.card, move.action) else "G28",
    )


def _check_mate(game: Game, seat: int, move: Move) -> None:
    """R175: nothing is bought from the team-mate for a card that could be chained."""
    rules, card = game.rules, move.card
    if not rules.team or move.action != BUILD or not chained(game, seat, card):
        return
    side = LEFT if rules.left[seat] == rules.mates[seat] else RIGHT
    if move.payment.sellers & side:
        raise MoveError(
            "bad_choice",
            f"{card.name} could be chained: nothing may be bought from the team-mate for it.",
            seat,
            "R175",
        )


def _what(game: Game, seat: int, card: Card, action: str, stage: int) -> str:
    if action != WONDER:
        return card.name
    city = game.cities[seat]
    return f"stage {city.stage_number(stage)} of {city.wonder.name}"


def _spell(need: int) -> str:
    counts = {kind: need >> 4 * i & 15 for i, kind in enumerate(RESOURCES)}
    words = [f"{n} {RESOURCE_NAMES[kind]}" for kind, n in counts.items() if n]
    return ", ".join(words) or "no resources"


def cannot_pay(game: Game, seat: int, card: Card, action: str, stage: int = 0) -> MoveError:
    """Say what is missing: a resource that nobody sells, or coins."""
    name, what = game.rules.name(seat), _what(game, seat, card, action, stage)
    lack = _lack(game, seat, card, action, stage)
    return MoveError(
        "cannot_afford",
        f"{name} cannot pay for {what}: {_why(lack)}. The card can be sold for 3 coins.",
        seat,
        "R18" if action == RECRUIT else "G20",
        lack,
    )


def _lack(game: Game, seat: int, card: Card, action: str, stage: int) -> Lack:
    need, market, coins = cost(game, seat, card, action, stage)
    purse = game.cities[seat].coins
    if coins > purse:
        return Lack("coins", purse, coins)
    lacks = market.own.lacks(need)
    sold = [lack for lack in lacks if market.prices_of(lack)]
    if sold:
        least = coins + min(sum(price) for lack in sold for price in market.prices_of(lack))
        return Lack("trade", purse, least, letters(sold[0]))
    alone = [
        kind
        for kind in dict.fromkeys(letters(lacks[0]))
        if not market.left.sold.covers(UNIT[kind]) and not market.right.sold.covers(UNIT[kind])
    ]
    if alone:
        return Lack("unsold", purse, resources="".join(alone))
    return Lack("few", purse, resources=letters(lacks[0]))


def _coins(number: int) -> str:
    return f"{number} coin{'s' * (number != 1)}"


def _there(number: int) -> str:
    return f"{number} {'is' if number == 1 else 'are'} there"


def _why(lack: Lack) -> str:
    price, purse = _coins(lack.coins), _there(lack.purse)
    if lack.kind == "coins":
        return f"it costs {price}, and {purse}"
    if lack.kind == "unsold":
        names = [RESOURCE_NAMES[kind] for kind in lack.resources]
        verb, them = ("is", "it") if len(names) == 1 else ("are", "them")
        return f"{' and '.join(names)} {verb} missing and neither neighbour sells {them}"
    buy = f"{_spell(vector(lack.resources))} must be bought"
    if lack.kind == "few":
        return f"{buy}, and the neighbours sell too little"
    return f"{buy}, that costs {price}, and {purse}"
