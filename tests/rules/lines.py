"""Lines of a record in their shortest form, and what a replay makes of them."""

import json
from collections import Counter

from host_tools.rules.errors import MoveError
from host_tools.rules.record import dump, parse_line, setup_line
from host_tools.rules.replay import Replay, replay
from tests.rules.table import fingerprint, give, setup


def play(text: str, **more) -> dict:
    """`play("0 build baths", buy={"left": "S"})` is one play object."""
    seat, action, card = text.split()
    return {"seat": int(seat), "card": card, "action": action, **more}


def turn(age: int, number: int, *plays) -> dict:
    """A turn line; a play is an object or, in short, its text."""
    objects = [play(one) if isinstance(one, str) else one for one in plays]
    return {"type": "turn", "age": age, "turn": number, "plays": objects}


def selling(told: Replay, *plays) -> dict:
    """The line of the present turn, in which every seat that is not named sells a card."""
    game = told.game
    named = [play(one) if isinstance(one, str) else one for one in plays]
    taken = Counter(one["card"] for one in named)
    for question in game.questions:
        if all(one["seat"] != question.seat for one in named):
            hand = game.hand_of(question) or [
                card
                for card, copies in game.rules.decks[game.age].items()
                if game.used[card] + taken[card.id] < copies
            ]
            named.append(play(f"{question.seat} sell {hand[0].id}"))
            taken[hand[0].id] += 1
    return turn(game.age, game.turn, *named)


def sell_on(told: Replay, age: int, number: int) -> None:
    """Sell card after card until the game stands at this turn."""
    while (told.game.age, told.game.turn) != (age, number):
        told.apply(selling(told))


def deal(age: int, *hands: str) -> dict:
    return {"type": "deal", "age": age, "hands": [hand.split() for hand in hands]}


def age_end(age: int, *left: str) -> dict:
    """`age_end(1, "0 altar")`: seat 0 had the Altar left over."""
    pairs = [one.split() for one in left]
    discarded = [{"seat": int(seat), "card": card} for seat, card in pairs]
    return {"type": "age_end", "age": age, "discarded": discarded}


UNDO = {"type": "undo"}


def settle(**debts: int) -> dict:
    """`settle(seat_2=1)`: seat 2 takes one coin of its loss as debt."""
    return {"type": "settle", "debts": {name.removeprefix("seat_"): n for name, n in debts.items()}}


def data(*lines, **more) -> bytes:
    """The file of a record; a line that is no object stands in it as it is."""
    head = setup_line(setup(**more))
    return "".join(
        line + "\n" if isinstance(line, str) else dump([line]) for line in (head, *lines)
    ).encode()


def telling(*lines: dict, with_options=False, **more) -> Replay:
    """A replay of these lines, each checked as one from a file is."""
    told = Replay(setup(**more), with_options)
    for line in lines:
        told.apply(parse_line(json.dumps(line)))
    return told


def broken(told: Replay, line: dict) -> MoveError:
    """The error of a line that breaks the rules; everything must be as it was before it."""
    before = state(told)
    try:
        told.apply(parse_line(json.dumps(line)))
    except MoveError as error:
        assert state(told) == before
        assert error.message.endswith(".")
        return error
    raise AssertionError(f"{line} was accepted")


def state(told: Replay) -> tuple:
    return fingerprint(told.game), repr(told.trace), repr(told.choices)


def bad_file(file: bytes) -> MoveError:
    """The error of a file that is no good record."""
    try:
        replay(file)
    except MoveError as error:
        return error
    raise AssertionError("the file was accepted")


def finished(**more) -> Replay:
    """A game of which every card was sold, with unknown hands."""
    told = telling(**more)
    while not told.game.over:
        told.apply(selling(told))
    return told


HANDS_1 = (
    "lumber_yard clay_pit baths altar stockade workshop marketplace",
    "ore_vein timber_yard theater barracks scriptorium loom_1 east_trading_post",
    "clay_pool stone_pit glassworks_1 press_1 guard_tower apothecary west_trading_post",
)
HANDS_2 = (
    "brickyard foundry quarry sawmill glassworks_2 loom_2 press_2",
    "courthouse temple aqueduct statue caravansery vineyard forum",
    "stables archery_range walls dispensary laboratory library school",
)
HANDS_3 = (
    "gardens senate town_hall pantheon palace haven arena",
    "lighthouse arsenal siege_workshop fortifications university study lodge",
    "academy observatory builders_guild workers_guild spies_guild traders_guild scientists_guild",
)
FIVE = "gizah_a rhodos_a ephesos_a babylon_a olympia_a"
LAST_TWO = ("3 sell lumber_yard", "4 sell clay_pool")
FIRST = turn(1, 1, "0 build lumber_yard", "1 build ore_vein", "2 build clay_pool")


def babylon(known=True, **more) -> Replay:
    """The last turn of Age I; seat 0 may play its last card."""
    wonders = "babylon_b halikarnassos_b ephesos_a"
    told = telling(*[deal(1, *HANDS_1)] * known, wonders=wonders, **more)
    sell_on(told, 1, 6)
    give(told.game, 0, stages=2, coins=3)
    give(told.game, 1, built="ore_vein foundry")
    return told


def extra(action: str, card: str, **more) -> dict:
    return {"card": card, "action": action, **more}
