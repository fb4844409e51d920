"""What lies face down stays unknown: another card there changes no figure and no message."""

import queue
from collections import Counter
from copy import deepcopy
from random import Random

import pytest

from host_tools.bots.bots import BotGame
from host_tools.bots.dealer import Dealer
from host_tools.coach import worker
from host_tools.coach.rollout import position_of
from host_tools.rules.agenda import PICK
from host_tools.rules.errors import MoveError
from host_tools.rules.record import dump
from host_tools.rules.replay import replay
from host_tools.rules.setup import Seat, Setup
from host_tools.rules.writing import Scribe
from tests.coach.calibration import played, position_at, public_lines, turns_of
from tests.rules.dice import throws
from tests.rules.random_play import combinations, new_game, play_on
from tests.rules.table import fingerprint

ALL = ("base", "leaders", "cities")
SORTS = list(combinations())
GAMES = 2  # of each sort in `make test`
MANY = 20  # times as many in `make soak`


@pytest.fixture(params=[1, pytest.param(MANY, marks=pytest.mark.soak)], ids=["few", "many"])
def times(request):
    return request.param


def closed_cards(lines):
    """Return where a record names cards that lie face down: a play or extra play, and the field."""
    plays = [play for line in lines for play in line.get("plays", ())]
    parts = [part for play in plays for part in (play, play.get("extra")) if part]
    given_up = [(part, "card") for part in parts if part["action"] in ("sell", "wonder")]
    return given_up + [(play, "left") for play in plays if "left" in play]


def exchanged(lines, rng):
    """Exchange a closed card for one that is unseen or closed elsewhere; None if none can be."""
    game = replay(dump(lines).encode()).game
    places = len(closed_cards(lines))
    for place in rng.sample(range(places), places):
        twin = deepcopy(lines)
        closed = closed_cards(twin)
        part, field = closed[place]
        card = game.rules.card(part[field])
        elsewhere = [
            (other, name)
            for other, name in closed
            if other[name] != card.id and _alike(game.rules.card(other[name]), card)
        ]
        unseen = [other for other in _unseen(game, card) if other is not card]
        if elsewhere and (rng.random() < 0.5 or not unseen):
            other, name = rng.choice(elsewhere)
            part[field], other[name] = other[name], part[field]
        elif unseen:
            part[field] = rng.choice(unseen).id
        if twin != lines and _is_possible(twin):
            return twin
    return None


def _unseen(game, card):
    """Return the cards of the same pack of which a copy is still out."""
    rules = game.rules
    if card.color == "white":
        return [leader for leader in rules.leaders_sorted if not game.used[leader]]
    pack = next(pack for pack in rules.packs[card.age] if card in pack)
    return [other for other in dict.fromkeys(pack) if game.used[other] < pack.count(other)]


def _alike(one, other):
    return one.age == other.age and (one.color == "white") == (other.color == "white")


def _is_possible(lines):
    """A card that was picked from the pile later must have been there."""
    try:
        replay(dump(lines).encode())
    except MoveError:
        return False
    return True


def messages(lines, capsys):
    """Return all that the process reports about a position."""
    worker._work({"key": 1, "seed": 1, "record": ""}, dump(lines), queue.SimpleQueue())
    return capsys.readouterr().out


def untold_game(sort, rng):
    """Play a random game and return its record without deals up to a random turn."""
    game = new_game(sort, rng)
    scribe = Scribe(game)
    play_on(game, rng, scribe.deal, scribe.answer)
    return public_lines(scribe.lines[: rng.choice(turns_of(scribe.lines)[1:])])


