"""Every verb of the shipped data can be used in a house box, and a game with it needs no file."""

import json

import pytest

from card_db.cards import Card, Wonder
from card_db.effects import spell_effect
from card_db.loader import EDITIONS, load_box
from host_tools.bots.bots import BotGame
from host_tools.bots.dealer import Dealer
from host_tools.rules.record import dump
from host_tools.rules.replay import replay
from host_tools.rules.setup import ONE_EDITION, SETS
from host_tools.rules.writing import Scribe


def our_card(card: Card) -> dict:
    """A printed card as one of the house, without its chains."""
    row = {"id": f"our_{card.id}", "name": f"Our {card.name}", "color": card.color}
    row["effects"] = [spell_effect(effect) for effect in card.effects]
    if card.color == "white":
        return row | {"coins": card.coins, "deck": card.deck}
    needs = [name for name in (card.set, *card.needs) if name in ("leaders", "cities")]
    more = {"age": card.age, "copies": [*card.copies], "needs": needs}
    return row | more | {"coins": card.coins, "resources": card.resources}


def our_wonder(board: Wonder) -> list[dict]:
    """A printed side as one of the house."""
    needs = [name for name in (board.set, *board.needs) if name in ("leaders", "cities")]
    head = {"id": f"our_{board.id}", "name": f"Our {board.name}", "side": board.side}
    head |= {"effects": [spell_effect(effect) for effect in board.effects], "needs": needs}
    head |= {"resource": board.resource} if board.resource else {}
    stages = [
        {
            "stage": number,
            "coins": stage.coins,
            "resources": stage.resources,
            "effects": [spell_effect(effect) for effect in stage.effects],
        }
        for number, stage in enumerate(board.stages, 1)
    ]
    return [head, *stages]


def house(edition: str) -> tuple[str, ...]:
    box = load_box(edition)
    rows = [our_card(card) for card in box.cards.values()]
    rows += [row for board in box.wonders.values() for row in our_wonder(board)]
    return tuple(json.dumps(row) for row in rows)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_shipped_effect_works_in_a_house_box(edition, seed):
    dealer = Dealer(seed)
    sets = tuple(name for name in SETS if ONE_EDITION.get(name, edition) == edition)
    setup = dealer.setup(7, edition, sets, house=house(edition))
    table = BotGame(setup, "random", dealer)
    scribe = Scribe(table.game)
    table.deal, table.tell = scribe.deal, scribe.answer
    game = table.play()
    assert any(card.set == "house" for city in game.cities for card in city.built)
    again = replay(dump(scribe.lines).encode()).game
    assert again.over and again.rules.box.wonders.keys() == game.rules.box.wonders.keys()
    assert [city.coins for city in again.cities] == [city.coins for city in game.cities]
