"""Links and cookies: what they open, how they are spent, and when they end."""

import json
import threading
import time

import pytest

from host_tools.web.access import LINK_S, OPERATOR_S, SEAT_S, Tokens
from tests.web.serving import cookie, enter, headers, opened, operator, plan_of, seat, served
from tests.web.test_live import Stream, commit


@pytest.fixture
def pages(tmp_path):
    with opened(tmp_path) as pages:
        yield pages


@pytest.fixture
def page(pages):
    with served(pages) as page:
        yield page


def begin(pages, plan=None):
    """Begin another game at the table."""
    pages.host.call(lambda: pages.begin(plan or plan_of()))


def cards(page, borne):
    return page.get("/api/seat/0/cards", headers=borne).status_code


def rest(stream):
    """What else a stream says until the table ends it."""
    heard = []
    while (event := stream.event())[0]:
        heard.append(event)
    return heard


# Games and players


def test_the_cookie_of_the_last_game_opens_no_seat_of_the_next(pages, page):
    mine = seat(pages, 0)
    assert cards(page, mine) == 200
    begin(pages)
    refused = page.get("/api/seat/0/cards", headers=mine)
    assert (refused.status_code, refused.json()["error"]) == (401, "other_game")
    body = {"card": "altar"}
    assert page.post("/api/seat/0/commit", json=body, headers=mine).status_code == 401
    assert "Another game is at the table now" in page.get("/seat/0", headers=mine).text
    assert not pages.host.call(lambda: pages.table.evening.round.commits)
    assert cards(page, seat(pages, 0)) == 200


def test_a_game_that_is_taken_up_again_lets_its_players_in_again(pages, page):
    mine, first = seat(pages, 0), pages.host.call(lambda: pages.table.number)
    begin(pages)
    assert cards(page, mine) == 401
    pages.host.call(lambda: pages.take_up(first))
    assert cards(page, mine) == 200


def test_a_link_of_the_last_game_opens_no_seat_of_the_next(pages, page):
    link = pages.link("seat0", "/seat/0")
    begin(pages)
    assert enter(page, link).status_code == 403


def test_the_operator_stays_in_from_game_to_game(pages, page):
    desk = operator(pages)
    begin(pages)
    assert page.post("/api/operator/pause", json={}, headers=desk).status_code == 200


def test_an_action_that_waits_for_the_table_is_not_done_in_the_next_game(pages, page):
    """The cookie was good when the request came, and is not when its turn comes."""
    mine, answers = seat(pages, 0), []

    def act():
        body = {"card": "altar"}
        answers.append(page.post("/api/seat/0/commit", json=body, headers=mine).status_code)

    def another_game():
        acting.start()
        until = time.monotonic() + 30
        while pages.host._calls.empty() and time.monotonic() < until:
            time.sleep(0.001)
        pages.begin(plan_of())

    acting = threading.Thread(target=act)
    pages.host.call(another_game, timeout=60)
    acting.join(60)
    assert answers == [401]
    assert not pages.host.call(lambda: pages.table.evening.round.commits)


def test_a_table_without_a_game_has_no_seats(tmp_path):
    with opened(tmp_path, plan=False) as pages:
        assert cookie(pages, "seat0") is None
        assert cookie(pages, "operator")


# Time


def test_links_and_cookies_grow_old():
    now = [0.0]
    tokens = Tokens(clock=lambda: now[0])
    tokens.sit({0: "Ann"})
    late, seats, desk = (tokens.issue(role) for role in ("seat0", "seat0", "operator"))
    seat_cookie, desk_cookie = tokens.redeem("seat0", seats), tokens.redeem("operator", desk)
    now[0] = LINK_S
    assert tokens.redeem("seat0", late) is None
    now[0] = SEAT_S - 1
    assert tokens.bears("seat0", seat_cookie)
    now[0] = SEAT_S
    assert not tokens.bears("seat0", seat_cookie)
    assert tokens.devices() == {"operators": 1, "seats": [0]}
    now[0] = OPERATOR_S
    assert not tokens.bears("operator", desk_cookie)


