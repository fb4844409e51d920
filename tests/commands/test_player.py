"""`wondertable player export` and `player forget`: all that is kept of a person, and no more."""

import gzip
import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from card_db.bearers import PLAYER, Bearer
from host_tools.results.historian import rebuild
from host_tools.results.history import History
from host_tools.rules.moves import Intent
from host_tools.table import decisions
from host_tools.table.entries import game_uuid
from host_tools.table.evening import LAYING, evening_of
from host_tools.table.journal import Journal
from host_tools.table.tags import ANY_DECK, TagRow, Tags
from host_tools.venue.book import Book
from host_tools.venue.broker_outbox import BrokerOutbox
from host_tools.venue.chronicle import Chronicle, identity_in
from host_tools.web.setup_draft import Players
from tests.commands.pseudo_terminal import at_terminal
from tests.commands.test_games import KEPT, run
from tests.results.games import Room
from tests.rules.table import fingerprint

NAMES = ("Zerlina", "Bo", "Cy")
RESULTS = "fair/v1/tables/7/results/{}"


def corrected(room, table):
    """Everybody can read that the last turn of Zerlina was corrected."""
    while not (table.evening.past and table.evening.phase == LAYING):
        room.step(table)
    card = table.evening.last_turn()[1][0].card.id
    table.correct(0, Intent(card, "sell"), room.now)
    room.sit_down(table)


def send(folder, journal):
    """The messages of all games, as they wait for a broker; return the results."""
    outbox, results = BrokerOutbox(folder / "games.outbox.db"), []
    for row in journal.games():
        chronicle = Chronicle(identity_in(folder, "7"))
        chronicle.read(journal, row.id)
        for message in (*chronicle.events, chronicle.result):
            if message is not None:
                topic = RESULTS.format(message["game"]) if "final" in message else "fair/events"
                outbox.put([(message, row.id, topic)])
        results += [chronicle.result] if chronicle.result else []
    outbox.close()
    return results


