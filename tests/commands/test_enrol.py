"""The commands as people run them: virtual seats with the real firmware, another process."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from card_db.loader import load_box
from host_tools.bots.dealer import Dealer
from host_tools.cli import main
from host_tools.commands.enrol import deck_for, wanted_of
from host_tools.commands.play import lacking_tags
from host_tools.enrol.collection import collection
from host_tools.table.entries import Open, TableSetup
from host_tools.table.journal import Journal
from host_tools.table.tags import DeckRow, TagRow, Tags
from tests.commands.pseudo_terminal import at_terminal
from tests.enrol.scene import uid

PATIENCE_S = 60


def command(*words):
    return [sys.executable, "-c", "from host_tools.cli import main; main()", *words]


def run(*words):
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.db"


@pytest.fixture
def journal(path):
    return ["--journal", str(path)]


def filled(path, name="main", number=None, sets=("base",), players=7):
    """A deck whose cards have their tags, the first so many of them."""
    book = Journal(path)
    tags = Tags(book)
    tags.put_deck(DeckRow(name, "1e", sets))
    cards = collection(load_box("1e"), sets, players)[:number]
    tags.change(add=[TagRow(uid(n), name, card) for n, card in enumerate(cards)])
    book.close()
    return cards


def rows(path):
    book = Journal(path)
    found = Tags(book).rows()
    book.close()
    return found


def begun(*words):
    return subprocess.Popen(
        command(*words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def told(process, number):
    """Read the output until so many things have their tag; return their names."""
    names = []
    for line in process.stdout:
        if " has its tag." in line:
            names.append(line.split(": ")[1].split(" has its tag.")[0])
        if len(names) == number:
            return names
    raise AssertionError(f"it ended after {names}")


# Enrolment


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_an_enrolment_that_is_killed_goes_on_where_it_was(path, journal):
    words = ["enrol", "--tiles", "1", "--player", "Ann", "--seats", "sim:2", *journal]
    first = begun(*words)
    try:
        kept = told(first, 3)
        second = run(*words)
        assert second.exit_code == 1
        assert "another Wondertable uses this journal. Stop that one first" in second.output
    finally:
        first.kill()
        first.wait()
        first.stdout.close()
    before = rows(path)
    assert len(before) >= len(kept) == 3
    again = subprocess.run(command(*words), capture_output=True, text=True, timeout=PATIENCE_S)
    assert again.returncode == 0, again.stderr
    ending, note = again.stdout.splitlines()[-2:]
    assert ending == "Everything has its tag: 8 of 8."
    assert "no signature" in note  # virtual stickers: one line for all of them
    assert not any(f"{name} has its tag" in again.stdout for name in kept)
    assert rows(path)[: len(before)] == before
    assert len(rows(path)) == 8


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_ctrl_c_stops_an_enrolment_and_says_how_to_go_on(path, journal):
    process = begun("enrol", "--sets", "base,cities", "--seats", "sim:1", *journal)
    told(process, 1)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert "Stopped. Everything so far is saved." in output
    number = len(rows(path))
    assert f"{178 - number} have no tag yet: `wondertable enrol` continues here." in output
    summary = f"main         1e  base, cities: {number} of 178 cards have a tag"
    assert run("deck", *journal).output.startswith(summary)


def test_an_enrolment_that_is_complete_asks_for_nothing(path, journal):
    filled(path)
    result = run("enrol", *journal)
    assert result.output == "Everything has its tag: 148 of 148.\n"


def test_printings_are_not_mixed(path, journal):
    filled(path, number=3)
    result = run("enrol", "--edition", "2e", *journal)
    assert result.exit_code == 1
    assert "Name another deck: --deck main-2e." in result.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--sets", "base,armada"], "There is no set 'armada'"),
        (["--player", "=1"], "A name has 1 to 24 letters"),
        (["--deck", ""], "A name has 1 to 24 letters"),
        (["--undo"], "There is no journal"),
        (["--seats", "sim:99"], "sim:99 is not a port"),
        (["--seats", "usb:1"], "'usb:1' is not a port"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(words, says, journal):
    result = run("enrol", *words, *journal)
    assert result.exit_code in (1, 2)
    assert says in result.output


def test_the_last_tag_can_be_taken_back_without_a_seat(path, journal):
    filled(path, number=3)
    asked = run("enrol", "--undo", *journal)
    assert asked.exit_code == 1 and "Remove the tag of Clay Pool 5+?" in asked.output
    assert len(rows(path)) == 3
    done = run("enrol", "--undo", "--yes", *journal)
    assert done.output == "Clay Pool 5+ no longer has a tag.\n"
    assert len(rows(path)) == 2


# Decks


def test_a_deck_tells_what_is_missing(path, journal):
    filled(path, players=3)
    assert run("deck", "check", "--players", "3", *journal).exit_code == 0
    result = run("deck", "check", "--players", "4", "--sets", "base,leaders", *journal)
    assert result.exit_code == 1
    assert result.output.startswith("60 of 128 cards have no tag for 4 players:\n  Excavation 4+")
    assert "and 48 more: --all names them." in result.output
    facts = json.loads(run("deck", "check", "--players", "4", "--json", *journal).output)
    assert len(facts["missing"]) == 20
    assert facts["missing"][0] == "excavation:4"


def test_there_is_no_such_deck(path, journal):
    Journal(path).close()
    result = run("deck", "check", "--deck", "travel", *journal)
    assert result.exit_code == 1
    assert "There is no deck 'travel'. There is none yet: `wondertable enrol`." in result.output
    assert run("deck", *journal).output.startswith("There is no deck yet")


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_shuffled_deck_is_laid_through_a_reader(path, journal):
    filled(path, players=3)
    words = ["deck", "check", "--players", "3", "--lay", "--age", "1", "--seats", "sim:3", *journal]
    result = subprocess.run(command(*words), capture_output=True, text=True, timeout=PATIENCE_S)
    assert result.returncode == 0, result.stdout + result.stderr
    verdict, note = result.stdout.splitlines()[-2:]
    assert verdict == "The deck is complete: 21 cards."
    assert note.startswith("21 tags have no signature")
    book = Journal(path)
    Tags(book).change(drop=[uid(0)])  # Clay Pit
    book.close()
    words = [*words, "--json"]
    result = subprocess.run(command(*words), capture_output=True, text=True, timeout=PATIENCE_S)
    assert result.returncode == 1
    told = json.loads(result.stdout)
    assert told["missing"] == ["clay_pit:3"]
    assert told.keys() == {  # docs/json.md
        "missing", "too_few", "too_many", "extra", "double", "unknown", "unsigned", "copies",
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_lost_tag_is_replaced_by_laying_a_new_one(path, journal):
    filled(path, number=3)
    words = ["deck", "replace", "clay", "pool", "5+", "--seats", "sim:1", *journal]
    result = subprocess.run(command(*words), capture_output=True, text=True, timeout=PATIENCE_S)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "Clay Pool 5+ has its tag." in result.stdout
    found = {str(row.bearer): row.uid for row in rows(path)}
    assert found["clay_pool:3"] == uid(1)
    assert found["clay_pool:5"] not in (uid(2), None)
    assert len(found) == 3


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["clay", "pool"], "may be clay_pool:3 (Clay Pool 3+), clay_pool:5 (Clay Pool 5+)"),
        (["zeppelin"], "The deck main has no card 'zeppelin'."),
        (["clay_pit", "--uid", "xyz"], "'xyz' is no number of a tag"),
        (["clay_pit", "--uid", "8804a1b2"], "Only half of this tag's number was read"),
        (["clay_pit", "--uid", uid(1)], "This tag is Clay Pool 3+ already"),
    ],
)
def test_a_replacement_that_cannot_be_is_refused(words, says, path, journal):
    filled(path, number=3)
    result = run("deck", "replace", *words, *journal)
    assert result.exit_code == 1
    assert says in result.output
    assert [row.uid for row in rows(path)] == [uid(0), uid(1), uid(2)]


def test_a_tag_is_replaced_by_its_number(path, journal):
    filled(path, number=3)
    result = run("deck", "replace", "clay_pit", "--uid", "04:AA:BB:CC:DD:EE:01", *journal)
    assert result.output == "Clay Pit 3+ has its tag.\n"
    assert {row.uid for row in rows(path)} == {"04aabbccddee01", uid(1), uid(2)}


def test_a_tile_or_a_token_is_replaced_without_a_deck(path, journal):
    for text in ("tile:build:2", "player:Ann"):
        number = "04aabbccddee02" if "tile" in text else "04aabbccddee03"
        assert run("deck", "replace", text, "--uid", number, *journal).exit_code == 0
    assert [str(row.bearer) for row in rows(path)] == ["tile:build:2", "player:Ann"]
    wrong = run("deck", "replace", "tile:jump", "--uid", "04aabbccddee04", *journal)
    assert "there is no tile tile:jump" in wrong.output


def test_a_second_set_is_added_to_a_deck_and_asked_for_alone(path):
    filled(path)
    book = Journal(path)
    row = deck_for(Tags(book), "main", None, "leaders")
    book.close()
    assert row == DeckRow("main", "1e", ("base", "leaders"))
    wanted = wanted_of(row, "leaders", 7, None, (), "en")
    assert len(wanted) == 36 + 4


@pytest.mark.parametrize("suffix", ["csv", "json"])
def test_a_deck_goes_to_another_computer(path, journal, tmp_path, suffix):
    filled(path)
    file, other = tmp_path / f"tags.{suffix}", tmp_path / "other.db"
    assert run("deck", "export", "--to", str(file), *journal).output.startswith("148 tags are in")
    taken = run("deck", "import", str(file), "--journal", str(other))
    assert taken.output == "148 new tags, 0 changed, 0 known.\n"
    assert sorted(rows(other)) == sorted(rows(path))


def test_labels_can_be_printed_before_anything_is_enrolled(tmp_path):
    to = tmp_path / "labels.pdf"
    env = {"XDG_DATA_HOME": str(tmp_path)}
    words = ["deck", "labels", "--sets", "leaders", "--to", str(to)]
    done = CliRunner().invoke(main, words, env=env)
    assert done.output.startswith("40 labels on 1 page")
    assert not list(tmp_path.glob("**/*.db"))


def test_a_file_that_is_not_there_is_told(journal):
    result = run("deck", "import", "nowhere.csv", *journal)
    assert result.exit_code == 1
    assert "nowhere.csv cannot be read: No such file or directory." in result.output


def test_labels_are_written(path, journal, tmp_path):
    filled(path)
    for name in ("labels.pdf", "labels.svg"):
        result = run("deck", "labels", "--to", str(tmp_path / name), *journal)
        assert result.output.startswith("148 labels on 3 pages")
    files = sorted(file.name for file in tmp_path.glob("labels*"))
    assert files == ["labels-2.svg", "labels-3.svg", "labels.pdf", "labels.svg"]


def test_a_deck_is_forgotten_when_told_twice(path, journal):
    filled(path, number=3)
    refused = run("deck", "forget", "main", *journal)
    assert refused.exit_code == 1 and "so nothing was changed: add --yes." in refused.output
    assert at_terminal("deck", "forget", "main", *journal, typed="n\n")[0] == 1
    assert len(rows(path)) == 3
    assert run("deck", "forget", "main", "--yes", *journal).output.endswith("is deleted.\n")
    assert rows(path) == []


# Play


def test_play_tells_how_many_cards_have_no_tag(path):
    filled(path, players=3)
    book = Journal(path)
    small, big = (TableSetup(Dealer(1).setup(number)) for number in (3, 4))
    assert lacking_tags(book, small) == ""
    assert lacking_tags(book, big) == (
        "The deck main has no tags for 20 of 88 cards: `wondertable enrol --deck main --sets base`"
        " asks for them."
    )
    book.close()


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_play_finds_the_tags_of_its_deck(path, journal, tmp_path):
    filled(path, name="travel", players=3)
    capture = tmp_path / "evening.jsonl"
    words = ["play", "--players", "3", "--deck", "travel", "--seats", "sim:", "--no-web"]
    process = begun(*words, "--countdown", "0", "--capture", str(capture), *journal)
    end = time.monotonic() + PATIENCE_S
    while not (capture.exists() and capture.read_bytes().count(b"$RV ") >= 3):
        assert time.monotonic() < end, process.poll()
        time.sleep(0.1)
    os.kill(process.pid, signal.SIGINT)
    process.communicate(timeout=PATIENCE_S)
    book = Journal(path)
    known = Tags(book).cards("travel")
    opened = [entry for _, entry in book.read(1) if isinstance(entry, Open)]
    book.close()
    assert len(opened) >= 3
    assert all(known[entry.uid] == entry.card for entry in opened)
