"""Lines of a record in their shortest form, and what a replay makes of them."""

import json

from host_tools.rules.errors import MoveError
from host_tools.rules.record import dump, parse_line, setup_line
from host_tools.rules.replay import Replay, replay
from tests.rules.table import fingerprint, setup


def play(text: str, **more) -> dict:
    """`play("0 build baths", buy={"left": "S"})` is one play object."""
    seat, action, card = text.split()
    return {"seat": int(seat), "card": card, "action": action, **more}


def turn(age: int, number: int, *plays) -> dict:
    """A turn line; a play is an object or, in short, its text."""
    objects = [play(one) if isinstance(one, str) else one for one in plays]
    return {"type": "turn", "age": age, "turn": number, "plays": objects}


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
