"""Every action of the pages: what it does, and that bad input changes nothing."""

import json
import time

import pytest

from host_tools.link.events import Joined
from host_tools.rules.replay import replay
from host_tools.web.health import health_view
from host_tools.web.operator_actions import ACTIONS as OPERATOR_ACTIONS
from host_tools.web.seat_actions import ACTIONS as SEAT_ACTIONS
from tests.web.serving import enter, opened, operator, seat, served

TURN = ("altar", "baths", "theater")
NOTHING = {"coins": [0, 0, 0], "free": "", "bought": [], "stage": 0}


@pytest.fixture
def pages(tmp_path):
    with opened(tmp_path) as pages:
        yield pages


@pytest.fixture
def page(pages):
    with served(pages) as page:
        yield page


class Player:
    """Whoever holds the phones of all seats, and the operator's tablet."""

    def __init__(self, pages, page):
        self.pages, self.page = pages, page
        self.cookies = {"operator": operator(pages)}
        self.sit_down()

    def sit_down(self):
        """Open the links of this game's seats."""
        players = self.game().rules.players
        self.cookies |= {number: seat(self.pages, number) for number in players}

    def post(self, who, path, **body):
        prefix = "/api/operator" if who == "operator" else f"/api/seat/{who}"
        self.page.guard.actions._left.clear()  # nobody is as quick as a test
        return self.page.post(f"{prefix}/{path}", json=body, headers=self.cookies[who])

    def get(self, path, who="operator"):
        return self.page.get(path, headers=self.cookies[who])

    def game(self):
        return self.pages.host.call(lambda: self.pages.table.evening.game.copy())

    def phase(self):
        return self.pages.host.call(lambda: self.pages.table.evening.phase)

    def entries(self):
        return self.pages.host.call(lambda: self.pages.table.evening.entries)

    def lay(self, *cards):
        for number, card in enumerate(cards):
            assert self.post(number, "commit", card=card).status_code == 200
        self.settled()

    def settled(self):
        """Let the table's thread come round: the lock is a tick of its clock."""
        for _ in range(3):
            self.pages.host.call(lambda: self.pages.table.tick(1e12))

    def turn(self, *plays):
        words = [play.split() for play in plays]
        self.lay(*(card for _, card in words))
        for number, (action, _) in enumerate(words):
            question = self.private(number)["ask"]
            assert self.post(number, "press", step=question["step"], key=action).json() == {}

    def seen(self):
        return self.pages.host.call(lambda: self.pages.view("en"))

    def private(self, number):
        return self.pages.host.call(lambda: self.pages.private(number, "en"))


@pytest.fixture
def all_of_us(pages, page):
    return Player(pages, page)


def test_a_turn_is_played_on_three_phones(all_of_us):
    all_of_us.turn("build altar", "sell baths", "build theater")
    game = all_of_us.game()
    assert (game.turn, [city.coins for city in game.cities]) == (2, [3, 6, 3])


def test_a_card_is_withdrawn_before_the_lock(all_of_us):
    all_of_us.post(0, "commit", card="altar")
    assert all_of_us.private(0)["committed"]
    assert all_of_us.post(0, "withdraw").json() == {}
    assert not all_of_us.private(0)["committed"]
    assert all_of_us.private(0)["secret"] is None


def test_an_option_is_taken_by_its_number(all_of_us):
    all_of_us.lay(*TURN)
    options = [option["value"] for option in all_of_us.private(0)["ask"]["options"]]
    assert all_of_us.post(0, "take", option=options.index("sell")).json() == {}
    assert (
        all_of_us.pages.host.call(lambda: all_of_us.pages.table.evening.round.actions[0]) == "sell"
    )


def test_cards_are_found_in_both_languages(all_of_us):
    found = all_of_us.page.get(
        "/api/seat/0/cards?q=autel&lang=fr", headers=all_of_us.cookies[0]
    ).json()["cards"]
    (altar,) = found
    assert (altar["id"], altar["name"], altar["name_en"]) == ("altar", "Autel", "Altar")
    built = {"action": "build", **NOTHING, "builds": 0, "points": 2, "gains": 0}
    assert built in altar["moves"]
    assert all_of_us.get("/api/seat/0/cards?q=", who=0).json()["cards"]


