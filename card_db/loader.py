"""The box of one printing, read from the data files beside this module.

>>> load_box("1e").cards["temple"].resources
'WCG'
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from card_db.cards import Box, Card, Wonder
from card_db.checks import check_chains, check_decks, join_chains
from card_db.lines import CardError, Line, read_lines
from card_db.rows import read_card, read_wonder

EDITIONS = ("1e", "2e")
SETS = ("base", "leaders", "cities")
HERE = Path(__file__).parent


def load_box(edition: str, house: Sequence[Path] = ()) -> Box:
    """All cards and wonders of a printing, "1e" or "2e", with the house cards of these files."""
    if edition not in EDITIONS:
        raise CardError(f'There is no printing "{edition}". Ask for "1e" (2010) or "2e" (2020).')
    return _read_box(edition, house) if house else _printed_box(edition)


@cache
def _printed_box(edition: str) -> Box:
    return _read_box(edition, ())


def _read_box(edition: str, house: Sequence[Path]) -> Box:
    shelf = Shelf(edition)
    for name in (*SETS, "wonders"):
        shelf.add(HERE / f"{name}_{edition}.jsonl", name)
    printed = len(shelf.cards)
    for path in house:
        shelf.add(path, "house")
    return shelf.box(list(shelf.cards)[printed:])


class Shelf:
    """The cards and wonders read so far, each with the line it came from."""

    def __init__(self, edition: str) -> None:
        self.edition = edition
        self.cards: dict[str, Card] = {}
        self.wonders: dict[str, Wonder] = {}
        self.lines: dict[str, Line] = {}

    def add(self, path: Path, set_name: str) -> None:
        """Read a file; `set_name` is the set of its cards where a line does not say."""
        for lines in _blocks(path):
            if "side" in lines[0].row:
                wonder = read_wonder(lines, self.edition, set_name)
                self._keep(wonder.id, lines[0])
                self.wonders[wonder.id] = wonder
            else:
                card = read_card(lines[0], self.edition, set_name)
                self._keep(card.id, lines[0])
                self.cards[card.id] = card

    def _keep(self, name: str, line: Line) -> None:
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


def _blocks(path: Path) -> Iterator[list[Line]]:
    """A card alone, or a board with the lines of its stages."""
    block: list[Line] = []
    for line in read_lines(path):
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
