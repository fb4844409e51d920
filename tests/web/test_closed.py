"""What stays closed, stays closed: sold cards, those under stages, and the discard pile.

Whole games of every set-up are watched through every public channel. Then they are played again
with closed cards exchanged for others, and everybody but their players must see the same bytes.
"""

import random
from dataclasses import replace

import pytest
from websockets.sync.client import connect

from host_tools.bots.dealer import Dealer
from host_tools.link.events import Tagged
from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.rules.errors import MoveError
from host_tools.rules.record import dump
from host_tools.rules.setup import Seat
from host_tools.table import closed, evening, view
from host_tools.table.closed import closed_cards
from host_tools.table.entries import OPERATOR, RESTARTED, TableSetup, Void
from host_tools.table.export import record_of
from host_tools.table.host import Host
from host_tools.table.states import AGAIN
from host_tools.web import card_lists, lessons, operator_actions
from host_tools.web.health import health_view
from tests.table.boarded import Boarded
from tests.table.paper import new_table, turn
from tests.web.exchange import ClosedGame, last_built, pairs
from tests.web.onlookers import masked
from tests.web.serving import headers, opened, seat, served

ALL = ("base", "leaders", "cities")
HOUSE_NUMBERS = {"rulings": {"house_numbers": True}}
UNDER = ("stonehenge_b", "great_wall_b", "henge_a")
HENGE = (  # Stages for nothing that score by the colour of the card under them, in any order
    '{"id": "henge_a", "name": "Henge", "side": "A", "effects": [{"order": "any"}]}',
    *(
        f'{{"stage": {stage}, "effects": [{{"points": 5, "per": "under", "of": "{of}"}}]}}'
        for stage, of in enumerate(("neighbours", "all", "neighbours", "all"), 1)
    ),
)
# name: (players, edition, sets, variant, how cards are laid, what else is agreed)
SETUPS = {
    "three on pages": (3, "2e", ("base",), "standard", "page", {}),
    "three on boards": (3, "1e", ("base",), "standard", "board", {}),
    "two and the Free City": (2, "1e", ("base",), "two_player", "board", {}),
    "two on pages, all sets": (2, "2e", ALL, "two_player", "page", HOUSE_NUMBERS),
    "leaders, strict": (4, "1e", ("base", "leaders"), "standard", "board", {"strict": True}),
    "cities, assisted": (3, "2e", ("base", "cities"), "standard", "board", {"mode": "assisted"}),
    "a shared reader": (5, "1e", ("base",), "standard", "shared", {"shared": True}),
    "always ask": (
        3, "2e", ALL, "standard", "board", {"grace": None, "ask_payment": True, "countdown": 3},
    ),
    "seven": (7, "1e", ("base", "leaders"), "standard", "page", {"grace": 0, "strict": True}),
    "teams": (6, "1e", ("base", "cities"), "team", "board", {"countdown": 1}),
    "eight": (8, "2e", ALL, "standard", "board", {"timer": 60, **HOUSE_NUMBERS}),
    "stages": (3, "1e", ("base", "wonder_pack"), "standard", "board", {"boards": UNDER}),
}  # fmt: skip


def game_of(folder, name, seed, exchanged=()):
    players, edition, sets, variant, by, agreed = SETUPS[name]
    more = dict(agreed)
    boards = more.pop("boards", ())
    rulings = {"house_numbers": True, **more.pop("rulings", {})}
    drawn = Dealer(seed).setup(players, edition, sets, variant, rulings, HENGE if boards else ())
    seats = [Seat(s.player, *_board(b)) for s, b in zip(drawn.seats, boards, strict=False)]
    drawn = replace(drawn, seats=tuple(seats) or drawn.seats)
    plan = TableSetup(drawn, **{"countdown": 0, **more})
    return ClosedGame(folder, plan, seed, by, exchanged)


def _board(name):
    wonder, side = name.rsplit("_", 1)
    return wonder, side.upper()


def check(tmp_path, name, seed):
    """Exchange closed cards, and a built one: that differs from its reveal on."""
    game = game_of(tmp_path / "game", name, seed).play()
    assert game.onlookers.found == []
    chance = random.Random(seed)
    innocent = chance.choice(game.rules.players)
    closed = pairs(game, chance, innocent)
    assert closed, "no closed card of this game can be exchanged"
    built, unseen = last_built(game, {uid for pair in closed for uid in pair}, innocent)
    other = game_of(tmp_path / "other", name, seed, [*closed, (built.uid, unseen)])
    other.play(lambda other: len(other.onlookers.reveals) > built.turn)
    assert other.onlookers.differences(game.onlookers, innocent, built.turn) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", SETUPS)
