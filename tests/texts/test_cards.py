"""Every card says in a sentence what it does, from its data alone."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import product

import pytest

from card_db.cards import RESOURCES, Effect
from card_db.effects import NUMBERS, VERBS, choices, read_effect, spell_effect
from card_db.lines import CardError, DataLine
from card_db.loader import load_box
from host_tools.texts import LANGUAGES
from host_tools.texts.cards import cost_words, effect_sentence, name_in

HERE = DataLine("here", 1, {})


def cards_and_stages(edition):
    box = load_box(edition)
    return [*box.cards.values(), *(stage for side in box.wonders.values() for stage in side.stages)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_every_card_and_stage_says_what_it_does(edition, lang):
    for card in cards_and_stages(edition):
        told = effect_sentence(card.effects, lang)
        assert told.endswith("."), card.id
        assert told != effect_sentence((), lang), card.id


def every_effect() -> Iterator[Effect]:
    """Each verb with each of its values, with whatever modifiers go with it."""
    for verb, known in VERBS.items():
        values = [*RESOURCES, "CC", "C/O", *known.values] if verb == "make" else known.values
        for value in values[:2] if known.values is NUMBERS else values:
            words = [(None, *choices(verb, key)) for key in known.modifiers]
            for chosen in product(*words):
                row = dict(zip(known.modifiers, chosen, strict=True))
                row = {key: word for key, word in row.items() if word is not None}
                with suppress(CardError):
                    yield read_effect(HERE, {verb: value, **row})


def test_every_modifier_can_be_used():
    """What the tables allow, the checks do not all refuse."""
    used = {(effect.verb, key) for effect in every_effect() for key in spell_effect(effect)}
    usual = {"with": "own", "of": "own"}
    wanted = {
        (verb, key)
        for verb, known in VERBS.items()
        for key in known.modifiers
        if any(word != usual.get(key) for word in choices(verb, key))
    }
    assert wanted <= used


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_of_the_vocabulary_can_be_said(lang):
    for effect in every_effect():
        told = effect_sentence([effect], lang)
        assert told[0].isupper() or told[0].isdigit(), told
        assert told.endswith(".") and "{" not in told and "  " not in told, told


def effect(text: str) -> Effect:
    """`points 1 per brown` as an effect."""
    words = text.split()
    pairs = {
        key: int(word) if word.lstrip("-").isdigit() else word
        for key, word in zip(words[::2], words[1::2], strict=True)
    }
    pairs = {key: False if word == "no" else word for key, word in pairs.items()}
    return read_effect(HERE, pairs)


@pytest.mark.parametrize(
    ("data", "english", "french"),
    [
        (
            "make C/O",
            "Produces 1 clay or 1 ore each turn; neighbours may buy it.",
            "Produit 1 argile ou 1 minerai à chaque tour ; vos voisins peuvent l'acheter.",
        ),
        (
            "make CC",
            "Produces 2 clay each turn; neighbours may buy them.",
            "Produit 2 argiles à chaque tour ; vos voisins peuvent les acheter.",
        ),
        (
            "make G/L/P sold no",
            "Produces 1 glass, 1 loom or 1 papyrus each turn; neighbours may not buy it.",
            "Produit 1 verre, 1 tissu ou 1 papyrus à chaque tour ;"
            " vos voisins ne peuvent pas l'acheter.",
        ),
        (
            "make any price 1 sold no",
            "Once a turn, you may buy 1 resource of any kind from the bank for 1 coin.",
            "Une fois par tour, vous pouvez acheter 1 ressource de n'importe quelle sorte"
            " à la banque pour 1 pièce.",
        ),
        (
            "trade raw with right price 1",
            "Each raw material that you buy from your right neighbour costs 1 coin.",
            "Chaque matière première que vous achetez à votre voisin de droite coûte 1 pièce.",
        ),
        (
            "trade any with left price -1 once turn",
            "Once a turn, 1 resource that you buy from your left neighbour costs 1 coin less.",
            "Une fois par tour, 1 ressource que vous achetez à votre voisin de gauche"
            " coûte 1 pièce de moins.",
        ),
        (
            "discount 1 on green",
            "Your green cards cost 1 resource less, of your choice.",
            "Vos cartes vertes coûtent 1 ressource de moins, au choix.",
        ),
        (
            "discount 1 on leader with neighbours",
            "Your neighbours' leaders cost 1 coin less.",
            "Les Leaders de vos voisins coûtent 1 pièce de moins.",
        ),
        (
            "free black once age",
            "Once an Age, you may build a black card for nothing.",
            "Une fois par Âge, vous pouvez construire une carte noire gratuitement.",
        ),
        (
            "coins 1 per brown of all",
            "1 coin for each brown card in your city and both neighbouring cities.",
            "1 pièce par carte marron dans votre cité et les deux cités voisines.",
        ),
        (
            "coins 2 on yellow",
            "2 coins each time you build a yellow card.",
            "2 pièces chaque fois que vous construisez une carte jaune.",
        ),
        (
            "coins 1 on buy once neighbour",
            "1 coin each time you buy resources from a neighbour, once a turn for each neighbour.",
            "1 pièce chaque fois que vous achetez des ressources à un voisin,"
            " une fois par tour et par voisin.",
        ),
        (
            "lose 1 per victory",
            "Every other player loses 1 coin for each Victory token in that player's city.",
            "Chaque autre joueur perd 1 pièce par jeton Victoire dans sa cité.",
        ),
        (
            "debts 2 with neighbours",
            "Each neighbour takes 2 Debts of -1 point.",
            "Chaque voisin prend 2 Dettes de -1 point.",
        ),
        (
            "victories -1 with others",
            "Every other player gives up 1 Victory token.",
            "Chaque autre joueur défausse 1 jeton Victoire.",
        ),
        ("shields 2", "2 shields.", "2 boucliers."),
        (
            "points 1 per brown/grey/purple",
            "1 point at the end of the game for each brown, grey or purple card in your city.",
            "1 point à la fin de la partie par carte marron, grise ou violette dans votre cité.",
        ),
        (
            "points 3 per blue+red+green",
            "3 points at the end of the game for each set of one blue, one red and one green card"
            " in your city.",
            "3 points à la fin de la partie par série de cartes bleue, rouge et verte"
            " dans votre cité.",
        ),
        (
            "points 5 if most_blue",
            "5 points at the end of the game if you have more blue cards than each neighbour.",
            "5 points à la fin de la partie si vous avez plus de cartes bleues que chaque voisin.",
        ),
        (
            "science gear",
            "1 scientific symbol: gear.",
            "1 symbole scientifique : roue.",
        ),
    ],
)
def test_an_effect_in_english_and_french(data, english, french):
    assert effect_sentence([effect(data)]) == english
    assert effect_sentence([effect(data)], "fr") == french


def test_a_card_with_two_effects_says_both():
    haven = load_box("1e").cards["haven"]
    assert effect_sentence(haven.effects) == (
        "1 coin for each brown card in your city."
        " 1 point at the end of the game for each brown card in your city."
    )


@pytest.mark.parametrize(
    ("edition", "card", "english", "french"),
    [
        ("1e", "altar", "nothing", "rien"),
        ("1e", "clay_pit", "1 coin", "1 pièce"),
        ("1e", "fortifications", "1 stone and 3 ore", "1 pierre et 3 minerais"),
        ("1e", "torture_chamber", "3 coins, 2 ore and 1 glass", "3 pièces, 2 minerais et 1 verre"),
        ("2e", "phryne", "1, 2 or 3 coins by the Age", "1, 2 ou 3 pièces selon l'Âge"),
    ],
)
def test_a_cost_in_words(edition, card, english, french):
    card = load_box(edition).cards[card]
    assert (cost_words(card), cost_words(card, "fr")) == (english, french)


def test_a_name_depends_on_the_printing_and_falls_back_on_english():
    first, second = load_box("1e"), load_box("2e")
    assert name_in(first.cards["gardens"], "fr") == "Jardins"
    assert name_in(first.cards["lair"], "fr") == "Lair"
    assert name_in(second.cards["lair"], "fr") == "Repaire"
    assert name_in(first.wonders["byzantium_a"], "fr") == "Byzance"
    assert name_in(second.wonders["byzantium_day"], "fr") == "Byzantium"
    assert name_in(first.wonders["gizah_a"].stages[0], "fr") == "Gizeh, étape 1"
    assert name_in(first.wonders["gizah_a"].stages[0]) == "Gizah stage 1"
