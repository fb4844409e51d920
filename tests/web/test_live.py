"""Live pages: the whole state at once, every change soon, and nobody waits for a slow one."""

import json
import socket
import threading
import time

import httpx
import pytest

from host_tools.web import live
from tests.web.serving import headers, opened, operator, plan_of, seat, served


@pytest.fixture
def pages(tmp_path):
    with opened(tmp_path) as pages:
        yield pages


@pytest.fixture
def page(pages):
    with served(pages) as page:
        yield page


class Stream:
    """A page that listens; `next` waits for an event of a name."""

    def __init__(self, pages, path, **borne):
        self._client = httpx.Client(base_url=pages.at, timeout=60)
        self._answer = self._client.send(
            self._client.build_request("GET", path, headers=borne), stream=True
        )
        self.status = self._answer.status_code
        self._lines = self._answer.iter_lines()

    def event(self):
        name = ""
        for line in self._lines:
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            if line.startswith("data: "):
                return name, json.loads(line.removeprefix("data: "))
        return "", None

    def next(self, wanted, when=lambda data: True):
        while True:
            name, data = self.event()
            if not name:
                raise AssertionError("the stream has ended")
            if name == wanted and when(data):
                return data

    def close(self):
        self._answer.close()
        self._client.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


def commit(page, pages, number, card):
    answer = page.post(
        f"/api/seat/{number}/commit", json={"card": card}, headers=seat(pages, number)
    )
    assert answer.status_code == 200


def test_a_page_gets_the_whole_state_at_once_and_then_every_change(pages, page):
    with Stream(pages, "/events?lang=fr") as stream:
        view = stream.next("view")
        assert (view["phase_text"], len(view["seats"])) == ("Choisissez une carte", 3)
        commit(page, pages, 0, "altar")
        stream.next("view", lambda view: view["seats"][0]["committed"])


def test_a_page_that_comes_back_has_missed_nothing(pages, page):
    with Stream(pages, "/events") as stream:
        stream.next("view")
    commit(page, pages, 0, "altar")
    with Stream(pages, "/events") as stream:
        stream.next("view", lambda view: view["seats"][0]["committed"])


def test_a_seat_hears_its_own_secret_and_no_other(pages, page):
    with (
        Stream(pages, "/seat/0/events", **seat(pages, 0)) as mine,
        Stream(pages, "/seat/1/events", **seat(pages, 1)) as theirs,
    ):
        assert mine.next("private")["secret"] is None
        commit(page, pages, 0, "altar")
        assert mine.next("private", lambda p: p["committed"])["secret"]["id"] == "altar"
        seen = []
        commit(page, pages, 1, "baths")
        theirs.next("private", lambda p: seen.append(json.dumps(p)) or p["committed"])
        assert not any("altar" in text for text in seen)


@pytest.mark.slow
def test_the_operator_hears_how_seats_fare_also_when_nothing_happens(pages, page, monkeypatch):
    monkeypatch.setattr(live, "PULSE_S", 0.05)
    with Stream(pages, "/operator/events", **operator(pages)) as stream:
        health = stream.next("health")
        assert [seat["player"] for seat in health["seats"]] == ["P0", "P1", "P2"]
        assert health["seats"][0]["connected"] is None
        pages.host.call(lambda: setattr(pages.table, "trouble", "The disk is full."))
        stream.next("health", lambda health: health["seats"][0]["trouble"])


@pytest.mark.parametrize("path", ["/seat/0/events", "/operator/events"])
def test_private_streams_need_their_token(pages, page, path):
    with Stream(pages, path, **headers(pages, "seat1")) as stream:
        assert stream.status == 401


def test_changes_in_one_breath_are_one_picture(pages, page):
    with Stream(pages, "/events") as stream:
        stream.next("view")
        drawn = []
        draw = pages.live._draw
        pages.live._draw = lambda channels: drawn.append(1) or draw(channels)
        pages.host.call(lambda: [pages.host._tell() for _ in range(1000)])
        commit(page, pages, 0, "altar")
        stream.next("view", lambda view: view["seats"][0]["committed"])
        assert len(drawn) <= 3


