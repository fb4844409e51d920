"""An evening as the fold of its journal: entries in, the state of the table out.

Nothing here asks whether an entry is allowed: that is done in `decisions.py` before it is written.
The same entries always give the same evening.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from card_db.cards import Card
from host_tools.rules.agenda import LAST_CARD, LEADER
from host_tools.rules.game import Game
from host_tools.rules.moves import Move
from host_tools.rules.payment import Buy, Payment
from host_tools.rules.questions import PLAY, Answer, Question
from host_tools.rules.ruleset import Ruleset
from host_tools.table.entries import Entry, TableSetup
from host_tools.table.instructions import Facts, facts_of
from host_tools.table.round import Round

DRAFT, LAYING, OPENING, CARD, DECLARE, PAY, ASK, OVER, ABANDONED = (
    "draft", "lay", "open", "card", "declare", "pay", "ask", "over", "abandoned",
)  # fmt: skip
EXTRA = (LAST_CARD, LEADER)


@dataclass(slots=True)
class Past:
    """A turn that is over: what stood before it, and what was decided in it."""

    before: Game
    moves: dict[int, Move]
    answers: list[tuple[int, str, Answer]]
    totals: list[int] | None = None  # the scores before it, once somebody has asked


class Evening:
    """The state of a table: the game, the cards under way, and who sits where."""

    def __init__(self, setup: TableSetup) -> None:
        self.setup = setup
        self.game = Game(Ruleset(setup.game_setup))
        self.entries = 0
        self.round_number = 0  # the last number that was given to a round
        self.ready: set[int] = set()  # who has drafted leaders
        self.round = Round({})
        self.cursors: dict[int, tuple[str, int, int]] = {}  # seat: (step, option, moves so far)
        self.boards: dict[int, str] = {}  # which board serves a seat
        self.uids: dict[int, str] = {}  # the tag that was laid last on each tray
        self.paused = False
        self.abandoned = False
        self.past: list[Past] = []
        self.log: list[str] = []  # corrections, for everybody to see
        self.facts: dict[int, Facts] = {}  # what everybody has to do after the last turn
        self.asked: tuple[int, dict[int, Any]] | None = None  # see `asks.asks`
        self._before = self.game.copy()
        self._answers: list[tuple[int, str, Answer]] = []
        self._moves: dict[int, Move] = {}
        self._played: dict[str, int] = {}  # uid: in which turn of the past it was opened
        self._begin_round()

    @property
    def phase(self) -> str:
        """What the table is waiting for."""
        if self.abandoned:
            return ABANDONED
        if self.game.over:
            return OVER
        if self.drafting():
            return DRAFT
        if not self.round.seats:
            return ASK
        if self.round.numbers and not self.round.locked:
            return LAYING
        if self.round.closed():
            return OPENING
        if self.round.unlaid():
            return CARD
        if any(seat not in self.round.actions for seat in self.round.seats):
            return DECLARE
        return PAY

    def drafting(self) -> bool:
        """R10: is the Leader phase going on? The cards of the draft are nobody's business."""
        rules = self.game.rules
        return rules.leaders and self.game.index == 0 and len(self.ready) < len(rules.players)

    def question(self, seat: int) -> Question | None:
        """Return the open question of the rules for a seat."""
        return self.game.question(seat)

    def seat_of(self, board: str) -> int | None:
        """Return the seat that a board serves."""
        for seat, name in self.boards.items():
            if name == board:
                return seat
        return None

    def round_of(self, seat: int) -> int:
        """Return the round that a seat's reports must name."""
        return self.round.numbers.get(seat, self.round_number)

    def lays(self, seat: int) -> bool:
        """Is a seat to lay a card in secret? It may change its mind until the lock."""
        return self.phase == LAYING and seat in self.round.numbers and seat not in self.round.cards

    def apply(self, entry: Entry) -> None:
        """Take one entry of the journal."""
        _APPLY[entry["do"]](self, entry)
        self.entries += 1

    # Rounds

    def _begin_round(self) -> None:
        """Ask for the cards that the rules ask for now."""
        game = self.game
        self.cursors.clear()
        plays = [q.seat for q in game.questions if q.kind == PLAY]
        extra = [q.seat for q in game.questions if q.kind in EXTRA]
        if plays:
            self._before, self._answers, self._moves = game.copy(), [], {}
        secret = [seat for seat in plays if seat != game.rules.free_city]
        self.round_number += 1
        numbers = dict.fromkeys(secret, self.round_number)
        self.round = Round(numbers, [seat for seat in plays if seat not in secret])
        if extra and not plays:
            self.round = Round({}, extra)

    def _finish_round(self) -> None:
        """Give complete moves to the game, and note what everybody has to do."""
        current, game = self.round, self.game
        main = bool(current.numbers)
        for seat in current.seats:
            game.answer(seat, current.moves[seat])
        if main:
            self._moves = dict(current.moves)
        else:
            self._answers += [(seat, "extra", current.moves[seat]) for seat in current.seats]
        self._go_on()

    def _go_on(self) -> None:
        """Begin what comes next: another round, another question, or the next turn."""
        game = self.game
        if game.over or (game.questions and game.questions[0].kind == PLAY):
            extras = [(s, a) for s, _, a in self._answers if isinstance(a, Move)]
            self.facts = facts_of(self._before, game, [*self._moves.items(), *extras])
            self.past.append(Past(self._before, self._moves, self._answers))
        self._begin_round()

    # Entries

    def _setup(self, entry: Entry) -> None:
        """The set-up was given when the evening was made."""

    def _ready(self, entry: Entry) -> None:
        self.ready.add(entry["seat"])

    def _commit(self, entry: Entry) -> None:
        self.round.commits[entry["seat"]] = entry["commit"]

    def _withdraw(self, entry: Entry) -> None:
        self.round.commits.pop(entry["seat"], None)
        self.round.actions.pop(entry["seat"], None)

    def _void(self, entry: Entry) -> None:
        self.round_number += 1
        self.round.again(entry["seat"], self.round_number)
        self.uids.pop(entry["seat"], None)
        self._unlock()
        self.log.append(entry.get("why", ""))

    def _unlock(self) -> None:
        """After the lock all others open first, then only those who must lay once more."""
        if self.round.missing() and not self.round.closed():
            self.round.locked = False

    def _lock(self, entry: Entry) -> None:
        self.round.locked = True

    def _open(self, entry: Entry) -> None:
        seat = entry["seat"]
        self.round.cards[seat] = self._card(entry["card"])
        if entry.get("uid"):
            self.uids[seat] = entry["uid"]
            self._played[entry["uid"]] = len(self.past)
        self._unlock()

    def spent(self) -> set[str]:
        """The tags that were played in turns that are over: nobody plays a copy twice."""
        return {uid for uid, turn in self._played.items() if turn < len(self.past)}

    def _tray(self, entry: Entry) -> None:
        self.uids[entry["seat"]] = entry["uid"]

    def _declare(self, entry: Entry) -> None:
        self.round.actions[entry["seat"]] = entry["action"]

    def _undeclare(self, entry: Entry) -> None:
        self.round.actions.pop(entry["seat"], None)
        self.round.moves.pop(entry["seat"], None)

    def _pay(self, entry: Entry) -> None:
        seat = entry["seat"]
        self.round.moves[seat] = _move(self.round.cards[seat], self.round.actions[seat], entry)
        if self.round.complete():
            self._finish_round()

    def _answer(self, entry: Entry) -> None:
        seat, question = entry["seat"], self.game.question(entry["seat"])
        assert question is not None
        value = self._value(entry["value"])
        self.game.answer(seat, value)
        self._answers.append((seat, question.kind, value))
        if self._asks_for_cards() or question.kind in EXTRA:  # a declined extra play ends its round
            self._go_on()

    def _asks_for_cards(self) -> bool:
        return not self.game.questions or self.game.questions[0].kind in (PLAY, *EXTRA)

    def _value(self, value: object) -> Answer:
        return self._card(value) if isinstance(value, str) else value  # type: ignore[return-value]

    def _card(self, card_id: str) -> Card:
        return self.game.rules.card(card_id)

    def _cursor(self, entry: Entry) -> None:
        seat = entry["seat"]
        moves = self.cursors.get(seat, ("", 0, 0))[2]
        self.cursors[seat] = (entry["step"], entry["to"], moves + 1)

    def in_turn(self) -> bool:
        """Has the current turn been revealed and not yet ended?"""
        return bool(self._moves) and not self.game.over

    def _take_back(self) -> Past:
        """Go back to before the turn that is under way, or else the last one."""
        past = Past(self._before, self._moves, self._answers)
        if not self.in_turn():
            past = self.past.pop()
        self.game = past.before.copy()
        self.facts = {}
        self._played = {uid: turn for uid, turn in self._played.items() if turn < len(self.past)}
        return past

    def this_turn(self) -> tuple[dict[int, Move], list[tuple[int, str, Answer]]]:
        """Return what has been decided in the turn that is under way."""
        return self._moves, self._answers

    def last_turn(self) -> tuple[Game, dict[int, Move]]:
        """Return the game before the last turn, and the moves of that turn."""
        if self.in_turn() or not self.past:
            return self._before.copy(), self._moves
        return self.past[-1].before.copy(), self.past[-1].moves

    def _undo(self, entry: Entry) -> None:
        self._take_back()
        self.uids.clear()  # the cards of that turn may be laid again
        self.log.append(entry.get("why", ""))
        self._begin_round()

    def _correct(self, entry: Entry) -> None:
        """Play the last turn again with one other move; answers that still fit are kept."""
        past = self._take_back()
        self._begin_round()
        move = _move(self._card(entry["card"]), entry["action"], entry)
        self.round.locked = True
        self.round.moves = {**past.moves, entry["seat"]: move}
        self.log.append(entry.get("why", ""))
        self._finish_round()
        self._answer_again(past.answers)

    def _answer_again(self, answers: list[tuple[int, str, Answer]]) -> None:
        for seat, kind, value in answers:
            question = self.game.question(seat)
            same = question is not None and question.kind == kind
            if same and question is not None and value in self.game.answers(question):
                self.game.answer(seat, value)
                self._answers.append((seat, kind, value))
                if self._asks_for_cards() or kind in EXTRA:
                    self._go_on()
                    return

    def _board(self, entry: Entry) -> None:
        taken = self.seat_of(entry["board"]) if entry["board"] else None
        if taken is not None and not self.setup.shared:
            del self.boards[taken]
        self.boards[entry["seat"]] = entry["board"]

    def _pause(self, entry: Entry) -> None:
        self.paused = True

    def _resume(self, entry: Entry) -> None:
        self.paused = False

    def _abandon(self, entry: Entry) -> None:
        self.abandoned = True


