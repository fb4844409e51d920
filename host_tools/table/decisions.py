"""What may happen now: a wish in, entries for the journal out, or a MoveError."""

from card_db.cards import Card
from host_tools.rules.agenda import LEFT_OVER
from host_tools.rules.errors import MoveError
from host_tools.rules.intents import check, complete, no_sale, with_card
from host_tools.rules.moments import check_moment, check_played
from host_tools.rules.moves import BUILD, RECRUIT, SELL, WONDER, Intent, Move
from host_tools.rules.payment import LEFT, RIGHT, Payment
from host_tools.rules.science import Counts
from host_tools.rules.scoring import guilds_for
from host_tools.table import entries
from host_tools.table.asks import (
    FREE_CITY,
    Ask,
    asks,
    base_step,
    legal_moves,
    moves_with,
    payments,
)
from host_tools.table.closed import seen_by
from host_tools.table.entries import Entry
from host_tools.table.evening import (
    ASK,
    CARD,
    DECLARE,
    DRAFT,
    LAYING,
    OVER,
    PAY,
    VOIDS_MAX,
    Evening,
)
from host_tools.table.leftovers import unneeded


def refuse(
    text: str, seat: int | None = None, code: str = "wrong_phase", rule: str = ""
) -> MoveError:
    """Make the error for something that does not fit the moment."""
    return MoveError(code, text, seat, rule)


def commit(evening: Evening, seat: int, commitment: str, by: str = "") -> list[Entry]:
    """A seat commits a card, or changes its mind before the lock."""
    if evening.phase != LAYING or seat not in evening.round.numbers or evening.paused:
        raise refuse("No card is asked for now.", seat)
    if seat in evening.round.cards:
        raise refuse("The card lies open already.", seat)
    if evening.round.commits.get(seat) == commitment:
        return []
    # What was chosen for the card before does not count for another one.
    forget: list[Entry] = [entries.Undeclare(seat)] if seat in evening.round.actions else []
    return [*forget, entries.Commit(seat, commitment, by)]


def withdraw(evening: Evening, seat: int) -> list[Entry]:
    """A card is lifted before the lock."""
    if evening.phase != LAYING or seat in evening.round.cards:
        raise refuse("It is locked: the card counts.", seat)
    # Of a seat that lays again it tells that the tray is empty.
    known = seat in evening.round.commits or seat in evening.refused
    return [entries.Withdraw(seat)] if known else []


def may_lock(evening: Evening) -> bool:
    """Has everybody committed, and declared where that is asked before the lock?"""
    current = evening.round
    if evening.phase != LAYING or evening.paused or current.missing():
        return False
    return not evening.setup.strict or current.numbers.keys() <= {*current.actions, *current.cards}


def open_card(evening: Evening, seat: int, card: Card, uid: str = "") -> list[Entry]:
    """A card becomes known: it counts, or the seat lays another one."""
    try:
        if uid in evening.spent():
            text = f"This copy of {card.name} is played already."
            raise refuse(text, seat, "card_already_used", "G13")
        check_card(evening, seat, card)
    except MoveError as error:
        return [entries.Void(seat, error.code, uid)]
    return [entries.Open(seat, card.id, uid)]


def check_card(evening: Evening, seat: int, card: Card, secretly: bool = False) -> None:
    """Raise MoveError unless this card can be played at this seat now.

    While the table is open, `secretly`, only what that seat may know counts: a refusal would tell
    that a card lies in the discard pile or under a stage.
    """
    question = evening.game.question(seat)
    if question is None:
        raise refuse("No card is asked for now.", seat)
    action = RECRUIT if card.color == "white" else SELL
    if secretly:
        check_moment(evening.game, seat, card, action)
        out = seen_by(evening, seat)[card]
    else:
        check_played(evening.game, seat, card, action)
        others = sum(c is card for s, c in evening.round.cards.items() if s != seat)
        out = evening.game.out(seat, card) + others
    copies = 1 if card.color == "white" else evening.game.rules.decks[card.age][card]
    if out >= copies:
        rule = "R10" if card.color == "white" else "G3"
        raise refuse(f"{card.name} is out already.", seat, "card_already_used", rule)


def check_action(evening: Evening, seat: int, card: Card, action: str) -> None:
    """Raise MoveError unless this can be done with this card at this seat now."""
    legal = moves_with(evening, seat, card)
    if action not in legal and not (action == BUILD and RECRUIT in legal):
        # Says why, as a sentence; never that all copies lie in the discard pile or under stages.
        check_moment(evening.game, seat, card, action)
        with_card(evening.game, seat, card, Intent(card.id, action))
        if action == SELL:  # only the Free City cannot, and nobody knows the rest of its hand
            raise no_sale(seat)
        raise refuse(f"{action} is not possible with this card.", seat, "bad_choice", "G13")


