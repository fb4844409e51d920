"""The draft of the next game, as the set-up page has it before the game begins."""

import json
import random
import secrets
from collections.abc import Container, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import NoneType
from typing import Any, TypedDict, cast

from card_db.cards import Box
from card_db.lines import CardError
from card_db.loader import HOUSE, SIDES, house_box, load_box
from host_tools.link.private_file import private
from host_tools.rules.errors import MoveError
from host_tools.rules.names import NAME_MAX, check_name, check_names, name_key
from host_tools.rules.ruleset import Ruleset, boards, drawn_apart
from host_tools.rules.setup import (
    EDITIONS,
    ONE_EDITION,
    PLAYERS,
    RULINGS,
    SECOND_PRINTING,
    SETS,
    VARIANTS,
    Seat,
    Setup,
)
from host_tools.table.entries import (
    LONGEST_COUNTDOWN,
    LONGEST_GRACE,
    LONGEST_TIMER,
    MODES,
    TableSetup,
)
from host_tools.texts.cards import name_in
from host_tools.venue.seating import Seating
from host_tools.web.refusal import Fields, checked

Json = dict[str, Any]
PLAN: Fields = {
    "players": list, "edition": str, "sets": list, "variant": str, "rulings": dict, "mode": str,
    "countdown": int, "strict": bool, "shared": bool, "grace": int | NoneType,
    "ask_payment": bool, "timer": int,
}  # fmt: skip
PLAYER: Fields = {"name": str, "wonder": str, "side": str}
KNOWN_MAX = 60
NEEDED = "base"  # no game without it
RULED_SETS = {
    "free_city_coins": ["leaders"],
    "rome_draws_sold": ["leaders"],
    "stone_of_all_cards": ["wonder_pack"],
}
"""Sets without which a ruling decides nothing."""


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


class BoardChoice(TypedDict):
    """A side of a wonder that can be chosen with all of its sets; the house has none."""

    id: str
    name: str
    side: str
    sets: list[str]


class RulingView(TypedDict):
    """A ruling that the table may choose: the usual one by printing, and all there are.

    It matters with these printings and all of these sets, for these numbers of players by variant.
    """

    usual: dict[str, bool | int]
    values: list[bool | int]
    editions: list[str]
    sets: list[str]
    players: dict[str, list[int]]


class ChoicesView(TypedDict):
    """All that can be chosen; `players` says how many can play a variant."""

    editions: list[str]
    sets: dict[str, list[str]]
    needed_sets: list[str]
    variants: list[str]
    players: dict[str, list[int]]
    modes: list[str]
    sides: dict[str, list[str]]
    rulings: dict[str, RulingView]
    boards: dict[str, list[BoardChoice]]
    countdown_max: int
    grace_max: int
    timer_max: int
    name_max: int


class DraftView(TypedDict):
    """What the set-up page shows."""

    plan: PlanDraft
    known_players: list[str]
    choices: ChoicesView
    running: bool


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


