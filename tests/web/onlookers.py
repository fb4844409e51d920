"""Onlookers: they write down every byte that anybody but a card's own player can see of a table."""

import json
import logging
import re
from contextlib import suppress
from dataclasses import astuple
from io import StringIO

from host_tools.commands.pictures import table_picture
from host_tools.rules.agenda import PICK
from host_tools.rules.errors import MoveError
from host_tools.table import decisions
from host_tools.table.closed import closed_cards
from host_tools.table.evening import ABANDONED, LAYING, OVER
from host_tools.table.states import ask_of
from host_tools.texts import LANGUAGES
from host_tools.texts.cards import name_in
from host_tools.texts.terminal import PlainConsole
from host_tools.web.card_lists import choices
from host_tools.web.lessons import show_hint, show_lesson, show_turns
from host_tools.web.live import event
from host_tools.web.seat_actions import SeatPage
from tests.table.paper import Silence

ENDS = (OVER, ABANDONED)
ACTIONS = ("build", "wonder", "sell")
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MOMENT = re.compile(r'\d{4}-\d\d-\d\dT[\d:.]+Z|(?<="duration_s": )\d+')


class Displays(Silence):
    """A hub that writes down what every board shows; games and tags are for the board alone."""

    def __init__(self):
        super().__init__()
        self.lines = []

    def show(self, board, state):
        super().show(board, state)
        phase, _, number, step, light, sound, _, text = astuple(state)
        self.lines.append((board, f"{phase} {number} {step} {light} {sound} {text}"))


class LogLines(logging.Handler):
    """Every record of every logger, with its traceback as a terminal shows it."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


class Onlookers:
    """`seen` is what each channel has shown, in order; equal pictures are shown once."""

    def __init__(self, pages, hub):
        self.pages, self.hub = pages, hub
        self.seen = {}
        self.log = LogLines()
        self.found = []  # names of closed cards: channel, name
        self.reveals = []  # how much every channel had shown before each reveal
        self._names = _names(self._table.evening.game.rules)
        self._known = {}
        self._at = self._moment = None
        players = self._table.evening.game.rules.players
        roles = ["public", "operator", *(f"seat{number}" for number in players)]
        self._channels = [(role, lang) for role in roles for lang in LANGUAGES]

    @property
    def _table(self):
        return self.pages.host.table

    def note(self, channel, text):
        """Write down what a channel shows, unless it shows that already."""
        text = masked(text, self._table.name)
        shown = self.seen.setdefault(channel, [])
        if not shown or shown[-1] != text:
            shown.append(text)
            self._search(channel, text)

    def _search(self, channel, text):
        """Find names of closed cards; lists of all cards that can be laid hold every name."""
        if channel.startswith(("cards", "refusals")) or self._table.evening.phase in ENDS:
            return
        reader = int(channel[4]) if channel.startswith("seat") else None
        secrets = self._secrets(reader)
        self.found += [(channel, word) for word in set(self._names.findall(text)) & secrets]

    def _secrets(self, reader):
        """Return all that one seat, or everybody, must not read now."""
        entries = self._table.evening.entries
        if self._known.get("at") != entries:
            self._known = {"at": entries}
        if reader not in self._known:
            self._known[reader] = secrets_of(self._table, reader)
        return self._known[reader]

    def look(self):
        """Look at every channel, if anything has happened."""
        table, chronicle = self._table, self.pages.chronicle
        evening = table.evening
        now = (evening.entries, table.pace.countdown.left(table.steady), len(self.hub.lines))
        if now == self._at:
            return
        self._at = now
        while len(self.reveals) < len(evening.past) + evening.in_turn():
            self.reveals.append(self.mark())
        pictures = self.pages._pictures(self._channels)
        for (role, lang), events in pictures.items():
            for name, data in events.items():
                if name != "view" or role == "public":
                    self.note(f"{role} {name} {lang}", event(name, _timeless(data)).decode())
        moment = (evening.round_number, evening.phase)
        if moment != self._moment:  # these are made of the view, and of what is asked, alone
            self._moment = moment
            self.note("terminal", _drawn(pictures["public", table.lang]["view"]))
            for number in evening.game.rules.players:
                self._look_for(number)
        self.note("state", json.dumps(chronicle.state(table, 0.0)))
        self.note("events", json.dumps(chronicle.events))
        self.note("result", json.dumps(chronicle.result))
        for board, line in self.hub.lines:
            self.note(f"display {board}", line)
        self.hub.lines.clear()
        self.note("log", "\n".join(self.log.lines))

    def _look_for(self, seat):
        """Look at what a seat alone is offered, and at what it is refused."""
        table = self._table
        ask = ask_of(table.evening, seat)
        if ask is not None and ask.kind == PICK:
            return  # the pile is open for this seat alone
        # French, which has the English names too.
        self.note(f"cards{seat}", json.dumps(choices(table, seat, "", "fr", None)))
        self._ask_for_lessons(seat)
        if table.evening.phase == LAYING and seat in table.evening.round.numbers:
            self.note(f"refusals{seat}", "\n".join(_refusals(table, seat)))

    def _ask_for_lessons(self, seat):
        """Look at what a seat's page teaches: the last turns, and a hint about some cards."""
        page, rules = SeatPage(self.pages, seat), self._table.evening.game.rules
        self.note(f"seat{seat} turns", json.dumps(show_turns(page, {}, "fr"), ensure_ascii=False))
        if not page.table.evening.lays(seat):
            return
        for card in sorted(rules.decks[page.table.evening.game.age], key=lambda c: c.id)[:8]:
            for teach in (show_lesson, show_hint):
                with suppress(MoveError):
                    told = teach(page, {"card": card.id}, "fr")
                    self.note(f"cards{seat} {teach.__name__} {card.id}", json.dumps(told))

    def differences(self, other, innocent, turn):
        """Compare all that was seen before the reveal of a turn in two games, channel by channel.

        Of what one seat alone may see, only that of the seat `innocent` counts.
        """
        own = re.compile(r"(seat|cards|refusals)(\d)")
        found = {}
        for channel in sorted({*self.seen, *other.seen}):
            whose = own.match(channel)
            shown = [who.before(turn, channel) for who in (self, other)]
            if shown[0] != shown[1] and not (whose and int(whose[2]) != innocent):
                found[channel] = _first_difference(*shown)
        return found

    def before(self, turn, channel):
        """Return what a channel had shown before the reveal of a turn."""
        return self.seen.get(channel, [])[: self.reveals[turn].get(channel, 0)]

    def mark(self):
        """Return how much every channel has shown."""
        return {channel: len(shown) for channel, shown in self.seen.items()}