def declare(evening: Evening, seat: int, action: str, choose: bool = False) -> list[Entry]:
    """A seat says what it does with its card, and perhaps that it chooses how to pay (B5)."""
    current = evening.round
    choose = choose and action != SELL
    if evening.phase == LAYING and seat in current.commits and seat not in current.cards:
        same = current.actions.get(seat) == action and (seat in current.choosing) == choose
        return [] if same else [entries.Declare(seat, action, choose)]
    if evening.phase != DECLARE or seat in current.actions:
        raise refuse("No action is asked for now.", seat)
    check_action(evening, seat, current.cards[seat], action)
    recruits = action == BUILD and RECRUIT in legal_moves(evening, seat)
    return [entries.Declare(seat, RECRUIT if recruits else action, choose)]


def pay(evening: Evening, seat: int, move: Move) -> list[Entry]:
    """A seat chooses how it pays; any legal payment counts, not only the listed ones."""
    current = evening.round
    asked = evening.phase in (DECLARE, PAY) and seat in current.actions
    if not asked or seat in current.moves:
        raise refuse("No payment is asked for now.", seat)
    if move.card is not current.cards[seat] or move.action != current.actions[seat]:
        raise refuse("This is a payment for another card or action.", seat, "bad_choice")
    check(evening.game, seat, move)
    if not current.numbers:
        evening.game.copy().answer(seat, move)  # raises where an extra play cannot be that
    return [entries.Pay(seat, move.payment)]


def automatic(evening: Evening) -> list[Entry]:
    """Return what follows by itself: the only way to pay, a hidden action that cannot be."""
    current, phase = evening.round, evening.phase
    for seat, voids in evening.voids.items():
        if voids >= VOIDS_MAX:
            return [entries.Pause(seat)]
    if phase == ASK:
        return [entries.Reply(seat, None) for seat in unneeded(evening)[:1]]
    if phase in (DECLARE, PAY):
        for seat in current.seats:
            if seat not in current.moves and (follows := _follows(evening, seat)):
                return follows
    return []


def _follows(evening: Evening, seat: int) -> list[Entry]:
    """Return what follows from the card and the action of a seat."""
    found, action = legal_moves(evening, seat), evening.round.actions.get(seat)
    if action is None:
        # An extra leader can only be recruited; everything else can be sold, and that is asked for.
        only = [*found] == [RECRUIT] and evening.setup.grace is not None
        return [entries.Declare(seat, RECRUIT)] if only else []
    legal = found.get(RECRUIT if action == BUILD and RECRUIT in found else action)
    if not legal:
        return [entries.Undeclare(seat)]
    choosing = seat in evening.round.choosing
    if action not in found:
        return [entries.Declare(seat, legal[0].action, choosing)]
    if choosing:
        return []
    ways = payments(evening, seat)
    return [entries.Pay(seat, ways[0])] if len(ways) == 1 else []


def default_action(evening: Evening, seat: int) -> list[Entry]:
    """Return what a seat does that has not pressed anything within the grace."""
    ask = asks(evening).get(seat)
    return [entries.Declare(seat, ask.default)] if ask is not None and ask.default else []


def answer(evening: Evening, seat: int, value: Card | int | None) -> list[Entry]:
    """A seat answers a question of the rules."""
    question = evening.game.question(seat)
    if question is None or evening.phase in (LAYING, DECLARE, PAY, DRAFT):
        raise refuse("Nothing is asked now.", seat)
    evening.game.copy().answer(seat, value)  # raises where it is not legal
    return [entries.Reply(seat, value.id if isinstance(value, Card) else value)]


def lay_openly(evening: Evening, seat: int, card: Card) -> list[Entry]:
    """A card is laid where it is no secret: a pick, an extra play, a leftover."""
    ask = asks(evening).get(seat)
    if ask is None or not ask.takes_card:
        raise refuse("No card is asked for now.", seat)
    if evening.phase == CARD:
        check_card(evening, seat, card)
        if not moves_with(evening, seat, card):
            raise refuse(f"{card.name} is too dear now.", seat, "cannot_afford", "G20")
        return open_card(evening, seat, card)
    if ask.kind == LEFT_OVER and card.age != evening.game.age:
        raise refuse(f"{card.name} is not a card of this Age.", seat, "wrong_age", "G5")
    return answer(evening, seat, card)


