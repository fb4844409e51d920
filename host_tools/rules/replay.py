"""A record played through the rules, line by line."""

from collections.abc import Callable, Mapping
from typing import Any

from card_db.cards import SYMBOLS, Box
from host_tools.rules.agenda import SETTLE
from host_tools.rules.costs import card_payments, stage_payments
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.moments import check_left_over
from host_tools.rules.plays import Play, default_answer
from host_tools.rules.questions import PLAY
from host_tools.rules.record import RecordLine, bad, numbered_lines, parse_line, setup_of
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.science import Counts
from host_tools.rules.scoring import FinalChoices, guilds_for
from host_tools.rules.setup import Setup


class Replay:
    """A game that is told by the lines of a record; nothing is changed by a bad line."""

    def __init__(self, setup: Setup, with_options: bool = False, box: Box | None = None) -> None:
        self.game = Game(Ruleset(setup, box))
        self.trace: list[RecordLine] = []
        self.choices: FinalChoices = {}
        self._with_options = with_options
        self._options: dict[str, RecordLine] | None = None
        self._before: list[tuple[Game, int]] = []  # what `undo` goes back to
        self._age_ended = 0
        self.game.on_step = self._note

    def apply(self, line: RecordLine) -> None:
        """Play one line; a broken rule raises MoveError and leaves all as it was."""
        if line["type"] == "tap":  # what was laid and when: the turn tells what it came to
            return
        kept, length, ended = self.game.copy(), len(self.trace), self._age_ended
        before = kept, length
        try:
            if line["type"] != "settle" and self._settle({}):
                before = self.game.copy(), len(self.trace)
            _LINES[line["type"]](self, line)
            if line["type"] == "turn":
                self._before.append(before)
        except MoveError:
            self.game, self._age_ended = kept, ended
            del self.trace[length:]
            raise

    def finish(self) -> None:
        """Settle what the last turn left open, as if nobody wanted a debt."""
        self._settle({})

    # Lines

    def _setup(self, line: RecordLine) -> None:
        raise bad("There is only one setup, in the first line.")

    def _deal(self, line: RecordLine) -> None:
        rules = self.game.rules
        if line["age"] not in (0, 1, 2, 3):
            raise bad("A deal is for Age 1, 2, 3, or 0 for the leaders.")
        hands = [
            [rules.card(card, seat) for card in hand] for seat, hand in enumerate(line["hands"])
        ]
        self.game.deal(line["age"], hands)

    def _turn(self, line: RecordLine) -> None:
        game = self.game
        self._check_moment(line)
        plays = [Play(game, play) for play in self._in_order(line["plays"])]
        self._options = self.options() if self._with_options else None
        for play in plays:
            game.answer(play.seat, play.move())
        for play in plays:
            play.check_drawn()
        self._follow_up({play.seat: play for play in plays})
        for play in plays:
            play.check_all_used()

    def _follow_up(self, plays: dict[int, Play]) -> None:
        """Answer what the turn asks for until it is over or losses are to be settled."""
        game = self.game
        while game.questions and game.questions[0].kind not in (SETTLE, PLAY):
            question = game.questions[0]
            if question.seat in plays:
                answer = plays[question.seat].answer(question)
            else:
                # O16: the Free City recruits nobody, but may have to give up a token.
                named = [play.for_other(question.seat) for play in plays.values()]
                said = [token for token in named if token is not None]
                answer = said[0] if said else default_answer(game, question)
            game.answer(question.seat, answer)

    def _check_moment(self, line: RecordLine) -> None:
        step = self.game.step
        if step is None:
            raise MoveError("wrong_phase", "The game is over: there is no turn left.", rule="G1")
        if (line["age"], line["turn"]) != (step.age, step.turn):
            raise MoveError(
                "wrong_phase",
                f"This line is Age {line['age']}, turn {line['turn']}; the game stands at Age "
                f"{step.age}, turn {step.turn}.",
                rule="G1",
            )

    def _in_order(self, plays: list[RecordLine]) -> list[RecordLine]:
        """Check that every seat plays once; the Free City comes after its holder."""
        game = self.game
        asked = {question.seat for question in game.questions}
        seen: set[int] = set()
        for play in plays:
            seat = play["seat"]
            if not 0 <= seat < game.rules.number:
                raise bad(f"There is no seat {seat}.", seat)
            if seat in seen:
                raise bad(f"{game.rules.name(seat)} plays twice in one turn.", seat)
            if seat not in asked:
                raise MoveError(
                    "wrong_phase", f"{game.rules.name(seat)} has nothing to play now.", seat, "G13"
                )
            seen.add(seat)
        for seat in sorted(asked - seen):
            raise MoveError("missing_play", f"{game.rules.name(seat)} has not played.", seat, "G13")
        return sorted(plays, key=lambda play: play["seat"] == game.rules.free_city)

    def _settle_line(self, line: RecordLine) -> None:
        debts: dict[int, int] = {}
        for name, amount in line["debts"].items():
            seat = self._seat(name)
            if not isinstance(amount, int) or isinstance(amount, bool) or amount < 0:
                raise bad(f"The debts of seat {seat} must be a number.", seat)
            debts[seat] = amount
        for seat, amount in debts.items():
            question = self.game.question(seat)
            if amount and not self.game.rules.cities:
                text = "Without the Cities set there are no debts: whoever loses coins pays them."
                raise MoveError("wrong_phase", text, seat, "W15")
            if amount and (question is None or question.kind != SETTLE):
                raise MoveError(
                    "wrong_phase", f"{self.game.rules.name(seat)} has lost no coins.", seat, "R108"
                )
        self._settle(debts)

    def _settle(self, debts: dict[int, int]) -> bool:
        """Settle the open losses; say whether there were any."""
        lost = [question for question in self.game.questions if question.kind == SETTLE]
        for question in lost:
            chosen = debts.get(question.seat)
            answer = default_answer(self.game, question) if chosen is None else chosen
            self.game.answer(question.seat, answer)
        return bool(lost)

    def _age_end(self, line: RecordLine) -> None:
        game, age = self.game, line["age"]
        done = game.age if game.over else game.age - 1
        step = game.step
        begun = step is not None and (step.turn > 1 or bool(game.moves))
        if age != done or begun or self._age_ended == age:
            raise MoveError("wrong_phase", f"Age {age} does not end here.", rule="G1")
        self._age_ended = age
        for entry in line["discarded"]:
            self._leftover(self._seat(str(entry["seat"])), entry["card"], age)

    def _leftover(self, seat: int, card_id: str, age: int) -> None:
        game = self.game
        card = game.rules.card(card_id, seat)
        known = game.leftovers.get(seat)
        if known is card:
            return
        if known is not None or game.hands_were_known:
            text = f"{game.rules.name(seat)} did not hold {card.name} at the end."
            raise MoveError("not_in_hand", text, seat, "G58")
        check_left_over(game, seat, card, age)
        game.leave_over(seat, card)

    def _final(self, line: RecordLine) -> None:
        if not self.game.over:
            text = "The game is not over: there are no final choices yet."
            raise MoveError("wrong_phase", text, rule="G83")
        guilds = dict(self.choices.get("copy_guild", {}))
        science = dict(self.choices.get("science", {}))
        guilds |= {self._seat(seat): said for seat, said in line.get("copy_guild", {}).items()}
        science |= {
            self._seat(seat): (said.get("compass", 0), said.get("gear", 0), said.get("tablet", 0))
            for seat, said in line.get("science", {}).items()
        }
        for seat in guilds | science:
            check_final(self.game, seat, guilds.get(seat), science.get(seat))
        self.choices = {"copy_guild": guilds, "science": science}

    def _undo(self, line: RecordLine) -> None:
        if not self._before:
            raise MoveError("wrong_phase", "There is no turn to take back.")
        self.game, length = self._before.pop()
        del self.trace[length:]
        self.choices = {}
        self._age_ended = min(self._age_ended, self.game.age - 1)

    def _seat(self, name: str) -> int:
        if name not in {str(seat) for seat in self.game.rules.seats}:
            raise bad(f"There is no seat {name!r:.60}.")
        return int(name)

    # The trace

    def _note(self, game: Game) -> None:
        step = game.step
        assert step is not None
        entry: RecordLine = {
            "type": "conflict" if step.kind == "conflict" else "turn",
            "age": step.age,
        }
        if step.kind != "conflict":
            entry["turn"] = step.turn
        entry["seats"] = [
            {
                "seat": seat,
                "coins": city.coins,
                "debt": city.debt,
                "shields": city.shields,
                "victory_tokens": list(city.victories),
                "defeat_tokens": city.defeats,
            }
            for seat, city in enumerate(game.cities)
        ]
        if step.kind != "conflict" and self._options is not None:
            entry["options"] = self._options
        self.trace.append(entry)

    def options(self) -> dict[str, RecordLine] | None:
        """Return what every seat could do with the cards in its hand, where hands are known."""
        game = self.game
        assert game.step is not None
        recruiting = game.step.kind == "recruit"
        known = all(game.leader_hands[s] is not None for s in game.rules.players)
        if not (known if recruiting else game.hands is not None):
            return None
        return {
            str(question.seat): {
                "wonder": self._stage_options(question.seat),
                "recruit" if recruiting else "build": {
                    card.id: [list(p.coins) for p in card_payments(game, question.seat, card)]
                    for card in game.hand_of(question)
                },
            }
            for question in game.questions
        }

    def _stage_options(self, seat: int) -> list[list[int]] | dict[str, list[list[int]]]:
        """Return the payments for the next stage; by stage where any order is allowed."""
        known = stage_payments(self.game, seat)
        city = self.game.cities[seat]
        if not city.wonder.any_order:
            return [list(payment.coins) for payment in known]
        return {
            str(index + 1): [list(p.coins) for p in known if p.stage == index + 1]
            for index in city.open_stages()
        }


