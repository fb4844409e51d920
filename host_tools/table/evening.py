"""An evening as the fold of its journal: entries in, the state of the table out.

Nothing here asks whether an entry is allowed: that is done in `decisions.py` before it is written.
The same entries always give the same evening.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never

from card_db.cards import Card
from host_tools.rules.agenda import LAST_CARD, LEADER, LEFT_OVER
from host_tools.rules.game import Game
from host_tools.rules.moves import SELL, Move
from host_tools.rules.questions import PLAY, Answer
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.scoring import FinalChoices
from host_tools.table import entries
from host_tools.table.entries import Entry, TableSetup, Timed, setup_agreed
from host_tools.table.instructions import TurnFacts, facts_of

if TYPE_CHECKING:
    from host_tools.table.asks import Ask

VOIDS_MAX = 4  # in a row at one seat: then the table is paused
DRAFT, LAYING, OPENING, CARD, DECLARE, PAY, ASK, OVER, ABANDONED = (
    "draft", "lay", "open", "card", "declare", "pay", "ask", "over", "abandoned",
)  # fmt: skip
EXTRA = (LAST_CARD, LEADER)


@dataclass(slots=True)
class Round:
    """The cards of one turn, or of one extra play, on their way into the game.

    Each seat knows the number of its round. A seat that must lay again gets a new number, so that
    nothing of the old one counts for the new.
    """

    numbers: dict[int, int]  # seats that commit in secret, and the numbers of their rounds
    plain: list[int] = field(default_factory=list)  # seats whose card is laid openly
    commits: dict[int, str] = field(default_factory=dict)
    locked: bool = False
    cards: dict[int, Card] = field(default_factory=dict)
    actions: dict[int, str] = field(default_factory=dict)
    moves: dict[int, Move] = field(default_factory=dict)
    undeclared: set[int] = field(default_factory=set)  # chose what is not possible with the card
    choosing: set[int] = field(default_factory=set)  # are asked for every way to pay (B5)

    @property
    def seats(self) -> list[int]:
        """All seats that play in this round, the open ones last."""
        return [*self.numbers, *self.plain]

    def missing(self) -> list[int]:
        """The seats that have not committed."""
        return [seat for seat in self.numbers if seat not in self.commits]

    def closed(self) -> list[int]:
        """The committed seats whose card is not open yet."""
        return [seat for seat in self.numbers if seat in self.commits and seat not in self.cards]

    def unlaid(self) -> list[int]:
        """The seats whose card is to be laid openly now."""
        if self.closed() or (self.numbers and not self.locked):
            return []
        return [seat for seat in self.plain if seat not in self.cards]

    def complete(self) -> bool:
        """Is everything decided?"""
        return len(self.moves) == len(self.numbers) + len(self.plain)

    def again(self, seat: int, number: int) -> None:
        """Forget what a seat has laid; it lays once more under a new number."""
        for laid in (self.commits, self.cards, self.actions, self.moves):
            laid.pop(seat, None)
        self.undeclared.discard(seat)
        self.choosing.discard(seat)
        if seat in self.numbers:
            self.numbers[seat] = number


@dataclass(slots=True)
class PastTurn:
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
        self.name = ""  # on the wire
        self.round_number = 0  # the last number that was given to a round
        self.ready: set[int] = set()  # who has drafted leaders
        self.round = Round({})
        self.cursors: dict[int, tuple[str, int, int]] = {}  # seat: (step, option, moves so far)
        self.boards: dict[int, str] = {}  # which board serves a seat
        self.uids: dict[int, str] = {}  # the tag that was laid last on each tray
        self.laid_openly: set[str] = set()  # tags, in the turn under way
        self.refused: dict[int, str] = {}  # who lays again, and why
        self.voids: dict[int, int] = {}  # cards refused in a row at each seat
        self.paused = False
        self.paused_for: int | None = None  # the seat whose cards were refused again and again
        self.abandoned = False
        self.past: list[PastTurn] = []
        self.log: list[str] = []  # corrections, for everybody to see
        self.looked: int | None = None  # the turn in which closed cards were looked at last
        self.final: dict[int, entries.FinalChoice] = {}  # what seats chose when it was over
        self.facts: dict[int, TurnFacts] = {}  # what everybody has to do after the last turn
        self.asked: tuple[int, dict[int, Ask]] | None = None  # see `asks.asks`
        self._before = self.game.copy()
        self._answers: list[tuple[int, str, Answer]] = []
        self._moves: dict[int, Move] = {}
        self._played: dict[str, tuple[int, int]] = {}  # uid: opened in which turn, by which seat
        self._begin_round()

    @property
    def phase(self) -> str:
        """What the table is waiting for."""
        if self.abandoned:
            return ABANDONED
        if self.game.over:
            return OVER
        rules = self.game.rules
        if rules.leaders and self.game.index == 0 and len(self.ready) < len(rules.players):
            return DRAFT  # R10: the cards of the draft are nobody's business
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

    def seat_of(self, board: str) -> int | None:
        """Return the seat that a board serves."""
        return next((seat for seat, name in self.boards.items() if name == board), None)

    def round_of(self, seat: int) -> int:
        """Return the round that a seat's reports must name."""
        return self.round.numbers.get(seat, self.round_number)

    def lays(self, seat: int) -> bool:
        """Is a seat to lay a card in secret? It may change its mind until the lock."""
        return self.phase == LAYING and seat in self.round.numbers and seat not in self.round.cards

    def apply(self, entry: Entry) -> None:
        """Take one entry of the journal."""
        current = self.round
        match entry:
            case entries.Commit(seat, commitment):
                current.commits[seat] = commitment
                current.undeclared.discard(seat)
                self.refused.pop(seat, None)
            case entries.Open(seat, card, uid):
                self._open(seat, card, uid)
            case entries.Declare(seat, action, choose):
                current.actions[seat] = action
                (current.choosing.add if choose else current.choosing.discard)(seat)
            case entries.Undeclare(seat):
                current.actions.pop(seat, None)
                current.choosing.discard(seat)
                current.moves.pop(seat, None)
                current.undeclared.add(seat)
            case entries.Pay(seat, payment):
                current.moves[seat] = Move(current.cards[seat], current.actions[seat], payment)
                if current.complete():
                    self._finish_round()
            case entries.Reply(seat, value):
                self._reply(seat, self._card(value) if isinstance(value, str) else value)
            case entries.OnTray(seat, uid):
                self.uids[seat] = uid
                self.laid_openly.add(uid)
            case entries.Cursor(seat, step, to):
                moves = self.cursors.get(seat, ("", 0, 0))[2]
                self.cursors[seat] = (step, to, moves + 1)
            case entries.Withdraw(seat):
                current.commits.pop(seat, None)
                current.actions.pop(seat, None)
                current.choosing.discard(seat)
                if seat in self.refused:  # the tray has been empty
                    self.uids.pop(seat, None)
            case entries.Lock():
                current.locked = True
            case entries.Void():
                self._void(entry)
            case entries.Undo(why, turn):
                self._undo(why, turn)
            case entries.Correct():
                self._correct(entry)
            case entries.FinalChoice(seat):
                self.final[seat] = entry
                self.log.append(f"{self.game.rules.name(seat)} chooses what counts at the end.")
            case entries.Serve(seat, board):
                self._serve(seat, board)
            case entries.Ready(seat):
                self.ready.add(seat)
            case entries.Pause(for_seat):
                self.paused, self.paused_for = True, for_seat
                self.voids.clear()
            case entries.Resume():
                self.paused, self.paused_for = False, None
            case entries.Look():
                self.log.append("The operator has looked at cards that lie face down.")
                self.looked = len(self.past)
            case entries.Abandon():
                self.abandoned = True
            case entries.Begin(_, name):
                self.name = name  # what was agreed was given when the evening was made
                self.round_number = 0
                self._begin_round()
            case _:
                assert_never(entry)
        self.entries += 1

    # Rounds

    def _begin_round(self) -> None:
        """Ask for the cards that the rules ask for now."""
        game = self.game
        self.cursors.clear()
        self.refused.clear()
        plays = [q.seat for q in game.questions if q.kind == PLAY]
        extra = [q.seat for q in game.questions if q.kind in EXTRA]
        if plays:
            self._before, self._answers, self._moves = game.copy(), [], {}
            self.laid_openly.clear()
        self.round_number += 1
        # Games that have no name yet asked for the Free City's card after the lock.
        secret = [seat for seat in plays if self.name or seat != game.rules.free_city]
        openly = [seat for seat in plays or extra if seat not in secret]
        self.round = Round(dict.fromkeys(secret, self.round_number), openly)

    def _finish_round(self) -> None:
        """Give complete moves to the game, and note what everybody has to do."""
        current, game = self.round, self.game
        for seat in current.seats:
            game.answer(seat, current.moves[seat])
        if current.numbers:
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
            self.past.append(PastTurn(self._before, self._moves, self._answers))
        self._begin_round()

    # Entries

    def _void(self, entry: entries.Void) -> None:
        seat = entry.seat
        self.round_number += 1
        self.round.again(seat, self.round_number)
        self._take_up(seat)
        if entry.uid:  # it must not be committed again before the tray has been empty
            self.uids[seat] = entry.uid
        self.refused[seat] = entry.why
        if entry.why not in (entries.OPERATOR, entries.RESTARTED):
            self.voids[seat] = self.voids.get(seat, 0) + 1
        self._unlock()
        old = " " in entry.why  # a sentence of an older journal
        self.log.append(entry.why if old else f"{self.game.rules.name(seat)} lays again.")

    def _take_up(self, seat: int) -> None:
        """Let the card that a seat has opened in this turn go back to the hand."""
        self.uids.pop(seat, None)
        now = (len(self.past), seat)
        self._played = {uid: when for uid, when in self._played.items() if when != now}

    def _unlock(self) -> None:
        """After the lock all others open first, then only those who must lay once more."""
        current = self.round
        if not current.numbers.keys() <= current.commits.keys() and not current.closed():
            current.locked = False

    def _open(self, seat: int, card: str, uid: str) -> None:
        self.round.cards[seat] = self._card(card)
        self.refused.pop(seat, None)
        self.voids.pop(seat, None)
        if uid:
            self.uids[seat] = uid
            self._played[uid] = (len(self.past), seat)
        self._unlock()

    def spent(self) -> set[str]:
        """The tags that were played in turns that are over: nobody plays a copy twice."""
        over = {uid: when for uid, when in self._played.items() if when[0] < len(self.past)}
        return {uid for uid, when in over.items() if not self._back_in_box(*when)}

    def _back_in_box(self, turn: int, seat: int) -> bool:
        """B13: was it a leader that was sold and can be drawn again?"""
        move = self.past[turn].moves.get(seat)
        sold = move is not None and move.action == SELL and move.card.color == "white"
        return sold and self.game.rules.rome_draws_sold

    def final_choices(self) -> FinalChoices:
        """Return what seats chose at the end otherwise than best."""
        chosen = self.final.items()
        return {
            "copy_guild": {seat: final.copy_guild for seat, final in chosen if final.copy_guild},
            "science": {s: final.science for s, final in chosen if final.science is not None},
        }

    def _reply(self, seat: int, answer: Answer) -> None:
        question = self.game.question(seat)
        assert question is not None
        self._answer(seat, question.kind, answer)

    def _answer(self, seat: int, kind: str, answer: Answer) -> bool:
        """Give an answer to the game; return whether a new round began."""
        self.game.answer(seat, answer)
        self._answers.append((seat, kind, answer))
        questions = self.game.questions
        # A declined extra play ends its round.
        ends = not questions or questions[0].kind in (PLAY, *EXTRA) or kind in EXTRA
        if ends:
            self._go_on()
        return ends

    def _card(self, card_id: str) -> Card:
        return self.game.rules.card(card_id)

    def in_turn(self) -> bool:
        """Has the current turn been revealed and not yet ended?"""
        return bool(self._moves) and not self.game.over

    def turn_shown(self) -> int:
        """Return the number of the turn that the table shows, -1 for none: an undo takes it back.

        It is under way from the lock on, and stays on the screen until the next lock.
        """
        under_way = self.in_turn() or self.round.locked or bool(self.round.cards)
        return len(self.past) - (self.game.over or not under_way)

    def _take_back(self, turn: int | None = None) -> PastTurn:
        """Go back to before a turn; without a number the one in which all have played, if any."""
        past = PastTurn(self._before, self._moves, self._answers)
        if not self.in_turn() if turn is None else turn < len(self.past):
            past = self.past.pop()
        self.game = past.before.copy()
        self.facts = {}
        self.final = {}
        turns = len(self.past)
        self._played = {uid: when for uid, when in self._played.items() if when[0] < turns}
        return past

    def this_turn(self) -> tuple[dict[int, Move], list[tuple[int, str, Answer]]]:
        """Return what has been decided in the turn that is under way."""
        return self._moves, self._answers

    def last_turn(self) -> tuple[Game, dict[int, Move]]:
        """Return the game before the last turn, and the moves of that turn."""
        if self.in_turn() or not self.past:
            return self._before.copy(), self._moves
        return self.past[-1].before.copy(), self.past[-1].moves

    def _undo(self, why: str, turn: int | None) -> None:
        self._take_back(turn)
        self.uids.clear()  # the cards of that turn may be laid again
        self.log.append(why)
        self._begin_round()

    def _correct(self, entry: entries.Correct) -> None:
        """Play the last turn again with one other move; answers that still fit are kept."""
        for seat in [] if self.in_turn() else self.round.cards:
            self._take_up(seat)
        played = self._played
        past = self._take_back()
        self._played = played
        self._begin_round()
        move = Move(self._card(entry.card), entry.action, entry.payment)
        self.round.locked = True
        self.round.moves = {**past.moves, entry.seat: move}
        self.log.append(entry.why)
        self._finish_round()
        for seat, kind, value in past.answers:
            question = self.game.question(seat)
            if question is None or question.kind != kind:
                continue
            if kind == LEFT_OVER and value is None and not self.setup.ask_leftovers:
                continue  # nobody could dig for it then; now perhaps somebody can
            if value in self.game.answers(question) and self._answer(seat, kind, value):
                return

    def _serve(self, seat: int, board: str) -> None:
        taken = self.seat_of(board) if board else None
        if taken is not None and not self.setup.shared:
            del self.boards[taken]
        self.boards[seat] = board


def fold(setup: TableSetup, happened: Iterable[Entry]) -> Evening:
    """Fold the entries of a game, all or none of them yet, into its evening."""
    evening = Evening(setup)
    for entry in happened:
        evening.apply(entry)
    return evening


def evening_of(rows: Timed) -> Evening:
    """Fold the entries of a game, with their times, into its evening."""
    return fold(setup_agreed(rows), (entry for _, entry in rows))
