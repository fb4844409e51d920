"""Games come into the history by themselves, once, and can be told again from the journal."""

import random
import sqlite3
import time

import pytest
from click.testing import CliRunner

from host_tools.cli import main
from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.results.historian import Historian, rebuild
from host_tools.results.history import History, HistoryError
from host_tools.table import decisions
from host_tools.table.host import Host
from host_tools.table.journal import Journal
from host_tools.table.states import ask_of
from tests.results.games import Room
from tests.results.sheets import game, timed
from tests.table.paper import turn

KINDS = [
    {"players": 3},
    {"players": 5, "sets": ("base", "leaders", "cities")},
    {"players": 4, "sets": ("base", "cities"), "variant": "team"},
    {"players": 2, "variant": "two_player"},
    {"players": 4, "sets": ("base", "leaders"), "edition": "2e"},
]


class Evening:
    """A room whose tables a historian listens to."""

    def __init__(self, folder, seed=1):
        self.room = Room(folder, seed)
        self.historian = Historian(self.room.journal)
        self.historian.start()
        self.host = Host(None, Pump(Hub(), []))
        self.historian.listen(self.host)
        self.history = self.historian.history

    def begin(self, **kind):
        table = self.room.begin(**kind)
        self.host.play(table)
        return table

    def play(self, **kind):
        return self.room.play(self.begin(**kind))

    def end(self):
        self.host.stop()
        self.historian.close()
        return self.history.games()


def test_the_history_of_an_evening_is_the_one_that_its_journal_tells(tmp_path):
    evening = Evening(tmp_path, seed=3)
    tables = [evening.play(**kind) for kind in KINDS]
    lived = evening.end()
    assert [found.number for found in lived] == [table.number for table in tables]
    evening.history.path.unlink()
    assert rebuild(evening.room.journal) == lived == evening.history.games()
    for table, found in zip(tables, lived, strict=True):
        seats = table.evening.setup.game_setup.seats
        assert [s.player for s in found.seats] == [s.player for s in seats]
        assert found.course[-1].totals == tuple(s.total for s in found.seats)
        assert all(s.thinking for s in found.players)
        assert 1 in {s.rank for s in found.seats}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_played_the_journal_tells_what_was_lived(tmp_path, seed):
    evening = Evening(tmp_path, seed)
    chance = random.Random(seed)
    for _ in range(4):
        table = evening.begin(**chance.choice(KINDS))
        while not table.evening.game.over:
            evening.room.step(table)
            if chance.random() < 0.01:
                table.record(decisions.pause(table.evening, True), evening.room.clock())
                table.record(decisions.pause(table.evening, False), evening.room.clock())
    lived = evening.end()
    assert len(lived) == 4
    assert rebuild(evening.room.journal) == lived == evening.history.games()


def test_the_free_city_has_no_player_no_rank_and_wins_nothing(tmp_path):
    room = Room(tmp_path)
    told = room.told(room.play(room.begin(players=2, variant="two_player")))
    assert (told.seats[2].player, told.seats[2].rank) == (None, None)
    assert len(told.players) == 2 and set(told.winners) < {"Ann", "Bo"}


def test_partners_win_together(tmp_path):
    room = Room(tmp_path)
    table = room.begin(players=4, sets=("base", "cities"), variant="team")
    ranks = [seat.rank for seat in room.told(room.play(table)).seats]
    assert ranks[0] == ranks[1] != ranks[2] == ranks[3]


def test_a_turn_that_is_taken_back_after_the_end_takes_the_game_out_until_it_ends_again(tmp_path):
    evening = Evening(tmp_path)
    table = evening.play(players=3)
    wait_for(lambda: evening.history.games())
    (before,) = evening.history.games()
    cards = [move.card.id for move in table.evening.past[-1].moves.values()]
    table.record(decisions.undo(table.evening), evening.room.now)
    wait_for(lambda: not evening.history.games())
    assert evening.historian.kept == {}
    turn(table, *(f"sell {card}" for card in cards))
    while ask := next(filter(None, (ask_of(table.evening, seat) for seat in range(3))), None):
        entries = decisions.press(table.evening, ask.seat, ask.step, "ok")
        table.record(entries, evening.room.now)
    (again,) = evening.end()
    assert again == evening.room.told(table) != before
    assert again.uuid == before.uuid


def wait_for(there, seconds=60):
    until = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < until, "It never came to that."
        time.sleep(0.01)


def test_an_abandoned_game_is_not_counted(tmp_path):
    evening = Evening(tmp_path)
    table = evening.begin(players=3)
    for _ in range(30):
        evening.room.step(table)
    table.record(decisions.abandon(table.evening), evening.room.now)
    assert evening.end() == [] == rebuild(evening.room.journal)


def test_a_game_that_ended_when_nobody_listened_is_caught_up_once(tmp_path):
    room = Room(tmp_path)
    table = room.play(room.begin(players=3))
    for _ in range(2):
        historian = Historian(room.journal)
        historian.start()
        historian.close()
    assert historian.kept == {table.number: historian.history.games()[0].uuid}
    assert historian.history.games() == [room.told(table)]


def test_the_table_does_not_wait_for_a_history_that_is_locked(tmp_path):
    evening = Evening(tmp_path)
    table = evening.begin(players=3)
    evening.history.put([])  # the file is there
    busy = sqlite3.connect(evening.history.path, isolation_level=None)
    busy.execute("BEGIN IMMEDIATE")
    evening.room.play(table)
    assert table.evening.game.over
    assert evening.history.games() == []  # and who reads does not wait either
    busy.execute("ROLLBACK")
    busy.close()
    assert len(evening.end()) == 1


