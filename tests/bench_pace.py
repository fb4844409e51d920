"""Measure the pace of a turn: presses, seconds to the reveal, and questions after it: `make bench`.

The table is the real one with its journal; the boards are a few lines each, because a board's few
milliseconds change nothing here, and time is simulated: it jumps to whatever happens next. People
think about their hand, and most of those who want a stage or a sale press just after laying the
card; the others press a second or two after the lock.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table as Sheet

from firmware.link import commit, make_nonce
from host_tools.bots.dealer import Dealer
from host_tools.link.events import Committed, Joined, Opened, Pressed, Tagged
from host_tools.rules.agenda import LEFT_OVER
from host_tools.rules.moves import BUILD, RECRUIT
from host_tools.rules.ruleset import Ruleset
from host_tools.sim.people.tagged_cards import TaggedCards, tags_for
from host_tools.sim.people.timed_people import TimedPeople
from host_tools.table.asks import KEYS, OPTIONAL, asks
from host_tools.table.entries import TableSetup
from host_tools.table.evening import ASK, CARD, DECLARE, DRAFT, LAYING, PAY
from host_tools.table.journal import Journal
from host_tools.table.table import Table
from tests.table.paper import Silence

GAMES = 1000  # of each set, with the usual set-up
STRICT = 5  # of so many games one more is played in which all declare before the lock
SETS = {"base": ("base",), "Leaders": ("base", "leaders"), "Cities": ("base", "cities")}
MOST_SEATS = {"base": 7, "Leaders": 7, "Cities": 8}
LATENCY_S = 0.05  # of a reader and its board
AT_ONCE = 0.85  # the share of the keys that are pressed just after laying the card
LATE_S = (1.0, 1.9)  # after the lock
MOST_PRESSES = 0.6
MOST_S = {"usual": 5.5, "strict": 0.5}
PLANS = {"usual": {}, "strict": {"countdown": 0, "strict": True}}
SETUPS = {"usual": "countdown 3 s, grace 2 s", "strict": "countdown 0, all declare before the lock"}
PART = 25  # games that one process plays in a row


class BriefSeat:
    """A seat's tray and buttons: what a person does is reported a moment later."""

    def __init__(self, game: PacedGame, seat: int) -> None:
        self.game, self.seat = game, seat
        self.board = f"board{seat}"
        self.lies: str | None = None
        self.reported: object = None
        self.named: str | None = None  # lies there, and the host has it

    def lay(self, uid: str | None) -> None:
        self.lies = uid
        self.named = self.named if self.named == uid else None

    def clear(self) -> None:
        self.lies = None

    def press(self, button: int) -> None:
        state = self.game.shown(self.seat)
        letter = state.light.partition(":")[2][button].lower()
        key = (state.round, state.step)
        if letter != "-" and self.reported != key:
            self.reported = key
            self.game.presses[self.seat] += self.game.table.evening.phase != DRAFT
            self.say(Pressed, state.round, state.step, KEYS[letter])

    def look(self) -> None:
        """Report what lies here, as far as the state asks for it."""
        state = self.game.shown(self.seat)
        key = (state.phase, state.round, state.step if state.phase == "enrol" else "", self.lies)
        if self.lies is None or key == self.reported:
            return
        uid = bytes.fromhex(self.lies)
        nonce = make_nonce(b"secret", self.game.table.name, state.round)
        if state.phase == "play" and state.stale != uid:
            self.reported = key
            promise = commit(nonce, self.game.table.name, state.round, self.seat, uid)
            self.say(Committed, state.round, promise)
        elif state.phase == "reveal":
            self.reported = key
            self.say(Opened, state.round, self.lies, nonce.hex())
        elif state.phase == "enrol" and state.stale != uid and self.named != self.lies:
            self.reported, self.named = key, self.lies
            self.game.soon(partial(Tagged, self.board, uid=self.lies))

    def say(self, kind, *fields) -> None:
        name = self.game.table.name
        self.game.soon(lambda seq: kind(self.board, seq, name, *fields))


