"""Damaged files of a journal: a flipped bit is refused with a sentence, or changes nothing."""

import random
import shutil

import pytest

from card_db.bearers import Bearer
from host_tools.table.journal import Journal, JournalError
from host_tools.table.repair import repair
from host_tools.table.tags import DeckRow, TagRow, Tags
from tests.results.games import Room

pytestmark = pytest.mark.slow

NAME = "games.db"
SUFFIXES = ("", "-wal", "-head")


def photographed(journal, folder):
    """The files as a kill would leave them now."""
    folder.mkdir()
    for suffix in SUFFIXES:
        shutil.copy(f"{journal.path}{suffix}", folder)


def play_evening(folder):
    """Two games, one of them finished, and the tags of a deck; as kills and the end leave them."""
    (folder / "closed").mkdir()
    room = Room(folder / "closed")
    tags = Tags(room.journal)
    tags.put_deck(DeckRow("main", "1e", ("base",)))
    for number in range(60):
        tags.change(add=[TagRow(f"04{number:012x}", "main", Bearer("card", f"card{number}"))])
    table = room.begin()
    for _ in range(30):
        room.step(table)
    photographed(room.journal, folder / "killed early")  # all of it is in the log
    room.play(table)
    table = room.begin()
    for _ in range(60):
        room.step(table)
    photographed(room.journal, folder / "killed late")
    room.journal.close()


@pytest.fixture(scope="module")
def evenings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evenings")
    play_evening(folder)
    return folder


def content(path, reading):
    """All that can be read of a journal."""
    journal = Journal(path, reading)
    try:
        games = journal.games()
        tags = Tags(journal)
        return games, [journal.read(game.id) for game in games], tags.rows(), tags.decks()
    finally:
        journal.close()


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def restored(folder, data):
    for path in folder.iterdir():
        path.unlink()
    for name, text in data.items():
        (folder / name).write_bytes(text)


def flipped(data, chance):
    """The same with one other bit."""
    place = chance.randrange(8 * len(data))
    changed = bytearray(data)
    changed[place // 8] ^= 1 << place % 8
    return bytes(changed)


def check_repair(folder, expected):
    """What a repair keeps was there: the beginning of each game, and some of the tags."""
    new = folder.parent / "repaired.db"
    try:
        repair(folder / NAME, new)
    except JournalError as error:  # not even its tables can be read
        assert str(error).endswith(".")
        return
    try:
        games, entries, tags, decks = content(new, reading=False)
    finally:
        for file in folder.parent.glob("repaired.db*"):
            file.unlink()
    known = {game.id: (game, read) for game, read in zip(*expected[:2], strict=True)}
    for game, read in zip(games, entries, strict=True):
        whole, all_of_it = known[game.id]
        assert read == all_of_it[: len(read)]
        assert game.begun in (whole.begun, read[0][0])
        assert game.state == whole.state or len(read) < len(all_of_it)
    assert {*tags} <= {*expected[2]}
    assert {*decks} <= {*expected[3]}


TRIES = [300, pytest.param(2000, marks=[pytest.mark.soak, pytest.mark.timeout(0)])]


@pytest.mark.parametrize("tries", TRIES)
@pytest.mark.parametrize(
    ("state", "name"),
    [
        ("closed", NAME),
        ("killed late", NAME),
        ("killed early", f"{NAME}-wal"),
        ("killed late", f"{NAME}-wal"),
        ("killed late", f"{NAME}-head"),
    ],
)
def test_no_flipped_bit_is_ever_read_as_something_else(
    evenings, state, name, tries, tmp_path, tell
):
    good = files(evenings / state)
    restored(tmp_path, good)
    expected = content(tmp_path / NAME, reading=False)
    chance = random.Random(f"{state} {name}")
    refused = 0
    for number in range(tries):
        spoilt = {**good, name: flipped(good[name], chance)}
        restored(tmp_path, spoilt)
        try:
            assert content(tmp_path / NAME, reading=number % 2 == 0) == expected
        except JournalError as error:
            refused += 1
            assert str(error).endswith(".")
            assert files(tmp_path) == spoilt
            if refused % 5 == 0:
                check_repair(tmp_path, expected)
                assert files(tmp_path) == spoilt
    tell("flipped bits", f"{state} {name}", {"flips": tries, "refused": refused, "silent": 0})
    assert refused > tries / 20 or name.endswith("head")
