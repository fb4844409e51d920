"""Files of older versions: what was written then gives the same results now.

The files stay as they are (see README.md): a test that fails here has found a change that would
spoil somebody's games. Each folder's `expected.json` says what the version gave that wrote it.
"""

import csv
import gc
import gzip
import hashlib
import io
import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from host_tools.cli import main
from host_tools.table.entries import decode, encode
from host_tools.table.evening import evening_of
from host_tools.table.journal import Journal
from host_tools.venue.broker_outbox import BrokerOutbox
from host_tools.venue.chronicle import Chronicle, identity_in
from host_tools.web.access import Tokens
from host_tools.web.setup_draft import Players

KEPT = Path(__file__).parent
JOURNALS = ("evening", "pages", "bots")
KINDS = {
    "setup", "ready", "commit", "withdraw", "void", "lock", "open", "tray", "declare", "undeclare",
    "pay", "answer", "cursor", "undo", "correct", "board", "pause", "resume", "abandon",
}  # fmt: skip
EVERYTHING = {"base", "leaders", "cities"}


@pytest.fixture
def unpack(tmp_path):
    """Copy a kept folder: whoever opens a file may lock it, or bring it up to date."""

    def copy(name):
        folder = tmp_path / name
        folder.mkdir()
        for path in (KEPT / name).iterdir():
            if path.suffix == ".gz":
                (folder / path.stem).write_bytes(gzip.decompress(path.read_bytes()))
            else:
                (folder / path.name).write_bytes(path.read_bytes())
        return folder

    return copy


def expected(name):
    return json.loads((KEPT / name / "expected.json").read_text("utf-8"))


def run(*words):
    """Run a command and return what it prints."""
    done = CliRunner().invoke(main, [str(word) for word in words])
    gc.collect()  # a journal that was left open is locked
    assert done.exit_code == 0, done.output
    return done.stdout


def asked(*words):
    return json.loads(run(*words, "--json"))


# What the files give. `expected.json` was made by these functions too.


def games_of(folder):
    """Each game of a journal: its row, its record, its score and where it stands."""
    journal = folder / "games.db"
    rows = asked("games", "--journal", journal)
    phases = phases_of(journal, [row["id"] for row in rows])
    games = {}
    for row in rows:
        number = row["id"]
        record = folder / "game.jsonl"
        run("export", number, "--open-cards", "--to", record, "--journal", journal)
        taps = run("export", number, "--open-cards", "--taps", "--journal", journal)
        games[str(number)] = {
            **row,
            "phase": phases[number],
            "record": digest(_unmarked(record.read_text("utf-8")).encode()),
            "taps": digest(_unmarked(taps).encode()),
            **score_of(record),
        }
    return games


def _unmarked(record):
    """Leave out what later versions write down: how these games were ruled before anyone asked."""
    first, newline, rest = record.partition("\n")
    line = json.loads(first)
    for name in ("free_city_coins", "house_numbers"):
        line.get("rulings", {}).pop(name, None)
    if not line.get("rulings", True):
        del line["rulings"]
    return json.dumps(line, ensure_ascii=False) + newline + rest


def phases_of(path, numbers):
    journal = Journal(path)
    try:
        return {n: evening_of(journal.read(n)).phase for n in numbers}
    finally:
        journal.close()


def score_of(record):
    played = asked("replay", record)
    wanted = ("player", "score", "rank", "coins", "debt", "stages")
    seats = [{name: seat[name] for name in wanted} for seat in played["seats"]]
    return {"finished": played["finished"], "seats": seats}


def decks_of(folder):
    """The decks of a journal and their tags, without the names of cards."""
    journal = folder / "games.db"
    summary = asked("deck", "--journal", journal)
    tags = {}
    for deck in summary["decks"]:
        text = run("deck", "export", "--deck", deck["deck"], "--journal", journal)
        rows = csv.DictReader(io.StringIO(text))
        wanted = ("uid", "edition", "kind", "id", "copy")
        tags[deck["deck"]] = [" ".join(row[name] for name in wanted) for row in rows]
    return {**summary, "tags": tags}


