"""What a seat is asked by buttons or on its page: options, a cursor, and the keys that answer."""

from collections.abc import Callable
from dataclasses import dataclass

from card_db.cards import Card
from host_tools.rules import agenda
from host_tools.rules.costs import every_payment, moves, net_price
from host_tools.rules.errors import MoveError
from host_tools.rules.intents import check
from host_tools.rules.moves import BUILD, CHAIN, RECRUIT, SELL, WONDER, Move
from host_tools.rules.payment import Payment
from host_tools.rules.questions import Question
from host_tools.table.evening import ASK, CARD, DECLARE, DRAFT, EXTRA, LAYING, PAY, Evening

FREE_CITY = "free_city"  # the question which card it plays
KEYS = {"b": "build", "w": "wonder", "s": "sell", "l": "left", "o": "ok", "r": "right"}
STEPS = {  # a letter for each question, so that an old answer never counts for another one
    FREE_CITY: "f", "hidden": "s", "card": "c", "declare": "d", "pay": "p", agenda.DRAW: "w",
    agenda.COPY: "g", agenda.TURN_LEADER: "t", agenda.GIVE_UP: "u", agenda.LEADER: "e",
    agenda.LEFT_OVER: "l", agenda.LAST_CARD: "b", agenda.PICK: "k", agenda.SETTLE: "o",
}  # fmt: skip
BY_CARD = (agenda.PICK, agenda.LEFT_OVER)  # questions that are answered by laying a card
OK_ONLY, DARK = "-o-", "---"
REQUIRED, OPTIONAL, ANSWERED = range(3)  # answered: it may still be changed
CHOOSE = "lor"


@dataclass(frozen=True, slots=True)
class Option:
    """One answer: an action, a payment, or what a question of the rules takes."""

    value: str | Payment | Card | int | None
    amount: int = 0  # what a loss amounts to


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to one seat, the same for buttons, tiles and pages."""

    kind: str
    seat: int
    step: str
    letters: str  # the three buttons: which key each is; a capital needs trade
    options: tuple[Option, ...] = ()
    cursor: int = 0
    takes_card: bool = False  # answered by laying a card
    default: str = ""  # the action that is taken when nobody presses within the grace
    urgency: int = REQUIRED


def asks(evening: Evening) -> dict[int, Ask]:
    """Return what every seat is asked now besides laying its secret card."""
    if evening.asked is None or evening.asked[0] != evening.entries:
        questions = _ASKS[evening.phase](evening) if evening.phase in _ASKS else []
        evening.asked = evening.entries, {ask.seat: ask for ask in questions}
    return evening.asked[1]


def _draft(evening: Evening) -> list[Ask]:
    return [
        Ask("ready", seat, "draft", OK_ONLY)
        for seat in evening.game.rules.players
        if seat not in evening.ready
    ]


def _laying(evening: Evening) -> list[Ask]:
    """Ask for the Free City's card, and offer to choose actions: in strict games they must be.

    All three actions are offered: nothing tells which card it is. The last choice counts.
    """
    current, free = evening.round, evening.game.rules.free_city
    found = []
    for seat, number in current.numbers.items():
        if seat in current.cards:
            continue
        if seat not in current.commits:
            if seat == free:
                step = f"{number}{STEPS[FREE_CITY]}"
                found.append(Ask(FREE_CITY, seat, step, DARK, takes_card=True))
            continue
        urgency = REQUIRED if evening.setup.strict else OPTIONAL
        if seat in current.actions:
            urgency = ANSWERED
        # One player may be asked for two seats: a key for one card never counts for the other.
        step = f"{number}{STEPS['hidden']}{seat if seat == free else ''}"
        found.append(Ask("declare", seat, step, "bws", urgency=urgency))
    return found


def required(evening: Evening) -> list[int]:
    """Return the seats that must answer before anything goes on."""
    return [seat for seat, ask in asks(evening).items() if ask.urgency == REQUIRED]


def _card(evening: Evening) -> list[Ask]:
    """Ask for a card that is laid openly: that of an extra play."""
    step = f"{evening.round_number}{STEPS['card']}"
    found = []
    for seat in evening.round.unlaid():
        question = evening.game.question(seat)
        extra = question.kind if question is not None and question.kind in EXTRA else ""
        letters = OK_ONLY if extra else DARK
        found.append(Ask(extra or FREE_CITY, seat, step, letters, takes_card=True))
    return found


def legal_moves(evening: Evening, seat: int) -> dict[str, list[Move]]:
    """Return the legal moves with a seat's open card, by action."""
    return moves_with(evening, seat, evening.round.cards[seat])


def moves_with(evening: Evening, seat: int, card: Card) -> dict[str, list[Move]]:
    """Return the legal moves with a card, by action; an extra leader can only be recruited."""
    question = evening.game.question(seat)
    extra_leader = question is not None and question.kind == agenda.LEADER
    found: dict[str, list[Move]] = {}
    for move in moves(evening.game, seat, [card]):
        if move.action == RECRUIT or not extra_leader:
            found.setdefault(move.action, []).append(move)
    return found


def _locked(evening: Evening) -> list[Ask]:
    """Ask what is done with the cards and how it is paid, each seat as far as it is."""
    current = evening.round
    undecided = [seat for seat in current.seats if seat not in current.moves]
    return [(_pay if s in current.actions else _declare)(evening, s) for s in undecided]