@pytest.mark.slow
@pytest.mark.parametrize("sort", SORTS)
def test_another_closed_card_gives_the_same_figures_byte_for_byte(sort, times, capsys, monkeypatch):
    monkeypatch.setattr(worker, "TELL_S", 0)  # Reports follow the rollouts, not the clock.
    monkeypatch.setattr(worker, "ENOUGH", 2 * worker.BATCH)

    def check(dice):
        rng = Random(sort.encode() + dice.thrown)
        lines = untold_game(sort, rng)
        twin = exchanged(lines, rng)
        if twin is None:
            return
        positions = [position_of(dump(some).encode()) for some in (lines, twin)]
        possible = [fingerprint(position.possible(Dealer(1).draw)) for position in positions]
        assert possible[0] == possible[1]
        said = [messages(some, capsys) for some in (lines, twin)]
        assert said[0] == said[1]
        assert said[0].count("\n") == 3  # one a batch, and the last figures

    throws(GAMES * times, size=8, start=0, shrink=False)(check)


def test_nearly_every_position_has_a_closed_card_to_exchange():
    rng = Random(1)
    records = [untold_game(rng.choice(SORTS), rng) for _ in range(40)]
    assert sum(exchanged(lines, rng) is not None for lines in records) >= 35


@pytest.mark.parametrize(
    "sort", [(3, ("base",), "standard"), (5, ALL, "standard"), (2, ALL, "two_player")]
)
def test_the_pile_of_a_rollout_has_as_many_cards_of_each_age_as_the_true_one(sort):
    lines, _ = played(sort, 3, "random")
    for turn, upto in enumerate(turns_of(lines)):
        true = replay(dump(public_lines(lines[:upto])).encode()).game
        position = position_at(lines, turn)
        assert not position.game.discard and not position.game.leftovers
        assert not any(city.under for city in position.game.cities)
        game = position.possible(Dealer(turn).draw)
        assert _ages(game) == _ages(true)


def _ages(game):
    return Counter(card.age for card in game.discard)


def test_whoever_digs_in_a_rollout_finds_cards_of_earlier_ages():
    wonders = ("halikarnassos", "rhodos", "ephesos")
    table = BotGame(Setup(tuple(Seat(w, w, "B") for w in wonders)), "random", Dealer(1))
    scribe = Scribe(table.game)
    table.deal, table.tell = scribe.deal, scribe.answer
    table.play()
    position = position_at(scribe.lines, 6)  # the first turn of Age II
    picked = [card for seed in range(20) for card in _picked(position, Dealer(seed))]
    assert 1 in {card.age for card in picked}


def _picked(position, dealer):
    """Return the cards that bots take from the discard pile of a rollout."""
    game = position.possible(dealer.draw)
    table, cards = BotGame(game, "builder", dealer), []

    def tell(seat, answer):
        if game.question(seat).kind == PICK and answer is not None:
            cards.append(answer)
        game.answer(seat, answer)

    table.tell = tell
    table.play()
    return cards


def test_a_card_that_was_sold_turns_up_in_a_hand_in_some_rollouts():
    lines, _ = played((3, ("base",), "standard"), 3, "random")
    upto = turns_of(lines)[4]
    true = replay(dump(public_lines(lines[:upto])).encode()).game
    closed = {*true.discard, *(card for city in true.cities for card in city.under)}
    position = position_at(lines, 4)
    games = [position.possible(Dealer(seed).draw) for seed in range(60)]
    held = {card for game in games for hand in game.hands for card in hand}
    assert closed and closed <= held


def test_a_leader_that_was_sold_may_still_be_in_a_hand_but_as_many_are_gone():
    """R72: Rome draws from the leaders that were not dealt, so a sold one counts as dealt."""
    lines, _ = played((3, ("base", "leaders"), "standard"), 1, "random")
    turn = next(
        number
        for number, at in enumerate(turns_of(lines))
        if lines[at]["turn"] == 2 and lines[at]["age"] == 2
    )
    before = public_lines(lines[: turns_of(lines)[turn]])
    true = replay(dump(before).encode()).game
    sold = {
        true.rules.card(play["card"])
        for line in before[1:]
        for play in line["plays"]
        if line["turn"] == 0 and play["action"] in ("sell", "wonder")
    }
    position = position_at(lines, turn)
    games = [position.possible(Dealer(seed).draw) for seed in range(60)]
    assert sold <= {card for game in games for hand in game.leader_hands for card in hand}
    assert {sum(game.used[card] for card in game.rules.leaders_sorted) for game in games} == {12}
