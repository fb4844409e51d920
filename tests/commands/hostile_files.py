"""The files of a hostile evening: everything that a command could be pointed at by mistake."""

import gzip
import json
import os
import sqlite3
from pathlib import Path
from zlib import crc32

from card_db.bearers import Bearer
from host_tools.results.history import History
from host_tools.rules.record import dump
from host_tools.rules.setup import Seat, Setup
from host_tools.table.entries import TableSetup
from host_tools.table.export import record_of
from host_tools.table.journal import Journal
from host_tools.table.table import Table
from host_tools.table.tags import DeckRow, TagRow, Tags
from host_tools.venue.book import Book
from tests.results.sheets import evening
from tests.table.paper import Silence

ROOT = Path(__file__).parents[2]
SETUP = {"type": "setup", "record": 1, "edition": "1e", "sets": ["base"], "variant": "standard"}
WONDERS = (("gizah", "A"), ("rhodos", "B"), ("ephesos", "A"))
HEAD = "game,date,player,wonder,side"
PEOPLE = "may,2024-05-17,{},gizah,A\nmay,,Bo,rhodos,B\nmay,,Cy,ephesos,A\n"
BY_HAND = {
    "seats": [{"player": name, "wonder": wonder, "side": side}
              for name, (wonder, side) in zip(("Ann", "Bo", "Cy"), WONDERS, strict=True)]
}  # fmt: skip


def seats(*names):
    """The seats of a record."""
    return [
        {"player": name, "wonder": wonder, "side": side}
        for name, (wonder, side) in zip(names, WONDERS, strict=True)
    ]


def record(**changed):
    """The first line of a record, with something changed."""
    return json.dumps({**SETUP, "seats": seats("Ann", "Bo", "Cy"), **changed}) + "\n"


def named(name):
    """A record in which one player has this name."""
    return record(seats=seats(name, "Bo", "Cy"))


def by_hand(**changed):
    """Cities entered by hand; the first has something changed."""
    return json.dumps({"seats": [{**BY_HAND["seats"][0], **changed}, *BY_HAND["seats"][1:]]})


def sheet(name="Ann", head=HEAD, rows=PEOPLE):
    """An old score sheet as a spreadsheet."""
    return f"{head}\n{rows.format(name)}"


def capture(*lines):
    """A capture with these lines."""
    return "".join(json.dumps(line) + "\n" for line in ({"capture": 1}, *lines))


def game_line(at=0.0, **facts):
    """What the table writes into a capture."""
    return {"at": at, "port": "", "what": "game", "data": json.dumps(facts)}


