"""A second reader at each seat, under its city: it counts in an audit, and plays nothing."""

import pytest

from firmware.link import SEAT, Splitter, parse
from host_tools.rules.agenda import PICK
from host_tools.sim.chips.tag import Tag
from host_tools.table.states import ask_of
from tests.table.campaign import Shape, setup_of
from tests.table.chip_hall import ChipHall, table_of

SECONDS = [18, 19, 20]  # chip selects that are free on a Pico
TURNS = 4
SEED = 2
DIGGER = 10  # a game in which somebody digs in the discard pile


class CityHall(ChipHall):
    """One board with three seats, each with a reader under its tray and one under its city."""

    sizes = (3,)

    def wiring(self, seats):
        return {**table_of(seats), "second": SECONDS[:seats]}

    def __init__(self, *more):
        self.named = []  # every tag that was named on the wire
        super().__init__(*more)

    def _note(self, port, mark, data):
        if mark == SEAT:
            found = [parse(body) for body in Splitter(SEAT).feed(data)]
            self.named += [message.uid for message in found if message.kind in ("TG", "RV")]
        return super()._note(port, mark, data)

    def city(self, seat):
        """Return a tag for each card of a city; two cities that have the same card share none."""
        taken, found = set(), {}
        for place, city in enumerate(self.table.evening.game.cities):
            found[place] = []
            for card in city.built:
                uid = next(uid for uid in self.people.cards.copies(card) if uid not in taken)
                taken.add(uid)
                found[place].append(uid)
        return found[seat]

    def lay_city(self, seat, *uids):
        self.boards[seat].parts.second.lay(*map(Tag, uids))

    def lift_city(self, seat):
        self.boards[seat].parts.second.lift()

    def audit(self, without=()):
        """Let every seat count its city in small piles, and press when it is done."""
        self.table.begin_audit()
        for seat in self.boards:
            left = [uid for uid in self.city(seat) if uid not in without]
            while left:
                pile, left = left[:2], left[2:]
                self.lay_city(seat, *pile)
                laid = self.table.audit.laid
                self.until(lambda pile=pile, laid=laid: {*pile} <= laid.keys(), what="a pile")
                self.lift_city(seat)
                self.wait(500)
            self.boards[seat].parts.tap("ok")
            self.until(lambda seat=seat: seat in self.table.audit.done, what="done")


@pytest.fixture
def hall(tmp_path):
    return CityHall(setup_of(SEED, Shape(3)), tmp_path / "journal.db", SEED)


def at_rest(hall):
    """Play some turns; then everybody but the last has committed, and they wait."""
    hall.until(lambda: len(hall.table.evening.past) == TURNS, 120_000)
    last = max(hall.boards)
    hall.people.away = {last}
    hall.until(lambda: len(hall.table.evening.round.commits) == last, what="all but one")
    hall.people.away = set(hall.boards)
    hall.wait(500)
    hall.named.clear()
    return dict(hall.table.evening.round.commits)


def test_an_audit_counts_the_cities_and_the_committed_cards_stay_where_they_are(hall):
    commits = at_rest(hall)
    trays = {seat: board.tray for seat, board in hall.boards.items()}
    hall.audit()
    assert hall.table.audit.complete
    assert sorted(hall.named) == sorted(uid for seat in hall.boards for uid in hall.city(seat))
    assert hall.table.end_audit() == []
    hall.wait(2000)
    assert hall.table.evening.round.commits == commits
    assert {seat: board.tray for seat, board in hall.boards.items()} == trays
    hall.people.away = set()
    hall.until(lambda: len(hall.table.evening.past) > TURNS, what="the turn goes on")


def test_an_audit_finds_the_card_that_is_missing(hall):
    at_rest(hall)
    missing = hall.city(1)[0]
    hall.audit(without=[missing])
    card = hall.people.cards.card(missing)
    name = hall.table.evening.game.rules.name(1)
    assert hall.table.end_audit() == [f"{name}: {card.name} is missing."]


@pytest.mark.parametrize("reset", [False, True])
def test_an_audit_names_no_card_that_is_committed(hall, reset):
    """It lies on the tray, and nobody may know it before the lock."""
    at_rest(hall)
    hall.table.begin_audit()
    hall.wait(500)
    if reset:
        hall.reset(hall.boards[0])
    hall.wait(5000)
    assert hall.named == []
    assert hall.table.audit.laid == {}


def test_the_discard_pile_on_a_second_reader_answers_no_question(tmp_path):
    """Who digs lays the chosen card on the tray; the pile lies there for counting only."""
    hall = CityHall(setup_of(DIGGER, Shape(3)), tmp_path / "journal.db", DIGGER)
    hall.until(lambda: asked_to_dig(hall) is not None, 120_000, "a question")
    seat = asked_to_dig(hall)
    hall.people.away = {seat}
    hall.named.clear()
    pile = {hall.people.cards.copies(card)[0] for card in hall.table.evening.game.discard}
    hall.lay_city(seat, *sorted(pile)[:3])
    hall.wait(3000)
    assert hall.named == []
    assert asked_to_dig(hall) == seat
    hall.lift_city(seat)
    hall.people.away = set()
    hall.until(lambda: asked_to_dig(hall) is None, what="an answer")


def asked_to_dig(hall):
    evening = hall.table.evening
    asks = {seat: ask_of(evening, seat) for seat in hall.boards}
    return next((seat for seat, ask in asks.items() if ask and ask.kind == PICK), None)


@pytest.mark.parametrize("number", [1, 8])
def test_a_pile_of_cards_is_counted_to_the_last(hall, number):
    at_rest(hall)
    hall.table.begin_audit()
    pile = sorted(hall.tags)[:number]
    hall.lay_city(0, *pile)
    hall.until(lambda: len(hall.table.audit.laid) == number, what="all of them")
    assert sorted(hall.table.audit.laid) == pile


def test_piles_that_come_faster_than_the_host_answers_are_counted_too(hall):
    at_rest(hall)
    hall.table.begin_audit()
    hall.wait(500)
    first, second = sorted(hall.tags)[:8], sorted(hall.tags)[8:16]
    answer, hall.table.receive = hall.table.receive, lambda events, now: None
    for pile in (first, second):
        hall.lift_city(0)
        hall.lay_city(0, *pile)
        hall.wait(1000)
    hall.table.receive = answer
    hall.until(lambda: len(hall.table.audit.laid) == 16, what="both piles")
