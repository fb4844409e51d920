"""The seating reaches the tables: published, kept up to date, taken by `play`, and cleared."""

import json
import re
import threading
from contextlib import contextmanager
from dataclasses import replace

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.cli import main
from host_tools.commands.options import Room
from host_tools.commands.running_table import RunningTable
from host_tools.table.journal import Journal
from host_tools.venue import rounds
from host_tools.venue.book import Book
from host_tools.venue.broker_options import PASSWORD
from host_tools.venue.chronicle import identity_in
from host_tools.venue.messages import schema
from host_tools.venue.mqtt import Connection
from host_tools.venue.seating import (
    Seating,
    SeatingMessage,
    SeatPlan,
    UnreadableError,
    fetch,
    read,
    topic_of,
)
from host_tools.venue.seating_publisher import SeatingPublisher
from host_tools.venue.subscriber import Venue
from host_tools.web.setup_draft import Players, SetupDraft
from tests.venue.broker import PASSWORD as SESAME
from tests.venue.broker import USER, broker
from tests.venue.fair import eventually
from tests.venue.spy import Spy
from tests.venue.test_broker_options import options

PEOPLE = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
SEATS = (SeatPlan("Ann", "gizah", "A"), SeatPlan("Bo", "rhodos", "B"), SeatPlan("Cy"))
SEATING = Seating(2, "7", SEATS, sets=("base", "leaders"), rulings={"babylon_first": False})


# The message


def test_the_message_holds_its_schema():
    described = schema("seating")
    jsonschema.Draft202012Validator.check_schema(described)
    jsonschema.Draft202012Validator(described).validate(SEATING.message())
    assert set(SeatingMessage.__annotations__) == set(described["properties"])
    assert set(SeatingMessage.__annotations__) == set(described["required"])


@pytest.mark.parametrize(
    "change",
    [
        {"schema": "wondertable/seating/2"}, {"round": 0}, {"round": True}, {"round": 2**70},
        {"table": "8"}, {"edition": "3e"}, {"sets": ["moon"]}, {"sets": "base"}, {"sets": [[]]},
        {"variant": []}, {"rulings": {"house": 1}}, {"rulings": ["babylon_first"]}, {"rulings": 7},
        {"seats": []}, {"seats": [{"player": "Ann"}] * 3}, {"seats": 7}, {"round": None},
        {"seats": [{"player": n, "wonder": "x", "side": ""} for n in PEOPLE[:3]]},
        {"seats": [{"player": "\x1b[2J", "wonder": "", "side": ""}] * 3},
        {"seats": [{"player": "Ann", "wonder": "", "side": ""}] * 3},
    ],
)  # fmt: skip
def test_what_is_no_seating_is_not_taken_for_one(change):
    with pytest.raises(UnreadableError) as caught:
        read(json.dumps({**SEATING.message(), **change}).encode(), "7")
    assert in_plain_words(caught)


def in_plain_words(caught):
    """A sentence without its full stop, and nothing of Python in it."""
    return " " in str(caught.value) and not re.search(r"Error|\($|[.]$", str(caught.value))


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (b" " * 20_000, "it is too long"),
        (b"{", "it is not JSON"),
        (b"7", "it is no seating"),
        (
            json.dumps({k: v for k, v in SEATING.message().items() if k != "rulings"}).encode(),
            "it has no rulings",
        ),
        (json.dumps(replace(SEATING, table="8").message()).encode(), "it names another table"),
    ],
)
def test_what_is_wrong_with_a_seating_is_said_in_plain_words(message, why):
    with pytest.raises(UnreadableError, match=f"^{why}$"):
        read(message, "7")


@pytest.mark.parametrize(
    "payload", [b"{", b"[]", b"\xff", b"[" * 9000, b"NaN", b"7", b'"x"', b" " * 20_000]
)
def test_garbage_is_no_seating(payload):
    with pytest.raises(UnreadableError) as caught:
        read(payload, "7")
    assert in_plain_words(caught)


@settings(max_examples=30)
@given(st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda part: st.lists(part) | st.dictionaries(st.sampled_from([*SEATING.message(), "x"]), part),
))  # fmt: skip
def test_nothing_that_json_can_say_does_harm(said):
    for message in (
        said,
        {**SEATING.message(), "seats": said},
        {**SEATING.message(), "sets": said},
    ):
        try:
            read(json.dumps(message).encode(), "7")
        except UnreadableError:
            continue


# Publishing


@contextmanager
def published(book, running, **more):
    publisher = SeatingPublisher(running.address(**more), book, threading.Lock())
    publisher.start()
    try:
        yield publisher
    finally:
        publisher.stop()


@pytest.fixture
def book(tmp_path):
    found = Book(tmp_path / "venue.db")
    found.enter(PEOPLE)
    rounds.draw(found, rounds.RoundOptions(size=3))
    yield found
    found.close()


def retained(running, table, seconds=0.4):
    return fetch(running.address(), table, seconds)


