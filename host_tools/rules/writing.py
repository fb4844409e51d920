"""A game written down as it is played: the lines of a game record.

>>> from host_tools.rules.record import dump
>>> from host_tools.rules.ruleset import Ruleset
>>> from host_tools.rules.setup import Seat, Setup
>>> wonders = ("gizah", "rhodos", "ephesos")
>>> scribe = Scribe(Game(Ruleset(Setup(tuple(Seat(w.title(), w, "A") for w in wonders)))))
>>> for seat, card in enumerate(("altar", "theater", "baths")):
...     scribe.answer(seat, Move(scribe.game.rules.card(card), "sell"))
>>> print(dump(scribe.lines[1:])[:92])
{"type": "turn", "age": 1, "turn": 1, "plays": [{"seat": 0, "card": "altar", "action": "sell
"""

from collections.abc import Callable, Sequence

from card_db.cards import Card
from host_tools.rules import agenda
from host_tools.rules.costs import chained, cost
from host_tools.rules.game import Game
from host_tools.rules.intents import check
from host_tools.rules.moves import BUILD, CHAIN, Move
from host_tools.rules.payment import buy_at
from host_tools.rules.plays import default_answer, gives, parts_of, picks_of
from host_tools.rules.production import letters
from host_tools.rules.questions import PLAY, Answer, Question
from host_tools.rules.record import RecordLine, setup_line
from host_tools.rules.ruleset import Step


