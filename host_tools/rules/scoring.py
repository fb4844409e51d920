"""The score as a list of sourced items; every sum comes from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypedDict

from card_db.cards import SYMBOLS, Card, Effect
from host_tools.rules.counting import count, holds, whose
from host_tools.rules.ruleset import DEFEAT
from host_tools.rules.science import SET, Counts, Science, best, choices, replaced_first

if TYPE_CHECKING:
    from host_tools.rules.game import Game

CATEGORIES = (
    "military", "treasury", "wonder", "civilian", "scientific", "commercial", "guilds", "leaders",
    "cities",
)  # fmt: skip
CATEGORY_OF = {
    "blue": "civilian",
    "green": "scientific",
    "yellow": "commercial",
    "purple": "guilds",
    "white": "leaders",
    "black": "cities",
    "stage": "wonder",
}


@dataclass(frozen=True, slots=True)
class Item:
    """Some points: where they come from and how they are counted."""

    category: str
    points: int
    reason: str  # what is counted: "effect", "copied", "victories", "coins", "symbols", …
    source: Card | None = None
    effect: Effect | None = None
    number: int = 0  # how many were counted
    symbols: Counts = (0, 0, 0)
    chosen: int = 0  # how many of these symbols a choice gave; less than 0: gave away (Aganice)
    masked: bool = False  # whether masks may have given them
    under: Card | None = None  # the card whose colour is counted (W20)


class FinalChoices(TypedDict, total=False):
    """What players chose otherwise than best, by seat: a guild's id, the final symbols."""

    copy_guild: Mapping[int, str]
    science: Mapping[int, Counts]


def score(game: Game, seat: int, chosen: FinalChoices | None = None) -> list[Item]:
    """Return every point of a seat; its choices are the best ones unless they are given."""
    chosen = chosen or {}
    symbols = chosen.get("science", {}).get(seat)
    named = chosen.get("copy_guild", {}).get(seat)
    guilds = guilds_for(game, seat, named, symbols)
    best = max([_sheet(game, seat, guild, symbols) for guild in guilds], key=total)
    if named is None:
        return best
    return [replace(i, reason="copied_by_choice") if i.reason == "copied" else i for i in best]


def guilds_for(
    game: Game, seat: int, guild: str | None = None, symbols: Counts | None = None
) -> list[Card | None]:
    """Return the copies that fit what a seat has chosen; none where it cannot be chosen so."""
    return [
        card
        for card in copyable_guilds(game, seat)
        if (guild is None or (card is not None and card.id == guild))
        and (symbols is None or symbols in set(choices(science_of(game, seat, card))))
    ]


def total(items: list[Item]) -> int:
    """Add up the points."""
    return sum(item.points for item in items)


def by_category(items: list[Item]) -> dict[str, int]:
    """Return the lines of a score sheet, with their total."""
    sums = dict.fromkeys(CATEGORIES, 0)
    for item in items:
        sums[item.category] += item.points
    return {**sums, "total": sum(sums.values())}


def copyable_guilds(game: Game, seat: int) -> list[Card | None]:
    """R64, B8: the guilds that Olympia B's third stage could copy; None for no copy."""
    if not any(_has(stage, "copy", "guild") for stage in game.cities[seat].built_stages):
        return [None]
    guilds = [
        card
        for neighbour in dict.fromkeys(whose(game, seat, "neighbours"))
        for card in game.cities[neighbour].built
        if card.color == "purple"
    ]
    return [*guilds] or [None]


def _has(card: Card, verb: str, value: object) -> bool:
    return any(effect.verb == verb and effect.value == value for effect in card.effects)


def _sheet(game: Game, seat: int, guild: Card | None, symbols: Counts | None = None) -> list[Item]:
    return [
        *_military(game, seat),
        *_treasury(game, seat),
        *_cards(game, seat, guild),
        *_face_down(game, seat),
        *_science(game, seat, guild, symbols),
    ]


def _military(game: Game, seat: int) -> Iterator[Item]:
    city = game.cities[seat]
    for value in sorted(set(city.victories)):
        number = city.victories.count(value)
        yield Item("military", value * number, "victories", number=number)
    if city.defeats:
        yield Item("military", DEFEAT * city.defeats, "defeats", number=city.defeats)