def test_a_stream_ends_with_the_cookie(pages, page):
    with Stream(pages, "/seat/0/events", **seat(pages, 0)) as mine:
        mine.next("private")
        pages.tokens._clock = lambda: time.time() + SEAT_S
        commit(page, pages, 0, "altar")
        assert not any(data["committed"] for name, data in rest(mine) if name == "private")


# The file


def test_cookies_outlive_a_restart_and_the_file_tells_no_token(tmp_path):
    journal = tmp_path / "games.db"
    tokens = Tokens.beside(journal)
    tokens.sit({0: "game 1, Ann"})
    borne = tokens.redeem("seat0", tokens.issue("seat0"))
    path = tmp_path / "games.tokens.json"
    again = Tokens.beside(journal)
    assert not again.bears("seat0", borne)  # nobody has said which game it is
    again.sit({0: "game 1, Ann"})
    assert again.bears("seat0", borne)
    assert again.cookie_name("seat0") == tokens.cookie_name("seat0")
    assert borne not in path.read_text() and "Ann" not in path.read_text()
    assert path.stat().st_mode & 0o077 == 0
    again.revoke("seat0")
    third = Tokens.beside(journal)
    third.sit({0: "game 1, Ann"})
    assert not third.bears("seat0", borne)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"seat0": 1}', "null", '{"seat0": ["d"]}', '{"store": 1, "bearers": {}}',
     '{"store": "01234567", "bearers": {"d": ["seat0"]}}', '{"store": "01234567", "bearers": 7}'],
)  # fmt: skip
def test_a_damaged_or_old_file_of_tokens_lets_nobody_in(tmp_path, text):
    path = tmp_path / "games.tokens.json"
    path.write_text(text)
    tokens = Tokens(path)
    tokens.sit({0: "Ann"})
    assert not tokens.bears("seat0", "x")
    assert tokens.bears("seat0", tokens.redeem("seat0", tokens.issue("seat0")))


def test_the_demo_and_a_real_table_share_no_cookies(tmp_path):
    """In one folder, under one host name: a browser that was in at both stays in at both."""
    with (
        opened(tmp_path, name="games.db") as real,
        opened(tmp_path, name="demo.db") as demo,
        served(real) as page,
        served(demo) as other,
    ):
        borne = operator(demo)["Cookie"].partition("=")[2]
        name = real.tokens.cookie_name("operator")
        forged = {"Origin": real.at, "Cookie": f"{name}={borne}"}
        assert page.post("/api/operator/pause", json={}, headers=forged).status_code == 401
        enter(page, real.link("operator", "/operator"))
        other.cookies = page.cookies
        assert enter(other, demo.link("operator", "/operator")).status_code == 200
        assert page.get("/operator").status_code == other.get("/operator").status_code == 200


def test_a_demo_with_the_journal_of_a_table_has_tokens_of_its_own(tmp_path):
    real, demo = (Tokens.beside(tmp_path / "games.db", of) for of in ("", ".demo"))
    borne = real.redeem("operator", real.issue("operator"))
    assert real.bears("operator", borne) and not demo.bears("operator", borne)
    assert {path.name for path in tmp_path.iterdir()} == {"games.tokens.json"}


def test_links_and_devices_are_limited(pages):
    first = cookie(pages, "seat0")
    assert all(cookie(pages, "seat0") != first for _ in range(16))
    assert pages.tokens.devices()["seats"] == [16, 0, 0]
    assert not pages.tokens.bears("seat0", first)
    for _ in range(500):
        pages.tokens.issue("seat0")
    assert len(pages.tokens._links) <= 200


# Links


def test_a_link_is_good_once_and_becomes_a_strict_cookie(pages, page):
    link = pages.link("seat2", "/seat/2")
    given = enter(page, link).headers["set-cookie"].lower()
    assert "httponly" in given and "samesite=strict" in given
    assert f"{pages.tokens.cookie_name('seat2')}=" in given
    assert f"max-age={int(SEAT_S)};" in given
    page.cookies.clear()
    second = enter(page, link)
    assert (second.status_code, second.json()["error"]) == (403, "spent")
    assert "set-cookie" not in second.headers


