"""What the table wants of one board: it outlives sessions, resets and ports."""

from collections.abc import Iterable, Mapping

from host_tools.link.deal import Cards
from host_tools.link.state import State


class Wanted:
    """A seat's number, its state under a running number, and the tags that it may know."""

    def __init__(self, first_v: int = 1) -> None:
        self.seat = 0
        self.state = State()
        self.v = first_v
        self.game_v = (
            first_v  # the state that brought this game: before it the seat has another deck
        )
        self.cards = Cards("", (), ())
        self._deck: tuple[str, tuple[bytes, ...]] = ("", ())
        self._tiles: tuple[tuple[str, tuple[bytes, ...]], ...] = ()

    def show(self, state: State) -> None:
        """Want another state; the same state again keeps its number."""
        if state == self.state:
            return
        state.frame("0000", self.v + 1)  # what the wire cannot carry is refused before it counts
        self.v += 1
        if state.game != self.state.game:
            self.game_v = self.v
        self.state = state
        self._gather()

    def deal(self, game: str, uids: Iterable[bytes]) -> None:
        """Let the seat know the tags of this game."""
        deck = tuple(dict.fromkeys(uids))
        Cards(game, deck, ())
        self._deck = (game, deck)
        self._gather()

    def lay_out(self, tiles: Mapping[str, Iterable[bytes]]) -> None:
        """Let the seat know the action tiles."""
        laid = tuple((key, tuple(dict.fromkeys(uids))) for key, uids in tiles.items())
        Cards("", (), laid)
        self._tiles = laid
        self._gather()

    def _gather(self) -> None:
        game, deck = self._deck
        cards = Cards(self.state.game, deck if game == self.state.game else (), self._tiles)
        if cards != self.cards:
            self.cards = cards
