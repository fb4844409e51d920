"""What `--json` prints is described in docs/json.md, key by key, and stays as it is."""

import json
import re
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from host_tools.cli import main
from host_tools.results.history import History
from host_tools.sim.boards.micropython import available
from host_tools.table.journal import Journal
from host_tools.table.tags import DeckRow, Tags
from host_tools.venue.book import Book
from tests.commands.test_cli import EVERY, GAMES
from tests.flash.tiny import board_with
from tests.results.sheets import evening, timed

GUIDE = (Path(__file__).parents[2] / "docs/json.md").read_text("utf-8")
CHAPTER = re.compile(r"^## `(.+?) --json`\n(.*?)^```text\n(.*?)^```", re.MULTILINE | re.DOTALL)
DESCRIBED = {words: block for words, _, block in CHAPTER.findall(GUIDE)}
# Objects whose keys are names themselves: what they are called differs from one to the next.
NAMES = ("environment", "wonders", "told", "matrix", "faults")
EFFECTS = "effects"  # docs/effects.md has their keys
RECORD, WRONG = GAMES / "first_turns.jsonl", GAMES / "too_dear.jsonl"
FINISHED = GAMES / "known_hands_1e.jsonl"
# command: what else is typed, once for every kind of answer
TYPED = {
    "config": ("",),
    "cards": ("",),
    "wonders": ("",),
    "rule": ("",),
    "games": ("--journal games.db",),
    "replay": (f"{RECORD} --trace", f"{WRONG}", f"{RECORD} {WRONG}"),
    "score": (f"{RECORD} --explain", f"{WRONG}"),
    "coach": (f"{FINISHED} --rollouts 8",),
    "simulate": ("--games 2",),
    "flash": ("--dry-run --port {port}",),
    "doctor": ("--seats sim:1?1=card",),
    "deck": ("--journal games.db",),
    "deck check": ("--journal games.db",),
    "history": ("--journal games.db",),
    "history show": ("last --journal games.db",),
    "stats": ("--journal games.db",),
    "venue standings": ("--book venue.db",),
}
SLOW = ("flash", "doctor", "coach", "simulate")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with games, a deck and a tournament."""
    monkeypatch.chdir(tmp_path)
    journal = tmp_path / "games.db"
    History.beside(journal).put([evening(4), timed(evening(3, day=1, number=2))])
    with closing(Journal(journal)) as opened:
        opened.new_game(5.0)
        Tags(opened).put_deck(DeckRow("main", "1e", ("base",), ()))
    with closing(Book(tmp_path / "venue.db")) as book:
        book.enter(["Ann", "Bo", "Cy"])
        book.plan(1, [("7", ("Ann", "Bo", "Cy"))])
        book.enter_by_hand(1, "7", [("Ann", 50, 1), ("Bo", 40, 2), ("Cy", 30, 3)])
    return tmp_path


def keys(data, place="."):
    """Every object by its place, with its keys; one whose keys are names counts as a list."""
    if isinstance(data, list):
        for each in data:
            yield from keys(each, f"{place}[]" if place != "." else "[]")
    elif isinstance(data, dict):
        last = place.rpartition(".")[2]
        if last in NAMES:
            for each in data.values():
                yield from keys(each, f"{place}.*")
            return
        yield place, set(data)
        for key, value in data.items():
            if key != EFFECTS:
                yield from keys(value, key if place == "." else f"{place}.{key}")


def printed(words, typed):
    done = CliRunner().invoke(main, [*words.split(), *typed.split(), "--json"])
    lines = done.stdout.splitlines() if words == "replay" else [done.stdout]
    assert isinstance(done.exception, SystemExit | None)
    return [json.loads(line) for line in lines]


def described(answers):
    """Return the keys of some answers as the guide has them."""
    found = {}
    for data in answers:
        for place, names in keys(data):
            found.setdefault(place, set()).update(names)
    return "".join(f"{place}: {' '.join(sorted(found[place]))}\n" for place in sorted(found))


def answers(words):
    if words != "flash":
        return [data for typed in TYPED[words] for data in printed(words, typed)]
    if not available():
        pytest.skip("no MicroPython for this machine")
    with board_with({}, uid=b"\xe6seat001") as board:
        return printed(words, TYPED[words][0].format(port=board.port))


@pytest.mark.parametrize(
    "words", [pytest.param(w, marks=pytest.mark.slow) if w in SLOW else w for w in TYPED]
)
def test_every_key_is_described_and_every_described_key_is_printed(words, folder):
    assert described(answers(words)) == unwrapped(DESCRIBED[words])


def unwrapped(block):
    """Return a block of the guide with one line an object."""
    return re.sub(r"\n +", " ", block)


def test_the_guide_describes_every_command_that_speaks_to_programs():
    speaks = {w for w, c in EVERY.items() if any("--json" in each.opts for each in c.params)}
    assert DESCRIBED.keys() == TYPED.keys() == speaks