def _treasury(game: Game, seat: int) -> Iterator[Item]:
    city = game.cities[seat]
    if city.coins // 3:
        yield Item("treasury", city.coins // 3, "coins", number=city.coins)
    if city.debt:
        yield Item("treasury", -city.debt, "debts", number=city.debt)


def _cards(game: Game, seat: int, guild: Card | None) -> Iterator[Item]:
    for card, category in _scoring_cards(game, seat):
        yield from _points(game, seat, card, category)
    if guild:
        # A copied Scientists Guild has no points of its own: its symbol is counted with science.
        items = list(_points(game, seat, guild, "wonder", "copied"))
        yield from items or [Item("wonder", 0, "copied", guild, guild.effects[0])]


def _scoring_cards(game: Game, seat: int, guild: Card | None = None) -> Iterator[tuple[Card, str]]:
    """Return all that can score in a city, each with its line of the score sheet."""
    city = game.cities[seat]
    for card in (*city.built_stages, *city.built, *city.leaders):
        yield card, CATEGORY_OF.get(card.color, "civilian")
    if city.copied:
        yield city.copied, "leaders"
    if guild:
        yield guild, "wonder"


def _points(
    game: Game, seat: int, card: Card, category: str, reason: str = "effect"
) -> Iterator[Item]:
    for effect in card.effects:
        if effect.verb == "points" and effect.per != "science_set":
            number = count(game, seat, effect, card) if holds(game, seat, effect.when) else 0
            points = int(effect.value) * number
            if points or effect.per or effect.when:
                under = game.cities[seat].under_stage(card) if effect.per == "under" else None
                yield Item(category, points, reason, card, effect, number, under=under)


def _face_down(game: Game, seat: int) -> Iterator[Item]:
    for leader, price in game.cities[seat].face_down:  # O19
        yield Item("wonder", 2 * price, "face_down", leader, number=price)


def science_of(game: Game, seat: int, guild: Card | None = None) -> Science:
    """Return what a seat can make of science at the end of the game."""
    science = Science(game.cities[seat].symbols)
    for card, _ in _scoring_cards(game, seat, guild):
        for effect in card.effects:
            science = _more_science(science, effect)
    return replace(science, copied=_green_neighbours(game, seat)) if science.masks else science


def _more_science(science: Science, effect: Effect) -> Science:
    if effect.verb == "copy" and effect.value == "science":
        return replace(science, masks=science.masks + 1)
    if _is_for_sets(effect):
        return replace(science, extra_set=science.extra_set + int(effect.value))
    if effect.verb == "science":
        if effect.value == "any":
            return replace(science, free=science.free + 1)
        if effect.value == "replace":
            return replace(science, replace=science.replace + 1)
        if effect.value == "most":
            return replace(science, most=science.most + 1)
    return science


def _green_neighbours(game: Game, seat: int) -> Counts:
    """R128, P18: the symbols of the neighbours' green cards."""
    shown = [
        str(effect.value)
        for neighbour in whose(game, seat, "neighbours")
        for card in game.cities[neighbour].built
        if card.color == "green"
        for effect in card.effects
        if effect.verb == "science"
    ]
    counts = [shown.count(symbol) for symbol in SYMBOLS]
    return counts[0], counts[1], counts[2]


def _science(
    game: Game, seat: int, guild: Card | None, symbols: Counts | None = None
) -> Iterator[Item]:
    science = science_of(game, seat, guild)
    symbols = symbols or best(science)[1]
    if science.replace and science.most:  # B14
        first = "aganice_first" if symbols in set(replaced_first(science)) else "enheduanna_first"
        yield Item("scientific", 0, first)
    for kind, number in enumerate(symbols):
        if number:
            shown = [0, 0, 0]
            shown[kind] = number
            yield Item(
                "scientific",
                number * number,
                "symbols",
                number=number,
                symbols=(shown[0], shown[1], shown[2]),
                chosen=number - science.printed[kind],
                masked=number > science.printed[kind] and science.masks > 0,
            )
    sets = min(symbols)
    if sets:
        yield Item("scientific", SET * sets, "sets", number=sets)
        for card, category in _scoring_cards(game, seat, guild):
            each = sum(int(effect.value) for effect in card.effects if _is_for_sets(effect))
            if each:
                yield Item(category, each * sets, "aristotle", number=sets)


def _is_for_sets(effect: Effect) -> bool:
    return effect.verb == "points" and effect.per == "science_set"
