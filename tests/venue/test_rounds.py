"""Rounds: shown as often as anybody likes, drawn once, drawn again only on purpose, and closed."""

import sqlite3

import pytest

from host_tools.venue import rounds
from host_tools.venue.book import MIGRATIONS, Book, BookError
from tests.commands.pseudo_terminal import typed
from tests.venue.paper import uid
from tests.venue.test_tournament import result

PEOPLE = [f"P{number}" for number in range(12)]


@pytest.fixture
def path(tmp_path):
    book = Book(tmp_path / "venue.db")
    book.enter(PEOPLE)
    book.close()
    return tmp_path / "venue.db"


@pytest.fixture
def run(path):
    def call(*words, code=0, answer=None):
        line = ["venue", "--book", str(path), *map(str, words)]
        ended, said = typed(line, answer)
        assert ended == code, said
        return " ".join(said.split())

    return call


def tables(path, number):
    """Who sits where in a round."""
    book = Book(path, reading=True)
    try:
        return {p.table: p.players for p in book.pairings() if p.round == number}
    finally:
        book.close()


def play(path, number, *names):
    """Let tables of a round report their results."""
    book = Book(path)
    for table, players in tables(path, number).items():
        if not names or table in names:
            told = result(1, table, **dict.fromkeys(players, (50, 1)))
            book.take({**told, "game": uid(f"{number}-{table}")})
    book.close()


# What was wrong


def test_looking_at_a_round_that_is_played_leaves_it_alone(path, run):
    run("seating", "--draw", "--size", 3)
    before = tables(path, 1)
    for _ in range(3):
        assert "Round 1" in run("seating", "--round", 1)
    assert tables(path, 1) == before


def test_looking_at_a_round_after_somebody_left_reseats_nobody(path, run):
    run("seating", "--draw", "--size", 3)
    before = tables(path, 1)
    run("drop", "P3")
    shown = run("seating", "--round", 1)
    assert "P3" in shown
    assert tables(path, 1) == before


def test_looking_again_draws_no_other_round(path, run):
    run("seating", "--draw", "--size", 3)
    assert run("seating") == run("seating")
    assert tables(path, 2) == {}


def test_a_round_is_drawn_once_however_often_it_is_asked_for(path, run):
    run("seating", "--draw", "--size", 3)
    before = tables(path, 1)
    assert "Round 1 is not over" in run("seating", "--draw", "--size", 3, code=1)
    assert tables(path, 1) == before
    assert tables(path, 2) == {}


# Drawing


def test_the_next_round_is_drawn_when_all_results_are_in(path, run):
    run("seating", "--draw", "--size", 4)
    play(path, 1, "1", "2")
    assert "no result of table 3" in run("seating", "--draw", code=1)
    play(path, 1, "3")
    assert "Round 2, drawn" in run("seating", "--draw")
    assert "Round 1, closed" in run("seating", "--round", 1)


def test_drawing_again_asks_first(path, run):
    run("seating", "--draw", "--size", 3, "--seed", 1)
    before = tables(path, 1)
    assert "Draw round 1 again?" in run("seating", "--redraw", code=1, answer="n\n")
    assert "Nobody can be asked here" in run("seating", "--redraw", code=1)
    assert tables(path, 1) == before
    run("seating", "--redraw", "--seed", 2, answer="y\n")
    assert tables(path, 1) != before
    run("begin")
    assert "It has begun" in run("seating", "--redraw", code=1, answer="n\n")


def test_a_round_with_a_result_is_not_drawn_again(path, run):
    run("seating", "--draw", "--size", 3)
    play(path, 1, "1")
    assert "Round 1 has results already" in run("seating", "--redraw", "--yes", code=1)


