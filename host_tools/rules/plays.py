"""One play of a record: the move, and the answers to the questions that follow from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from card_db.cards import RESOURCES, Card
from host_tools.rules import agenda
from host_tools.rules.errors import MoveError
from host_tools.rules.intents import complete
from host_tools.rules.moves import RECRUIT, WONDER, Intent, Move
from host_tools.rules.payment import Buy
from host_tools.rules.phases import plays_last_card
from host_tools.rules.production import vector
from host_tools.rules.questions import Answer, Question, not_in_box
from host_tools.rules.record import RecordLine, bad

if TYPE_CHECKING:
    from host_tools.rules.game import Game

MOST_OF_A_KIND = 7


def default_answer(game: Game, question: Question) -> Answer:
    """Return what holds when nobody says anything: no pick, no extra play, losses are paid."""
    if question.kind not in (agenda.SETTLE, agenda.GIVE_UP, agenda.COPY):
        return None
    first, *others = game.answers(question)
    if question.kind == agenda.COPY and others:
        raise MoveError(
            "bad_choice",
            f"{game.rules.name(question.seat)} must say which neighbour's leader the Courtesans "
            "Guild copies.",
            question.seat,
            agenda.RULE_OF[agenda.COPY],
        )
    return first


class Play:
    """A play object of a `turn` line. Fields that no question asks for are an error."""

    def __init__(self, game: Game, line: RecordLine) -> None:
        self.game = game
        self.seat: int = line["seat"]
        self.line = line
        self._parts = parts_of(line)
        self._played = 1  # how many of the parts are played
        self._picks = [picks_of(part) for part in self._parts]
        self._open = {
            (index, name)
            for index, part in enumerate(self._parts)
            for name in ("courtesan", "abu_simbel", "replace", "left", "drawn")
            if name in part
        }
        self._last_turn = game.turn == game.rules.turns
        self._unknown_hand = game.rules.leaders and game.leader_hands[self.seat] is None

    def check_drawn(self) -> None:
        """R72: also what an unknown hand draws are different leaders that are in the box."""
        if not self._unknown_hand or not self._draws():
            return
        self._open.discard((0, "drawn"))
        names: list[str] = self.line.get("drawn", [])
        for name in names:
            leader = self._card(name)
            if leader.color != "white" or names.count(name) > 1:
                text = f"{leader.name} cannot be drawn like this."
                raise MoveError("bad_choice", text, self.seat, "R72")
            if not self.game.in_box(leader):
                raise not_in_box(leader, self.seat)

    def _draws(self) -> bool:
        city = self.game.cities[self.seat]
        stage = city.wonder.stages[city.raised[-1]] if self.line["action"] == WONDER else None
        return stage is not None and any(effect.verb == "draw" for effect in stage.effects)

    def move(self, line: RecordLine | None = None) -> Move:
        """Return the move of this play, or of its extra play."""
        return complete(self.game, self.seat, intent_of(line or self.line, self.seat))

    def answer(self, question: Question) -> Answer:
        """Return what this play says to a question."""
        return _ANSWERS[question.kind](self, question)

    def check_all_used(self) -> None:
        """Raise MoveError when the play answers something that nobody asked."""
        if self._last_turn and (0, "left") in self._open:
            self._check_known_leftover()
        left: list[str] = sorted(name for _, name in self._open)
        left += ["extra"] if self._played < len(self._parts) else []
        left += ["from_discard" for picks in self._picks for _ in picks]
        if left:
            name = self.game.rules.name(self.seat)
            text = f"{name} has no right that {left[0]!r} could use here."
            raise MoveError("bad_choice", text, self.seat, _RIGHT_OF[left[0]])

    def _check_known_leftover(self) -> None:
        known = self.game.leftovers.get(self.seat)
        if known is None:  # Babylon has played it.
            return
        self._open.discard((0, "left"))
        if known is not self._card(self.line["left"]):
            text = f"{self.game.rules.name(self.seat)} has {known.name} left over, nothing else."
            raise MoveError("not_in_hand", text, self.seat, "G58")

    def _asking(self, question: Question) -> int:
        """Return the extra play whose card or stage asks, 0 for none: then it is the main play."""
        for index in range(self._played - 1, 0, -1):
            if gives(self.game, question, self._parts[index]):
                return index
        return 0

    def _use(self, question: Question, name: str) -> object:
        """Take what answers a question from the play that asks, or from the first that says it."""
        index = self._asking(question)
        if not index:
            index = min((i for i, said in self._open if said == name), default=0)
        self._open.discard((index, name))
        return self._parts[index].get(name)

    def _pick(self, question: Question) -> Answer:
        index = self._asking(question)
        if not index:
            index = next((i for i, picks in enumerate(self._picks) if picks), 0)
        picks = self._picks[index]
        return self._card(picks.pop(0)) if picks else None

    def _extra(self, question: Question) -> Answer:
        """Play the next extra card; a leader and a last card each wait for their own question."""
        if self._played == len(self._parts):
            return None
        part = self._parts[self._played]
        later = question.kind == agenda.LEADER and part["action"] != RECRUIT
        if later and self._last_turn and plays_last_card(self.game, self.seat):
            return None
        self._played += 1
        return self.move(part)

    def _courtesan(self, question: Question) -> Answer:
        chosen = self._use(question, "courtesan")
        if not isinstance(chosen, dict):
            return default_answer(self.game, question)
        sides = {"left": self.game.rules.left, "right": self.game.rules.right}
        if chosen["neighbour"] not in sides:
            raise bad("`neighbour` is left or right.", self.seat)
        neighbour = sides[chosen["neighbour"]][self.seat]
        leader = self._card(chosen["leader"])
        if leader not in self.game.cities[neighbour].leaders:
            text = f"{self.game.rules.name(neighbour)} has no {leader.name}."
            raise MoveError("bad_choice", text, self.seat, agenda.RULE_OF[agenda.COPY])
        return leader

    def _abu_simbel(self, question: Question) -> Answer:
        chosen = self._use(question, "abu_simbel")
        return self._card(str(chosen)) if chosen is not None else None

    def _give_up(self, question: Question) -> Answer:
        chosen = self._use(question, "replace")
        if isinstance(chosen, dict) and "give_up" in chosen:
            return int(chosen["give_up"])
        return default_answer(self.game, question)

    def for_other(self, seat: int) -> Answer:
        """Return the Victory token that this play names for a seat that plays nothing now."""
        for index, part in enumerate(self._parts):
            others: dict[str, int] = part.get("replace", {}).get("others", {})
            if str(seat) in others:
                self._open.discard((index, "replace"))
                return others[str(seat)]
        return None

    def _drawn(self, question: Question) -> Answer:
        drawn = self._use(question, "drawn")
        return tuple(self._card(card) for card in drawn) if isinstance(drawn, list) else None

    def _left(self, question: Question) -> Answer:
        self._open.discard((0, "left"))
        return self._card(self.line["left"]) if "left" in self.line else None

    def _card(self, card_id: str) -> Card:
        return self.game.rules.card(card_id, self.seat)


def parts_of(line: RecordLine) -> list[RecordLine]:
    """Return a play and its extra plays, each of which may hold the next one."""
    parts = [line]
    while "extra" in parts[-1]:
        parts.append(parts[-1]["extra"])
    return parts


def gives(game: Game, question: Question, play: RecordLine) -> bool:
    """Does this play, the last one of its seat, give the right to choose: by its card or stage?"""
    source, city = question.source, game.cities[question.seat]
    if source is not None and source.color == "stage":
        return play["action"] == WONDER and source is city.wonder.stages[city.raised[-1]]
    return source is not None and source.id == play["card"]


def picks_of(line: RecordLine) -> list[str]:
    """Return the cards that a play object takes from the discard pile, in their order."""
    named = line.get("from_discard")
    return list(named) if isinstance(named, list) else [named] if named else []


def intent_of(line: RecordLine, seat: int) -> Intent:
    """Read card, action and payment of a play object."""
    buy = pay = None
    if "buy" in line:
        buy = Buy(*(_bought(line["buy"].get(side, "")) for side in ("left", "right", "bank")))
    if "pay" in line:
        pay = line["pay"].get("left", 0), line["pay"].get("right", 0)
        if min(pay) < 0:
            raise bad("Nobody pays less than nothing.", seat)
    stage = line.get("stage", 0)
    if "stage" in line and stage < 1:
        raise bad("Stages are counted from 1.", seat)
    return Intent(line["card"], line["action"], buy, pay, line.get("free", ""), stage)


def _bought(text: str) -> int:
    if set(text) - set(RESOURCES) or any(text.count(kind) > MOST_OF_A_KIND for kind in text):
        raise bad(f"{text!r:.40} is no purchase: use the letters {RESOURCES}, one a resource.")
    return vector(text)


_RIGHT_OF = {
    "from_discard": agenda.RULE_OF[agenda.PICK],
    "extra": agenda.RULE_OF[agenda.LAST_CARD],
    "courtesan": agenda.RULE_OF[agenda.COPY],
    "abu_simbel": agenda.RULE_OF[agenda.TURN_LEADER],
    "replace": agenda.RULE_OF[agenda.GIVE_UP],
    "drawn": agenda.RULE_OF[agenda.DRAW],
    "left": agenda.RULE_OF[agenda.LEFT_OVER],
}
"""The rule that gives the right to say this in a play."""
_ANSWERS: dict[str, Callable[[Play, Question], Answer]] = {
    agenda.PICK: Play._pick,
    agenda.LAST_CARD: Play._extra,
    agenda.LEADER: Play._extra,
    agenda.COPY: Play._courtesan,
    agenda.TURN_LEADER: Play._abu_simbel,
    agenda.GIVE_UP: Play._give_up,
    agenda.DRAW: Play._drawn,
    agenda.LEFT_OVER: Play._left,
}