DEEP = "[" * 100_000
TEXTS: dict[str, str | bytes] = {
    "empty": "",
    "zeros": b"\0" * 5000,
    "noise": bytes(range(256)) * 40,
    "latin1": "Andr\xe9;Zo\xeb\n".encode("latin-1") * 20,
    "utf16": "Ann\nBo\n".encode("utf-16"),
    "page.html": "<!doctype html><title>404</title><p>Not found.\n",
    "deep.json": DEEP,
    "deep-objects.json": '{"seats":' * 50_000,
    "long-line": "x" * 300_000,
    "long-field.csv": f"{HEAD}\nmay,2024-05-17,{'x' * 131_073},gizah,A\n",
    "long-field-tags.csv": f"uid,id\n04:a1:b2:c3:d4:e5:f6,{'x' * 131_073}\n",
    "long-name.csv": f"name\n{'x' * 131_073}\n",
    "list.json": "[1, 2, 3]",
    "null.json": "null",
    "number.json": "7",
    "nan.json": by_hand(coins=0).replace('"coins": 0', '"coins": NaN'),
    "huge.json": by_hand(coins=0).replace('"coins": 0', '"coins": 1' + "0" * 5000),
    # Records
    "good.jsonl": record(),
    "cut.jsonl": record()[:-40],
    "twice.jsonl": record() + record(),
    "no-setup.jsonl": '{"type": "undo"}\n',
    "undo.jsonl": record() + '{"type": "undo"}\n',
    "future.jsonl": record(record=2),
    "printing.jsonl": record(edition="3e"),
    "sets.jsonl": record(sets=["leaders"]),
    "set-number.jsonl": record(sets=[7]),
    "variant.jsonl": record(variant="solo"),
    "nobody.jsonl": record(seats=[]),
    "crowd.jsonl": record(seats=seats("Ann", "Bo", "Cy") * 4),
    "seat-text.jsonl": record(seats=["Ann", "Bo", "Cy"]),
    "same-wonder.jsonl": record(seats=[seats("Ann", "Bo", "Cy")[0]] * 3),
    "rome.jsonl": record().replace("gizah", "atlantis"),
    "side.jsonl": record().replace('"B"', '"Night"'),
    "unknown-field.jsonl": record(colour="red"),
    "field-twice.jsonl": record()[:-2] + ', "edition": "2e"}\n',
    "ruling.jsonl": record(rulings={"house": True}),
    "decks.jsonl": record(decks=["mine"]),
    "turn-nan.jsonl": record() + '{"type": "turn", "age": NaN, "turn": 1, "plays": []}\n',
    "turn-text.jsonl": record() + '{"type": "turn", "age": 1, "turn": "one", "plays": []}\n',
    "turn-late.jsonl": record() + '{"type": "turn", "age": 3, "turn": 6, "plays": []}\n',
    "turn-huge.jsonl": record() + '{"type": "turn", "age": 1' + "0" * 5000 + "}\n",
    "play-list.jsonl": record() + '{"type": "turn", "age": 1, "turn": 1, "plays": [[]]}\n',
    "play-card.jsonl": record()
    + '{"type": "turn", "age": 1, "turn": 1, "plays": [{"seat": 99, "card": "altar", '
    '"action": "build"}]}\n',
    "buy-pay.jsonl": record()
    + '{"type": "turn", "age": 1, "turn": 1, "plays": [{"seat": 0, "card": "altar", '
    '"action": "build", "buy": {"left": "W"}, "pay": {"left": 2}}]}\n',
    "hands.jsonl": record() + '{"type": "deal", "age": 1, "hands": [[1], [2], [3]]}\n',
    "debts.jsonl": record() + '{"type": "settle", "debts": {"x": "y"}}\n',
    "science.jsonl": record() + '{"type": "final", "science": {"0": {"compass": "two"}}}\n',
    "copied.jsonl": record() + '{"type": "final", "copy_guild": {"x": 7}}\n',
    "tap.jsonl": record() + '{"type": "tap", "at": "noon", "do": "lift"}\n',
    "type.jsonl": record() + '{"type": ["turn"]}\n',
    "bytes.jsonl": record().encode() + b"\xff\xfe\n",
    "nul.jsonl": record() + "\0\n",
    "deep.jsonl": record() + DEEP + "\n",
    "name-empty.jsonl": named(""),
    "name-space.jsonl": named("   "),
    "name-long.jsonl": named("Maximilian-Alexander von Hohenstein"),
    "name-twice.jsonl": named("BO"),
    "name-esc.jsonl": named("\x1b[2J"),
    "name-bidi.jsonl": named("Ann\u202eoB"),
    "name-half.jsonl": named("\ud83d"),
    "name-line.jsonl": named("Ann\u2028Bo"),
    "name-markup.jsonl": named("[/b]"),
    "name-formula.jsonl": named("=1+1"),
    "name-html.jsonl": named("<script>"),
    "name-jinja.jsonl": named("{{7*7}}"),
    "name-shell.jsonl": named("${HOME}"),
    # Cities by hand
    "hand-number.json": by_hand(built=[7]),
    "hand-list.json": by_hand(built=[["altar"]]),
    "hand-object.json": by_hand(built=[{}]),
    "hand-text.json": by_hand(built="altar"),
    "hand-unknown.json": by_hand(built=["atlantis"]),
    "hand-twice.json": by_hand(built=["altar", "altar"]),
    "hand-leader.json": by_hand(leaders=[7]),
    "hand-blue-leader.json": by_hand(leaders=["altar"]),
    "hand-leader-built.json": by_hand(built=["cleopatra"]),
    "hand-stages.json": by_hand(stages=-1),
    "hand-stages-huge.json": by_hand(stages=10**20),
    "hand-coins.json": by_hand(coins=-3),
    "hand-coins-text.json": by_hand(coins="three"),
    "hand-coins-truth.json": by_hand(coins=True),
    "hand-token.json": by_hand(victory_tokens=[2]),
    "hand-token-list.json": by_hand(victory_tokens=[[1]]),
    "hand-debt.json": by_hand(debt=1.5),
    "hand-field.json": by_hand(cards=[]),
    "hand-name.json": by_hand(player="[/b]"),
    "hand-name-number.json": by_hand(player=7),
    "hand-name-twice.json": by_hand(player="bo"),
    "hand-seats.json": '{"seats": 3}',
    "hand-none.json": '{"seats": []}',
    "hand-sets.json": json.dumps({**BY_HAND, "sets": ["base", {}]}),
    "hand-sets-text.json": json.dumps({**BY_HAND, "sets": "base"}),
    "hand-edition.json": json.dumps({**BY_HAND, "edition": "9e"}),
    "hand-variant.json": json.dumps({**BY_HAND, "variant": "team"}),
    # Old score sheets
    "sheet-good.csv": sheet(),
    "sheet-head.csv": sheet(head="a,b,c,d,e"),
    "sheet-only-head.csv": HEAD + "\n",
    "sheet-twice.csv": sheet(head="game,game,player,wonder,side"),
    "sheet-date.csv": sheet().replace("2024-05-17", "yesterday"),
    "sheet-year.csv": sheet().replace("2024-05-17", "999999-01-01"),
    "sheet-year-one.csv": sheet().replace("2024-05-17", "0001-01-01"),
    "sheet-wonder.csv": sheet().replace("gizah", "atlantis"),
    "sheet-side.csv": sheet().replace("gizah,A", "gizah,C"),
    "sheet-alone.csv": f"{HEAD}\nmay,2024-05-17,Ann,gizah,A\n",
    "sheet-points.csv": sheet(head=HEAD + ",military").replace("gizah,A", "gizah,A,many"),
    "sheet-points-huge.csv": sheet(head=HEAD + ",military").replace(
        "gizah,A", "gizah,A,1" + "0" * 30
    ),
    "sheet-coins-huge.csv": sheet(head=HEAD + ",coins").replace("gizah,A", "gizah,A,1" + "0" * 30),
    "sheet-minutes-huge.csv": sheet(head=HEAD + ",minutes").replace(
        "gizah,A", "gizah,A,1" + "0" * 400
    ),
    "sheet-points-long.csv": sheet(head=HEAD + ",military").replace(
        "gizah,A", "gizah,A," + "9" * 5000
    ),
    "sheet-total.csv": sheet(head=HEAD + ",total").replace("gizah,A", "gizah,A,5"),
    "sheet-rank.csv": sheet(head=HEAD + ",rank").replace("gizah,A", "gizah,A,3"),
    "sheet-nul.csv": sheet("An\0n"),
    "sheet-quote.csv": sheet('"Ann'),
    "sheet-name-empty.csv": sheet(""),
    "sheet-name-apostrophe.csv": sheet("'"),
    "sheet-name-long.csv": sheet("x" * 25),
    "sheet-name-twice.csv": sheet("bo"),
    "sheet-name-markup.csv": sheet("[/b]"),
    "sheet-name-formula.csv": sheet("=1+1"),
    "sheet-name-esc.csv": sheet("\x1b[2J"),
    "sheet-name-bidi.csv": sheet("\u202eAnn"),
    # Tags
    "tags-head.csv": "a,b\n1,2\n",
    "tags-uid.csv": "uid,id\nhello,altar\n",
    "tags-short.csv": "uid,id\n04,altar\n",
    "tags-card.csv": "uid,id\n04:a1:b2:c3:d4:e5:f6,atlantis\n",
    "tags-copy.csv": "uid,id,copy\n04:a1:b2:c3:d4:e5:f6,altar,9\n",
    "tags-copy-word.csv": "uid,id,copy\n04:a1:b2:c3:d4:e5:f6,altar,two\n",
    "tags-kind.csv": "uid,id,kind\n04:a1:b2:c3:d4:e5:f6,altar,dog\n",
    "tags-edition.csv": "uid,id,edition\n04:a1:b2:c3:d4:e5:f6,altar,3e\n",
    "tags-quote.csv": 'uid,id\n"04:a1:b2:c3:d4:e5:f6,altar\n',
    "tags-twice.csv": "uid,id\n" + "04:a1:b2:c3:d4:e5:f6,altar\n" * 2,
    "tags-person.csv": "uid,id,kind\n04:a1:b2:c3:d4:e5:f6,[/b],player\n",
    "tags-person-long.csv": f"uid,id,kind\n04:a1:b2:c3:d4:e5:f6,{'x' * 25},player\n",
    "tags-person-formula.csv": "uid,id,kind\n04:a1:b2:c3:d4:e5:f6,=1+1,player\n",
    "tags-deck.csv": "uid,id,deck\n04:a1:b2:c3:d4:e5:f6,altar,../..\n",
    "wiring.json": '{"profile": "pico_table", "seats": 4}',
    "wiring-pin.json": '{"buzzer": 77}',
    "wiring-name.json": '{"spi": {"clk": 2}}',
    "wiring-\x1b[2J.json": '{"\\u001b[2J": 1}',
    "wiring-line.json": '{"buz\\nzer": 1}',
    "wiring-nan.json": '{"gain": NaN}',
    "wiring-twice.json": '{"buzzer": 1, "buzzer": 2}',
    "wiring-deep.json": '{"spi":' * 9000,
    "wiring-large.json": '{"order": "' + "x" * 70_000 + '"}',
    "wiring-other.json": '{"profile": "other", "reader": "pn532_uart", "uart": {"tx": 1, "rx": 2}}',
    "tags-list.json": '{"tags": [7]}',
    "tags-none.json": '{"cards": []}',
    "tags-tile.json": '{"tags": [{"uid": "04a1b2c3d4e5f6", "id": "dance", "kind": "tile"}]}',
    # People of a tournament
    "people-good.csv": "name\nAnn\nBo\nCy\n",
    "people-empty.csv": "name\n\n\n",
    "people-markup.csv": "name\n[/b]\n",
    "people-formula.csv": "name\n=1+1\n",
    "people-esc.csv": "name\n\x1b]0;x\x07\n",
    "people-long.csv": f"name\n{'x' * 25}\n",
    "people-nul.csv": "name\nAn\0n\n",
    "people-html.csv": "name\n<img src=x>\n",
    # Captures
    "capture-empty": capture(),
    "capture-version": '{"capture": 9}\n',
    "capture-cut": '{"capture": 1}\n{"at": 0.0, "port"',
    "capture-text": capture() + "hello\n",
    "capture-list": capture() + "[]\n",
    "capture-null": capture() + "null\n",
    "capture-kind": capture({"at": 0, "port": "x", "what": "sang"}),
    "capture-time": capture({"at": "noon", "port": "x", "what": "open"}),
    "capture-nan": capture({"at": float("nan"), "port": "x", "what": "open"}),
    "capture-inf": capture({"at": float("inf"), "port": "x", "what": "open"}),
    "capture-huge": capture() + '{"at": 1' + "0" * 400 + ', "port": "", "what": "open"}\n',
    "capture-late": capture(game_line(1e9 * 365.25 * 86400, game="x", entries=[], tags={})),
    "capture-early": capture(game_line(-5.0, game="x", entries=[], tags={})),
    "capture-late-wire": capture({"at": 1e12, "port": "x", "what": "read", "data": "hello"}),
    "capture-deep": capture() + DEEP + "\n",
    "capture-deep-data": capture({"at": 0, "port": "", "what": "game", "data": DEEP}),
    "capture-euro": capture({"at": 0, "port": "x", "what": "read", "data": "\u20ac"}),
    "capture-no-game": capture(game_line(entries=[])),
    "capture-facts": capture({"at": 0, "port": "", "what": "game", "data": "[]"}),
    "capture-entry": capture(game_line(game="x", entries=[{"do": "dance"}], tags={})),
    "capture-entry-list": capture(game_line(game="x", entries=[[]], tags={})),
    "capture-entries": capture(game_line(game="x", entries=7, tags={})),
    "capture-tags": capture(game_line(game="x", entries=[], tags=[7])),
    "capture-first": capture(game_line(game="x", entries=[{"do": "lock"}], tags={})),
    "capture-noise": capture() .encode() + b"\xff\n",
    # House cards, passwords, firmware
    "house.csv": "id,name\nx\n",
    "house-name": "altar\taltar\n",
    "image.uf2": b"UF2\n" + b"\0" * 508,
    "notes.txt": "Dear diary. " * 200,
}  # fmt: skip


