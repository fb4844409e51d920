"""`--house` and `--ruling`: a game and a deck keep the lines, and need no file later."""

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from card_db.loader import house_lines
from host_tools.bots.dealer import Dealer
from host_tools.cli import main
from host_tools.commands.enrol import deck_for, wanted_of
from host_tools.commands.play import lacking_tags
from host_tools.link.hub import Hub
from host_tools.results.historian import rebuild
from host_tools.results.played import boxes
from host_tools.table.entries import TableSetup
from host_tools.table.host import Shelf
from host_tools.table.journal import Journal
from host_tools.table.tags import TagRow, Tags
from tests.enrol.scene import uid
from tests.results.games import Room

EXAMPLE = Path(__file__).parents[2] / "docs/house.jsonl"


def run(*words, code=0):
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == code, done.output
    return done.output


@pytest.fixture
def ours(tmp_path):
    """The example in a file of one's own, which can go."""
    path = tmp_path / "ours.jsonl"
    path.write_bytes(EXAMPLE.read_bytes())
    return path


def test_a_game_with_house_cards_goes_on_without_their_file(tmp_path, ours):
    room = Room(tmp_path)
    table = room.begin(3, sets=("base", "leaders"), house=house_lines([ours]))
    for _ in range(40):
        room.step(table)
    ours.unlink()
    before = table.evening.game
    room.journal.close()
    room.journal = Journal(tmp_path / "games.db")
    table = Shelf(room.journal, Hub()).take_up(1)
    assert table.evening.game.age == before.age and table.evening.game.turn == before.turn
    assert "toll_gate" in table.evening.game.rules.box.cards
    room.sit_down(table)
    room.play(table)
    (played,) = rebuild(room.journal)
    room.journal.close()
    assert boxes(played, "en") == "Leaders, house cards, first printing"
    record = tmp_path / "evening.jsonl"
    run("export", 1, "--to", record, "--journal", tmp_path / "games.db")
    assert json.loads(run("replay", "--json", record))["finished"]
    assert "Final score" in run("score", record)


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_the_records_of_simulated_games_hold_their_house_cards(tmp_path, ours, edition):
    games = ("--games", 3, "--players", 7, "--records", tmp_path / "games", "--edition", edition)
    run("simulate", *games, "--house", ours, "--ruling", "babylon_new_turn=false")
    ours.unlink()
    for path in (tmp_path / "games").iterdir():
        setup = json.loads(path.read_text("utf-8").split("\n")[0])
        assert setup["house"][0]["id"] == "mad_hatter"
        assert setup["rulings"] == {"babylon_new_turn": False}
        assert json.loads(run("replay", "--json", path))["finished"]


def test_the_name_of_a_house_wonder_is_on_the_score_sheet(ours):
    told = run("demo", "--text", "--players", 3, "--seed", 5, "--house", ours)
    assert "Labyrinth A" in told


# A deck


def test_house_cards_get_their_tags_and_the_deck_remembers_them(tmp_path, ours):
    path = tmp_path / "games.db"
    book = Journal(path)
    tags = Tags(book)
    row = deck_for(tags, "main", "1e", "base,leaders", [ours])
    wanted = wanted_of(row, None, 7, None, (), "en")
    assert [str(bearer) for bearer in wanted[-4:]] == [
        "mad_hatter", "toll_gate:3", "toll_gate:5", "weavers_guild",
    ]  # fmt: skip
    tags.put_deck(row)
    tags.change(add=[TagRow(uid(n), "main", bearer) for n, bearer in enumerate(wanted)])
    ours.unlink()
    assert tags.deck("main") == row
    again = deck_for(tags, "main", None, "cities")
    assert again.house == row.house and again.sets == ("base", "leaders", "cities")
    book.close()
    journal = ("--journal", path)
    assert "is complete for 5 players" in run("deck", "check", "--players", 5, *journal)
    run("deck", "labels", "--to", tmp_path / "labels.svg", "--size", "sticker", *journal)
    pages = sorted(tmp_path.glob("labels*.svg"))
    assert "Chapelier fou" in "".join(page.read_text("utf-8") for page in pages)
    run("deck", "export", "--to", tmp_path / "tags.csv", *journal)
    lines = (tmp_path / "tags.csv").read_text("utf-8-sig").splitlines()
    by_id = {line["id"]: line for line in csv.DictReader(lines)}
    assert (by_id["toll_gate"]["nom"], by_id["toll_gate"]["set"]) == ("Octroi", "house")


def test_a_sheet_with_house_cards_makes_a_deck_elsewhere(tmp_path, ours):
    sheet = tmp_path / "tags.csv"
    sheet.write_text("uid,id\n04:a1:b2:c3:d4:e5:f6,mad_hatter\n")
    journal = ("--journal", tmp_path / "other.db")
    told = run("deck", "import", sheet, *journal, code=1)
    assert "there is no card 'mad_hatter' in the printing 1e" in told
    assert "1 new tag" in run("deck", "import", sheet, "--house", ours, *journal)
    run("deck", "import", sheet, *journal)  # It is known now.
    lacking = json.loads(run("deck", "check", "--json", *journal, code=1))["missing"]
    assert "toll_gate:3" in lacking


def test_play_says_which_house_cards_have_no_tag(tmp_path, ours):
    book = Journal(tmp_path / "games.db")
    plain = Dealer(1).setup(3)
    with_ours = Dealer(1).setup(3, house=house_lines([ours]))
    numbers = [
        int(lacking_tags(book, TableSetup(setup)).split(" of ")[1].split()[0])
        for setup in (plain, with_ours)
    ]
    book.close()
    assert numbers[1] - numbers[0] == 2  # the guild, and the toll gate for three


@pytest.mark.parametrize("line", ['"color": "blue", "age": 1', '"color": "white"'])
def test_a_french_name_that_is_printed_is_refused(tmp_path, line):
    path = tmp_path / "ours.jsonl"
    path.write_text('{"id": "bath_house", "name": "Bath House", "fr": "bains", ' + line + "}\n")
    said = run("simulate", "--games", 1, "--house", path, code=1)
    assert 'Bath House is called "bains" in the language "fr", and so is Baths' in said
