"""Obstacles: why something cannot be done with a card, in the sentence that stands at the card."""

from itertools import groupby

from host_tools.rules.errors import Lack, MoveError
from host_tools.texts import has, listed, say
from host_tools.texts.cards import count


def obstacle(error: MoveError, lang: str = "en") -> str:
    """Say what is in the way, to follow a colon: the card and its player stand beside it."""
    if error.lack is not None:
        return _lack(error.lack, lang)
    key = f"obstacle.{error.code}"
    return say(key if has(key) else f"mistake.{error.code}", lang)


def _lack(lack: Lack, lang: str) -> str:
    kinds = [say(f"page.res_{letter}", lang) for letter in lack.resources]
    what = ", ".join(count(len([*run]), letter, lang) for letter, run in groupby(lack.resources))
    number = len(kinds) if lack.kind == "unsold" else lack.purse
    return say(
        f"obstacle.{lack.kind}",
        lang,
        number=number,
        resources=listed(kinds, "and", lang) if lack.kind == "unsold" else what,
        coins=count(lack.coins, "coins", lang),
    )
