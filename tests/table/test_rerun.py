"""From raw serial to score: an evening is played again out of its capture alone."""

import json
from collections import Counter
from contextlib import suppress

import pytest
from click.testing import CliRunner

from host_tools.bots.dealer import Dealer
from host_tools.cli import main
from host_tools.link.capture import Recorder
from host_tools.rules.errors import MoveError
from host_tools.rules.moves import Intent
from host_tools.rules.replay import replay
from host_tools.rules.result import sheets_of
from host_tools.rules.scoring import total
from host_tools.table import decisions
from host_tools.table.entries import Commit, Declare, Lock, Serve, TableSetup
from host_tools.table.export import record_of
from host_tools.table.journal import Journal
from host_tools.table.rerun import Rerun, Tape
from tests.table.arena import Arena, Faults
from tests.web.paper import PaperPlace

FULL = ("base", "leaders", "cities")
QUIET = Faults()
EVENINGS = {
    "a base game": ({"players": 3}, {}, QUIET),
    "with a countdown": ({"players": 3}, {"countdown": 3}, QUIET),
    "five with everything": ({"players": 5, "sets": FULL}, {}, QUIET),
    "keys before the lock": ({"players": 4, "sets": FULL}, {"grace": 2, "keen": True}, QUIET),
    "always asked": ({"players": 3}, {"grace": None, "ask_payment": True}, QUIET),
    "assisted and strict": ({"players": 3}, {"mode": "assisted", "strict": True}, QUIET),
    "two players": ({"players": 2, "sets": FULL, "variant": "two_player"}, {}, QUIET),
    "two boards with two seats each": ({"players": 4}, {"sizes": (2, 2)}, Faults(damage=0.1)),
    "bad cables": ({"players": 4, "sets": FULL}, {}, Faults(damage=0.1)),
    "replugs": ({"players": 3}, {}, Faults(replugs=0.01)),
    "everything at once": ({"players": 3}, {"countdown": 1}, Faults(0.1, 0.003, 0.003, 0.02)),
    "the operator voids cards": ({"players": 3}, {}, Faults(voids=0.05)),
    "open cards on pages": ({"players": 4, "sets": FULL}, {}, Faults(damage=0.2, pages=0.3)),
}


class Studio(Arena):
    """An arena whose wire is recorded."""

    def __init__(self, folder, setup, more, faults=QUIET):
        self.recorder = None
        keen, sizes = more.get("keen", False), more.get("sizes", ())
        more = {k: v for k, v in more.items() if k not in ("keen", "sizes")}
        table_setup = TableSetup(Dealer(5).setup(**setup), **{"countdown": 0, "grace": 0, **more})
        super().__init__(table_setup, folder / "journal.db", 5, faults, keen, sizes)
        self.capture = folder / "evening.capture"
        self.recorder = Recorder(self.capture)
        tape = Tape(self.recorder, lambda: self.table, lambda: self.now / 1000)
        tape.follow()
        self.table.listeners.append(tape.follow)
        receive = self.hub.receive

        def recorded(port, data, now):
            self.recorder.note(now, port, "read", data)
            return receive(port, data, now)

        self.hub.receive = recorded

    def _note(self, port, mark, data):
        if mark == "#" and data and self.recorder:
            self.recorder.note(self.now / 1000, port, "wrote", data)
        return super()._note(port, mark, data)

    def close(self):
        self.recorder.close()
        self.journal.close()


def rerun(studio):
    journal = Journal(studio.capture.with_name("again.db"))
    again = Rerun(studio.capture, journal)
    again.run()
    journal.close()
    return again


@pytest.mark.slow
@pytest.mark.parametrize("evening", EVENINGS)
def test_an_evening_is_played_again_from_its_capture_to_its_score(tmp_path, evening):
    first = Studio(tmp_path, *EVENINGS[evening])
    first.play()
    first.close()
    again = rerun(first)
    (table,) = again.tables
    assert again.misfits == []
    assert table.evening.game.over
    assert record_of(table.evening) == record_of(first.table.evening)
    assert sheets_of(table.evening.game) == sheets_of(first.table.evening.game)


def test_keys_before_the_lock_and_cards_that_were_built_by_themselves_are_in_a_capture(tmp_path):
    first = Studio(tmp_path, {"players": 3}, {"grace": 2, "keen": True})
    first.until(lambda: len(first.table.evening.past) == 6, 120_000)
    first.close()
    again = rerun(first)
    assert again.misfits == []
    entries = written(tmp_path / "again.db")
    assert entries == written(tmp_path / "journal.db")
    locked, told = False, Counter()
    for entry in entries:
        locked = isinstance(entry, Lock) or (locked and not isinstance(entry, Commit))
        if isinstance(entry, Declare):
            told[locked, entry.action] += 1
    assert told[False, "sell"]
    assert told[True, "build"]


def test_a_capture_that_ends_in_a_round_stands_where_the_evening_stood(tmp_path):
    first = Studio(tmp_path, {"players": 3}, {})
    first.until(lambda: len(first.table.evening.past) == 4 and first.table.evening.round.commits)
    first.close()
    (table,) = rerun(first).tables
    assert record_of(table.evening) == record_of(first.table.evening)
    assert not table.evening.game.over


def test_before_the_lock_a_capture_has_no_card(tmp_path):
    first = Studio(tmp_path, {"players": 3}, {"mode": "assisted"})
    searched = 0
    while len(first.table.evening.past) < 3:
        first.step()
        text = [json.loads(line) for line in first.capture.read_text().splitlines()[1:]]
        wire = "".join(line.get("data", "") for line in text if line["what"] != "game")
        secrets = set(first.referee.secrets().values())
        assert not [uid for uid in secrets if uid in wire]
        searched += len(secrets)
    assert searched
    first.close()


