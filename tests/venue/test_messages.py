"""What tables tell holds the schema, comes from the journal, and is the same when told again."""

import json

import jsonschema
import pytest

from host_tools.bots.dealer import Dealer
from host_tools.results.historian import played_game
from host_tools.table import decisions
from host_tools.table.entries import TableSetup
from host_tools.venue import messages
from host_tools.venue.chronicle import Chronicle, NamingError, checked_name, identity_in
from host_tools.venue.incoming import stored_result
from host_tools.venue.messages import KINDS, SCHEMAS, schema
from tests.table.hall import Hall
from tests.table.paper import declare, lay, new_table, turn
from tests.table.test_whole_games import GAMES

TABLE = {"id": "5f6c1a52-52b5-4a3e-9d5c-6d0a3c1b2a90", "name": "7"}
FIRST = ("sell baths", "sell altar", "sell ore_vein")


def valid(message):
    name = message["schema"].split("/")[1]
    jsonschema.Draft202012Validator(schema(name)).validate(message)
    return message


def followed(table):
    """A chronicle that looks at a table whenever it changes."""
    chronicle = Chronicle(TABLE)
    chronicle.listeners.append(valid)
    table.listeners.append(lambda: chronicle.look(table))
    chronicle.look(table)
    return chronicle


def kinds(chronicle):
    return [event["kind"] for event in chronicle.events]


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schemas_are_schemas(name):
    jsonschema.Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (messages.StateMessage, "state"),
        (messages.EventMessage, "event"),
        (messages.ResultMessage, "result"),
        (messages.LinkMessage, "link"),
    ],
)
def test_a_message_type_has_the_fields_of_its_schema(kind, name):
    described = schema(name)
    assert set(kind.__annotations__) == set(described["properties"])
    assert kind.__required_keys__ == set(described["required"])


def test_the_types_of_seats_have_the_fields_of_the_schemas():
    seats = {name: schema(name)["properties"]["seats"]["items"] for name in ("state", "result")}
    assert list(messages.SeatStatus.__annotations__) == seats["state"]["required"]
    assert list(messages.SeatScore.__annotations__) == seats["result"]["required"]


def test_every_kind_of_event_has_its_own_data():
    described = [one["properties"]["kind"]["const"] for one in schema("event")["oneOf"]]
    assert described == schema("event")["properties"]["kind"]["enum"] == list(KINDS)


@pytest.mark.parametrize("game", ["everything", "teams of the second printing", "two players"])
def test_whole_games_of_every_sort_hold_the_schema(tmp_path, game):
    setup = Dealer(1).setup(**GAMES[game])
    hall = Hall(TableSetup(setup, countdown=0), tmp_path / "journal.db", 1)
    chronicle = followed(hall.table)
    states = []

    def draw():
        if hall.table.evening.entries % 10 == 0:
            states.append(valid(chronicle.state(hall.table, 0.0)))

    hall.table.listeners.append(draw)
    hall.play()
    assert len(states) > 5
    told = kinds(chronicle)
    turns = len(hall.table.evening.past)
    assert told.count("turn_resolved") == turns
    assert told.count("locked") == told.count("revealed") >= turns
    assert told.count("conflict") == 3
    assert told[0] == "game_begun"
    assert told[-1] == "game_over"
    assert told.count("seat_connected") >= len(setup.seats) - ("two_player" in setup.variant)
    assert chronicle.result["final"]
    assert stored_result(json.dumps(chronicle.result).encode()) == chronicle.result
    assert [seat["score"]["total"] for seat in chronicle.result["seats"]] == [
        seat["total"] for seat in chronicle.events[-2 - (told[-2] == "conflict")]["data"]["seats"]
    ]

    again = Chronicle(TABLE)
    again.read(hall.table.journal, hall.table.number)
    journalled = {e["id"] for e in chronicle.events if not e["kind"].startswith("seat_")}
    assert journalled <= {event["id"] for event in again.events}
    assert again.result["id"] == chronicle.result["id"]
    assert again.result["seats"] == chronicle.result["seats"]


