"""docs/house.jsonl is an example that plays, and docs/house.schema.json says how it is written."""

import json
from pathlib import Path

import jsonschema
import pytest

import card_db
from card_db.lines import read_lines
from card_db.loader import EDITIONS, house_lines, load_box
from host_tools.bots.bots import BotGame
from host_tools.bots.dealer import Dealer
from host_tools.commands.asked_setup import named
from tests.docs.house_schema import PATH, schema, text

EXAMPLE = PATH.with_name("house.jsonl")
FILES = sorted(Path(card_db.__file__).parent.glob("*_[12]e.jsonl"))
WONDERS = {"1e": ["labyrinth:A", "manneken_pis:A"], "2e": ["labyrinth:Day"]}


@pytest.fixture(scope="module")
def described():
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema())


def test_the_schema_is_that_of_the_tables():
    assert PATH.read_text("utf-8") == text(), "make schema writes it again"


@pytest.mark.parametrize("path", [EXAMPLE, *FILES], ids=lambda path: path.name)
def test_every_line_of_the_data_holds_the_schema(path, described):
    for line in read_lines(path):
        assert described.is_valid(line.row), line


@pytest.mark.parametrize(
    "line",
    [
        '{"id": "hut", "name": "Hut", "colour": "red", "age": 1}',
        '{"id": "Hut", "name": "Hut", "color": "red", "age": 1}',
        '{"id": "oz_c", "name": "Oz", "side": "C"}',
        '{"stage": 5}',
        '{"stage": 1, "effects": [{"points": 3, "per": "blew"}]}',
        '{"stage": 1, "effects": [{"points": 3, "coins": 3}]}',
        '{"stage": 1, "effects": [{"trade": "raw", "price": 1}]}',
    ],
)
def test_a_wrong_line_does_not_hold_it(line, described):
    assert not described.is_valid(json.loads(line))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_example_is_played(edition):
    lines = house_lines([EXAMPLE])
    dealer = Dealer(1)
    drawn = dealer.setup(4, edition, ("base", "leaders"), house=lines)
    setup = named(drawn, ["Ann", "Bo", "Cy", "Di"], WONDERS[edition])
    game = BotGame(setup, "builder", dealer).play()
    assert game.over
    assert game.rules.box.cards["mad_hatter"] in game.rules.leader_deck


def test_the_example_has_one_of_everything():
    box = load_box("1e", [EXAMPLE])
    ours = [card for card in box.cards.values() if card.set == "house"]
    assert [card.color for card in ours] == ["white", "yellow", "purple"]
    assert box.wonders["labyrinth_a"].any_order
    assert box.wonders["manneken_pis_a"].stages[2].effects[0].value == "last_stage"
