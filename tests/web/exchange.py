"""Whole games in which one closed card can be exchanged for another, and nothing else.

People choose by the tags of their cards, never by what is printed on them. So when two tags mean
each other's card, everybody does the same, and whatever differs has told a card.
"""

import logging
import random
from contextlib import contextmanager
from dataclasses import dataclass, replace

from card_db.cards import Card
from firmware.link import commit, make_nonce
from host_tools.link.events import Committed, Joined, Opened, Pressed, Tagged, Withdrawn
from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.rules.agenda import LEADER, LEFT_OVER, PICK
from host_tools.rules.costs import moves
from host_tools.rules.moves import is_closed
from host_tools.rules.ruleset import Ruleset
from host_tools.sim.people.people import People
from host_tools.sim.people.tagged_cards import TaggedCards, tags_for
from host_tools.table.asks import ANSWERED, CHOOSE, FREE_CITY, KEYS, OPTIONAL, moves_with
from host_tools.table.entries import Begin, Declare, Undeclare
from host_tools.table.evening import Evening
from host_tools.table.host import Host, Shelf
from host_tools.table.journal import Journal
from host_tools.table.states import ask_of, served
from host_tools.table.table import Table
from host_tools.web.access import Tokens
from host_tools.web.seat_actions import SeatPage
from host_tools.web.setup_draft import Players, SetupDraft
from host_tools.web.table_pages import TablePages
from tests.table.people import SteadyDealer
from tests.web.onlookers import Displays, Onlookers

NONCE = make_nonce(b"secret", "g1", 1)
STEP_S = 0.5
STEPS_MAX = 4000


class SameDeal(TaggedCards):
    """Deals the same tags to everybody, whatever cards they are."""

    def __init__(self, tags, rules, dealer, dealt):
        super().__init__(tags, rules, dealer)
        self._dealt = {}
        for uid, card in dealt.items():
            self._dealt.setdefault(card, []).append(uid)

    def tagged(self, cards, last=()):
        free = {card: iter(uids) for card, uids in self._dealt.items()}
        return [next(free[card.id]) for card in cards]


class Blind(People):
    """People who never look at what is printed on a card."""

    def __init__(self, *more):
        super().__init__(*more)
        self.laid = {}  # (turn, seat): the tag that was committed
        self.left_over = {}  # the same of leftover cards
        self.laid_openly = set()

    def _lay_secret(self, evening, seat, place):
        super()._lay_secret(evening, seat, place)
        if seat in self._laid:
            self.laid[len(evening.past), seat] = self._laid[seat]

    def _best_card(self, evening, seat):
        return self.chance.choice(sorted(self._hand(evening, seat)))

    def _button(self, evening, ask):
        if ask.urgency == ANSWERED:
            return None
        lit = [at for at, letter in enumerate(ask.letters) if letter != "-"]
        if ask.urgency == OPTIONAL or ask.default:  # half of them say nothing
            lit += [None] * len(lit)
        if ask.letters == CHOOSE:  # not for ever: steps count round in ten
            lit = [1] if ask.step.endswith("8") else [0, 1, 1, 2]
        return self._once("press", ask.seat, ask.step, make=lambda: self.chance.choice(lit))

    def _pick(self, evening, seat, ask):
        uid = self._any(evening, seat, ask)
        moment = (len(evening.past), ask.seat)
        if ask.kind == FREE_CITY:
            self._laid[ask.seat] = self.laid[moment] = uid
        elif ask.kind == LEFT_OVER and uid:
            self.left_over[moment] = uid
        elif uid:
            self.laid_openly.add(uid)
        return uid

    def _any(self, evening, seat, ask):
        rest = self._rest(evening, self.cards.hands, seat)
        if ask.kind == PICK:
            return self._dig(evening, seat, ask)
        if ask.kind == LEADER:
            rest = self._rest(evening, self.cards.leaders, seat)
            rest = [uid for uid in rest if moves_with(evening, seat, self.cards.card(uid))]
        elif ask.kind != FREE_CITY and ask.seat == evening.game.rules.free_city:
            rest = self.cards.pile
        if not rest or (ask.kind != FREE_CITY and self.chance.random() < 0.3):
            return None
        return self.chance.choice(sorted(rest))

    def _dig(self, evening, seat, ask):
        """Take a card by its place in the pile."""
        game = evening.game
        card = self.chance.choice(game.discard)
        if card not in game.answers(game.question(ask.seat)):
            return None
        lies = evening.uids.get(seat)
        return next((uid for uid in self._discarded(evening, card) if uid != lies), None)


