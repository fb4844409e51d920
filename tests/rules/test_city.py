"""The sums that a city keeps against a city that is built anew from its cards."""

import pytest

from card_db.loader import load_box
from host_tools.rules.city import FACTS, City
from host_tools.rules.production import vector
from tests.rules.dice import Dice, throws
from tests.rules.table import city_facts

SUMS = (
    "sold", "own", "trade", "bank_price", "colors", "cuts", "free", "rights",
    "shields_each", "shields_per_defeat", "defeats_to_winner", "symbols",
)  # fmt: skip
PARTS = range(3)


def sums(city: City) -> dict[str, object]:
    """All that `absorb` keeps; the order in which makers and events came does not matter."""
    found = {name: getattr(city, name) for name in SUMS}
    found["kept"] = sorted(city.kept, key=str)
    found["events"] = {on: sorted(map(str, all_)) for on, all_ in city.events.items()}
    return found


def random_city(dice: Dice, edition: str) -> City:
    """Cards, stages and leaders in any order, perhaps with a copied leader."""
    box = load_box(edition)
    cards = [card for card in box.cards.values() if card.age]
    leaders = [card for card in box.cards.values() if card.color == "white"]
    city = City(dice.one_of(list(box.wonders.values())), 0)
    for _ in range(dice.upto(24)):
        what = dice.upto(5)
        if what == 0 and city.stages < len(city.wonder.stages):
            city.raise_stage(cards[0])
        elif what == 1:
            city.recruit(dice.one_of(leaders), 1)
        else:
            city.place(dice.one_of(cards))
    if dice.perhaps():
        city.copied = dice.one_of(leaders)
        city.absorb(city.copied.id, city.copied.effects)
    return city


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_kept_sums_equal_a_city_built_anew(edition, part):
    @throws(800, size=80, start=part)
    def check(dice):
        city = random_city(dice, edition)
        kept = sums(city)
        city.rebuild()
        assert sums(city) == kept


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_a_copy_is_equal_and_shares_nothing(edition):
    @throws(300, size=80, start=1)
    def check(dice):
        city = random_city(dice, edition)
        before, twin = city_facts(city), city.copy()
        assert city_facts(twin) == before
        fill(twin, edition)
        assert city_facts(city) == before
        assert all(ours is not theirs for ours, theirs in changeable(city, twin))


def changeable(city: City, twin: City):
    pairs = [(getattr(city, name), getattr(twin, name)) for name in FACTS]
    return [pair for pair in pairs if isinstance(pair[0], list | set | dict)]


def fill(city: City, edition: str) -> None:
    """Change everything that can change."""
    box = load_box(edition)
    for card in box.cards.values():
        (city.place(card) if card.age else city.recruit(card, 2))
    while city.stages < len(city.wonder.stages):
        city.raise_stage(box.cards["altar"])
    city.victories.append(5)
    city.face_down.append((box.cards["altar"], 1))
    city.used.add("left")
    city.used_rights.add("olympia")
    city.rights["x"] = "y"


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_what_is_taken_out_of_a_city_leaves_no_sum_behind(edition):
    """O19: a leader that Abu Simbel lays face down loses its effect."""
    box = load_box(edition)
    for leader in (card for card in box.cards.values() if card.color == "white"):
        wonder = box.wonders["gizah_a" if edition == "1e" else "gizah_day"]
        city, plain = City(wonder, 0), City(wonder, 0)
        city.recruit(leader, 1)
        city.leaders.pop()
        city.rebuild()
        assert sums(city) == sums(plain)


def test_r144_r146_own_production_is_worked_out_when_any_card_comes_later():
    """The warehouse and the black market look at what the city makes now, not when they came."""
    box = load_box("1e")
    city = City(box.wonders["gizah_a"], 0)
    for name in ("secret_warehouse", "black_market"):
        city.place(box.cards[name])
    assert made_of(city, "W") == 1  # from the black market
    city.place(box.cards["lumber_yard"])
    assert made_of(city, "W") == 2  # doubled by the warehouse; the black market has no wood now
    assert made_of(city, "G") == 1


def made_of(city: City, kind: str) -> int:
    """How many of one kind can the city make in a turn?"""
    return max(n for n in range(8) if city.own.covers(vector(kind * n)))
