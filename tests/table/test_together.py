"""Reports that come together are one write: all of them on the disk, then all confirmed."""

import pytest

from host_tools.link.events import Committed
from host_tools.rules.payment import Payment
from host_tools.table import reports
from host_tools.table.entries import Commit, Pause, Pay
from host_tools.table.journal import Journal, JournalError
from tests.table.paper import new_table, resumed

COUNTDOWN = 5  # nothing locks while these tests look


@pytest.fixture
def table(tmp_path):
    table = new_table(tmp_path, countdown=COUNTDOWN)
    for seat in range(3):
        table.serve(seat, f"board{seat}", 0.0)
    return table


def commitments(table, first=1):
    """Every seat has laid a card."""
    return [
        Committed(f"board{seat}", first + seat, table.name, number, f"{first + seat:032x}")
        for seat, number in table.evening.round.numbers.items()
    ]


def entries(table):
    return [entry for _, entry in table.journal.read(table.number)]


def test_three_seats_that_commit_at_once_cost_one_write(table, monkeypatch):
    writes, commit = [], Journal._commit

    def counted(journal):
        writes.append(list(table.hub.acked))  # nobody is told before it is done
        commit(journal)

    monkeypatch.setattr(Journal, "_commit", counted)
    table.receive(commitments(table), 0.0)
    assert writes == [[]]
    assert table.hub.acked == [("board0", 1), ("board1", 2), ("board2", 3)]
    assert [type(entry) for entry in entries(table)[-3:]] == [Commit] * 3


def test_boards_show_what_is_new_after_the_confirmations_have_gone_out(table):
    shown = dict(table.hub.shown)
    table.receive(commitments(table), 0.0)
    assert table.hub.shown == shown
    table.tick(0.0)
    assert table.hub.shown != shown


def test_what_is_wrong_is_refused_and_what_came_with_it_counts(table):
    late = Committed("board1", 9, table.name, 0, "f" * 32)
    first, _, third = commitments(table)
    table.receive([first, late, third], 0.0)
    assert table.hub.acked == [("board0", 1), ("board2", 3)]
    assert table.hub.refused == [("board1", 9, "wrong_phase")]


def test_a_report_that_came_twice_is_answered_once(table):
    first, *_ = commitments(table)
    late = Committed("board1", 9, table.name, 0, "f" * 32)
    table.receive([first, late, first, late], 0.0)
    assert table.hub.acked == [("board0", 1)]
    assert table.hub.refused == [("board1", 9, "wrong_phase")]


def test_a_write_that_fails_leaves_the_evening_as_it_was(table, monkeypatch):
    table.commit_page(0, "altar", 0.0)
    before, secrets = entries(table), dict(table.secrets)

    def full(journal):
        journal._db.execute("ROLLBACK")
        journal._db.execute("no room")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "_commit", full)
        table.receive(commitments(table), 0.0)
    assert (table.trouble != "", table.hub.acked) == (True, [])
    assert (entries(table), table.secrets) == (before, secrets)
    assert list(table.evening.round.commits) == [0]
    assert table.evening.entries == len(before)
    table.receive(commitments(table), 0.0)
    assert (table.trouble, len(table.hub.acked)) == ("", 3)


def test_a_journal_that_cannot_even_be_read_is_read_before_the_next_write(table, monkeypatch):
    before = entries(table)

    def broken(journal, *_):
        raise JournalError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "_commit", broken)
        patch.setattr(Journal, "rows", broken)
        with pytest.raises(JournalError, match="broken"):
            table.record([Pause()], 0.0)
    assert table.evening.paused
    table.receive(commitments(table), 0.0)
    assert not table.evening.paused
    assert len(entries(table)) == len(before) + 3


def test_an_entry_that_cannot_be_applied_is_never_on_the_disk(table, monkeypatch):
    """It would keep the game from ever being resumed; the others of its write still count."""
    committed = reports.REPORTS[Committed]

    def poisoned(table, seat, event):
        found = committed(table, seat, event)
        return [Pay(1, Payment())] if seat == 1 else found

    with monkeypatch.context() as patch:
        patch.setitem(reports.REPORTS, Committed, poisoned)
        with pytest.raises(KeyError):
            table.receive(commitments(table), 0.0)
    assert table.hub.acked == [("board0", 1), ("board2", 3)]
    assert list(table.evening.round.commits) == [0, 2]
    assert list(resumed(table).evening.round.commits) == [0, 2]
