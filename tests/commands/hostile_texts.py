"""Hostile texts, and a folder in which every field that comes from outside holds them."""

import json
from collections import defaultdict
from dataclasses import replace
from itertools import count
from pathlib import Path

from card_db.bearers import Bearer
from card_db.loader import house_lines
from host_tools.results.history import History
from host_tools.rules.setup import Seat, Setup
from host_tools.table.entries import TableSetup
from host_tools.table.journal import Journal
from host_tools.table.table import Table
from host_tools.table.tags import DeckRow, TagRow, Tags
from host_tools.venue.book import Book
from host_tools.venue.incoming import MessageError
from host_tools.venue.quarantine import refusal
from tests.commands.hostile_files import WONDERS, named
from tests.results.sheets import evening
from tests.table.paper import Silence
from tests.venue.paper import result

SHIPPED = ("Manneken Pis",)  # its other side is in the box, so it keeps its name
EXAMPLE = Path(__file__).parents[2] / "docs/house.jsonl"
# Each would do something somewhere: to a terminal, to rich, to a spreadsheet, to a page.
SCREEN = "Ann\x1b[2J\x1b[31m\x9b2J"
LINK = "\x1b]8;;http://e/\x1b\\x\x1b]8;;\x07\x1b]0;title\x07"
OVER = "Ann\rBo\x08\x08\x7f\0"
TURNED = "Zoe\u202e\u2066oB\u200b\u200f\u2028\u2029\ufeff"
MARKUP = "[/b][bold]:smile:[link=http://e]"
FORMULA = '=HYPERLINK("http://e","x")'
WIDE = "＝1+1"
SPACED = " \t=1+1"
AFTER = "Bo;=1+1"
TAG = "<script>x</script><img src=x onerror=x>"
QUOTE = "' onload='x\" onload=\"x"
TEMPLATE = "{{7*7}}{%x%}${x}%s%n"
HOSTILE = [
    SCREEN, LINK, OVER, TURNED, MARKUP, FORMULA, WIDE, SPACED, AFTER, TAG, QUOTE, TEMPLATE,
]  # fmt: skip
# House cards are printable: their files are refused otherwise.
PRINTABLE = [text for text in HOSTILE if text.isprintable() and text.strip() == text]
FILE = f"{SCREEN}{TURNED}{MARKUP}".replace("/", "").replace("\0", "")


def lay_out(folder):
    """Write a journal, a history, decks, a venue's book and files full of hostile texts."""
    _house(folder)
    _journal(folder / "games.db", folder)
    games = [evening(4, day=day, number=day + 1) for day in range(3)]
    names = iter(HOSTILE)
    History.beside(folder / "games.db").put(
        [
            replace(game, seats=tuple(replace(seat, player=next(names)) for seat in game.seats))
            for game in games
        ]
    )
    _book(folder / "venue.db")
    (folder / f"{FILE}.jsonl").write_text(named(f"{SCREEN}{MARKUP}"), "utf-8")
    (folder / f"{FILE}.json").write_text(json.dumps({f"{SCREEN}{MARKUP}": SCREEN}), "utf-8")
    (folder / f"{FILE}.csv").write_text("name\n" + "\n".join([MARKUP, SCREEN]), "utf-8")


def _house(folder):
    """The example of house cards with other names."""
    fresh = (PRINTABLE[at % len(PRINTABLE)][:30] + str(at) for at in count())
    names = defaultdict(lambda: {"name": next(fresh), "fr": next(fresh)})  # sides share theirs
    lines = []
    for line in EXAMPLE.read_text("utf-8").splitlines():
        row = json.loads(line) if line.startswith("{") else {}
        if "name" in row and row["name"] not in SHIPPED:
            line = json.dumps({**row, **names[row["name"]]})
        lines.append(line)
    (folder / "house.jsonl").write_text("\n".join(lines), "utf-8")


def _journal(path, folder):
    journal = Journal(path)
    for first in range(0, len(HOSTILE), 3):
        names = zip(HOSTILE[first : first + 3], WONDERS, strict=True)
        setup = Setup(tuple(Seat(name, *board) for name, board in names))
        Table.begin(journal, TableSetup(setup), {}, Silence(), 1_700_000_000.0)
    tags = Tags(journal)
    house = house_lines([folder / "house.jsonl"])
    tags.put_deck(DeckRow("main", "1e", ("base", "leaders"), house))
    for at, name in enumerate(HOSTILE):
        tags.put_deck(DeckRow(name, "1e", ("base",)))
        tags.change(add=[TagRow(f"04a1b2c3d4{at:04x}", "", Bearer("player", name, 1))])
    journal.close()


def _book(path):
    book = Book(path)
    book.enter([*HOSTILE, "Ann", "Bo", "Cy"])
    book.plan(1, [(name, HOSTILE[at : at + 4]) for at, name in enumerate(HOSTILE) if at % 4 == 0])
    for at in range(0, len(HOSTILE), 3):
        scores = dict.fromkeys(HOSTILE[at : at + 3], (50 - at, 1))
        book.take(result(MARKUP.replace("/", ""), at, **scores))
    for text in HOSTILE:
        book.refuse([refusal(f"tables/{text}/state", text.encode(), MessageError("no_json", text))])
    book.close()