def enter(book, results):
    """A round that Zerlina played at table 7, and one whose result was entered by hand."""
    book.enter([*NAMES, "Di"])
    book.plan(1, [("7", NAMES)])
    book.plan(2, [("7", NAMES), ("8", ("Zerlina", "Bo", "Di"))])
    for result in results:
        book.take(result)
    book.enter_by_hand(2, "8", [("Zerlina", 60, 1), ("Bo", 40, 2), ("Di", 30, 3)])
    for number in (1, 2):
        book.set_state(number, "closed")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A finished game with a correction, an abandoned one, and what the evening leaves on disk."""
    folder = tmp_path_factory.mktemp("kept")
    room = Room(folder, seed=5)
    table = room.begin(names=NAMES)
    corrected(room, table)
    room.play(table)
    table = room.begin(names=("Bo", "ZERLINA", "Cy"))
    corrected(room, table)
    table.record(decisions.abandon(table.evening), room.now)
    room.begin(names=("Bo", "Di", "Ed"))
    tags = Tags(room.journal)
    tags.change(add=[TagRow("04aa", ANY_DECK, Bearer(PLAYER, "Zerlina"))])
    tags.change(add=[TagRow("04bb", ANY_DECK, Bearer(PLAYER, "Bo"))])
    rebuild(room.journal)
    Players(folder / "players.json").remember(["Zerlina", "Bo", "Cy"])
    with closing(Book(folder / "venue.db")) as book:
        enter(book, send(folder, room.journal))
    room.journal.close()
    return folder


@pytest.fixture
def folder(kept, tmp_path):
    return Path(shutil.copytree(kept, tmp_path / "data"))


def player(verb, folder, *words, name="zerlina ", code=0):
    files = ("--journal", folder / "games.db", "--book", folder / "venue.db")
    return run("player", verb, name, *files, *words, code=code)


def holding(folder, name):
    """The files that hold a name, in whatever capitals."""
    sought = name.casefold().encode()
    return [f.name for f in folder.iterdir() if sought in f.read_bytes().lower()]


def content(folder):
    """What counts in every game: how it stands, its id, its times."""
    journal = Journal(folder / "games.db", reading=True)
    rows = journal.games()
    games = [journal.read(row.id) for row in rows]
    return rows, [
        (game_uuid(game), [at for at, _ in game], fingerprint(evening_of(game).game))
        for game in games
    ]


def standings(folder):
    with closing(Book(folder / "venue.db")) as book:
        assert not book.strays()
        return [(s.rank, s.player, s.strength, s.games) for s in book.standings()]


def test_a_forgotten_name_is_in_no_byte_of_any_file(folder):
    assert set(holding(folder, "zerlina")) >= {
        "games.db", "games-history.db", "games.outbox.db", "venue.db", "players.json",
    }  # fmt: skip
    said = player("forget", folder, "--yes")
    assert "will be Player 1" in said and "2 games in the journal" in said
    assert holding(folder, "zerlina") == []
    assert not [f.name for f in folder.iterdir() if f.name.endswith(("-wal", "-shm"))]


def test_games_ids_scores_and_standings_stay(folder):
    games, table = content(folder), standings(folder)
    history = History.beside(folder / "games.db").games()
    player("forget", folder, "--yes")
    assert content(folder) == games
    assert standings(folder) == [
        (rank, name.replace("Zerlina", "Player 1"), *more) for rank, name, *more in table
    ]
    renamed = [game.renamed({"Zerlina": "Player 1"}) for game in history]
    assert History.beside(folder / "games.db").games() == renamed


def test_the_rewritten_journal_goes_on_and_tells_the_same_story(folder):
    player("forget", folder, "--yes")
    with closing(Journal(folder / "games.db")) as journal:  # the seal is right
        log = evening_of(journal.read(1)).log
        assert "The last turn of Player 1 is corrected: a card is sold." in log
        assert Tags(journal).players() == {"04bb": "Bo"}
        assert [game.uuid for game in rebuild(journal)] == [game_uuid(journal.read(1))]
        results = send(folder / "elsewhere", journal)
    with closing(Book(folder / "venue.db")) as book:
        assert not any(book.take(result) for result in results)  # nothing counts twice


def test_a_crash_after_the_write_leaves_a_whole_journal(folder):
    """The head is written last: one that is older than the journal is no damage."""
    head = folder / "games.db-head"
    before = head.read_bytes()
    player("forget", folder, "--yes")
    head.write_bytes(before)
    assert len(content(folder)[0]) == 3


def test_what_waits_for_the_broker_has_the_new_name(folder):
    player("forget", folder, "--yes")
    with closing(BrokerOutbox(folder / "games.outbox.db")) as outbox:
        letters = [json.loads(letter.payload) for letter in outbox.waiting(0, 10_000)]
    seats = [m["seats"][0]["player"] for m in letters if "final" in m]
    assert seats and {*seats} == {"Player 1"}
    texts = [m["data"]["text"] for m in letters if m.get("kind") == "correction"]
    assert "The last turn of Player 1 is corrected: a card is sold." in texts


def test_a_renamed_player_is_forgotten_under_both_names(folder):
    History.beside(folder / "games.db").rename("Zerlina", "Dorabella")
    player("forget", folder, "--yes", name="DORABELLA")
    assert holding(folder, "zerlina") == holding(folder, "dorabella") == []
    assert History.beside(folder / "games.db").renamed() == {}


def test_copies_of_older_versions_do_not_keep_the_name(folder):
    shutil.copy(folder / "games.db", folder / "games.db.v3")
    player("forget", folder, "--yes")
    assert not (folder / "games.db.v3").exists()


# Nothing happens unless it can


def files(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def refused(folder, *words, name="Zerlina", code=1):
    before = files(folder)
    said = player("forget", folder, *words, name=name, code=code)
    assert files(folder) == before
    return said


def test_it_asks_first(folder):
    assert "This cannot be undone. Go on? Nobody can be asked here" in refused(folder)
    before = files(folder)
    words = ("player", "forget", "Zerlina", "--journal", folder / "games.db")
    code, said = at_terminal(*words, "--book", folder / "venue.db", typed="n\n")
    assert code == 1 and "This cannot be undone. Go on? [y/N]" in said
    assert files(folder) == before


def test_nobody_is_forgotten_while_a_table_runs(folder):
    with closing(Journal(folder / "games.db")):
        said = player("forget", folder, "--yes", code=1)
    assert "another Wondertable uses this journal" in said
    assert len(holding(folder, "zerlina")) == 5


def test_nothing_changes_when_the_book_is_open_elsewhere(folder):
    with closing(Book(folder / "venue.db")):
        said = player("forget", folder, "--yes", code=1)
        assert "Another Wondertable uses" in said and "nothing was changed" in said
    with closing(Journal(folder / "games.db", reading=True)) as journal:
        assert "Zerlina" in str(journal.read(1)[0])
    assert "Zerlina" in str(History.beside(folder / "games.db").games())


def test_whoever_plays_in_an_open_game_is_not_forgotten(folder):
    assert "game 3, which is not over" in refused(folder, "--yes", name="Di")


def test_whoever_sits_at_a_table_of_a_round_is_not_forgotten(folder):
    with closing(Book(folder / "venue.db")) as book:
        book.plan(3, [("7", NAMES), ("8", ("Zerlina 2", "Di", "Ed"))])
    said = refused(folder, "--yes")
    assert "sits at table 7 of round 3, which has no result yet" in said
    assert "`wondertable venue close`" in said
    with closing(Book(folder / "venue.db")) as book:
        book.enter_by_hand(3, "7", [(name, 10, 0) for name in NAMES])
    player("forget", folder, "--yes")


def test_whoever_takes_part_goes_on_under_the_new_name(folder):
    said = player("forget", folder, "--yes")
    assert (
        "Player 1 still takes part in the tournament: `wondertable venue drop 'Player 1'`" in said
    )
    with closing(Book(folder / "venue.db")) as book:
        assert book.players() == ["Player 1", "Bo", "Cy", "Di"]
        book.leave("Cy")
    assert "still takes part" not in player("forget", folder, "--yes", name="Cy")
    with closing(Book(folder / "venue.db")) as book:
        assert book.players() == ["Player 1", "Bo", "Di"]


def test_somebody_unknown_is_told(folder):
    assert "Nothing is kept of anybody called 'Nobody'" in refused(folder, "--yes", name="Nobody")


@pytest.mark.parametrize(("name", "code"), [("bo", 1), ("ZERLINA", 1), ("=1+1", 2), ("", 2)])
def test_the_new_name_is_a_name_that_nobody_has(folder, name, code):
    refused(folder, "--yes", "--as", name, code=code)


def test_two_players_of_one_table_do_not_become_one(folder):
    player("forget", folder, "--yes")
    assert "is somebody's name" in refused(folder, "--yes", "--as", "Player 1", name="Cy")
    assert "will be Player 2" in player("forget", folder, name="Cy", code=1)


def test_the_new_name_can_be_chosen(folder):
    player("forget", folder, "--yes", "--as", "Somebody")
    assert "Somebody" in [name for _, name, *_ in standings(folder)]


# The export


def test_all_that_is_kept_of_a_player_is_exported(folder):
    before = files(folder)
    found = json.loads(player("export", folder))
    assert files(folder) == before
    assert found["names"] == ["ZERLINA", "Zerlina"]
    assert [game["game"] for game in found["journal"]["games"]] == [2, 1]
    assert {entry["seat"] for entry in found["journal"]["games"][1]["entries"]} == {0}
    assert found["journal"]["tags"] == ["04aa"]
    assert [game["number"] for game in found["history"]["games"]] == [1]
    assert found["players"] == ["Zerlina"]
    assert {*found["outbox"]} == {"waiting", "results"}
    assert {*found["book"]} == {"players", "plan", "by_hand", "results"}


def test_an_export_tells_nothing_of_others_and_no_card_of_an_open_game(folder):
    text = player("export", folder)
    assert not any(f'"{name}"' in text for name in ("Bo", "Cy", "Di", "Ed"))
    (open_game,) = json.loads(player("export", folder, name="Di"))["journal"]["games"]
    assert open_game["entries"] == []


def test_an_export_goes_into_a_file(folder, tmp_path):
    said = player("export", folder, "--to", tmp_path / "z.json")
    assert "1 game in the history" in said
    assert json.loads((tmp_path / "z.json").read_text("utf-8"))["player"] == "zerlina "


# Files of older versions


def test_a_player_of_an_old_evening_is_forgotten_too(tmp_path):
    for name in ("games.db", "games-history.db"):
        (tmp_path / name).write_bytes(gzip.decompress((KEPT / f"{name}.gz").read_bytes()))
    run("abandon", 3, "--journal", tmp_path / "games.db")
    assert [*tmp_path.glob("*.v*")]
    games = content(tmp_path)
    name = next(iter(History.beside(tmp_path / "games.db").names()))
    run("player", "forget", name, "--yes", "--journal", tmp_path / "games.db")
    assert f'"{name}"'.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert [file.name for file in tmp_path.glob("*.v*")] == []
    assert content(tmp_path) == games
