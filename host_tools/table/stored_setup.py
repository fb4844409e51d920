"""A set-up as journals store it: what is not named means what it meant before it was an option.

>>> from host_tools.bots.dealer import Dealer
>>> setup = Dealer(1).setup(2, sets=("base", "leaders"), variant="two_player")
>>> stored_setup(setup)["rulings"], setup_stored(stored_setup(setup)) == setup
({'free_city_coins': 3}, True)
"""

from typing import Any, Final

from host_tools.rules.record import setup_line, setup_of
from host_tools.rules.setup import RULINGS, SECOND_PRINTING, Setup

FREE_CITY_COINS: Final = "free_city_coins"  # B10: six with Leaders, unless it says three
HOUSE_NUMBERS: Final = "house_numbers"  # B12: whoever needed them had them


def stored_setup(setup: Setup) -> dict[str, Any]:
    """Return a set-up as it is stored."""
    line, rulings = setup_line(setup), dict(setup.rulings)
    line.pop("rulings", None)
    if _needs_house_numbers(line):
        rulings.pop(HOUSE_NUMBERS, None)
    if _has_coins_by_ruling(line):
        rulings[FREE_CITY_COINS] = setup.ruling(FREE_CITY_COINS)
        if rulings[FREE_CITY_COINS] == 6:
            del rulings[FREE_CITY_COINS]
    return line | {"rulings": rulings} if rulings else line


def setup_stored(line: dict[str, Any]) -> Setup:
    """Return the set-up that is stored like this; raises MoveError if it cannot be played."""
    rulings = dict(line.get("rulings", {}))
    if _needs_house_numbers(line):
        rulings[HOUSE_NUMBERS] = True
    if _has_coins_by_ruling(line):
        rulings.setdefault(FREE_CITY_COINS, 6)
        if rulings[FREE_CITY_COINS] == RULINGS[FREE_CITY_COINS].usual[line["edition"]]:
            del rulings[FREE_CITY_COINS]
    return setup_of({**line, "rulings": rulings})


def _needs_house_numbers(line: dict[str, Any]) -> bool:
    usual = SECOND_PRINTING.get(line["variant"], ())
    return line["edition"] == "2e" and len(line["seats"]) not in usual


def _has_coins_by_ruling(line: dict[str, Any]) -> bool:
    return line["variant"] == "two_player" and "leaders" in line["sets"]
