"""Rules, each changed in the first engine by one line, and a sort of game that shows it.

`python -m tests.second.changed_rules 7` plays with the eighth change until the engines part.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from random import Random
from types import CodeType, ModuleType
from typing import NamedTuple

MOST_GAMES = 60


class Change(NamedTuple):
    """A rule, the line that says it, what it says instead, and where that can be seen."""

    rule: str
    module: str
    line: str
    instead: str
    sort: str


BASE, BOTH = "1e standard 4 base", "1e standard 5 base leaders cities"
HOUSE = "1e standard 4 base leaders cities wonder_pack house"
CHANGES = (
    Change("G56", "turn", "SALE: Final = 3", "SALE: Final = 4", BASE),
    Change("G16", "turn", "coins += payment.left", "coins += payment.right", BASE),
    Change("G38", "city", '"raw": (effect.price,', '"raw": (effect.price + 1,', BASE),
    Change("G45", "costs", "return any(parent in ids", "return all(parent in ids", BASE),
    Change(
        "G63", "ruleset", "VICTORY: Final = (0, 1, 3, 5)", "VICTORY: Final = (0, 1, 2, 5)", BASE
    ),
    Change(
        "G81", "scoring", "                number * number,", "                number + 1,", BASE
    ),
    Change("G82", "science", "SET: Final = 7", "SET: Final = 8", BASE),
    Change("G80", "scoring", '"treasury", city.coins // 3', '"treasury", city.coins // 4', BASE),
    Change("G70", "counting", "return [seat, *both]", "return [*both]", BASE),
    Change("G41", "costs", "if card.name in game.cities", "if card.id in game.cities", BASE),
    Change("R43", "turn", "if sellers & flag and", "if", BOTH),
    Change("R53", "costs", "for _ in range(cut):", "for _ in range(0):", BOTH),
    Change(
        "R71", "costs", '.get("neighbours", 0)', '.get("nobody", 0)', "1e standard 3 base leaders"
    ),
    Change(
        "R112", "questions", "if owner != seat", "if owner != seat + 1", "1e standard 4 base cities"
    ),
    Change("R119", "conflict", "i + 1) % len(present)", "i + 2) % len(present)", BOTH),
    Change("R140", "city", "rebate - effect.price, start)", "rebate, start)", BOTH),
    Change("R151", "turn", "coins += sum(int(effect.value) for effect in more)", "pass", BOTH),
    Change("R178", "conflict", "1 if {a, b} & diplomats else 2", "2", "1e team 6 base cities"),
    Change("B10", "ruleset", "else 6\n", "else 9\n", "1e two_player 3 base leaders"),
    Change(
        "W7", "city", "if self.wonder.any_order:", "if False:", "1e standard 3 base wonder_pack"
    ),
    Change("W22", "counting", "sum(1 for maker", "sum(2 for maker", HOUSE),
)


class ChangedLoader(importlib.machinery.SourceFileLoader):
    """Loads a module with one line of it changed."""

    change: Change

    def get_code(self, fullname: str) -> CodeType:
        """Compile the changed source; no cached bytecode is used."""
        source = self.get_data(self.path).decode()
        if source.count(self.change.line) < 1:
            raise AssertionError(f"{self.path} has no line {self.change.line!r}")
        return compile(source.replace(self.change.line, self.change.instead, 1), self.path, "exec")


class Changed(importlib.abc.MetaPathFinder):
    """Finds the module with the change before anything else does."""

    def __init__(self, change: Change) -> None:
        self.change = change

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the changed module, or leave a name to the others."""
        if fullname != f"host_tools.rules.{self.change.module}":
            return None
        found = importlib.machinery.PathFinder.find_spec(fullname, path)
        assert found is not None and found.origin is not None
        loader = ChangedLoader(fullname, found.origin)
        loader.change = self.change
        return importlib.util.spec_from_loader(fullname, loader)


def games_until_noticed(change: Change) -> int | None:
    """Play until the engines part; return how many games that took, or None."""
    sys.meta_path.insert(0, Changed(change))
    from tests.rules.random_play import random_setup  # now, with the change
    from tests.second.beside import differences, record_of

    for number in range(MOST_GAMES):
        rng = Random(f"{change.rule} {number}")
        setup = random_setup(change.sort, rng)
        try:
            if any(differences(setup, record_of(setup, rng), rng)):
                return number + 1
        except (AssertionError, ValueError):  # the second engine finds a play impossible
            return number + 1
    return None


if __name__ == "__main__":
    print(games_until_noticed(CHANGES[int(sys.argv[1])]))
