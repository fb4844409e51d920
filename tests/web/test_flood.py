"""One stranger cannot silence the table: limits of connections, streams and score sheets."""

import logging
import socket
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from threading import Event

import httpx
import pytest
from websockets.sync.client import connect

from host_tools.results import score_sheet
from host_tools.web import connections
from host_tools.web.connections import Connections, OnceAMinute, client_at
from host_tools.web.live import ROLE_MAX
from host_tools.web.results_pages import HistoryCopy
from host_tools.web.server import Server
from tests.results.sheets import evening as sheet
from tests.web.paper import paper_evening
from tests.web.serving import opened, operator, seat, served

STRANGER, FRIEND = "127.0.0.2", "127.0.0.3"  # Linux has them all; elsewhere they are skipped
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
STREAM = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
DEADLINE_S = 60


def can_bind(address):
    with socket.socket() as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True


pytestmark = pytest.mark.skipif(
    not can_bind(STRANGER), reason="this system has one address of its own only"
)


@pytest.fixture
def pages(tmp_path):
    with opened(tmp_path) as pages:
        yield pages


@contextmanager
def serving(pages, **limits):
    """Serve pages with limits of connections."""
    server = Server(pages, 0, connections=Connections(**limits))
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def calls():
    """Open connections that the end of the test closes."""
    with ExitStack() as opened:

        def call(port, address, said=HALF):
            wire = socket.create_connection(("127.0.0.1", port), DEADLINE_S, (address, 0))
            opened.enter_context(wire)
            wire.sendall(said)
            return wire

        yield call


def wait_until(true):
    end = time.monotonic() + DEADLINE_S
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def ended(wire):
    """Wait for the end of a connection."""
    try:
        while wire.recv(65_536):
            pass
    except ConnectionError:
        pass
    return True


def status(pages, path, address, headers=None):
    """Ask for a page or a stream from an address; return the status of the answer."""
    with (
        httpx.Client(
            transport=httpx.HTTPTransport(local_address=address), timeout=DEADLINE_S
        ) as client,
        client.stream("GET", pages.at + path, headers=headers) as answer,
    ):
        return answer.status_code


# Streams


@pytest.mark.slow
def test_a_stranger_with_510_streams_keeps_nobody_out(pages, calls):
    with served(pages) as page:
        for _ in range(510):
            calls(page.base_url.port, STRANGER, STREAM)
        wait_until(lambda: len(pages.live.watchers) >= 50)
        assert status(pages, "/events", FRIEND) == 200
        assert status(pages, "/operator/events", STRANGER, operator(pages)) == 200
        assert status(pages, "/seat/0/events", STRANGER, seat(pages, 0)) == 200
        assert len(pages.live.watchers) <= 50 + 3


def test_a_client_has_its_share_of_streams_and_no_more(pages, calls):
    pages.live.each = 2
    with serving(pages) as server:
        for _ in range(2):
            assert b" 200 " in calls(server.port, STRANGER, STREAM).recv(64)
        wait_until(lambda: len(pages.live.watchers) == 2)
        assert status(pages, "/events", STRANGER) == 503
        assert status(pages, "/events", FRIEND) == 200


def test_streams_that_are_asked_for_at_once_get_no_more_places(pages, calls):
    pages.live.each = 5
    with serving(pages) as server:
        asked = [calls(server.port, STRANGER, STREAM) for _ in range(12)]
        heads = [wire.recv(12) for wire in asked]
        assert sorted(heads) == [b"HTTP/1.1 200"] * 5 + [b"HTTP/1.1 503"] * 7
        for wire in asked:
            wire.close()
        wait_until(lambda: not pages.live.watchers)


def test_who_has_most_streams_gives_one_to_who_has_none(pages, calls):
    pages.live.most = 3
    with serving(pages) as server:
        for _ in range(3):
            calls(server.port, STRANGER, STREAM)
        wait_until(lambda: len(pages.live.watchers) == 3)
        friend = calls(server.port, FRIEND, STREAM)
        assert b" 200 " in friend.recv(64)
        wait_until(lambda: [w.client for w in pages.live.watchers].count(FRIEND) == 1)
        assert [w.client for w in pages.live.watchers].count(STRANGER) == 2


def test_the_public_cannot_take_the_places_of_seats_and_operator(pages, calls):
    pages.live.most = 1
    with serving(pages) as server:
        calls(server.port, STRANGER, STREAM)
        wait_until(lambda: len(pages.live.watchers) == 1)
        assert status(pages, "/events", FRIEND) == 503
        assert status(pages, "/operator/events", FRIEND, operator(pages)) == 200
        assert status(pages, "/seat/0/events", FRIEND, seat(pages, 0)) == 200


