"""Hostile texts in every field that comes from outside: shown in every place, obeyed in none."""

import csv
import io
import json
import logging
import shutil
from dataclasses import replace
from xml.etree import ElementTree

import click
import pypdfium2
import pytest
from click.testing import CliRunner
from rich.live import Live

from firmware.link import PROTOCOL, frame, parse
from firmware.panel.display import fold
from host_tools.cli import main
from host_tools.commands.door import ErrorLog, write_log
from host_tools.commands.pictures import explanation, score_sheet, table_picture
from host_tools.doctor.diagnosis import diagnose
from host_tools.doctor.facts import DoctorFacts, SeatFacts
from host_tools.doctor.report import print_report
from host_tools.enrol.screen import log_lines
from host_tools.enrol.sitting import Remark
from host_tools.flash.board_info import BoardInfo
from host_tools.flash.firmware import Firmware
from host_tools.flash.flash_plan import FlashPlan
from host_tools.flash.flasher import FlashResult
from host_tools.flash.output import Bars, board_table, plan_lines, result_lines
from host_tools.link.hub import Hub
from host_tools.table.view import public_view
from host_tools.texts.echo import ask_secret, echo
from host_tools.texts.sheet import from_sheet
from host_tools.texts.terminal import PlainConsole
from host_tools.venue.book import Book
from host_tools.venue.mqtt import Address
from host_tools.venue.subscriber import Venue
from host_tools.web.server import print_addresses
from tests.commands.hostile_texts import AFTER, FILE, FORMULA, HOSTILE, MARKUP, SCREEN, lay_out
from tests.commands.pseudo_terminal import acting, at_terminal, pseudo_terminal
from tests.results.games import Room
from tests.texts.test_sheet import begins_formula, cells
from tests.web.serving import opened, plan_of