def test_the_next_round_plays_what_the_last_one_did(path, run):
    run(
        "seating", "--draw", "--size", 3, "--first", 11, "--sets", "base,leaders", "--edition", "2e"
    )
    run("close", "--yes")
    run("seating", "--draw", "--wonders", "free")
    book = Book(path)
    first, second = (rounds.seatings(book, number) for number in (1, 2))
    book.close()
    assert [seating.table for seating in second] == ["11", "12", "13", "14"]
    assert {(s.edition, s.sets) for s in first + second} == {("2e", ("base", "leaders"))}
    assert all(all(seating.wonders) for seating in first)
    assert not any(any(seating.wonders) for seating in second)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--size", 3], "--size is for drawing"),
        (["--ruling", "house_numbers"], "--ruling is for drawing"),
        (["--draw", "--redraw"], "choose"),
        (["--yes"], "--yes is for --redraw"),
        (["--draw", "--yes"], "--yes is for --redraw"),
        (["--draw", "--round", 2], "leave it out to draw one"),
        (["--draw", "--variant", "two_player"], "is not one of"),
    ],
)
def test_a_command_that_could_be_meant_in_two_ways_is_refused(path, run, words, said):
    assert said in run("seating", *words, code=2)
    assert tables(path, 1) == {}


def test_a_game_that_cannot_be_played_is_not_drawn(path, run):
    assert "3 seats do not fit" in run(
        "seating", "--draw", "--size", 3, "--variant", "team", code=1
    )
    assert "must hold base" in run("seating", "--draw", "--sets", "moon", code=1)
    assert tables(path, 1) == {}


def test_two_who_draw_at_once_draw_one_round(path):
    """Both have seen that the round may be drawn; the second is refused."""
    one, other = Book(path), Book(path)
    rounds.draw(one, rounds.RoundOptions(), number=1)
    with pytest.raises(rounds.RoundError, match="Round 1 is drawn already"):
        rounds.draw(other, rounds.RoundOptions(), number=1)
    with pytest.raises(BookError, match="Round 1 is drawn already"):
        other.plan(1, [("1", PEOPLE[:3])])
    one.close()
    other.close()


# Closing


def test_closing_names_the_tables_without_a_result(path, run):
    run("seating", "--draw", "--size", 4)
    play(path, 1, "2")
    asked = run("close", code=1, answer="n\n")
    assert "No result yet: tables 1, 3." in asked
    assert "Round 1, drawn" in run("seating")
    assert "Round 1 is closed" in run("close", answer="y\n")
    assert "Round 1 is closed already" in run("close", code=1)
    assert "Round 1 is closed already" in run("seating", "--redraw", "--yes", code=1)


def test_a_round_that_nobody_has_drawn_can_neither_begin_nor_end(run):
    for words in (["begin"], ["close"], ["seating", "--redraw", "--yes"], ["seating"]):
        assert "No round is drawn yet" in run(*words, code=1)
    assert "There is no round 7" in run("seating", "--round", 7, code=1)


def test_a_late_player_plays_in_the_next_round(path, run):
    run("seating", "--draw", "--size", 4)
    assert "Zoë has been added: 13 players take part." in run("add", " Zoë ")
    assert "Zoë takes part already" in run("add", "ZOE\u0308", code=1)
    assert "A name has 1 to 24 letters" in run("add", "[/b]", code=1)
    assert "Zoë" not in run("seating")
    run("close", "--yes")
    assert "Zoë" in run("seating", "--draw")


def test_the_rounds_of_an_older_book_are_known(tmp_path):
    path = tmp_path / "venue.db"
    db = sqlite3.connect(path)
    db.executescript(MIGRATIONS[0] + "PRAGMA user_version = 1;")
    for number in (1, 2):
        for seat, name in enumerate(("Ann", "Bo", "Cy")):
            db.execute("INSERT INTO plan VALUES (?, '1', ?, ?)", (number, seat, name))
    db.commit()
    db.close()
    book = Book(path)
    assert [book.round_row(number).state for number in (1, 2)] == ["closed", "begun"]
    assert [seating.players for seating in rounds.current_seatings(book)] == [["Ann", "Bo", "Cy"]]
    book.close()


def test_a_result_that_names_its_round_belongs_to_it(tmp_path):
    book = Book(tmp_path / "venue.db")
    for number in (1, 2):
        book.plan(number, [("1", ["Ann", "Bo", "Cy"])])
    told = result(1, "1", Ann=(50, 1), Bo=(40, 1), Cy=(30, 1))
    book.take({**told, "round": 2})
    assert [len(pairing.game) for pairing in book.pairings()] == [0, 3]
    book.close()