def history_of(folder):
    journal = folder / "games.db"
    games, stats = asked("history", "--journal", journal), asked("stats", "--journal", journal)
    return {"games": [_without_times(game) for game in games], "stats": _without_phases(stats)}


def _without_times(game):
    """Leave out what later versions have added: how long the phases of each turn took."""
    assert len(game.pop("times")) in (0, len(game["course"]))
    for seat in game["seats"]:
        assert seat.pop("waited") is None or seat["thinking"]
    return game


def _without_phases(stats):
    stats.pop("phases")
    for line in stats["thinking"]:
        line.pop("waited")
    return stats


def rerun_of(folder):
    """An evening out of its capture; the command fails if a report does not fit."""
    record = folder / "again.jsonl"
    run("rerun", folder / "evening.capture", "--to", record)
    lines = [json.loads(line) for line in _unmarked(record.read_text("utf-8")).splitlines()]
    turns = [line for line in lines if line["type"] != "tap"]
    deeds = [line["do"] for line in lines if line["type"] == "tap"]
    return {
        "record": digest(json.dumps(turns).encode()),
        "deeds": {deed: deeds.count(deed) for deed in sorted(set(deeds))},
        **score_of(record),
    }


def outbox_of(folder):
    outbox = BrokerOutbox(folder / "games.outbox.db")
    letters = [
        [letter.number, letter.topic, digest(letter.payload), letter.retain]
        for letter in outbox.waiting(0, 1000)
    ]
    found = {"count": outbox.count(), "unfinished": outbox.unfinished(), "letters": letters}
    outbox.close()
    return found


def venue_of(folder):
    return asked("venue", "--book", folder / "venue.db", "standings")


def digest(data):
    return hashlib.sha256(data).hexdigest()


# The same now as then.


@pytest.mark.slow
@pytest.mark.parametrize("name", JOURNALS)
def test_every_game_of_a_journal_stands_where_it_stood(unpack, name):
    assert games_of(unpack(name)) == expected(name)["games"]


def test_a_record_is_the_same_to_the_letter(unpack):
    journal = unpack("evening") / "games.db"
    text = run("export", 1, "--journal", journal)
    assert text == (KEPT / "evening" / "game-1.jsonl").read_text("utf-8")


@pytest.mark.parametrize("name", ["evening", "pages"])
def test_a_deck_has_the_same_tags(unpack, name):
    assert decks_of(unpack(name)) == expected(name)["decks"]


@pytest.mark.parametrize("name", ["evening", "bots"])
def test_a_history_gives_the_same_games_and_figures(unpack, name):
    assert history_of(unpack(name)) == expected(name)["history"]


@pytest.mark.slow
def test_a_history_made_again_from_its_journal_is_the_same(unpack):
    folder = unpack("evening")
    run("history", "rebuild", "--journal", folder / "games.db")
    assert history_of(folder) == expected("evening")["history"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["evening", "bots"])
def test_a_capture_is_played_again_to_the_same_score(unpack, name):
    found = rerun_of(unpack(name))
    assert found == expected(name)["rerun"]
    assert found["seats"] == expected(name)["games"]["1"]["seats"]


def test_a_tournament_stands_where_it_stood(unpack):
    before, now = expected("venue")["standings"], venue_of(unpack("venue"))
    assert {name: now[name] for name in before} == before  # there may be more by now


def test_letters_to_the_broker_still_wait(unpack):
    assert outbox_of(unpack("bots")) == expected("bots")["outbox"]


@pytest.mark.parametrize("name", ["evening", "bots"])
def test_a_table_keeps_its_id_and_name(unpack, name):
    assert identity_in(unpack(name)) == expected(name)["identity"]


def test_players_are_remembered(unpack):
    folder = unpack("evening")
    assert Players(folder / "players.json").names() == expected("evening")["players"]


