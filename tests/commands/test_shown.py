"""Names from before there was a rule for them: read as they are, shown, and never obeyed."""

import csv
import io
from dataclasses import replace

import pytest
from click.testing import CliRunner
from rich.console import Console

from host_tools.cli import main
from host_tools.commands.pictures import explanation, score_sheet, table_picture
from host_tools.results.history import History
from host_tools.table.view import public_view
from host_tools.texts.terminal import PlainConsole
from host_tools.venue.book import Book
from tests.results.games import Room
from tests.results.sheets import evening

OLD = "[/b]\x1b[2J"
FORMULA = "=1+1"


@pytest.fixture
def at(tmp_path):
    game = evening(3)
    seats = [replace(seat, player=name) for seat, name in zip(game.seats, (OLD, FORMULA, "<b>"))]  # noqa: B905
    History.beside(tmp_path / "games.db").put([replace(game, seats=tuple(seats))])
    return str(tmp_path / "games.db")


def run(*words):
    result = CliRunner().invoke(main, [str(word) for word in words], color=True)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("words", [["history"], ["history", "show", "1"], ["stats"]])
def test_an_old_name_is_shown_letter_by_letter(at, words):
    said = run(words[0], "--journal", at, *words[1:])
    assert "[/b]" in said
    assert "\x1b[2J" not in said


@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_an_old_name_can_be_drawn(at, tmp_path, kind):
    said = run("sheet", "1", "--journal", at, "-o", tmp_path / f"sheet.{kind}")
    assert "\x1b" not in said
    assert (tmp_path / f"sheet.{kind}").stat().st_size > 1000


def test_an_old_name_is_no_formula_in_a_spreadsheet(at):
    rows = csv.DictReader(io.StringIO(run("history", "--journal", at, "export")))
    assert [row["player"] for row in rows][1] == f"'{FORMULA}"


def test_an_old_name_at_a_running_table_is_shown(tmp_path):
    table = Room(tmp_path).begin(names=(OLD, FORMULA, "<b>"))
    out = io.StringIO()
    console = PlainConsole(file=out, width=120)
    for drawn in (
        table_picture(public_view(table)),
        score_sheet(table.evening.game),
        explanation(table.evening.game),
    ):
        console.print(drawn)
    assert out.getvalue().count("[/b]") >= 3
    assert "\x1b" not in out.getvalue()


def test_an_old_name_in_the_book_of_a_venue_is_shown(tmp_path):
    book = Book(tmp_path / "venue.db")
    book.enter([OLD, FORMULA, "<b>", "Ann"])
    book.close()
    venue = ["venue", "--book", tmp_path / "venue.db"]
    assert "[/b]" in run(*venue, "standings")
    assert "'=1+1" in run(*venue, "standings", "--csv")
    assert '"\'=1+1"' in run(*venue, "seating", "--draw", "--csv")
    assert "\x1b[2J" not in run(*venue, "seating", "--round", "1")
    assert "\x1b[2J" not in run(*venue, "drop", OLD)


def test_a_text_is_never_taken_for_markup():
    out = io.StringIO()
    PlainConsole(file=out).print("[bold]:smile:[/i]", style="bold")
    assert out.getvalue() == "[bold]:smile:[/i]\n"
    assert isinstance(PlainConsole(), Console)