class QuickPeople(TimedPeople):
    """People who mostly press at once what they have decided with the card."""

    def _thinks(self, ask):
        if ask is None or ask.kind != "declare":
            return super()._thinks(ask)
        if ask.urgency != OPTIONAL:
            return self.chance.uniform(*LATE_S)
        return super()._thinks(ask) if self.chance.random() < AT_ONCE else 60.0

    def next_due(self) -> float:
        """Return when somebody will have thought."""
        later = [due for _, due in self._due.values() if due > self._clock()]
        return min(later, default=float("inf"))


@dataclass
class TurnPace:
    """What was measured in one turn."""

    seats: int
    seconds: float  # from the last commitment, or the last key before the lock, to the reveal
    presses: int  # by all seats, also for questions after the reveal
    for_builds: int  # by those who built without a choice of payments
    waited: bool  # somebody had to press after the lock, or chose how to pay
    questions: int  # after the reveal
    leftovers: int  # of them


@dataclass
class PacedGame:
    """One game from the first card to the score."""

    sets: tuple[str, ...]
    players: int
    seed: int
    plan: dict
    folder: Path
    turns: list[TurnPace] = field(default_factory=list)

    def play(self) -> list[TurnPace]:
        setup = Dealer(self.seed).setup(self.players, sets=self.sets)
        rules = Ruleset(setup)
        tags = tags_for(rules)
        self.now, self._seq, self._due = 0.0, 0, []
        self.presses: Counter[int] = Counter()
        journal = Journal(self.folder / f"{self.seed}.db")
        self.table = Table.begin(journal, TableSetup(setup, **self.plan), tags, Silence(), 0.0)
        self.seats = {seat: BriefSeat(self, seat) for seat in rules.players}
        for seat, place in self.seats.items():
            self.table.serve(seat, place.board, 0.0)
            self.table.receive([Joined(place.board, {}, "boot")], 0.0)
        self.people = QuickPeople(
            lambda: self.table.evening,
            TaggedCards(tags, rules, Dealer(self.seed)),
            dict(self.seats),
            random.Random(self.seed),
            1.0,
            lambda: self.now,
        )
        while not self.table.evening.game.over:
            self._step()
        journal.close()
        return self.turns

    def shown(self, seat):
        return self.table.hub.shown[f"board{seat}"]

    def soon(self, make) -> None:
        self._seq += 1
        self._due.append((self.now + LATENCY_S, make(seq=self._seq)))

    # Time

    def _step(self) -> None:
        self.now = max(self.now, min(self._nexts()))
        ready = [event for when, event in self._due if when <= self.now]
        self._due = [(when, event) for when, event in self._due if when > self.now]
        if ready:
            if self.table.evening.phase == LAYING and any(type(e) in self._decides for e in ready):
                self._laid_at = self.now
            self.table.receive(ready, self.now)
        self.table.tick(self.now)
        self._watch()
        self.people.look()
        for place in self.seats.values():
            place.look()
        assert not self.table.hub.refused, self.table.hub.refused

    def _nexts(self):
        evening, pace = self.table.evening, self.table.pace
        yield from (when for when, _ in self._due)
        yield self.people.next_due()
        left = pace.countdown.left(self.now)
        yield float("inf") if left is None else self.now + left + 1e-6
        since = pace.grace._since.values()
        yield min(since, default=float("inf")) + (evening.setup.grace or 0) + 1e-6
        yield self.now + 1.0  # a host ticks on

    # Figures

    _laid_at = _seconds = 0.0
    _waited = _revealed = False
    _choosing: frozenset[int] = frozenset()
    _asked: frozenset[tuple[int, str, str]] = frozenset()

    @property
    def _decides(self):
        """What completes a turn before the lock: a card, in strict games a key too."""
        return (Committed, Pressed) if self.plan.get("strict") else (Committed,)

    def _watch(self) -> None:
        """Note what this moment tells of the turn."""
        evening = self.table.evening
        current, open_asks = evening.round, asks(evening)
        if evening.phase in (DECLARE, PAY) and current.numbers:
            self._choosing |= {s for s, ask in open_asks.items() if ask.kind == "pay"}
            self._waited |= any(not ask.default for ask in open_asks.values())
        if not self._revealed and (evening.in_turn() or len(evening.past) > len(self.turns)):
            self._revealed, self._seconds = True, self.now - self._laid_at
        if evening.phase in (ASK, CARD):
            self._asked |= {(s, ask.kind, ask.step[:-1]) for s, ask in open_asks.items()}
        if len(evening.past) > len(self.turns):
            self._end_turn(evening.past[-1])

    def _end_turn(self, past) -> None:
        plain = [
            seat
            for seat, move in past.moves.items()
            if move.action in (BUILD, RECRUIT) and seat not in self._choosing
        ]
        asked = {seat for seat, _, _ in self._asked}
        for_builds = sum(self.presses[seat] for seat in plain if seat not in asked)
        self.turns.append(
            TurnPace(
                len(past.moves),
                self._seconds,
                self.presses.total(),
                0 if self.plan.get("strict") else for_builds,
                self._waited,
                len(self._asked),
                sum(kind == LEFT_OVER for _, kind, _ in self._asked),
            )
        )
        self.presses.clear()
        self._revealed = self._waited = False
        self._choosing, self._asked = frozenset(), frozenset()


