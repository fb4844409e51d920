"""The readers of files from outside: samples that are right, and how each is read and refused."""

import csv
import gzip
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from card_db.bearers import Bearer
from card_db.lines import CardError
from card_db.loader import house_lines, load_box
from firmware.board import wiring_of
from host_tools.bots.dealer import Dealer
from host_tools.coach.story import read_story
from host_tools.commands.cards import card_row
from host_tools.commands.config import example_file
from host_tools.commands.settings import SettingsError, settings_in
from host_tools.commands.venue_players import names_in
from host_tools.enrol.tag_sheet import TagSheetError, as_csv, as_json, read_sheet
from host_tools.results.by_hand import ScoreSheetError, read_csv, template, write_csv
from host_tools.rules.errors import MoveError
from host_tools.rules.names import check_name
from host_tools.rules.record import dump, setup_line
from host_tools.rules.replay import replay
from host_tools.rules.result import outcome, result, sheets_of
from host_tools.rules.tableau import is_tableau, tableau
from host_tools.table.entries import EntryError, decode
from host_tools.texts.scores import explain
from host_tools.venue.chronicle import identity_in
from host_tools.web.access import Tokens
from host_tools.web.refusal import RefusedError
from host_tools.web.setup_draft import FIRST, Players, SetupDraft
from host_tools.wiring.check import check
from host_tools.wiring.wiring_file import WiringError, parse_wiring
from tests.commands.hostile_files import BY_HAND, ROOT
from tests.results.sheets import evening

LINES = 40  # of a capture: its game, and the first words of its seats
HOUSE = ROOT / "docs/house.jsonl"
GUIDE = ROOT / "docs/settings.md"
UNREADABLE = (ValueError, RecursionError)  # what every caller of json.loads expects


class Reader(NamedTuple):
    """One kind of file: samples, the function that reads it, how it refuses, and its command."""

    samples: Callable[[], list[bytes]]
    read: Callable[[Path], object] | None = None  # without it the command is run every time
    refuses: tuple[type[Exception], ...] = ()
    command: str = ""
    each: int = 300  # files in `make test`


def records() -> list[bytes]:
    """Return games to replay, the last one with house cards."""
    files = [*(ROOT / "tests/games").glob("*.jsonl"), ROOT / "tests/kept/evening/game-1.jsonl"]
    house = Dealer(3).setup(4, sets=("base", "leaders"), house=house_lines([HOUSE]))
    return [*(path.read_bytes() for path in sorted(files)), dump([setup_line(house)]).encode()]


def cities_by_hand() -> list[bytes]:
    """Return cities for `score`, one of them with everything that can be entered."""
    full = {"built": ["altar", "clay_pool"], "stages": 2, "coins": 7, "victory_tokens": [1, 3, 5],
            "defeat_tokens": 2, "leaders": ["cleopatra"], "debt": 1}  # fmt: skip
    seats = [dict(BY_HAND["seats"][0], **full), *BY_HAND["seats"][1:]]
    more = {"edition": "1e", "sets": ["base", "leaders", "cities"], "variant": "standard"}
    return [json.dumps(BY_HAND).encode(), json.dumps({**more, "seats": seats}).encode()]


def captures() -> list[bytes]:
    """Return the beginnings of two evenings."""
    packed = [ROOT / f"tests/kept/{name}/evening.capture.gz" for name in ("evening", "bots")]
    whole = [gzip.decompress(path.read_bytes()) for path in packed]
    return [b"".join(data.splitlines(keepends=True)[:LINES]) for data in whole]


def score_sheets() -> list[bytes]:
    """Return old games as spreadsheets."""
    games = [evening(3), evening(5, day=2, sets=("base", "leaders", "cities"))]
    return [write_csv(games).encode(), template().replace("\n#may", "\nmay").encode()]


def tag_sheets() -> list[bytes]:
    """Return a deck's tags, as CSV and as JSON."""
    cards = [Bearer("card", name, 3) for name in ("altar", "baths", "theater")]
    bearers = [*cards, Bearer("tile", "build"), Bearer("player", "Ann")]
    rows = [
        {"uid": f"04:a1:b2:c3:d4:e5:{at:02x}", "deck": "main", "edition": "1e", "kind": each.kind,
         "id": each.name, "copy": str(each.copy)}
        for at, each in enumerate(bearers)
    ]  # fmt: skip
    return [as_csv(rows).encode(), as_json(rows).encode()]


