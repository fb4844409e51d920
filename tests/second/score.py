"""Scoring: every choice at the end is tried, the best one counts."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations

from .city import Active, City

CATEGORIES = ("military", "treasury", "wonder", "civilian", "scientific")
CATEGORIES += ("commercial", "guilds", "leaders", "cities")
SYMBOLS = ("compass", "gear", "tablet")
Counts = tuple[int, ...]


def holds(condition: str | None, city: City, neighbours: Sequence[City]) -> bool:
    if condition and condition.startswith("most_"):  # O12: more than each neighbour
        word = condition.removeprefix("most_")
        held = [c.coins if word == "coins" else c.count(word) for c in (city, *neighbours)]
        return held[0] > max(held[1:])
    facts = {"wonder_complete": len(city.under) == len(city.stages), "no_defeat": not city.defeats}
    return (facts | {"only_leader": len(city.leaders) == 1, None: True})[condition]  # O14


def choose(counts: Counts) -> list[Counts]:
    return [tuple(c + (n == new) for n, c in enumerate(counts)) for new in range(3)]


def replace(counts: Counts) -> list[Counts]:
    fewer = [tuple(c - (n == old) for n, c in enumerate(counts)) for old in range(3) if counts[old]]
    return [new for rest in fewer for new in choose(rest)] or [counts]


def most(counts: Counts) -> list[Counts]:
    held = max(1, *counts)  # O13; nothing for a city without symbols
    return [new for n, new in enumerate(choose(counts)) if counts[n] == held] or [counts]


def masked(counts: Counts, masks: int, neighbours: Sequence[City]) -> Iterator[Counts]:
    cards = [card for city in neighbours for card in city.built if card.color == "green"]  # R129
    words = [effect.get("science") for card in cards for effect in card.effects]
    symbols = [SYMBOLS.index(word) for word in words if word in SYMBOLS]
    for chosen in set(combinations(sorted(symbols), min(masks, len(symbols)))):
        yield tuple(count + chosen.count(n) for n, count in enumerate(counts))


def reachable(effects: Sequence[Active], neighbours: Sequence[City]) -> set[Counts]:
    words = [active.effect.get("science") for active in effects]
    masks = sum(active.effect.get("copy") == "science" for active in effects)
    first = [choose] * words.count("any") + [lambda counts: masked(counts, masks, neighbours)]
    last = [replace] * words.count("replace") + [most] * words.count("most")
    results: set[Counts] = set()
    for order in set(permutations(last)):  # B14: the order that scores more
        states: set[Counts] = {tuple(words.count(symbol) for symbol in SYMBOLS)}
        for step in [*first, *order]:
            states = {new for counts in states for new in step(counts)}
        results |= states
    return results


def best_sheet(
    city: City, neighbours: Sequence[City], count: Callable[[Active], int], final: dict
) -> dict[str, int]:
    """Return the score sheet with the best choices, or with those of a `final` line."""
    guild = final.get("copy_guild", {}).get(str(city.seat))
    symbols = final.get("science", {}).get(str(city.seat))
    own = city.effects()
    guilds = [card for other in neighbours for card in other.built if card.color == "purple"]
    guilds = [card for card in guilds if guild in (None, card.id)]
    copies = sum(active.effect.get("copy") == "guild" for active in own)
    sheets = []
    for chosen in combinations(guilds, min(copies, len(guilds))):
        # B3: the copy is no card of this city, only its effects count.
        effects = own + [Active(e, "wonder") for card in chosen for e in card.effects]
        scoring = [a for a in effects if "points" in a.effect]
        scoring = [a for a in scoring if holds(a.effect.get("if"), city, neighbours)]
        for counts in reachable(effects, neighbours):
            if symbols and counts != tuple(symbols.get(symbol, 0) for symbol in SYMBOLS):
                continue
            score = dict.fromkeys(CATEGORIES, 0) | {"wonder": city.turned}
            score["military"] = sum(city.victories) - city.defeats
            score["treasury"] = city.coins // 3 - city.debt
            score["scientific"] = sum(n * n for n in counts) + 7 * min(counts)  # RB p.6
            for active in scoring:
                by_set = active.effect.get("per") == "science_set"
                number = min(counts) if by_set else count(active)
                score[active.home] += active.effect["points"] * number
            sheets.append(score | {"total": sum(score.values())})
    assert sheets, f"Seat {city.seat} cannot have the symbols {symbols} with {guild}."
    return max(sheets, key=lambda score: score["total"])
