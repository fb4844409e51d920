"""Wild people for tests: they choose anything that is offered, not what is best."""

from typing import NamedTuple

from firmware.seat.question import LETTERS
from host_tools.bots.dealer import Dealer
from host_tools.sim.people.people import LETTERS as ACTION_LETTERS
from host_tools.sim.people.people import People
from host_tools.table.asks import CHOOSE, FREE_CITY, KEYS, moves_with
from host_tools.table.evening import LAYING

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


class CardPlan(NamedTuple):
    """What a person does with a card: the keys before the lock, the last one counts; and after."""

    before: tuple[str, ...]
    after: str  # the letter of what is done in the end


class Wild(People):
    """Any card of the hand, anything that is legal with it, any card that can be dug out.

    A card that is built by itself is left to that, unless people are `keen`: these press before the
    lock, change their minds, and choose what is not possible.
    """

    keen = False

    def __init__(self, *more):
        super().__init__(*more)
        self._told = {}  # (seat, round): how many of the keys before the lock were on record

    def _best_card(self, evening, seat):
        return self.chance.choice(sorted(self._hand(evening, seat)))

    def _button(self, evening, ask):
        if ask.kind == "declare":
            key = self._key(evening, ask)
            return None if key is None else ask.letters.lower().index(key)
        lit = [at for at, letter in enumerate(ask.letters) if letter != "-"]
        if ask.letters == CHOOSE:  # not for ever: steps count round in ten
            lit = [1] if ask.step.endswith("8") else [0, 1, 1, 2]
        return self._once("press", ask.seat, ask.step, make=lambda: self.chance.choice(lit))

    def _key(self, evening, ask):
        plan = self._plan(evening, ask.seat, ask.step)
        if plan is None:
            return None
        if evening.phase == LAYING:
            return self._next_key(evening, ask.seat, plan.before)
        return None if ask.default and plan.after == "b" else plan.after

    def _next_key(self, evening, seat, keys):
        """The key that is pressed now; one that is on record was followed by the next."""
        if not keys:
            return None
        moment = (seat, evening.round.numbers[seat])
        done = min(self._told.get(moment, 0), len(keys) - 1)
        done += evening.round.actions.get(seat) == KEYS[keys[done]]
        self._told[moment] = done
        return keys[done] if done < len(keys) else None

    # Plans

    def _plan(self, evening, seat, step=""):
        """What a seat does with its card; nothing is planned before it is chosen."""
        secretly = seat in evening.round.numbers
        card = evening.round.cards.get(seat) or self._chosen(evening, seat)
        if card is None:
            return None
        what = ("act", seat, "" if secretly else step)
        return self._once(*what, make=lambda: self._new_plan(evening, seat, card))

    def _chosen(self, evening, seat):
        uid = self._decided.get(("lay", seat, evening.round.numbers.get(seat)))
        if seat == evening.game.rules.free_city:
            uid = self._laid.get(seat)
        return None if uid is None else self.cards.card(uid)

    def _new_plan(self, evening, seat, card):
        setup, chance = evening.setup, self.chance
        actions = moves_with(evening, seat, card)
        legal = sorted({ACTION_LETTERS.get(action, "b") for action in actions})
        sure = self.keen and not self._lays_last(evening, seat)
        by_itself = setup.grace is not None and not setup.strict
        silent = not sure or chance.random() < 0.4
        if by_itself and silent and "b" in legal:
            return CardPlan((), "b")
        after = chance.choice(legal)
        not_possible = sorted({*"bws"} - {*legal})
        # Whoever chooses what is not possible is asked, and nothing is built by itself.
        mistaken = not_possible and chance.random() < 0.3
        last = chance.choice(not_possible) if mistaken else after
        tried = [chance.choice("bws") for _ in range(chance.randrange(3))] if sure else []
        said = setup.strict or (by_itself and sure) or chance.random() < 0.5
        return CardPlan((*(key for key in tried if key != last), last) if said else (), after)

    def _lays_last(self, evening, seat):
        """Whoever lays last may find the table locked before a key is pressed."""
        return True

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
