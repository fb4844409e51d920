"""Whole games on boards that have several seats each: nothing is lost, doubled or wrong."""

from dataclasses import replace

import pytest

from card_db.bearers import PLAYER, Bearer
from firmware.link import opens
from host_tools.bots.dealer import NAMES
from host_tools.table.evening import LAYING
from host_tools.table.tags import ANY_DECK, TagRow, Tags
from tests.table.campaign import (
    FULL,
    KINDS,
    Shape,
    agreed,
    campaign,
    compare,
    outcome_of,
    plays_of,
    reference,
    setup_of,
)
from tests.table.chip_hall import ChipHall

pytestmark = pytest.mark.slow

TABLES = {
    "two boards of four": Shape(8, FULL, sizes=(4, 4)),
    "one board of eight": Shape(8, FULL, sizes=(8,)),
    "a board of three and two single seats": Shape(5, FULL, sizes=(3,)),
}
MIXED = Shape(6, turns=2)
FAULTS = {
    "damage": {"damage": 0.05},
    "resets": {"resets": 0.003},
    "replugs": {"replugs": 0.002},
    "host crashes": {"crashes": 0.002},
    "dying readers": {"deaths": 0.002},
    "all at once": {
        "damage": 0.05, "resets": 0.001, "replugs": 0.001, "crashes": 0.001, "deaths": 0.001,
    },
}  # fmt: skip


def hall(tmp_path, seed, shape, damage=0.0, **chances):
    kind = type("Hall", (ChipHall,), {"sizes": shape.sizes, **chances})
    return kind(setup_of(seed, shape), tmp_path / "journal.db", seed, damage)


def assert_same(table, seed, shape):
    """The game ended as it does with single seats and without any fault."""
    assert +compare(outcome_of(table.table.evening), reference(seed, shape)) == {}


def play(tmp_path, seed, shape, **faults):
    table = hall(tmp_path, seed, shape, **faults)
    table.play()
    assert_same(table, seed, shape)


@pytest.mark.parametrize("table", TABLES)
def test_a_whole_game_with_all_faults_at_once(tmp_path, table):
    play(tmp_path, 3, TABLES[table], **FAULTS["all at once"])


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("table", TABLES)
def test_many_whole_games(tmp_path, table, fault):
    for seed in range(50):
        (tmp_path / str(seed)).mkdir()
        play(tmp_path / str(seed), seed, TABLES[table], **FAULTS[fault])


@pytest.mark.parametrize("table", TABLES)
def test_a_few_turns_under_the_eyes_of_the_referee(table):
    """Every fault of the campaigns, each with seats that share boards."""
    for seed, faults in enumerate(KINDS.values()):
        shape = replace(agreed(seed, TABLES[table]), sets=("base", "cities"), turns=2)
        figures = campaign(faults, [seed], lambda seed, shape=shape: shape)
        assert (figures["lost"], figures["doubled"], figures["wrong"]) == (0, 0, 0)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("table", TABLES)
def test_many_games_under_the_eyes_of_the_referee(table, kind):
    figures = campaign(KINDS[kind], range(100), lambda seed: agreed(seed, TABLES[table]))
    assert (figures["lost"], figures["doubled"], figures["wrong"]) == (0, 0, 0)


def test_a_seat_whose_reader_dies_is_played_on_its_page_until_it_is_mended(tmp_path):
    seed, shape, seat = 4, TABLES["two boards of four"], 5
    table = hall(tmp_path, seed, shape, damage=0.05)
    table.until(lambda: len(table.table.evening.past) == 3, 300_000, table)
    table.kill_reader(seat)
    table.wait(2000)
    table.play_on_page(seat)
    table.until(lambda: len(table.table.evening.past) == 9, 300_000, table)
    table.mend_reader(seat)
    table.play_on_board(seat)
    table.play()
    assert_same(table, seed, shape)


def test_one_of_two_boards_is_away_for_a_while_and_the_other_keeps_its_cards(tmp_path):
    seed, shape = 5, replace(TABLES["two boards of four"], turns=4)
    table = hall(tmp_path, seed, shape)
    evening = table.table.evening
    table.until(lambda: len(evening.past) == 2, 300_000, table)
    table.until(lambda: len(evening.round.commits) >= 4, what="some cards")
    table.unplug(table.port_of(table.boards[0]))
    table.wait(20_000)
    kept = {seat: commit for seat, commit in evening.round.commits.items() if seat >= 4}
    assert len(kept) == 4
    assert table.table.absent() == sorted(seat for seat in evening.round.commits if seat < 4)
    assert len(evening.past) == 2  # nothing is locked without them
    table.plug(table.boards[0], "/dev/ttyACM9")
    table.until(lambda: len(evening.past) == shape.turns, 300_000, table)
    assert plays_of(evening, shape.turns) == reference(seed, shape).plays


# What can be read on a port that several seats share.


class Spied(ChipHall):
    """A hall in which somebody reads every byte on every port."""

    searched = 0

    def _note(self, port, mark, data):
        if hasattr(self, "people") and self.table.evening.phase == LAYING:
            for uid in self.people.secrets().values():
                self.searched += 1
                told = (uid.encode(), bytes.fromhex(uid), uid.upper().encode())
                assert not any(word in data for word in told), f"{uid} is told on {port}"
        return super()._note(port, mark, data)