def test_looking_at_a_link_spends_nothing(pages, page):
    """A chat fetches what is behind a link before the player does."""
    link = pages.link("seat2", "/seat/2")
    right, wrong = page.get(link), page.get("/seat/2?t=wrong")
    assert page.head(link).status_code == right.status_code == 200
    assert right.text == wrong.text
    assert "set-cookie" not in right.headers
    assert enter(page, link).status_code == 200


def test_who_is_in_already_does_not_spend_a_link(pages, page):
    borne = seat(pages, 2)
    link = pages.link("seat2", "/seat/2")
    there = page.get(f"{link}&lang=fr", headers=borne)
    assert (there.status_code, there.headers["location"]) == (303, "/seat/2?lang=fr")
    page.headers["Cookie"] = borne["Cookie"]
    assert enter(page, link).status_code == 200
    del page.headers["Cookie"]
    assert "set-cookie" in enter(page, link).headers  # still good for somebody else


def test_a_seats_link_opens_no_other_door(pages, page):
    link = pages.link("seat2", "/seat/2")
    assert enter(page, link.replace("/seat/2", "/seat/1")).status_code == 403
    assert enter(page, link.replace("/seat/2", "/operator")).status_code == 403
    assert enter(page, link).status_code == 200


@pytest.mark.parametrize("path", ["/api/operator/enter", "/api/operator/%65nter"])
def test_links_cannot_be_guessed_fast(pages, page, path):
    def guess(number):
        body = {"token": str(number)}
        return page.post(path, json=body, headers={"Origin": pages.at}).status_code

    tried = [guess(number) for number in range(15)]
    assert (tried[0], tried[-1]) == (403, 429)


@pytest.mark.parametrize("path", ["/overlay?layout=bar", "/operator?t=x", "/operator?%74=x"])
def test_looking_is_no_guess(page, path):
    assert {page.get(path).status_code for _ in range(15)} == {200}


def test_a_foreign_page_redeems_no_link(pages, page):
    body = {"token": pages.tokens.issue("operator")}
    foreign = {"Origin": "http://evil.example"}
    assert page.post("/api/operator/enter", json=body, headers=foreign).status_code == 403
    assert page.post("/api/operator/enter", json=body, headers={"Origin": pages.at}).is_success


@pytest.mark.slow
def test_a_browser_goes_through_a_link_and_leaves_it_behind(visitor, pages, page):
    link = pages.link("seat2", "/seat/2")
    phone = visitor.open(f"{link}&lang=fr", wide=390, ready=".now")
    assert phone.url == f"{pages.at}/seat/2?lang=fr"
    phone.reload()
    phone.wait_for_selector(".now")
    late = phone.context.browser.new_page()
    late.goto(f"{link}&lang=en")
    late.wait_for_selector("text=This link was used on another device already")
    late.close()


# Logging out


@pytest.mark.slow
def test_pages_of_those_who_are_logged_out_say_so_and_show_nothing_else(visitor, pages, page):
    desk = visitor.open(pages.link("operator", "/operator") + "&lang=en", ready=".doors")
    phone = visitor.open(pages.link("seat0", "/seat/0") + "&lang=en", ready=".now")
    plan = visitor.open(pages.link("operator", "/setup") + "&lang=en", ready=".ages li")
    desk.wait_for_selector("text=2 devices")
    desk.get_by_role("button", name="Log everybody out").click()
    desk.locator("dialog").get_by_role("button", name="Log everybody out").click()
    phone.wait_for_selector("text=You have been logged out")
    assert phone.locator(".now").count() == 0
    plan.get_by_role("button", name="Draw").first.click()
    plan.wait_for_selector("text=You have been logged out")
    desk.wait_for_selector("text=0 devices")
    assert desk.locator(".doors").count() == 1
    visitor.faults[:] = [fault for fault in visitor.faults if "401" not in fault]


