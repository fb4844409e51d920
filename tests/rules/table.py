"""A table for tests: set up a game in a line, stack a city, play a turn as people say it."""

from collections.abc import Iterable
from dataclasses import replace

from card_db.cards import Card
from card_db.loader import SIDES
from host_tools.rules.city import FACTS, City
from host_tools.rules.costs import build_payments, stage_payments
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.intents import complete
from host_tools.rules.moves import parse
from host_tools.rules.payment import Buy, Coins, Payment
from host_tools.rules.phases import advance
from host_tools.rules.production import vector
from host_tools.rules.replay import Replay
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.scoring import by_category, score
from host_tools.rules.setup import Seat, Setup

THREE = "gizah_a rhodos_a ephesos_a"
FREE = ((0, 0, 0),)


def setup(wonders=THREE, edition="1e", sets="base", variant="standard", **more) -> Setup:
    """`wonders` are board ids parted by blanks; `sets` likewise."""
    seats = []
    for at, board in enumerate(wonders.split()):
        wonder, side = board.rsplit("_", 1)
        side = next(s for s in SIDES["1e"] + SIDES["2e"] if s.lower() == side)
        free = variant == "two_player" and at == 2
        seats.append(Seat(None if free else f"P{at}", wonder, side, free))
    return Setup(tuple(seats), edition, tuple(sets.split()), variant, **more)


def new_game(wonders=THREE, age=1, turn=1, **more) -> Game:
    """A game with unknown hands that stands at this turn of this Age (turn 0: Recruitment)."""
    game = Game(Ruleset(setup(wonders, **more)))
    go_to(game, age, turn)
    return game


def go_to(game: Game, age: int, turn: int) -> None:
    """Let the game stand at another turn; cities stay as they are."""
    steps = [(step.age, step.turn) for step in game.rules.schedule]
    game.index = steps.index((age, turn))
    game.questions.clear()
    game.agenda.tasks.clear()
    game.moves.clear()
    advance(game)


def card(game: Game, name: str) -> Card:
    return game.rules.box.cards[name]


def give(game: Game, seat: int, built="", coins=None, stages=0, leaders="", **facts) -> None:
    """Stack a city: cards, stages and leaders that lie there already, without their one-off gains.

    `facts` are plain fields: victories=[1, 3], defeats=2, debt=1, diplomacy=1.
    """
    city = game.cities[seat]
    for name in built.split():
        city.place(card(game, name))
    for _ in range(stages):
        city.raise_stage(card(game, "altar"))
    for name in leaders.split():
        city.recruit(card(game, name), game.age)
    if coins is not None:
        city.coins = coins
    for name, value in facts.items():
        setattr(city, name, value)
    game.markets.clear()


def play(game: Game, *moves: str) -> None:
    """Play a turn: "0 build baths left=2"; seats that are not named sell any card they can."""
    named = {int(move.split()[0]): move.split(maxsplit=1)[1] for move in moves}
    meant = {move.split()[2] for move in moves}
    for question in list(game.questions):
        if question.kind == "play":
            game.say(question.seat, named.get(question.seat) or f"sell {_any_card(game, meant)}")


def _any_card(game: Game, meant: set[str]) -> str:
    """A card that nobody has seen yet and nobody means to play, this turn or later."""
    if game.step.kind == "recruit":
        deck = dict.fromkeys(sorted(game.rules.leader_deck, key=lambda c: c.id, reverse=True), 1)
    else:
        deck = game.rules.decks[game.age]
    return next(
        c.id
        for c, copies in reversed(list(deck.items()))
        if game.used[c] < copies and c.id not in meant and c.color != "black"
    )


def buy(game: Game, seat: int, text: str, left="", right="", bank="") -> None:
    """Play a card and name what is bought: buy(game, 0, "build baths", left="S")."""
    bought = Buy(vector(left), vector(right), vector(bank))
    game.answer(seat, complete(game, seat, replace(parse(text), buy=bought)))


def prices(payments: Iterable[Payment]) -> tuple[Coins, ...]:
    return tuple(payment.coins for payment in payments)


def build_prices(game: Game, seat: int, card: Card) -> tuple[Coins, ...]:
    return prices(build_payments(game, seat, card))


def stage_prices(game: Game, seat: int) -> tuple[Coins, ...]:
    return prices(stage_payments(game, seat))


def answer(game: Game, seat: int, value) -> None:
    """Answer an open question: a card's id, a number, None, or a move as text."""
    if isinstance(value, str):
        if " " in value:
            game.say(seat, value)
            return
        value = card(game, value)
    game.answer(seat, value)


def pass_on(game: Game) -> None:
    """Say nothing to every question that may be passed: leftovers, picks, extra plays."""
    while game.questions and game.questions[0].kind not in (
        "play",
        "debts",
        "courtesan",
        "give_up",
    ):
        game.answer(game.questions[0].seat, None)


def coins(game: Game) -> list[int]:
    return [city.coins for city in game.cities]


def points(game: Game, seat: int, category="total", **choices) -> int:
    return by_category(score(game, seat, choices or None))[category]


def refused(game: Game, seat: int, text: str) -> str:
    """The error code with which a move is refused; the game must be unchanged."""
    before = fingerprint(game)
    try:
        game.say(seat, text)
    except MoveError as error:
        assert fingerprint(game) == before
        assert str(error).endswith(".")
        assert error.rule or error.code == "unknown_card"
        return error.code
    raise AssertionError(f"{text} was accepted")


def city_facts(city: City) -> tuple[str, ...]:
    """All that a city is, as a value that can be compared; sets have no order."""
    facts = [getattr(city, name) for name in FACTS]
    return tuple(repr(sorted(fact) if isinstance(fact, set) else fact) for fact in facts)


def fingerprint(game: Game) -> tuple:
    """All that a game is, as a value that can be compared."""
    cities = tuple(city_facts(city) for city in game.cities)
    return (
        cities,
        game.bank,
        tuple(c.id for c in game.discard),
        repr(sorted((c.id, n) for c, n in game.used.items() if n)),
        repr(sorted((c.id, sorted(seats)) for c, seats in game.returned.items())),
        repr(game.hands and [[c.id for c in hand] for hand in game.hands]),
        repr(game.leaders_left),
        repr([hand and [c.id for c in hand] for hand in game.leader_hands]),
        game.index,
        repr(game.moves),
        repr(game.questions),
        repr(game.agenda.tasks),
        repr(game.losses),
        repr(game.leftovers),
    )


def told(*lines: dict, **more) -> Replay:
    """A replay of lines after a setup line."""
    replay = Replay(setup(**more))
    for line in lines:
        replay.apply(line)
    return replay
