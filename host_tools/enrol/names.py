"""What people call a thing that bears a tag."""

from __future__ import annotations

from card_db.bearers import CARD, TILE, Bearer
from card_db.cards import Box
from host_tools.enrol.collection import Group, group_of
from host_tools.rules.ruleset import ROMAN
from host_tools.texts import say
from host_tools.texts.cards import name_in


class Names:
    """Names of the things of one box."""

    def __init__(self, box: Box, lang: str = "en") -> None:
        self.box = box
        self.lang = lang
        seen: dict[str, int] = {}
        for card in box.cards.values():
            seen[card.name] = seen.get(card.name, 0) + 1
        self._doubled = {name for name, number in seen.items() if number > 1}

    def __call__(self, bearer: Bearer) -> str:
        """Return the name that tells a copy from every other.

        >>> from card_db.loader import load_box
        >>> names = Names(load_box("1e"))
        >>> names(Bearer("card", "clay_pool", 5)), names(Bearer("card", "loom_1", 3))
        ('Clay Pool 5+', 'Loom, Age I 3+')
        >>> names(Bearer("tile", "ok")), names(Bearer("player", "Ann"))
        ('tile OK', 'player Ann')
        """
        if bearer.kind == TILE:
            more = f" {bearer.copy}" if bearer.copy > 1 else ""
            return say("enrol.tile", self.lang, name=say(f"tile.{bearer.name}", self.lang)) + more
        if bearer.kind != CARD:
            return say("enrol.player", self.lang, name=bearer.name)
        card = self.box.cards.get(bearer.name)
        if card is None:
            return str(bearer)
        printed = f" {bearer.copy}+" if bearer.copy > 1 else ""
        age = f", {self.age(card.age)}" if card.name in self._doubled else ""
        return name_in(card, self.lang) + age + printed

    def plain(self, bearer: Bearer) -> str:
        """Return the name as it is printed on a card."""
        return name_in(self.box.cards[bearer.name], self.lang)

    def pile(self, bearer: Bearer) -> str:
        """Return the name of the pile in which a thing lies."""
        if bearer.kind != CARD:
            return say("enrol.tiles" if bearer.kind == TILE else "enrol.players", self.lang)
        group = group_of(self.box.cards[bearer.name])
        return f"{self._kind(group)} ({say(f'enrol.set_{group.set}', self.lang)})"

    def age(self, age: int) -> str:
        """Name an Age."""
        return say("enrol.age", self.lang, age=ROMAN[age])

    def _kind(self, group: Group) -> str:
        if group.color in ("white", "purple"):
            return say(f"enrol.pile_{group.color}", self.lang)
        color = say(f"card.color.{group.color}", self.lang, number=2)
        return say("enrol.pile_age", self.lang, age=self.age(group.age), color=color)
