"""What follows from a set-up once and for all: neighbours, decks and the schedule."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final, NamedTuple

from card_db.cards import Box, Card, Effect, Wonder
from card_db.effects import STAGES
from card_db.lines import CardError
from card_db.loader import HOUSE, SIDES, house_box, load_box
from host_tools.rules.errors import MoveError
from host_tools.rules.setup import EDITIONS, Seat, Setup

AGES: Final = (1, 2, 3)
ROMAN: Final = ("", "I", "II", "III")
VICTORY: Final = (0, 1, 3, 5)
DEFEAT: Final = -1
LEADERS_DEALT: Final = 4
LEADERS_DRAWN: Final = 4


class Step(NamedTuple):
    """An entry of the schedule: `recruit` (turn 0), `turn` or `conflict`."""

    kind: str
    age: int
    turn: int


@cache
def deck(box: Box, sets: frozenset[str], age: int, players: int) -> Counter[Card]:
    """Count the copies that can be in an Age, of which guilds and black cards are drawn."""
    return Counter(
        card
        for card in box.cards.values()
        if card.age == age and card.set in sets and sets.issuperset(card.needs)
        for copy in card.copies
        if copy <= players
    )


class Pack(NamedTuple):
    """The copies of an Age: those that are always dealt, and those of which some are drawn."""

    always: list[Card]
    guilds: list[Card]
    black: list[Card]


@cache
def pack(box: Box, sets: frozenset[str], age: int, players: int) -> Pack:
    """Sort the copies of an Age by what a dealer does with them."""
    sorts: tuple[list[Card], list[Card], list[Card]] = ([], [], [])
    for card in deck(box, sets, age, players).elements():
        sorts[{"purple": 1, "black": 2}.get(card.color, 0)].append(card)
    return Pack(*sorts)


@cache
def leaders(
    box: Box, sets: frozenset[str], cities: bool, decks: tuple[str, ...] | None
) -> frozenset[Card]:
    """R78, R100: the leaders of Cities need both sets; 2e has decks to choose from."""
    return frozenset(
        card
        for card in box.cards.values()
        if "leaders" in sets
        and card.color == "white"
        and card.set in sets
        and sets.issuperset(card.needs)
        and (card.deck != "cities" or cities)
        and (decks is None or not card.deck or card.deck in decks)
    )


@cache
def _in_order(cards: frozenset[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: card.id)


@cache
def schedule(leaders: bool, turns: int) -> tuple[Step, ...]:
    """Return the steps of a game; with Leaders every Age begins with Recruitment."""
    steps: list[Step] = []
    for age in AGES:
        if leaders:
            steps.append(Step("recruit", age, 0))
        steps += [Step("turn", age, turn) for turn in range(1, turns + 1)]
        steps.append(Step("conflict", age, 0))
    return tuple(steps)


@cache
def boards(box: Box, sets: frozenset[str]) -> dict[str, list[str]]:
    """Return the wonders that can be played with these sets, each with its sides."""
    sides: dict[str, list[str]] = {}
    for board in sorted(box.wonders.values(), key=lambda board: board.id):
        played = board.set in sets | {HOUSE} and sets.issuperset(board.needs)
        if played and board.side in SIDES[box.edition]:  # A house file may serve both printings.
            sides.setdefault(board.id.rsplit("_", 1)[0], []).append(board.side)
    return sides


def _box(setup: Setup) -> Box:
    """Return the box of a game; its house cards come with the set-up."""
    if not setup.house:
        return load_box(setup.edition)
    try:
        return house_box(setup.edition, setup.house)
    except CardError as error:
        raise MoveError("bad_record", str(error)) from None


@lru_cache(maxsize=256)
def _copying(boards: tuple[Wonder, ...], seat: int) -> Wonder:
    """Return a board whose stages do and cost what those that they copy do and cost."""
    board = boards[seat]
    if not any(_copied(effect) for stage in board.stages for effect in stage.effects):
        return board
    return replace(board, stages=tuple(_as_copied(boards, seat, s, ()) for s in board.stages))


def _copied(effect: Effect) -> bool:
    return effect.verb == "copy" and effect.value in STAGES


def _as_copied(
    boards: tuple[Wonder, ...], seat: int, stage: Card, copying: tuple[Card, ...]
) -> Card:
    """Follow a stage to the one that it copies, which may be a copy itself."""
    effects: list[Effect] = []
    for effect in stage.effects:
        if not _copied(effect):
            effects.append(effect)
            continue
        if stage in copying:
            raise MoveError(
                "bad_record",
                f"The stages of {boards[seat].name} and of its neighbours copy each other in a "
                "ring: let them sit apart.",
                seat,
            )
        other = (seat + (1 if effect.to == "left" else -1)) % len(boards)
        stages = boards[other].stages
        number = len(stages) if effect.value == "last_stage" else STAGES.index(effect.value) + 1
        model = stages[min(number, len(stages)) - 1]
        model = _as_copied(boards, other, model, (*copying, stage))
        effects += model.effects
        stage = replace(stage, coins=model.coins, resources=model.resources)
    return replace(stage, effects=tuple(effects))


def drawn_apart(box: Box, draw: Callable[[], tuple[Seat, ...]]) -> tuple[Seat, ...]:
    """Draw seats until no stages copy each other in a ring; the last draw if all of them do."""
    seats = draw()
    for _ in range(_DRAWS):
        if not _in_a_ring(box, seats):
            break
        seats = draw()
    return seats


def _in_a_ring(box: Box, seats: Sequence[Seat]) -> bool:
    boards = tuple(box.wonders[seat.board] for seat in seats if seat.board in box.wonders)
    try:
        for seat in range(len(boards)):
            _copying(boards, seat)
    except MoveError:
        return True
    return False


_DRAWS: Final = 100
_DECK_RULE: Final = {"purple": "G4", "black": "R101"}


def _board_rule(wonder: Wonder, needed: str) -> str:
    """Return the rule by which a board needs a set."""
    if wonder.set == "wonder_pack":
        return "W1" if needed == wonder.set else "W2"
    if needed == "leaders":
        return "R2" if wonder.edition == "1e" else "R76"
    return "R97"


class Ruleset:
    """The fixed facts of one game."""

    def __init__(self, setup: Setup, box: Box | None = None) -> None:
        self.setup = setup
        self.box = box or _box(setup)
        self.number = len(setup.seats)
        self.seats = range(self.number)
        self.free_city = setup.free_city
        self.players = [seat for seat in self.seats if seat != self.free_city]  # not the Free City
        self.leaders = "leaders" in setup.sets
        self.cities = "cities" in setup.sets
        self.team = setup.variant == "team"
        self.babylon_first = bool(setup.ruling("babylon_first"))
        self.babylon_new_turn = bool(setup.ruling("babylon_new_turn"))
        self.rome_draws_sold = bool(setup.ruling("rome_draws_sold"))
        self.stone_of_all_cards = bool(setup.ruling("stone_of_all_cards"))
        self.left = tuple((seat + 1) % self.number for seat in self.seats)
        self.right = tuple((seat - 1) % self.number for seat in self.seats)
        self.mates = tuple(seat ^ 1 if self.team else None for seat in self.seats)
        # R103, R170: Cities adds a card and a turn, except with eight players.
        self.turns = 7 if self.cities and self.number < 8 else 6
        self.hand_size = self.turns + 1
        boards = tuple(self._wonder(seat) for seat in self.seats)
        self.wonders = tuple(_copying(boards, seat) for seat in self.seats)
        self.start_coins = tuple(self._start_coins(seat) for seat in self.seats)
        known = list(self.box.wonders)
        order = sorted([known.index(wonder.id) for wonder in self.wonders])
        # Where wonders act one after another, whoever sits where: as the data have them.
        self.wonder_order = tuple(order.index(known.index(wonder.id)) for wonder in self.wonders)
        self.last_card_seats = [seat for seat in self.seats if self._has_stage(seat, "last_card")]
        self.schedule = schedule(self.leaders, self.turns)
        sets = frozenset({*setup.sets, HOUSE})
        self.decks = {age: deck(self.box, sets, age, min(self.number, 7)) for age in AGES}
        self.packs = {age: pack(self.box, sets, age, min(self.number, 7)) for age in AGES}
        self.leader_deck = leaders(self.box, sets, self.cities, setup.decks)
        self.leaders_sorted = _in_order(self.leader_deck)
        self._check_leaders()

    def name(self, seat: int) -> str:
        """Return what the table calls a seat."""
        if seat == self.free_city:
            return "The Free City"
        return self.setup.seats[seat].player or f"Seat {seat}"

    def _check_leaders(self) -> None:
        needed, there = LEADERS_DEALT * len(self.players), len(self.leader_deck)
        if self.leaders and there < needed:
            raise MoveError(
                "bad_record",
                f"{len(self.players)} players need {needed} leaders, and there are {there} in the "
                "decks of this set-up: add another deck.",
                rule="R10",
            )

    def _wonder(self, seat: int) -> Wonder:
        chosen = self.setup.seats[seat]
        wonder = self.box.wonders.get(chosen.board)
        if wonder is None:
            known = sorted({board.id.rsplit("_", 1)[0] for board in self.box.wonders.values()})
            raise MoveError(
                "bad_record",
                f"There is no wonder {chosen.wonder!r} with a side {chosen.side!r} in the printing "
                f"{self.setup.edition}. The wonders are {', '.join(known)}.",
                seat,
            )
        for needed in (wonder.set, *wonder.needs):
            if needed != HOUSE and needed not in self.setup.sets:  # R2, R76
                raise MoveError(
                    "not_in_this_game",
                    f"{wonder.name} needs the {needed} set, which this game does not use.",
                    seat,
                    _board_rule(wonder, needed),
                )
        return wonder

    def _start_coins(self, seat: int) -> int:
        """R6, B10: three coins, six with Leaders; some boards give more."""
        usual = self.setup.ruling("free_city_coins") if seat == self.free_city else 6
        given = [int(e.value) for e in self.wonders[seat].effects if e.verb == "coins" and not e.on]
        return (usual if self.leaders else 3) + sum(given)

    @property
    def digs(self) -> bool:
        """Can anything in this game take a card from the discard pile?"""
        stages = (stage for wonder in self.wonders for stage in wonder.stages)
        decks = (card for deck in self.decks.values() for card in deck)
        return any(
            effect.verb == "take"
            for card in (*stages, *decks, *self.leader_deck)
            for effect in card.effects
        )

    @property
    def guilds_drawn(self) -> int:
        """Players + 2 guilds; nine with eight players (R169), five with two."""
        return min(self.number, 7) + 2

    @property
    def black_drawn(self) -> int:
        """R101, R169, P15: as many black cards an Age as players, seven with eight."""
        return min(self.number, 7) if self.cities else 0

    def card(self, card_id: str, seat: int | None = None) -> Card:
        """Return a card of this game by its id."""
        card = self.box.cards.get(card_id)
        if card is None:
            raise self._missing(card_id, seat)
        known = self.leader_deck if card.color == "white" else self.decks[card.age]
        if card not in known:
            raise MoveError(
                "not_in_this_game",
                f"{card.name} is not in this game of {self.number} seats with "
                f"{' + '.join(self.setup.sets)}. Check the deck.",
                seat,
                self._deck_rule(card),
            )
        return card

    def _deck_rule(self, card: Card) -> str:
        """Return the rule by which a card is not in this game."""
        if card.color != "white":
            return _DECK_RULE.get(card.color, "G3")
        if not self.leaders:
            return "R3"
        if card.set == "cities" or card.deck == "cities":
            return "R100" if card.edition == "1e" else "R78"
        return "R83"

    def _missing(self, card_id: str, seat: int | None) -> MoveError:
        for edition in EDITIONS:
            if edition != self.setup.edition and card_id in load_box(edition).cards:
                return MoveError(
                    "not_in_this_game",
                    f"{card_id} is a card of the printing {edition}; this game uses "
                    f"{self.setup.edition}. The printings must not be mixed.",
                    seat,
                    "G120",
                )
        return MoveError("unknown_card", f"There is no card {card_id!r:.60}.", seat)

    def keeps_leaders(self, seat: int) -> bool:
        """P13, R93: who can recruit extra leaders keeps them all in Age III."""
        return self._has_stage(seat, "leader")

    def _has_stage(self, seat: int, played: str) -> bool:
        """Has the wonder a stage that lets its owner play this besides?"""
        stages = self.wonders[seat].stages
        return any(e.verb == "play" and e.value == played for s in stages for e in s.effects)
