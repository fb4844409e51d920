"""A city: what lies in it, and what its things count."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from .cards import Board, Card

RAW, GOODS = "WSCO", "GLP"
HOMES = {"green": "scientific", "yellow": "commercial", "purple": "guilds", "black": "cities"}
COLORS = {"brown", "grey", "blue", "red", *HOMES}


class Active(NamedTuple):
    """An effect in force; `home` is its line of the score sheet, `color` that under its stage."""

    effect: dict
    home: str = ""
    source: str = ""
    number: int = 0
    color: str = ""

    @property
    def limit(self) -> str | None:
        return self.effect.get("once")

    def key(self, side: str = "") -> tuple[str, int, str, str]:
        scope = "age" if self.limit == "age" else "turn"
        return (self.source, self.number, side if self.limit == "neighbour" else "", scope)


class City:
    def __init__(self, seat: int, wonder: str, board: Board, stages: list[Card]) -> None:
        self.seat, self.wonder, self.board, self.stages = seat, wonder, board, stages
        self.built: list[Card] = []
        self.leaders: list[Card] = []  # face up; `turned`: points of those face down
        self.copies: list[Card] = []
        self.under: dict[int, Card] = {}
        self.recruited: dict[str, int] = {}
        self.victories: list[int] = []
        self.coins = self.turned = self.defeats = self.debt = self.diplomacy = 0
        self.used: set[tuple] = set()
        self.known: tuple[tuple, list[Active]] = ((), [])

    def effects(self) -> list[Active]:
        key = (len(self.built), len(self.under), len(self.copies), *self.leaders)
        if self.known[0] != key:  # slow enough without gathering them again for every question
            self.known = key, list(self._effects())
        return self.known[1]

    def _effects(self) -> Iterator[Active]:
        for number, effect in enumerate(self.board.effects):
            yield Active(effect, "wonder", self.wonder, number)
        for stage, card in self.under.items():
            for number, effect in enumerate(self.stages[stage].effects, 100 * stage + 100):
                yield Active(effect, "wonder", self.wonder, number, card.color)
        for card in self.built + self.leaders:
            home = "leaders" if card.color == "white" else HOMES.get(card.color, "civilian")
            for number, effect in enumerate(card.effects):
                yield Active(effect, home, card.id, number)
        for card in self.copies:
            for number, effect in enumerate(card.effects, 100):
                yield Active(effect, "leaders", card.id, number)

    def having(self, verb: str) -> list[Active]:
        return [active for active in self.effects() if verb in active.effect]

    def has(self, name: str) -> bool:
        return any(card.name == name for card in self.built + self.leaders)  # RB p.5

    def chains(self, card: Card) -> bool:
        return any(own.id in card.free_from or card.id in own.chains_to for own in self.built)

    def next_stages(self) -> list[int]:
        stages = [number for number in range(len(self.stages)) if number not in self.under]
        return stages if {"order": "any"} in self.board.effects else stages[:1]

    def start_turn(self) -> None:
        self.used = {key for key in self.used if key[-1] == "age"}

    def plain_makes(self) -> list[str]:
        made = [active.effect for active in self.having("make")]
        return [e["make"] for e in made if e.get("sold", True) and "price" not in e]

    def gives(self, make: str) -> list[str]:
        produced = set(self.board.resource + "".join(self.plain_makes())) & set(RAW + GOODS)
        missing = set(RAW + GOODS) - produced
        special = {"any": RAW + GOODS, "produced": produced, "missing": missing}  # R144, R146
        return sorted(special[make]) if make in special else make.split("/")

    def symbols(self, letters: str, everything: bool) -> int:
        """Count resource symbols of the board, brown and grey cards (wonder_pack.md)."""
        plain = self.plain_makes()
        count = sum(letter in letters for letter in self.board.resource)
        count += sum(max(sum(c in letters for c in one) for one in self.gives(m)) for m in plain)
        if everything:
            made = [a.effect["make"] for a in self.having("make") if "price" not in a.effect]
            others = (Counter(made) - Counter(plain)).elements()  # Bilkis buys, and makes nothing
            count += sum(bool(set(letters) & set("".join(self.gives(m)))) for m in others)
        return count

    def count(self, word: str, age: int = 0, color: str = "", everything: bool = False) -> int:
        """Count what `per` names in this city; `color` is that of the card under the stage."""
        if "/" in word or "+" in word:
            counts = [self.count(part) for part in word.replace("+", "/").split("/")]
            return min(counts) if "+" in word else sum(counts)
        word = color if word == "under" else word
        if word in COLORS:
            return sum(card.color == word for card in self.built)
        letters = {"raw": RAW, "goods": GOODS, "resource": RAW + GOODS}.get(word, word)
        if set(letters) <= set(RAW + GOODS):
            return self.symbols(letters, everything)
        tokens = Counter(self.victories)
        pairs = sum(value * (tokens[value] // 2) for value in tokens)  # O15
        counts = {f"victory_{value}": tokens[value] for value in (1, 3, 5)}
        counts |= {"stage": len(self.under), "victory": len(self.victories), "victory_pair": pairs}
        counts |= {"defeat": self.defeats, "three_coins": self.coins // 3, "age": age}
        counts |= {"leader": len(self.leaders), "white": len(self.leaders)}
        return counts[word]
