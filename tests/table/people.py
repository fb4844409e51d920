"""Wild people for tests: they choose anything that is offered, not what is best."""

from host_tools.table.asks import CHOOSE
from host_tools.virtual.people import People


class Wild(People):
    """Any card of the hand, any lit button, any card that can be dug out."""

    def _best_card(self, evening, seat):
        game = evening.game
        hand = self.cards.leaders[seat] if game.turn == 0 else self.cards.hands[seat]
        return self.chance.choice(sorted(hand))

    def _button(self, evening, ask):
        lit = [at for at, letter in enumerate(ask.letters) if letter != "-"]
        if ask.letters == CHOOSE:  # not for ever
            lit = [0, 1, 1, 2]
        return self._once("press", ask.seat, ask.step, make=lambda: self.chance.choice(lit))

    def _declare(self, evening, ask):
        return self._button(evening, ask)

    def _pick(self, evening, seat, ask):
        if ask.kind != "free_city" and self.chance.random() < 0.3:
            return None
        return super()._pick(evening, seat, ask)


class Tray:
    """A seat of the simulated room, as a person sees it."""

    def __init__(self, room, board):
        self.room, self.board = room, board

    def lay(self, uid):
        self.board.tray = (bytes.fromhex(uid),) if uid else ()

    def press(self, button):
        if self.board.seat is not None:
            self.board.seat.press(button, False, self.room.now)
