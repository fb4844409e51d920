"""The rules by their numbers: every line is checked, and every rule says where it comes from."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from card_db.cards import COLORS
from card_db.lines import CardError
from card_db.loader import load_box
from card_db.rule_texts import LETTERS, OUR_RULING, SOURCES, read_rules, rule_of_card, rules
from host_tools.rules.setup import RULINGS

HEAD = '{"id": "R1", "title": "Masks", "text": "They copy."'
ROW = HEAD + ', "source": "Cities 2012"'
RULEBOOKS = {
    "7 Wonders 2011",
    "Leaders 2011",
    "Leaders 2011, French",
    "Leaders 2020",
    "Cities 2012",
}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "this is not JSON (expecting property name enclosed in double quotes, column 2)."),
        ("[]", "this is not an object. Write one object a line"),
        (HEAD + "}", '"source" is missing. It is one of 7 Wonders 2011; '),
        (HEAD + ', "source": "Citys 2012"}', '"source" cannot be "Citys 2012". Did you mean'),
        (HEAD + ', "source": []}', '"source" cannot be []. It is one of'),
        (ROW + ', "page": 7}', '"page" is no key of such a line. Did you mean "pages"?'),
        (ROW + ', "pages": 7}', '"pages" cannot be 7. It is a list of pages, as in [9].'),
        (ROW + ', "pages": []}', '"pages" cannot be []. It is a list of pages'),
        (ROW + ', "pages": [0]}', '"pages" cannot be [0]. It is a list of pages'),
        (ROW + ', "pages": [true]}', '"pages" cannot be [true]. It is a list of pages'),
        (ROW + ', "section": " "}', '"section" cannot be " ". It is a text.'),
        (ROW + ', "option": "x"}', 'only a ruling has an option. Its "source" is "Our ruling".'),
        (ROW.replace("R1", "r1") + "}", '"id" cannot be "r1". It is a number with one of the'),
        (ROW.replace("R1", "R1a") + "}", '"id" cannot be "R1a". It is a number'),
        (ROW.replace("R1", "X1") + "}", '"id" cannot be "X1". It is a number'),
        (
            ROW.replace("R1", "R2") + "}",
            "R2 is there already. Give this rule the next free number.",
        ),
    ],
)
def test_a_faulty_line_is_told_with_its_remedy(tmp_path, line, told):
    path = tmp_path / "rules.jsonl"
    path.write_text("\n".join(["# ours", ROW.replace("R1", "R2") + "}", line]), "utf-8")
    with pytest.raises(CardError) as fault:
        read_rules(path)
    assert str(fault.value).startswith("rules.jsonl, line 3: " + told)


def test_rules_are_read_once_and_cannot_be_changed():
    assert rules() is rules()
    with pytest.raises(TypeError):
        rules()["R1"] = rules()["R2"]


def test_the_numbers_of_a_letter_stand_together_and_rise():
    numbers = [(list(LETTERS).index(number[0]), int(number[1:])) for number in rules()]
    assert all(one < other for one, other in pairwise(numbers))


@pytest.mark.parametrize("letter", LETTERS)
def test_no_letter_is_without_rules(letter):
    assert f"{letter}1" in rules()


def test_every_source_is_used():
    assert {rule.source for rule in rules().values()} == set(SOURCES)


def test_a_rule_of_a_rulebook_has_a_page_or_a_heading():
    for rule in rules().values():
        assert bool(rule.pages or rule.section) == (rule.source in RULEBOOKS), rule.id


def test_rulings_are_ours():
    assert all(rule.source == OUR_RULING for rule in rules().values() if rule.id[0] in "OPB")


def test_a_rule_reads_like_a_sentence():
    for rule in rules().values():
        assert rule.text.endswith((".", '."')) and not rule.title.endswith("."), rule.id
        assert len(rule.title) <= 50 and rule.title[0].isupper(), rule.id
        assert rule.text == " ".join(rule.text.split()), rule.id
        assert not re.search(r"\bVP\b|\bgold\b|\bplayer_", rule.text), rule.id


def test_no_two_rules_of_a_topic_have_the_same_title():
    titles = Counter((rule.id[0], rule.topic, rule.title) for rule in rules().values())
    assert titles.most_common(1)[0][1] == 1


def test_every_option_of_the_set_up_has_its_rule():
    assert set(RULINGS) <= {rule.option for rule in rules().values()}


# Cards of the second printing that score and that no rulebook we have tells about.
UNTOLD = {"cynisca", "customs", "trade_center", "mint", "cells", "guardhouse", "prison"}
PRINTINGS = [load_box(edition) for edition in ("1e", "2e")]
CARDS = [card for box in PRINTINGS for card in box.cards.values()]
BOARDS = [board for box in PRINTINGS for board in box.wonders.values()]


def test_the_cards_that_rules_tell_about_exist_and_each_has_one_rule():
    told = [card for rule in rules().values() for card in rule.cards]
    known = {card.id for card in CARDS} | {board.id for board in BOARDS}
    known |= {stage.id for board in BOARDS for stage in board.stages}
    assert set(told) <= known
    assert len(told) == len(set(told))


def test_a_rule_tells_about_a_card_that_does_the_same_in_both_printings():
    first, second = (box.cards for box in PRINTINGS)
    for card in first.keys() & second.keys():
        assert not rule_of_card(first[card]) or first[card].effects == second[card].effects, card


def test_every_card_with_points_has_its_rule():
    colors = set(COLORS) - {"blue"}
    scoring = [c for c in CARDS if c.color in colors and any(e.verb == "points" for e in c.effects)]
    assert {card.id for card in scoring if not rule_of_card(card)} == UNTOLD


def test_a_rule_that_is_called_like_a_card_is_that_card_s_rule():
    titles = {rule.title: rule.id for rule in rules().values() if rule.id[0] in "GRO"}
    for card in CARDS:
        if card.name in titles and card.id not in ("gambling_den", "gambling_house"):
            assert rule_of_card(card) == titles[card.name]


def test_a_stage_has_the_rule_of_its_board_or_its_own():
    stages = {stage.id: stage for board in BOARDS for stage in board.stages}
    assert rule_of_card(stages["petra_a_2"]) == "R161"
    assert rule_of_card(stages["great_wall_a_4"]) == "W10"
    assert rule_of_card(stages["gizah_a_1"]) == ""