class BoardPlace:
    """A tray with a board that reports at once."""

    def __init__(self, room, seat, board):
        self.room, self.seat, self.board = room, seat, board
        self.tray = None
        self._said = None
        self._opened = None
        self._pressed = None

    def lay(self, uid):
        self.tray = uid

    def clear(self):
        self.lay(None)

    @property
    def _state(self):
        return self.room.hub.shown[self.board]

    def _say(self, kind, *fields):
        self.room.seq += 1
        head = (self.board, self.room.seq)
        if kind is not Tagged:
            head += (self.room.table.name, self._state.round)
        self.room.table.receive([kind(*head, *fields)], 0.0)
        self.room.table.tick(self.room.now)

    def press(self, button):
        self._pressed = button

    def _answer(self, button):
        letters = self._state.light.partition(":")[2]
        if self._served and letters and letters[button] != "-":
            self._say(Pressed, self._state.step, KEYS[letters[button].lower()])

    @property
    def _served(self):
        return served(self.room.table.evening, self.board) == self.seat

    def step(self):
        """Report a press, or what is new on the tray."""
        if self._pressed is not None:
            button, self._pressed = self._pressed, None
            self._answer(button)
            return
        state, uid = self._state, self.tray
        if not self._served or (uid and state.stale == bytes.fromhex(uid)):
            return
        number = state.round
        if state.phase in ("play", "open"):
            if uid and self._said != (number, uid):
                self._said = number, uid
                name, seat = self.room.table.name, self.seat
                self._say(Committed, commit(NONCE, name, number, seat, bytes.fromhex(uid)))
                if state.phase == "open":
                    self._say(Opened, uid, NONCE.hex())
            elif not uid and self._said and self._said[0] == number:
                self._said = None
                self._say(Withdrawn)
        elif state.phase == "reveal" and self._opened != (number, uid):
            self._opened = number, uid
            self._say(Opened, uid, NONCE.hex())
        elif state.phase == "enrol" and uid and self._said != (number, state.step, uid):
            self._said = number, state.step, uid
            self._say(Tagged, uid)


class PagePlace:
    """A seat's page."""

    def __init__(self, room, seat):
        self.room, self.seat = room, seat
        self._uid = self._key = None

    def lay(self, uid):
        self._uid = uid

    def clear(self):
        self._uid = None

    def press(self, button):
        ask = ask_of(self.room.table.evening, self.seat)
        self._key = {"step": ask.step, "key": KEYS[ask.letters[button].lower()]}

    def step(self):
        """Send what was tapped, if that is still asked."""
        evening, page = self.room.table.evening, SeatPage(self.room.pages, self.seat)
        ask = ask_of(evening, self.seat)
        key, uid, self._key, self._uid = self._key, self._uid, None, None
        if key is not None and ask is not None and ask.step == key["step"]:
            page.press(key)
        elif uid is not None:
            self._commit(evening, page, ask, {"card": self.room.tags[uid]})

    def _commit(self, evening, page, ask, card):
        if ask is not None and ask.takes_card:
            page.lay(card)
        elif evening.lays(self.seat) and self.seat not in evening.round.commits:
            page.commit(card)


class ClosedGame:
    """A table with everybody around it. `by` says how cards are laid: board, page or shared."""

    def __init__(self, folder, plan, seed=1, by="page", exchanged=()):
        folder.mkdir()
        rules = Ruleset(plan.game_setup)
        dealt = tags_for(rules)
        other = {one: two for pair in exchanged for one, two in (pair, pair[::-1])}
        self.tags = {uid: dealt[other.get(uid, uid)] for uid in dealt}
        self.seq, self.now = 0, 0.0
        self.hub = Displays()
        journal = Journal(folder / "journal.db")
        self.table = Table.begin(journal, plan, self.tags, self.hub, 0.0)
        self.host = Host(self.table, Pump(Hub(), []))
        draft = SetupDraft(Players(folder / "players.json"), plan)
        tokens = Tokens.beside(journal.path)
        self.pages = TablePages(self.host, tokens, draft, Shelf(journal, Hub()))
        self.onlookers = Onlookers(self.pages, self.hub)
        places = {seat: self._place(seat, by) for seat in rules.players}
        cards = SameDeal(self.tags, rules, SteadyDealer(seed), dealt)
        chance = random.Random(seed)
        self.people = Blind(lambda: self.table.evening, cards, places, chance)

    def _place(self, seat, by):
        if by == "page":
            return PagePlace(self, seat)
        board = "board" if by == "shared" else f"board{seat}"
        self.table.serve(seat, board, 0.0)
        self.table.receive([Joined(board, {}, "boot")], 0.0)
        return BoardPlace(self, seat, board)

    @property
    def evening(self):
        return self.table.evening

    def play(self, until=lambda game: game.evening.game.over, each=lambda game: None):
        """Play until something; call `each` after every step."""
        with listening(self.onlookers.log):
            for _ in range(STEPS_MAX):
                self.step()
                each(self)
                if until(self):
                    return self
        raise AssertionError(f"stuck in {self.evening.phase}: {self.evening.round}")

    def step(self):
        self.now += STEP_S
        self.table.tick(self.now)
        self.onlookers.look()
        self.people.look()
        for place in self.people.places.values():
            place.step()
        self.onlookers.look()

    @property
    def rules(self):
        return self.evening.game.rules

    def card(self, uid):
        return self.rules.box.cards[self.tags[uid]]

    def entries(self, kind):
        rows = self.table.journal.read(self.table.number)
        return [entry for _, entry in rows if isinstance(entry, kind)]


