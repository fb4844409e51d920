"""What holds in every game, whatever is played: seeded random games of every sort."""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from random import Random

import pytest

from host_tools.rules.costs import chained
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.moves import BUILD, RECRUIT, SELL, WONDER, Move
from host_tools.rules.payment import Buy, Payment
from host_tools.rules.questions import Question
from host_tools.rules.record import RecordLine, dump, parse_line, setup_of
from host_tools.rules.replay import Replay, replay
from host_tools.rules.result import result
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.scoring import SET, Item, by_category, score, total
from host_tools.rules.writing import Scribe
from tests.rules.dice import throws
from tests.rules.random_play import combinations, new_game, play_on
from tests.rules.table import city_facts, fingerprint

SORTS = list(combinations())
ROUND = [sort for sort in SORTS if "two_player" not in sort]  # The Free City is the third seat.
GAMES = 28  # of each sort in `make test`; the other properties take fewer
MANY = 40  # times as many in `make soak`

every_sort = pytest.mark.parametrize("sort", SORTS)


@pytest.fixture(params=[1, pytest.param(MANY, marks=pytest.mark.soak)], ids=["few", "many"])
def times(request) -> int:
    return request.param


def games(number: int, sort: str) -> Callable[[Callable[[Random], None]], None]:
    """Run a check with so many sources of chance, others for each sort of game."""
    run = throws(number, size=8, start=0, shrink=False)
    return lambda check: run(lambda dice: check(Random(sort.encode() + dice.thrown)))


def test_two_thousand_games_are_played():
    assert len(SORTS) == 81
    assert GAMES * len(SORTS) >= 2000


# The books


@pytest.mark.slow
@every_sort
def test_the_books_balance_and_every_game_ends(sort, times):
    @games(GAMES * times, sort)
    def check(rng):
        game = new_game(sort, rng)
        dealt: Counter = Counter()
        money = sum(city.coins for city in game.cities)

        def deal(age, cards):
            game.deal(age, cards)
            if age:
                dealt.update(card for hand in cards for card in hand)

        def answer(seat, given):
            game.answer(seat, given)
            purses = [city.coins for city in game.cities]
            assert min(purses) >= 0
            assert game.bank + sum(purses) == money

        asked = play_on(game, rng, deal, answer)
        assert asked <= most_questions(game.rules)
        assert Counter(card for card in lying(game) if card.age) == dealt
        for seat in game.rules.seats:
            assert_explained(game, seat)


def lying(game: Game):
    """Every card that lies somewhere at the end."""
    yield from game.discard
    for city in game.cities:
        yield from (*city.built, *city.under)


def most_questions(rules: Ruleset) -> int:
    """A card for each seat and step; with losses as many again; then what comes once.

    Once in a game or an Age: Babylon's last card (3), Halikarnassos (3), Solomon, Courtesans and
    her copy of Solomon, the Forging Agency, Rome's draw and two extra leaders, Abu Simbel (2); and
    with Telesilla a token of every other seat.
    """
    steps = [step for step in rules.schedule if step.kind != "conflict"]
    cards = sum(len(rules.seats if step.turn else rules.players) for step in steps)
    losses = rules.number * len(steps) if rules.cities else 0
    return cards + losses + 15 + (rules.number - 1 if rules.leaders else 0)


def assert_explained(game: Game, seat: int) -> None:
    """The sheet is the sum of its items, and each item is what it says that it counts."""
    items = score(game, seat)
    sheet = by_category(items)
    assert sheet["total"] == total(items) == sum(explained(item) for item in items)
    assert sheet["total"] == sum(points for name, points in sheet.items() if name != "total")


def explained(item: Item) -> int:
    worth = {
        "effect": lambda: int(item.effect.value) * item.number,
        "copied": lambda: int(item.effect.value) * item.number if item.number else 0,
        "victories": lambda: item.points,
        "defeats": lambda: -item.number,
        "coins": lambda: item.number // 3,
        "debts": lambda: -item.number,
        "face_down": lambda: 2 * item.number,
        "symbols": lambda: item.number**2,
        "sets": lambda: SET * item.number,
        "aristotle": lambda: 3 * item.number,
        "aganice_first": lambda: 0,
        "enheduanna_first": lambda: 0,
    }
    return worth[item.reason]()


# Records


