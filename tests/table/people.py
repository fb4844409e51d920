"""Wild people for tests: they choose anything that is offered, not what is best."""

from firmware.seat.question import LETTERS
from host_tools.bots.dealer import Dealer
from host_tools.sim.people.people import People
from host_tools.table.asks import ANSWERED, CHOOSE, FREE_CITY, OPTIONAL

TILES = {key: f"07{number:012x}" for number, key in enumerate(LETTERS.values())}
LIFTED_MS = 300


class SteadyDealer(Dealer):
    """Deals the same from the same cards: a turn that is taken back begins as it began before."""

    def __init__(self, seed):
        super().__init__(seed)
        self._drawn = {}

    def draw(self, cards, number):
        key = (tuple(cards), number)
        if key not in self._drawn:
            self._drawn[key] = super().draw(cards, number)
        return list(self._drawn[key])


class Wild(People):
    """Any card of the hand, any lit button, any card that can be dug out."""

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
        if ask.kind != FREE_CITY and self.chance.random() < 0.3:
            return None
        return super()._pick(evening, seat, ask)


class Tray:
    """A seat of the simulated room, as a person sees it."""

    def __init__(self, room, board):
        self.room, self.board = room, board

    def lay(self, uid):
        self.board.tray = (bytes.fromhex(uid),) if uid else ()

    def clear(self):
        Tray.lay(self, None)

    def press(self, button):
        if self.board.seat is not None:
            self.board.seat.press(button, False, self.room.now)


class TileTray(Tray):
    """A seat without buttons: the tile of the answer is laid beside the card, and lifted again."""

    def __init__(self, room, board):
        super().__init__(room, board)
        self._card, self._tile = (), ()
        self._next = 0

    def lay(self, uid):
        self._card = (bytes.fromhex(uid),) if uid else ()
        self._show()

    def clear(self):
        self.lay(None)

    def press(self, button):
        if self.room.now < self._next:
            return
        self._next = self.room.now + LIFTED_MS
        letters = self.room.table.state_of(self.board.uid).light.partition(":")[2]
        tile = bytes.fromhex(TILES[LETTERS[letters[button].lower()]])
        self._tile = () if self._tile else (tile,)
        self._show()

    def _show(self):
        self.board.tray = self._card + self._tile