# Which cards can be exchanged


@dataclass(frozen=True)
class Laid:
    """A card that was laid, and whoever knows it."""

    turn: int
    seat: int
    knows: int
    uid: str
    closed: bool
    asked: bool  # what is done with it, after the lock


def laid_cards(game):
    """Return every card that was committed in a game, and every leftover one."""
    told = _told_before_the_lock(game)
    free = game.rules.free_city
    for (turn, seat), uid in game.people.laid.items():
        past = game.evening.past[turn]
        knows = past.before.decider(seat) if seat == free else seat
        closed = is_closed(past.moves[seat].action)
        yield Laid(turn, seat, knows, uid, closed, (turn, seat) not in told)
    for (turn, seat), uid in game.people.left_over.items():
        knows = game.evening.past[turn].before.decider(seat) if seat == free else seat
        yield Laid(turn, seat, knows, uid, True, False)


def _told_before_the_lock(game):
    """Return in which turns which seats said before the lock what they then did."""
    evening, told = None, set()
    for _, entry in game.table.journal.read(game.table.number):
        if isinstance(entry, Begin):
            evening = Evening(entry.setup)
        moment = (len(evening.past), getattr(entry, "seat", None))
        if isinstance(entry, Declare) and not evening.round.locked:
            told.add(moment)
        elif isinstance(entry, Undeclare):
            told.discard(moment)
        evening.apply(entry)
    return told


def pairs(game, chance, innocent):
    """Return closed cards that can change places without anybody but their players noticing.

    None of them was laid by the seat `innocent`.
    """
    cards = [laid for laid in laid_cards(game) if laid.closed and laid.knows != innocent]
    cards = [laid for laid in cards if _stays_closed(game, laid.uid)]
    unseen = [Laid(-1, -1, -1, uid, True, False) for uid in _unseen(game)]
    chance.shuffle(cards)
    chance.shuffle(unseen)
    found, used = [], set()
    for laid in cards:
        for other in [*cards, *unseen]:
            if used & {laid.uid, other.uid} or laid is other:
                continue
            if _alike(game, laid, other.uid) and _alike(game, other, laid.uid):
                found.append((laid.uid, other.uid))
                used |= {laid.uid, other.uid}
                break
    return found


def _stays_closed(game, uid):
    """Whether a card was never picked from the pile, nor laid again."""
    picked = {
        answer
        for past in game.evening.past
        for _, kind, answer in past.answers
        if isinstance(answer, Card) and kind == PICK
    }
    return game.card(uid) not in picked and uid not in game.people.laid_openly


def _unseen(game):
    """Return the cards that nobody has ever laid."""
    laid = {card.uid for card in laid_cards(game)} | game.people.laid_openly
    return [uid for uid in game.tags if uid not in laid and _stays_closed(game, uid)]


def _alike(game, laid, uid):
    """Whether another card in this place would have been asked about in the same way."""
    one, other = game.card(laid.uid), game.card(uid)
    if one is other or (one.age, one.color == "white") != (other.age, other.color == "white"):
        return False
    # G113: whoever sees the Free City sell may know that the card could not be played for it.
    if laid.turn < 0 or not (laid.asked or laid.seat == game.rules.free_city):
        return True
    before = game.evening.past[laid.turn].before
    ways = [
        [(move.action, move.payment) for move in moves(before, laid.seat, [card])]
        for card in (one, other)
    ]
    return ways[0] == ways[1]


def last_built(game, taken, innocent):
    """Return the last built card in whose place another could have been laid, and that one."""
    cards = [laid for laid in laid_cards(game) if not laid.closed and laid.knows != innocent]
    unseen = [uid for uid in _unseen(game) if uid not in taken]
    for laid in sorted(cards, key=lambda laid: laid.turn, reverse=True):
        for uid in unseen:
            if _alike(game, replace(laid, asked=True), uid):
                return laid, uid
    raise AssertionError("no built card of this game can be exchanged")


@contextmanager
def listening(handler):
    """Hear every logger at every level."""
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