def test_the_tables_of_the_round_get_their_seating_until_it_is_closed(book, running):
    with published(book, running) as publisher:
        wanted = rounds.current_seatings(book)
        eventually(lambda: retained(running, "2") == wanted[1], "the seating")
        assert retained(running, "1") == wanted[0]
        scores = [(player, 40, 1) for player in wanted[0].players]
        rounds.enter_by_hand(book, 1, "1", scores)
        publisher.look()
        eventually(lambda: retained(running, "1", 0.2) is None, "the end of table 1")
        assert retained(running, "2") == wanted[1]
        rounds.close(book, 1, ["2"])
        publisher.look()
        eventually(lambda: retained(running, "2", 0.2) is None, "the end of the round")


@pytest.mark.slow
def test_a_round_drawn_by_another_program_is_published(book, running):
    with published(book, running):
        eventually(lambda: retained(running, "1"), "the first round")
        for words in (["close", "--yes"], ["seating", "--draw"]):
            CliRunner().invoke(main, ["venue", "--book", str(book.path), *words])
        eventually(lambda: (s := retained(running, "1")) and s.round == 2, "the second round")


@pytest.mark.slow
def test_a_broker_that_lost_everything_gets_the_seating_again(book, running):
    with published(book, running) as publisher:
        eventually(lambda: retained(running, "1"), "the seating")
        running.kill()
        eventually(lambda: publisher.trouble, "the trouble")
        running.forget()
        running.start()
        eventually(lambda: retained(running, "1"), "the seating again")
        eventually(lambda: not publisher.trouble, "the end of the trouble")


def test_what_another_tournament_left_is_cleared(book, running):
    speaker = Connection(running.address(), "")
    speaker.open()
    old = json.dumps(replace(SEATING, table="99").message()).encode()
    speaker.finish(speaker.publish(topic_of(running.address(), "99"), old, True))
    speaker.close()
    assert retained(running, "99")
    with published(book, running):
        eventually(lambda: retained(running, "99", 0.2) is None, "the end of the old seating")
        assert retained(running, "1")


def test_a_venue_that_may_only_read_still_hears_the_tables(tmp_path, book):
    rules = f"user {USER}\ntopic read fair/#\ntopic write fair/v1/tables/#\n"
    with broker(tmp_path, rules=rules) as running, published(book, running) as publisher:
        eventually(lambda: "does not take what we send" in publisher.trouble, "the refusal")
        venue = Venue(running.address(), book)
        venue.start()
        speaker = Connection(running.address(), "")
        speaker.open()
        link = {"schema": "wondertable/link/1", "table": {"id": "x", "name": "1"}, "online": True}
        speaker.publish("fair/v1/tables/1/link", json.dumps(link).encode(), True)
        eventually(lambda: speaker.run(0.1) or venue.received, "the table")
        speaker.close()
        venue.stop()


# Taking


@pytest.fixture
def play(tmp_path, running, monkeypatch):
    monkeypatch.setenv(PASSWORD, SESAME)
    url = f"mqtt://{USER}@127.0.0.1:{running.port}/fair"

    def call(*words, code=0, answer=None):
        line = ["play", "--journal", str(tmp_path / "games.db"), "--no-web", "--mqtt", url]
        done = CliRunner().invoke(main, [*line, "--table", "7", *words], input=answer)
        assert done.exit_code == code, done.output
        return done.output

    return call


def tell(running, seating):
    speaker = Connection(running.address(), "")
    speaker.open()
    payload = seating if isinstance(seating, bytes) else json.dumps(seating.message()).encode()
    speaker.finish(speaker.publish(topic_of(running.address(), "7"), payload, True))
    speaker.close()


def test_a_table_shows_its_seating_and_asks(play, running, tmp_path):
    tell(running, SEATING)
    shown = play(code=1, answer="n\n")
    assert "Table 7, round 2:" in shown
    for words in ("Ann Gizah · A", "Bo Rhodos · B", "1e · base,leaders · standard · babylon_first"):
        assert words in " ".join(shown.split())
    assert not (tmp_path / "games.db").exists()


@pytest.mark.slow
def test_a_table_without_a_seating_is_told_so(play, tmp_path):
    assert "The venue has no seating for table 7 yet" in play(code=1)
    assert not (tmp_path / "games.db").exists()


def test_a_table_without_a_broker_is_told_so(play, running):
    running.kill()
    assert "`--players Ann,Bo,Cy` plays without" in " ".join(play(code=1).split())


def test_a_seating_that_cannot_be_read_is_told(play, running):
    tell(running, rb'{"schema": "\u001b[2J"}')
    assert "table 7 cannot be read: it has no round. Does" in " ".join(play(code=1).split())


