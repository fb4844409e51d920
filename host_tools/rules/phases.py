"""The course of a game: from turn to turn, from task to task, until a question is open.

`play_out` plays on to the end by chance alone, for rollouts and measurements. Chance comes from
outside: a function like the `random` of a seeded `random.Random`. A position is kept by playing
out a copy of it: `play_out(game.copy(), chance)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from card_db.cards import Card
from host_tools.rules.agenda import (
    COPY,
    DECLINED,
    DRAW,
    END,
    GIVE_UP,
    LAST_CARD,
    LEADER,
    LEFT_OVER,
    PICK,
    SETTLE,
    TURN_LEADER,
    Task,
)
from host_tools.rules.conflict import resolve_conflicts
from host_tools.rules.dealing import Draft, drawn_leaders, due, hands
from host_tools.rules.questions import PLAYS, Question, lose, loss

if TYPE_CHECKING:
    from host_tools.rules.game import Game

Chance = Callable[[], float]
T = TypeVar("T")


def advance(game: Game) -> None:
    """Go on until somebody has to decide something or the game is over."""
    while not game.questions and not game.over:
        task = game.agenda.next()
        if task is not None:
            _DO[task.kind](game, task)
        else:
            _begin(game)


def _begin(game: Game) -> None:
    """Begin the step of the schedule at which the game stands."""
    step = game.step
    assert step is not None
    for city in game.cities:
        city.used.clear()
        if step.turn == 0 or (step.turn == 1 and not game.rules.leaders):
            city.used_rights.clear()
    game.markets.clear()
    if step.kind == "conflict":
        resolve_conflicts(game)
        _next_step(game)
        return
    game.draw_for_free_city()
    game.questions = [PLAYS[seat] for seat in _playing(game)]
    _plan_turn(game)


def _playing(game: Game) -> list[int]:
    """R29: the Free City recruits nobody; nor does a city without leaders in hand."""
    assert game.step is not None
    if game.step.kind == "turn":
        return list(game.rules.seats)
    return [seat for seat in game.rules.players if game.leaders_left(seat) > 0]


def _plan_turn(game: Game) -> None:
    game.agenda.open()
    if game.turn == game.rules.turns:
        game.leftovers.clear()
        game.agenda.add(LEFT_OVER, 0)
        for seat in game.rules.last_card_seats:
            game.agenda.add(LAST_CARD, seat, rank=game.rules.wonder_order[seat])


def plays_last_card(game: Game, seat: int) -> bool:
    """Has a seat built the stage that lets it play its last card?"""
    city = game.cities[seat]
    return any(
        effect.verb == "play" and effect.value == "last_card"
        for stage in city.built_stages
        for effect in stage.effects
    )


def last_card_is_played(game: Game) -> bool:
    """Is the open question Babylon's extra play?"""
    return any(question.kind == LAST_CARD for question in game.questions)


def _left_over(game: Game, task: Task) -> None:
    """The last cards go to the discard pile, unless Babylon may play one."""
    if task.rank == DECLINED:
        discard_leftover(game, task.seat)
        return
    for seat in game.rules.seats:
        if not plays_last_card(game, seat):
            discard_leftover(game, seat)


def discard_leftover(game: Game, seat: int) -> None:
    """Discard what is left in a hand, or ask for it where the hand is unknown."""
    if game.hands is None:
        game.questions.append(Question(LEFT_OVER, seat))
    elif game.hands[seat]:
        game.leave_over(seat, game.hands[seat].pop())


def _last_card(game: Game, task: Task) -> None:
    """Ask Babylon for its last card; B9: what serves once a turn starts again for it alone."""
    if plays_last_card(game, task.seat) and (game.hands is None or game.hands[task.seat]):
        if game.rules.babylon_new_turn:
            game.cities[task.seat].used.clear()
        game.markets.clear()
        game.questions.append(Question(LAST_CARD, task.seat))


def _extra_leader(game: Game, task: Task) -> None:
    if game.leaders_left(task.seat) > 0 and task.seat != game.rules.free_city:  # R29
        _ask(game, task)


