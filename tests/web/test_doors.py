"""Every door of the table opens to whom the list names, and to nobody else."""

import pytest
from click.testing import CliRunner
from websockets.sync.client import connect

from host_tools.cli import main
from host_tools.commands.doors import table_doors, venue_doors
from host_tools.results.historian import Historian
from host_tools.web.access import OPERATOR
from host_tools.web.app import Site
from host_tools.web.doors import EVERYBODY, LINK, RESULTS, SEAT, doors
from tests.web.serving import opened, operator, plan_of, seat, served
from tests.web.test_organiser import Organiser, venue_pages

REFUSED = (401, 403)
LET_IN = {
    EVERYBODY: {"stranger", "seat", "other seat", "seat of the last game", "operator"},
    RESULTS: {"stranger", "seat", "other seat", "seat of the last game", "operator"},
    SEAT: {"seat"},
    OPERATOR: {"operator"},
    LINK: set(),  # a wrong link lets nobody in
}
OWN = {"/api/seat/{seat}/enter": "seat", "/api/operator/enter": "operator"}  # who needs no link


def try_door(pages, page, door, borne):
    """Go through a door; return the status of the answer."""
    path = door.path.format(seat=0, game="none")
    if door.method == "WebSocket":
        with connect(pages.at.replace("http", "ws") + path, additional_headers=borne):
            return 101
    page.guard.actions._left.clear()
    page.guard.links._left.clear()
    body = {"json": {"token": "wrong"} if door.who == LINK else {}} if door.method == "POST" else {}
    with page.stream(door.method, path, headers=borne, **body) as answer:
        return answer.status_code


@pytest.fixture
def table(tmp_path):
    with opened(tmp_path) as pages:
        pages.historian = historian = Historian(pages.shelf.journal)
        try:
            with served(pages) as page:
                yield pages, page
        finally:
            historian.close()


@pytest.mark.parametrize("private", [False, True])
def test_every_door_opens_to_whom_the_list_names(table, private):
    pages, page = table
    pages.private_history = private
    let_in = LET_IN | ({RESULTS: {"seat", "other seat", "operator"}} if private else {})
    last = seat(pages, 0)
    pages.host.call(lambda: pages.begin(plan_of()))
    visitors = {
        "stranger": {"Origin": pages.at},
        "seat of the last game": last,
        "other seat": seat(pages, 1),
        "seat": seat(pages, 0),
        "operator": operator(pages),  # who ends the game, and so comes last
    }
    found = list(doors(Site(pages).routes()))
    assert found == table_doors()
    wrong = [
        (*door, name, status)
        for name, borne in visitors.items()
        for door in found
        if ((status := try_door(pages, page, door, borne)) not in REFUSED)
        != (name in let_in[door.who] or name == OWN.get(door.path))
    ]
    assert wrong == []


def test_no_door_is_without_its_word():
    assert [door for door in (*table_doors(), *venue_doors()) if door.who is None] == []


def test_every_door_of_a_venue_opens_to_whom_the_list_names(tmp_path):
    with venue_pages(tmp_path) as pages:
        visitors = {"stranger": Organiser(pages, link=False), "organiser": Organiser(pages)}
        for door in venue_doors():
            path = door.path.format(number=1)
            for name, visitor in visitors.items():
                body = {"token": "wrong"} if door.who == LINK else {}
                more = {"json": body} if door.method == "POST" else {}
                with visitor.client.stream(door.method, path, **more) as answer:
                    let_in = answer.status_code not in REFUSED
                known = door.who == EVERYBODY or name == "organiser"
                assert let_in == known, (door, name, answer.status_code)
        for visitor in visitors.values():
            visitor.client.close()


def test_the_command_prints_the_list():
    result = CliRunner().invoke(main, ["doors"])
    lines = [line.split() for line in result.output.splitlines()]
    assert lines[0] == ["stranger", "seat", "other", "seat", "operator"]
    assert ["POST", "/api/seat/{seat}/commit", "-", "yes", "-", "-"] in lines
    assert ["POST", "/api/operator/abandon", "-", "-", "-", "yes"] in lines
    assert ["GET", "/stats", "yes*", "yes", "yes", "yes"] in lines
    assert ["POST", "/api/organiser/close", "-", "yes"] in lines
    assert len(lines) == 5 + len(table_doors()) + len(venue_doors())