class Players:
    """The names of earlier players, the latest first, in a small file beside the journal."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._names = self._read()

    def names(self) -> list[str]:
        """Return who is known."""
        return list(self._names)

    def remember(self, names: Iterable[str]) -> None:
        """Put these names in front."""
        self._names = list(dict.fromkeys([*names, *self._names]))[:KNOWN_MAX]
        with suppress(OSError):  # then they are typed again next time
            self._write()

    def forget(self, names: Container[str]) -> None:
        """Remove names; OSError if the file cannot be written."""
        kept = [name for name in self._names if name not in names]
        if kept != self._names:
            self._names = kept
            self._write()

    def _write(self) -> None:
        if self._path is not None:
            with open(self._path, "w", encoding="utf-8", opener=private) as file:
                json.dump(self._names, file, ensure_ascii=False)

    def _read(self) -> list[str]:
        try:
            names = json.loads(self._path.read_text("utf-8")) if self._path else []
        except (OSError, ValueError, RecursionError):
            return []
        return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


class SetupDraft:
    """What is agreed so far. A save that cannot be played raises and changes nothing."""

    def __init__(
        self, players: Players, plan: TableSetup | None = None, house: tuple[str, ...] = ()
    ) -> None:
        self.players = players
        self.house = plan.game_setup.house if plan else house
        self.seed = secrets.token_hex(8)  # what the host draws: wonders, guilds, black cards
        self.plan: PlanDraft = _written(plan) if plan else FIRST
        self.venue_round = 0  # of a tournament

    def take(self, seating: Seating) -> None:
        """Take what the venue says of the next game; people look at it before they begin."""
        self.plan = {
            **self.plan,
            "players": [
                {"name": name, "wonder": wonder, "side": side}
                for name, wonder, side in seating.seats
            ],
            "edition": seating.edition,
            "sets": list(seating.sets),
            "variant": seating.variant,
            "rulings": dict(seating.rulings),
        }
        self.venue_round = seating.round

    def save(self, body: Json) -> None:
        """Take a whole plan from the set-up page."""
        plan = _plan(checked(body, PLAN))
        self._read(plan, random.Random(self.seed))
        if _names(plan) != _names(self.plan):
            self.venue_round = 0  # others play than the venue has seated
        self.plan, self.seed = plan, secrets.token_hex(8)
        self.players.remember([player["name"] for player in plan["players"]])

    def draw(self) -> None:
        """Fill in every wonder and side that is left to chance."""
        setup = self.agreed().game_setup
        players: list[PlayerDraft] = [
            {"name": player["name"], "wonder": seat.wonder, "side": seat.side}
            for player, seat in zip(self.plan["players"], setup.seats, strict=False)
        ]
        self.plan = {**self.plan, "players": players}

    def draw_again(self) -> None:
        """Draw other guilds and black cards."""
        self.seed = secrets.token_hex(8)

    def agreed(self) -> TableSetup:
        """Return the plan of the game to begin; the same as long as the draft stays."""
        return self._read(self.plan, random.Random(self.seed))

    def _read(self, plan: PlanDraft, chance: random.Random) -> TableSetup:
        if plan["edition"] not in EDITIONS:
            raise MoveError("bad_record", f"There is no printing {plan['edition']!r:.20}.")
        box, sets = self._box(plan["edition"]), tuple(plan["sets"])
        seats = drawn_apart(box, lambda: _seats(plan, box, chance))
        setup = Setup(
            seats,
            plan["edition"],
            sets,
            plan["variant"],
            rulings=plan["rulings"],
            house=self.house,
        )
        Ruleset(setup)  # raises where a wonder does not fit
        return TableSetup(
            setup,
            plan["mode"],
            plan["countdown"],
            plan["strict"],
            plan["shared"],
            grace=plan["grace"],
            ask_payment=plan["ask_payment"],
            timer=plan["timer"],
            venue_round=self.venue_round,
        )

    def _box(self, edition: str) -> Box:
        """Return the box to choose from; house cards may fit one printing only."""
        try:
            return house_box(edition, self.house)
        except CardError:  # The rules say why, when a game is to begin with it.
            return load_box(edition)

    def as_json(self, lang: str, running: bool) -> DraftView:
        """Return the draft and all that can be chosen."""
        return {
            "plan": self.plan,
            "known_players": self.players.names(),
            "choices": {
                "editions": list(EDITIONS),
                "sets": {edition: _sets(edition) for edition in EDITIONS},
                "needed_sets": [NEEDED],
                "variants": list(VARIANTS),
                "players": {variant: _numbers(variant) for variant in VARIANTS},
                "modes": list(MODES),
                "sides": {edition: list(sides) for edition, sides in SIDES.items()},
                "rulings": {name: _ruling(name) for name in RULINGS},
                "boards": {edition: _boards(self._box(edition), lang) for edition in EDITIONS},
                "countdown_max": LONGEST_COUNTDOWN,
                "grace_max": LONGEST_GRACE,
                "timer_max": LONGEST_TIMER,
                "name_max": NAME_MAX,
            },
            "running": running,
        }


def _plan(body: Json) -> PlanDraft:
    """Return a body whose fields are checked as a plan."""
    if not all(isinstance(name, str) for name in body["sets"]):
        raise MoveError("bad_record", "The sets are a list of names.")
    players = [_player(checked(player, PLAYER)) for player in body["players"]]
    check_names(player["name"] for player in players)
    return cast(PlanDraft, {**body, "players": players})


def _names(plan: PlanDraft) -> set[str]:
    return {name_key(player["name"]) for player in plan["players"]}


def _player(player: Json) -> PlayerDraft:
    return {"name": check_name(player["name"]), "wonder": player["wonder"], "side": player["side"]}


def _seats(plan: PlanDraft, box: Box, chance: random.Random) -> tuple[Seat, ...]:
    """Seat the players; what they have not chosen is drawn."""
    players = plan["players"]
    two = plan["variant"] == "two_player"
    sides = boards(box, frozenset(plan["sets"]))
    free = sorted({*sides} - {player["wonder"] for player in players})
    chance.shuffle(free)
    nobody: PlayerDraft = {"name": "", "wonder": "", "side": ""}
    wanted = [*players, nobody] if two else players
    seats = []
    for player in wanted:
        if not player["wonder"] and not free:
            raise MoveError("bad_record", "These sets do not have enough wonders for all seats.")
        wonder = player["wonder"] or free.pop()
        known = sides.get(wonder, SIDES[plan["edition"]])
        seats.append(Seat(player["name"] or None, wonder, player["side"] or chance.choice(known)))
    if two and len(seats) == 3:
        seats[2] = replace(seats[2], free_city=True)
    return tuple(seats)


def _numbers(variant: str) -> list[int]:
    """Return how many people can play; the Free City is a seat without one."""
    return [number - (variant == "two_player") for number in PLAYERS[variant]]


def _sets(edition: str) -> list[str]:
    return [name for name in SETS if ONE_EDITION.get(name, edition) == edition]


def _boards(box: Box, lang: str) -> list[BoardChoice]:
    return [
        {
            "id": board.id.rsplit("_", 1)[0],
            "name": name_in(board, lang),
            "side": board.side,
            "sets": [name for name in (board.set, *board.needs) if name != HOUSE],
        }
        for board in box.wonders.values()
        if board.side in SIDES[box.edition]
    ]


def _ruling(name: str) -> RulingView:
    ruling, numbers = RULINGS[name], {variant: _numbers(variant) for variant in VARIANTS}
    editions = list(EDITIONS)
    if name == "free_city_coins":
        numbers = {"two_player": numbers["two_player"]}
    if name == "house_numbers":  # B12
        editions = ["2e"]
        numbers = {
            variant: [number for number in numbers[variant] if number not in usual]
            for variant, usual in SECOND_PRINTING.items()
        }
    return {
        "usual": dict(ruling.usual),
        "values": list(ruling.values),
        "editions": editions,
        "sets": RULED_SETS.get(name, []),
        "players": numbers,
    }


def _written(plan: TableSetup) -> PlanDraft:
    """Write a plan as the set-up page has it."""
    setup = plan.game_setup
    return {
        "players": [
            {"name": seat.player or f"Seat {number}", "wonder": seat.wonder, "side": seat.side}
            for number, seat in enumerate(setup.seats)
            if not seat.free_city
        ],
        "edition": setup.edition,
        "sets": list(setup.sets),
        "variant": setup.variant,
        "rulings": dict(setup.rulings),
        "mode": plan.mode,
        "countdown": plan.countdown,
        "strict": plan.strict,
        "shared": plan.shared,
        "grace": plan.grace,
        "ask_payment": plan.ask_payment,
        "timer": plan.timer,
    }
