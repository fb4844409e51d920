"""A tournament: rounds without old acquaintances, standings by the rules, corrections by hand."""

import json

import pytest
from click.testing import CliRunner

from host_tools.cli import main
from host_tools.venue.book import Book, BookError
from host_tools.venue.tournament import (
    SeatingError,
    meetings,
    ranked,
    repeats,
    seat_plan,
    sizes,
    standings,
)
from tests.venue import paper


def result(number, table, final=True, revision=1, **scores):
    """A result as a table tells it: player=(points, coins)."""
    return paper.result(table, number, final, revision, ended=number, **scores)


@pytest.fixture
def book(tmp_path):
    found = Book(tmp_path / "venue.db")
    yield found
    found.close()


def names(found):
    return [(s.rank, s.player) for s in found]


# Standings


def test_a_win_at_a_large_table_is_worth_as_much_as_at_a_small_one():
    large = ranked([("Ann", 50, 0), ("Bo", 40, 0), ("Cy", 30, 0), ("Di", 20, 0), ("Ed", 10, 0)])
    small = ranked([("Flo", 20, 0), ("Gus", 10, 0), ("Hal", 5, 0)])
    found = {s.player: s.worth for s in standings([], [large, small], strict=False)}
    assert found["Ann"] == found["Flo"] == 1
    assert found["Ed"] == found["Hal"] == 0
    assert found["Cy"] == found["Gus"] == 0.5


def test_equal_players_are_told_apart_by_points_then_coins():
    games = [
        ranked([("Ann", 50, 1), ("Bo", 40, 0)]),
        ranked([("Cy", 60, 0), ("Di", 40, 0)]),
        ranked([("Ed", 50, 3), ("Flo", 40, 0)]),
    ]
    found = names(standings([], games, strict=False))
    assert found == [(1, "Cy"), (2, "Ed"), (3, "Ann"), (4, "Bo"), (4, "Di"), (4, "Flo")]


def test_then_by_what_the_opponents_have_reached():
    games = [
        ranked([("Ann", 50, 0), ("Bo", 40, 0)]),
        ranked([("Cy", 50, 0), ("Di", 40, 0)]),
        ranked([("Di", 50, 0), ("Ed", 10, 0)]),
    ]
    found = {s.player: s.rank for s in standings([], games, strict=False)}
    assert found["Cy"] < found["Ann"]


def test_within_a_game_coins_break_ties_and_equal_players_share():
    assert [line.rank for line in ranked([("A", 40, 2), ("B", 40, 2), ("C", 41, 0)])] == [2, 2, 1]


def test_a_player_without_a_game_stands_last_and_is_there():
    assert names(standings(["Zoe", "Ann", "Bo"], [ranked([("ann", 5, 0), ("BO ", 4, 0)])])) == [
        (1, "Ann"), (2, "Bo"), (3, "Zoe"),
    ]  # fmt: skip


# Seating


@pytest.mark.parametrize(("players", "rounds"), [(12, 3), (16, 3), (48, 6), (800, 5)])
def test_nobody_meets_anybody_again_while_that_is_possible(players, rounds):
    people, past = [f"P{n}" for n in range(players)], []
    size = 3 if players == 12 else 4
    for number in range(rounds):
        drawn = seat_plan(people, size, past, number)
        assert sorted(p for table in drawn for p in table) == sorted(people)
        met = meetings(past)
        assert sum(repeats(table, met) for table in drawn) == 0
        past += drawn


def test_the_same_seed_draws_the_same_plan():
    people = [f"P{n}" for n in range(30)]
    assert seat_plan(people, 5, [], 3) == seat_plan(people, 5, [], 3)
    assert seat_plan(people, 5, [], 3) != seat_plan(people, 5, [], 4)


@pytest.mark.parametrize("players", range(3, 120))
def test_everybody_sits_at_a_table_of_three_to_seven(players):
    for size in range(3, 8):
        found = sizes(players, size)
        assert sum(found) == players
        assert all(3 <= many <= 7 for many in found)


def test_two_players_are_too_few():
    with pytest.raises(SeatingError):
        sizes(2, 4)


# The book


def test_a_result_that_comes_twice_counts_once(book):
    first = result(1, "1", Ann=(50, 1), Bo=(40, 1))
    assert book.take(first)
    assert not book.take(first)
    assert [s.games for s in book.standings()] == [1, 1]


def test_a_corrected_result_replaces_the_old_one_and_an_old_one_does_not_come_back(book):
    book.take(result(1, "1", Ann=(50, 1), Bo=(40, 1)))
    book.take(result(1, "1", revision=3, Ann=(30, 1), Bo=(40, 1)))
    book.take(result(1, "1", Ann=(50, 1), Bo=(40, 1)))
    assert names(book.standings()) == [(1, "Bo"), (2, "Ann")]


def test_a_reopened_game_does_not_count(book):
    book.take(result(1, "1", Ann=(50, 1), Bo=(40, 1)))
    book.take(result(1, "1", revision=2, final=False, Ann=(50, 1), Bo=(40, 1)))
    assert book.results() == []


def test_a_result_belongs_to_the_round_with_these_players_at_this_table(book):
    book.enter(["Ann", "Bo", "Cy"])
    book.plan(1, [("1", ["Ann", "Bo", "Cy"])])
    book.take(result(1, "1", ann=(50, 1), BO=(40, 1), Cy=(1, 1)))
    book.take(result(2, "1", Ann=(1, 1), Bo=(2, 1), Cy=(3, 1)))
    book.take(result(3, "9", Ann=(1, 1), Bo=(2, 1), Cy=(3, 1)))
    assert [s.games for s in book.standings()] == [1, 1, 1]
    assert [r["game"] for r in book.strays()] == [paper.uid("game 2"), paper.uid("game 3")]