def test_a_phone_that_is_logged_out_hears_nothing_more(pages, page):
    desk, mine = operator(pages), seat(pages, 0)
    with (
        Stream(pages, "/seat/0/events", **mine) as stream,
        Stream(pages, "/seat/1/events", **seat(pages, 1)) as other,
    ):
        stream.next("private")
        other.next("private")
        assert page.post("/api/operator/log-out", json={"who": 0}, headers=desk).is_success
        commit(page, pages, 0, "altar")
        assert "altar" not in json.dumps(rest(stream))
        other.next("view", lambda view: view["seats"][0]["committed"])
    assert cards(page, mine) == 401


def test_the_next_game_ends_the_streams_of_the_last(pages, page):
    with (
        Stream(pages, "/seat/0/events", **seat(pages, 0)) as mine,
        Stream(pages, "/operator/events", **operator(pages)) as desk,
        Stream(pages, "/events") as screen,
    ):
        mine.next("private")
        game = screen.next("view")["game"]
        begin(pages)
        commit(page, pages, 0, "altar")
        heard = rest(mine)
        assert all(data["game"] == game for name, data in heard if name == "view")
        assert "altar" not in json.dumps(heard)
        screen.next("view", lambda view: view["game"] != game)
        desk.next("view", lambda view: view["game"] != game)


def test_the_seat_of_the_next_game_is_not_shown_the_card_of_the_last(pages, page):
    with Stream(pages, "/seat/0/events", **seat(pages, 0)) as mine:
        commit(page, pages, 0, "altar")
        mine.next("private", lambda private: private["committed"])
        begin(pages)
        with Stream(pages, "/seat/0/events", **seat(pages, 0)) as theirs:
            assert "altar" not in json.dumps(theirs.next("private")["secret"])


@pytest.mark.parametrize(
    ("who", "stay"),
    [(0, ["seat1", "operator"]), ("operator", ["seat0", "seat1"]), ("all", [])],
)
def test_the_operator_logs_out_whom_the_request_names(pages, page, who, stay):
    mine = operator(pages)
    others = {role: headers(pages, role) for role in ("seat0", "seat1", "operator")}
    unused = pages.link("seat0", "/seat/0"), pages.link("operator", "/operator")
    assert page.post("/api/operator/log-out", json={"who": who}, headers=mine).is_success
    at = {"seat0": "/seat/0", "seat1": "/seat/1", "operator": "/operator"}
    found = [r for r, borne in others.items() if page.get(at[r], headers=borne).is_success]
    assert found == stay
    assert page.get("/operator", headers=mine).is_success
    assert [enter(page, link).is_success for link in unused] == [
        role in stay for role in ("seat0", "operator")
    ]


@pytest.mark.parametrize("who", [7, -1, "seat0", "", True])
def test_nobody_else_can_be_logged_out(pages, page, who):
    answer = page.post("/api/operator/log-out", json={"who": who}, headers=operator(pages))
    assert answer.status_code in (400, 404)


def test_the_operator_sees_how_many_devices_are_in(pages, page):
    with Stream(pages, "/operator/events", **operator(pages)) as desk:
        assert desk.next("devices") == {"operators": 1, "seats": [0, 0, 0]}
        borne = seat(pages, 1)
        desk.next("devices", lambda devices: devices["seats"] == [0, 1, 0])
        pages.tokens.revoke("seat1")
        desk.next("devices", lambda devices: devices["seats"] == [0, 0, 0])
    assert page.get("/seat/1", headers=borne).status_code == 401


def test_an_operator_whose_link_was_used_learns_how_to_get_in(pages, page):
    link = pages.link("operator", "/setup")
    assert enter(page, link).status_code == 200
    page.cookies.clear()
    assert "it prints a new one" in enter(page, link).json()["message"]
    assert "The table prints a link" in page.get("/operator").text