def test_a_card_tells_its_chains_and_its_rule(all_of_us):
    facts = all_of_us.get("/api/seat/0/card?id=altar&lang=fr", who=0).json()
    assert facts == {"free_from": [], "chains_to": ["Temple"], "rule": ""}
    assert all_of_us.get("/api/seat/0/card?id=nothing", who=0).status_code == 404


def test_a_refusal_names_its_rule_where_there_is_one(all_of_us):
    of_another_age = all_of_us.post(0, "commit", card="palace").json()
    assert (of_another_age["error"], of_another_age["rule"]) == ("wrong_age", "G5")
    assert "rule" not in all_of_us.post(0, "commit", card="no_such_card").json()


def test_the_operator_undoes_pauses_voids_and_abandons(all_of_us):
    all_of_us.turn("build altar", "sell baths", "build theater")
    assert all_of_us.post("operator", "undo", turn=0).json() == {}
    assert all_of_us.game().turn == 1
    all_of_us.post("operator", "pause")
    assert all_of_us.post(0, "commit", card="altar").status_code == 409
    all_of_us.post("operator", "resume")
    all_of_us.post(0, "commit", card="altar")
    assert all_of_us.post("operator", "void", seat=0).json() == {}
    assert not all_of_us.private(0)["committed"]
    assert all_of_us.post("operator", "abandon").json() == {}
    assert all_of_us.phase() == "abandoned"


def test_a_turn_that_the_operator_names_is_taken_back_once(all_of_us):
    for _ in range(2):
        all_of_us.turn("build altar", "sell baths", "build theater")
        all_of_us.turn("sell lumber_yard", "sell clay_pool", "sell stone_pit")
        named = all_of_us.seen()["undo"]["turn"]
        for _ in range(3):
            assert all_of_us.post("operator", "undo", turn=named).json() == {}
        assert all_of_us.game().turn == 2
        all_of_us.post("operator", "undo", turn=0)


def test_a_seat_calls_a_mistake_and_another_seat_agrees(all_of_us):
    all_of_us.turn("build altar", "sell baths", "build theater")
    for _ in range(2):
        all_of_us.post(0, "undo", turn=0)
    assert (all_of_us.game().turn, all_of_us.seen()["undo"]["caller"]) == (2, 0)
    all_of_us.post(1, "undo", turn=0)
    assert all_of_us.game().turn == 1
    assert all_of_us.post(2, "undo", turn=0).json() == {}  # late, and for a turn that is gone
    assert all_of_us.seen()["undo"] is None


def test_the_operator_agrees_to_what_a_seat_has_called(all_of_us):
    all_of_us.turn("build altar", "sell baths", "build theater")
    all_of_us.post(0, "undo", turn=0)
    all_of_us.post("operator", "undo", turn=0)
    assert all_of_us.game().turn == 1


def test_the_operator_corrects_the_last_turn(all_of_us):
    all_of_us.turn("build altar", "sell baths", "build theater")
    assert all_of_us.post("operator", "correct", seat=0, action="sell").json() == {}
    assert all_of_us.game().cities[0].coins == 6
    assert all_of_us.post("operator", "correct", seat=0, action="build", **NOTHING).json() == {}
    assert all_of_us.game().cities[0].coins == 3


@pytest.mark.parametrize("bought", [["S"], ["X", "", ""], [1, "", ""], ["W" * 8, "", ""]])
def test_a_correction_names_what_is_bought_by_letters(all_of_us, bought):
    all_of_us.turn("build altar", "sell baths", "build theater")
    refusal = all_of_us.post("operator", "correct", seat=0, action="build", bought=bought)
    assert (refusal.status_code, refusal.json()["error"]) == (400, "bad_field")


