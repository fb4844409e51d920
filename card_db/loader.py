"""The box of one printing, read from the data files beside this module.

>>> load_box("1e").cards["temple"].resources
'WCG'
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from card_db.cards import Box, Card, Wonder
from card_db.lines import CardError, DataLine, parse_lines, read_lines, remedy
from card_db.rows import read_card, read_wonder

EDITIONS = ("1e", "2e")
FILES = {
    "1e": ("base", "leaders", "cities", "wonders"),
    "2e": ("base", "leaders", "cities", "promo_guilds", "wonders"),
}
"""The data files of each printing; a file's name is the set of its cards."""
SIDES = {"1e": ("A", "B"), "2e": ("Day", "Night")}
"""The sides of the boards of each printing."""
HOUSE = "house"
HERE = Path(__file__).parent
DRAWN = frozenset({"purple", "black", "white"})
"""Colours of which a game draws some by lot, whatever the number of players."""
DECK_SIZES = {1: (21, 28, 35, 42, 49), 2: (21, 28, 35, 42, 49), 3: (16, 22, 28, 34, 40)}
"""Cards of the base game for 3 to 7 players; in Age III the guilds come on top."""

Cards = Mapping[str, Card]
Lines = Mapping[str, DataLine]


def load_box(edition: str, house: Sequence[Path] = ()) -> Box:
    """All cards and wonders of a printing, "1e" or "2e", with the house cards of these files."""
    if edition not in EDITIONS:
        raise CardError(f'There is no printing "{edition}". Ask for "1e" (2010) or "2e" (2020).')
    return _read_box(edition, house) if house else _printed_box(edition)


@cache
def _printed_box(edition: str) -> Box:
    return _read_box(edition, ())


def house_lines(paths: Iterable[Path]) -> tuple[str, ...]:
    """The lines of house files as a game keeps them, so that it needs no file later."""
    return tuple(
        json.dumps(line.row, ensure_ascii=False) for path in paths for line in read_lines(path)
    )


@lru_cache(maxsize=32)
def house_box(edition: str, lines: tuple[str, ...]) -> Box:
    """The box of a printing with the house cards and wonders of these lines, if there are any."""
    if not lines:
        return load_box(edition)
    return _with_house(edition, [parse_lines("The house box", lines)])


def _read_box(edition: str, house: Sequence[Path]) -> Box:
    return _with_house(edition, [read_lines(path) for path in house])


def _with_house(edition: str, house: Sequence[Iterable[DataLine]]) -> Box:
    reader = BoxReader(edition)
    for name in FILES[edition]:
        reader.add(read_lines(HERE / f"{name}_{edition}.jsonl"), name)
    printed = dict(reader.cards)
    sets = {HOUSE, *FILES[edition], *(side.set for side in reader.wonders.values())} - {"wonders"}
    for lines in house:
        reader.add(lines, HOUSE)
    ours = [name for name in reader.cards if name not in printed]
    check_house(reader, ours, sets)
    check_wonder_names(reader.wonders, reader.lines)
    return reader.box(ours)


class BoxReader:
    """The cards and wonders read so far, each with the line it came from."""

    def __init__(self, edition: str) -> None:
        self.edition = edition
        self.cards: dict[str, Card] = {}
        self.wonders: dict[str, Wonder] = {}
        self.lines: dict[str, DataLine] = {}

    def add(self, file: Iterable[DataLine], set_name: str) -> None:
        """Read a file; `set_name` is the set of its cards where a line does not say."""
        for lines in _blocks(file):
            if "side" in lines[0].row:
                wonder = read_wonder(lines, self.edition, set_name)
                self._keep(wonder.id, lines[0])
                self.wonders[wonder.id] = wonder
            else:
                card = read_card(lines[0], self.edition, set_name)
                self._keep(card.id, lines[0])
                self.cards[card.id] = card

    def _keep(self, name: str, line: DataLine) -> None:
        if name in self.lines:
            raise line.fault(f'the id "{name}" is taken ({self.lines[name]}). Choose another.')
        self.lines[name] = line

    def box(self, house: Sequence[str] = ()) -> Box:
        """Everything read, once it is sure that it holds together; `house` are ids."""
        cards = join_chains(self.cards, house)
        check_chains(cards, self.lines)
        check_decks(cards, self.lines)
        sets = {card.set for card in cards.values()} | {side.set for side in self.wonders.values()}
        return Box(self.edition, cards, self.wonders, frozenset(sets))


def _blocks(file: Iterable[DataLine]) -> Iterator[list[DataLine]]:
    """A card alone, or a board with the lines of its stages."""
    block: list[DataLine] = []
    for line in file:
        if "stage" not in line.row:
            if block:
                yield block
            block = [line]
        elif block and "side" in block[0].row:
            block.append(line)
        else:
            raise line.fault('a stage stands below its wonder. Add the line with "side" above it.')
    if block:
        yield block


# What must hold of house cards


