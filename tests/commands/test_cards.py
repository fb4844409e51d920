"""`wondertable cards` and `wondertable wonders` answer people and programs."""

import json

import pytest
from click.testing import CliRunner, Result

from host_tools.cli import main

CARD_KEYS = [
    "id",
    "name",
    "name_fr",
    "edition",
    "set",
    "color",
    "age",
    "copies",
    "coins",
    "resources",
    "free_from",
    "chains_to",
    "effect",
    "effects",
    "printed_value",
    "timing",
    "deck",
    "confidence",
]
STAGE_KEYS = [
    "id",
    "name",
    "name_fr",
    "edition",
    "set",
    "side",
    "initial_resource",
    "board_effect",
    "stage",
    "coins",
    "resources",
    "effect",
    "effects",
    "confidence",
]


def wondertable(line: str) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(main, line.split())


def lines(command: str) -> list[str]:
    result = wondertable(command)
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


def objects(command: str) -> list[dict]:
    return json.loads("\n".join(lines(command)))


def test_a_card_is_shown_with_all_that_is_printed_on_it():
    assert lines("cards temple --edition 1e") == [
        "Temple  blue · Age II · base · 1e · copies 3+ 6+",
        "  Cost: 1 wood, 1 clay and 1 glass (WCG). Free with Altar. Makes free: Pantheon.",
        "  3 points at the end of the game.",
        "",
    ]


def test_a_card_is_shown_in_french():
    assert lines("cards gardens --edition 1e --lang fr") == [
        "Jardins (Gardens)  bleue · Âge III · base · 1e · exemplaires 3+ 4+",
        "  Coût : 1 bois et 2 argiles (WCC). Gratuit avec Statue.",
        "  5 points à la fin de la partie.",
        "",
    ]


def test_a_card_that_is_the_same_in_both_printings_is_shown_once():
    assert (
        lines("cards tavern")[0]
        == "Tavern (Taverne)  yellow · Age I · base · 1e, 2e · copies 4+ 5+ 7+"
    )
    assert len(lines("cards tavern")) == 4


def test_a_card_that_differs_is_shown_for_each_printing():
    titles = [line for line in lines("cards gambling den") if line.startswith("Gambling Den")]
    assert titles == [
        "Gambling Den  black · Age I · cities · 1e",
        "Gambling Den (Maison de jeu)  black · Age II · cities · 2e",
    ]


def test_doubt_about_a_card_is_told():
    assert "  How sure: low." in lines("cards plato --edition 2e")
    assert "  Certitude : faible." in lines("cards plato --edition 2e --lang fr")
    assert not any("How sure" in line for line in lines("cards plato --edition 1e"))


def test_a_wonder_is_shown_with_its_stages():
    assert lines("wonders petra A") == [
        "Petra (Pétra)  side A · cities · 1e · starts with 1 clay",
        "  Stage 1: 1 wood and 1 stone (WS). 3 points at the end of the game.",
        "  Stage 2: 7 coins. 7 points at the end of the game.",
        "  Stage 3: 1 wood, 2 stone and 1 papyrus (WSSP). 7 points at the end of the game.",
        "",
    ]


def test_a_wonder_without_a_resource_is_shown_with_what_its_board_does():
    assert lines("wonders rome A --lang fr")[:2] == [
        "Rome (Roma)  face A · leaders · 1e",
        "  Vous recrutez vos Leaders gratuitement.",
    ]


def test_json_gives_every_card_of_both_printings():
    cards = objects("cards --json")
    assert len(cards) == 154 + 185
    assert all(list(card) == CARD_KEYS for card in cards)


def test_json_of_a_card():
    assert objects("cards vineyard --edition 2e --json") == [
        {
            "id": "vineyard",
            "name": "Vineyard",
            "name_fr": "Vignoble",
            "edition": "2e",
            "set": "base",
            "color": "yellow",
            "age": 2,
            "copies": [3, 6],
            "coins": 0,
            "resources": "",
            "free_from": [],
            "chains_to": [],
            "effect": "1 coin for each brown card in your city and both neighbouring cities.",
            "effects": [{"coins": 1, "per": "brown", "of": "all"}],
            "printed_value": "",
            "timing": "",
            "deck": "",
            "confidence": "high",
        }
    ]


def test_json_keeps_a_price_that_is_the_age():
    assert objects("cards phryne --json")[0]["coins"] == "age"


def test_json_of_wonders_has_an_object_a_stage():
    stages = objects("wonders --json")
    assert len(stages) == 76 + 61
    assert all(list(stage) == STAGE_KEYS for stage in stages)


def test_json_of_a_stage():
    stage = objects("wonders roma night --json")[1]
    assert stage["board_effect"] == (
        "Your leaders cost 2 coins less. Your neighbours' leaders cost 1 coin less."
    )
    assert (stage["stage"], stage["resources"], stage["confidence"]) == (2, "SCG", "medium")
    assert stage["effects"] == [{"points": 3}, {"play": "leader"}]


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ("--set leaders --edition 1e", 40),
        ("--color black --edition 1e", 27),
        ("--color BLACK --edition 2e", 42),
        ("--age 0 --edition 1e", 42),
        ("--age 1 --color red --set base --edition 2e", 3),
        ("expert", 15),
    ],
)
def test_options_narrow_the_search(options, count):
    assert len(objects(f"cards {options} --json")) == count


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("cards temle", 'No card matches "temle". Did you mean "Temple"?'),
        ("cards temle --json", 'No card matches "temle". Did you mean "Temple"?'),
        ("cards --set base --color white", "There is no such card."),
        ("wonders gizza", 'No wonder matches "gizza". Did you mean "Gizah"?'),
        ("cards --house nowhere.jsonl", "nowhere.jsonl cannot be read: No such file or directory."),
    ],
)
def test_what_is_not_there_is_told_in_a_sentence(command, told):
    result = wondertable(command)
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: {told}")


def test_a_house_card_is_found_in_both_printings(tmp_path):
    path = tmp_path / "ours.jsonl"
    path.write_text('{"id": "hatter", "name": "Hatter [red]", "color": "white", "coins": 2}\n')
    assert lines(f"cards hatter --house {path}")[:3] == [
        "Hatter [red]  white · house · 1e, 2e",
        "  Cost: 2 coins.",
        "  No effect.",
    ]


def test_a_fault_in_a_house_file_is_told_in_a_sentence(tmp_path):
    path = tmp_path / "ours.jsonl"
    path.write_text('{"id": "hatter", "name": "Hatter", "color": "pink"}\n')
    result = wondertable(f"wonders --house {path}")
    assert result.exit_code == 1
    assert result.output.startswith('Error: ours.jsonl, line 1: "color" cannot be "pink".')
