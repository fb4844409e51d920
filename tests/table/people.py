"""People at a simulated table: they hold real hands, lay tagged cards, and press lit buttons."""

import random

from host_tools.rules.agenda import LAST_CARD, LEADER, LEFT_OVER, PICK
from host_tools.table.evening import Evening
from host_tools.table.states import ask_of
from host_tools.table.table import Table
from host_tools.virtual.dealer import Dealer
from tests.link.room import Room


def tags_for(rules) -> dict[str, str]:
    """A tag for every physical copy of every card of a game: uid -> card id."""
    found = {}
    cards = [card for deck in rules.decks.values() for card in deck.elements()]
    cards += sorted(rules.leader_deck, key=lambda card: card.id)
    for number, card in enumerate(cards):
        found[f"04{number:012x}"] = card.id
    return found


class People:
    """All players together. What they do follows from the seed and the lights alone."""

    def __init__(self, room: Room, table: Table, boards: dict[int, object], seed: int) -> None:
        self.room = room
        self.table = table
        self.boards = boards  # seat -> Board
        self.chance = random.Random(seed)
        self.dealer = Dealer(seed)
        self.hands: dict[int, list[str]] = {}  # seat -> uids
        self.pile: list[str] = []  # the Free City's
        self.leaders: dict[int, list[str]] = {}
        self.box: list[str] = []
        self.laid: dict[int, str] = {}
        self._turn = None
        self._dealt = 0
        self._wanted: dict[tuple, object] = {}

    @property
    def evening(self) -> Evening:
        return self.table.evening

    def step(self) -> None:
        """Let everybody look at the table and do the next thing, if there is one to do."""
        game = self.evening.game
        if game.over:
            return
        self._follow_the_game()
        for seat, board in self.boards.items():
            if board.seat is None or board.seat.session.sid == "":
                continue
            self._act(seat, board)

    # Cards

    def _follow_the_game(self) -> None:
        game = self.evening.game
        rules = game.rules
        if rules.leaders and not self.leaders:
            self._deal_leaders()
        now = (game.age, game.turn)
        if self._turn is not None and now != self._turn:
            self._end_turn(*self._turn)
        self._turn = now
        if game.step.kind == "turn" and self._dealt < game.age:
            self._deal(game.age)

    def _tags(self, cards) -> list[str]:
        by_card: dict[str, list[str]] = {}
        for uid, card in self.table.tags.items():
            by_card.setdefault(card, []).append(uid)
        return [by_card[card.id].pop() for card in cards]

    def _deal_leaders(self) -> None:
        rules = self.evening.game.rules
        everyone = self._tags(sorted(rules.leader_deck, key=lambda card: card.id))
        self.chance.shuffle(everyone)
        for seat in rules.players:
            self.leaders[seat] = [everyone.pop() for _ in range(4)]
        self.box = everyone

    def _deal(self, age: int) -> None:
        rules = self.evening.game.rules
        uids = self._tags(self.dealer.deck(rules, age))
        self.chance.shuffle(uids)
        size = rules.hand_size
        self.hands = {seat: uids[seat * size : (seat + 1) * size] for seat in rules.seats}
        if rules.free_city is not None:
            self.pile = self.hands.pop(rules.free_city)
            self.hands[self.evening.game.holder()].append(self.pile.pop(0))
        self._dealt = age

    def _end_turn(self, age: int, turn: int) -> None:
        """Take the played cards away and pass the hands on."""
        rules = self.evening.game.rules
        for seat, uid in self.laid.items():
            owner = self.leaders if self.card(uid).color == "white" else self.hands
            if uid in owner.get(seat, []):
                owner[seat].remove(uid)
        self.laid.clear()
        for board in self.boards.values():
            board.tray = ()
        self._wanted.clear()
        if turn == 0:
            return
        if turn == rules.turns:
            self.hands = {}
        elif rules.free_city is not None:
            self.hands[0], self.hands[1] = self.hands[1], self.hands[0]
            self.hands[self.evening.game.holder()].append(self.pile.pop(0))
        else:
            onward = rules.right if age == 2 else rules.left
            self.hands = {onward[seat]: hand for seat, hand in self.hands.items()}

    def card(self, uid: str):
        return self.evening.game.rules.box.cards[self.table.tags[uid]]

    # What a person does at a seat

    def _act(self, seat: int, board) -> None:
        phase = board.seat.state.phase
        if phase in ("play", "open") and board.seat.state.round == self.evening.slot_of(seat):
            self._lay_secret(seat, board)
        elif phase == "enrol":
            self._lay_open(seat, board)
        elif phase == "ask":
            self._press(seat, board)

    def _once(self, *what, make):
        """A person decides a thing once, whatever happens to the wire."""
        if what not in self._wanted:
            self._wanted[what] = make()
        return self._wanted[what]

    def _lay_secret(self, seat: int, board) -> None:
        hand = self.leaders[seat] if self.evening.game.turn == 0 else self.hands[seat]
        uid = self._once("lay", seat, make=lambda: self.chance.choice(sorted(hand)))
        self.laid[seat] = uid
        board.tray = (bytes.fromhex(uid),)
        if board.seat.state.step:
            self._press(seat, board)

    def _press(self, seat: int, board) -> None:
        step = board.seat.state.step
        letters = board.seat.lamps()
        lit = [i for i, letter in enumerate(letters) if letter != "-"]
        if not lit or not step:
            return
        button = self._once("press", seat, step, make=lambda: self.chance.choice(lit))
        ask = ask_of(self.evening, seat)
        if ask and ask.step == step:
            board.seat.press(button if button in lit else lit[0], False, self.room.now)

    def _lay_open(self, seat: int, board) -> None:
        ask = ask_of(self.evening, seat)
        if ask is None or ask.step != board.seat.state.step:
            return
        uid = self._once("open", ask.step, make=lambda: self._choose_open(seat, ask))
        if uid is None:
            if ask.kind != "free_city":
                board.seat.press(1, False, self.room.now)
            return
        board.tray = (bytes.fromhex(uid),)

    def _choose_open(self, seat: int, ask):
        game = self.evening.game
        if ask.kind == PICK:
            cards = [c for c in game.answers(game.question(ask.seat)) if c]
            wanted = self.chance.choice(cards)
            return next(uid for uid, card in self.table.tags.items() if card == wanted.id)
        if ask.kind == LEADER:
            return None
        if ask.kind == "free_city":
            return self._for_free_city(seat)
        if ask.kind in (LAST_CARD, LEFT_OVER):
            hand = self.pile if ask.seat == game.rules.free_city else self.hands.get(seat, [])
            left = [uid for uid in hand if uid != self.laid.get(seat)]
            return left[0] if left and self.chance.random() < 0.7 else None
        return None

    def _for_free_city(self, seat: int) -> str:
        rest = [uid for uid in self.hands[seat] if uid != self.laid.get(seat)]
        uid = self.chance.choice(sorted(rest))
        self.hands[seat].remove(uid)
        return uid