def games(name: str, how: str, seeds: range) -> list[TurnPace]:
    """Play games with 3 seats and more, one after another."""
    memory = Path("/dev/shm")  # where the disk's own slowness proves nothing
    found = []
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        for seed in seeds:
            players = 3 + seed % (MOST_SEATS[name] - 2)
            found += PacedGame(SETS[name], players, seed, PLANS[how], Path(folder)).play()
    return found


def figures(turns: list[TurnPace], how: str) -> dict[str, tuple[float, float | None]]:
    """Return what was measured and what it may be at most."""
    every = sum(turn.seats for turn in turns)
    alone = [turn.seconds for turn in turns if not turn.waited]
    asked = [turn.seconds for turn in turns if turn.waited]
    found = {
        "s to the reveal where nobody must press or choose, longest": (max(alone), MOST_S[how]),
        "s to the reveal where somebody must, mean": (_mean(asked), None),
        "share of the turns in which somebody must": (len(asked) / len(turns), None),
        "s to the reveal, mean of all turns": (_mean([turn.seconds for turn in turns]), None),
        "questions after the reveal, a turn": (_mean([t.questions for t in turns]), None),
        "of them leftover cards": (_mean([t.leftovers for t in turns]), None),
    }
    if how == "usual":
        found |= {
            "presses a turn and seat": (sum(t.presses for t in turns) / every, MOST_PRESSES),
            "presses for ordinary builds": (sum(t.for_builds for t in turns), 0),
        }
    return found


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / max(1, len(numbers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games of each kind")
    asked = parser.parse_args()
    sheet = Sheet("a turn", *SETS, "at most")
    with ProcessPoolExecutor() as pool:
        for how, number in (("usual", asked.games), ("strict", asked.games // STRICT)):
            parts = [range(number)[first : first + PART] for first in range(0, number, PART)]
            columns = []
            for name in SETS:
                played = pool.map(partial(games, name, how), parts)
                columns.append(figures([turn for part in played for turn in part], how))
            sheet.add_section()
            sheet.add_row(f"{SETUPS[how]}: {number:,} games each")
            for row, (_, most) in columns[0].items():
                cells = (f"{column[row][0]:.2f}" for column in columns)
                sheet.add_row(row, *cells, "" if most is None else f"{most:g}")
    Console(width=120).print(sheet)


if __name__ == "__main__":
    main()
