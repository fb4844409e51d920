"""What may still take a card from the discard pile, as far as everybody at the table can know.

A closed card tells nothing: for the others a leader that was sold, or lies under a stage, may
still come. Otherwise a question that is not asked would tell them that it is gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from card_db.cards import Card
from host_tools.rules.agenda import LAST_CARD, LEADER, PICK
from host_tools.rules.phases import plays_last_card
from host_tools.rules.questions import PLAY
from host_tools.rules.ruleset import Step

if TYPE_CHECKING:
    from host_tools.rules.game import Game


def diggers(game: Game) -> list[Card]:
    """Return the stages, leaders and cards that may take from the discard pile from now on."""
    to_come = [*_stages(game), *_age_cards(game)]
    to_come += _leaders(game, to_come)
    found = [*_open(game, PICK), *(card for card in to_come if _does(card, "take"))]
    if any(_does(leader, "take") for city in game.cities for leader in city.leaders):
        found += [card for card in to_come if _does(card, "copy", "leader")]
    return [*dict.fromkeys(found)]


def _does(card: Card, verb: str, value: str = "") -> bool:
    return any(effect.verb == verb and value in ("", effect.value) for effect in card.effects)


def _open(game: Game, kind: str) -> list[Card]:
    """Return the cards that ask this question now or later in the turn."""
    asked = [question.source for question in game.questions if question.kind == kind]
    asked += [task.source for task in game.agenda.tasks if task.kind == kind]
    return [source for source in asked if source is not None]


def _steps(game: Game) -> Sequence[Step]:
    """Return the steps of the schedule in which cards are still to be played."""
    played = not any(question.kind == PLAY for question in game.questions)
    return [s for s in game.rules.schedule[game.index + played :] if s.kind != "conflict"]


def _last_card_seats(game: Game) -> set[int]:
    """Return the seats that play Babylon's last card in this turn."""
    seats = {question.seat for question in game.questions if question.kind == LAST_CARD}
    due = (task.seat for task in game.agenda.tasks if task.kind == LAST_CARD)
    return seats | {seat for seat in due if plays_last_card(game, seat)}


def _stages(game: Game) -> Iterator[Card]:
    builders = game.rules.seats if _steps(game) else _last_card_seats(game)
    for seat in builders:
        city = game.cities[seat]
        yield from (s for i, s in enumerate(city.wonder.stages) if i not in city.raised)


def _age_cards(game: Game) -> Iterator[Card]:
    ages = {step.age for step in _steps(game) if step.kind == "turn"}
    if _last_card_seats(game):
        ages.add(game.age)
    built = [card for city in game.cities for card in city.built]
    for age in sorted(ages):
        deck = game.rules.decks[age]
        yield from (card for card, copies in deck.items() if built.count(card) < copies)


def _leaders(game: Game, to_come: Sequence[Card]) -> Iterator[Card]:
    """Return the leaders whom nobody has recruited, while anybody may still recruit one."""
    extra = any(_does(card, "play", "leader") for card in to_come)
    if extra or _open(game, LEADER) or any(step.kind == "recruit" for step in _steps(game)):
        known = {leader for city in game.cities for leader in city.leaders}
        known |= {leader for city in game.cities for leader, _ in city.face_down}
        yield from (leader for leader in game.rules.leaders_sorted if leader not in known)
