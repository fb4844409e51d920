"""Views of every scene of the shared screen, from games that were played and then filled up.

Three moments of a game are real; the scenes are made from them by what differs.
"""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from card_db.loader import load_box
from host_tools.table.evening import OVER
from host_tools.table.view import card_view
from tests.web.paper import PaperEvening

View = dict[str, Any]
Change = Callable[[View], None]

# 24 letters each, as long as a name may be.
NAMES = (
    "Maximiliana Wolkenstein!",
    "Wilhelmina-Rose Mommsens",
    "Bartholomäus Zimmermann.",
    "Anne-Sophie Montgommerie",
    "Emmanuelle Wammawomwamma",
    "Konstantinopolitanischer",
    "Jean-Baptiste Grammontow",
    "Guillaume de Champommery",
)
EVERYTHING = ("base", "leaders", "cities")
SEED = 11


class Company(NamedTuple):
    """How many people play, and whether in teams."""

    players: int
    variant: str = ""

    def __str__(self) -> str:
        return f"{self.players} {self.variant}".strip()


COMPANIES = (
    *(Company(players) for players in range(2, 9)),
    *(Company(players, "team") for players in (4, 6, 8)),
)


class Moments(NamedTuple):
    """The draft, a turn late in the last Age, and the end, of one game in one language."""

    draft: View
    late: View
    over: View


def moments(folder: Path, company: Company, languages: tuple[str, ...]) -> dict[str, Moments]:
    """Play a game without its server."""
    variant = {"variant": company.variant} if company.variant else {}
    evening = PaperEvening(
        folder, company.players, SEED, NAMES, EVERYTHING, mode="assisted", **variant
    )
    try:
        evening.pages.at = "http://192.168.178.120:8080"
        draft = {lang: evening.pages.view(lang) for lang in languages}
        evening.play_to(3, 5)
        late = {lang: evening.pages.view(lang) for lang in languages}
        evening.play_until(lambda table: table.evening.phase == OVER)
        over = {lang: evening.pages.view(lang) for lang in languages}
    finally:
        evening.stop()
    return {lang: Moments(draft[lang], late[lang], over[lang]) for lang in languages}


def scenes(at: Moments, lang: str) -> dict[str, View]:
    """Return the view of every scene, by name: what is shown, then what is special."""
    late = full(at.late, lang)
    return {
        "draft": at.draft,
        "laying": made(late, missing([0, 1])),
        "laying, all": made(late, missing(range(len(late["seats"])))),
        "laying, one": made(late, missing([len(late["seats"]) - 1])),
        "countdown": made(late, missing([]), {"countdown": 3.0}),
        "locked": made(late, missing([0, 1]), {"phase": "declare"}),
        "reveal": at.late,
        "reveal, all pay": late,
        "reveal, stages": made(late, stages),
        "reveal, decide": made(late, missing([0, 2]), {"phase": "ask"}),
        "conflict": at.over,
        "score": made(at.over, {"result": "none", "conflict": None}, unplayed),
        "laying, paused": made(late, missing([1]), {"paused": True}),
        "laying, audit": made(late, missing([0, 1]), {"audit": [1]}),
        "laying, away": made(late, missing([0, 1]), away),
        "locked, again": made(late, missing([1]), {"phase": "open"}, again),
        "laying, undo": made(late, missing([0]), undo),
        "abandoned": made(late, {"phase": "abandoned"}),
    }


def made(view: View, *changes: Change | View) -> View:
    view = deepcopy(view)
    for change in changes:
        if callable(change):
            change(view)
        else:
            view.update(change)
    return view


def full(view: View, lang: str) -> View:
    """Fill every panel: all seats pay everybody, cards have long names and texts."""
    view = deepcopy(view)
    cards = [card_view(card, lang) for card in load_box("1e").cards.values()]
    cards.sort(key=lambda card: -len(card["text"]) - 4 * len(card["name"]))
    for seat, card in zip(view["seats"], cards, strict=False):
        seat |= {"coins": 24, "debt": 3, "victories": [1, 3, 3, 5], "defeats": 5, "diplomacy": 1}
        seat["played"] = {"action": "build", "stage": 0, "card": card}
        seat["facts"] |= {"pay_left": 12, "pay_right": 4, "bank": -11, "debts": 2}
    return view


def missing(seats) -> Change:
    """Let the table wait for these seats; all others have laid a card."""

    def change(view: View) -> None:
        for seat in view["seats"]:
            seat["waited_for"] = seat["seat"] in seats
            seat["committed"] = not seat["waited_for"]
        view["missing"] = [seat["player"] for seat in view["seats"] if seat["waited_for"]]

    return change


def stages(view: View) -> None:
    """Every seat has built the stage with the longest text."""
    for seat in view["seats"]:
        texts = [len(stage["text"]) for stage in seat["all_stages"]]
        number = 1 + texts.index(max(texts))
        seat["played"] = {"action": "wonder", "stage": number, "card": None}


def unplayed(view: View) -> None:
    for seat in view["seats"]:
        seat["played"] = None


def away(view: View) -> None:
    view["seats"][0]["connected"] = False


def again(view: View) -> None:
    view["seats"][1]["again"] = True


def undo(view: View) -> None:
    view["undo"] = {"turn": 18, "age": 3, "number": 4, "caller": 0, "left": 17.0}