def written(sort: str, rng: Random) -> tuple[Game, list[RecordLine]]:
    """A random game and the lines of its record."""
    game = new_game(sort, rng)
    scribe = Scribe(game)
    play_on(game, rng, scribe.deal, scribe.answer)
    return game, scribe.lines


def told(lines: list[RecordLine]) -> Replay:
    return replay(dump(lines).encode())


@pytest.mark.slow
@every_sort
def test_a_written_record_gives_the_same_game(sort, times):
    @games(4 * times, sort)
    def check(rng):
        game = new_game(sort, rng)
        scribe, states = Scribe(game), []
        game.on_step = lambda now: states.append([city.coins for city in now.cities])
        play_on(game, rng, scribe.deal, scribe.answer)
        read = told(scribe.lines)
        assert fingerprint(read.game) == fingerprint(game)
        assert [[seat["coins"] for seat in entry["seats"]] for entry in read.trace] == states
        assert [score(read.game, seat) for seat in game.rules.seats] == [
            score(game, seat) for seat in game.rules.seats
        ]


@every_sort
def test_unknown_hands_give_the_same_game(sort, times):
    """A physical table has no deals; the leftover cards are named when they are laid down."""

    @games(2 * times, sort)
    def check(rng):
        game, lines = written(sort, rng)
        read = told(without_deals(lines))
        assert [city_facts(city) for city in read.game.cities] == [
            city_facts(city) for city in game.cities
        ]
        assert Counter(read.game.discard) == Counter(game.discard)


def without_deals(lines: list[RecordLine]) -> list[RecordLine]:
    found: list[RecordLine] = []
    for line in deepcopy(lines):
        if line["type"] == "age_end":
            last = next(other for other in reversed(found) if other["type"] == "turn")
            left = {entry["seat"]: entry["card"] for entry in line["discarded"]}
            for play in last["plays"]:
                if play["seat"] in left:
                    play["left"] = left[play["seat"]]
        if line["type"] != "deal":
            found.append(line)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("sort", ROUND)
