"""The draft of the next game, as the set-up page has it before the game begins."""

import json
import random
import secrets
from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypedDict

from card_db.cards import Box
from card_db.lines import CardError
from card_db.loader import SIDES, house_box, load_box
from host_tools.bots.dealer import NAMES
from host_tools.link.private_file import private
from host_tools.results.history import HistoryError
from host_tools.rules.errors import MoveError
from host_tools.rules.names import name_key
from host_tools.rules.ruleset import Ruleset, boards, drawn_apart
from host_tools.rules.setup import EDITIONS, Seat, Setup
from host_tools.table.entries import TableSetup
from host_tools.venue.seating import Seating
from host_tools.web.refusal import RefusedError
from host_tools.web.setup_choices import ChoicesView, choices
from host_tools.web.setup_plan import FIRST, PlanDraft, PlayerDraft, check, names_in, plan_of

Json = dict[str, Any]
KNOWN_MAX = 60


class DraftView(TypedDict):
    """What the set-up page shows."""

    plan: PlanDraft
    known_players: list[str]
    choices: ChoicesView
    running: bool


class Players:
    """The names that people have typed, in a small file beside the journal.

    `played` returns who is in the history, the latest first.
    """

    def __init__(
        self, path: Path | None = None, played: Callable[[], Sequence[str]] = tuple
    ) -> None:
        self._path, self._played = path, played
        self._names = self._read()

    def names(self) -> list[str]:
        """Return who is known: first who has played before, each in one spelling."""
        return _distinct([*self._before(), *self._names])[:KNOWN_MAX]

    def _before(self) -> Sequence[str]:
        try:
            return self._played()
        except HistoryError:  # Its own page says what is wrong with it.
            return ()

    def remember(self, names: Iterable[str]) -> None:
        """Put the names of a game in front."""
        self._keep([*names, *self._names])

    def note(self, names: Iterable[str]) -> None:
        """Add names that were typed, and that nobody has played under yet, at the end."""
        self._keep([*self._names, *names])

    def _keep(self, names: Iterable[str]) -> None:
        kept = list(dict.fromkeys(names))[:KNOWN_MAX]
        if kept != self._names:
            self._names = kept
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
    """What is agreed so far. A save that cannot be played raises and changes nothing.

    `plan` is that of the game at the table, `wish` what was asked for before the first one.
    """

    def __init__(
        self, players: Players, plan: TableSetup | None = None, wish: TableSetup | None = None
    ) -> None:
        self.players = players
        known = plan or wish
        self.house = known.game_setup.house if known else ()
        self.seed = secrets.token_hex(8)  # what the host draws: wonders, guilds, black cards
        self.plan: PlanDraft = _written(plan) if plan else _first(players.names(), wish)
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
        plan = plan_of(body)
        self._read(plan, random.Random(self.seed))
        if {*names_in(plan)} != {*names_in(self.plan)}:
            self.venue_round = 0  # others play than the venue has seated
        self.plan, self.seed = plan, secrets.token_hex(8)
        self.players.note(player["name"] for player in plan["players"])

    def begun(self) -> None:
        """Remember who plays the game that has begun."""
        self.players.remember(player["name"] for player in self.plan["players"])

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
        check(plan)
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
            "choices": choices({name: self._box(name) for name in EDITIONS}, lang),
            "running": running,
        }


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
            raise RefusedError("few_wonders", "", "sets")
        wonder = player["wonder"] or free.pop()
        known = sides.get(wonder, SIDES[plan["edition"]])
        seats.append(Seat(player["name"] or None, wonder, player["side"] or chance.choice(known)))
    if two and len(seats) == 3:
        seats[2] = replace(seats[2], free_city=True)
    return tuple(seats)


def _first(known: Sequence[str], wish: TableSetup | None) -> PlanDraft:
    """Return a plan to begin with, of those who were named, or else are known best."""
    plan = _written(wish) if wish else FIRST
    named = [seat.player or "" for seat in wish.game_setup.seats] if wish else []
    names = _distinct([name for name in (*named, *known, *NAMES) if name])
    players = [PlayerDraft(name=name, wonder="", side="") for name in names]
    return {**plan, "players": players[: len(plan["players"])]}


def _distinct(names: Iterable[str]) -> list[str]:
    """Return each name in the first of its spellings."""
    known: dict[str, str] = {}
    for name in names:
        known.setdefault(name_key(name), name)
    return list(known.values())


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