_APPLY: dict[str, Callable[[Evening, Entry], None]] = {
    "setup": Evening._setup,
    "ready": Evening._ready,
    "commit": Evening._commit,
    "withdraw": Evening._withdraw,
    "void": Evening._void,
    "lock": Evening._lock,
    "open": Evening._open,
    "tray": Evening._tray,
    "declare": Evening._declare,
    "undeclare": Evening._undeclare,
    "pay": Evening._pay,
    "answer": Evening._answer,
    "cursor": Evening._cursor,
    "undo": Evening._undo,
    "correct": Evening._correct,
    "board": Evening._board,
    "pause": Evening._pause,
    "resume": Evening._resume,
    "abandon": Evening._abandon,
}


def _move(card: Card, action: str, entry: Entry) -> Move:
    buy = Buy(*entry["bought"]) if entry.get("bought") else None
    left, right, bank = entry["way"]
    return Move(card, action, Payment(left, right, bank, entry.get("free", ""), buy))


def fold(setup: TableSetup, entries: Iterable[Entry]) -> Evening:
    """Fold the entries of a game, all or none of them yet, into its evening."""
    evening = Evening(setup)
    for entry in entries:
        evening.apply(entry)
    return evening


def evening_of(entries: list[Entry]) -> Evening:
    """Fold the entries of a game whose set-up is the first of them."""
    return fold(TableSetup.from_json(entries[0]["plan"]), entries)
