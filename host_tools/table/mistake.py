"""A mistake is called by one and taken back when another agrees in time, once.

>>> mistake = Mistake()
>>> [mistake.call(turn=3, seat=0, board="a", now=0.0), mistake.call(3, 0, "a", 1.0)]
[False, False]
>>> mistake.call(3, 1, "b", 2.0), mistake.called(3, 2.0)
(True, None)
"""

from typing import NamedTuple

AGREE_S = 20.0  # for which a call waits for somebody who agrees


class Call(NamedTuple):
    """Who wants which turn to be taken back."""

    turn: int
    seat: int
    board: str  # or nothing: the seat's page
    until: float


class Mistake:
    """The one call that is open; times are those of a clock that nobody sets."""

    def __init__(self) -> None:
        self._call: Call | None = None

    def called(self, turn: int, now: float) -> Call | None:
        """Return the call to take back this turn, unless its time is over."""
        call = self._call
        return call if call and call.turn == turn and now < call.until else None

    def call(self, turn: int, seat: int, board: str, now: float) -> bool:
        """Call a mistake; return whether it is the second seat to do so: then it is agreed."""
        call = self.called(turn, now)
        if call is None:
            self._call = Call(turn, seat, board, now + AGREE_S)
            return False
        agreed = seat != call.seat and (not board or board != call.board)
        if agreed:
            self._call = None
        return agreed