def press(evening: Evening, seat: int, step: str, key: str, choose: bool = False) -> list[Entry]:
    """A button, a tile or a key on a page answers a question; an old answer is nothing new.

    On a page one may also choose how to pay.
    """
    ask = asks(evening).get(seat)
    if ask is None or ask.step != step:
        return []
    if ask.kind == "ready":
        return [entries.Ready(seat)]
    if ask.kind == "declare":
        return declare(evening, seat, key, choose)
    if ask.takes_card:  # the middle button: no card
        return [] if ask.kind == FREE_CITY else [entries.Reply(seat, None)]
    if key == "ok":
        return take(evening, seat, ask.cursor)
    return [entries.Cursor(seat, base_step(step), _next_option(ask, key))]


def _next_option(ask: Ask, key: str) -> int:
    """Return the option that a key leads to; the same key leads to all of them in turn."""
    ways = [option.value for option in ask.options if isinstance(option.value, Payment)]
    if not ways or len({way.stage for way in ways}) > 1:  # go through the stages
        return (ask.cursor + (-1 if key == "left" else 1)) % len(ask.options)
    order = sorted(range(len(ways)), key=lambda number: _bought_from(ways[number], key))
    return order[(order.index(ask.cursor) + 1) % len(order)]


def _bought_from(payment: Payment, key: str) -> tuple[int, bool]:
    """Return how much a neighbour sells, in coins; P7: for no coins is more than nothing."""
    if key == "left":
        return payment.left, bool(payment.sellers & LEFT)
    return payment.right, bool(payment.sellers & RIGHT)


def take(evening: Evening, seat: int, option: int, choose: bool = False) -> list[Entry]:
    """Take one of the options that a seat is offered; or choose how to pay for it."""
    ask = asks(evening).get(seat)
    if ask is None or not 0 <= option < len(ask.options):
        raise refuse("There is no such choice now.", seat, "bad_choice")
    match ask.options[option].value:
        case str(action):
            return declare(evening, seat, action, choose)
        case Payment() as payment:
            current = evening.round
            return pay(evening, seat, Move(current.cards[seat], current.actions[seat], payment))
        case value:
            return answer(evening, seat, value)


def final(evening: Evening, seat: int, guild: str, science: Counts | None) -> list[Entry]:
    """At the end a seat copies another guild or counts other symbols; nothing: the best again."""
    if evening.phase != OVER:
        raise refuse("The game is not over.", seat)
    if not guilds_for(evening.game, seat, guild or None, science):
        raise refuse("That cannot be chosen.", seat, "bad_choice", "B8" if guild else "G83")
    entry = entries.FinalChoice(seat, guild, science)
    same = entry == evening.final.get(seat, entries.FinalChoice(seat))
    return [] if same else [entry]


# Corrections


def undo(evening: Evening, why: str = "") -> list[Entry]:
    """Take back the turn that the table shows."""
    if evening.turn_shown() < 0:
        raise refuse("There is no turn to take back.")
    return [entries.Undo(why or "The last turn is played again.", evening.turn_shown())]


def void(evening: Evening, seat: int) -> list[Entry]:
    """Void a commitment, or an opened card that has not been played yet."""
    current = evening.round
    if seat not in current.commits and seat not in current.cards:
        raise refuse("There is nothing to void at this seat.", seat)
    return [entries.Void(seat, entries.OPERATOR)]


# A card that was not built stays closed.
CORRECTED = {
    BUILD: "{card} is built",
    RECRUIT: "{card} is recruited",
    SELL: "a card is sold",
    WONDER: "a stage is built",
}


def correct(evening: Evening, seat: int, intent: Intent) -> list[Entry]:
    """Replace what a seat did in the last turn: another action or payment."""
    before, moves = evening.last_turn()
    if seat not in moves:
        raise refuse("This seat did not play in the last turn.", seat)
    move = complete(before, seat, intent)
    what = CORRECTED[move.action].format(card=move.card.name)
    why = f"The last turn of {before.rules.name(seat)} is corrected: {what}."
    return [entries.Correct(seat, move.card.id, move.action, why, move.payment)]


def replace_board(evening: Evening, seat: int, board: str) -> list[Entry]:
    """Let another board, or a page (no board), serve a seat."""
    return [] if evening.boards.get(seat, "") == board else [entries.Serve(seat, board)]


def pause(evening: Evening, on: bool) -> list[Entry]:
    """Stop the countdown and take no cards, or go on."""
    return [] if evening.paused == on else [entries.Pause() if on else entries.Resume()]


def look(evening: Evening) -> list[Entry]:
    """The operator looks at cards that lie face down, and everybody is told."""
    return [entries.Look()]


def abandon(evening: Evening) -> list[Entry]:
    """End a game without a result; one that has a result keeps it."""
    if evening.abandoned:
        raise refuse("This game is abandoned already.")
    if evening.game.over:
        raise refuse("This game is over, and its result stays.")
    return [entries.Abandon()]