def lay_out(folder: Path) -> None:
    """Write all files into a folder."""
    for name, data in TEXTS.items():
        (folder / name).write_bytes(
            data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
        )
    (folder / "folder").mkdir()
    (folder / "folder" / "below").write_text("something")
    (folder / "loop").symlink_to("loop")
    (folder / "gone").symlink_to("nowhere")
    (folder / "packed.gz").write_bytes(gzip.compress(record().encode()))
    _databases(folder)


def _databases(folder: Path) -> None:
    db = sqlite3.connect(folder / "other.db")
    db.execute("CREATE TABLE songs (name TEXT)")
    db.execute("INSERT INTO songs VALUES ('Waterloo')")
    db.commit()
    db.close()
    journal = Journal(folder / "games.db")
    setup = Setup(
        tuple(Seat(name, *at) for name, at in zip(("Ann", "Bo", "Cy"), WONDERS, strict=True))
    )
    table = Table.begin(journal, TableSetup(setup), {}, Silence(), 1_700_000_000.0)
    (folder / "record.jsonl").write_text(dump(record_of(table.evening)))
    tags = Tags(journal)
    tags.put_deck(DeckRow("main", "1e", ("base",)))
    tags.change(add=[TagRow("04a1b2c3d4e5f6", "main", Bearer("card", "altar", 3))])
    journal.close()
    History.beside(folder / "games.db").put([evening(3), evening(4, day=1, number=2)])
    book = Book(folder / "venue.db")
    book.enter(["Ann", "Bo", "Cy", "Di"])
    book.plan(1, [("1", ["Ann", "Bo", "Cy", "Di"])])
    book.close()
    _damaged(folder)