@pytest.fixture(params=[(4, 4), (8,)], ids=str)
def spied(tmp_path, request):
    shape = Shape(8, ("base", "cities"), sizes=request.param)
    kind = type("Hall", (Spied,), {"sizes": shape.sizes})
    table = kind(setup_of(6, shape), tmp_path / "journal.db", 6, 0.05)
    table.until(lambda: len(table.table.evening.past) == 3, 300_000, table)
    return table


def test_no_card_is_told_on_a_shared_port_before_the_lock(spied):
    assert spied.searched > 1000


def test_what_one_seat_opens_opens_nothing_of_its_neighbours(spied):
    """Whoever has recorded the port tries every tag of the deck with every nonce."""
    seats = {board.seat.session.sid: seat for seat, board in spied.boards.items()}
    promises = {(seats[m.sid], m.round): m.commit for m in said(spied, "CM") if m.sid in seats}
    openings = [m for m in said(spied, "RV") if m.sid in seats]
    own = others = 0
    for opening in openings:
        for (seat, number), promise in promises.items():
            slot = (opening.game, number, seat)
            if (seats[opening.sid], opening.round) == (seat, number):
                own += opens(promise, opening.nonce, *slot, opening.uid)
            elif number == opening.round:
                others += 1
                assert not any(opens(promise, opening.nonce, *slot, uid) for uid in spied.tags)
    assert own >= 3 * 8
    assert others >= 3 * 8 * 7


def said(table, kind):
    return [message for _, _, message in table.wire if message.kind == kind]


# Boards of several sizes at one table.


class MixedHall(ChipHall):
    """A board of four and two single seats; nobody has told the host who sits where."""

    sizes = (4,)
    order = range(6)  # the seats of the players at the board of four, and at the single ones
    tagged = ()  # the seats of players who have a tag

    def seat_boards(self):
        assert self.table.evening.boards == {}

    def share(self, boards, sizes):
        super().share([boards[seat] for seat in self.order], sizes)

    def open_journal(self):
        journal = super().open_journal()
        people = {seat: Bearer(PLAYER, NAMES[seat]) for seat in self.tagged}
        rows = [TagRow(tag_of(seat), ANY_DECK, person) for seat, person in people.items()]
        Tags(journal).change(add=rows)
        return journal

    def claim(self, seat):
        """Lay the player's tag on a tray, and lift it when the seat is taken."""
        self.boards[seat].tray = (bytes.fromhex(tag_of(seat)),)
        self.until(lambda: seat in self.table.evening.boards, what="a claim")
        self.boards[seat].tray = ()


def tag_of(seat):
    return f"04aa{seat:010x}"


def mixed(tmp_path, **more):
    kind = type("Hall", (MixedHall,), more)
    table_setup = setup_of(7, MIXED)
    named = zip(table_setup.game_setup.seats, NAMES, strict=False)
    seats = [replace(seat, player=name) for seat, name in named]
    game = replace(table_setup.game_setup, seats=tuple(seats))
    table = kind(replace(table_setup, game_setup=game), tmp_path / "journal.db", 7, 0.05)
    table.people.away = set(table.boards)
    table.until(lambda: len(table.table.present) == 6, what="six seats")
    return table


def assert_seated(table):
    """Everybody sits where they should, and they can play."""
    expected = {seat: board.uid for seat, board in table.boards.items()}
    table.until(lambda: table.table.evening.boards == expected, what="all seats")
    table.people.away = set()
    table.until(lambda: len(table.table.evening.past) == MIXED.turns, 120_000, table)
    assert plays_of(table.table.evening, MIXED.turns) == reference(7, MIXED).plays


def test_a_mixed_table_whose_boards_know_their_places(tmp_path):
    assert_seated(mixed(tmp_path, numbered=(1, 5, 6)))


def test_a_mixed_table_whose_players_lay_their_tags(tmp_path):
    table = mixed(tmp_path, order=(4, 0, 5, 2, 3, 1), tagged=range(6))
    for seat in (2, 3, 0, 5, 1, 4):
        table.claim(seat)
    assert_seated(table)


def test_a_mixed_table_of_numbers_tags_and_buttons(tmp_path):
    """The four know their places; one lays a tag, and the last presses for what is left."""
    table = mixed(tmp_path, numbered=(1,), tagged=[5])
    table.until(lambda: len(table.table.evening.boards) == 4, what="the four")
    table.claim(5)
    table.boards[4].parts.tap("ok")
    assert_seated(table)


def test_a_player_s_tag_on_a_seat_that_is_taken_claims_nothing(tmp_path):
    table = mixed(tmp_path, numbered=(1, 5), tagged=[0])
    table.until(lambda: len(table.table.evening.boards) == 5, what="five seats")
    before = dict(table.table.evening.boards)
    table.boards[5].tray = (bytes.fromhex(tag_of(0)),)
    table.wait(3000)
    assert table.table.evening.boards == before
