"""Timed people at a simulated table: they follow corrections, come back, and take their time."""

import random
from contextlib import suppress

import pytest

from host_tools.bots.dealer import Dealer, hand_sizes
from host_tools.rules.errors import MoveError
from host_tools.rules.moves import SELL, Intent
from host_tools.sim.people.tagged_cards import TaggedCards
from host_tools.sim.people.timed_people import TimedPeople
from host_tools.table import decisions
from host_tools.table.entries import OPERATOR, Commit, Declare, Lock, TableSetup, Void
from tests.table.hall import Hall
from tests.table.people import Tray

FULL = ("base", "leaders", "cities")


def plan_for(players=3, seed=1, **setup) -> TableSetup:
    return TableSetup(Dealer(seed).setup(players, **setup), countdown=0)


class Patient(Hall):
    """A room in which timed people sit instead of wild ones."""

    def __init__(self, plan, path, seed=0):
        super().__init__(plan, path, seed)
        self.people = self.timed_people()

    def timed_people(self, speed=0.0):
        trays = {number: Tray(self, board) for number, board in self.boards.items()}
        return TimedPeople(
            lambda: self.table.evening,
            self.people.cards,
            trays,
            self.rng,
            speed,
            lambda: self.now / 1000,
        )

    def turns(self, number):
        self.until(lambda: len(self.table.evening.past) >= number, 600_000, self)

    def come_back(self):
        """Everybody leaves; people sit down at new boards, with nothing on them."""
        self.people.away = set(self.boards)
        for board in self.boards.values():
            board.tray = ()
        self.wait(1000)
        evening = self.table.evening
        if (free := evening.game.rules.free_city) in evening.round.closed():
            # Only the host knows this card: new people might deal it to somebody.
            self.table.record(decisions.void(evening, free), self.now / 1000)
        self.people.cards = TaggedCards(self.tags, self.table.evening.game.rules, Dealer(9))
        self.people = self.timed_people()


@pytest.mark.parametrize("sets", [("base",), FULL])
def test_people_follow_turns_that_are_taken_back(tmp_path, sets):
    room = Patient(plan_for(sets=sets), tmp_path / "room.db", seed=3)
    for turns in (1, 3, 8):
        room.turns(turns)
        for _ in range(min(turns, 2)):
            room.table.record(decisions.undo(room.table.evening), room.now / 1000)
    room.play()


SETUPS = [{}, {"sets": FULL}, {"players": 2, "variant": "two_player"}]


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("turns", [1, 5, 9])
def test_people_come_back_to_a_game_with_cards_that_can_be_left(tmp_path, setup, turns):
    room = Patient(plan_for(**setup), tmp_path / "room.db", seed=4)
    room.turns(turns)
    room.come_back()
    for number in list(room.table.evening.round.commits):
        room.table.record(decisions.void(room.table.evening, number), room.now / 1000)
    room.play()


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("seed", range(4))
def test_people_who_come_back_in_the_first_turn_have_no_card_that_lies_open(tmp_path, setup, seed):
    room = Patient(plan_for(**setup), tmp_path / "room.db", seed)
    room.until(lambda: room.table.evening.round.cards, 600_000, room)
    room.come_back()
    room.play()


def undo(evening, chance):
    return decisions.undo(evening)


def void(evening, chance):
    return decisions.void(evening, chance.choice(evening.game.rules.players))


def correct(evening, chance):
    _, moves = evening.last_turn()
    seat = chance.choice(sorted(moves) or [0])
    card = moves[seat].card.id if moves else ""
    return decisions.correct(evening, seat, Intent(card, SELL))


def checked_hands(room):
    """Everybody holds as many cards as the turn leaves, each once, and none that was played."""
    evening, cards = room.table.evening, room.people.cards
    game, spent = evening.game, evening.spent()
    if not game.turn or evening.in_turn() or game.over:
        return
    held = [uid for seat in game.rules.players for uid in cards.hands[seat]]
    assert [len(cards.hands[seat]) for seat in game.rules.players] == [
        hand_sizes(game)[seat] for seat in game.rules.players
    ]
    assert len(set(held)) == len(held)
    assert not spent & set(held)


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("seed", range(4))
def test_people_play_on_after_anything_that_is_taken_back_voided_corrected_or_resumed(
    tmp_path, setup, seed
):
    room = Patient(plan_for(seed=seed, **setup), tmp_path / "room.db", seed)
    chance = random.Random(seed)
    for _ in range(40):
        room.wait(chance.randrange(0, 400, 10))
        evening, deed = room.table.evening, chance.choice([undo, undo, void, correct, None])
        if evening.game.over:
            break
        if deed is None:
            room.come_back()
            continue
        with suppress(MoveError):
            entries = deed(evening, chance)
            room.table.record(entries, room.now / 1000)
        room.people.look()
        checked_hands(room)
    room.play()
    entries = [entry for _, entry in room.journal.read(room.table.number)]
    assert [e for e in entries if isinstance(e, Void) and e.why != OPERATOR] == []


def test_people_take_their_time(tmp_path):
    room = Patient(plan_for(), tmp_path / "room.db")
    room.people = room.timed_people(speed=1.0)
    room.wait(1000)
    assert room.table.evening.round.missing() == [0, 1, 2]
    room.until(lambda: not room.table.evening.round.missing(), 30_000, room)
    assert room.now > 1500


def told(room):
    """Which actions were declared before a lock, and which after it, in a whole game."""
    room.people = room.timed_people(speed=4.0)
    room.play()
    locked, found = False, {True: set(), False: set()}
    for _, entry in room.journal.read(room.table.number):
        locked = isinstance(entry, Lock) or (locked and not isinstance(entry, Commit))
        if isinstance(entry, Declare):
            found[locked].add((entry.seat, entry.action))
    return found


def test_people_press_before_the_lock_but_not_for_an_ordinary_build(tmp_path):
    setup = TableSetup(Dealer(1).setup(3), countdown=1, grace=1)
    found = told(Patient(setup, tmp_path / "room.db"))
    before = {action for _, action in found[False]}
    assert before <= {"wonder", "sell"}
    assert before
    assert "build" in {action for _, action in found[True]}


def test_in_strict_games_people_press_always(tmp_path):
    setup = TableSetup(Dealer(1).setup(3), countdown=0, strict=True)
    found = told(Patient(setup, tmp_path / "room.db"))
    assert "build" in {action for _, action in found[False]}
    assert not found[True]


def test_whoever_holds_the_free_city_presses_for_its_card_too(tmp_path):
    setup = TableSetup(Dealer(1).setup(2, variant="two_player"), countdown=1, grace=1)
    found = told(Patient(setup, tmp_path / "room.db"))
    assert {seat for seat, _ in found[False]} == {0, 1, 2}