def _ask(game: Game, task: Task) -> None:
    game.questions.append(Question(task.kind, task.seat, task.source))


def _ask_if_any(game: Game, task: Task) -> None:
    """Ask where there is something to answer; also where only one answer is left (R61, O16)."""
    if game.answers(Question(task.kind, task.seat, task.source)) not in ([], [None]):
        _ask(game, task)


def _draw(game: Game, task: Task) -> None:
    if task.seat == game.rules.free_city:  # R29
        return
    if game.leader_hands[task.seat] is None:
        game.draw_unseen(task.seat)
    else:
        _ask(game, task)


def _settle(game: Game, task: Task) -> None:
    """R112: losses come after everything else in the turn; W15: Debts come with Cities."""
    for seat in game.rules.seats if game.losses else ():
        amount = loss(game, seat)
        if amount and game.rules.cities:
            game.questions.append(Question(SETTLE, seat, amount=amount))
        elif amount:
            lose(game, seat, amount)
    game.losses.clear()


def _end(game: Game, task: Task) -> None:
    step = game.step
    assert step is not None
    if step.kind == "recruit" and step.age == 3:  # R23, R92
        for seat in game.rules.players:
            hand = game.leader_hands[seat]
            if hand is not None and not game.rules.keeps_leaders(seat):
                for leader in hand:
                    game.put_back(leader)
                game.leader_hands[seat] = []
    elif step.turn == game.rules.turns:
        game.hands_were_known = game.hands is not None
        game.hands = None
    elif step.turn:
        _pass_hands(game)
    _next_step(game)


def _next_step(game: Game) -> None:
    if game.on_step:
        game.on_step(game)
    game.index += 1


def _pass_hands(game: Game) -> None:
    """Hands go to the left in Ages I and III, to the right in Age II; two players exchange."""
    if game.hands is None:
        return
    hands, rules = game.hands, game.rules
    if rules.free_city is not None:
        hands[0], hands[1] = hands[1], hands[0]
        return
    onward = rules.right if game.age == 2 else rules.left
    passed = hands.copy()
    for seat in rules.seats:
        passed[onward[seat]] = hands[seat]
    game.hands = passed


_DO: Final[dict[str, Callable[[Game, Task], None]]] = {
    DRAW: _draw,
    COPY: _ask_if_any,
    TURN_LEADER: _ask_if_any,
    GIVE_UP: _ask_if_any,
    LEADER: _extra_leader,
    LEFT_OVER: _left_over,
    LAST_CARD: _last_card,
    PICK: _ask_if_any,
    SETTLE: _settle,
    END: _end,
}


def play_out(game: Game, chance: Chance) -> Game:
    """Deal and answer until the game is over: each legal answer is as likely as the others."""
    while not game.over:
        age = due(game)
        if age is not None:
            deal(game, age, chance)
        question = game.questions[0]
        if question.kind == DRAW:
            leaders = drawn_leaders(game, lambda cards, number: drawn(cards, number, chance))
            game.answer(question.seat, leaders)
        else:
            game.answer(question.seat, one_of(game.answers(question), chance))
    return game


def deal(game: Game, age: int, chance: Chance) -> None:
    """Deal an Age, or for Age 0 the leaders, of which everybody keeps any."""
    dealt = hands(game.rules, age, lambda cards, number: drawn(cards, number, chance))
    if age:
        game.deal(age, dealt)
        return
    draft = Draft(game.rules, dealt)
    while not draft.over:
        for seat in game.rules.players:
            draft.keep(seat, one_of(draft.hands[seat], chance))
    game.deal(0, draft.kept)


def one_of(things: Sequence[T], chance: Chance) -> T:
    """Take any one, all as likely."""
    return things[int(chance() * len(things))]


def drawn(cards: list[Card], number: int, chance: Chance) -> list[Card]:
    """Draw so many cards, or all there are, in any order."""
    pile = cards.copy()
    number = min(number, len(pile))
    for place in range(number):
        other = place + int(chance() * (len(pile) - place))
        pile[place], pile[other] = pile[other], pile[place]
    return pile[:number]
