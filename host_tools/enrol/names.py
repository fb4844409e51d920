"""What people call a thing that bears a tag, in English or French."""

from __future__ import annotations

from card_db.cards import Box
from card_db.tags import CARD, TILE, Bearer
from host_tools.enrol.collection import Group, group_of
from host_tools.rules.ruleset import ROMAN
from host_tools.texts.cards import name_in

TILES = {
    "en": {
        "build": "Build", "wonder": "Wonder", "sell": "Sell",
        "left": "Left", "right": "Right", "ok": "OK", "undo": "Undo",
    },
    "fr": {
        "build": "Construire", "wonder": "Merveille", "sell": "Vendre",
        "left": "Gauche", "right": "Droite", "ok": "OK", "undo": "Annuler",
    },
}  # fmt: skip
WORDS = {
    "en": {
        "tile": "tile", "player": "player", "age": "Age", "leaders": "leaders", "guilds": "guilds",
        "leader": "leader", "guild": "guild", "tiles": "Action tiles", "players": "Players",
        "brown": "brown", "grey": "grey", "blue": "blue", "yellow": "yellow", "red": "red",
        "green": "green", "black": "black",
        "base": "base", "leaders_set": "Leaders", "cities": "Cities",
    },
    "fr": {
        "tile": "tuile", "player": "joueur", "age": "Âge", "leaders": "leaders",
        "guilds": "guildes", "leader": "leader", "guild": "guilde", "tiles": "Tuiles d'action",
        "players": "Joueurs",
        "brown": "marron", "grey": "grises", "blue": "bleues", "yellow": "jaunes",
        "red": "rouges", "green": "vertes", "black": "noires",
        "base": "base", "leaders_set": "Leaders", "cities": "Cities",
    },
}  # fmt: skip


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
        words = WORDS[self.lang]
        if bearer.kind == TILE:
            more = f" {bearer.copy}" if bearer.copy > 1 else ""
            return f"{words['tile']} {TILES[self.lang][bearer.name]}{more}"
        if bearer.kind != CARD:
            return f"{words['player']} {bearer.name}"
        card = self.box.cards.get(bearer.name)
        if card is None:
            return str(bearer)
        printed = f" {bearer.copy}+" if bearer.copy > 1 else ""
        age = f", {words['age']} {ROMAN[card.age]}" if card.name in self._doubled else ""
        return name_in(card, self.lang) + age + printed

    def plain(self, bearer: Bearer) -> str:
        """Return the name as it is printed on a card."""
        return name_in(self.box.cards[bearer.name], self.lang)

    def pile(self, bearer: Bearer) -> str:
        """Return the name of the pile in which a thing lies."""
        words = WORDS[self.lang]
        if bearer.kind != CARD:
            return words[f"{bearer.kind}s"]
        group = group_of(self.box.cards[bearer.name])
        return f"{self._kind(group)} ({words[_SETS.get(group.set, group.set)]})"

    def _kind(self, group: Group) -> str:
        words = WORDS[self.lang]
        if group.color == "white":
            return words["leaders"].capitalize()
        if group.color == "purple":
            return words["guilds"].capitalize()
        return f"{words['age']} {ROMAN[group.age]}, {words[group.color]}"


_SETS = {"leaders": "leaders_set"}
