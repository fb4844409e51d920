"""What a score sheet says of its items and of whose it is."""

import pytest

from host_tools.rules.scoring import Item, score
from host_tools.texts.scores import explain, rule_of, seat_name
from tests.rules.table import give, new_game


def test_the_free_city_and_a_seat_without_a_player_have_names_in_every_language():
    rules = new_game("gizah_a rhodos_a ephesos_a", variant="two_player").rules
    assert [seat_name(rules, 2, lang) for lang in ("en", "fr")] == [
        "The Free City",
        "La Cité franche",
    ]
    assert seat_name(rules, 0) == rules.name(0)


def rules_of(game, category):
    return [rule_of(item) for item in score(game, 0) if item.category == category]


@pytest.mark.parametrize(
    ("built", "category", "rules"),
    [
        ("altar", "civilian", ["G79"]),
        ("haven", "commercial", ["G72"]),
        ("workers_guild", "guilds", ["G86"]),
        ("lair", "cities", ["R135"]),
        ("apothecary workshop scriptorium", "scientific", ["G81", "G81", "G81", "G82"]),
    ],
)
def test_every_point_names_its_rule(built, category, rules):
    game = new_game(sets="base cities")
    give(game, 0, built)
    assert rules_of(game, category) == rules


def test_r128_a_symbol_that_masks_may_have_given_names_the_rule_of_masks():
    game = new_game(sets="base cities")
    give(game, 0, "pigeon_loft apothecary")
    give(game, 1, "workshop")
    assert rules_of(game, "scientific") == ["G81", "R128"]


def test_leaders_and_stages_name_their_own_rule():
    game = new_game("petra_a gizah_a rhodos_a", sets="base leaders cities")
    give(game, 0, leaders="alexander midas", stages=2, coins=7)
    assert rules_of(game, "leaders") == ["R31", "R36"]
    assert rules_of(game, "wonder") == ["R161", "R161"]
    assert rules_of(game, "treasury") == ["G80"]


def test_tokens_and_debts_name_the_rule_that_counts_them():
    items = [Item("military", 3, "victories"), Item("military", -1, "defeats")]
    assert [rule_of(item) for item in [*items, Item("treasury", -1, "debts")]] == [
        "G63", "G64", "R126",
    ]  # fmt: skip


def test_b14_the_sheet_says_which_of_aganice_and_enheduanna_comes_first():
    game = new_game("gizah_day rhodos_day ephesos_day", edition="2e", sets="base leaders")
    give(game, 0, built="scriptorium apothecary workshop", leaders="aganice enheduanna")
    told = {lang: [explain(item, lang) for item in score(game, 0)] for lang in ("en", "fr")}
    assert "Aganice acts first, then Enheduanna." in told["en"]
    assert "Aganice agit en premier, puis Enheduanna." in told["fr"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_w22_the_sentence_of_stones_fits_both_rulings(lang):
    rulings = {"stone_of_all_cards": True}
    game = new_game("stonehenge_a rhodos_a gizah_a", sets="base wonder_pack", rulings=rulings)
    give(game, 0, stages=3, built="caravansery")
    (stones,) = [item for item in score(game, 0) if item.effect and item.effect.per == "S"]
    assert stones.points == 2  # of a yellow card
    assert "W22" in explain(stones, lang)
