"""The plan of the next game as the set-up page writes it, and what keeps it from being played.

A refusal names the field that it belongs to, so that the page can say it there.
"""

from collections.abc import Iterator
from types import NoneType
from typing import Any, TypedDict, cast

from host_tools.rules.errors import MoveError
from host_tools.rules.names import NAME_MAX, check_name, name_key
from host_tools.rules.setup import NUMBER_RULE, SECOND_PRINTING, VARIANTS
from host_tools.web.refusal import Fields, RefusedError, checked
from host_tools.web.setup_choices import numbers

Json = dict[str, Any]
PLAN: Fields = {
    "players": list, "edition": str, "sets": list, "variant": str, "rulings": dict, "mode": str,
    "countdown": int, "strict": bool, "shared": bool, "grace": int | NoneType,
    "ask_payment": bool, "timer": int,
}  # fmt: skip
PLAYER: Fields = {"name": str, "wonder": str, "side": str}


class PlayerDraft(TypedDict):
    """Who plays; what is empty is drawn by lot."""

    name: str
    wonder: str
    side: str


class PlanDraft(TypedDict):
    """The next game as far as it is agreed."""

    players: list[PlayerDraft]
    edition: str
    sets: list[str]
    variant: str
    rulings: dict[str, bool | int]
    mode: str
    countdown: int
    strict: bool
    shared: bool
    grace: int | None
    ask_payment: bool
    timer: int


FIRST: PlanDraft = {
    "players": [{"name": name, "wonder": "", "side": ""} for name in ("Ann", "Bo", "Cy")],
    "edition": "1e",
    "sets": ["base"],
    "variant": "standard",
    "rulings": {},
    "mode": "sealed",
    "countdown": 3,
    "strict": False,
    "shared": False,
    "grace": 2,
    "ask_payment": False,
    "timer": 0,
}


def plan_of(body: Json) -> PlanDraft:
    """Return what the page has sent as a plan whose fields are of the right kinds."""
    checked(body, PLAN)
    if not all(isinstance(name, str) for name in body["sets"]):
        raise RefusedError("bad_field", "sets")
    players = [checked(player, PLAYER) for player in body["players"]]
    return cast(PlanDraft, {**body, "players": [_named(*player) for player in enumerate(players)]})


def _named(seat: int, player: Json) -> PlayerDraft:
    """Return a player with the name as it is kept."""
    try:
        name = check_name(player["name"])
    except MoveError:
        code = "bad_name" if player["name"].strip() else "no_name"
        raise RefusedError(code, str(NAME_MAX), f"name-{seat}") from None
    return {"name": name, "wonder": player["wonder"], "side": player["side"]}


def names_in(plan: PlanDraft) -> list[str]:
    """Return who plays, each as two spellings of one name have it in common."""
    return [name_key(player["name"]) for player in plan["players"]]


def check(plan: PlanDraft) -> None:
    """Refuse what people can choose and nobody can play."""
    for find in (_same_name, _same_wonder, _number, _eight, _house_numbers):
        for refusal in find(plan):
            raise refusal


def _same_name(plan: PlanDraft) -> Iterator[RefusedError]:
    for seat in _again(names_in(plan)):
        yield RefusedError("same_name", plan["players"][seat]["name"], f"name-{seat}")


def _same_wonder(plan: PlanDraft) -> Iterator[RefusedError]:
    for seat in _again([player["wonder"] for player in plan["players"]]):
        yield RefusedError("same_wonder", "", f"wonder-{seat}", "G8")


def _again(words: list[str]) -> Iterator[int]:
    """Return where a word stands that stood before; the empty one may."""
    return (at for at, word in enumerate(words) if word and word in words[:at])


def _number(plan: PlanDraft) -> Iterator[RefusedError]:
    allowed = numbers(plan["variant"]) if plan["variant"] in VARIANTS else []
    if allowed and len(plan["players"]) not in allowed:
        yield RefusedError(
            "wrong_number", ", ".join(map(str, allowed)), "variant", NUMBER_RULE[plan["variant"]]
        )


def _eight(plan: PlanDraft) -> Iterator[RefusedError]:
    if len(plan["players"]) == 8 and "cities" not in plan["sets"]:
        yield RefusedError("eight_players", "", "sets", "R169")


def _house_numbers(plan: PlanDraft) -> Iterator[RefusedError]:
    number, usual = len(plan["players"]), SECOND_PRINTING.get(plan["variant"], range(0))
    if plan["edition"] == "2e" and number not in usual and not plan["rulings"].get("house_numbers"):
        yield RefusedError("house_numbers", str(number), "ruling-house_numbers", "B12")