def test_b5_a_correction_can_buy_what_the_city_makes_itself(all_of_us):
    all_of_us.turn("sell altar", "build stone_pit", "sell theater")
    all_of_us.turn("build baths", "sell loom_1", "sell clay_pit")
    bought = {"coins": [2, 0, 0], "bought": ["S", "", ""], "stage": 0}
    assert all_of_us.post("operator", "correct", seat=0, action="build", **bought).json() == {}
    assert [city.coins for city in all_of_us.game().cities] == [4, 8, 9]


def test_b5_a_seat_chooses_how_to_pay_on_its_page(all_of_us):
    all_of_us.turn("build altar", "sell baths", "sell theater")
    all_of_us.post(0, "play", card="loom_1", action="build", choose=True)
    question = all_of_us.private(0)["ask"]
    assert (question["chosen"], question["choosing"]) == ("build", True)
    all_of_us.post(0, "press", step=question["step"], key="build", choose=False)
    assert not all_of_us.private(0)["ask"]["choosing"]
    all_of_us.post(0, "press", step=question["step"], key="build", choose=True)
    all_of_us.post(1, "play", card="stone_pit", action="build")
    all_of_us.post(2, "play", card="clay_pit", action="sell")
    all_of_us.settled()
    options = all_of_us.private(0)["ask"]["options"]
    assert [option["payment"]["bought"] for option in options] == [["", "", ""]]
    assert all_of_us.post(0, "take", option=0).json() == {}
    assert all_of_us.game().turn == 3


def test_b8_nobody_chooses_at_the_end_before_it(all_of_us):
    refusal = all_of_us.post(0, "final", copy_guild="", science=None)
    assert (refusal.status_code, refusal.json()["error"]) == (409, "wrong_phase")
    refusal = all_of_us.post(0, "final", copy_guild="", science=[1, 2])
    assert (refusal.status_code, refusal.json()["error"]) == (400, "bad_field")


def test_a_card_is_committed_together_with_its_action(all_of_us):
    for number, (action, card) in enumerate([("build", "altar"), ("sell", "baths")]):
        assert all_of_us.post(number, "play", card=card, action=action).json() == {}
    question = all_of_us.private(0)["ask"]
    assert (question["optional"], question["chosen"]) == (True, "build")
    assert all_of_us.post(0, "press", step=question["step"], key="sell").json() == {}
    assert all_of_us.post(2, "play", card="theater", action="sell").json() == {}
    all_of_us.settled()
    assert [city.coins for city in all_of_us.game().cities] == [6, 6, 6]


def test_the_operator_corrects_a_closed_card_without_learning_its_name(all_of_us):
    all_of_us.turn("build altar", "sell baths", "build theater")
    desk = lambda: health_view(all_of_us.pages.host, "en")["last_turn"]  # noqa: E731
    last = all_of_us.pages.host.call(desk)
    assert [move["name"] for move in last] == ["Altar", "", "Theater"]
    assert last[1]["choices"][0] == {"action": "build", **NOTHING, "coins": []}
    assert "baths" not in str(last).lower()
    refusal = all_of_us.post("operator", "correct", seat=1, action="recruit")
    assert refusal.status_code == 409 and "baths" not in refusal.text.lower()
    assert all_of_us.seen()["looked"]  # the refusal tells something, so everybody is told
    assert all_of_us.post("operator", "correct", seat=1, action="build").json() == {}
    assert [card.id for card in all_of_us.game().cities[1].built] == ["baths"]


def test_a_look_at_the_pile_is_shown_in_that_turn_and_the_next(all_of_us):
    all_of_us.turn("build altar", "sell baths", "build theater")
    assert not all_of_us.seen()["looked"]
    (card,) = all_of_us.post("operator", "pile", lang="fr").json()["cards"]
    assert card["name"] == "Bains"
    shown = []
    for cards in (
        ("lumber_yard", "clay_pool", "stone_pit"),
        ("ore_vein", "clay_pit", "timber_yard"),
    ):
        shown.append(all_of_us.seen()["looked"])
        all_of_us.turn(*(f"sell {card}" for card in cards))
    assert [*shown, all_of_us.seen()["looked"]] == [True, True, False]