def masked(text, game):
    """Hide what differs from game to game: times, ids, and the name of the game."""
    return UUID.sub("<id>", MOMENT.sub("<time>", text)).replace(f'"{game}"', "<game>")


def _names(rules):
    """Return a pattern of all that a card is called; of two names in one place the longer."""
    words = {word for card in rules.box.cards.values() for word in words_of(card)}
    longest = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest))})(?![\w-])")


def words_of(card):
    """Return the id of a card and its names."""
    return {card.id, card.name, name_in(card, "fr")}


def _first_difference(ours, theirs):
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
            return [text[max(0, at - 120) : at + 60] for text in (one, other)]
    return [len(ours), len(theirs)]


def _timeless(data):
    """A notice and a latency carry real times."""
    if isinstance(data, dict) and "notices" in data:
        return {**data, "notices": [{**notice, "at": 0} for notice in data["notices"]]}
    return data


def _drawn(view):
    console = PlainConsole(file=StringIO(), width=200)
    console.print(table_picture(view))
    return console.file.getvalue()


def _refusals(table, seat):
    """Say what a seat hears when it tries to commit any card with any action."""
    evening = table.evening
    game = evening.game
    deck = game.rules.leader_deck if game.turn == 0 else game.rules.decks[game.age]
    for card in sorted(deck, key=lambda card: card.id):
        for action in ACTIONS:
            try:
                decisions.check_action(evening, seat, card, action)
                decisions.check_card(evening, seat, card, secretly=True)
            except MoveError as error:
                yield f"{card.id} {action} {error.code} {error.message}"


def secrets_of(table, reader=None):
    """Return names of cards that lie closed, and of which no copy lies open, in both languages.

    What the reader has laid is no secret.
    """
    evening = table.evening
    game = evening.game
    open_names = {card.name for city in game.cities for card in (*city.built, *city.leaders)}
    open_names |= {city.copied.name for city in game.cities if city.copied}
    laid = {seat: secret.card for seat, secret in table.secrets.items()} | evening.round.cards
    hidden = [*closed_cards(evening), *((game.decider(seat), card) for seat, card in laid.items())]
    known = {card.name for who, card in hidden if who == reader}
    return {
        word for _, card in hidden if card.name not in open_names | known for word in words_of(card)
    }