@pytest.mark.slow
def test_a_countdown_ticks(tmp_path):
    with (
        opened(tmp_path, plan_of(countdown=3)) as pages,
        served(pages) as page,
        Stream(pages, "/events") as stream,
    ):
        for number, card in enumerate(("altar", "baths", "theater")):
            commit(page, pages, number, card)
        first = stream.next("view", lambda view: view["countdown"] is not None)["countdown"]
        assert stream.next("countdown") < first
        stream.next("view", lambda view: view["phase"] == "declare")


@pytest.mark.slow
def test_a_page_that_never_reads_delays_nobody(pages, page, monkeypatch):
    """Its events are overwritten by later ones; the others hear every change at once."""
    monkeypatch.setattr(live, "REST_S", 0.0)
    monkeypatch.setattr(live, "GATHER_S", 0.0)
    lazy = []
    for _ in range(20):
        wire = socket.socket()
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        wire.connect(("127.0.0.1", page.base_url.port))
        wire.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        lazy.append(wire)
    with Stream(pages, "/events") as stream:
        stream.next("view")
        for number in range(100):
            pages.host.call(lambda n=number: pages.table.evening.log.append(f"{n} " + "x" * 5000))
            pages.live.ring()
            begun = time.monotonic()
            stream.next("view", lambda view, n=number: view["log"][-1].startswith(f"{n} "))
            assert time.monotonic() - begun < 30
        assert len(pages.live.watchers) == 21
        waiting = [sum(map(len, w._waiting.values())) for w in pages.live.watchers]
        assert max(waiting) < 100_000
    for wire in lazy:
        wire.close()


def test_too_many_pages_are_turned_away(pages, page):
    pages.live.most = 2
    with Stream(pages, "/events") as one, Stream(pages, "/events") as two:
        one.next("view")
        two.next("view")
        with Stream(pages, "/events") as three:
            assert three.status == 503


def test_a_page_that_leaves_is_forgotten(pages, page):
    gone = threading.Event()
    with Stream(pages, "/events") as stream:
        stream.next("view")
        assert len(pages.live.watchers) == 1
    pages.live.ring()
    with Stream(pages, "/events") as stream:  # by its first picture the loop has come round
        for _ in range(200):
            pages.live.ring()
            stream_gone = len(pages.live.watchers) == 1
            if stream_gone:
                break
            gone.wait(0.02)
    assert stream_gone


def test_a_picture_that_fails_ends_no_stream(pages, page):
    with Stream(pages, "/events") as stream:
        stream.next("view")
        draw, failed = pages.live._draw, threading.Event()

        def fails(channels):
            failed.set()
            raise ValueError("a bug in a view")

        pages.live._draw = fails
        pages.live.ring()
        assert failed.wait(60)
        pages.live._draw = draw
        commit(page, pages, 0, "altar")
        stream.next("view", lambda view: view["seats"][0]["committed"])


def test_the_server_stops_at_once_with_pages_open(pages):
    with served(pages) as page:
        streams = [Stream(pages, "/events") for _ in range(5)]
        for stream in streams:
            stream.next("view")
        begun = time.monotonic()
    assert time.monotonic() - begun < 5
    for stream in streams:
        stream.close()
    with pytest.raises(httpx.ConnectError):
        httpx.get(str(page.base_url), timeout=60)


@pytest.mark.slow
def test_a_picture_that_fails_is_drawn_again_although_nothing_changes(pages, page):
    draw, failed = pages.live._draw, []

    def fail_once(channels):
        if not failed:
            failed.append(1)
            raise TimeoutError
        return draw(channels)

    pages.live._draw = fail_once
    with Stream(pages, "/events") as stream:
        assert stream.next("view")["phase"] == "lay"
    assert failed
