"""What the table wants of one board; it outlives sessions, resets and ports."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from firmware.link import FIELDS, LIGHTS, PHASES, SOUNDS, line, short_hash
from host_tools.link.deck_transfer import DeckTags

LAST_ROUND = 10 ** FIELDS["round"][1] - 1  # the wire has no digits for more


@dataclass(frozen=True, slots=True)
class SeatState:
    """The state a seat should show; `stale` is its last played tag, which may still lie there.

    >>> SeatState("play", game="g1", round=3).frame("0a1b", 7)
    b'\\n#ST 0a1b 7 play g1 3 - - - - -*084B2817\\n'
    """

    phase: str = "idle"
    game: str = ""
    round: int = 0
    step: str = ""
    light: str = ""
    sound: str = ""
    stale: bytes | None = field(default=None, repr=False)
    text: str = ""

    def __post_init__(self) -> None:
        light = self.light.partition(":")[0]
        asked = (
            ("phase", self.phase, PHASES),
            ("light", light, LIGHTS),
            ("sound", self.sound, SOUNDS),
        )
        for what, name, known in asked:
            if name and name not in known:
                raise ValueError(f"no seat has the {what} {name!r}: see firmware/link.py")

    def frame(self, sid: str, v: int) -> bytes:
        """Return its frame for one session; ValueError when a word is too long for the wire."""
        x = short_hash(sid, self.game, self.stale) if self.stale is not None else ""
        asked = (self.phase, self.game, self.round, self.step)
        return line("ST", sid, v, *asked, self.light, self.sound, x, self.text)


class Wanted:
    """A board's seat, its state under a running number, and the tags that it accepts."""

    def __init__(self, first_v: int = 1) -> None:
        self.seat = 0
        self.state = SeatState()
        self.v = first_v
        self.game_v = first_v  # the first state of this game: before it the seat has another deck
        self.tags = DeckTags("", (), ())
        self._deck: tuple[str, tuple[bytes, ...]] = ("", ())
        self._tiles: tuple[tuple[str, tuple[bytes, ...]], ...] = ()

    def show(self, state: SeatState) -> None:
        """Change the state; the same state again keeps its number."""
        if state == self.state:
            return
        state.frame("0000", self.v + 1)  # raises if the wire cannot carry it
        self.v += 1
        if state.game != self.state.game:
            self.game_v = self.v
        self.state = state
        self._gather()

    def deal(self, game: str, uids: Iterable[bytes]) -> None:
        """Set the tags of this game."""
        deck = tuple(dict.fromkeys(uids))
        DeckTags(game, deck, ())
        self._deck = (game, deck)
        self._gather()

    def lay_out(self, tiles: Mapping[str, Iterable[bytes]]) -> None:
        """Set the tags of the action tiles."""
        laid = tuple((key, tuple(dict.fromkeys(uids))) for key, uids in tiles.items())
        DeckTags("", (), laid)
        self._tiles = laid
        self._gather()

    def _gather(self) -> None:
        game, deck = self._deck
        tags = DeckTags(self.state.game, deck if game == self.state.game else (), self._tiles)
        if tags != self.tags:
            self.tags = tags