def test_the_next_round_takes_the_next_result(book):
    for number in (1, 2):
        book.plan(number, [("1", ["Ann", "Bo", "Cy"])])
        book.take(result(number, "1", Ann=(50, 1), Bo=(40, 1), Cy=(number, 1)))
    assert [len(pairing.game) for pairing in book.pairings()] == [3, 3]
    assert book.strays() == []


def test_a_round_with_results_keeps_its_plan(book):
    book.plan(1, [("1", ["Ann", "Bo", "Cy"])])
    with pytest.raises(BookError, match="drawn already"):
        book.plan(1, [("2", ["Ann", "Bo", "Cy"])])
    book.plan(1, [("2", ["Ann", "Bo", "Cy"])], again=True)
    book.take(result(1, "2", Ann=(50, 1), Bo=(40, 1), Cy=(1, 1)))
    with pytest.raises(BookError, match="has results already"):
        book.plan(1, [("1", ["Ann", "Bo", "Cy"])], again=True)


def test_what_is_entered_by_hand_counts_until_it_is_taken_back(book):
    book.enter(["Ann", "Bo", "Cy"])
    book.plan(1, [("1", ["Ann", "Bo", "Cy"])])
    book.take(result(1, "1", Ann=(50, 1), Bo=(40, 1), Cy=(1, 1)))
    book.enter_by_hand(1, "1", [("Ann", 10, 0), ("Bo", 20, 0), ("Cy", 10, 1)])
    assert names(book.standings()) == [(1, "Bo"), (2, "Cy"), (3, "Ann")]
    book.take(result(1, "1", revision=3, Ann=(51, 1), Bo=(40, 1), Cy=(1, 1)))
    assert names(book.standings())[0] == (1, "Bo")
    book.forget_by_hand(1, "1")
    assert names(book.standings())[0] == (1, "Ann")


def test_only_who_plays_there_can_be_entered(book):
    book.plan(1, [("1", ["Ann", "Bo", "Cy"])])
    with pytest.raises(BookError, match="play Ann, Bo, Cy"):
        book.enter_by_hand(1, "1", [("Ann", 10, 0), ("Bo", 20, 0), ("Zoe", 10, 1)])
    with pytest.raises(BookError, match="no table 7"):
        book.enter_by_hand(1, "7", [])


def test_the_book_of_a_newer_program_is_refused(tmp_path, book):
    book._db.execute("PRAGMA user_version = 99")
    with pytest.raises(BookError, match="newer Wondertable"):
        Book(book.path)


# The command


@pytest.fixture
def run(tmp_path):
    def call(*words, code=0):
        book = str(tmp_path / "venue.db")
        done = CliRunner().invoke(main, ["venue", "--book", book, *map(str, words)])
        assert done.exit_code == code, done.output
        return done.output

    return call


def test_a_tournament_from_the_command_line(tmp_path, run):
    people = tmp_path / "people.csv"
    people.write_text("club;Name\n" + "".join(f"x;P{n}\n" for n in range(9)), "utf-8-sig")
    said = run("players", people)
    assert "9 new players: P0, P1, P2" in said and "9 players take part" in said
    assert "0 new players." in run("players", people)
    first = run("seating", "--draw", "--size", 3)
    assert "Round 1" in first
    assert "Nobody meets anybody again" in first
    run("close", "--yes")
    assert run("seating", "--draw", "--csv").startswith("table,seat,player,wonder,side\n1,1,P")
    table = next(p for p in Book(tmp_path / "venue.db").pairings() if p.round == 2)
    scores = [f"{name}={50 - at}/2" for at, name in enumerate(table.players)]
    assert "entered by hand" in run("score", 2, table.table, *scores)
    told = json.loads(run("standings", "--json"))
    assert told["standings"][0]["player"] == table.players[0]
    assert told["standings"][0]["worth"] == 1.0
    assert run("standings", "--csv").startswith("rank,player,games")
    assert "Round 2: 1 of 3 tables finished" in run("standings")
    assert "P8 has left the tournament; 8 players are left." in run("drop", "p8")
    assert "P8 has left the tournament already." in run("drop", "P8", code=1)


def test_mistakes_are_told_in_a_sentence(tmp_path, run):
    assert "Where is the broker?" in run(code=2)
    assert "cannot be read" in run("players", tmp_path / "none.csv", code=1)
    assert "There is no book" in run("seating", code=1)
    Book(tmp_path / "venue.db").close()
    assert "Nobody takes part yet" in run("seating", code=1)
    (tmp_path / "two.csv").write_text("Ann\nBo\n")
    run("players", tmp_path / "two.csv")
    assert "No round is drawn yet" in run("seating", code=1)
    assert "2 players cannot be seated" in run("seating", "--draw", code=1)
    assert "is no score" in run("score", 1, 1, "Ann", code=2)
    assert "no player called Zoe" in run("drop", "Zoe", code=1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--mqtt", "http://x"], "A broker's address is mqtt://"),
        (["--mqtt", "mqtt://ann:secret@x/fair"], "Leave the password out"),
        (["--mqtt", "mqtt://ann@x/fair"], "needs a password"),
        (["--mqtt", "mqtt://x/a/%23"], "prefix"),
        (["--mqtt", "mqtt://x/a/#"], "A broker's address is mqtt://"),
        (["--mqtt", "mqtt://x", "--mqtt-ca", "ca.pem"], "mqtts://"),
    ],
)
def test_a_wrong_address_is_told(run, words, said, monkeypatch):
    monkeypatch.delenv("WONDERTABLE_MQTT_PASSWORD", raising=False)
    assert said in " ".join(run(*words, code=2).split())
