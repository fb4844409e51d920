"""The rules by their numbers: what R129 says, and where it is printed.

>>> rules()["R129"].title
'Masks copy different cards'
>>> rules()["R161"].where
'Cities 2012, page 9, "The Al-Khazneh of Petra"'
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from card_db.cards import Card
from card_db.lines import DataLine, read_lines
from card_db.rows import ID, IDS, TEXT, Key, check_keys

FILE: Final = Path(__file__).parent / "rules.jsonl"
LETTERS: Final = {
    "G": "the base game",
    "R": "Leaders and Cities",
    "D": "Leaders in English and French",
    "W": "the Wonder Pack",
    "O": "rulings that are well supported",
    "P": "rulings of our own on Leaders and Cities",
    "B": "other rulings of our own",
}
NUMBER: Final = re.compile(f"[{''.join(LETTERS)}][1-9][0-9]*")
OUR_RULING: Final = "Our ruling"
SOURCES: Final = {
    "7 Wonders 2011": "the English rulebook of the base game, first printing",
    "7 Wonders 2020 FAQ": "the publisher's questions and answers on the second printing",
    "Leaders 2011": "the English rulebook of Leaders, first printing",
    "Leaders 2011, French": "its French edition",
    "Leaders 2011, English and French": "where the two differ",
    "Leaders 2020": "the English rulebook of Leaders, second printing",
    "Cities 2012": "the English rulebook of Cities, first printing",
    "Wonder Pack 2013": "its boards, the leaflet of the Great Wall, and reviews that agree",
    "Printed cards": "what is printed on the cards themselves",
    "Card lists": "several lists of the cards that agree, where we saw no printed ones",
    "Common reading": "in no rulebook, but walk-throughs and other programs agree",
    OUR_RULING: "the rulebooks leave it open or contradict each other; this is how we play",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered fact of the game, or one ruling, in our own words."""

    id: str
    title: str
    text: str
    source: str
    topic: str = ""
    pages: tuple[int, ...] = ()
    section: str = ""  # its heading in the rulebook
    option: str = ""  # the option of the set-up that changes a ruling
    cards: tuple[str, ...] = ()  # the cards, boards and stages whose effect it tells

    @property
    def where(self) -> str:
        """Return where it is printed: `Leaders 2011, page 9, "F.A.Q"`."""
        pages = ", ".join(map(str, self.pages))
        word = "pages" if len(self.pages) > 1 else "page"
        heading = f'"{self.section}"' if self.section else ""
        return ", ".join(filter(None, (self.source, pages and f"{word} {pages}", heading)))


def _is_number(value: object) -> bool:
    return isinstance(value, str) and NUMBER.fullmatch(value) is not None


def _is_page(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 100


RULE: Final = {
    "id": Key(_is_number, f'a number with one of the letters {", ".join(LETTERS)}, as in "R129"'),
    "title": TEXT,
    "topic": TEXT,
    "text": TEXT,
    "source": Key(
        lambda value: isinstance(value, str) and value in SOURCES,
        f"one of {'; '.join(SOURCES)}",
        tuple(SOURCES),
    ),
    "pages": Key(
        lambda value: isinstance(value, list) and bool(value) and all(map(_is_page, value)),
        "a list of pages, as in [9]",
    ),
    "section": TEXT,
    "option": ID,
    "cards": IDS,
}


@cache
def rules() -> Mapping[str, Rule]:
    """Return all rules by their numbers, in the order of the file."""
    return MappingProxyType(read_rules(FILE))


def rule_of_card(card: Card) -> str:
    """Return the number of the rule that tells what a card or stage does, or nothing.

    >>> from card_db.loader import load_box
    >>> rule_of_card(load_box("1e").cards["alexander"])
    'R31'
    """
    known = _by_card()
    board = card.id.rpartition("_")[0] if card.color == "stage" else ""
    return known.get(card.id) or known.get(board, "")


@cache
def _by_card() -> dict[str, str]:
    return {card: rule.id for rule in rules().values() for card in rule.cards}


def read_rules(path: Path) -> dict[str, Rule]:
    """Read a file of rules, or raise CardError with the line that is wrong."""
    known: dict[str, Rule] = {}
    for line in read_lines(path):
        rule = _read_rule(line)
        if rule.id in known:
            raise line.fault(f"{rule.id} is there already. Give this rule the next free number.")
        known[rule.id] = rule
    return known


def _read_rule(line: DataLine) -> Rule:
    check_keys(line, RULE, ("id", "title", "text", "source"))
    row = line.row
    if "option" in row and row["source"] != OUR_RULING:
        raise line.fault(f'only a ruling has an option. Its "source" is "{OUR_RULING}".')
    return Rule(
        id=row["id"],
        title=row["title"],
        text=row["text"],
        source=row["source"],
        topic=row.get("topic", ""),
        pages=tuple(row.get("pages", ())),
        section=row.get("section", ""),
        option=row.get("option", ""),
        cards=tuple(row.get("cards", ())),
    )
