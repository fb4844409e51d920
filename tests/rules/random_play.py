"""Seeded random games: a dealer that shuffles, and a player that takes any legal answer."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from card_db.cards import Card
from card_db.loader import house_box, house_lines, load_box
from host_tools.rules.dealing import Draw, drawn_leaders, due, hands
from host_tools.rules.game import Game
from host_tools.rules.questions import Answer, Question
from host_tools.rules.ruleset import Ruleset, boards
from host_tools.rules.setup import EDITIONS, RULINGS, Seat, Setup

SETS = ("base", "base leaders", "base cities", "base leaders cities")
STANDARD, TWO, TEAM = "standard", "two_player", "team"
BOXES = (
    "1e standard 3 base wonder_pack",
    "1e standard 7 base leaders cities wonder_pack",
    "1e two_player 3 base leaders wonder_pack",
    "1e team 6 base leaders cities wonder_pack",
    "2e standard 5 base leaders cities promo_guilds",
    "2e standard 3 base promo_guilds",
    "1e standard 4 base leaders cities wonder_pack house",
    "1e two_player 3 base wonder_pack house",
    "2e standard 6 base leaders cities promo_guilds house",
)
"""Games with the other boxes that owners have, and with cards and wonders of their own."""
LEADER_DECKS = (None, ("standard",), ("standard", "expert"), ("standard", "cities"))
HOUSE = Path(__file__).parent / "house.jsonl"


def combinations() -> Iterator[str]:
    """Every sort of game as a line: edition, variant, seats, sets."""
    for edition in EDITIONS:
        for sets in SETS:
            most = 8 if "cities" in sets else 7
            for variant, seats in [
                *((STANDARD, n) for n in range(3, most + 1)),
                (TWO, 3),
                *((TEAM, n) for n in range(4, most + 1, 2)),
            ]:
                yield f"{edition} {variant} {seats} {sets}"
    yield from BOXES


def random_setup(sort: str, rng: Random) -> Setup:
    """Draw wonders, sides, leader decks and rulings for a sort of game."""
    edition, variant, number, *sets = sort.split()
    house = house_lines([HOUSE]) if "house" in sets else ()
    sets = [name for name in sets if name != "house"]
    box = house_box(edition, house) if house else load_box(edition)
    sides = boards(box, frozenset(sets))
    seats = []
    for at, wonder in enumerate(rng.sample([*sides], int(number))):
        free = variant == TWO and at == 2
        seats.append(Seat(None if free else f"P{at}", wonder, rng.choice(sides[wonder]), free))
    rulings = {name: rng.choice(RULINGS[name].values) for name in RULINGS if rng.random() < 0.3}
    if edition == "2e" and (variant == TWO or number == "8"):
        rulings["house_numbers"] = True  # B12
    decks = rng.choice(LEADER_DECKS) if edition == "2e" and "leaders" in sets else None
    return Setup(tuple(seats), edition, tuple(sets), variant, decks, rulings, house)


def new_game(sort: str, rng: Random) -> Game:
    return Game(Ruleset(random_setup(sort, rng)))


def draw(rng: Random) -> Draw:
    """Return how a seeded chance draws cards."""
    return lambda cards, number: rng.sample(cards, min(number, len(cards)))


def choose(game: Game, question: Question, rng: Random) -> Answer:
    """Take one of the legal answers, each as likely; draw leaders from those left in the box."""
    if question.kind == "draw":
        return drawn_leaders(game, draw(rng))
    return rng.choice(game.answers(question))


def play_on(
    game: Game,
    rng: Random,
    deal: Callable[[int, list[list[Card]]], None] | None = None,
    answer: Callable[[int, Answer], None] | None = None,
) -> int:
    """Play to the end and return the number of questions; `deal` and `answer` may be a Scribe's."""
    asked = 0
    while not game.over:
        while (age := due(game)) is not None:
            (deal or game.deal)(age, hands(game.rules, age, draw(rng)))
        question = game.questions[0]
        (answer or game.answer)(question.seat, choose(game, question, rng))
        asked += 1
    return asked
