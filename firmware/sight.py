"""What the tags on the tray mean now: the card, an action tile, or what is wrong with them."""

from firmware.commitment import short_hash
from firmware.deck import Deck
from firmware.link import Message


class Sight:
    """Judges the tags that lie there by the host's state and the game's hashes."""

    def __init__(self) -> None:
        self.tags: tuple[bytes, ...] | None = None  # None: not known yet
        self.card: bytes | None = None
        self.tile = ""
        self.trouble = ""
        self._tile_tag = b""
        self._resting: tuple[bytes, ...] = ()  # tags that lay here before this slot began
        self._spent: tuple[bytes, ...] = ()  # tiles that have answered, and lie on

    def lay(self, tags: "tuple[bytes, ...] | None") -> None:
        """Take what lies there."""
        if self.tags is None:  # after a reset a tile that lies there may have answered before
            self._resting = self._spent = tags or ()
        self.tags = tags
        lying = tags or ()
        self._resting = tuple([tag for tag in self._resting if tag in lying])
        self._spent = tuple([tag for tag in self._spent if tag in lying])

    def rest(self) -> None:
        """A new slot begins: what lies there now was not laid for it."""
        self._resting = self.tags or ()

    def spend(self) -> None:
        """The tile has answered; it must be lifted before it answers again."""
        self._spent = self._spent + (self._tile_tag,)
        self.tile = ""

    def judge(self, state: Message, sid: str, deck: Deck) -> None:
        """Say again what each tag means."""
        self.card, self.tile, self.trouble = None, "", ""
        cards = []
        for tag in self.tags or ():
            if self._is_card(tag, state, short_hash(sid, state.game, tag), deck):
                cards.append(tag)
        if len(cards) > 1:
            self.trouble = "two_cards"
        elif cards and not self.trouble:
            self.card = cards[0]

    def _is_card(self, tag: bytes, state: Message, name: str, deck: Deck) -> bool:
        if name == state.x:  # stale-card rule: what was played last is never committed again
            if tag not in self._resting:
                self.trouble = "played"
            return False
        key = deck.tile(name) if state.step or state.phase != "enrol" else ""
        if key:
            if tag not in self._spent:
                self.tile, self._tile_tag = key, tag
            return False
        if state.phase != "enrol" and deck.refuses(name):  # any tag may be enrolled
            self.trouble = "unknown"
            return False
        return True