def test_nobody_sees_which_cards_lie_closed(tmp_path, name):
    check(tmp_path, name, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 22))
@pytest.mark.parametrize("name", SETUPS)
def test_nobody_sees_which_cards_lie_closed_in_many_games(tmp_path, name, seed):
    check(tmp_path, name, seed)


# Voids stay private

CODES = dict.fromkeys((*AGAIN, "bad_choice", "wrong_phase", "not_in_hand", OPERATOR, RESTARTED))


def after_a_void(folder, code, exchanged=(), uid=""):
    """All have committed, and the card of seat 0 is refused; then everybody plays that turn."""
    game = game_of(folder, "three on boards", 1, exchanged)
    game.play(lambda game: game.evening.phase == "open")
    laid = [place.tray for place in game.people.places.values()]
    game.table.record([Void(0, code, uid and laid[0])], 0.0)
    game.play(lambda game: len(game.onlookers.reveals) > 1)
    return game, laid


def seen_by_others(game, other):
    found = {}
    for innocent in (1, 2):
        found |= other.onlookers.differences(game.onlookers, innocent, 1)
    return {channel for channel in found if channel != "display board0"}


@pytest.mark.parametrize("code", CODES)
def test_only_its_own_seat_hears_why_a_card_is_refused(tmp_path, code):
    game, _ = after_a_void(tmp_path / "game", "wrong_age")
    other, _ = after_a_void(tmp_path / "other", code)
    assert seen_by_others(game, other) == set()
    assert any("lays again" in text for text in game.onlookers.seen["public view en"])


def test_nobody_learns_which_card_was_refused(tmp_path):
    game, laid = after_a_void(tmp_path / "game", "card_already_used", uid="its own")
    age = game.card(laid[0]).age
    unseen = next(
        uid
        for uid in game.tags
        if game.card(uid).age == age
        and game.card(uid) is not game.card(laid[0])
        and uid not in game.people.laid.values()
    )
    other, _ = after_a_void(
        tmp_path / "other", "card_already_used", [(laid[0], unseen)], uid="its own"
    )
    assert seen_by_others(game, other) == set()


# After the end


@pytest.mark.slow
def test_after_the_end_the_record_tells_every_card(tmp_path):
    game = game_of(tmp_path / "game", "three on pages", 1).play()
    record = dump(record_of(game.evening))
    closed = {card.id for _, card in closed_cards(game.evening)}
    assert closed and {card for card in closed if f'"{card}"' not in record} == set()


# Single leaks


def test_the_operators_page_tells_no_closed_card_and_not_what_it_would_have_cost(tmp_path):
    table = new_table(tmp_path)
    turn(table, "build altar", "sell baths", "sell theater")
    open_card, *closed = health_view(Host(table, Pump(Hub(), [])), "en")["last_turn"]
    assert open_card["name"] == "Altar"
    assert [row["name"] for row in closed] == ["", ""]
    opened = {"action": "build", "coins": [], "free": "", "bought": [], "stage": 0}
    sold = {"action": "sell", "coins": [0, 0, 0], "free": "", "bought": [], "stage": 0}
    assert [row["choices"] for row in closed] == [[opened, sold]] * 2


def test_a_refused_correction_of_a_closed_card_does_not_tell_which_one_it_is(tmp_path):
    with opened(tmp_path) as pages:
        pages.host.call(lambda: turn(pages.table, "build altar", "sell baths", "build theater"))
        for body in ({"action": "wonder"}, {"action": "sell", "free": "x"}, {"action": "recruit"}):
            with pytest.raises(MoveError) as refused:
                operator_actions.correct(pages, {"seat": 1, **body})
            assert "Baths" not in refused.value.message


def test_an_audit_names_no_card_that_lies_open_in_no_city(tmp_path):
    seats = Boarded(tmp_path)
    seats.sell("04a0", "04a1", "04a2")
    seats.table.begin_audit()
    seats.table.receive([Tagged("board0", 99, "04a1")], 0.0)
    laid, *unfinished = seats.table.end_audit()
    assert laid == "P0: a card was laid that lies in no city."
    assert all("has not finished" in line for line in unfinished)


