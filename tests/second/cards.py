"""Cards and wonder boards, read as plain JSON without the first engine's loader."""

import json
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).resolve().parents[2] / "card_db"


@dataclass(frozen=True)
class Card:
    """An Age card, a Leader, or a stage of a wonder."""

    id: str = ""
    name: str = ""
    color: str = ""
    coins: int | str = 0
    resources: str = ""
    free_from: tuple[str, ...] = ()
    chains_to: tuple[str, ...] = ()
    effects: tuple[dict, ...] = ()


class Board(NamedTuple):
    """One side of a wonder; `rank` is its place in the data files."""

    resource: str
    effects: tuple[dict, ...]
    stages: list[Card]
    rank: int


@cache
def catalogue(edition: str, house: str) -> tuple[dict[str, Card], dict[str, Board]]:
    paths = sorted(DATA.glob(f"*_{edition}.jsonl"))
    texts = [text for path in paths for text in path.read_text(encoding="utf-8").splitlines()]
    lines = [json.loads(text) for text in texts if text.strip() and not text.startswith("#")]
    cards: dict[str, Card] = {}
    boards: dict[str, Board] = {}
    for line in lines + json.loads(house):
        card = Card(**{f.name: line[f.name] for f in fields(Card) if f.name in line})
        if "side" in line:
            boards[card.id] = Board(line.get("resource") or "", card.effects, [], len(boards))
        elif "stage" in line:
            [*boards.values()][-1].stages.append(card)  # stages follow their board
        else:
            cards[card.id] = card
    return cards, boards


def stages_at(board: Board, left: Board, right: Board) -> list[Card]:
    stages = []
    for stage in board.stages:
        for effect in [effect for effect in stage.effects if "stage" in effect.get("copy", "")]:
            theirs = (left if effect["with"] == "left" else right).stages
            number = effect["copy"].removeprefix("stage_")
            place = int(number) if number.isdigit() else len(theirs)
            model = theirs[min(place, len(theirs)) - 1]
            if any("stage" in other.get("copy", "") for other in model.effects):
                raise AssertionError("Chains of copies are left to the first engine's own tests.")
            coins, resources = stage.coins + model.coins, stage.resources + model.resources
            stage = Card("", "", "", coins, resources, effects=(*stage.effects, *model.effects))
        stages.append(stage)
    return stages