HOUSE = ("--house", "house.jsonl")
BOOK = ("venue", "--book", "venue.db")
DATA = ("--journal", "games.db", "--book", "venue.db")
# What is typed, in a folder where everything is hostile; the exit code; what must be readable.
SHOWN = [
    (("history",), 0, MARKUP),
    (("history", "show", "1"), 0, "Ann\\x1b[2J"),
    (("history", "show", "2", "--json"), 0, MARKUP),
    (("history", "--json"), 0, "Ann\\u001b[2J"),
    (("history", "export"), 0, "Ann\\x1b[2J"),
    (("history", "export", "--format", "json"), 0, MARKUP),
    (("history", "export", "--format", "bgsplay"), 0, MARKUP),
    (("history", "rename", SCREEN, "Ann"), 0, "Ann\\x1b[2J"),
    (("history", "rename", "Nobody", MARKUP), 1, ""),
    (("history", "show", SCREEN), 1, "There is no game Ann\\x1b[2J"),
    (("history", "import", f"{FILE}.csv"), 1, ""),
    (("stats",), 0, MARKUP),
    (("stats", "--json"), 0, MARKUP),
    (("sheet", "1", "-o", f"{FILE}.pdf"), 0, "Ann\\x1b[2J"),
    (("games",), 0, "entry"),
    (("export", "1", "--open-cards"), 0, "Ann"),
    (("export", "1", "--open-cards", "--to", f"{FILE}.out"), 0, "Ann\\x1b[2J"),
    (("replay", f"{FILE}.jsonl"), 1, "Ann\\x1b[2J"),
    (("replay", f"{FILE}.jsonl", "--json"), 1, "Ann"),
    (("score", f"{FILE}.jsonl"), 1, "Ann\\x1b[2J"),
    (("coach", f"{FILE}.jsonl"), 1, "Ann\\x1b[2J"),
    (("rerun", f"{FILE}.jsonl"), 1, "Ann\\x1b[2J"),
    (("deck",), 0, MARKUP),
    (("deck", "--json"), 0, MARKUP),
    (("deck", "check", "--all"), 1, MARKUP[:30]),
    (("deck", "check", "--deck", MARKUP), 1, MARKUP),
    (("deck", "check", "--deck", "\x9b2J"), 1, "\\x9b2J"),
    (("deck", "export"), 0, MARKUP[:30]),
    (("deck", "export", "--deck", SCREEN), 0, "Ann\\x1b[2J"),
    (("deck", "import", f"{FILE}.csv"), 1, ""),
    (("deck", "labels", "--to", f"{FILE}.svg"), 0, "labels on"),
    (("deck", "forget", SCREEN), 0, "Forget the deck Ann\\x1b[2J"),
    (("cards", *HOUSE, "--set", "house"), 0, MARKUP[:30]),
    (("cards", *HOUSE, "--set", "house", "--json"), 0, MARKUP[:30]),
    (("cards", SCREEN), 1, 'No card matches "Ann\\x1b[2J'),
    (("wonders", *HOUSE, "labyrinth"), 0, ""),
    (("rule", SCREEN), 1, 'No rule matches "Ann\\x1b[2J'),
    (("demo", "--text", "--sets", "base,leaders", "--players", "7", *HOUSE), 0, MARKUP[:30]),
    (("simulate", "--games", "2", *HOUSE), 0, "2 games"),
    (("play", "--deck", SCREEN, "--players", SCREEN), 2, "Ann\\x1b[2J"),
    (("play", "--table", SCREEN, "--port", "0"), 2, "Ann\\x1b[2J"),
    (("doctor", "--quick", "--seats", SCREEN), 2, "Ann\\x1b[2J"),
    (("flash", "--port", f"./{FILE}"), 1, "Ann\\x1b[2J"),
    (("flash", "--wiring", f"{FILE}.json", "--port", "nowhere"), 1, "Ann\\x1b[2J"),
    (("wiring", "check", f"{FILE}.json"), 1, "Ann\\x1b[2J"),
    (("wiring", "show", f"{FILE}.json"), 1, "Ann\\x1b[2J"),
    (("wiring", "draw", "-o", f"{FILE}.svg"), 0, "Ann\\x1b[2J"),
    ((*BOOK, "standings"), 0, MARKUP),
    ((*BOOK, "standings", "--json"), 0, "Ann\\u001b[2J"),
    ((*BOOK, "standings", "--csv"), 0, "Ann\\x1b[2J"),
    ((*BOOK, "players", f"{FILE}.csv"), 1, "Ann\\x1b[2J"),
    ((*BOOK, "score", "1", SCREEN, "Ann=3"), 1, "Ann\\x1b[2J"),
    ((*BOOK, "score", "1", "1", SCREEN), 2, "Ann\\x1b[2J"),
    ((*BOOK, "drop", SCREEN), 0, "Ann\\x1b[2J"),
    ((*BOOK, "seating"), 0, "Ann\\x1b[2J"),
    ((*BOOK, "refused"), 0, "Ann\\x1b[2J"),
    ((*BOOK, "close", "--yes"), 0, "closed"),
    ((*BOOK, "add", SCREEN), 1, "Ann\\x1b[2J"),
    (("player", "export", SCREEN, *DATA), 0, "Ann\\u001b[2J"),
    (("player", "forget", SCREEN, *DATA), 1, "Ann\\x1b[2J"),
    ((SCREEN,), 2, "Ann\\x1b[2J"),
    ((f"--{SCREEN}",), 2, "Ann\\x1b[2J"),
    (("cards", f"--{SCREEN}"), 2, "Ann\\x1b[2J"),
]  # fmt: skip


@pytest.fixture(scope="module")
def hostile_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    lay_out(folder)
    return folder


@pytest.fixture
def world(hostile_folder, tmp_path, monkeypatch):
    """Stand in a folder in which everything is hostile."""
    shutil.copytree(hostile_folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "250")
    return tmp_path


def beside(words):
    """A command line with the journal of the folder."""
    if words[0] in ("history", "stats", "sheet", "games", "export"):
        return [words[0], "--journal", "games.db", *words[1:]]
    return [*words, "--journal", "games.db"] if words[0] == "deck" else words


@pytest.mark.parametrize(("words", "code", "reads"), SHOWN, ids=[ascii(row[0]) for row in SHOWN])
def test_a_hostile_text_is_shown_letter_by_letter(world, words, code, reads):
    if words[:2] in (("deck",), ("deck", "--json")):
        words = ("deck", "--journal", "games.db", *words[1:])
        ended, shown = at_terminal(*words)
    else:
        ended, shown = at_terminal(*beside(words), typed="y\n")
    assert ended == code, shown
    assert reads in shown
    check(shown)