def test_an_audit_reports_what_is_missing_and_who_has_not_finished(all_of_us):
    all_of_us.turn("build altar", "sell baths", "build theater")
    all_of_us.post("operator", "audit/begin")
    all_of_us.pages.host.call(lambda: all_of_us.pages.table.audit.done.update({0, 1}))
    report = all_of_us.post("operator", "audit/end", lang="fr").json()["report"]
    assert report == [
        "P0 : Autel manque.",
        "P2 n'a pas fini : on ne sait pas s'il y manque une carte.",
    ]
    assert all_of_us.post("operator", "audit/end").status_code == 409


def test_the_game_waits_until_the_audit_has_ended(all_of_us):
    all_of_us.post("operator", "audit/begin")
    all_of_us.lay(*TURN)
    assert all_of_us.phase() == "lay"
    all_of_us.post("operator", "audit/end")
    all_of_us.settled()
    assert all_of_us.phase() == "declare"


def test_the_export_is_a_record_that_can_be_replayed(all_of_us):
    all_of_us.turn("build altar", "sell baths", "build theater")
    answer = all_of_us.get("/api/operator/export")
    assert "attachment" in answer.headers["content-disposition"]
    assert replay(answer.content).game.turn == 2


def test_a_link_is_made_with_its_code(all_of_us):
    found = all_of_us.post("operator", "token", seat=1).json()
    assert found["url"].startswith(f"{all_of_us.pages.at}/seat/1?t=")
    assert found["qr"].startswith("<svg") and "style=" not in found["qr"]
    assert all_of_us.post("operator", "token", seat="operator").json()["url"].startswith("http")


def test_all_seats_get_a_link_of_their_own_on_one_sheet(all_of_us):
    codes = all_of_us.post("operator", "codes").json()["codes"]
    assert [(code["seat"], code["player"]) for code in codes] == [(0, "P0"), (1, "P1"), (2, "P2")]
    assert len({code["url"] for code in codes}) == 3
    assert all(code["until"] > time.time() + 11 * 3600 for code in codes)
    all_of_us.page.cookies.clear()
    assert enter(all_of_us.page, codes[1]["url"]).status_code == 200
    assert enter(all_of_us.page, codes[1]["url"]).status_code == 200  # the same phone again
    all_of_us.page.cookies.clear()
    assert enter(all_of_us.page, codes[1]["url"]).json()["error"] == "spent"


def test_a_running_game_is_put_aside_when_the_operator_says_so(all_of_us):
    first = all_of_us.pages.table.number
    assert all_of_us.post("operator", "new-game", aside=True).json() == {}
    assert all_of_us.pages.table.number != first
    (left,) = all_of_us.post("operator", "games").json()["games"]
    assert left["game"] == first and left["last"] >= left["begun"]


def test_the_next_game_begins_where_the_last_one_ended(all_of_us):
    assert all_of_us.post("operator", "new-game").json()["error"] == "game_running"
    plan = all_of_us.get("/api/setup/plan").json()["plan"]
    plan["players"] = [
        {"name": name, "wonder": "", "side": ""} for name in ("Zoé", "Yan", "Xu", "Will")
    ]
    answer = all_of_us.page.post(
        "/api/setup/plan", json=plan, headers=all_of_us.cookies["operator"]
    ).json()
    assert answer["known_players"] == ["Zoé", "Yan", "Xu", "Will"]
    assert answer["running"]
    all_of_us.post("operator", "abandon")
    assert all_of_us.post("operator", "new-game").json() == {}
    assert [all_of_us.game().rules.name(number) for number in range(4)] == answer["known_players"]
    assert all_of_us.phase() == "lay"


def test_a_game_that_was_put_aside_is_taken_up_again_where_it_was(all_of_us):
    all_of_us.turn("build altar", "sell baths", "build theater")
    all_of_us.post("operator", "abandon")
    assert all_of_us.post("operator", "games").json() == {"games": []}
    all_of_us.post("operator", "new-game")
    all_of_us.sit_down()
    all_of_us.turn("build altar", "sell baths", "build theater")
    first, coins = all_of_us.pages.table.number, [city.coins for city in all_of_us.game().cities]
    all_of_us.pages.host.call(lambda: all_of_us.pages.begin(all_of_us.pages.draft.agreed()))
    (left,) = all_of_us.post("operator", "games").json()["games"]
    assert (left["game"], len(left["players"])) == (first, 3)
    assert all_of_us.post("operator", "take-up", game=first).json() == {}
    assert all_of_us.pages.table.number == first
    assert [city.coins for city in all_of_us.game().cities] == coins
    assert all_of_us.game().turn == 2
    assert all_of_us.post("operator", "take-up", game=99).json()["error"] == "no_such_game"