def test_the_command_tells_the_score_and_writes_the_record(tmp_path):
    first = Studio(tmp_path, {"players": 3}, {})
    first.play()
    first.close()
    to = tmp_path / "evening.jsonl"
    found = CliRunner().invoke(main, ["rerun", str(first.capture), "--to", str(to)])
    assert (found.exit_code, found.exception) == (0, None)
    assert "The record is in" in found.output
    played = replay(to.read_bytes()).game
    scores = [total(items) for items in sheets_of(played)]
    assert scores == [total(items) for items in sheets_of(first.table.evening.game)]
    (totals,) = [row for row in found.output.splitlines() if "Total" in row]
    assert [int(word) for word in totals.split() if word.isdigit()] == scores


def undo(studio):
    studio.referee.on_operator()
    yield studio.table.record(decisions.undo(studio.table.evening), studio.now / 1000)


def correct(studio):
    last = studio.table.evening.past[-1].moves[1]
    yield studio.table.correct(1, Intent(last.card.id, "sell"), studio.now / 1000)


def pause(studio):
    yield studio.table.record(decisions.pause(studio.table.evening, on=True), studio.now / 1000)
    yield studio.table.record(decisions.pause(studio.table.evening, on=False), studio.now / 1000)


def audit(studio):
    """Everybody has laid its cards: that is what the boards say in between."""
    yield studio.table.begin_audit()
    for board in studio.boards.values():
        yield board.seat.press(1, False, studio.now)
    assert studio.table.audit.complete
    yield studio.table.end_audit()


@pytest.mark.parametrize("deed", [undo, correct, pause, audit])
def test_what_the_operator_did_is_done_again_at_its_moment(tmp_path, deed):
    first = Studio(tmp_path, {"players": 3}, {})
    first.until(lambda: len(first.table.evening.past) == 3)
    first.people.away = {0, 1, 2}
    for _ in deed(first):
        first.wait(500)
    first.people.away = set()
    first.until(lambda: len(first.table.evening.past) == 5)
    first.close()
    again = rerun(first)
    assert again.misfits == []
    assert written(tmp_path / "again.db") == written(tmp_path / "journal.db")


def written(path):
    """All that was decided, and in which order; who sits where was known from the start."""
    journal = Journal(path)
    entries = [entry for _, entry in journal.read(1) if not isinstance(entry, Serve)]
    journal.close()
    return entries


class Page(PaperPlace):
    """A person at the page of a seat, who needs no light to lay a card."""

    idle = True

    def lies(self, uid):
        return True

    def asks_for_secret(self, number):
        return True


def test_an_evening_goes_on_from_its_capture_when_a_page_replaced_a_seat(tmp_path):
    first = Studio(tmp_path, {"players": 3}, {"countdown": 2})
    first.until(lambda: len(first.table.evening.past) == 2)
    first.people.away = {1}
    first.until(lambda: len(first.table.evening.round.commits) == 2)
    first.people.away = set()
    first.table.serve(1, "", first.now / 1000)
    first.people.places[1] = page = Page(first.table, 1, first.tags)
    page.clock = lambda: first.now / 1000
    searched, before = 0, len(first.capture.read_text())
    while not first.table.evening.game.over:
        first.step()
        with suppress(MoveError):  # the moment has passed
            page.do()
        hidden = set(first.referee.secrets().values())
        if hidden:
            new = first.capture.read_text()[before:]
            names = {*hidden, *(first.tags[uid] for uid in hidden)}
            assert not [name for name in names if name in new]
            searched += len(new)
        else:
            before = len(first.capture.read_text())
    assert searched
    first.close()
    again = rerun(first)
    assert again.misfits == []
    assert sheets_of(again.tables[0].evening.game) == sheets_of(first.table.evening.game)
    assert written(tmp_path / "again.db") == written(tmp_path / "journal.db")


def test_a_capture_without_its_locks_is_told_not_to_fit(tmp_path):
    first = Studio(tmp_path, {"players": 3}, {})
    first.until(lambda: len(first.table.evening.past) == 2)
    first.close()
    lines = first.capture.read_text().splitlines(keepends=True)
    first.capture.write_text("".join(line for line in lines if '\\"lock\\"' not in line))
    found = CliRunner().invoke(main, ["rerun", str(first.capture)])
    assert (found.exit_code, found.exception.code) == (1, 1)
    assert "The capture is not whole" in found.stderr


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"capture": 1}\n', "names no game"),
        ('{"capture": 1}\n{"at": 1}\n', "line 2 is not a line of a capture"),
        ('{"capture": 1}\n{"at": 1, "port": "", "what": "game", "data": "{}"}\n', "no game"),
        ('{"capture": 1}\n{"at": 1, "port": "", "what": "game", "data": "["}\n', "cannot be"),
    ],
    ids=["empty", "cut", "without a game", "no facts"],
)
def test_a_file_that_is_no_capture_is_told_with_a_sentence(tmp_path, text, complaint):
    path = tmp_path / "evening.capture"
    path.write_text(text)
    found = CliRunner().invoke(main, ["rerun", str(path)])
    assert (found.exit_code, complaint in found.stderr) == (1, True), found.output
    missing = CliRunner().invoke(main, ["rerun", str(tmp_path / "none")])
    assert (missing.exit_code, "cannot be read" in missing.stderr) == (1, True)