class Scribe:
    """Stands between the players and the game, and writes down what is dealt and answered.

    A turn is written when all its cards lie; what it still asks for is added to that line.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines: list[RecordLine] = [setup_line(game.rules.setup)]
        self._hidden: dict[
            int, RecordLine
        ] = {}  # plays of a turn that is not revealed yet, by seat
        self._plays: dict[int, RecordLine] = {}  # plays of the last turn that is written

    def deal(self, age: int, hands: Sequence[Sequence[Card]]) -> None:
        """Make the hands of an Age known, and write them down."""
        self.game.deal(age, hands)
        ids = [[card.id for card in hand] for hand in hands]
        self.lines.append({"type": "deal", "age": age, "hands": ids})

    def answer(self, seat: int, answer: Answer) -> None:
        """Decide for a seat, and write it down; an illegal answer raises and leaves no trace."""
        game = self.game
        question, step, last = game.question(seat), game.step, len(game.questions) == 1
        move: RecordLine = {}
        silent = False  # Is it what a reader takes for granted?
        if question is not None and isinstance(answer, Move):
            check(game, seat, answer)
            move = write_move(game, seat, answer)  # It depends on the state before it.
        elif question is not None and question.kind != agenda.COPY:
            silent = answer == default_answer(game, question)
        game.answer(seat, answer)
        assert question is not None and step is not None
        if question.kind == PLAY:
            self._hidden[seat] = {"seat": seat, **move}
            if last:
                self._reveal(step)
        elif move:
            parts_of(self._plays[seat])[-1]["extra"] = move
        elif not silent:
            _WRITE[question.kind](self, question, answer)
        if game.over or game.age != step.age:
            self._age_end(step.age)

    def _reveal(self, step: Step) -> None:
        self._plays, self._hidden = self._hidden, {}
        plays = [self._plays[seat] for seat in sorted(self._plays)]
        self.lines.append({"type": "turn", "age": step.age, "turn": step.turn, "plays": plays})

    def _age_end(self, age: int) -> None:
        left = [
            {"seat": seat, "card": card.id} for seat, card in sorted(self.game.leftovers.items())
        ]
        if left:
            self.lines.append({"type": "age_end", "age": age, "discarded": left})

    def _part(self, question: Question) -> RecordLine:
        """Return the play that gave the right to choose: the last extra one that did, if any."""
        play, *extras = parts_of(self._plays[question.seat])
        return next((extra for extra in reversed(extras) if self._gave(question, extra)), play)

    def _gave(self, question: Question, extra: RecordLine) -> bool:
        source = question.source
        if source is None:
            return False
        gave = [extra["card"], *picks_of(extra)]
        if source is self.game.cities[question.seat].copied:
            return any(_copies(self.game.rules.card(card)) for card in gave)
        return gives(self.game, question, extra) or source.id in gave

    # What each kind of question adds.

    def _pick(self, question: Question, answer: Answer) -> None:
        assert isinstance(answer, Card)
        part = self._part(question)
        picks = [*picks_of(part), answer.id]
        part["from_discard"] = picks if len(picks) > 1 else answer.id

    def _courtesan(self, question: Question, answer: Answer) -> None:
        assert isinstance(answer, Card)
        game, seat = self.game, question.seat
        left = answer in game.cities[game.rules.left[seat]].leaders
        chosen = {"neighbour": "left" if left else "right", "leader": answer.id}
        self._part(question)["courtesan"] = chosen

    def _abu_simbel(self, question: Question, answer: Answer) -> None:
        assert isinstance(answer, Card)
        self._part(question)["abu_simbel"] = answer.id

    def _give_up(self, question: Question, answer: Answer) -> None:
        seat, plays = question.seat, self._plays
        if seat in plays:
            self._part(question)["replace"] = {"give_up": answer}
            return
        assert question.source is not None
        asks = next(
            part
            for p in plays.values()
            for part in parts_of(p)
            if part["card"] == question.source.id
        )
        asks.setdefault("replace", {"others": {}})["others"][str(seat)] = answer

    def _settle(self, question: Question, answer: Answer) -> None:
        if self.lines[-1]["type"] != "settle":
            self.lines.append({"type": "settle", "debts": {}})
        self.lines[-1]["debts"][str(question.seat)] = answer

    def _draw(self, question: Question, answer: Answer) -> None:
        assert isinstance(answer, tuple)
        self._part(question)["drawn"] = [card.id for card in answer]

    def _left_over(self, question: Question, answer: Answer) -> None:
        assert isinstance(answer, Card)
        self._plays[question.seat]["left"] = answer.id


_WRITE: dict[str, Callable[[Scribe, Question, Answer], None]] = {
    agenda.PICK: Scribe._pick,
    agenda.COPY: Scribe._courtesan,
    agenda.TURN_LEADER: Scribe._abu_simbel,
    agenda.GIVE_UP: Scribe._give_up,
    agenda.SETTLE: Scribe._settle,
    agenda.DRAW: Scribe._draw,
    agenda.LEFT_OVER: Scribe._left_over,
}


def write_move(game: Game, seat: int, move: Move) -> RecordLine:
    """Write a move that is legal now as a play object, without its seat."""
    line: RecordLine = {"card": move.card.id, "action": move.action}
    payment, buy = move.payment, move.payment.buy
    if payment.stage:
        line["stage"] = payment.stage
    if payment.free:
        return line if payment.free == CHAIN else line | {"free": payment.free}
    trades = bool(payment.left or payment.right)
    if move.action == BUILD and buy is None and not trades and chained(game, seat, move.card):
        # Who pays for a card that could be chained says what is bought, if only nothing.
        need, market, _ = cost(game, seat, move.card, move.action)
        buy = buy_at(need, market, (0, 0), game.rules.team)
    if buy is not None:
        sides = {"left": buy.left, "right": buy.right, "bank": buy.bank}
        return line | {"buy": {side: letters(part) for side, part in sides.items() if part}}
    if trades or _fee(game, seat, move):
        return line | {"pay": {"left": payment.left, "right": payment.right}}
    return line


def _fee(game: Game, seat: int, move: Move) -> bool:
    """Did the bank sell something, besides the coins that are the cost?"""
    bank, stage = move.payment.bank, move.payment.stage
    return bool(bank) and bank > cost(game, seat, move.card, move.action, stage)[2]


def _copies(card: Card) -> bool:
    return any(effect.verb == "copy" and effect.value == "leader" for effect in card.effects)
