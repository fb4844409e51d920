"""Looking back: totals after every turn, and the conflicts that the last turn ended with."""

from card_db.cards import RESOURCES, Card
from host_tools.rules.city import City
from host_tools.rules.conflict import fights
from host_tools.rules.game import Game
from host_tools.rules.moves import BUILD, WONDER
from host_tools.rules.production import MASK
from host_tools.rules.ruleset import VICTORY
from host_tools.rules.scoring import total
from host_tools.table.closed import open_sheets
from host_tools.table.evening import Evening, PastTurn
from host_tools.table.instructions import TurnFacts
from host_tools.table.views import ConflictView, MakesView, TotalsView


def totals_of(game: Game) -> list[int]:
    """Return what every seat would score now, as far as everybody may know it."""
    return [total(items) for items in open_sheets(game)]


def history(evening: Evening, now: list[int]) -> list[TotalsView]:
    """Return the totals after every turn; `now` are those of the game as it stands."""
    turns = evening.past
    if not turns:
        return []
    # The totals after a turn are those before the next one.
    last = totals_of(evening.last_turn()[0]) if evening.in_turn() else now
    after = [*(_totals_before(past) for past in turns[1:]), last]
    return [
        {"age": past.before.age, "turn": past.before.turn, "totals": totals}
        for past, totals in zip(turns, after, strict=True)
    ]


def _totals_before(past: PastTurn) -> list[int]:
    if past.totals is None:
        past.totals = totals_of(past.before)
    return past.totals


def conflict(evening: Evening) -> ConflictView | None:
    """Return the conflicts of the Age that the last turn has ended; None in the middle of one."""
    game, rules = evening.game, evening.game.rules
    if not evening.facts or not evening.past or evening.in_turn():
        return None
    before = evening.past[-1].before
    if before.turn != rules.turns or before.turn == 0:
        return None
    # Shields as they counted: R157, Defeat tokens of this conflict came after it.
    shields = [
        city.shields - city.shields_per_defeat * evening.facts[seat].defeats
        for seat, city in enumerate(game.cities)
    ]
    diplomats = {seat for seat in rules.seats if _abstained(evening, seat)}
    return {
        "age": before.age,
        "fights": [
            {
                "a": a,
                "b": b,
                "shields": [shields[a], shields[b]],
                "winner": None if shields[a] == shields[b] else max(a, b, key=shields.__getitem__),
                "points": VICTORY[before.age],
                "tokens": tokens,
            }
            for a, b, tokens in fights(rules, diplomats)
        ],
        "diplomats": sorted(diplomats),
    }


def _abstained(evening: Evening, seat: int) -> bool:
    """Was a Diplomacy token used? Then one fewer is left than came."""
    facts = evening.facts[seat]
    gained = sum(
        int(effect.value)
        for card in _placed(evening, seat, facts)
        for effect in card.effects
        if effect.verb == "diplomacy"
    )
    return gained - facts.diplomacy == 1


def _placed(evening: Evening, seat: int, facts: TurnFacts) -> list[Card]:
    rules = evening.game.rules
    cards = [rules.box.cards[card] for card in facts.built]
    if facts.action == BUILD:
        cards.append(rules.box.cards[facts.card])
    if facts.action == WONDER:
        cards.append(rules.wonders[seat].stages[facts.stage - 1])
    return cards


def makes(city: City) -> list[MakesView]:
    """Return what a city makes in a turn: any one of these kinds, sold to neighbours or not."""
    sold, kept = list(city.sold.makers), list(city.own.makers)
    for mask in sold:
        if mask in kept:
            kept.remove(mask)
    return [
        {"any": "".join(kind for kind in RESOURCES if MASK[kind] & mask), "sold": trade}
        for masks, trade in ((sold, True), (kept, False))
        for mask in masks
    ]
