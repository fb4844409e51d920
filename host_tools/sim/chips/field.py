"""The field over one reader: which tags lie in it, and what their answers sound like together."""

from collections.abc import Callable
from dataclasses import dataclass

from host_tools.sim.chips.tag import Bits, Tag


@dataclass(frozen=True, slots=True)
class Answer:
    """What the reader hears: bits, the first one that collided, and whether the parity is wrong."""

    bits: Bits
    collision: int | None = None
    garbled: bool = False


@dataclass(slots=True)
class Lying:
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
        self._lying: list[Lying] = []
        self._on = False
        self.noise: Callable[[Bits], Answer] | None = None

    @property
    def tags(self) -> list[Tag]:
        """The tags that lie there."""
        return [lying.tag for lying in self._lying]

    def lay(self, *tags: Tag, strength: int = 1, heard: Callable[[], bool] | None = None) -> None:
        """Lay tags on the reader; the strongest drown the others without a collision."""
        for tag in tags:
            self._lying.append(Lying(tag, strength, heard))
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

    def speak(self, frame: Bits) -> Answer | None:
        """Let every tag hear a frame, and mix what they answer."""
        heard = [(at.strength, at.tag.hear(frame)) for at in self._lying if self._hears(at)]
        answers = [(strength, bits) for strength, bits in heard if bits]
        if not answers:
            return None
        loudest = max(strength for strength, _ in answers)
        answer = mix([bits for strength, bits in answers if strength == loudest])
        return self.noise(answer.bits) if self.noise else answer

    def answering(self, tag: Tag) -> bool:
        """Tell whether a tag has power to answer just now."""
        return self._on and any(at.tag is tag and self._hears(at) for at in self._lying)

    def _hears(self, lying: Lying) -> bool:
        if lying.heard is None or lying.heard():
            return True
        lying.tag.power(False)  # too weak just now: the tag starts afresh
        lying.tag.power(self._on)
        return False


def mix(answers: list[Bits]) -> Answer:
    """Lay several answers over each other; a bit that is both 0 and 1 is a collision."""
    longest = max(answers, key=len)
    for at in range(len(longest)):
        if len({bits[at] for bits in answers if at < len(bits)}) > 1:
            return Answer(longest, collision=at)
    return Answer(longest)
