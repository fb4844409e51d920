"""What a card does and costs, in sentences made from its data alone.

>>> from card_db.loader import load_box
>>> print(effect_sentence(load_box("1e").cards["vineyard"].effects))
1 coin for each brown card in your city and both neighbouring cities.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from card_db.cards import Box, Card, Effect, Wonder
from card_db.effects import STAGES
from card_db.lines import CardError
from card_db.loader import load_box
from host_tools.texts import LANGUAGES, catalogue, has, listed, say


def effect_sentence(effects: Sequence[Effect], lang: str = "en") -> str:
    """Say what these effects do, addressed to the owner of the card."""
    return " ".join(_sentence(effect, lang) for effect in effects) or say(
        "card.effect.no_effect", lang
    )


def board_sentence(board: Wonder, lang: str = "en") -> str:
    """Say what a board does before any stage is built; nothing if it only makes its resource."""
    return " ".join(
        say("card.effect.coins_at_start", lang, amount=count(effect.value, "coins", lang))
        if effect.verb == "coins" and not effect.on
        else _sentence(effect, lang)
        for effect in board.effects
    )


def cost_words(card: Card, lang: str = "en") -> str:
    """Say what a card or stage costs: `1 coin, 2 clay and 1 loom`."""
    if any(effect.verb == "copy" and effect.value in STAGES for effect in card.effects):
        return say("card.effect.price_copied", lang)
    parts = _resources(card.resources, lang)
    if card.coins == "age":
        parts = [say("card.effect.price_by_age", lang), *parts]
    elif card.coins:
        parts = [count(card.coins, "coins", lang), *parts]
    return listed(parts, "and", lang) if parts else say("card.effect.nothing", lang)


def name_in(thing: Card | Wonder, lang: str = "en") -> str:
    """Return the name in a language, or the English one where no other is known."""
    if isinstance(thing, Card) and thing.color == "stage":
        wonder, _, number = thing.name.rpartition(" stage ")
        return say("card.stage_name", lang, wonder=_name(thing, wonder, lang), number=number)
    return _name(thing, thing.name, lang)


def check_house_names(box: Box) -> None:
    """Raise where a house card or wonder is called in another language as a printed one is."""
    printed = load_box(box.edition)
    known: dict[str, Card | Wonder] = {**printed.cards, **printed.wonders}
    ours: dict[str, Card | Wonder] = {**box.cards, **box.wonders}
    taken = {
        (lang, name_in(thing, lang).casefold()): thing
        for thing in known.values()
        for lang in LANGUAGES
    }
    for thing in [thing for name, thing in ours.items() if name not in known]:
        for lang, name in thing.names.items():
            same = taken.get((lang, name.casefold()))
            if same is not None and same.name != thing.name:
                raise CardError(
                    f'{thing.name} is called "{name}" in the language "{lang}", and so is '
                    f"{same.name}, which is printed. Choose another name."
                )


def wonder_and_side(edition: str, wonder: str, side: str, lang: str = "en") -> tuple[str, str]:
    """Name a wonder of a printing and its side; nothing if there is no such one.

    >>> wonder_and_side("2e", "gizah", "Night", "fr"), wonder_and_side("1e", "", "")
    (('Gizeh', 'Nuit'), ('', ''))
    """
    board = load_box(edition).wonders.get(f"{wonder}_{side.lower()}")
    return (name_in(board, lang), say(f"card.side.{side}", lang)) if board else ("", "")


def _name(thing: Card | Wonder, name: str, lang: str) -> str:
    """A house card brings its names along; those of printed cards are in the catalogue."""
    return thing.names.get(lang) or catalogue(lang).pgettext(thing.edition, name)


def count(number: int | str, noun: str, lang: str = "en") -> str:
    """Say a number of something: `3 coins`, resources by their letter."""
    return say(f"card.noun.{noun}", lang, number=number)


@lru_cache(maxsize=4096)
def _sentence(effect: Effect, lang: str) -> str:
    if has(whole := f"card.whole.{effect.verb}_{effect.value}"):
        return say(whole, lang)
    return SENTENCES.get(effect.verb, _plain)(effect, lang)


def _plain(effect: Effect, lang: str) -> str:
    """Say a number of something: shields, points, diplomacy, draw, lose, debts."""
    lose = effect.verb == "lose"
    return say(
        f"card.effect.{effect.verb}",
        lang,
        amount=count(effect.value, "coins" if lose else effect.verb, lang),
        when=_per(effect, "loser" if lose else effect.of, lang)
        + _on(effect, lang)
        + _if(effect, lang),
        who=_who(effect, lang),
    )


def _make(effect: Effect, lang: str) -> str:
    value = str(effect.value)
    kinds, named = value.split("/"), f"card.made.{value}"
    if has(named):
        what = say(named, lang)
    elif len(kinds) > 1:
        what = listed([count(1, kind, lang) for kind in kinds], "or", lang)
    else:
        what = listed(_resources(value, lang), "and", lang)
    if effect.price:
        price = count(effect.price, "coins", lang)
        return say("card.effect.make_price", lang, what=what, price=price)
    several = len(kinds) == 1 < len(value) and not has(named)
    buy = "card.effect.may_buy" if effect.sold else "card.effect.may_not_buy"
    may = say(buy, lang, number=1 + several)
    pattern = "card.effect.make_of_kind" if has(named) else "card.effect.make"
    return say(pattern, lang, what=what, may=may)


def _trade(effect: Effect, lang: str) -> str:
    price = count(abs(effect.price), "coins", lang)
    return say(
        "card.effect.trade_once" if effect.once else "card.effect.trade",
        lang,
        once=_once(effect, lang),
        what=say(f"card.traded.{effect.value}", lang),
        seller=say(f"card.seller.{effect.to}", lang),
        price=say("card.effect.less", lang, price=price) if effect.price < 0 else price,
    )


def _discount(effect: Effect, lang: str) -> str:
    if has(named := f"card.things.{effect.on}"):
        things = say(named, lang)
    else:
        things = say("card.effect.things_cards", lang, colors=_color(effect.on, 2, lang))
    return say(
        "card.effect.discount_leader" if effect.on == "leader" else "card.effect.discount",
        lang,
        whose=say(f"card.whose.{effect.to}", lang, things=things),
        resources=count(effect.value, "resources", lang),
        coins=count(effect.value, "coins", lang),
        choice=say("card.effect.choice", lang) if effect.to == "own" else "",
    )


def _free(effect: Effect, lang: str) -> str:
    if not effect.once:
        return say(f"card.free.{effect.value}", lang)
    what = say(f"card.free_once.{effect.value}", lang)
    return say("card.effect.free_once", lang, once=_once(effect, lang), what=what)


def _coins(effect: Effect, lang: str) -> str:
    when = _per(effect, effect.of, lang) + _on(effect, lang)
    amount = count(effect.value, "coins", lang)
    if effect.to != "own":
        who = _who(effect, lang)
        return say("card.effect.coins_with", lang, who=who, amount=amount, when=when)
    pattern = "card.effect.coins_when" if when else "card.effect.coins"
    return say(pattern, lang, amount=amount, when=when)


def _copy(effect: Effect, lang: str) -> str:
    stage = say(f"card.copied.{effect.value}", lang)
    seller = say(f"card.seller.{effect.to}", lang)
    return say("card.effect.copy_stage", lang, stage=stage, seller=seller)


def _victories(effect: Effect, lang: str) -> str:
    token = say("card.effect.token_age", lang)
    if effect.value != "age":
        token = say("card.effect.token", lang, points=count(effect.value, "points", lang))
    pattern = "victories_lost" if effect.value == -1 else "victories"
    if effect.to != "own":
        pattern += "_with"
    return say(f"card.effect.{pattern}", lang, who=_who(effect, lang), token=token)


def _science(effect: Effect, lang: str) -> str:
    return say("card.effect.science", lang, symbol=say(f"card.symbol.{effect.value}", lang))


SENTENCES = {
    "make": _make,
    "trade": _trade,
    "discount": _discount,
    "free": _free,
    "coins": _coins,
    "copy": _copy,
    "victories": _victories,
    "science": _science,
}
"""Verbs that say more than a number of something."""


def _color(color: str, number: int, lang: str) -> str:
    """Say the colour of one card or of several."""
    return say(f"card.color.{color}", lang, number=number)


def _who(effect: Effect, lang: str) -> str:
    return "" if effect.to == "own" else say(f"card.who.{effect.to}", lang)


def _per(effect: Effect, place: str, lang: str) -> str:
    if not effect.per:
        return ""
    where = say(f"card.place.{place}", lang)
    if has(named := f"card.per.{effect.per}"):
        counted = say(named, lang, place=where)
    elif has(made := f"card.kind.{effect.per}"):
        counted = say("card.effect.per_made", lang, kind=say(made, lang), place=where)
    else:
        counted = _per_colors(effect.per, where, lang)
    return say("card.effect.per", lang, counted=counted)


def _per_colors(per: str, place: str, lang: str) -> str:
    """Say cards of a colour, of any of several ("a/b"), or sets of them ("a+b")."""
    colors = [_color(color, 1, lang) for color in per.replace("+", "/").split("/")]
    if "+" not in per:
        return say("card.effect.per_color", lang, colors=listed(colors, "or", lang), place=place)
    members = [say("card.effect.set_member", lang, color=color) for color in colors]
    return say("card.effect.per_set", lang, colors=listed(members, "and", lang), place=place)


def _on(effect: Effect, lang: str) -> str:
    if not effect.on:
        return ""
    if has(named := f"card.on.{effect.on}"):
        event = say(named, lang)
    else:
        event = say("card.effect.on_color", lang, color=_color(effect.on, 1, lang))
    once = f", {say(f'card.once.{effect.once}', lang)}" if effect.once else ""
    return f" {event}{once}"


def _if(effect: Effect, lang: str) -> str:
    if not effect.when:
        return ""
    return say("card.effect.if", lang, condition=say(f"card.if.{effect.when}", lang))


def _once(effect: Effect, lang: str) -> str:
    """Say the limit as the first words of a sentence."""
    words = say(f"card.once.{effect.once}", lang) if effect.once else ""
    return words[:1].upper() + words[1:]


def _resources(letters: str, lang: str) -> list[str]:
    return [count(len(list(run)), letter, lang) for letter, run in groupby(letters)]
