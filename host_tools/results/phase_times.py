"""How long the phases of each turn took, and for whom the table waited: a fold over the journal.

Pauses and breaks do not count, nor do turns that were taken back.
"""

from host_tools.results.played import TurnTimes
from host_tools.table.decisions import may_lock
from host_tools.table.entries import Entry, Undo
from host_tools.table.evening import ASK, CARD, DECLARE, LAYING, OPENING, PAY, Evening


class PhaseTimes:
    """Charges the time between two entries to what the table was waiting for."""

    def __init__(self) -> None:
        self._took: dict[tuple[int, str], float] = {}  # by turn and phase
        self._waited: dict[tuple[int, int], float] = {}  # by turn and seat
        self._last = 0.0

    def before(self, evening: Evening, now: float) -> None:
        """Look at the table before an entry is applied, at this second of play."""
        gone, self._last = now - self._last, now
        turn = len(evening.past)
        if phase := _phase(evening):
            self._took[turn, phase] = self._took.get((turn, phase), 0.0) + gone
        last = _missing(evening)
        if len(last) == 1:
            (seat,) = last
            self._waited[turn, seat] = self._waited.get((turn, seat), 0.0) + gone

    def after(self, evening: Evening, entry: Entry) -> None:
        """Forget the turns that this entry has taken back."""
        if isinstance(entry, Undo):
            turns = len(evening.past)
            self._took = {key: took for key, took in self._took.items() if key[0] < turns}
            self._waited = {key: took for key, took in self._waited.items() if key[0] < turns}

    def turns(self, number: int) -> tuple[TurnTimes, ...]:
        """Return the seconds of so many turns."""
        return tuple(
            TurnTimes(
                *(round(self._took.get((turn, phase), 0.0), 2) for phase in TurnTimes._fields)
            )
            for turn in range(number)
        )

    def waited(self, seat: int) -> float:
        """Return how long the table waited for the card of this seat alone."""
        return round(sum(took for (_, whose), took in self._waited.items() if whose == seat), 2)


def _phase(evening: Evening) -> str:
    """Return which time is running: a field of TurnTimes, or nothing."""
    phase = evening.phase
    if phase == LAYING:
        return "countdown" if may_lock(evening) else "choosing"
    if phase in (OPENING, CARD, DECLARE, PAY) and evening.round.numbers:
        return "declaring"
    return "questions" if phase in (CARD, DECLARE, PAY, ASK) else ""  # extra plays ask too


def _missing(evening: Evening) -> set[int]:
    """Return the players who have not committed; one of them chooses for the Free City."""
    if evening.phase != LAYING:
        return set()
    return {evening.game.decider(seat) for seat in evening.round.missing()}