@cache
def entries() -> list[bytes]:
    """Return journal entries, the set-up of a game among them."""
    notes = [json.loads(line) for data in captures() for line in data.splitlines()]
    facts = [json.loads(note["data"]) for note in notes if note.get("what") == "game"]
    return [json.dumps(entry).encode() for each in facts for entry in each.get("entries", ())]


def wirings() -> list[bytes]:
    """Return wirings: all entries of a profile, and a few changes."""
    few = {"profile": "pico_table", "seats": 4, "spi": {"cs": [5, 7, 10, 11]}, "gain": [33] * 4}
    return [json.dumps(each).encode() for each in (few, wiring_of("esp32_c3", {}))]


def plans() -> list[bytes]:
    """Return what the set-up page sends."""
    names = ("Ann", "Bo", "Cy")
    players = [{"name": name, "wonder": "", "side": ""} for name in names]
    return [json.dumps({**FIRST, "players": players}).encode()]


def _replay(path: Path) -> object:
    return result(replay(path.read_bytes(), True), trace=True)


def _score(path: Path) -> object:
    data = path.read_bytes()
    game = tableau(data)[0] if is_tableau(data) else replay(data).game
    return outcome(game), [[explain(item, "fr") for item in items] for items in sheets_of(game)]


def _story(path: Path) -> object:
    return len(read_story(path.read_bytes()).turns)


def _house(path: Path) -> object:
    printed, cards = load_box("1e").cards, load_box("1e", [path]).cards
    return house_lines([path]), [card_row(cards[name], "fr") for name in cards.keys() - printed]


def _tags(path: Path) -> object:
    return [line.where for line in read_sheet(path.read_bytes(), "main", {"": ()})]


def _old_games(path: Path) -> object:
    return [game.as_json() for game in read_csv(path.read_text("utf-8"))]


def _people(path: Path) -> object:
    return [check_name(row.name) for row in names_in(path.read_text("utf-8-sig"))]


def _plan(path: Path) -> object:
    draft = SetupDraft(Players())
    draft.save(_json(path))
    return draft.as_json("fr", False)


def _wiring(path: Path) -> object:
    report = check(parse_wiring(path.read_bytes()))
    return report.complaints, report.notes


def _entry(path: Path) -> object:
    return repr(decode(_json(path)))


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except UNREADABLE:
        raise RefusedError("bad_json") from None


def _settings(path: Path) -> object:
    """Read the small files beside a journal: a damaged one is as good as none."""
    known = identity_in(path.parent), Players(path).names()
    Tokens(path).bears("operator", "x")
    return known


def _options(path: Path) -> object:
    settings = settings_in(path)
    return dict(settings.written), dict(settings.values)


def options() -> list[bytes]:
    """Return settings: every key, and the example of the guide."""
    example = re.sub(r"^# (?=[a-z-]+ = )", "", example_file(), flags=re.MULTILINE)
    [short] = re.findall(r"```toml\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    return [example.encode(), short.encode()]


READERS = {
    "record": Reader(records, _replay, (MoveError,), "replay {}"),
    "score": Reader(
        lambda: cities_by_hand() + records(), _score, (MoveError,), "score {} --explain"
    ),
    "story": Reader(records, _story, (MoveError,)),
    "house": Reader(lambda: [HOUSE.read_bytes()], _house, (CardError,), "cards --house {}", 100),
    "tags": Reader(
        tag_sheets, _tags, (TagSheetError,), "deck import {} --replace --journal games.db"
    ),
    "old games": Reader(
        score_sheets,
        _old_games,
        (ScoreSheetError, UnicodeDecodeError),
        "history --journal games.db import {}",
    ),
    "people": Reader(
        lambda: [b"club;name\nA;Ann\nB;Bo\n", b"Ann\nBo\nCy\n"],
        _people,
        (MoveError, csv.Error, UnicodeDecodeError),
        "venue --book venue.db players {}",
    ),
    "options": Reader(options, _options, (SettingsError,)),
    "wiring": Reader(wirings, _wiring, (WiringError,), "wiring check {}"),
    "capture": Reader(captures, command="rerun {}", each=100),
    "plan": Reader(plans, _plan, (MoveError, RefusedError)),
    "entry": Reader(entries, _entry, (EntryError, RefusedError)),
    "settings": Reader(
        lambda: [(ROOT / f"tests/kept/evening/{name}.json").read_bytes() for name in
                 ("players", "table", "tokens")],
        _settings,
    ),
}  # fmt: skip
"""Kind of file: how it is read."""
