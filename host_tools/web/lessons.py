"""What a seat's page teaches whoever asks: cards, hints, the last turns, the panel, the words.

Everything here is for the bearer of the seat's token alone, and made of what that seat may know.
"""

from collections.abc import Callable
from typing import Any, TypedDict

from card_db.cards import Card
from host_tools.coach.hint import hint
from host_tools.coach.lesson import Lesson, lesson
from host_tools.coach.primer import primer
from host_tools.rules.errors import MoveError
from host_tools.table import decisions
from host_tools.table.closed import seen_by
from host_tools.table.last_turns import TurnView, last_turns
from host_tools.table.panel_guide import PanelView, panel_guide
from host_tools.table.states import ask_of
from host_tools.table.view import card_view, move_view, points_view
from host_tools.table.views import CardView, MoveView, PointsView
from host_tools.texts import say
from host_tools.web.refusal import Fields, RefusedError
from host_tools.web.seat_actions import Json, SeatPage


class RivalView(TypedDict):
    """A seat whose shields are compared at the end of the Age."""

    seat: int
    shields: int


class LessonView(TypedDict):
    """What a card would do for the seat now; `shields` before and after, if they change."""

    card: CardView
    coins: int
    points: int
    items: list[PointsView]
    makes: list[str]
    shields: list[int]
    rivals: list[RivalView]
    victory: int
    chains: list[CardView]
    opens: list[CardView]


class HintView(TypedDict):
    """What the bot would do; `of` is how many cards it chose from."""

    card: CardView
    move: MoveView
    of: int


class WordView(TypedDict):
    """A word of the game, its signs, what it means, and the rule to read on."""

    name: str
    signs: list[str]
    text: str
    rule: str


class HelpView(TypedDict):
    """The panel of a seat, and the words of the game."""

    panel: PanelView
    words: list[WordView]


class TurnsView(TypedDict):
    """The last turns, the newest first."""

    turns: list[TurnView]


def show_lesson(page: SeatPage, body: Json, lang: str) -> LessonView:
    """Tell what a card would do for the seat, or for the city that it lays a card for."""
    game, city = page.table.evening.game, _city(page)
    seen = seen_by(page.table.evening, page.number)
    return _lesson_view(lesson(game, city, game.rules.card(body["card"], city), seen), lang)


def _city(page: SeatPage) -> int:
    """Return the seat whose city grows: the Free City's holder lays a card for that too."""
    ask = ask_of(page.table.evening, page.number)
    return ask.seat if ask is not None and ask.takes_card else page.number


def _lesson_view(told: Lesson, lang: str) -> LessonView:
    return {
        "card": card_view(told.card, lang),
        "coins": told.coins,
        "points": told.points,
        "items": [points_view(item, lang) for item in told.items],
        "makes": list(told.makes),
        "shields": list(told.shields or ()),
        "rivals": [{"seat": rival.seat, "shields": rival.shields} for rival in told.rivals],
        "victory": told.victory,
        "chains": [card_view(card, lang) for card in told.chains],
        "opens": [card_view(card, lang) for card in told.opens],
    }


def show_hint(page: SeatPage, body: Json, lang: str) -> HintView:
    """Tell what the bot would do: with the card that is named, or with the hand if it is known."""
    city, evening = _city(page), page.table.evening
    cards = [card for card in _cards(page, body.get("card", "")) if _fits(page, city, card)]
    if not cards:
        raise decisions.refuse("No card is asked for now.", page.number)
    move = hint(evening.game, city, cards)
    return {"card": card_view(move.card, lang), "move": move_view(move), "of": len(cards)}


def _cards(page: SeatPage, named: str) -> list[Card]:
    rules, guests = page.table.evening.game.rules, page.pages.guests
    if named:
        return [rules.card(named, page.number)]
    if guests is None:
        raise RefusedError("no_hand")
    return [rules.card(card) for card in dict.fromkeys(guests.hand(page.number))]


def _fits(page: SeatPage, city: int, card: Card) -> bool:
    """Can this card be played now, as far as the seat may know?"""
    try:
        decisions.check_card(page.table.evening, city, card, secretly=True)
    except MoveError:
        return False
    return True


def show_help(page: SeatPage, body: Json, lang: str) -> HelpView:
    """Explain the panel of a seat, and the words of this game."""
    words: list[WordView] = [
        {
            "name": say(f"primer.name.{word.key}", lang),
            "signs": list(word.signs),
            "text": say(f"primer.text.{word.key}", lang),
            "rule": word.rule,
        }
        for word in primer(page.table.evening.game.rules.setup.sets)
    ]
    return {"panel": panel_guide(lang), "words": words}


def show_turns(page: SeatPage, body: Json, lang: str) -> TurnsView:
    """Tell what happened in the last turns."""
    return {"turns": last_turns(page.table.evening, lang)}


Teach = Callable[[SeatPage, Json, str], Any]
LESSONS: dict[str, tuple[Teach, Fields, Fields]] = {
    "lesson": (show_lesson, {"card": str}, {}),
    "hint": (show_hint, {}, {"card": str}),
    "help": (show_help, {}, {}),
    "turns": (show_turns, {}, {}),
}