def check_final(game: Game, seat: int, guild: Any, symbols: Counts | None) -> None:
    """Raise MoveError for choices at the end that a seat does not have."""
    name = game.rules.name(seat)
    if guild is not None:
        if not isinstance(guild, str):
            raise bad("A card is named by its id.", seat)
        card = game.rules.card(guild, seat)
        if not guilds_for(game, seat, guild):
            raise MoveError("bad_choice", f"{name} cannot copy {card.name}.", seat, "G101")
    if symbols is not None and not guilds_for(game, seat, guild, symbols):
        shown = ", ".join(f"{n} {s}" for n, s in zip(symbols, SYMBOLS, strict=True))
        text = f"{name} cannot end with the symbols {shown}."
        raise MoveError("bad_choice", text, seat, "G83")


_LINES: dict[str, Callable[[Replay, RecordLine], None]] = {
    "setup": Replay._setup,
    "deal": Replay._deal,
    "turn": Replay._turn,
    "settle": Replay._settle_line,
    "age_end": Replay._age_end,
    "final": Replay._final,
    "undo": Replay._undo,
}


def replay(
    data: bytes,
    with_options: bool = False,
    boxes: Mapping[str, Box] | None = None,
    watch: Callable[[Replay, RecordLine], None] | None = None,
) -> Replay:
    """Play a whole record, each line after `watch`; MoveError has the line of the first mistake."""
    played: Replay | None = None
    for number, text in numbered_lines(data):
        try:
            line = parse_line(text)
            if played is None:
                setup = setup_of(line)
                played = Replay(
                    setup, with_options, boxes[setup.edition] if boxes and not setup.house else None
                )
            else:
                if watch is not None:
                    watch(played, line)
                played.apply(line)
        except MoveError as error:
            error.line = number
            raise
    if played is None:
        raise bad("The file holds no record: its first line must be a setup.")
    played.finish()
    return played