def test_wonders_are_drawn_and_then_stay(all_of_us):
    plan = all_of_us.get("/api/setup/plan").json()["plan"]
    plan["players"] = [{"name": n, "wonder": "", "side": ""} for n in "abcde"]
    plan["players"][0] |= {"wonder": "gizah", "side": "B"}
    headers = all_of_us.cookies["operator"]
    all_of_us.page.post("/api/setup/plan", json=plan, headers=headers)
    drawn = all_of_us.page.post("/api/setup/draw", json={}, headers=headers).json()["plan"]
    wonders = [player["wonder"] for player in drawn["players"]]
    assert len(set(wonders)) == 5 and all(wonders)
    assert drawn["players"][0] == {"name": "a", "wonder": "gizah", "side": "B"}
    all_of_us.post("operator", "abandon")
    all_of_us.post("operator", "new-game")
    assert [seat.wonder for seat in all_of_us.game().rules.setup.seats] == wonders


def test_the_deck_list_has_as_many_cards_as_are_dealt(all_of_us):
    plan = all_of_us.get("/api/setup/plan").json()["plan"]
    plan |= {"sets": ["base", "leaders", "cities"]}
    headers = all_of_us.cookies["operator"]
    assert all_of_us.page.post("/api/setup/plan", json=plan, headers=headers).status_code == 200
    groups = all_of_us.get("/api/setup/deck?lang=fr").json()["groups"]
    assert [group["text"] for group in groups] == ["Leaders", "Âge I", "Âge II", "Âge III"]
    assert [group["total"] for group in groups[1:]] == [24, 24, 24]
    guilds = [card["id"] for card in groups[3]["cards"] if card["color"] == "purple"]
    assert len(guilds) == 5
    assert all_of_us.get("/api/setup/deck").json()["groups"][3]["total"] == 24
    again = all_of_us.page.post("/api/setup/deck", json={}, headers=headers).json()["groups"]
    assert again[3]["total"] == 24


def test_two_players_get_a_free_city(all_of_us):
    plan = all_of_us.get("/api/setup/plan").json()["plan"]
    plan |= {"variant": "two_player", "players": plan["players"][:2]}
    headers = all_of_us.cookies["operator"]
    assert all_of_us.page.post("/api/setup/plan", json=plan, headers=headers).status_code == 200
    all_of_us.post("operator", "abandon")
    assert all_of_us.post("operator", "new-game").json() == {}
    assert all_of_us.game().rules.free_city == 2
    all_of_us.sit_down()
    decider = all_of_us.game().decider(2)
    assert all_of_us.post(decider, "lay", card="altar").json() == {}
    assert all_of_us.post(decider, "commit", card="baths").json() == {}
    assert all_of_us.post(decider, "withdraw").json() == {}
    assert all_of_us.private(decider)["ask"]["kind"] == "free_city"  # chosen again


def test_a_table_without_a_game_waits_for_the_set_up_page(tmp_path):
    with opened(tmp_path, plan=False) as pages, served(pages) as page:
        everybody = operator(pages)
        refused = page.post("/api/operator/undo", json={"turn": 0}, headers=everybody).json()
        assert refused["error"] == "no_game"
        assert pages.host.call(lambda: pages.view("fr"))["phase"] == "none"
        assert page.post("/api/operator/new-game", json={}, headers=everybody).json() == {}
        assert pages.host.call(lambda: pages.view("fr"))["phase"] == "lay"


