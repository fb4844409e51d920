"""The screen and the pages beside virtual seats that run the real firmware."""

import threading
import time
from contextlib import contextmanager, suppress

from playwright.sync_api import TimeoutError

from host_tools.commands.options import Room
from host_tools.commands.running_table import RunningTable
from host_tools.table.entries import TableSetup
from host_tools.table.evening import OVER
from host_tools.table.journal import Journal
from host_tools.web.server import addresses
from tests.rules.table import THREE, setup
from tests.web.paper import paper_evening


@contextmanager
def demo_table(folder, speed=4.0, seats="sim:"):
    """A demo whose bots play on until the end of the block."""
    journal = Journal(folder / "games.db")
    room = Room(None, (seats,), True, 0, False, False, None, "en")
    demo = RunningTable(journal, TableSetup(setup(THREE), countdown=0), room, speed=speed)
    stop = threading.Event()
    with demo.open() as server:
        playing = threading.Thread(target=demo.run, args=(stop,))
        playing.start()
        try:
            yield demo, server
        finally:
            stop.set()
            playing.join()
    journal.close()


def link_of(server, ending):
    found = [url for _, url in addresses(server.pages, "en")]
    return next(url for url in found if url.split("?")[0].endswith(ending))


def test_a_seat_is_unplugged_and_comes_back(visitor, tmp_path):
    with demo_table(tmp_path) as (demo, server):
        screen = visitor.open(f"{server.pages.at}/?lang=en", ready=".ring .seat")
        desk = visitor.open(link_of(server, "/operator") + "&lang=en", ready=".panel table")
        desk.wait_for_selector('tr[data-key="seat-1"] .pill.good')
        board = demo.players.fleet.seats[1].board
        board.unplug()
        screen.wait_for_selector(".at-1.gone .pill.bad")
        desk.wait_for_selector('tr[data-key="seat-1"] .pill.bad')
        board.plug()
        screen.wait_for_selector(".at-1:not(.gone)")
        desk.wait_for_selector('tr[data-key="seat-1"] .pill.good')
        rounds = demo.host.table.evening.round_number
        screen.wait_for_function(
            "before => Number(document.body.dataset.round) > before", arg=rounds, timeout=60_000
        )


def test_the_operator_sees_which_tray_of_a_board_a_seat_has(visitor, tmp_path):
    with demo_table(tmp_path, seats="sim:?boards=2") as (_, server):
        desk = visitor.open(link_of(server, "/operator") + "&lang=en", ready=".panel table")
        boards = [
            desk.wait_for_selector(f'tr[data-key="seat-{seat}"] span[title]').inner_text()
            for seat in range(3)
        ]
    assert boards == ["…3030 tray 1", "…3030 tray 2", "…3031"]


def test_a_phone_that_asked_before_the_cards_were_dealt_fills_by_itself(visitor, tmp_path):
    with demo_table(tmp_path) as (demo, server):
        people, dealt = demo.players.people, demo.players.people.hand
        people.hand = lambda seat: []
        demo.host.call(lambda: demo.players.takes_over(0, on=True))
        phone = visitor.open(link_of(server, "/seat/0") + "&lang=en", ready=".finder .hint")
        people.hand = dealt
        phone.wait_for_selector(".finder .found li")


def act(own):
    """Do what the page asks for, if it still does: others play on."""
    with suppress(TimeoutError):
        if own.locator(".pick").count():
            own.locator(".pick").first.click(timeout=3000)
            own.locator(".chosen .option.main").click(timeout=3000)
        else:
            own.locator(".option").first.click(timeout=3000)


def deeds(demo, seat):
    """How much a seat has done so far, as the journal knows it."""
    table = demo.host.table
    entries = demo.host.call(lambda: table.journal.read(table.number))
    return sum(getattr(entry, "seat", None) == seat for _, entry in entries)


def test_a_person_takes_over_a_seat_of_a_bot(visitor, tmp_path):
    with demo_table(tmp_path) as (demo, server):
        own = visitor.open(link_of(server, "/seat/0") + "&lang=en", wide=360, ready=".now")
        own.get_by_role("button", name="Play this seat here").click()
        own.wait_for_selector("text=Let the bot play on")
        own.wait_for_selector(".pick, .option", timeout=60_000)  # everybody waits for us
        done, before = deeds(demo, 0), len(visitor.faults)
        end = time.monotonic() + 60
        while deeds(demo, 0) == done:
            assert time.monotonic() < end
            act(own)
            own.wait_for_timeout(200)  # until the board has seen it
        # Only what we did just now may have come too late, and is refused politely.
        other = [fault for fault in visitor.faults[before:] if "409 (Conflict)" not in fault]
        visitor.faults[before:] = other
        own.get_by_role("button", name="Let the bot play on").click()
        own.wait_for_selector("text=Play this seat here")


def test_bots_recruit_an_extra_leader_where_everybody_is_asked(tmp_path):
    sets = ("base", "leaders", "cities")
    with paper_evening(tmp_path, players=5, seed=11, sets=sets) as evening:  # Rome is there
        evening.play_until(lambda table: table.evening.phase == OVER)