def test_a_phone_that_left_streams_behind_still_gets_a_new_one(pages, calls):
    with serving(pages) as server:
        borne = "".join(f"{name}: {value}\r\n" for name, value in seat(pages, 0).items())
        mine = f"GET /seat/0/events HTTP/1.1\r\nHost: 127.0.0.1\r\n{borne}\r\n".encode()
        for _ in range(ROLE_MAX):
            calls(server.port, FRIEND, mine)
        wait_until(lambda: len(pages.live.watchers) == ROLE_MAX)
        new = calls(server.port, FRIEND, mine)
        assert b" 200 " in new.recv(64)
        wait_until(lambda: len(pages.live.watchers) == ROLE_MAX)


def test_a_client_has_its_share_of_the_apis_streams(pages):
    pages.feed.each = 1
    at = "ws" + "://127.0.0.1:{}/api/v1/events"
    with (
        serving(pages) as server,
        connect(at.format(server.port), source_address=(STRANGER, 0)) as first,
        connect(at.format(server.port), source_address=(STRANGER, 0)) as second,
        connect(at.format(server.port), source_address=(FRIEND, 0)) as friend,
    ):
        assert "wondertable/state" in first.recv(DEADLINE_S)
        assert "wondertable/state" in friend.recv(DEADLINE_S)
        wait_until(lambda: second.protocol.close_rcvd is not None)
        assert second.protocol.close_rcvd.code == 1013


# Connections


def test_a_client_with_too_many_connections_loses_its_oldest_ones(pages, calls):
    with serving(pages, each=5) as server:
        first, *others = [calls(server.port, STRANGER) for _ in range(25)]
        assert all(ended(wire) for wire in (first, *others[:19]))
        assert len(server.connections) == 5
        assert status(pages, "/", FRIEND) == 200
        assert status(pages, "/", STRANGER) == 200


def test_a_client_whose_connections_all_work_gets_no_more(pages, calls):
    with serving(pages, each=2) as server:
        for _ in range(2):
            calls(server.port, STRANGER, STREAM)
        wait_until(lambda: len(pages.live.watchers) == 2)
        assert ended(calls(server.port, STRANGER))
        assert status(pages, "/", FRIEND) == 200
        assert len(pages.live.watchers) == 2


def test_half_a_request_is_not_waited_for(pages, calls):
    with serving(pages, headers_s=0.3) as server:
        stream = calls(server.port, FRIEND, STREAM)
        silent, half = calls(server.port, STRANGER, b""), calls(server.port, STRANGER)
        again = calls(server.port, STRANGER, HALF + b"\r\n" + HALF)
        assert ended(silent) and ended(half) and ended(again)
        assert b" 200 " in stream.recv(64)  # a request that was whole goes on
        assert len(server.connections) == 1


def test_when_all_connections_are_taken_who_has_most_loses_its_oldest_idle_one(pages, calls):
    with serving(pages, most=6) as server:
        stream = calls(server.port, STRANGER, STREAM)
        wait_until(lambda: len(pages.live.watchers) == 1)
        oldest, *others = [calls(server.port, STRANGER) for _ in range(3)]
        wait_until(lambda: len(server.connections) == 4)
        friends = [calls(server.port, FRIEND) for _ in range(2)]
        wait_until(lambda: len(server.connections) == 6)
        assert status(pages, "/", "127.0.0.4") == 200
        assert ended(oldest)
        for wire in (stream, *others, *friends):
            wire.setblocking(False)
        assert b" 200 " in stream.recv(64)
        for wire in (*others, *friends):
            with pytest.raises(BlockingIOError):
                wire.recv(1)


@pytest.mark.slow
def test_who_reads_nothing_is_given_up(pages):
    with serving(pages, stall_s=0.3) as server, socket.socket() as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        lazy.bind((STRANGER, 0))
        lazy.connect(("127.0.0.1", server.port))
        lazy.sendall(STREAM)
        wait_until(lambda: len(pages.live.watchers) == 1)
        line = "x" * 20_000

        def more():
            pages.host.call(lambda: pages.table.evening.log.append(f"{time.monotonic()} {line}"))
            pages.live.ring()
            return not pages.live.watchers

        wait_until(more)
        wait_until(lambda: len(server.connections) == 0)


@pytest.mark.slow
def test_a_websocket_keeps_the_place_of_its_connection(pages):
    with serving(pages, headers_s=0.3) as server:
        with connect(f"ws://127.0.0.1:{server.port}/api/v1/events") as heard:
            heard.recv(DEADLINE_S)
            assert len(server.connections) == 1
            with pytest.raises(TimeoutError):
                heard.recv(1)
            assert len(server.connections) == 1
        wait_until(lambda: len(server.connections) == 0)