def check(shown):
    """Nothing acts, and nothing was taken for markup."""
    assert acting(shown) == []
    assert "😄" not in shown
    assert "mistake of the program" not in shown


# Spreadsheets


@pytest.mark.parametrize(
    "words",
    [
        ("history", "export", "--to", "out.csv"),
        ("deck", "export", "--to", "out.csv"),
        ("deck", "export", "--deck", FORMULA, "--to", "out.csv"),
    ],
)
def test_no_cell_of_a_spreadsheet_is_a_formula(world, words):
    assert at_terminal(*beside(words))[0] == 0
    written = (world / "out.csv").read_bytes().decode()
    assert not [cell for cell in cells(written) if begins_formula(cell)]
    rows = list(csv.DictReader(io.StringIO(written, "")))
    known = {from_sheet(cell) for row in rows for cell in row.values()}
    assert FORMULA in known or FORMULA[:30] in {text[:30] for text in known}


@pytest.mark.parametrize("what", ["standings", "seating"])
def test_no_cell_of_a_tournament_is_a_formula(world, what):
    written = CliRunner().invoke(main, [*BOOK, what, "--csv"]).stdout
    assert not [cell for cell in cells(written) if begins_formula(cell)]
    found = {from_sheet(cell) for row in csv.reader(io.StringIO(written, "")) for cell in row}
    assert {FORMULA, AFTER, MARKUP, SCREEN} <= found
    assert SCREEN in written, "a file is written as it is"


def test_what_comes_back_from_a_spreadsheet_is_the_text_itself(world):
    assert at_terminal("deck", "export", "--to", "out.csv", "--journal", "games.db")[0] == 0
    code, shown = at_terminal("deck", "import", "out.csv", "--journal", "games.db")
    assert code == 1, "people with such names are not let in"
    assert f"not '{FORMULA[:20]}" in shown


# Terminals: boards and running tables


def console():
    return PlainConsole(width=250)


def drawn(*pictures):
    """Return what a terminal is sent for pictures, printed and live."""
    with pseudo_terminal() as shown:
        screen = console()
        with Live(console=screen, auto_refresh=False) as live:
            for picture in pictures:
                live.update(picture, refresh=True)
        for picture in pictures:
            screen.print(picture)
    check(shown[0])
    return shown[0]


