"""Beginning a game: one write, and a name for the wire that never comes back."""

import re
import shutil

import pytest

from host_tools.table.entries import Begin, TableSetup
from host_tools.table.evening import evening_of
from host_tools.table.journal import Journal
from host_tools.table.states import wire_name
from host_tools.table.table import Table
from tests.rules.table import THREE, setup
from tests.table.paper import Silence, new_table, resumed

SETUP = TableSetup(setup(THREE), countdown=0)


class Photographed(Journal):
    """A journal whose files are copied before and after every write: as a kill would leave them."""

    copies = ()

    def _snap(self):
        copy = self.path.parent / f"copy{len(self.copies)}"
        copy.mkdir()
        for file in self.path.parent.glob(f"{self.path.name}*"):
            shutil.copy(file, copy)
        self.copies = [*self.copies, copy / self.path.name]

    def _write(self, statement, rows):
        super()._write(statement, rows)
        self._snap()

    def _confirm(self):
        super()._confirm()
        self._snap()

    def _commit(self):
        self._snap()
        super()._commit()
        self._snap()


def begin(journal):
    return Table.begin(journal, SETUP, {}, Silence(), 0.0)


def test_a_kill_while_a_game_begins_leaves_no_game_or_one_with_its_set_up(tmp_path):
    journal = Photographed(tmp_path / "games.db")
    begin(journal)
    states = []
    for path in journal.copies:
        left = Journal(path)
        states.append([row.entries for row in left.games()])
        for row in left.games():
            assert evening_of(left.read(row.id)).setup == SETUP
        left.close()
    assert [] in states
    assert [1] in states
    assert all(state in ([], [1]) for state in states)


def test_every_game_of_every_journal_has_a_name_of_its_own_on_the_wire(tmp_path):
    names = set()
    for number in range(20):
        folder = tmp_path / f"evening{number}"
        folder.mkdir()
        table = new_table(folder)
        names |= {table.name, begin(table.journal).name}
    assert len(names) == 40
    assert all(re.fullmatch("[0-9a-z]{5}", name) for name in names)


def test_a_game_keeps_its_name_on_the_wire_when_it_goes_on(tmp_path):
    table = new_table(tmp_path)
    assert resumed(table).name == table.name


@pytest.mark.parametrize(("number", "name"), [(1, "g1"), (1000, "grs")])
def test_a_game_that_began_before_names_were_drawn_keeps_the_name_that_counts(
    tmp_path, number, name
):
    journal = Journal(tmp_path / "games.db")
    with journal.whole():
        journal.new_game(0.0, number)
        journal.append(number, 0, [Begin(SETUP)], 0.0)
    assert wire_name(number) == name
    assert Table.resume(journal, number, {}, Silence(), 0.0).name == name