def test_a_seat_with_a_reader_takes_its_card_there(all_of_us, pages):
    """A page stands in for a board only while that board is away."""

    def plug():
        pages.table.serve(0, "e6a1", 0.0)
        pages.table.present.add("e6a1")

    pages.host.call(plug)
    assert all_of_us.post(0, "commit", card="altar").json()["error"] == "has_reader"
    pages.host.call(lambda: pages.table.present.discard("e6a1"))
    assert all_of_us.post(0, "commit", card="altar").status_code == 200


def test_a_board_that_is_there_can_replace_another(all_of_us, pages):
    assert all_of_us.post("operator", "replace", seat=0, board="e6a2").json()["error"] == "no_board"
    pages.host.call(lambda: pages.host.present.update(e6a2=Joined("e6a2", {}, "")))
    assert all_of_us.post("operator", "replace", seat=0, board="e6a2").json() == {}
    assert pages.host.call(lambda: pages.table.evening.boards[0]) == "e6a2"
    assert all_of_us.post("operator", "replace", seat=0, board="").json() == {}
    assert all_of_us.private(0)["by_page"]


# Bad input

WRONG_VALUES = [None, True, 1.5, [], {}, "", "x" * 5000, -1, 10**30, "\ud800", "é\u0000"]
FIELD = {str: [v for v in WRONG_VALUES if not isinstance(v, str)] + ["nothing", "\ud800"]}
FIELD[int] = [v for v in WRONG_VALUES if v != 1] + ["1"]
FIELD[bool] = [v for v in WRONG_VALUES if v is not True]
GOOD = {"card": "altar", "step": "1d0", "key": "build", "option": 0, "seat": 0, "plays": True,
        "action": "sell", "board": "", "game": 7, "on": True, "turn": 1, "lang": "en",
        "copy_guild": "", "science": None}  # fmt: skip


def wrong_bodies(fields, optional=()):
    """Everything that is nearly right."""
    good = {name: GOOD[name] for name in fields}
    yield {**good, "more": 1}
    for name in fields:
        yield {other: value for other, value in good.items() if other != name}
        for value in FIELD[str if fields[name] not in (int, bool) else fields[name]]:
            yield {**good, name: value}


def refused(answer, *, but=()):
    assert 400 <= answer.status_code < 500, answer.text
    found = answer.json()
    assert {*found} - {"rule", "field"} == {"error", "message"}
    assert found["message"] and found["error"] not in but
    assert "Traceback" not in answer.text


@pytest.mark.slow
@pytest.mark.parametrize("name", SEAT_ACTIONS)
def test_bad_input_of_a_seat_is_refused_and_nothing_changes(all_of_us, name):
    fields = SEAT_ACTIONS[name][1]
    before = all_of_us.entries()
    for number, body in enumerate(wrong_bodies(fields)):
        all_of_us.page.guard.actions._left.clear()
        answer = all_of_us.page.post(
            f"/api/seat/0/{name}?lang={'fr' if number % 2 else 'en'}",
            content=json.dumps(body),
            headers=all_of_us.cookies[0] | {"Content-Type": "application/json"},
        )
        refused(answer)
    assert all_of_us.entries() == before


@pytest.mark.slow
@pytest.mark.parametrize("name", OPERATOR_ACTIONS)
def test_bad_input_of_the_operator_is_refused_and_nothing_changes(all_of_us, name):
    fields = OPERATOR_ACTIONS[name][1]
    before = all_of_us.entries()
    for body in wrong_bodies(fields):
        all_of_us.page.guard.actions._left.clear()
        answer = all_of_us.page.post(
            f"/api/operator/{name}",
            content=json.dumps(body),
            headers=all_of_us.cookies["operator"] | {"Content-Type": "application/json"},
        )
        refused(answer)
    assert all_of_us.entries() == before


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b"null", b"{", b"\xff", b'{"card": NaN}', b"[" * 9000, b'"card"', b"1e999"]
)
def test_what_is_no_object_is_refused(all_of_us, raw):
    answer = all_of_us.page.post(
        "/api/seat/0/commit",
        content=raw,
        headers=all_of_us.cookies[0] | {"Content-Type": "application/json"},
    )
    refused(answer)
    assert answer.status_code == 400


