"""Words of an effect that are each right but do not go together: what the rules cannot do."""

from collections.abc import Callable, Iterator

from card_db.lines import Row

Faults = Iterator[str]
TRADES = {"raw": (1, False), "goods": (1, False), "any": (-1, True), "start": (-1, False)}
"""The price that a trade can have, and whether it is one a turn."""
LIMITS = {"buy": "neighbour", "bank": "turn"}
"""Events for which coins are limited, and how."""


def faults(verb: str, row: Row) -> Faults:
    """Say why the rules could not do what the row of an effect says."""
    if verb in CHECKS:
        yield from CHECKS[verb](row)


def _make(row: Row) -> Faults:
    made = row["make"]
    if made in ("produced", "missing") and row.get("sold", True):
        yield f'neighbours cannot buy what is "{made}": add "sold": false.'
    if (made == "any") != ("price" in row):
        yield '"make": "any" and "price" go together. Without a price, write "W/S/C/O/G/L/P".'


def _trade(row: Row) -> Faults:
    price, once = TRADES[row["trade"]]
    if row["price"] != price:
        yield f'"price" beside "trade": "{row["trade"]}" is {price}, not {row["price"]}.'
    if ("once" in row) != once:
        yield f'"trade": "{row["trade"]}" goes ' + (
            'with "once": "turn".' if once else 'without "once".'
        )
    if once and row["with"] == "neighbours":
        yield '"trade": "any" is "with": "left" or "right". Write one effect for each.'


def _discount(row: Row) -> Faults:
    if row.get("with", "own") != "own" and row["on"] != "leader":
        yield 'a discount for neighbours is one "on": "leader".'


def _free(row: Row) -> Faults:
    if "once" in row and row["free"] not in ("card", "black", "purple"):
        yield f'"free": "{row["free"]}" goes without "once".'
    if row["free"] == "card" and "once" not in row:
        yield '"free": "card" needs "once": "age" as well.'


def _coins(row: Row) -> Faults:
    if "on" not in row:
        return
    once = LIMITS.get(row["on"])
    if row.get("once") != once:
        says = f'with "once": "{once}"' if once else 'without "once"'
        yield f'"coins" "on": "{row["on"]}" goes {says}.'
    for key in ("per", "of", "with"):
        if key in row:
            yield f'"coins" with "on" goes without "{key}".'


def _copy(row: Row) -> Faults:
    if ("stage" in row["copy"]) != ("with" in row):
        yield 'a copied stage, and only that, needs "with": "left" or "right".'


def _points(row: Row) -> Faults:
    if row.get("per") == "science_set" and ("of" in row or "if" in row):
        yield '"per": "science_set" goes without "of" and "if".'


def _victories(row: Row) -> Faults:
    if row["victories"] != -1 and row.get("with", "own") != "own":
        yield 'others can only give a Victory token up: "victories": -1.'


CHECKS: dict[str, Callable[[Row], Faults]] = {
    "make": _make,
    "trade": _trade,
    "discount": _discount,
    "free": _free,
    "coins": _coins,
    "copy": _copy,
    "points": _points,
    "victories": _victories,
}
