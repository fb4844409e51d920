"""`wondertable doctor --bundle`: one file to send, with nobody's name in it."""

import json
import logging
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from card_db.bearers import PLAYER, Bearer
from host_tools.cli import main
from host_tools.commands import log_file
from host_tools.commands.log_file import LogFile
from host_tools.commands.settings import VARIABLE
from host_tools.results.historian import rebuild
from host_tools.table.closed import closed_cards
from host_tools.table.outline import outline
from host_tools.table.tags import ANY_DECK, TagRow, Tags
from host_tools.web.setup_draft import Players
from tests.results.games import Room
from tests.web.onlookers import words_of

PLAYERS = ("Zerlina", "Masetto Ö", "don o'Tavio")
OTHERS = ("Elvira", "Leporello", "Commendatore")  # of a tag, the list of players, the settings
SECRETS = ("sesame", "luJ28L9cllmmhS1xS2URbg", "192.168.7.9", "broker.local")
SETTINGS = """
players = ["Commendatore", "Zerlina"]
lang = "fr"
mqtt = "mqtt://elvira:sesame@broker.local/fair"
house = ["/srv/zerlina/ours.jsonl"]
seats = ["replay:/srv/zerlina/evening.jsonl"]
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home whose files name people everywhere, in the log too."""
    for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "settings.toml"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "settings.toml").write_text(SETTINGS, "utf-8")
    (tmp_path / "wondertable").mkdir()
    return tmp_path


@pytest.fixture
def table(home):
    room = Room(home / "wondertable", seed=5)
    table = room.begin(names=PLAYERS)
    Tags(room.journal).change(add=[TagRow("04aa", ANY_DECK, Bearer(PLAYER, "Elvira"))])
    room.play(table)
    rebuild(room.journal)
    Players(home / "wondertable" / "players.json").remember(["Leporello"])
    room.journal.close()
    return table


def write_lines(home, *lines):
    file = LogFile("play")
    for line in lines:
        file.emit(logging.LogRecord("x", logging.WARNING, "", 0, "%s", (line,), None))


HOSTILE = (
    "ZERLINA and Masetto Ö lay again.",
    "Leporello: http://192.168.7.9:8700/seat/0?t=luJ28L9cllmmhS1xS2URbg",
    "The broker mqtt://elvira:sesame@broker.local/fair does not answer Commendatore.",
    "don o'Tavio's file /srv/zerlina/games.db and C:\\Users\\Elvira\\games.db are full.",
)


def bundle(*words, code=0):
    done = CliRunner().invoke(main, ["doctor", "--bundle", *map(str, words)])
    assert done.exit_code == code, done.output
    return done.output


def texts(path):
    """Every file of a bundle, and the bytes of the bundle itself."""
    with zipfile.ZipFile(path) as packed:
        found = {name: packed.read(name).decode("utf-8") for name in packed.namelist()}
    return found | {"bundle": path.read_bytes().decode("latin-1")}


def holding(found, words):
    """Where which word is found, in whatever capitals."""
    return [
        (name, word)
        for name, text in found.items()
        for word in words
        if word.casefold() in text.casefold()
    ]


def test_a_bundle_has_no_name_no_secret_and_no_folder_in_any_byte(home, table):
    write_lines(home, *HOSTILE, f"{home}/games.db is damaged.")
    said = bundle("report.zip")
    found = texts(home / "report.zip")
    assert holding(found, (*PLAYERS, *OTHERS, *SECRETS, str(home), "/srv")) == []
    assert f"{home / 'report.zip'}, " in said
    assert [f"  {name}\n" in said for name in found if name != "bundle"] == [True] * 5
    log = found["wondertable.log"]
    assert "<player> and <player> lay again." in log
    assert "http://<address>:8700/seat/0?t=***" in log
    assert "<player>'s file …/games.db and …/games.db are full." in log


def test_names_that_are_left_in_would_be_noticed(home, table, monkeypatch):
    write_lines(home, *HOSTILE)
    monkeypatch.setattr("host_tools.commands.bundle.redaction", lambda *_: str)
    bundle("report.zip")
    found = {word for _, word in holding(texts(home / "report.zip"), (*PLAYERS, *OTHERS, *SECRETS))}
    assert found == {*PLAYERS, "Elvira", "Leporello", "Commendatore", *SECRETS}


def test_a_bundle_tells_what_was_played_and_with_what(home, table):
    bundle("report.zip")
    found = texts(home / "report.zip")
    assert json.loads(found["versions.json"]).keys() == {
        "wondertable", "python", "system", "packages",
    }  # fmt: skip
    rows = {row["key"]: row for row in json.loads(found["settings.json"])["settings"]}
    assert rows["lang"] == {"key": "lang", "value": "fr", "source": "file"}
    assert rows["mqtt"]["value"] == rows["players"]["value"] == "(not shown)"
    journal = json.loads(found["journal.json"])
    assert journal["games"] == {"over": 1}
    last = journal["last"]
    assert last["setup"]["players"] == 3 and len(last["setup"]["wonders"]) == 3
    assert last["entries"]["lock"] == 18 and last["entries"]["setup"] == 1
    assert last["now"]["phase"] == "over"
    assert sum(last["phases"].values()) == sum(last["entries"].values())


def test_the_outline_of_a_game_names_no_card(home, table):
    told = json.dumps(outline(home / "wondertable" / "games.db"), ensure_ascii=False)
    cards = {card for _, card in closed_cards(table.evening)}
    cards |= {card for city in table.evening.game.cities for card in city.built}
    assert cards
    assert [word for card in cards for word in words_of(card) if word in told] == []


def test_a_bundle_is_packed_without_any_game_log_or_setting(home):
    (home / "settings.toml").write_text("")
    bundle("report.zip")
    found = texts(home / "report.zip")
    assert found.keys() - {"bundle"} == {
        "README.txt", "versions.json", "settings.json", "journal.json",
    }  # fmt: skip
    assert json.loads(found["journal.json"]) == {"games": {}, "last": None}


def test_a_bundle_is_packed_above_all_when_something_is_damaged(home):
    (home / "settings.toml").write_text('players = "Zerlina"\n')
    (home / "wondertable" / "games.db").write_text("Zerlina" * 1000)
    bundle("report.zip")
    found = texts(home / "report.zip")
    assert "cannot be read" in found["journal.json"]
    assert "players cannot be that." in found["settings.json"]
    assert holding(found, ["zerlina"]) == []


def test_a_bundle_has_a_name_of_its_own_and_replaces_nothing(home):
    bundle()
    [path] = Path().glob("wondertable-*.zip")
    before = path.read_bytes()
    assert "exists already" in bundle(path, code=1)
    assert path.read_bytes() == before
    assert "looks at no seat" in bundle("other.zip", "--quick", code=2)


def test_older_logs_are_packed_too(home, monkeypatch):
    monkeypatch.setattr(log_file, "MOST_BYTES", 200)
    write_lines(home, *["Something."] * 12)
    bundle("report.zip")
    names = texts(home / "report.zip").keys()
    assert {"wondertable.log", "wondertable.log.1", "wondertable.log.3"} <= names
