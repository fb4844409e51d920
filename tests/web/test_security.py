"""What is refused: no token, origins, names, speed, headers; and secrets that stay secret."""

import json
import re
import socket
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from host_tools.table.entries import encode
from host_tools.texts import forms
from host_tools.web import operator_actions, request_guard, seat_actions
from host_tools.web.refusal import OWN_TEXTS, STATUS
from tests.web.serving import headers, opened, operator, plan_of, seat, served

SEAT_POSTS = [f"/api/seat/0/{name}" for name in seat_actions.ACTIONS]
OPERATOR_POSTS = [f"/api/operator/{name}" for name in operator_actions.ACTIONS]
OPERATOR_POSTS.append("/api/operator/log-out")
SETUP_POSTS = ["/api/setup/plan", "/api/setup/draw", "/api/setup/deck"]
POSTS = SEAT_POSTS + OPERATOR_POSTS + SETUP_POSTS
PRIVATE_GETS = [
    "/operator", "/setup", "/seat/0", "/seat/0/events", "/operator/events", "/api/seat/0/cards",
    "/api/operator/export", "/api/setup/plan", "/api/setup/deck",
]  # fmt: skip


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("pages")) as pages:
        yield pages


@pytest.fixture(scope="module")
def everywhere(pages):
    with served(pages) as page:
        yield page


@pytest.fixture
def page(everywhere):
    everywhere.cookies.clear()
    everywhere.guard.actions._left.clear()
    everywhere.guard.links._left.clear()
    everywhere.guard.reads._left.clear()
    return everywhere


def entries(pages):
    return pages.host.call(lambda: pages.table.evening.entries)


def error(answer):
    found = answer.json()
    assert set(found) == {"error", "message"}
    return found["error"]


# Tokens


@pytest.mark.parametrize("path", POSTS)
def test_without_a_token_nothing_is_done(pages, page, path):
    before = entries(pages)
    answer = page.post(path, json={}, headers={"Origin": pages.at})
    assert (answer.status_code, error(answer)) == (401, "no_token")
    assert entries(pages) == before


@pytest.mark.parametrize("path", PRIVATE_GETS)
def test_without_a_token_nothing_private_is_shown(page, path):
    answer = page.get(path)
    assert answer.status_code == 401
    assert "altar" not in answer.text.lower()


@pytest.mark.parametrize("path", POSTS + PRIVATE_GETS)
def test_the_token_of_another_seat_is_not_enough(pages, page, path):
    other = headers(pages, "seat1") | {}
    name = pages.tokens.cookie_name
    forged = f"{other['Cookie'].replace('seat1', 'seat0')}; {name('operator')}=x"
    forged = other | {"Cookie": forged}
    for borne in (other, forged):
        posts = path in POSTS
        answer = page.post(path, json={}, headers=borne) if posts else page.get(path, headers=borne)
        assert answer.status_code == 401


def test_a_seat_cannot_act_as_the_operator(pages, page):
    borne = seat(pages, 0)
    borne["Cookie"] = borne["Cookie"].replace("seat0", "operator")
    assert page.post("/api/operator/undo", json={}, headers=borne).status_code == 401


# Origins, names, speed


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://127.0.0.1"])
def test_a_foreign_origin_is_refused(pages, page, path, origin):
    before = entries(pages)
    borne = {"Cookie": headers(pages, "operator", "seat0")["Cookie"]}
    answer = page.post(path, json={}, headers=borne | ({"Origin": origin} if origin else {}))
    assert (answer.status_code, error(answer)) == (403, "foreign_origin")
    assert entries(pages) == before


def test_another_port_is_another_origin(pages, page):
    borne = operator(pages) | {"Origin": "http://127.0.0.1:1"}
    assert page.post("/api/operator/undo", json={}, headers=borne).status_code == 403


def test_a_browser_that_says_cross_site_is_believed(pages, page):
    borne = operator(pages) | {"Sec-Fetch-Site": "cross-site"}
    assert page.post("/api/operator/pause", json={}, headers=borne).status_code == 403


