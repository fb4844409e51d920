"""What the organiser of a tournament does on the venue's page: rounds, results by hand, people.

Each action names its round: done twice, or on an old page, it changes nothing more.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from host_tools.rules.names import check_name
from host_tools.rules.setup import EDITIONS, SETS
from host_tools.venue import rounds
from host_tools.venue.book import Book
from host_tools.venue.seating import LAST_ROUND
from host_tools.venue.tournament import LARGEST, SMALLEST
from host_tools.web.refusal import Fields, RefusedError, checked

Json = dict[str, Any]
DRAWING: Fields = {
    "size": int, "first": int, "wonders": str, "edition": str, "sets": list, "variant": str,
}  # fmt: skip
CHOICES = {"wonders": rounds.WONDERS, "edition": EDITIONS, "variant": rounds.VARIANTS}
RANGES = {"size": (SMALLEST, LARGEST), "first": (0, 9999)}
SCORE: Fields = {"player": str, "points": int, "coins": int}
MOST = 9999  # points or coins, as on the command line


def draw(book: Book, body: Json) -> None:
    """Draw the next round."""
    rounds.draw(book, _options(book, body), number=_round(body))


def redraw(book: Book, body: Json) -> None:
    """Draw the current round again."""
    rounds.redraw(book, _round(body), _options(book, body))


def begin(book: Book, body: Json) -> None:
    """Note that the tables play."""
    rounds.begin(book, _round(body))


def close(book: Book, body: Json) -> None:
    """End the round; `without` are the tables that the organiser has seen to have no result."""
    rounds.close(book, _round(body), [str(name) for name in body["without"]])


def score(book: Book, body: Json) -> None:
    """Enter a result by hand; without scores the table's own counts again."""
    scores = [_score(checked(row, SCORE)) for row in body["scores"]]
    rounds.enter_by_hand(book, _round(body), body["table"], scores)


def add(book: Book, body: Json) -> None:
    """Let one more player take part."""
    rounds.add_player(book, check_name(body["name"]))


def drop(book: Book, body: Json) -> None:
    """Let a player take part no longer."""
    rounds.drop_player(book, body["name"])


def _round(body: Json) -> int:
    number: int = body["round"]
    if not 0 < number <= LAST_ROUND:
        raise RefusedError("bad_field", "round")
    return number


def _options(book: Book, body: Json) -> rounds.RoundOptions:
    """Return the options of the last round, and what the page names instead of them."""
    for name, known in CHOICES.items():
        if body[name] not in known:
            raise RefusedError("bad_field", name)
    for name, (least, most) in RANGES.items():
        if not least <= body[name] <= most:
            raise RefusedError("bad_field", name)
    if not all(name in SETS for name in body["sets"]):
        raise RefusedError("bad_field", "sets")
    given = {name: body[name] for name in DRAWING}
    last = rounds.options_of(book, book.rounds())
    return replace(last, **{**given, "sets": tuple(body["sets"])})


def _score(row: Json) -> tuple[str, int, int]:
    if not (-MOST <= row["points"] <= MOST and 0 <= row["coins"] <= MOST):
        raise RefusedError("bad_field", "scores")
    return row["player"], row["points"], row["coins"]


Action = tuple[Callable[[Book, Json], None], Fields, Fields]
ROUND: Fields = {"round": int}
ACTIONS: dict[str, Action] = {
    "draw": (draw, ROUND | DRAWING, {}),
    "redraw": (redraw, ROUND | DRAWING, {}),
    "begin": (begin, ROUND, {}),
    "close": (close, ROUND | {"without": list}, {}),
    "score": (score, ROUND | {"table": str, "scores": list}, {}),
    "add": (add, {"name": str}, {}),
    "drop": (drop, {"name": str}, {}),
}