DAMAGE = {
    "points": "UPDATE seats SET scores = 'many'",
    "blob": "UPDATE seats SET scores = x'ff00'",
    "list": "UPDATE seats SET scores = '{}'",
    "words": "UPDATE seats SET scores = '[\"a\"]'",
    "seats": "DELETE FROM seats",
    "year": "UPDATE games SET ended = 1e30",
    "ended": "UPDATE games SET ended = 'yesterday'",
    "course": "UPDATE games SET course = '[[1]]'",
    "sets": "UPDATE games SET sets = 7",
    "table": "DROP TABLE seats",
}


def _damaged(folder: Path) -> None:
    """Histories and a book in which something is not as we write it."""
    for name, statement in DAMAGE.items():
        _copy(folder / "games-history.db", folder / f"{name}-history.db", statement)
    _copy(folder / "venue.db", folder / "venue-plan.db", "DROP TABLE plan")


def _copy(old: Path, new: Path, statement: str) -> None:
    new.write_bytes(old.read_bytes())
    db = sqlite3.connect(new, isolation_level=None)
    db.execute(statement)
    db.execute("PRAGMA journal_mode = DELETE")
    db.close()


def contents(folder: Path) -> dict[str, object]:
    """Everything in a folder: names, sizes and contents."""
    found: dict[str, object] = {}
    for at, folders, files in os.walk(folder):
        found |= {f"{at}/{name}": None for name in folders}
        for name in files:
            path = Path(at, name)
            data = path.read_bytes() if path.is_file() else b""
            found[f"{at}/{name}"] = (len(data), crc32(data))
    return found
