"""What a seat's page teaches comes to the bearer of its token alone, from what that seat knows."""

from contextlib import contextmanager

import pytest

from host_tools.coach.lesson import lesson
from host_tools.rules.costs import moves
from host_tools.rules.moves import BUILD
from host_tools.table.gains import gain_of_move
from host_tools.texts import LANGUAGES
from host_tools.web.lessons import LESSONS
from tests.rules.table import give, new_game
from tests.table.paper import turn
from tests.web.serving import opened, operator, plan_of, seat, served

FIRST = ("build altar", "sell baths", "build lumber_yard")


class Hands:
    """Guests whose cards are known to the table."""

    def __init__(self, *hands):
        self.hands = hands

    def hand(self, number):
        return list(self.hands[number])

    def taken(self, number):
        return True


@contextmanager
def table(tmp_path, *more, **agreed):
    with opened(tmp_path, plan_of(**agreed), *more) as pages, served(pages) as page:
        yield pages, page


def ask(page, what, borne, lang="en", **body):
    return page.post(f"/api/seat/0/{what}?lang={lang}", json=body, headers=borne)


def test_a_lesson_tells_what_a_card_would_do(tmp_path):
    with table(tmp_path) as (pages, page):
        told = ask(page, "lesson", seat(pages, 0), card="baths").json()
    assert (told["card"]["name"], told["points"]) == ("Baths", 3)
    assert told["items"][0]["rule"] == "G79"
    assert [card["name"] for card in told["chains"]] == ["Aqueduct"]


@pytest.mark.parametrize("age", [1, 2, 3])
def test_a_lesson_and_the_bar_of_the_page_promise_the_same(age):
    game = new_game(age=age)
    give(game, 0, built="lumber_yard ore_vein apothecary", coins=20)
    give(game, 1, built="clay_pool stone_pit press_1 loom_1 glassworks_1 baths")
    compared = 0
    for card in game.rules.decks[age]:
        for move in moves(game, 0, [card]):
            if move.action == BUILD and not move.payment.free:
                told = lesson(game, 0, card)
                assert (told.points, told.coins) == gain_of_move(game, 0, move), card.id
                compared += 1
    assert compared > 5


@pytest.mark.parametrize("what", LESSONS)
def test_nobody_else_is_taught(tmp_path, what):
    body = {"card": "baths"} if what in ("lesson", "hint") else {}
    with table(tmp_path) as (pages, page):
        assert ask(page, what, seat(pages, 0), **body).status_code == 200
        for other in (seat(pages, 1), operator(pages), {"Origin": pages.at}):
            assert ask(page, what, other, **body).status_code == 401


def test_a_hint_needs_a_hand_or_a_named_card(tmp_path):
    with table(tmp_path) as (pages, page):
        refused = ask(page, "hint", seat(pages, 0))
        assert (refused.status_code, refused.json()["error"]) == (409, "no_hand")
        assert "does not know your hand" in refused.json()["message"]
        told = ask(page, "hint", seat(pages, 0), card="baths").json()
        assert (told["card"]["id"], told["of"]) == ("baths", 1)
        assert told["move"]["action"] in ("build", "wonder", "sell")


def test_a_hint_from_a_known_hand_does_not_look_at_the_other_hands(tmp_path):
    mine, cards = ["baths", "stockade", "loom_1"], ("altar", "press_1", "tavern", "scriptorium")
    told = set()
    for number, card in enumerate(cards):
        folder = tmp_path / str(number)
        folder.mkdir()
        with table(folder, Hands(mine, [card] * 3, [card] * 3)) as (pages, page):
            told.add(ask(page, "hint", seat(pages, 0)).text)
    assert len(told) == 1 and '"of":3' in told.pop()


def test_there_is_no_hint_when_no_card_is_asked_for(tmp_path):
    with table(tmp_path) as (pages, page):
        pages.host.call(lambda: turn(pages.table, *FIRST))
        refused = ask(page, "hint", seat(pages, 0), card="altar")  # its only copy is out
        assert refused.status_code == 409


def test_an_unknown_card_teaches_nothing(tmp_path):
    with table(tmp_path) as (pages, page):
        assert ask(page, "lesson", seat(pages, 0), card="nonsense").status_code in (404, 409)
        assert ask(page, "lesson", seat(pages, 0)).json()["error"] == "bad_field"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_explains_every_word_of_the_sets_that_are_played(tmp_path, lang):
    with table(tmp_path, sets="base leaders") as (pages, page):
        words = ask(page, "help", seat(pages, 0), lang).json()["words"]
    names = {word["name"] for word in words}
    assert "Leaders" in names and len(names) == len(words)
    assert not names & {"Diplomacy", "Diplomatie"}


def test_the_last_turns_do_not_name_what_was_sold(tmp_path):
    with table(tmp_path) as (pages, page):
        pages.host.call(lambda: turn(pages.table, *FIRST))
        told = ask(page, "turns", seat(pages, 0))
    assert "Altar" in told.text and "Baths" not in told.text


def test_whoever_asks_too_fast_waits(tmp_path):
    with table(tmp_path) as (pages, page):
        borne = seat(pages, 0)
        codes = {ask(page, "lesson", borne, card="baths").status_code for _ in range(60)}
    assert codes == {200, 429}