def test_cookies_that_belong_to_no_game_and_never_end_let_nobody_in(unpack):
    tokens = Tokens(unpack("evening") / "tokens.json")
    tokens.sit({0: "", 1: ""})
    for role, cookie in expected("evening")["cookies"].items():
        assert not tokens.bears(role, cookie)


# Old games go on.


@pytest.mark.slow
def test_an_open_game_is_resumed_and_played_to_its_end(unpack):
    journal = unpack("pages") / "games.db"
    before = entries_of(journal, 2)
    run("resume", 2, "--seats", "sim:", "--no-web", "--journal", journal)
    (row,) = [row for row in asked("games", "--journal", journal) if row["id"] == 2]
    assert row["state"] == "over"
    assert entries_of(journal, 2)[: len(before)] == before
    (played,) = asked("history", "--journal", journal)[-1:]
    assert played["number"] == 2


def test_an_open_game_is_abandoned(unpack):
    journal = unpack("evening") / "games.db"
    run("abandon", 3, "--journal", journal)
    states = {row["id"]: row["state"] for row in asked("games", "--journal", journal)}
    assert states == {1: "over", 2: "over", 3: "abandoned", 4: "abandoned"}


# The files hold what there is to hold.


def entries_of(journal, game=None):
    """Read entries past all our code."""
    db = sqlite3.connect(journal)
    try:
        rows = db.execute("SELECT game, entry FROM entries ORDER BY game, number").fetchall()
    finally:
        db.close()
    return [json.loads(entry) for number, entry in rows if game in (None, number)]


@pytest.fixture
def entries(unpack):
    return [entry for name in JOURNALS for entry in entries_of(unpack(name) / "games.db")]


def test_every_kind_of_entry_is_kept(entries):
    assert {entry["do"] for entry in entries} == KINDS


def test_every_entry_is_stored_again_as_it_was(entries):
    for entry in entries:
        assert json.dumps(encode(decode(entry))) == json.dumps(entry)


def test_every_field_that_may_be_missing_is_kept(entries):
    def has(kind, name, value):
        return any(e["do"] == kind and bool(e.get(name)) == value for e in entries)

    optional = [
        ("commit", "by"), ("open", "uid"), ("pay", "free"), ("pay", "bought"),
        ("correct", "bought"), ("board", "board"), ("answer", "value"),
    ]  # fmt: skip
    missing = [field for field in optional for value in (True, False) if not has(*field, value)]
    assert missing == []


def test_every_sort_of_evening_is_kept(entries):
    plans = [entry["plan"] for entry in entries if entry["do"] == "setup"]
    setups = [plan["setup"] for plan in plans]
    whole = {s["edition"] for s in setups if set(s["sets"]) == EVERYTHING}
    assert whole == {"1e", "2e"}
    assert {s["variant"] for s in setups} == {"standard", "team", "two_player"}
    assert {plan["mode"] for plan in plans} == {"sealed", "assisted"}
    assert {plan["strict"] for plan in plans} == {plan["shared"] for plan in plans} == {True, False}
    kept = [game for name in JOURNALS for game in expected(name)["games"].values()]
    assert {game["state"] for game in kept} == {"open", "over", "abandoned"}
    assert {game["phase"] for game in kept if game["state"] == "open"} == {
        "draft", "lay", "ask", "pay",
    }  # fmt: skip


@pytest.mark.parametrize("name", JOURNALS)
def test_the_chronicle_follows_every_kept_game(name, unpack):
    """Also those with hidden actions, of which some cannot be done and are taken back."""
    folder = unpack(name)
    journal = Journal(folder / "games.db")
    for game in journal.games():
        chronicle = Chronicle(identity_in(folder))
        chronicle.read(journal, game.id)
        kinds = [event["kind"] for event in chronicle.events]
        assert kinds[0] == "game_begun"
        assert ("game_over" in kinds) == (game.state == "over")
    journal.close()