@pytest.mark.slow
def test_running_out_of_files_is_told_in_a_sentence_and_passes(pages, caplog, monkeypatch):
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(connections.log, "filters", [OnceAMinute()])  # nothing was told yet
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    with serving(pages) as server, ExitStack() as opened:
        wires = [opened.enter_context(socket.socket()) for _ in range(40)]
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wires[-1].fileno() + 1, limits[1]))
            with pytest.raises(OSError, match="Too many open files"):
                while True:
                    opened.enter_context(socket.socket())
            for wire in wires:
                wire.connect(("127.0.0.1", server.port))
            wait_until(lambda: "Too many open files" in caplog.text)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        assert status(pages, "/", FRIEND) == 200
    assert caplog.text.count("Too many open files") == 1
    assert "Traceback" not in caplog.text


def test_the_same_message_is_told_once_a_minute_with_how_many(caplog):
    now = [0.0]
    log = logging.getLogger("tests.flood")
    log.addFilter(OnceAMinute(lambda: now[0]))
    for _ in range(1000):
        log.warning("%s is flooding", STRANGER)
    now[0] = 61.0
    log.warning("%s is flooding", STRANGER)
    log.warning("another matter")
    assert [record.getMessage() for record in caplog.records] == [
        "127.0.0.2 is flooding",
        "127.0.0.2 is flooding (999 more like this since the last report)",
        "another matter",
    ]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("fe80::1%eth0", "fe80::2%wlan0", True),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("testclient", "testclient", True),
    ],
)
def test_a_client_is_an_address_or_a_network_of_ipv6(one, other, same):
    assert (client_at(one) == client_at(other)) is same


# Score sheets


@pytest.fixture
def drawn(monkeypatch):
    """Note which sheets are drawn."""
    names = []
    draw = score_sheet.KINDS["pdf"]
    monkeypatch.setitem(
        score_sheet.KINDS,
        "pdf",
        lambda game, lang: names.append((game.uuid, lang)) or draw(game, lang),
    )
    return names


@pytest.mark.slow
def test_forty_who_want_one_sheet_wait_for_one_drawing(tmp_path, drawn):
    with paper_evening(tmp_path, players=3) as evening, ThreadPoolExecutor(40) as crowd:
        evening.historian.history.put([sheet(4)])
        at = f"{evening.url}/history/last/sheet.pdf?lang=en"
        answers = list(crowd.map(lambda _: httpx.get(at, timeout=DEADLINE_S), range(40)))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
        assert len(drawn) == 1
        evening.historian.history.put([sheet(5, day=1)])
        assert httpx.get(at, timeout=DEADLINE_S).content != answers[0].content
        assert len(drawn) == 2


def test_somebody_who_reads_the_history_does_not_change_it(tmp_path):
    copy = HistoryCopy(tmp_path / "games-history.db")
    copy.put([sheet(4)])
    before = copy.stamp()
    with closing(sqlite3.connect(copy.path)) as reader:
        assert reader.execute("SELECT count(*) FROM games").fetchone() == (1,)
        assert copy.path.with_name("games-history.db-wal").exists()
        assert copy.stamp() == before
    copy.put([sheet(5, day=1)])
    assert copy.stamp() != before


@pytest.mark.slow
def test_nobody_has_all_sheets_drawn_at_once(tmp_path, drawn):
    with paper_evening(tmp_path, players=3) as evening, ThreadPoolExecutor(40) as crowd:
        games = [sheet(3, day=day, number=day) for day in range(40)]
        evening.historian.history.put(games)

        def fetch(game):
            return httpx.get(
                f"{evening.url}/history/{game.uuid}/sheet.pdf", timeout=DEADLINE_S
            ).status_code

        answers = list(crowd.map(fetch, games))
        assert set(answers) == {200, 429}
        assert len(drawn) == answers.count(200) < 20


def test_a_page_of_results_does_not_wait_for_sheets(tmp_path, monkeypatch):
    drawing, go_on = Event(), Event()

    def slow(game, lang):
        drawing.set()
        assert go_on.wait(DEADLINE_S)
        return b"%PDF"

    monkeypatch.setitem(score_sheet.KINDS, "pdf", slow)
    with paper_evening(tmp_path, players=3) as evening, ThreadPoolExecutor(1) as other:
        evening.historian.history.put([sheet(4)])
        waiting = other.submit(
            httpx.get, f"{evening.url}/history/last/sheet.pdf", timeout=DEADLINE_S
        )
        assert drawing.wait(DEADLINE_S)
        for path in ("/history", "/stats", "/history/last", "/history.csv"):
            assert httpx.get(evening.url + path, timeout=DEADLINE_S).status_code == 200
        go_on.set()
        assert waiting.result().content == b"%PDF"


def test_a_renamed_player_is_seen_at_once(tmp_path):
    with paper_evening(tmp_path, players=3) as evening:
        history = evening.historian.history
        history.put([sheet(4)])
        assert ">Ann<" in httpx.get(f"{evening.url}/stats", timeout=DEADLINE_S).text
        history.rename("Ann", "Anna")
        text = httpx.get(f"{evening.url}/stats", timeout=DEADLINE_S).text
        assert ">Anna<" in text and ">Ann<" not in text
