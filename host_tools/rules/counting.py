"""How many of something there are: the one place that knows what `per`, `of` and `if` mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from card_db.cards import COLORS, RAW, RESOURCES, Card, Effect
from host_tools.rules.production import MASK

if TYPE_CHECKING:
    from host_tools.rules.city import City
    from host_tools.rules.game import Game

_COUNTED: Final[dict[str, Callable[[City], int]]] = {
    "stage": lambda city: city.stages,
    "leader": lambda city: len(city.leaders),
    "victory": lambda city: len(city.victories),
    "victory_1": lambda city: city.victories.count(1),
    "victory_3": lambda city: city.victories.count(3),
    "victory_5": lambda city: city.victories.count(5),
    # O15: equal tokens are taken in pairs; each pair counts its value once.
    "victory_pair": lambda city: sum(v * (n // 2) for v, n in Counter(city.victories).items()),
    "defeat": lambda city: city.defeats,
    "three_coins": lambda city: city.coins // 3,
}


_KINDS: Final = {
    **MASK,
    "raw": sum([MASK[kind] for kind in RAW]),
    "goods": sum([MASK[kind] for kind in RESOURCES if kind not in RAW]),
    "resource": sum(MASK.values()),
}
"""What is made, as masks of kinds; see `production`."""


def in_city(city: City, per: str) -> int:
    """Count one kind of thing in one city: a colour, "a/b" any of them, "a+b" complete sets."""
    if per in COLORS:
        return _of_color(city, per)
    if "/" in per:
        return sum(_of_color(city, color) for color in per.split("/"))
    if "+" in per:
        return min(_of_color(city, color) for color in per.split("+"))
    return _COUNTED[per](city)


def _of_color(city: City, color: str) -> int:
    """W33: white cards are the leaders that lie open in a city."""
    return len(city.leaders) if color == "white" else city.colors.get(color, 0)


def whose(game: Game, seat: int, of: str) -> list[int]:
    """Return the seats that `of` or `with` names, as seen from a seat."""
    rules = game.rules
    if of == "own":
        return [seat]
    if of == "others":
        return [other for other in rules.seats if other != seat]
    both = [rules.left[seat], rules.right[seat]]
    return [seat, *both] if of == "all" else both


def count(game: Game, seat: int, effect: Effect, source: Card | None = None) -> int:
    """Return how often an effect applies for a seat; `source` is the card or stage that has it."""
    per = effect.per
    if not per:
        return 1
    if per == "age":
        return game.age
    cities = [game.cities[other] for other in whose(game, seat, effect.of)]
    if per == "under":
        under = game.cities[seat].under_stage(source)
        return sum(_of_color(city, under.color) for city in cities) if under is not None else 0
    if per in _KINDS:
        return sum(_made(game, city, _KINDS[per]) for city in cities)
    return sum(in_city(city, per) for city in cities)


def _made(game: Game, city: City, kinds: int) -> int:
    """W22: count symbols that neighbours can buy; or, as a ruling, all that the city makes."""
    made = city.own if game.rules.stone_of_all_cards else city.sold
    return sum(1 for maker in made.makers if maker & kinds)


def holds(game: Game, seat: int, condition: str) -> bool:
    """Does the condition of an effect hold for a seat at the end of the game?"""
    city = game.cities[seat]
    if condition.startswith("most_"):  # O12: strictly more than each neighbour
        kind = condition.removeprefix("most_")
        mine = _rank(city, kind)
        return all(
            mine > _rank(game.cities[neighbour], kind)
            for neighbour in whose(game, seat, "neighbours")
        )
    return {
        "": True,
        "wonder_complete": city.stages == len(city.wonder.stages),
        "no_defeat": city.defeats == 0,
        "only_leader": len(city.leaders) == 1,  # O14
    }[condition]


def _rank(city: City, kind: str) -> int:
    return city.coins if kind == "coins" else in_city(city, kind)
