"""Choices at the end of the game: the copied guild, free symbols and masks (B8, R129)."""

import pytest

from host_tools.results.historian import played_game
from host_tools.rules.errors import MoveError
from host_tools.rules.record import dump
from host_tools.rules.replay import replay
from host_tools.rules.result import result
from host_tools.table import decisions
from host_tools.table.entries import FinalChoice
from host_tools.table.export import record_of, record_with_taps
from host_tools.table.private_view import private_view
from host_tools.table.view import public_view
from host_tools.venue.chronicle import Chronicle
from tests.table.paper import new_table, play_on

# A wonder that can do all of it for nothing, and one whose guilds are free.
HOUSE = (
    '{"id": "muses_a", "name": "Muses", "side": "A", "resource": "P"}',
    '{"stage": 1, "effects": [{"copy": "guild"}]}',
    '{"stage": 2, "effects": [{"science": "any"}]}',
    '{"stage": 3, "effects": [{"science": "any"}]}',
    '{"id": "patrons_a", "name": "Patrons", "side": "A", "effects": [{"free": "purple"}]}',
    '{"stage": 1, "effects": [{"points": 1}]}',
)
PLAYS = {
    (1, 1): {0: "wonder altar"},
    (1, 2): {0: "wonder baths"},
    (1, 3): {0: "wonder theater"},
    (3, 1): {1: "build spies_guild"},
    (3, 2): {1: "build strategists_guild"},
    (3, 3): {1: "build scientists_guild"},
}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    wonders = "muses_a patrons_a gizah_a"
    table = new_table(tmp_path_factory.mktemp("final"), wonders, house=HOUSE)
    return play_on(table, PLAYS)


@pytest.fixture
def table(played):
    yield played
    if played.evening.final:  # what a test chose is forgotten with the best
        for seat in [*played.evening.final]:
            played.record(decisions.final(played.evening, seat, "", None), 0.0)


def total(table, seat=0):
    return public_view(table)["seats"][seat]["score"]["total"]


def choose(table, guild="", science=None, seat=0):
    table.record(decisions.final(table.evening, seat, guild, science), 0.0)


def final(table, seat=0):
    return private_view(table, seat)["final"]


def test_b8_the_best_is_taken_and_the_sheet_says_so(table):
    texts = [item["text"] for item in public_view(table)["seats"][0]["explained"]]
    assert any("copied from a neighbour because it scores most here" in text for text in texts)
    assert final(table)["changed"] is False
    best = max(option["total"] for option in final(table)["guilds"] + final(table)["science"])
    assert total(table) == best


def test_b8_its_owner_sees_every_legal_choice_with_its_total(table):
    guilds = {option["copy_guild"]: option["total"] for option in final(table)["guilds"]}
    assert guilds.keys() == {"spies_guild", "strategists_guild", "scientists_guild"}
    assert [option["copy_guild"] for option in final(table)["guilds"] if option["chosen"]] == [
        "scientists_guild"
    ]
    symbols = {tuple(option["science"]) for option in final(table)["science"]}
    assert (1, 1, 1) in symbols and (2, 0, 0) in symbols  # with the Scientists Guild and without
    assert len(final(table, 1)["science"]) == 3 and final(table, 1)["guilds"] == []
    assert final(table, 2) is None


def test_b8_another_guild_counts_when_its_owner_chooses_it(table):
    choose(table, "spies_guild")
    sheet = public_view(table)["seats"][0]
    assert any(
        item["text"].startswith("Spies Guild, copied from a neighbour by choice")
        for item in sheet["explained"]
    )
    chosen = [o for o in final(table)["guilds"] if o["chosen"]]
    assert [(o["copy_guild"], o["total"]) for o in chosen] == [("spies_guild", total(table))]
    assert final(table)["changed"]


def test_r129_other_symbols_count_when_their_owner_chooses_them(table):
    choose(table, "scientists_guild", (3, 0, 0))
    assert public_view(table)["seats"][0]["score"]["scientific"] == 9
    choose(table)
    assert public_view(table)["seats"][0]["score"]["scientific"] == 3 + 7


def test_b8_only_what_is_legal_can_be_chosen(table):
    for seat, guild, science in (
        (0, "workers_guild", None), (0, "", (4, 0, 0)), (0, "spies_guild", (1, 1, 1)),
        (1, "spies_guild", None), (2, "", (1, 0, 0)),
    ):  # fmt: skip
        with pytest.raises(MoveError) as refused:
            choose(table, guild, science, seat)
        assert refused.value.code == "bad_choice"
        assert refused.value.rule == ("B8" if guild else "G83")


def test_b8_nothing_is_chosen_before_the_game_is_over(tmp_path):
    early = new_table(tmp_path)
    with pytest.raises(MoveError, match="not over"):
        choose(early)
    assert private_view(early, 0)["final"] is None


def test_b8_journal_record_and_history_follow_the_choice(table):
    choose(table, "spies_guild", (0, 2, 0))
    expected = total(table)
    rows = table.journal.read(table.number)
    assert [entry for _, entry in rows][-1] == FinalChoice(0, "spies_guild", (0, 2, 0))
    lines = record_of(table.evening)
    assert lines[-1] == {
        "type": "final",
        "copy_guild": {"0": "spies_guild"},
        "science": {"0": {"compass": 0, "gear": 2, "tablet": 0}},
    }
    for record in (lines, record_with_taps(rows)):
        told = result(replay(dump(record).encode()))
        assert told["seats"][0]["score"]["total"] == expected
    game = played_game(table.number, rows)
    assert sum(game.seats[0].scores) == game.course[-1].totals[0] == expected


def test_b8_the_result_of_a_venue_is_corrected(table):
    chronicle = Chronicle({"id": "5f6c1a52-52b5-4a3e-9d5c-6d0a3c1b2a90", "name": "7"})
    chronicle.look(table)
    before = chronicle.result
    choose(table, "spies_guild")
    chronicle.look(table)
    after = chronicle.result
    assert after["revision"] > before["revision"] and after["final"]
    assert (after["ended"], after["duration_s"]) == (before["ended"], before["duration_s"])
    assert (
        after["seats"][0]["score"]["total"] == total(table) < before["seats"][0]["score"]["total"]
    )
    again = Chronicle(chronicle.identity)
    again.read(table.journal, table.number)
    assert (again.result["id"], again.result["seats"]) == (after["id"], after["seats"])


def test_b8_an_undo_of_the_last_turn_forgets_it(table):
    choose(table, "spies_guild")
    evening = table.evening
    table.record(decisions.undo(evening), 0.0)
    assert evening.final == {} and record_of(evening)[-1]["type"] == "turn"
    play_on(table, {})
    assert not final(table)["changed"]