def check_house(reader: BoxReader, ours: Iterable[str], sets: Iterable[str]) -> None:
    """Raise where a house card has a name that is printed, or anything a set that there is not."""
    names = {
        card.name.casefold(): card for name, card in reader.cards.items() if name not in {*ours}
    }
    known: dict[str, Card | Wonder] = {**reader.cards, **reader.wonders}
    for name, line in reader.lines.items():
        side = getattr(known[name], "side", "")
        if side and side not in SIDES[reader.edition]:
            continue  # It is for the other printing, which has sets of its own.
        if known[name].set not in sets:
            told = f'there is no set "{known[name].set}" in the printing {reader.edition}.'
            raise line.fault(told + remedy(known[name].set, sorted(sets)))
    for name in ours:
        card = reader.cards[name]
        for fault in _chain_faults(card, reader.cards):
            raise reader.lines[name].fault(fault)
        same = names.get(card.name.casefold())
        if same is not None and card.color != "white":
            raise reader.lines[name].fault(
                f"{card.name} is printed already ({reader.lines[same.id]}), and a city"
                " builds each name once. Choose another name."
            )


def _chain_faults(card: Card, cards: Cards) -> Iterator[str]:
    """Say which chains of a card would never be used."""
    chains = [(parent, card.id, parent) for parent in card.free_from]
    chains += [(card.id, child, child) for child in card.chains_to]
    for parent, child, end in chains:
        if parent == child:
            yield f"{card.name} cannot be chained to itself. Name another card."
        elif end not in cards:
            continue  # told with a remedy when all chains are checked
        elif cards[end].color == "white":
            yield f'{card.name} has a chain with "{end}", a leader, and leaders have none.'
        elif cards[parent].age > cards[child].age:
            yield (
                f'{card.name} has a chain with "{end}", but {cards[parent].name} comes later, in '
                f"Age {cards[parent].age}. Turn the chain round."
            )


def check_wonder_names(wonders: Mapping[str, Wonder], lines: Lines) -> None:
    """Raise where two wonders have one name, or the sides of one have two."""
    by_name: dict[str, Wonder] = {}
    by_id: dict[str, Wonder] = {}
    for board in wonders.values():
        wonder = board.id.rsplit("_", 1)[0]
        first = by_id.setdefault(wonder, board)
        if first.name != board.name:
            raise lines[board.id].fault(
                f"{board.name} is a side of {first.name} ({lines[first.id]}), as the ids say. Give "
                "both the same name, or this one another id."
            )
        same = by_name.setdefault(board.name.casefold(), board)
        if same.id.rsplit("_", 1)[0] != wonder:
            raise lines[board.id].fault(
                f"there is a wonder {same.name} already ({lines[same.id]}). Choose another name."
            )


# What must hold between the cards of a box: chains that agree, decks that add up.


def check_chains(cards: Cards, lines: Lines) -> None:
    """Raise where a chain leads nowhere, or is written at one end only."""
    for card in cards.values():
        for end in card.chains_to:
            _check_chain(card, "chains to", end, "free_from", cards, lines)
        for end in card.free_from:
            _check_chain(card, "is free from", end, "chains_to", cards, lines)


def _check_chain(card: Card, verb: str, end: str, key: str, cards: Cards, lines: Lines) -> None:
    says = f'{card.name} {verb} "{end}"'
    if end not in cards:
        hint = remedy(end, tuple(cards))
        raise lines[card.id].fault(f"{says}, which is not in this box.{hint}")
    if card.id not in getattr(cards[end], key):
        raise lines[card.id].fault(
            f"{says}, but {cards[end].name} ({lines[end]}) does not say so."
            f' Add "{card.id}" to its "{key}", or take the chain away here.'
        )


def join_chains(cards: Cards, house: Iterable[str]) -> dict[str, Card]:
    """The cards with every chain of a house card written at its other end too."""
    joined = dict(cards)
    for name in house:
        for child in joined[name].chains_to:
            if child in joined and name not in joined[child].free_from:
                free_from = (*joined[child].free_from, name)
                joined[child] = replace(joined[child], free_from=free_from)
        for parent in joined[name].free_from:
            if parent in joined and name not in joined[parent].chains_to:
                chains_to = (*joined[parent].chains_to, name)
                joined[parent] = replace(joined[parent], chains_to=chains_to)
    return joined


def check_decks(cards: Cards, lines: Lines) -> None:
    """Raise where the numbers on the copies do not add up to the decks of the base game."""
    for age, sizes in DECK_SIZES.items():
        deck = [
            card
            for card in cards.values()
            if card.set == "base" and card.age == age and card.color not in DRAWN
        ]
        for players, size in enumerate(sizes, 3):
            number = sum(copy <= players for card in deck for copy in card.copies)
            if number != size:
                raise lines[deck[-1].id].fault(
                    f"the deck of Age {age} ends here and has {number} cards for {players} players"
                    f' instead of {size}. Correct "copies", or "set" of a house card.'
                )
