"""`wondertable demo`: a whole table without hardware, stopped, resumed, and taken over."""

import os
import re
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from host_tools.bots.dealer import Dealer
from host_tools.cli import main
from host_tools.commands.options import Room
from host_tools.commands.running_table import RunningTable
from host_tools.table.entries import Commit, TableSetup
from host_tools.table.evening import evening_of
from host_tools.table.journal import Journal
from host_tools.web.server import addresses
from tests.web.serving import enter, operator, seat


def plan_for(players=3, seed=1, **setup) -> TableSetup:
    return TableSetup(Dealer(seed).setup(players, **setup), countdown=0, grace=1)


@contextmanager
def running(tmp_path, plan=None, taken=(), looks=True, seats="sim:", **more):
    """A demo whose players play in a thread, as fast as they can; `taken` seats are ours."""
    journal = Journal(tmp_path / "demo.db")
    told = []
    room = Room(None, (seats,), True, 0, False, False, None, "en")
    demo = RunningTable(
        journal, plan or plan_for(), room, tell=told.append, **{"speed": 50, **more}
    )
    stop = threading.Event()
    for number in taken:
        demo.players.takes_over(number, on=True)
    try:
        with demo.open() as server:
            thread = threading.Thread(target=demo.run if looks else stop.wait, args=[stop][:looks])
            thread.start()
            try:
                yield demo, server.pages
            finally:
                stop.set()
                thread.join()
    finally:
        journal.close()


def until(demo, true, seconds=120):
    """Wait for the table to reach a state, told by its own changes."""
    changed = threading.Event()
    demo.host.listeners.append(changed.set)
    while not demo.host.call(true):
        assert changed.wait(seconds), demo.host.call(lambda: demo.host.table.evening.phase)
        changed.clear()
    demo.host.listeners.remove(changed.set)


@pytest.mark.slow
def test_bots_play_a_game_on_real_firmware_to_the_score(tmp_path):
    with running(tmp_path) as (demo, pages):
        until(demo, lambda: demo.host.table.evening.game.over)
        assert demo.host.call(lambda: pages.view("en"))["ranks"]
        # The set-up page begins the next game, with more players, at the same table.
        with httpx.Client(base_url=pages.at, headers=operator(pages), timeout=60) as page:
            plan = page.get("/api/setup/plan").json()["plan"]
            plan["players"] = [{"name": n, "wonder": "", "side": ""} for n in ("a", "b", "c", "d")]
            assert page.post("/api/setup/plan", json=plan).status_code == 200
            assert page.post("/api/operator/new-game", json={}).json() == {}
        until(demo, lambda: demo.host.table.evening.game.turn == 2)
        assert demo.host.table.evening.game.rules.number == 4


@pytest.mark.slow
def test_bots_share_boards_of_several_seats(tmp_path):
    with running(tmp_path, plan_for(5), seats="sim:?boards=4") as (demo, _):
        until(demo, lambda: demo.host.table.evening.game.turn == 2)
        boards = demo.host.call(lambda: dict(demo.host.table.evening.boards))
        assert [boards[seat][-4:] for seat in range(5)] == ["30.1", "30.2", "30.3", "30.4", "3031"]
        assert len(demo.players.fleet) == 2


@pytest.mark.slow
def test_a_person_takes_over_a_seat_and_gives_it_back(tmp_path):
    with (
        running(tmp_path, taken=[0]) as (demo, pages),
        httpx.Client(base_url=pages.at, headers=seat(pages, 0), timeout=60) as mine,
    ):
        assert mine.post("/api/seat/0/bot", json={"plays": False}).json() == {}
        assert demo.host.call(lambda: pages.private(0, "en"))["bot"] is False

        def asked():
            evening = demo.host.table.evening
            return evening.round.missing() == [0] and evening.phase == "lay"

        until(demo, asked)
        found = mine.get("/api/seat/0/cards").json()["cards"]
        hand = demo.host.call(lambda: demo.players.hand(0))
        assert {card["id"] for card in found} <= set(hand)
        refused = mine.post("/api/seat/0/commit", json={"card": not_in(hand, demo)})
        assert refused.json()["error"] == "no_card"
        chosen = found[0]["id"]
        assert mine.post("/api/seat/0/commit", json={"card": chosen}).json() == {}
        until(demo, lambda: pages.private(0, "en")["ask"] is not None)
        options = demo.host.call(lambda: pages.private(0, "en")["ask"]["options"])
        sell = [option["value"] for option in options].index("sell")
        assert mine.post("/api/seat/0/take", json={"option": sell}).json() == {}
        until(demo, lambda: demo.host.table.evening.game.turn == 2)
        move = demo.host.call(lambda: demo.host.table.evening.past[0].moves[0])
        assert (move.card.id, move.action) == (chosen, "sell")
        assert mine.post("/api/seat/0/bot", json={"plays": True}).json() == {}
        until(demo, lambda: demo.host.table.evening.game.turn == 3)