def test_no_refusal_tells_that_the_only_copy_lies_closed(tmp_path):
    table = new_table(tmp_path)
    turn(table, "sell altar", "sell baths", "sell theater")
    with pytest.raises(MoveError) as refused:
        table.commit_page(0, "baths", 0.0, "wonder")
    assert refused.value.code == "cannot_afford"


# A test of these tests: leaks that are put back are noticed


def leaks(tmp_path, name="three on pages"):
    game = game_of(tmp_path / "game", name, 1).play()
    closed = pairs(game, random.Random(1), innocent=0)
    other = game_of(tmp_path / "other", name, 1, closed).play()
    return game.onlookers.found, other.onlookers.differences(game.onlookers, 0, -1)


@pytest.mark.slow
def test_a_name_on_the_screen_would_be_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(view, "is_closed", lambda action: False)
    found, differences = leaks(tmp_path)
    assert found and {"public view en", "events", "terminal"} <= differences.keys()


@pytest.mark.slow
def test_a_count_of_the_copies_that_are_left_would_be_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(card_lists, "seen_by", lambda evening, seat: evening.game.used)
    found, differences = leaks(tmp_path)
    assert found == [] and differences.keys() == {"cards0"}


@pytest.mark.slow
def test_a_lesson_that_counts_closed_cards_would_be_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(lessons, "seen_by", lambda evening, seat: evening.game.used)
    found, differences = leaks(tmp_path)
    assert found == []
    assert differences and all(key.startswith("cards0 show_lesson") for key in differences)


@pytest.mark.slow
def test_w21_points_for_the_colour_under_a_stage_would_be_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(closed, "by_closed_card", lambda item: False)
    _, differences = leaks(tmp_path, "stages")
    assert {"public view en", "events", "state", "terminal"} <= differences.keys()


def test_the_reason_of_a_void_in_the_log_would_be_noticed(tmp_path, monkeypatch):
    void = evening.Evening._void

    def telling(self, entry):
        void(self, entry)
        self.log[-1] += f" ({entry.why})"

    monkeypatch.setattr(evening.Evening, "_void", telling)
    game, _ = after_a_void(tmp_path / "game", "wrong_age")
    other, _ = after_a_void(tmp_path / "other", "unknown_card")
    assert {"public view en", "events", "terminal"} <= seen_by_others(game, other)


# Over the network

PLAIN = (
    "/", "/overlay", "/history", "/stats", "/api/v1/table", "/api/v1/seats",
    "/api/v1/seats/1", "/api/v1/seats/1/score?lang=fr", "/api/v1/events", "/api/v1/result",
    "/api/v1/games", "/api/seat/0/cards?q=", "/operator",
)  # fmt: skip
STREAMS = ("/events", "/operator/events", "/seat/0/events")


def bytes_of(folder, *plays):
    """Play a turn, and return all that comes through a socket to others than seats 1 and 2."""
    folder.mkdir()
    with opened(folder) as pages, served(pages) as page:
        pages.host.call(lambda: turn(pages.table, *plays))
        found = {path: page.get(path, headers=seat(pages, 0)).content for path in PLAIN}
        who = headers(pages, "operator", "seat0")
        for path in STREAMS:
            with page.stream("GET", path, headers=who) as stream:
                found[path] = _until(stream.iter_bytes(), b"event: view")
        with connect(f"{pages.at.replace('http', 'ws')}/api/v1/events?after=none") as heard:
            found["socket"] = "\n".join(heard.recv() for _ in range(5)).encode()
        return {path: masked(data.decode(), pages.table.name) for path, data in found.items()}


def _until(chunks, wanted):
    got = b""
    for chunk in chunks:
        got += chunk
        if wanted in got:
            break
    return got


def test_the_same_bytes_go_through_every_socket(tmp_path):
    one = bytes_of(tmp_path / "one", "build altar", "sell baths", "sell theater")
    other = bytes_of(tmp_path / "other", "build altar", "sell loom_1", "sell stockade")
    assert {path for path in one if one[path] != other[path]} == set()
    assert "altar" in one["socket"] and "altar" in one["/events"]
    assert "last_turn" in one["/operator/events"]
