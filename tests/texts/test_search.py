"""Cards and wonders are found by what a person remembers of them."""

import pytest

from card_db.loader import load_box
from host_tools.texts.search import matches, terms


def found(words: str, edition: str = "1e") -> list[str]:
    return [card.id for card in load_box(edition).cards.values() if matches(card, words.split())]


@pytest.mark.parametrize(
    ("words", "cards"),
    [
        ("temple", ["temple"]),
        ("ECURIES", ["stables"]),
        ("Écuries", ["stables"]),
        ("trading post", ["east_trading_post", "west_trading_post"]),
        ("post east", ["east_trading_post"]),
        ("builders' union", ["builders_union"]),
        ("loom_2", ["loom_2"]),
        ("yellow age 2", ["caravansery", "vineyard", "forum", "bazar"]),
        ("jaune II", ["caravansery", "vineyard", "forum", "bazar"]),
        ("guild cities", ["counterfeiters_guild", "guild_of_shadows", "mourners_guild"]),
        ("black market", ["black_market", "slave_market"]),
        ("temple 2e", []),
        ("temple blue age 3", []),
    ],
)
def test_words_find_cards(words, cards):
    assert found(words) == cards


def test_without_words_every_card_is_found():
    assert len(found("")) == len(load_box("1e").cards)


def test_an_age_is_one_term_whatever_its_spelling():
    assert terms(["Age", "II"]) == terms(["âge 2"]) == terms(["ii"]) == ["age2"]


@pytest.mark.parametrize(
    ("words", "sides"),
    [
        ("gizeh", ["gizah_day", "gizah_night"]),
        ("petra night", ["petra_night"]),
        ("Pétra nuit", ["petra_night"]),
        ("abou simbel jour", ["abu_simbel_day"]),
    ],
)
def test_words_find_wonders(words, sides):
    wonders = load_box("2e").wonders.values()
    assert [side.id for side in wonders if matches(side, words.split())] == sides