@pytest.mark.parametrize("path", ["/", "/healthz", "/events", "/api/setup/plan"])
@pytest.mark.parametrize("name", ["evil.example", "", "127.0.0.1.evil.example", "[::2]:80"])
def test_a_foreign_name_is_refused(page, path, name):
    """Against rebinding: a page elsewhere that resolves its own name to this computer."""
    answer = page.get(path, headers={"Host": name})
    assert answer.status_code in (400, 421)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_is_no_action(pages, page, kind):
    borne = operator(pages) | {"Content-Type": kind}
    answer = page.post("/api/operator/pause", content=b"{}", headers=borne)
    assert (answer.status_code, error(answer)) == (415, "not_json")


@pytest.mark.parametrize("path", POSTS)
def test_an_action_is_never_a_get(pages, page, path):
    if path in ("/api/setup/plan", "/api/setup/deck"):
        return
    answer = page.get(path, headers=headers(pages, "operator", "seat0"))
    assert (answer.status_code, error(answer)) == (405, "no_method")


def test_who_acts_too_fast_must_wait(pages, page, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(page.guard.actions, "_clock", lambda: now[0])
    borne = seat(pages, 0)

    def act():
        return page.post("/api/seat/0/withdraw", json={}, headers=borne).status_code

    at_once = int(request_guard.BURST)
    assert [act() for _ in range(at_once + 1)] == [200] * at_once + [429]
    now[0] += 1 / request_guard.RATE
    assert [act(), act()] == [200, 429]


def test_a_stranger_at_the_same_address_slows_no_player_down(pages, page, monkeypatch):
    for limit in (page.guard.actions, page.guard.reads):
        monkeypatch.setattr(limit, "_clock", lambda: 0.0)
    page.guard.reads._left["127.0.0.1"] = (1.0, 0.0)
    for _ in range(int(request_guard.BURST)):
        page.post("/api/seat/0/withdraw", json={}, headers={"Origin": pages.at})
    stranger = page.post("/api/seat/0/withdraw", json={}, headers={"Origin": pages.at})
    assert (stranger.status_code, error(stranger)) == (429, "too_fast")
    assert [page.get("/rules").status_code for _ in range(2)] == [200, 429]
    borne = seat(pages, 0)
    assert page.post("/api/seat/0/withdraw", json={}, headers=borne).status_code == 200
    assert page.get("/seat/0", headers=borne).status_code == 200


@pytest.mark.parametrize("where", ["cross-site", "same-site"])
def test_a_page_of_another_port_fetches_nothing_private(pages, page, where):
    """Cookies do not know ports; and the export of a running game tells everybody of a look."""
    before = entries(pages)
    borne = operator(pages) | {"Sec-Fetch-Site": where}
    answer = page.get("/api/operator/export", headers=borne)
    assert (answer.status_code, error(answer)) == (403, "foreign_origin")
    assert entries(pages) == before
    assert page.get("/api/v1/table", headers=borne).status_code == 200


def test_a_bucket_fills_again_and_strangers_are_forgotten():
    now = [0.0]
    buckets = request_guard.RateLimit(2, 1, lambda: now[0])
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    for number in range(5000):
        buckets.take(str(number))
    assert len(buckets._left) == request_guard.CLIENTS_MAX


def test_a_large_body_is_refused(pages, page):
    body = b'{"card": "' + b"x" * 100_000 + b'"}'
    borne = seat(pages, 0) | {"Content-Type": "application/json"}
    answer = page.post("/api/seat/0/commit", content=body, headers=borne)
    assert (answer.status_code, error(answer)) == (413, "too_large")


@pytest.mark.slow
@pytest.mark.parametrize(
    "raw",
    [
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/seat/0/commit HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        b"GET /../../../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
        b"GET /static/%2e%2e/app.py HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
        b"GET /static/..%2fapp.py HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
    ],
)
def test_raw_rubbish_gets_a_4xx_and_no_file(page, raw):
    with socket.create_connection(("127.0.0.1", page.base_url.port), 10) as wire:
        answer = b""
        try:
            wire.sendall(raw)
            while more := wire.recv(65536):
                answer += more
        except OSError:  # hung up on, as it deserves
            pass
    assert not answer or re.match(rb"HTTP/1.1 4\d\d ", answer)
    assert b"def " not in answer and b"root:" not in answer
    assert page.get("/healthz").text == "ok\n"


# Headers


@pytest.mark.parametrize("path", ["/", "/overlay", "/operator", "/healthz", "/nowhere", "/events"])
def test_every_answer_has_its_headers(page, path):
    with page.stream("GET", path) as answer:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"
        assert "server" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/overlay"])
def test_a_page_loads_nothing_from_elsewhere_and_holds_no_script(page, path):
    text = page.get(path).text
    assert not re.search(r"""(src|href|action)=["'](https?:)?//""", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"<style|\bstyle=|\bon[a-z]+=", text)


def test_an_address_that_leads_nowhere_says_so(page):
    assert page.get("/nowhere").status_code == 404
    assert error(page.get("/api/nowhere")) == "not_found"


def test_every_refusal_has_its_text():
    from host_tools.rules.errors import CODES

    told = set(forms(("refusal.",), "fr"))
    assert told <= {f"refusal.{code}" for code in STATUS} | {*OWN_TEXTS.values()}
    assert set(forms(("mistake.",), "fr")) == {f"mistake.{code}" for code in CODES}


# Secrets


@pytest.mark.slow
def test_nothing_public_tells_a_card_before_the_lock(tmp_path):
    """Play a whole game, fetch everything public at every step, and search it all."""
    from tests.web.whole_game import GameOfPages

    with (
        opened(tmp_path, plan_of(mode="assisted")) as pages,
        served(pages) as page,
        listening(pages, "/events?lang=en") as heard,
    ):
        game = GameOfPages(pages, page)
        looks = 0
        while not game.over():
            laid = game.commit_all_but_one()
            for text in everything_public(pages, page, game):
                looks += 1
                for seat_number, card in laid.items():
                    found = game.new_words(seat_number, card) & words_of(text, game.known)
                    assert not found, f"{found} of seat {seat_number} in {text[:300]}"
            wait_for_picture(heard, pages.host.call(lambda: pages.view("en")))
            game.finish_turn()
        assert looks > 18 * 3
    laying = 0
    for text in heard:
        view = json.loads(text)
        if view["phase"] == "lay":
            laying += 1
            assert not game.secrets.get(view["round"], set()) & words_of(text, game.known)
    assert laying > 10
    kept = b"".join(path.read_bytes() for path in Path(tmp_path).glob("*tokens*"))
    assert b"altar" not in kept


@contextmanager
def listening(pages, path):
    """Every view that a page is sent, from a thread of its own."""
    heard, begun = [], threading.Event()

    def listen():
        with httpx.stream("GET", pages.at + path, timeout=60) as answer:
            for line in answer.iter_lines():
                if line.startswith("data: {"):
                    heard.append(line.removeprefix("data: "))
                    begun.set()

    thread = threading.Thread(target=listen)
    thread.start()
    assert begun.wait(60)
    yield heard
    pages.live.close()
    thread.join(60)


def wait_for_picture(heard, view):
    """Wait until a page has been sent this view's turn, with all that is committed."""

    def moment(view):
        return view["phase"], view["round"], [seat["committed"] for seat in view["seats"]]

    end = time.monotonic() + 60
    while moment(json.loads(heard[-1])) != moment(view):
        assert time.monotonic() < end
        time.sleep(0.01)


def words_of(text, known):
    """The secret words that a text holds: ids and names of cards that nobody has seen yet."""
    return {word for word in known if f'"{word}"' in text or f">{word}<" in text}


def everything_public(pages, page, game):
    for lang in ("en", "fr"):
        yield json.dumps(pages.host.call(lambda lang=lang: pages.view(lang)), ensure_ascii=False)
    for path in ("/", "/overlay", "/healthz"):
        yield page.get(path).text
    # What another seat and the operator see is not theirs either.
    others = pages.host.call(lambda: [pages.private(number, "en") for number in game.missing()])
    yield json.dumps(others, ensure_ascii=False)
    yield json.dumps(pages.host.call(lambda: pages._own("operator", "en")), ensure_ascii=False)


def test_the_journal_holds_no_card_before_the_lock(tmp_path):
    with opened(tmp_path) as pages, served(pages) as page:
        page.post("/api/seat/0/commit", json={"card": "altar"}, headers=seat(pages, 0))
        found = pages.host.call(lambda: pages.table.journal.read(pages.table.number))
        assert "altar" not in json.dumps([encode(entry) for _, entry in found])


def test_a_client_without_cookies_sees_the_public_stream_only(pages, page):
    with httpx.stream("GET", f"{pages.at}/events", timeout=60) as answer:
        for line in answer.iter_lines():
            if line.startswith("event:"):
                assert line == "event: view"
                break