def test_rotated_seats_give_the_rotated_game(sort, times):
    """So does the order in which the seats say what they play."""

    @games(3 * times, sort)
    def check(rng):
        _, lines = written(sort, rng)
        straight = told(lines)
        number = straight.game.rules.number
        by = rng.randrange(1, number) if "team" not in sort else 2 * rng.randrange(1, number // 2)
        turned = told([rotated(line, by, number, rng) for line in lines])
        seats = [(seat + by) % number for seat in range(number)]
        assert [city_facts(turned.game.cities[seat]) for seat in seats] == [
            city_facts(city) for city in straight.game.cities
        ]
        assert Counter(turned.game.discard) == Counter(straight.game.discard)
        assert turned.game.bank == straight.game.bank
        for entry, other in zip(straight.trace, turned.trace, strict=True):
            assert [other["seats"][seat] | {"seat": 0} for seat in seats] == [
                state | {"seat": 0} for state in entry["seats"]
            ]
        there, here = result(turned)["seats"], result(straight)["seats"]
        assert [there[seat] | {"seat": 0} for seat in seats] == [s | {"seat": 0} for s in here]


def rotated(line: RecordLine, by: int, number: int, rng: Random) -> RecordLine:
    """The same line told at a table where everybody sits `by` seats further on."""
    line = deepcopy(line)
    for name in ("seats", "hands"):
        if name in line:
            line[name] = line[name][-by:] + line[name][:-by]
    for entry in line.get("plays", []) + line.get("discarded", []):
        entry["seat"] = (entry["seat"] + by) % number
    if "debts" in line:
        line["debts"] = {str((int(s) + by) % number): n for s, n in line["debts"].items()}
    rng.shuffle(line.get("plays", []))
    return line


# Undo


@pytest.mark.slow
@every_sort
def test_undo_restores_the_exact_state(sort, times):
    @games(2 * times, sort)
    def check(rng):
        _, lines = written(sort, rng)
        read = Replay(setup_of(lines[0]))
        before: list[tuple[int, tuple, list]] = []  # where to go on, the state, the trace
        at = 1
        undone = 0
        while at < len(lines):
            line = parse_line(dump([lines[at]]))
            if line["type"] == "turn":
                read.finish()
                before.append((at, fingerprint(read.game), list(read.trace)))
            read.apply(line)
            at += 1
            if before and undone < 12 and rng.random() < 0.2:
                for _ in range(rng.randint(1, min(3, len(before)))):
                    read.apply({"type": "undo"})
                    at, state, trace = before.pop()
                    assert fingerprint(read.game) == state
                    assert read.trace == trace
                undone += 1
        read.finish()
        assert fingerprint(read.game) == fingerprint(told(lines).game)


@every_sort
def test_a_copy_lives_its_own_life(sort, times):
    @games(2 * times, sort)
    def check(rng):
        game, moment = new_game(sort, rng), rng.randrange(100)
        kept: list[tuple[Game, tuple, Random]] = []

        def answer(seat, given):
            nonlocal moment
            moment -= 1
            if moment == 0:
                kept.append((game.copy(), fingerprint(game), given))
            game.answer(seat, given)
            if moment == 0:
                twin, before, _ = kept[0]
                assert fingerprint(twin) == before
                twin.answer(seat, given)
                assert fingerprint(twin) == fingerprint(game)

        play_on(game, rng, answer=answer)
        for twin, _, _ in kept:
            before = fingerprint(game)
            play_on(twin, rng)
            assert twin.over
            assert fingerprint(game) == before


# Legal and illegal


@pytest.mark.slow
@every_sort
def test_legal_answers_apply_and_illegal_ones_change_nothing(sort, times):
    @games(2 * times, sort)
    def check(rng):
        game = new_game(sort, rng)

        def answer(seat, given):
            if rng.random() < 0.1:
                question = game.question(seat)
                assert_all_apply(game, question, rng)
                assert_refused(game, question, rng)
            game.answer(seat, given)

        play_on(game, rng, answer=answer)


def assert_all_apply(game: Game, question: Question, rng: Random) -> None:
    answers = game.answers(question)
    assert len(answers) == len({repr(answer) for answer in answers})
    for answer in answers if len(answers) < 9 else rng.sample(answers, 8):
        twin = game.copy()
        twin.answer(question.seat, answer)
        assert min(city.coins for city in twin.cities) >= 0


def assert_refused(game: Game, question: Question, rng: Random) -> None:
    before = fingerprint(game)
    for seat in game.rules.seats:
        if game.question(seat) is None:
            refuse(game, seat, None)
    for answer in wrong_answers(game, question, rng):
        refuse(game, question.seat, answer)
    assert fingerprint(game) == before


def refuse(game: Game, seat: int, answer: object) -> None:
    try:
        game.answer(seat, answer)
    except MoveError as error:
        assert str(error).endswith(".")
    else:
        raise AssertionError(f"seat {seat} was allowed {answer}")


def wrong_answers(game: Game, question: Question, rng: Random):
    """Answers of the wrong sort, and legal moves that are spoilt a little."""
    legal = game.answers(question)
    cards = sorted(game.rules.box.cards.values(), key=lambda card: card.id)
    wrong: list = ["altar", -1, 99, (cards[0], cards[1]), rng.choice(cards)]
    if None not in legal:
        wrong.append(None)
    hand = game.hand_of(question)
    foreign = [card for card in cards if card not in hand]
    wrong += [Move(rng.choice(foreign), action) for action in (BUILD, WONDER, SELL, RECRUIT)]
    if hand and question.kind != "pick":
        wrong.append(Move(rng.choice(hand), "juggle"))
        wrong += every_move(hand)
    moves = [answer for answer in legal if isinstance(answer, Move)]
    for move in rng.sample(moves, min(4, len(moves))):
        wrong += list(spoilt(move))
    return [answer for answer in wrong if answer not in legal and not pays(game, question, answer)]


def pays(game: Game, question: Question, answer: object) -> bool:
    """RB p.4: a player may pay for a card that could be chained, though nobody would."""
    return isinstance(answer, Move) and chained(game, question.seat, answer.card)


def every_move(hand):
    """What could be done with the cards in hand if it cost nothing."""
    return [Move(card, action) for card in hand for action in (BUILD, WONDER, SELL, RECRUIT)]


def spoilt(move: Move):
    left, right, bank = move.payment.coins
    free = move.payment.free
    wrong = [
        Payment(left + 1, right, bank, free),
        Payment(left, right + 1, bank, free),
        Payment(left, right, bank + 1, free),
        Payment(left, right, bank, "no_such_right"),
        Payment(left, right, bank, free, Buy(left=7, right=7)),
    ]
    if move.payment.total:
        wrong.append(Payment(free=free))
    return [Move(move.card, move.action, payment) for payment in wrong]
