"""The spoiler: the chances to win on the shared screen, only while somebody wants them."""

from collections.abc import Callable
from typing import TypedDict

from host_tools.coach.chances import Chances
from host_tools.rules.record import dump
from host_tools.table.evening import ABANDONED, OVER, Evening
from host_tools.table.export import past_turns, record_of_turns
from host_tools.table.host import Host


class ChanceView(TypedDict):
    """How likely a seat wins, in percent, with the error of that figure."""

    percent: int
    error: int
    low: float
    high: float


class ChancesView(TypedDict):
    """The chances of all seats; none before the first figures, and None for the Free City."""

    games: int
    restarts: int
    seats: list[ChanceView | None]


class Spoiler:
    """Follows the table while it is on. `ring` is called when there are better figures."""

    def __init__(self, host: Host, ring: Callable[[], None]) -> None:
        self._host = host
        self._ring = ring
        self._chances: Chances | None = None
        self._seen: object = None  # the end of the turn that is being worked on
        self._ended = False
        self._free_city: int | None = None
        host.listeners.append(self.look)

    def turn(self, on: bool) -> None:
        """Show or hide chances; only in the table's thread."""
        if on and self._chances is None:
            self._chances = Chances(self._ring)
            self._seen = None
            self.look()
        elif not on and self._chances is not None:
            self._chances.stop()
            self._chances = None
        self._ring()

    def look(self) -> None:
        """Follow the table: after each turn its position is worked on."""
        table, chances = self._host.table, self._chances
        if chances is None or table is None or table.evening.in_turn():
            return
        evening = table.evening
        ended = evening.phase in (OVER, ABANDONED)
        now: object = evening.past[-1] if evening.past else table
        if now is not self._seen or ended != self._ended:
            self._seen, self._ended = now, ended
            self._free_city = evening.game.rules.free_city
            chances.ask(None if ended else _record(evening))

    def view(self) -> ChancesView | None:
        """Return what a screen shows: percents with their error by seat, once there are some."""
        chances = self._chances
        if chances is None:
            return None
        figures = chances.figures
        found: list[ChanceView | None] = []
        if figures:
            found = [_percents(*chance) for chance in figures.chances]
            if self._free_city is not None:
                found[self._free_city] = None  # It cannot win.
        games = figures.games if figures else 0
        return {"games": games, "restarts": chances.restarts, "seats": found}

    def leave(self) -> None:
        """Stop following the table."""
        self._host.listeners = [tell for tell in self._host.listeners if tell != self.look]
        if self._chances is not None:
            self._chances.close()


def _record(evening: Evening) -> Callable[[], str]:
    """Record only turns that are over, without hands; `position_of` forgets the closed cards."""
    rules, turns = evening.game.rules, past_turns(evening)
    return lambda: dump(record_of_turns(rules, turns))


def _percents(chance: float, low: float, high: float) -> ChanceView:
    return {
        "percent": round(100 * chance),
        "error": max(1, round(50 * (high - low))),
        "low": round(100 * low, 1),
        "high": round(100 * high, 1),
    }