def test_the_history_is_read_while_the_journal_belongs_to_a_host(tmp_path):
    evening = Evening(tmp_path)
    evening.play(players=3)
    wait_for(lambda: evening.history.games())
    at = ["--journal", str(tmp_path / "games.db")]
    assert "Ann" in CliRunner().invoke(main, ["history", *at]).output
    assert "Ann" in CliRunner().invoke(main, ["stats", *at]).output
    refused = CliRunner().invoke(main, ["history", "rebuild", *at])
    assert refused.exit_code == 1 and "another Wondertable uses this journal" in refused.output
    evening.end()


# Names


@pytest.fixture
def history(tmp_path):
    found = History(tmp_path / "h.db")
    found.put([game(("Jo", 50), ("Bo", 40), ("Cy", 30)), game(("Joanna", 50), ("Bo", 60), day=1)])
    return found


def names(history):
    return [[seat.player for seat in found.seats] for found in history.games()]


def test_who_is_renamed_becomes_one_with_the_bearer_of_the_name(history):
    history.rename("Jo", "Joanna")
    assert names(history) == [["Joanna", "Bo", "Cy"], ["Joanna", "Bo"]]
    history.rename("Joanna", "Jo")
    assert names(history) == [["Jo", "Bo", "Cy"], ["Jo", "Bo"]]


def test_a_new_name_holds_for_games_to_come_and_after_a_rebuild(history):
    history.rename("Jo", "Joanna")
    history.put([game(("Jo", 50), ("Di", 40), day=2)])
    assert names(history)[2] == ["Joanna", "Di"]
    history.replace_journal([game(("Jo", 50), ("Bo", 40), ("Cy", 30))])
    assert names(history) == [["Joanna", "Bo", "Cy"]]


def test_two_who_sat_at_one_table_are_two(history):
    with pytest.raises(HistoryError, match="Bo and Cy sat at one table on 2024-01-01"):
        history.rename("Bo", "Cy")
    with pytest.raises(HistoryError, match="Nobody called Zoe"):
        history.rename("Zoe", "Jo")


def test_a_game_is_found_by_number_beginning_or_as_the_last(history):
    first, last = history.games()
    assert history.find(first.uuid[:6]) == first
    assert history.find("last") == last
    with pytest.raises(HistoryError, match="There is no game 9"):
        history.find("9")


def test_a_file_that_is_no_history_is_told_and_left_alone(tmp_path):
    path = tmp_path / "games-history.db"
    path.write_text("this is a letter, not a history\n" * 40)
    with pytest.raises(HistoryError, match="cannot be used as history"):
        History(path).games()
    assert path.read_text().startswith("this is a letter")
    journal = Journal(tmp_path / "games.db")  # and the table runs without it
    historian = Historian(journal)
    historian.start()
    historian.close()
    journal.close()


def test_a_history_of_a_newer_version_is_refused(tmp_path):
    History(tmp_path / "h.db").games()
    with sqlite3.connect(tmp_path / "h.db") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(HistoryError, match="newer Wondertable"):
        History(tmp_path / "h.db").games()


OLD = """
    PRAGMA user_version = 1;
    CREATE TABLE games (
        uuid TEXT PRIMARY KEY, source TEXT NOT NULL, number INTEGER, begun REAL NOT NULL,
        ended REAL NOT NULL, minutes REAL, edition TEXT NOT NULL, sets TEXT NOT NULL,
        variant TEXT NOT NULL, course TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE seats (
        game TEXT NOT NULL REFERENCES games(uuid) ON DELETE CASCADE,
        seat INTEGER NOT NULL, player TEXT, wonder TEXT NOT NULL, side TEXT NOT NULL,
        scores TEXT NOT NULL, rank INTEGER, coins INTEGER, thinking TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE TABLE names (written TEXT PRIMARY KEY, player TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO games VALUES ('u', 'journal', 1, 0, 60, 1, '1e', 'base', 'standard', '[]');
    INSERT INTO seats VALUES ('u', 0, 'Ann', 'gizah', 'A', '[1,2,3,4,5,6,7,0,0]', 1, 3, '[2.5]');
"""


def test_a_history_without_times_goes_on(tmp_path):
    with sqlite3.connect(tmp_path / "h.db") as db:
        db.executescript(OLD)
    db.close()
    old = History(tmp_path / "h.db")
    (found,) = old.games()
    assert (found.times, found.seats[0].waited, found.seats[0].thinking) == ((), None, (2.5,))
    new = timed(game(("Ann", 50), ("Bo", 61), ("Cy", 43)))
    old.put([new])
    assert old.games() == [found, new]


@pytest.mark.parametrize(
    "damage",
    [
        "games SET times = '[[1, 2, 3]]'",
        "games SET times = '[[1, 2, 3, \"x\"]]'",
        "games SET times = '[[1, 2, 3, NaN]]'",
        "games SET times = '[[1, 2, 3, -4]]'",
        "seats SET waited = 'long'",
        "seats SET waited = 9e999",
    ],
)
def test_damaged_times_are_told(tmp_path, damage):
    History(tmp_path / "h.db").put([timed(game(("Ann", 50), ("Bo", 61), ("Cy", 43)))])
    with sqlite3.connect(tmp_path / "h.db") as db:
        db.execute(f"UPDATE {damage}")
    db.close()
    with pytest.raises(HistoryError, match="damaged"):
        History(tmp_path / "h.db").games()