@pytest.fixture(autouse=True)
def colours(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.mark.parametrize("first", range(0, len(HOSTILE), 3))
def test_a_running_table_shows_its_players(tmp_path, first):
    table = Room(tmp_path).begin(names=HOSTILE[first : first + 3])
    game = table.evening.game
    view = public_view(table)
    view["log"] = [*view["log"], "".join(HOSTILE)]
    shown = drawn(table_picture(view), score_sheet(game), explanation(game))
    assert "Ann\\x1b[2J" in shown


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_what_a_board_says_of_itself_is_shown_by_the_doctor(text):
    seat = SeatFacts(
        1, text, text, text, told={"chip": text, "ver": text, "exam": text, "gain": text}
    )
    facts = DoctorFacts(seats=(seat,), matrix={1: (1,)})
    with pseudo_terminal() as shown:
        print_report(console(), facts, diagnose(facts))
    check(shown[0])
    assert text not in shown[0] or text.isprintable()


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_what_a_board_says_of_itself_is_shown_while_it_is_flashed(text):
    board = BoardInfo(text, text, text, text, version=text)
    plan = FlashPlan(board, "update", text, Firmware(text, {"main.py": b"x"}, b""))
    result = FlashResult(board, "update", True, text)
    with pseudo_terminal() as shown:
        screen = console()
        screen.print(board_table([board]))
        bars = Bars([plan], screen)
        with bars.shown():
            bars.wrote(text, 1)
            bars.finish([result])
        for line in (*plan_lines([plan]), *result_lines([result])):
            screen.print(line, soft_wrap=True)
    check(shown[0])


def test_remarks_of_seats_are_shown():
    drawn(log_lines([Remark(1, "x", text, False) for text in HOSTILE], "en"))


def test_addresses_are_printed_with_names_of_players(tmp_path):
    plan = plan_of()
    seats = tuple(
        type(seat)(name, seat.wonder, seat.side)
        for seat, name in zip(plan.game_setup.seats, HOSTILE, strict=False)
    )
    plan = replace(plan, game_setup=replace(plan.game_setup, seats=seats))
    with opened(tmp_path, plan) as pages, pseudo_terminal() as shown:
        print_addresses(pages, "en")
    check(shown[0])
    assert "Ann\\x1b[2J" in shown[0]


# Complaints, questions and logs


def test_what_is_logged_is_one_line_and_acts_on_nothing(world):
    with pseudo_terminal() as shown:
        for text in [*HOSTILE, "Ann\nError: the disk is full"]:
            record = logging.LogRecord("x", logging.WARNING, "", 0, "%s", (text,), None)
            ErrorLog("venue").emit(record)
    check(shown[0])
    assert len(shown[0].splitlines()) == len(HOSTILE) + 1


def test_what_boards_and_brokers_write_is_logged_letter_by_letter(tmp_path, caplog):
    hub = Hub()
    hub.connect("port", 0.0)
    hello = frame("HI", ver=PROTOCOL + 1, board="e6" * 8, boot="1" * 8, info=[("fw", SCREEN)])
    hub.receive("port", hello, 0.0)
    book = Book(tmp_path / "venue.db")
    venue = Venue(Address("x", 1883), book)
    venue.receive(f"wondertable/v1/tables/{SCREEN}/state", b"no JSON")
    venue.stop()
    book.close()
    assert SCREEN in caplog.records[0].getMessage()
    with pseudo_terminal() as shown:
        for record in caplog.records:
            ErrorLog("venue").emit(record)
    check(shown[0])
    assert shown[0].count("Ann\\x1b[2J") == 2


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_a_seat_draws_letters_only(text):
    state = {"sid": "0a1b", "v": 1, "phase": "lay", "game": "1", "round": 1, "step": "x"}
    sent = frame("ST", **state, light="off", sound="no", x="x", text=text)
    assert sent[1:-1].isascii()
    assert sent[1:-1].decode().isprintable()
    message = parse(sent[2 : sent.rindex(b"*")])
    assert fold(message.text).isprintable()


def test_the_log_file_can_be_read_at_a_terminal(world):
    path = write_log(SCREEN, ValueError("".join(HOSTILE)))
    assert acting(path.read_text("utf-8")) == []


def test_a_question_for_a_password_names_the_user():
    asking = click.Command("ask", callback=lambda: ask_secret(f"Password of {SCREEN}"))
    asked = CliRunner().invoke(asking, input="secret\n", color=True).output
    check(asked)
    assert "Password of Ann\\x1b[2J" in asked


def test_a_line_is_one_line():
    with pseudo_terminal() as shown:
        echo("Ann\nError: no", "Bo")
    assert shown[0] == "Ann\\nError: no\nBo\n"


# Paper


@pytest.mark.slow
def test_a_score_sheet_and_labels_are_drawn_with_any_name(world):
    for game in ("1", "2", "3"):
        assert at_terminal("sheet", game, "--journal", "games.db", "-o", "sheet.pdf")[0] == 0
        text = paper(world / "sheet.pdf")
        assert acting(text.replace("\r\n", "\n")) == []
    assert "{{7*7}}" in text
    for kind in ("pdf", "svg"):
        words = ("deck", "labels", "--to", f"labels.{kind}", "--journal", "games.db")
        assert at_terminal(*words)[0] == 0
    assert acting(paper(world / "labels.pdf").replace("\r\n", "\n")) == []
    for path in world.glob("labels*.svg"):
        drawn = ElementTree.parse(path).iter()
        assert {each.tag.partition("}")[2] for each in drawn} <= LABEL_PARTS


LABEL_PARTS = {"svg", "title", "desc", "defs", "clipPath", "g", "rect", "text"}


def paper(path):
    """The text of all pages of a PDF."""
    pdf = pypdfium2.PdfDocument(path)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in pdf)
    finally:
        pdf.close()


def test_json_says_the_same_and_acts_on_nothing(world):
    code, shown = at_terminal("history", "--journal", "games.db", "--json")
    players = {seat["player"] for game in json.loads(shown) for seat in game["seats"]}
    assert code == 0
    assert players == set(HOSTILE)


def test_a_text_is_never_taken_for_markup():
    out = io.StringIO()
    PlainConsole(file=out).print("[bold]:smile:[/i]", style="bold")
    assert out.getvalue() == "[bold]:smile:[/i]\n"