@pytest.mark.parametrize(
    "change",
    [
        {"seats": (*SEATS[:2], SeatPlan("Cy", "atlantis", "A"))},
        {"seats": (*SEATS[:2], SeatPlan("Cy", "gizah", "B"))},
        {"seats": (*SEATS[:2], SeatPlan("Cy", "olympia", "Day"))},
        {"variant": "team"}, {"sets": ()}, {"sets": ("leaders",)}, {"sets": ("base", "base")},
        {"sets": ("base", "promo_guilds")}, {"rulings": {"babylon_first": 1}},
        {"variant": "two_player"},
    ],
)  # fmt: skip
def test_a_seating_that_is_no_game_is_the_venues_mistake(change, play, running, tmp_path):
    tell(running, replace(SEATING, **change))
    shown = " ".join(play("--yes", code=1).split())
    assert "What the venue says about table 7 is no game that can be played: " in shown
    assert "plays without the venue's seating" in shown
    assert "Usage" not in shown and "Error(" not in shown
    assert not (tmp_path / "games.db").exists()


def test_a_table_that_was_named_before_takes_its_seating(running, tmp_path, monkeypatch):
    monkeypatch.setenv(PASSWORD, SESAME)
    tell(running, SEATING)
    url = f"mqtt://{USER}@127.0.0.1:{running.port}/fair"
    journal = ("--journal", str(tmp_path / "games.db"))
    line = ["play", *journal, "--no-web", "--yes", "--mqtt", url, "--seats", "nonsense"]
    identity_in(tmp_path)  # a table that nobody has named
    said = CliRunner().invoke(main, line).output
    assert "Which table? --table 7" in " ".join(said.split())
    identity_in(tmp_path, "7")
    assert "Table 7, round 2:" in CliRunner().invoke(main, line).output


def test_what_the_venue_decides_is_not_decided_twice(play, running):
    tell(running, SEATING)
    assert "--sets comes with the venue's seating" in play("--sets", "base", code=2)
    assert "--wonders comes with the venue's seating" in play("--wonders", "gizah", code=2)


def test_players_who_are_named_play_and_hear_of_the_others(play, running):
    tell(running, SEATING)
    nowhere = ("--seats", "nonsense", "--players")
    assert "has seated others at table 7 in round 2" in play(*nowhere, "Zoe,Yan,Xi", code=2)
    assert "has seated others" not in play(*nowhere, "cy,ann,bo", code=2)


@pytest.mark.slow
def test_a_whole_evening_of_virtual_seats_is_told_and_names_its_round(play, running, tmp_path):
    """The command itself, with the real firmware at every seat."""
    tell(running, replace(SEATING, sets=("base",)))
    with Spy(running.address()) as spy:
        play("--yes", "--seats", "sim:", "--countdown", "0", "--grace", "0")
        (result,) = spy.wait_for(lambda spy: spy.messages("results"), "the result")
        assert len(spy.events("turn_resolved")) == 18
        assert len(spy.events("seat_connected")) >= 3
    jsonschema.Draft202012Validator(schema("result")).validate(result)
    assert result["round"] == 2
    assert [seat["player"] for seat in result["seats"]] == ["Ann", "Bo", "Cy"]
    assert [seat["wonder"] for seat in result["seats"]][:2] == ["gizah_a", "rhodos_b"]
    assert json.loads((tmp_path / "table.json").read_text())["name"] == "7"


def test_a_table_that_stays_on_gets_the_next_round_on_its_set_up_page(tmp_path, running):
    journal = Journal(tmp_path / "games.db")
    room = Room(None, (), True, 0, False, False, None, "en")
    table = RunningTable(journal, None, room, broker=options(tmp_path, running))
    with table.open() as server:
        draft, last = server.pages.draft, replace(SEATING, round=3, seats=SEATS[::-1])

        def shows(seating):
            table.look()
            names = [player["name"] for player in draft.plan["players"]]
            return (draft.venue_round, names) == (seating.round, seating.players)

        tell(running, SEATING)
        eventually(lambda: shows(SEATING), "the seating")
        tell(running, b"garbage")
        tell(running, last)
        eventually(lambda: shows(last), "the next seating")
        draft.save({**draft.plan, "countdown": 7})
        tell(running, last)  # as after every new connection
        eventually(lambda: len(table.host.notices) == 2, "the notices")
        table.look()
        assert draft.plan["countdown"] == 7
        assert "seated round 3 here: Cy, Bo, Ann" in table.host.notices[-1][1].text
    journal.close()


def test_the_set_up_page_begins_with_the_seating():
    draft = SetupDraft(Players())
    draft.take(SEATING)
    agreed = draft.agreed()
    assert [seat.player for seat in agreed.game_setup.seats] == ["Ann", "Bo", "Cy"]
    assert agreed.game_setup.seats[0].board == "gizah_a"
    assert agreed.venue_round == 2
    draft.save({**draft.plan, "countdown": 5})
    assert draft.agreed().venue_round == 2
    others = [{**player, "name": f"{player['name']} 2"} for player in draft.plan["players"]]
    draft.save({**draft.plan, "players": others})
    assert draft.agreed().venue_round == 0