PLAN_CHANGES = [
    {"players": []},
    {"players": [{"name": "Ann", "wonder": "", "side": ""}] * 9},
    {"players": [{"name": "", "wonder": "", "side": ""}] * 3},
    {"players": [{"name": "x" * 99, "wonder": "", "side": ""}] * 3},
    {"players": [{"name": "a\u0000", "wonder": "", "side": ""}] * 3},
    {"players": [{"name": n, "wonder": "", "side": ""} for n in ("Ann", "ANN", "Bo")]},
    {"players": [{"name": n, "wonder": "", "side": ""} for n in ("[/b]", "Bo", "Cy")]},
    {"players": [{"name": n, "wonder": "", "side": ""} for n in ("=1+1", "Bo", "Cy")]},
    {"players": [{"name": n, "wonder": "", "side": ""} for n in ("A\u202en", "Bo", "Cy")]},
    {"players": [{"name": "Ann"}] * 3},
    {"players": ["Ann", "Bo", "Cy"]},
    {"players": [{"name": "Ann", "wonder": "gizah", "side": "A"}] * 3},
    {"players": [{"name": "Ann", "wonder": "atlantis", "side": "A"}] * 3},
    {"players": [{"name": "Ann", "wonder": "", "side": "Night"}] * 3},
    {"edition": "3e"}, {"sets": ["leaders"]}, {"sets": ["base", "armada"]}, {"sets": [1]},
    {"sets": [["base"]]}, {"variant": "solo"}, {"variant": "team"}, {"mode": "open"},
    {"countdown": 11}, {"countdown": -1}, {"countdown": True}, {"countdown": "3"}, {"strict": 1},
    {"rulings": {"babylon_first": 1}}, {"rulings": {"none": True}}, {"more": 1},
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("change", PLAN_CHANGES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_plan_that_makes_no_sense_is_refused(all_of_us, change, lang):
    before = all_of_us.get("/api/setup/plan").json()
    answer = all_of_us.page.post(
        f"/api/setup/plan?lang={lang}",
        json=before["plan"] | change,
        headers=all_of_us.cookies["operator"],
    )
    refused(answer)
    assert answer.status_code == 400
    assert all_of_us.get("/api/setup/plan").json() == before


def test_a_seat_that_is_not_there_is_said(all_of_us, pages, page):
    refused(page.get("/api/seat/7/cards", headers=seat(pages, 7)))
    refused(page.post("/api/seat/7/withdraw", json={}, headers=seat(pages, 7)))
    answer = all_of_us.post("operator", "token", seat=7)
    assert (answer.status_code, answer.json()["error"]) == (404, "no_seat")
    refused(page.get("/api/seat/" + "9" * 5000 + "/cards"))


@pytest.mark.parametrize("words", ["%00zz", "a" * 5000, "%ff%fezz", "é'\"<script>"])
def test_words_that_find_nothing_are_no_mistake(all_of_us, words):
    answer = all_of_us.get(f"/api/seat/0/cards?q={words}", who=0)
    assert answer.json() == {"cards": []}


def test_an_old_question_is_not_answered_any_more(all_of_us):
    all_of_us.lay(*TURN)
    answer = all_of_us.post(0, "press", step="0d0", key="build")
    assert answer.json()["error"] == "wrong_phase"


def test_refusals_are_told_in_french(all_of_us):
    answer = all_of_us.page.post(
        "/api/seat/0/commit?lang=fr", json={"card": "pantheon"}, headers=all_of_us.cookies[0]
    )
    assert answer.json() == {
        "error": "wrong_age",
        "message": "Cette carte n'est pas de cet Âge.",
        "rule": "G5",
    }


def test_a_full_disk_is_told_and_nothing_is_taken(all_of_us, pages, monkeypatch):
    from host_tools.table.journal import JournalError

    def full(*args):
        raise JournalError("the disk is full")

    before = all_of_us.entries()
    monkeypatch.setattr(pages.table.journal, "append", full)
    answer = all_of_us.post(0, "commit", card="altar")
    assert (answer.status_code, answer.json()["error"]) == (503, "trouble")
    assert all_of_us.entries() == before
