"""Where effects stand: what works on a card, a leader, a stage or a board, and what would not."""

from collections.abc import Iterable, Sequence

from card_db.cards import Effect
from card_db.effects import STAGES
from card_db.lines import DataLine, quoted

CARD, LEADER, STAGE, BOARD = ALL = ("card", "leader", "stage", "board")
ENTERING = (CARD, LEADER, STAGE)
"""What comes into play in the course of a game; a board lies there from the start."""
PLACES = {
    "make": ALL,
    "trade": ALL,
    "discount": ALL,
    "free": ALL,
    "coins": ALL,
    "lose": ENTERING,
    "debts": ENTERING,
    "take": ENTERING,
    "copy": (CARD, STAGE),
    "order": (BOARD,),
    "play": (STAGE,),
    "turn": (CARD, STAGE),
    "draw": (STAGE,),
    "diplomacy": ENTERING,
    "shields": ALL,
    "victories": ENTERING,
    "defeats": ALL,
    "points": ENTERING,
    "science": ALL,
}
NARROWER: dict[tuple[str, int | str], tuple[str, ...]] = {
    ("copy", "guild"): (STAGE,),
    ("copy", "science"): ENTERING,
    **dict.fromkeys((("copy", stage) for stage in STAGES), (STAGE,)),
    ("defeats", "none"): ENTERING,
    ("science", "any"): ENTERING,
    ("science", "replace"): ENTERING,
    ("science", "most"): ENTERING,
}
"""Values of a verb that stand in fewer places."""
ABOUT_LEADERS = {
    ("copy", "leader"), ("play", "leader"), ("turn", "leader"), ("free", "leader"),
}  # fmt: skip


def places(effect: Effect) -> tuple[str, ...]:
    """Return where an effect works."""
    if effect.on and effect.verb in ("coins", "lose"):
        return ALL  # It lasts.
    if effect.per == "under":
        return (STAGE,)
    return NARROWER.get((effect.verb, effect.value), PLACES[effect.verb])


def check_places(line: DataLine, effects: Iterable[Effect], place: str) -> None:
    """Raise for an effect that would do nothing on such a thing."""
    for effect in effects:
        if place not in (good := places(effect)):
            says = '"per": "under"' if effect.per == "under" else _spelled(effect)
            raise line.fault(f"{says} does nothing on a {place}. It works on a {_either(good)}.")
        at_start = place == BOARD and effect.verb == "coins" and not effect.on
        if at_start and (effect.per or effect.to != "own"):
            raise line.fault("a board gives coins at the start: write no more than a number.")


def check_rights(line: DataLine, effects: Sequence[Effect]) -> None:
    """Raise for two limited rights of one wonder or card, or two copies: a city has one of each."""
    if sum(effect.verb == "free" and effect.once == "age" for effect in effects) > 1:
        raise line.fault('"free" with "once" stands once on a card or wonder, not twice.')
    if sum((effect.verb, effect.value) == ("copy", "guild") for effect in effects) > 1:
        raise line.fault('"copy": "guild" stands once on a wonder, not twice.')


def needs_leaders(effect: Effect) -> bool:
    """Whether an effect does nothing in a game without the Leaders."""
    return (
        (effect.verb, effect.value) in ABOUT_LEADERS
        or effect.verb == "draw"
        or effect.on == "leader"
    )


def check_needs(line: DataLine, effects: Iterable[Effect], sets: Iterable[str]) -> None:
    """Raise for an effect that does nothing unless the Leaders are played too."""
    for effect in effects:
        if needs_leaders(effect) and "leaders" not in sets:
            raise line.fault(
                f'{_spelled(effect)} does nothing without the Leaders. Add "needs": ["leaders"].'
            )


def _spelled(effect: Effect) -> str:
    return f'"{effect.verb}": {quoted(effect.value)}'


def _either(words: tuple[str, ...]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
