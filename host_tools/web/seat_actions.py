"""What a person does on a seat's page: commit, withdraw, press, choose, lay, decline, undo."""

import time
from collections.abc import Callable
from typing import Any, TypedDict

from host_tools.table import decisions
from host_tools.table.asks import FREE_CITY, Ask
from host_tools.table.evening import LAYING
from host_tools.table.states import ask_of
from host_tools.table.table import Table
from host_tools.web.card_facts import CardFacts, card_facts
from host_tools.web.card_lists import ChoiceView, choices
from host_tools.web.refusal import Fields, RefusedError, turn_in
from host_tools.web.table_pages import TablePages

Json = dict[str, Any]
ACTION_KEYS = ("build", "wonder", "sell")
KEYS = (*ACTION_KEYS, "left", "ok", "right")


class FoundCards(TypedDict):
    """The cards that a seat can lay now."""

    cards: list[ChoiceView]


class SeatPage:
    """One seat's page at the table; all of it runs in the table's thread."""

    def __init__(self, pages: TablePages, number: int) -> None:
        self.pages = pages
        self.number = number
        self.table: Table = pages.table
        if number not in self.table.evening.game.rules.players:
            raise RefusedError("no_seat")

    def _ask(self) -> Ask:
        ask = ask_of(self.table.evening, self.number)
        if ask is None:
            raise decisions.refuse("Nothing is asked now.", self.number)
        return ask

    def _take_over(self) -> None:
        """Let the person on the page play instead of a bot."""
        if self.pages.guests is not None:
            self.pages.guests.takes_over(self.number, on=True)

    def commit(self, body: Json) -> None:
        """Commit a card in secret."""
        self._commit(body)

    def play(self, body: Json) -> None:
        """Commit a card together with what is done with it, and perhaps choose how to pay."""
        if body["action"] not in ACTION_KEYS:
            raise RefusedError("bad_field", "action")
        self._commit(body, body["action"], body.get("choose", False))

    def _commit(self, body: Json, action: str = "", choose: bool = False) -> None:
        table, evening = self.table, self.table.evening
        card = evening.game.rules.card(body["card"], self.number)
        if evening.phase != LAYING or self.number not in evening.round.numbers or evening.paused:
            raise decisions.refuse("No card is asked for now.", self.number)
        self._hold(card.id)
        self._take_over()
        if table.evening.boards.get(self.number) in table.present:
            raise RefusedError("has_reader")
        table.commit_page(self.number, card.id, time.time(), action, choose)

    def _hold(self, card: str) -> None:
        """Refuse a card that is not in the hand, where hands are known."""
        guests = self.pages.guests
        if guests is not None and card not in guests.hand(self.number):
            raise RefusedError("no_card")

    def withdraw(self, body: Json) -> None:
        """Take a committed card back before the lock, and the one for the Free City with it."""
        decisions.withdraw(self.table.evening, self.number)  # or it is too late
        self._take_over()
        if self.table.evening.boards.get(self.number) in self.table.present:
            raise RefusedError("has_reader")
        evening, free = self.table.evening, self.table.evening.game.rules.free_city
        seats = [self.number]
        if free is not None and evening.game.decider(free) == self.number:
            seats.append(free)
        for seat in seats:
            self.table.secrets.pop(seat, None)
            self.table.record(decisions.withdraw(evening, seat), time.time())

    def press(self, body: Json) -> None:
        """Answer with a key, as a button does; before the lock also that one chooses how to pay."""
        if body["key"] not in KEYS:
            raise RefusedError("bad_field", "key")
        ask = self._ask()
        if ask.step != body["step"]:
            raise decisions.refuse("That question is over.", self.number)
        step, key, choose = body["step"], body["key"], body.get("choose", False)
        entries = decisions.press(self.table.evening, ask.seat, step, key, choose)
        self._take_over()
        self.table.record(entries, time.time())

    def take(self, body: Json) -> None:
        """Take one of the options; of an action one may also choose how to pay for it."""
        choose = body.get("choose", False)
        entries = decisions.take(self.table.evening, self._ask().seat, body["option"], choose)
        self._take_over()
        self.table.record(entries, time.time())

    def lay(self, body: Json) -> None:
        """Lay a card that is asked for: a pick, an extra play, the leftover, the Free City's."""
        ask = self._ask()
        card = self.table.evening.game.rules.card(body["card"], self.number)
        if self.table.evening.phase == LAYING:
            decisions.check_card(self.table.evening, ask.seat, card, secretly=True)
        else:
            decisions.lay_openly(self.table.evening, ask.seat, card)
        self._hold(card.id)
        self._take_over()
        self.table.lay_page(ask, card.id, time.time())

    def decline(self, body: Json) -> None:
        """Lay no card where one may be laid."""
        ask = self._ask()
        if not ask.takes_card or ask.kind == FREE_CITY:
            raise decisions.refuse("There is nothing to decline now.", self.number)
        entries = decisions.press(self.table.evening, ask.seat, ask.step, "ok")
        self._take_over()
        self.table.record(entries, time.time())

    def undo(self, body: Json) -> None:
        """Call a mistake in the turn that the page shows, or agree to such a call."""
        if turn_in(body) == self.table.evening.turn_shown():
            self.table.record(self.table.call_mistake(self.number), time.time())

    def final(self, body: Json) -> None:
        """Choose at the end which guild is copied and which symbols count."""
        science = body.get("science")
        if science is not None and [*map(type, science)] != [int, int, int]:
            raise RefusedError("bad_field", "science")
        counts = None if science is None else (science[0], science[1], science[2])
        evening, guild = self.table.evening, body["copy_guild"]
        self.table.record(decisions.final(evening, self.number, guild, counts), time.time())

    def bot(self, body: Json) -> None:
        """Let the bot of a virtual seat play, or take its place."""
        if self.pages.guests is None:
            raise RefusedError("no_bot")
        self.pages.guests.takes_over(self.number, on=not body["plays"])
        self.pages.live.ring()

    def cards(self, words: str, lang: str) -> FoundCards:
        """Find the cards that can be laid now."""
        guests = self.pages.guests
        hand = guests.hand(self.number) if guests is not None else None
        return {"cards": choices(self.table, self.number, words, lang, hand)}

    def card_facts(self, card: str, lang: str) -> CardFacts:
        """Tell what is printed on a card."""
        return card_facts(self.table.evening.game.rules, card, lang)


Action = Callable[[SeatPage, Json], None]
ACTIONS: dict[str, tuple[Action, Fields, Fields]] = {
    "commit": (SeatPage.commit, {"card": str}, {}),
    "play": (SeatPage.play, {"card": str, "action": str}, {"choose": bool}),
    "withdraw": (SeatPage.withdraw, {}, {}),
    "press": (SeatPage.press, {"step": str, "key": str}, {"choose": bool}),
    "take": (SeatPage.take, {"option": int}, {"choose": bool}),
    "lay": (SeatPage.lay, {"card": str}, {}),
    "decline": (SeatPage.decline, {}, {}),
    "undo": (SeatPage.undo, {"turn": int}, {}),
    "final": (SeatPage.final, {"copy_guild": str, "science": list | None}, {}),
    "bot": (SeatPage.bot, {"plays": bool}, {}),
}
