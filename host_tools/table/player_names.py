"""All names of one player: where they are stored, and how another name takes their place.

>>> ann = PlayerNames.of("ann", ["Ann", "Ann Lee", "Bo"])
>>> ann.replaced("Ann", "Player 1"), ann.replaced("Ann Lee", "Player 1")
('Player 1', 'Ann Lee')
>>> ann.in_text("The last turn of Ann is corrected; Ann Lee waits.", "Player 1")
'The last turn of Player 1 is corrected; Ann Lee waits.'
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from host_tools.rules.names import name_key

NEUTRAL = "Player"  # and a number


@dataclass(frozen=True, slots=True)
class PlayerNames:
    """The spellings of one player's names, and the names of all others who are known."""

    spelled: frozenset[str]
    others: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls, name: str, known: Iterable[str], renamed: Mapping[str, str] | None = None
    ) -> "PlayerNames":
        """Find all spellings of a name, and of the names that it was renamed from and to."""
        keys, before = {name_key(name)}, 0
        while len(keys) > before:
            before = len(keys)
            for pair in (renamed or {}).items():
                both = {*map(name_key, pair)}
                keys |= both if both & keys else set()
        names = frozenset(known)
        spelled = frozenset(one for one in names if name_key(one) in keys)
        return cls(spelled, names - spelled)

    def __contains__(self, name: object) -> bool:
        return name in self.spelled

    def neutral(self) -> str:
        """Return a name that nobody else has.

        >>> PlayerNames.of("Ann", ["Ann", "player  1"]).neutral()
        'Player 2'
        """
        taken = {*map(name_key, self.others)}
        numbers = range(1, len(taken) + 2)
        return next(name for n in numbers if name_key(name := f"{NEUTRAL} {n}") not in taken)

    def replaced(self, name: str, new: str) -> str:
        """Return the new name for one of these, and any other as it is."""
        return new if name in self.spelled else name

    def in_text(self, text: str, new: str) -> str:
        """Replace the names in a sentence; a longer name that holds one of them stays."""
        known = sorted(filter(None, self.spelled | self.others), key=len, reverse=True)
        pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w)"
        return re.sub(pattern, lambda found: self.replaced(found[0], new), text)

    def in_message(self, value: Any, new: str) -> Any:
        """Replace the names in a message: who plays, and what sentences tell."""
        if isinstance(value, list):
            return [self.in_message(part, new) for part in value]
        if not isinstance(value, dict):
            return value
        return {key: self._in_field(key, part, new) for key, part in value.items()}

    def _in_field(self, key: str, value: Any, new: str) -> Any:
        if key == "player" and isinstance(value, str):
            return self.replaced(value, new)
        if key == "players" and isinstance(value, list):
            plain = [self.replaced(v, new) if isinstance(v, str) else v for v in value]
            return self.in_message(plain, new)
        if key == "text" and isinstance(value, str):
            return self.in_text(value, new)
        return self.in_message(value, new)

    def own_part(self, value: Any) -> list[Any]:
        """Return the parts of a message that are about this player."""
        parts = value.values() if isinstance(value, dict) else value
        if isinstance(value, dict) and value.get("player") in self.spelled:
            return [value]
        if not isinstance(value, dict | list):
            return []
        return [own for part in parts for own in self.own_part(part)]


def is_neutral(name: str) -> bool:
    """Return whether a name is one that stands for a forgotten player.

    >>> is_neutral("Player 12"), is_neutral("Player One")
    (True, False)
    """
    return re.fullmatch(rf"{NEUTRAL} [0-9]+", name) is not None


def names_in_message(value: Any) -> Iterator[str]:
    """Return everybody whom a message names."""
    if isinstance(value, list):
        for part in value:
            yield from names_in_message(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            named = part if key == "players" and isinstance(part, list) else [part]
            if key in ("player", "players"):
                yield from (name for name in named if isinstance(name, str))
            yield from names_in_message(part)


def message_of(payload: str | bytes) -> Any:
    """Return a message that is stored or was sent; None for one that cannot be read."""
    try:
        return json.loads(payload)
    except (ValueError, TypeError, RecursionError):
        return None
