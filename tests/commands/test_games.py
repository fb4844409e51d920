"""`wondertable games`, `resume`, `abandon`: what is left alone, and what is said instead."""

import gc

import pytest
from click.testing import CliRunner

from host_tools.cli import main
from host_tools.table import decisions
from host_tools.table.journal import Journal
from tests.results.games import Room


def run(*words, code=0):
    done = CliRunner().invoke(main, [str(word) for word in words])
    ended, said = done.exit_code, done.output
    del done
    gc.collect()  # a journal that was left open is locked
    assert ended == code, said
    assert "Traceback" not in said
    return said


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A finished game, an open one and an abandoned one; and a closed journal."""
    room = Room(tmp_path_factory.mktemp("evening"))
    room.play(room.begin())
    room.begin()
    table = room.begin()
    table.record(decisions.abandon(table.evening), room.now)
    room.journal.close()
    return room.journal.path


@pytest.fixture
def journal(evening, tmp_path):
    copy = tmp_path / "games.db"
    copy.write_bytes(evening.read_bytes())
    return copy


def states(path):
    journal = Journal(path)
    try:
        return {row.id: row.state for row in journal.games()}
    finally:
        journal.close()


@pytest.mark.parametrize(("game", "why"), [(1, "its result stays"), (3, "abandoned already")])
def test_a_game_that_has_ended_is_not_abandoned(journal, game, why):
    before = states(journal)
    assert why in run("abandon", game, "--journal", journal, code=1)
    assert states(journal) == before


@pytest.mark.parametrize(("game", "why"), [(1, "its result stays"), (3, "is abandoned")])
def test_a_game_that_has_ended_is_not_resumed(journal, game, why):
    assert why in run("resume", game, "--no-web", "--journal", journal, code=1)


def test_a_game_without_its_set_up_hides_no_open_one(journal):
    """Such games were left by kills, before beginning a game was one write."""
    from host_tools.commands.games import last_open

    book = Journal(journal)
    book.new_game(0.0)
    assert last_open(book) == 2
    book.close()
