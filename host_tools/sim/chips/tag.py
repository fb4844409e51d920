"""A tag as ISO 14443-3 and the NTAG21x data sheet describe it, bit by bit, and its field.

Bits are lists of 0 and 1 in the order in which they go over the air: the lowest of each byte first.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from firmware.readers.iso14443 import crc_a
from firmware.readers.reader import cascade

Bits = list[int]

REQA = 0x26
WUPA = 0x52
BACKDOOR = 0x40  # a call of 7 bits that only a magic clone ("gen1a") answers, with an ACK
ACK = [0, 1, 0, 1]
NAK = [0, 0, 0, 0]


class TagState(Enum):
    """The state of a tag (ISO 14443-3, figure 7); `Tag.asleep` is the star of READY*, ACTIVE*."""

    OFF = "off"
    IDLE = "idle"
    READY = "ready"
    ACTIVE = "active"
    BACKDOOR = "backdoor"  # of a magic clone


def to_bits(data: bytes, count: int | None = None) -> Bits:
    """Turn bytes into bits, or into the first `count` of them."""
    bits = [byte >> at & 1 for byte in data for at in range(8)]
    return bits if count is None else bits[:count]


def to_bytes(bits: Bits) -> bytes:
    """Turn bits into bytes; an unfinished byte is filled with 0."""
    return bytes(
        sum(bit << at for at, bit in enumerate(bits[start : start + 8]))
        for start in range(0, len(bits), 8)
    )


def signed(data: bytes) -> bytes:
    """Append the CRC_A to a frame."""
    return data + crc_a(data, 0, len(data)).to_bytes(2, "little")


class Tag:
    """One tag; `hear` takes every frame in the field and returns the tag's answer, or None.

    Without a `signature` it refuses to give one; `magic` makes it a clone whose UID can be written.

    >>> tag = Tag("04a1b2c3d4e5f6")
    >>> tag.power(True)
    >>> to_bytes(tag.hear(to_bits(bytes([WUPA]), 7))).hex()
    '4400'
    """

    def __init__(
        self,
        uid: bytes | str,
        signature: bytes = b"",
        pages: int = 45,
        *,
        magic: bool = False,
    ) -> None:
        self.uid = bytes.fromhex(uid) if isinstance(uid, str) else uid
        if len(self.uid) not in (4, 7, 10):
            raise ValueError("a UID has 4, 7 or 10 bytes")
        self.memory = bytearray(4 * pages)
        self.memory[: len(self.uid)] = self.uid
        self.signature = signature  # empty: it does not know the command, as many copies
        self.magic = magic
        self.state = TagState.OFF
        self.asleep = False
        self._level = 0
        self._selected: list[bytes] = []
        self.pretend(None)

    def pretend(self, uid: bytes | None) -> None:
        """Answer with another UID, as after noise that no CRC notices."""
        self.parts = cascade(uid or self.uid)

    def power(self, on: bool) -> None:
        """Enter or leave the field: a tag without power forgets everything."""
        self.state = TagState.IDLE if on else TagState.OFF
        self.asleep = False
        self._level = 0

    def hear(self, frame: Bits) -> Bits | None:
        """Take a frame of the reader."""
        if self.state is TagState.OFF:
            return None
        if self.state is TagState.BACKDOOR:
            return self._in_backdoor(to_bytes(frame))
        if len(frame) == 7:
            return self._called(to_bytes(frame)[0])
        if self.state is TagState.READY:
            return self._told_apart(frame)
        if self.state is TagState.ACTIVE:
            return self._commanded(to_bytes(frame))
        return None

    def _fall_back(self) -> None:
        self.state = TagState.IDLE
        self._level = 0

    def _called(self, command: int) -> Bits | None:
        if self.state is not TagState.IDLE:
            self._fall_back()  # a call in READY or ACTIVE is no transition of figure 7
            return None
        if command == WUPA or (command == REQA and not self.asleep):
            self.state = TagState.READY
            return to_bits(bytes([0x04 | len(self.parts) - 1 << 6, 0x00]))
        if command == BACKDOOR and self.magic and self.asleep:
            self.state = TagState.BACKDOOR
            return ACK
        return None

    def _in_backdoor(self, frame: bytes) -> Bits | None:
        """Take what a cloner says; calls are not heard until HLTA, or until the power is gone."""
        if frame == b"\x43":
            return ACK
        if frame == signed(b"\x50\x00"):
            self._fall_back()
        return None

    def _told_apart(self, frame: Bits) -> Bits | None:
        """Answer ANTICOLLISION and SELECT of the level that is due."""
        head = to_bytes(frame[:16])
        if len(head) < 2 or head[0] != 0x93 + 2 * self._level:
            self._fall_back()
            return None
        part = self.parts[self._level]
        full = part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]])
        if head[1] == 0x70:
            return self._selected_by(to_bytes(frame), full)
        known = 8 * ((head[1] >> 4) - 2) + (head[1] & 7)
        bits = to_bits(full)
        if frame[16:] != bits[:known]:
            self._fall_back()
            return None
        return bits[known:]

    def _selected_by(self, frame: bytes, full: bytes) -> Bits | None:
        if frame != signed(frame[:2] + full):
            self._fall_back()
            return None
        self._level += 1
        if self._level < len(self.parts):
            return to_bits(signed(b"\x04"))
        self.state = TagState.ACTIVE
        return to_bits(signed(b"\x00"))

    def _commanded(self, frame: bytes) -> Bits | None:
        body = frame[:-2]
        if frame != signed(body) or len(body) != 2:
            self._fall_back()
            return NAK
        if body == b"\x50\x00":
            self._fall_back()
            self.asleep = True
            return None
        if body[0] == 0x30 and 4 * body[1] < len(self.memory):
            memory = self.memory * 2  # a read past the end goes on at page 0 (NTAG, 10.2)
            return to_bits(signed(bytes(memory[4 * body[1] : 4 * body[1] + 16])))
        if body == b"\x3c\x00" and self.signature:
            return to_bits(signed(self.signature))
        self._fall_back()
        return NAK


@dataclass(frozen=True, slots=True)
class TagAnswer:
    """What the reader receives: bits, the first that collided, and whether the parity is wrong."""

    bits: Bits
    collision: int | None = None
    garbled: bool = False


@dataclass(slots=True)
class LaidTag:
    """A tag in the field; `heard` decides for each frame whether the tag has power to answer."""

    tag: Tag
    strength: int = 1
    heard: Callable[[], bool] | None = None


class Field:
    """Lay tags, lift them, and let a reader speak.

    >>> field = Field()
    >>> field.lay(Tag("01020304"))
    >>> [tag.uid.hex() for tag in field.tags]
    ['01020304']
    """

    def __init__(self) -> None:
        self._lying: list[LaidTag] = []
        self._on = False
        self.noise: Callable[[Bits], TagAnswer] | None = None

    @property
    def powered(self) -> bool:
        """Return whether the reader's carrier is on."""
        return self._on

    @property
    def tags(self) -> list[Tag]:
        """Return the tags in the field."""
        return [lying.tag for lying in self._lying]

    def lay(self, *tags: Tag, strength: int = 1, heard: Callable[[], bool] | None = None) -> None:
        """Lay tags on the reader; the strongest drown the others without a collision."""
        for tag in tags:
            self._lying.append(LaidTag(tag, strength, heard))
            tag.power(self._on)

    def lift(self, tag: Tag | None = None) -> None:
        """Lift one tag, or everything."""
        for lying in [at for at in self._lying if tag in (None, at.tag)]:
            lying.tag.power(False)
            self._lying.remove(lying)

    def power(self, on: bool) -> None:
        """Switch the reader's carrier."""
        if on != self._on:
            self._on = on
            for tag in self.tags:
                tag.power(on)

    def speak(self, frame: Bits) -> TagAnswer | None:
        """Let every tag hear a frame, and mix what they answer."""
        heard = [(at.strength, at.tag.hear(frame)) for at in self._lying if self._hears(at)]
        answers = [(strength, bits) for strength, bits in heard if bits]
        if not answers:
            return None
        loudest = max(strength for strength, _ in answers)
        answer = mix([bits for strength, bits in answers if strength == loudest])
        return self.noise(answer.bits) if self.noise else answer

    def answering(self, tag: Tag) -> bool:
        """Return whether a tag has power to answer now."""
        return self._on and any(at.tag is tag and self._hears(at) for at in self._lying)

    def _hears(self, lying: LaidTag) -> bool:
        if lying.heard is None or lying.heard():
            return True
        lying.tag.power(False)  # too weak now: the tag restarts
        lying.tag.power(self._on)
        return False


def mix(answers: list[Bits]) -> TagAnswer:
    """Combine several answers; a bit that is both 0 and 1 is a collision."""
    longest = max(answers, key=len)
    for at in range(len(longest)):
        if len({bits[at] for bits in answers if at < len(bits)}) > 1:
            return TagAnswer(longest, collision=at)
    return TagAnswer(longest)
