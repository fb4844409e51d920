"""Effects as signs: what a card does, in the icons that are drawn on it.

A sign is the name of an icon, with a number where it has one: `coin:3`. An effect is a row of signs
with spaces between them.

>>> from card_db.loader import load_box
>>> signs(load_box("1e").cards["vineyard"].effects)
['coin:1 per brown all']
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from card_db.cards import Effect

REPEATED = 3  # so many shields are drawn one by one
SCIENCE = "compass or gear or tablet"

KINDS = {
    "start": "wonder any",
    "stage": "wonder",
    "leader": "white",
    "resource": "any",
    "neighbour": "neighbours",
}
"""Words of the data whose sign has another name."""
COUNTED = {
    "defeat": "defeated",
    "victory_pair": "victory victory",
    "three_coins": "coin:3",
    "science_set": "compass gear tablet",
}
IF = {"wonder_complete": "wonder check", "no_defeat": "void defeated", "only_leader": "white:1"}
WHOLE = {
    ("take", "discard"): "discard free",
    ("copy", "guild"): "neighbours copy purple",
    ("copy", "leader"): "neighbours copy white",
    ("copy", "science"): "neighbours copy green",
    ("order", "any"): "order",
    ("play", "last_card"): "last play",
    ("play", "leader"): "plus white",
    ("turn", "leader"): "flip white",
    ("defeats", "winner"): "defeated arrow others",
    ("defeats", "none"): "void defeated",
    ("science", "any"): SCIENCE,
    ("science", "replace"): f"swap {SCIENCE}",
    ("science", "most"): f"most {SCIENCE}",
    ("victories", "age"): "victory age",
}
"""Values that have signs of their own."""


def signs(effects: Sequence[Effect]) -> list[str]:
    """Return the signs of each effect."""
    return [_signs(effect) for effect in effects]


@lru_cache(maxsize=4096)
def _signs(effect: Effect) -> str:
    return " ".join(ROWS[effect.verb](effect).split())


def _make(effect: Effect) -> str:
    made = str(effect.value)
    if made in ("any", "produced", "missing"):
        price = f"coin:{effect.price} arrow" if effect.price else ""
        return f"{price} {made}"
    return " or ".join(made.split("/")) if "/" in made else " ".join(made)


def _trade(effect: Effect) -> str:
    return f"{_once(effect)} {_who(effect)} {_kind(effect.value)} coin:{effect.price}"


def _discount(effect: Effect) -> str:
    what = "coin" if effect.on == "leader" else "any"
    return f"{_who(effect)} {_kind(effect.on)} {what}:-{effect.value}"


def _free(effect: Effect) -> str:
    return f"{_once(effect)} {_kind(effect.value)} free"


def _coins(effect: Effect) -> str:
    return f"{_once(effect)} {_who(effect)} {_on(effect)} coin:{effect.value} {_per(effect)}"


def _lose(effect: Effect) -> str:
    return f"{_on(effect)} others loss:-{effect.value} {_per(effect)}"


def _debts(effect: Effect) -> str:
    return f"{_who(effect)} debt:-{effect.value}"


def _copy(effect: Effect) -> str:
    stage = str(effect.value).removeprefix("stage_")
    copied = f"wonder:{stage}" if stage.isdigit() else "wonder last"
    return _whole(effect) or f"{_who(effect)} copy {copied}"


def _draw(effect: Effect) -> str:
    return f"plus white:{effect.value}"


def _diplomacy(effect: Effect) -> str:
    return " ".join(["dove"] * int(effect.value))


def _shields(effect: Effect) -> str:
    number = int(effect.value)
    shields = " ".join(["shield"] * number) if number <= REPEATED else f"shield:{number}"
    return f"{shields} {_per(effect)}"


def _victories(effect: Effect) -> str:
    return f"{_who(effect)} {_whole(effect) or f'victory:{effect.value}'}"


def _points(effect: Effect) -> str:
    return f"points:{effect.value} {_per(effect)} {_if(effect)}"


def _science(effect: Effect) -> str:
    return _whole(effect) or str(effect.value)


def _whole(effect: Effect) -> str:
    return WHOLE.get((effect.verb, str(effect.value)), "")


ROWS: dict[str, Callable[[Effect], str]] = {
    "make": _make,
    "trade": _trade,
    "discount": _discount,
    "free": _free,
    "coins": _coins,
    "lose": _lose,
    "debts": _debts,
    "take": _whole,
    "copy": _copy,
    "order": _whole,
    "play": _whole,
    "turn": _whole,
    "draw": _draw,
    "diplomacy": _diplomacy,
    "shields": _shields,
    "victories": _victories,
    "defeats": _whole,
    "points": _points,
    "science": _science,
}


def _kind(word: int | str) -> str:
    return KINDS.get(str(word), str(word))


def _who(effect: Effect) -> str:
    return "" if effect.to == "own" else effect.to


def _per(effect: Effect) -> str:
    """Sign what is counted and where: colours of which any counts, or sets of them."""
    if not effect.per:
        return ""
    where = "" if effect.of == "own" else effect.of
    if effect.per.startswith("victory_") and effect.per[-1].isdigit():
        return f"per victory:{effect.per[-1]} {where}"
    counted = COUNTED.get(effect.per) or _kind(effect.per)
    return f"per {counted.replace('/', ' or ').replace('+', ' ')} {where}"


def _on(effect: Effect) -> str:
    return f"{_kind(effect.on)} arrow" if effect.on else ""


def _if(effect: Effect) -> str:
    if not effect.when:
        return ""
    condition = IF.get(effect.when) or effect.when.replace("_", " ").replace("coins", "coin")
    return f"if {condition}"


def _once(effect: Effect) -> str:
    return f"once {_kind(effect.once)}" if effect.once else ""
