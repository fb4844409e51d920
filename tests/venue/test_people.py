"""The people of a tournament and their results, from the command line: nothing is lost."""

import pytest

from host_tools.venue.book import Book
from tests.commands.pseudo_terminal import typed
from tests.venue.test_tournament import result

TABLE = ("Ann", "Bo", "Zoë")


@pytest.fixture
def run(tmp_path, monkeypatch):
    """The command in a data folder that is empty at first."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def call(*words, code=0, answer=None):
        ended, said = typed(["venue", *map(str, words)], answer)
        assert ended == code, said
        return " ".join(said.split())

    return call


@pytest.fixture
def enter(tmp_path, run):
    def call(text, encoding="utf-8", code=0):
        (tmp_path / "people.csv").write_bytes(text.encode(encoding))
        return run("players", tmp_path / "people.csv", code=code)

    return call


@pytest.fixture
def book(tmp_path):
    """The book of this data folder, with a table that plays."""
    (tmp_path / "data/wondertable").mkdir(parents=True)
    found = Book(tmp_path / "data/wondertable/venue.db")
    found.enter(TABLE)
    found.plan(1, [("7", TABLE)])
    yield found
    found.close()


# A new tournament


def test_the_first_player_who_is_added_is_there_afterwards(run):
    assert "Ann has been added: 1 player takes part." in run("add", "Ann")
    assert "Ann takes part already." in run("add", " ANN", code=1)
    assert "2 players" in run("add", "Bo")
    assert "Ann has left the tournament; 1 player is left." in run("drop", "ann")
    assert "Ann has left the tournament already." in run("drop", "Ann", code=1)
    assert "Ann has been added" in run("add", "ann")


@pytest.mark.parametrize(
    "words",
    [
        ["begin"], ["close"], ["close", "--yes"], ["drop", "Ann"], ["score", 1, 7, "Ann=5"],
        ["score", 1, 7, "--forget", "--yes"], ["seating", "--draw"], ["seating", "--redraw"],
        ["seating"], ["score", 1, 7],
    ],
)  # fmt: skip
def test_without_a_tournament_nothing_claims_to_be_done(tmp_path, run, words):
    said = run(*words, code=1)
    assert "There is no book" in said or "Nobody takes part yet" in said or "no table" in said
    assert not (tmp_path / "data").exists()


def test_a_wrong_name_begins_no_tournament(tmp_path, run):
    assert "A name has 1 to 24 letters" in run("add", "[/b]", code=1)
    assert not (tmp_path / "data").exists()


# A file of players


@pytest.mark.parametrize(
    "text",
    [
        "First name,Last name\nAnn,Lee\n",
        "Surname;Club;First name\nLee;x;Ann\n",
        "\ufeffFull Name\r\nAnn Lee\r\n",
        "Nom\tPr\u00e9nom\nLee\tAnn\n",
        "first_name,last_name\rAnn,Lee\r",
        "PLAYER,club\nAnn Lee,x\n",
        "Ann Lee",
    ],
)
def test_a_heading_is_no_player(enter, text):
    assert enter(text) == "1 new player: Ann Lee. 1 player takes part."


def test_who_is_in_a_file_twice_is_said(enter):
    said = enter("name\nAnn\nBo\nann\nCy\nCy\nCY\n")
    assert "Ann is there twice: entered once. Cy is there 3 times: entered once." in said
    assert "3 new players: Ann, Bo, Cy. 3 players take part." in said
    assert "1 new player: Di. 4 players take part." in enter("Ann\nDi\n")


def test_a_spreadsheet_in_another_encoding_is_told_what_to_do(enter):
    for encoding in ("latin-1", "utf-16"):
        assert "save it as CSV UTF-8" in enter("name\nZoë\n", encoding, code=1)


def test_all_wrong_names_are_told_at_once_with_their_lines(tmp_path, enter):
    said = enter("name\nAnn\n[/b]\n\nBo\n@x\n", code=1)
    assert "A name has 1 to 24 letters" in said
    assert "not '[/b]' (line 3), '@x' (line 6)." in said
    assert not (tmp_path / "data").exists()
    said = enter("name\n" + "@x\n" * 25, code=1)
    assert "'@x' (line 11) and 15 more." in said and "line 12" not in said


# A result


def test_looking_at_a_result_changes_nothing(run, book):
    assert "Table 7 of round 1 has no result yet. Its players: Ann, Bo, Zoë." in run("score", 1, 7)
    book.take(result(1, "7", Ann=(50, 1), Bo=(40, 2), Zoë=(1, 3)))
    assert "as the table reported it: 1 Ann 50 points, 1 coin 2 Bo" in run("score", 1, 7)
    said = run("score", 1, 7, "ann=10", "BO=20/3", "zoe\u0308=-1")
    assert "entered by hand: 1 Bo 20 points, 3 coins 2 Ann 10 points, 0 coins 3 Zoë" in said
    assert run("score", 1, 7) == said


def test_a_result_that_was_entered_by_hand_is_deleted_on_purpose_only(run, book):
    assert "No result of table 7 of round 1 was entered by" in run(
        "score", 1, 7, "--forget", code=1
    )
    entered = run("score", 1, 7, "Ann=10", "Bo=20", "Zoë=5")
    assert "Delete this result?" in run("score", 1, 7, "--forget", code=1, answer="n\n")
    assert "Nobody can be asked here" in run("score", 1, 7, "--forget", code=1)
    assert run("score", 1, 7) == entered
    assert "has no result yet" in run("score", 1, 7, "--forget", answer="y\n")
    run("score", 1, 7, "Ann=10", "Bo=20", "Zoë=5")
    assert "has no result yet" in run("score", 1, 7, "--forget", "--yes")


# A round


def test_a_round_is_shown_with_the_names_of_its_wonders(run, book):
    book.plan(2, [("7", TABLE, ["gizah:A", "rhodos:B", ""])])
    assert "Ann (Gizah · A), Bo (Rhodos · B), Zoë" in run("seating")
    rows = "7,1,Ann,Gizah,A 7,2,Bo,Rhodos,B 7,3,Zoë,,"
    assert run("seating", "--csv") == f"table,seat,player,wonder,side {rows}"