def _declare(evening: Evening, seat: int) -> Ask:
    legal = legal_moves(evening, seat)
    letters = _letter("b", legal.get(BUILD) or legal.get(RECRUIT))
    letters += _letter("w", legal.get(WONDER)) + _letter("s", legal.get(SELL))
    options = tuple(Option(action) for action in legal)
    step = f"{evening.round_number}{STEPS['declare']}{seat}"
    return Ask("declare", seat, step, letters, options, default=_default(evening, seat, legal))


def _default(evening: Evening, seat: int, legal: dict[str, list[Move]]) -> str:
    """Return what happens when nobody presses: a card is built, where its player may mean that."""
    if evening.setup.grace is None or seat in evening.round.undeclared:
        return ""
    return next((action for action in (BUILD, RECRUIT) if action in legal), "")


def _letter(letter: str, legal: list[Move] | None) -> str:
    """Small: can be paid alone; capital: needs trade; dark: not legal."""
    if not legal:
        return "-"
    alone = any(move.payment.left == 0 and move.payment.right == 0 for move in legal)
    return letter if alone else letter.upper()


def _pay(evening: Evening, seat: int) -> Ask:
    options = tuple(Option(payment) for payment in payments(evening, seat))
    step = f"{evening.round_number}{STEPS['pay']}{seat}"
    return _choose(evening, "pay", seat, step, options)


def payments(evening: Evening, seat: int) -> list[Payment]:
    """Return the ways to pay that a seat may have to choose from, the cheapest first.

    Unless the seat asks for all or the table always does, these are the cheapest in total, for
    each stage that can be built (W7); and a limited right, which costs no coins but is gone then,
    so that only its player can say what it is worth.
    """
    action, setup = evening.round.actions[seat], evening.setup
    always = setup.ask_payment and setup.every_way
    if action != SELL and (seat in evening.round.choosing or always):
        return _all_payments(evening, seat)
    legal = legal_moves(evening, seat)[action]
    found = sorted((move.payment for move in legal), key=_order(evening, seat))
    if setup.ask_payment:
        return found
    limited = [payment for payment in found if _limited(payment)]
    plain = [payment for payment in found if payment not in limited]
    if not plain:
        return limited
    prices = [net_price(evening.game, seat, payment) for payment in plain]
    least: dict[int, int] = {}
    for payment, price in zip(plain, prices, strict=True):
        least[payment.stage] = min(price, least.get(payment.stage, price))
    cheapest = [p for p, price in zip(plain, prices, strict=True) if price == least[p.stage]]
    return cheapest if cheapest[0].total == 0 else [*cheapest, *limited]


def _all_payments(evening: Evening, seat: int) -> list[Payment]:
    """B5: return every way to pay, also with what the city could make itself."""
    game, current = evening.game, evening.round
    card, action = current.cards[seat], current.actions[seat]
    legal = [move.payment for move in legal_moves(evening, seat)[action]]
    ways = [payment for payment in legal if payment.free]
    ways += every_payment(game, seat, card, action)
    ways = [payment for payment in ways if _is_legal(evening, seat, Move(card, action, payment))]
    return sorted(ways, key=_order(evening, seat))


def _is_legal(evening: Evening, seat: int, move: Move) -> bool:
    try:
        check(evening.game, seat, move)
    except MoveError:
        return False
    return True


def _limited(payment: Payment) -> bool:
    return payment.free not in ("", CHAIN)


def _order(evening: Evening, seat: int) -> Callable[[Payment], tuple[bool, int, int, int, int]]:
    """Cheapest first, by stages; a limited right is kept for later unless nothing else pays."""

    def key(payment: Payment) -> tuple[bool, int, int, int, int]:
        price = net_price(evening.game, seat, payment)
        return _limited(payment), payment.stage, price, payment.right, payment.left

    return key


def _choose(evening: Evening, kind: str, seat: int, step: str, options: tuple[Option, ...]) -> Ask:
    """Ask to go through options with left and right and to take one with the middle."""
    known, at, moved = evening.cursors.get(seat, ("", 0, 0))
    if known != step:
        at = moved = 0
    # The step changes with every move of the cursor, so that each press is an answer of its own.
    return Ask(kind, seat, f"{step}{moved % 10}", CHOOSE, options, at % max(1, len(options)))


def base_step(step: str) -> str:
    """Return a chooser's step without the count of its cursor's moves."""
    return step[:-1]


def _rules(evening: Evening) -> list[Ask]:
    return [_of_rules(evening, question) for question in evening.game.questions]


def _of_rules(evening: Evening, question: Question) -> Ask:
    # Two picks in one turn are two questions: an old answer must not count for the second.
    answered = sum(seat == question.seat for seat, _, _ in evening.this_turn()[1]) % 10
    step = f"{evening.round_number}{STEPS[question.kind]}{question.seat}{answered}"
    if question.kind in BY_CARD:  # or the middle button: none
        return Ask(question.kind, question.seat, step, OK_ONLY, takes_card=True)
    options = tuple(
        Option(answer, question.amount)
        for answer in evening.game.answers(question)
        if not isinstance(answer, Move | tuple)  # a play, which is asked for by steps
    )
    return _choose(evening, question.kind, question.seat, step, options)


_ASKS: dict[str, Callable[[Evening], list[Ask]]] = {
    DRAFT: _draft,
    LAYING: _laying,
    CARD: _card,
    DECLARE: _locked,
    PAY: _locked,
    ASK: _rules,
}