def test_a_lock_is_told_before_the_cards_and_the_cards_before_the_turn(tmp_path):
    table = new_table(tmp_path)
    chronicle = followed(table)
    lay(table, "baths", "altar")
    assert kinds(chronicle) == ["game_begun"]
    table.commit_page(2, "ore_vein", 0.0)
    table.tick(0.0)
    assert kinds(chronicle) == ["game_begun", "locked"]
    declare(table, "sell", "build", "build")
    assert kinds(chronicle) == ["game_begun", "locked", "revealed", "turn_resolved"]
    assert chronicle.events[-2]["data"]["seats"] == [
        {"seat": 0, "card": "", "action": "sell"},
        {"seat": 1, "card": "altar", "action": "build"},
        {"seat": 2, "card": "ore_vein", "action": "build"},
    ]


def test_a_turn_tells_what_everybody_did_and_where_they_stand(tmp_path):
    table = new_table(tmp_path)
    chronicle = followed(table)
    turn(table, *FIRST)
    told = chronicle.events[-1]
    assert (told["kind"], told["age"], told["turn"]) == ("turn_resolved", 1, 1)
    first = told["data"]["seats"][0]
    assert [first[name] for name in ("card", "action", "bank", "coins")] == ["", "sell", 3, 6]


def test_an_undone_turn_is_told_again_under_another_id(tmp_path):
    table = new_table(tmp_path)
    chronicle = followed(table)
    turn(table, *FIRST)
    before = chronicle.events[-1]
    table.record(decisions.undo(table.evening), 0.0)
    turn(table, *FIRST)
    told = chronicle.events
    assert "correction" in kinds(chronicle)
    assert told[-1]["kind"] == before["kind"]
    assert told[-1]["turn"] == before["turn"]
    assert told[-1]["id"] != before["id"]


def test_a_card_that_is_laid_once_more_does_not_tell_the_last_turn_again(tmp_path):
    table = new_table(tmp_path)
    chronicle = followed(table)
    turn(table, *FIRST)
    lay(table, "stockade")
    table.record(decisions.void(table.evening, 0), 0.0)
    assert kinds(chronicle).count("turn_resolved") == 1
    assert kinds(chronicle)[-1] == "correction"


def test_a_game_that_is_reopened_takes_its_result_back(tmp_path):
    hall = Hall(TableSetup(Dealer(1).setup(3), countdown=0), tmp_path / "journal.db", 1)
    results = []
    chronicle = followed(hall.table)
    chronicle.listeners.append(lambda m: "final" in m and results.append(m))
    hall.play()
    number, journal = hall.table.number, hall.table.journal
    assert results[0]["game"] == played_game(number, journal.read(number)).uuid  # one id everywhere
    assert [row.state for row in journal.games()] == ["over"]
    hall.table.record(decisions.undo(hall.table.evening), 0.0)
    assert [row.state for row in journal.games()] == ["open"]
    assert [(r["revision"], r["final"]) for r in results] == [(1, True), (2, False)]
    assert results[0]["game"] == results[1]["game"]


def test_no_secret_is_told_before_the_lock(tmp_path):
    table = new_table(tmp_path)
    chronicle = followed(table)
    lay(table, "baths", "altar")
    told = str([chronicle.events, chronicle.state(table, 0.0)])
    assert "baths" not in told
    assert "altar" not in told


def test_a_table_keeps_its_id_and_takes_a_new_name(tmp_path):
    first = identity_in(tmp_path, "7")
    assert identity_in(tmp_path) == first
    renamed = identity_in(tmp_path, "8")
    assert renamed == {"id": first["id"], "name": "8"}


def test_a_damaged_identity_is_made_anew(tmp_path):
    (tmp_path / "table.json").write_text('{"id": 5')
    assert identity_in(tmp_path, "7") == identity_in(tmp_path)


@pytest.mark.parametrize("name", ["", "a/b", "#", "+", "a" * 41, " x"])
def test_a_name_that_would_break_a_topic_is_refused(name):
    with pytest.raises(NamingError):
        checked_name(name)
