"""Hands: when they are due, how chance deals them, what a deal must be, and the Leader draft.

Chance comes from outside, as a function that draws cards; see `Draw`.

>>> from host_tools.rules.setup import Seat, Setup
>>> seats = tuple(Seat(w.title(), w, "A") for w in ("gizah", "rhodos", "ephesos"))
>>> rules = Ruleset(Setup(seats, sets=("base", "leaders")))
>>> draft = Draft(rules, hands(rules, 0, draw=lambda cards, number: cards[:number]))
>>> while not draft.over:
...     for seat in rules.seats:
...         draft.keep(seat, draft.hands[seat][0])
>>> [card.id for card in draft.kept[0]]  # ready for `Game.deal(0, draft.kept)`
['alexander', 'caesar', 'hannibal', 'aristotle']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from card_db.cards import Card
from host_tools.rules.errors import MoveError
from host_tools.rules.ruleset import LEADERS_DEALT, LEADERS_DRAWN, Ruleset

if TYPE_CHECKING:
    from host_tools.rules.game import Game

Draw = Callable[[list[Card], int], list[Card]]
"""Takes so many of some cards, or all there are, in any order; the cards given stay as they are."""


def due(game: Game) -> int | None:
    """Return the Age whose hands are to be dealt now; 0 for leaders, None for nothing."""
    step = game.step
    if step is None or game.moves:
        return None
    if game.recruiting and step.age == 1 and game.leader_hands[0] is None:
        return 0
    return step.age if step.turn == 1 and game.hands is None else None


def deck(
    rules: Ruleset, age: int, draw: Draw, seen: Mapping[Card, int] | None = None
) -> list[Card]:
    """Return the cards of an Age, those seen left out; guilds and black cards are drawn."""
    always, guilds, black = rules.packs[age]
    cards = _unseen(always, seen)
    for pack, number in ((guilds, rules.guilds_drawn), (black, rules.black_drawn)):
        left = _unseen(pack, seen)
        out = len(pack) - len(left)
        cards += draw(left, max(0, min(number, len(pack)) - out))
    return cards


def _unseen(cards: list[Card], seen: Mapping[Card, int] | None) -> list[Card]:
    if not seen:
        return cards.copy()
    out = dict(seen)
    left: list[Card] = []
    for card in cards:
        if out.get(card, 0) > 0:
            out[card] -= 1
        else:
            left.append(card)
    return left


def hands(rules: Ruleset, age: int, draw: Draw) -> list[list[Card]]:
    """Shuffle and deal an Age, or for Age 0 four leaders to everybody, none to the Free City."""
    if not age:
        return _leader_hands(rules, draw)
    # With cards of one's own there may be more than are dealt: the others stay out.
    cards = draw(deck(rules, age, draw), rules.hand_size * rules.number)
    return _parted(cards, rules.hand_size)


def _leader_hands(rules: Ruleset, draw: Draw) -> list[list[Card]]:
    dealt = _parted(draw(rules.leaders_sorted, LEADERS_DEALT * rules.number), LEADERS_DEALT)
    return [[] if seat == rules.free_city else dealt[seat] for seat in rules.seats]  # R29


def _parted(cards: list[Card], size: int) -> list[list[Card]]:
    return [cards[start : start + size] for start in range(0, len(cards), size)]


def drawn_leaders(game: Game, draw: Draw) -> tuple[Card, ...]:
    """R72, P14, B13: draw leaders from those that are in the box."""
    box = [card for card in game.rules.leaders_sorted if game.in_box(card)]
    return tuple(draw(box, LEADERS_DRAWN))


def check_deal(game: Game, age: int, hands: Sequence[Sequence[Card]]) -> None:
    """Raise MoveError unless these hands can be dealt now."""
    rules = game.rules
    _check_moment(game, age)
    size = rules.hand_size if age else LEADERS_DEALT
    for seat in rules.seats:
        wanted = 0 if not age and seat == rules.free_city else size
        if len(hands) != rules.number or len(hands[seat]) != wanted:
            raise MoveError(
                "bad_record",
                f"A deal gives {rules.number} hands of {size} cards"
                + (" (none for the Free City)." if rules.free_city is not None else "."),
                seat if seat < len(hands) else None,
                ("R103" if rules.turns == 7 else "G2") if age else "R10",
            )
    _check_copies(game, age, hands)


def _check_moment(game: Game, age: int) -> None:
    step, first = game.step, game.index == 0 and not game.moves
    if age == 0:
        fits = game.rules.leaders and first and game.leader_hands[0] is None
    else:
        fits = step is not None and step.age == age and step.turn <= 1 and game.hands is None
    if not fits or game.moves:
        what, rule = (
            ("an Age is dealt once, before it", "G2")
            if age
            else ("leaders are dealt at the beginning", "R10")
        )
        raise MoveError("wrong_phase", f"This is not the moment for that deal: {what}.", rule=rule)


def _check_copies(game: Game, age: int, hands: Sequence[Sequence[Card]]) -> None:
    dealt: dict[Card, int] = {}
    for seat, hand in enumerate(hands):
        for card in hand:
            leader = card.color == "white"
            if card.age != age or leader != (age == 0):
                text, rule = f"{card.name} does not belong in this deal.", "R3" if leader else "G5"
                raise MoveError("wrong_age", text, seat, rule)
            number = dealt[card] = dealt.get(card, 0) + 1
            copies = game.rules.decks[age][card] if age else 1
            if number > copies:
                raise MoveError(
                    "card_already_used",
                    f"{card.name} is dealt {number} times; this game has {copies}.",
                    seat,
                    "G3" if age else "R10",
                )


class Draft:
    """The hands that go round, what everybody has kept, and who has chosen this time."""

    __slots__ = ("chosen", "hands", "kept", "rules")

    def __init__(self, rules: Ruleset, hands: Sequence[Sequence[Card]]) -> None:
        _check_leaders(rules, hands)
        self.rules = rules
        self.hands = [list(hand) for hand in hands]
        self.kept: list[list[Card]] = [[] for _ in rules.seats]  # the hands for `Game.deal(0, …)`
        self.chosen: dict[int, Card] = {}  # secret until all have chosen

    @property
    def over(self) -> bool:
        """Has everybody four leaders?"""
        return not any(self.hands)

    def keep(self, seat: int, leader: Card) -> None:
        """Keep one leader of the hand; when all have chosen, the hands are passed."""
        name = self.rules.name(seat)
        if self.over or seat not in self.rules.players:
            raise MoveError("wrong_phase", f"{name} has no leader to choose now.", seat, "R11")
        if seat in self.chosen:
            raise MoveError("wrong_phase", f"{name} has chosen: wait for the others.", seat, "R11")
        if leader not in self.hands[seat]:
            raise MoveError("not_in_hand", f"{name} does not hold {leader.name}.", seat, "R11")
        self.chosen[seat] = leader
        if len(self.chosen) == len(self.rules.players):
            self._pass()

    def _pass(self) -> None:
        """R11 to R14, R84: what is left goes to the right; R30: two players exchange."""
        players = self.rules.players
        for seat, leader in self.chosen.items():
            self.hands[seat].remove(leader)
            self.kept[seat].append(leader)
        self.chosen.clear()
        passed = [self.hands[seat] for seat in players]
        for index, seat in enumerate(players):
            self.hands[seat] = passed[(index + 1) % len(players)]  # from the left
        if sum(map(len, passed)) == len(players):  # R14: the last card is no choice.
            for seat in players:
                self.kept[seat].append(self.hands[seat].pop())


def _check_leaders(rules: Ruleset, hands: Sequence[Sequence[Card]]) -> None:
    """R10, R29, R82: four leaders of this game for every player, none for the Free City."""
    dealt = [card for hand in hands for card in hand]
    wanted = [LEADERS_DEALT if seat in rules.players else 0 for seat in rules.seats]
    if [len(hand) for hand in hands] != wanted:
        raise MoveError("bad_record", f"Every player is dealt {LEADERS_DEALT} leaders.", rule="R10")
    for card in dealt:
        if card not in rules.leader_deck:
            text = f"{card.name} is no leader of this game."
            raise MoveError("not_in_this_game", text, rule="R10")
        if dealt.count(card) > 1:
            text = f"{card.name} is dealt twice; there is only one."
            raise MoveError("card_already_used", text, rule="R10")