@pytest.mark.slow
def test_a_bot_that_fails_is_shown_and_a_person_takes_its_seat(tmp_path):
    with running(tmp_path) as (demo, pages):
        people = demo.players.people
        choose = people._best_card
        people._best_card = lambda evening, seat: {}[seat] if seat == 1 else choose(evening, seat)
        until(demo, lambda: demo.host.notices and demo.host.table.evening.round.missing() == [1])
        (notice,) = [notice for _, notice in demo.host.notices if notice.code == "stumbled"]
        assert notice.text.startswith("The bot of Bo stumbled")
        with httpx.Client(base_url=pages.at, headers=seat(pages, 1), timeout=60) as mine:
            card = mine.get("/api/seat/1/cards").json()["cards"][0]["id"]
            assert mine.post("/api/seat/1/commit", json={"card": card}).json() == {}
            until(demo, lambda: demo.host.table.evening.round.locked)


@pytest.mark.slow
def test_a_person_who_played_on_a_page_still_does_after_a_resume(tmp_path):
    with running(tmp_path, taken=[0]) as (demo, _):
        until(demo, lambda: demo.host.table.evening.round.missing() == [0])
    with (
        running(tmp_path, plan=1) as (demo, pages),
        httpx.Client(base_url=pages.at, headers=seat(pages, 0), timeout=60) as mine,
    ):
        assert demo.host.call(lambda: pages.private(0, "en"))["bot"] is False
        until(demo, lambda: demo.host.table.evening.round.missing() == [0])
        card = mine.get("/api/seat/0/cards").json()["cards"][0]["id"]
        assert mine.post("/api/seat/0/commit", json={"card": card}).json() == {}
        until(demo, lambda: demo.host.table.evening.round.cards.get(0))
        entries = demo.host.call(lambda: demo.journal.read(1))
        assert [e.by for _, e in entries if isinstance(e, Commit) and e.seat == 0] == ["page"]


@pytest.mark.slow
def test_a_phone_that_is_faster_than_the_bots_has_its_cards(tmp_path):
    with (
        running(tmp_path, looks=False) as (_, pages),
        httpx.Client(base_url=pages.at, headers=seat(pages, 1), timeout=60) as mine,
    ):
        found = mine.get("/api/seat/1/cards").json()["cards"]
        assert found
        assert mine.get("/api/seat/1/cards").json()["cards"] == found


def not_in(hand, demo):
    deck = demo.host.table.evening.game.rules.decks[1]
    return next(card.id for card in deck if card.id not in hand)


@pytest.mark.slow
def test_faults_are_survived(tmp_path):
    with running(tmp_path, faults=True, speed=20) as (demo, _):
        until(demo, lambda: demo.host.table.evening.game.age == 2)


# The command


@contextmanager
def demo_of(*words, **env):
    """A demo in a process of its own; whatever happens, none is left behind."""
    with subprocess.Popen(
        [Path(sys.executable).with_name("wondertable"), "demo", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"} | env,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def told_until(process, wanted):
    lines = []
    for line in process.stdout:
        lines.append(line)
        if wanted in line:
            return lines
    raise AssertionError(f"{wanted!r} was not told: {lines}")


@pytest.mark.slow
def test_the_demo_starts_stops_cleanly_and_goes_on(tmp_path):
    words = ["--players", "3", "--port", "0", "--journal", str(tmp_path / "d.db"), "--speed", "30"]
    with demo_of(*words) as first:
        lines = "".join(told_until(first, "A link with ?t= works once"))
        screen = re.search(r"Screen +(\S+)", lines)[1]
        assert httpx.get(screen, timeout=60).status_code == 200
        for name in ("operator", "seat/0", "seat/2"):
            link = re.search(rf"\S+/{name}\?t=\S+", lines)[0]
            with httpx.Client(base_url=screen, timeout=60) as page:
                assert enter(page, link).status_code == 200
                assert page.get(f"/{name}").status_code == 200
        first.send_signal(signal.SIGINT)
        rest, _ = first.communicate(timeout=60)
        assert first.returncode == 0
        assert "Stopped" in rest and "Traceback" not in rest
    with demo_of(*words, "--resume", "--lang", "fr") as second:
        told_until(second, "La partie 1 continue")
        told_until(second, "?t=")
        second.send_signal(signal.SIGTERM)
        rest, _ = second.communicate(timeout=60)
        assert (second.returncode, "Traceback" in rest) == (0, False)
    journal = Journal(tmp_path / "d.db")
    assert [game.id for game in journal.games()] == [1]
    assert evening_of(journal.read(1)).game.rules.number == 3
    journal.close()


@pytest.mark.slow
def test_a_port_that_is_taken_is_told(tmp_path):
    with running(tmp_path) as (_, pages):
        port = pages.at.rsplit(":", 1)[1]
        words = ["demo", "--port", port, "--journal", str(tmp_path / "x.db"), "--players", "3"]
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 1
        assert "`--port 0` finds a free one" in result.output


@pytest.mark.parametrize("words", [["--players", "9"], ["--sets", "armada"], ["--speed", "0"]])
def test_what_cannot_be_is_refused(words, tmp_path):
    result = CliRunner().invoke(main, ["demo", *words, "--journal", str(tmp_path / "x.db")])
    assert result.exit_code == 2


@pytest.mark.slow
def test_addresses_are_named_in_french(tmp_path):
    with running(tmp_path) as (_, pages):
        found = dict(addresses(pages, "fr"))
        assert found["Écran"].endswith("/?lang=fr")
        assert "lang=fr" in found["Ann"]
