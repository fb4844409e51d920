"""Effects as signs: every card has some, and every sign has its icon."""

import re
from pathlib import Path

import pytest

from card_db.cards import Effect
from card_db.effects import FIELDS, VERBS, choices
from card_db.loader import EDITIONS, load_box
from host_tools.texts.signs import ROWS, signs

ROOT = Path(__file__).parents[2]
SHEET = ROOT / "host_tools/web/static/icons.svg"
ICONS = set(re.findall(r'<symbol id="(\w+)"', SHEET.read_text("utf-8")))
NUMBER = re.compile(r"-?\d+")


def named(edition, name):
    return load_box(edition).cards[name]


def icons_missing(rows):
    """Return the signs that have no icon, or a number that is none."""
    words = [word.partition(":") for row in rows for word in row.split()]
    return [
        name
        for name, colon, number in words
        if name not in ICONS or (colon and not NUMBER.fullmatch(number))
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_leader_and_stage_has_signs(edition):
    box = load_box(edition)
    stages = [stage for wonder in box.wonders.values() for stage in wonder.stages]
    for card in [*box.cards.values(), *stages]:
        rows = signs(card.effects)
        assert len(rows) == len(card.effects) > 0, card.id
        assert all(rows), card.id
        assert icons_missing(rows) == [], card.id


def test_house_cards_have_signs_too():
    box = load_box("1e", [ROOT / "docs/house.jsonl"])
    stages = [stage for wonder in box.wonders.values() for stage in wonder.stages]
    for card in [*box.cards.values(), *stages]:
        assert icons_missing(signs(card.effects)) == [], card.id


def effects_with(verb, value):
    """Yield an effect of this verb and value for every modifier that a house card can give it."""
    yield Effect(verb, value, price=1 if verb == "trade" else 0)
    for modifier in VERBS[verb].modifiers:
        for word in choices(verb, modifier):
            yield Effect(verb, value, **{FIELDS.get(modifier, modifier): word})


@pytest.mark.parametrize("verb", VERBS)
def test_whatever_a_house_card_says_has_icons(verb):
    values = [value for value in VERBS[verb].values if not isinstance(value, int) or value < 8]
    for value in values:
        for effect in effects_with(verb, value):
            assert signs([effect])[0], effect
            assert icons_missing(signs([effect])) == [], effect


def test_every_verb_has_its_row():
    assert set(ROWS) == set(VERBS)


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("vineyard", ["coin:1 per brown all"]),
        ("clay_pit", ["C or O"]),
        ("caravansery", ["W or S or C or O"]),
        ("east_trading_post", ["right raw coin:1"]),
        ("marketplace", ["neighbours goods coin:1"]),
        ("circus", ["shield shield shield"]),
        ("contingent", ["shield:5"]),
        ("haven", ["coin:1 per brown", "points:1 per brown"]),
        ("shipowners_guild", ["points:1 per brown or grey or purple"]),
        ("scientists_guild", ["compass or gear or tablet"]),
        ("justinian", ["points:3 per blue red green"]),
        ("hideout", ["points:2", "others loss:-1"]),
        ("bilkis", ["coin:1 arrow any"]),
        ("hatshepsut", ["once neighbours buy arrow coin:1"]),
        ("caligula", ["once age black free"]),
        ("embassy", ["points:3", "dove"]),
    ],
)
def test_signs_say_what_the_card_does(name, rows):
    assert signs(named("1e", name).effects) == rows


def test_a_discount_takes_coins_off_a_leader_and_resources_off_a_card():
    assert signs([Effect("discount", 2, on="leader")]) == ["white coin:-2"]
    assert signs(named("1e", "leonidas").effects) == ["red any:-1"]


def test_signs_differ_where_the_effects_do():
    for edition in EDITIONS:
        known = {}
        for card in load_box(edition).cards.values():
            # Whether neighbours may buy it is told by the colour of the card.
            plain = tuple(
                (e.verb, e.value, e.per, e.of, e.on, e.when, e.once, e.to, e.price)
                for e in card.effects
            )
            known.setdefault(tuple(signs(card.effects)), set()).add(plain)
        assert [rows for rows, effects in known.items() if len(effects) > 1] == []
