"""Originality: whether NXP signed a tag's number, and what to say of tags that it did not sign.

NXP signs the UID of every NTAG21x and Ultralight EV1 with ECDSA on secp128r1, without a hash; a
signature is r and s, 16 bytes each (NXP's AN11350 and AN11341). All of this is public, and checking
needs no secret, so that plain arithmetic will do.

>>> origin("04e10cda993c80", bytes.fromhex(
...     "8b76052ee42f5567beb53238b3e3f995" "0707c0dcc956b5c5efcfdb709b2d82b3"), magic=False).name
'SIGNED'
"""

from collections.abc import Iterable, Mapping
from enum import IntEnum

from host_tools.texts import say

Point = tuple[int, int] | None  # None is the point at infinity

# secp128r1 (SEC 2, version 1.0, 2.3.1); its coefficient a is -3.
P = 0xFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFF
N = 0xFFFFFFFE0000000075A30D1B9038A115
G = (0x161FF7528B899B2D0C28607CA52C5B86, 0xCF5AC8395BAFEB13C02DA292DDED7A83)

KEYS = (
    # NTAG21x (AN11350)
    (0x494E1A386D3D3CFE3DC10E5DE68A499B, 0x1C202DB5B132393E89ED19FE5BE8BC61),
    # Ultralight EV1 (AN11341)
    (0x90933BDCD6E99B4E255E3DA55389A827, 0x564E11718E017292FAF23226A96614B8),
)
SHOWN = 12  # names in a sentence


class Origin(IntEnum):
    """What is known of a tag's maker; of two readings the higher one counts."""

    UNSIGNED = 1  # it has no signature: another make, or too weak to give it
    SIGNED = 2
    FORGED = 3  # its signature is not NXP's
    MAGIC = 4  # it obeys the commands of copies whose number can be changed


def origin(uid: str, signature: bytes | None, magic: bool) -> Origin | None:
    """Return where a tag comes from; None when nobody looked."""
    if magic:
        return Origin.MAGIC
    if not signature:
        return None if signature is None else Origin.UNSIGNED
    signed = any(verifies(key, bytes.fromhex(uid), signature) for key in KEYS)
    return Origin.SIGNED if signed else Origin.FORGED


def verifies(key: Point, uid: bytes, signature: bytes) -> bool:
    """Return whether this is the key's signature of a UID (SEC 1, 4.1.4)."""
    half = len(signature) // 2
    r, s = int.from_bytes(signature[:half]), int.from_bytes(signature[half:])
    if not (0 < r < N and 0 < s < N):
        return False
    inverse = pow(s, -1, N)
    # The UID is shorter than N and is used as it is.
    total = _add(_times(int.from_bytes(uid) * inverse % N, G), _times(r * inverse % N, key))
    return total is not None and total[0] % N == r


def _add(first: Point, second: Point) -> Point:
    if first is None or second is None:
        return first or second
    (x, y), (other_x, other_y) = first, second
    if x == other_x:
        if (y + other_y) % P == 0:
            return None
        slope = 3 * (x * x - 1) * pow(2 * y, -1, P)
    else:
        slope = (other_y - y) * pow(other_x - x, -1, P)
    new_x = (slope * slope - x - other_x) % P
    return new_x, (slope * (x - new_x) - y) % P


def _times(factor: int, point: Point) -> Point:
    total: Point = None
    while factor:
        if factor & 1:
            total = _add(total, point)
        point = _add(point, point)
        factor >>= 1
    return total


def unsigned(origins: Mapping[str, Origin], uids: Iterable[str]) -> list[str]:
    """Return those of these tags that have no signature."""
    return [uid for uid in uids if origins.get(uid) is Origin.UNSIGNED]


def copies(origins: Mapping[str, Origin], uids: Iterable[str]) -> list[str]:
    """Return those of these tags that are copies."""
    return [uid for uid in uids if origins.get(uid, 0) >= Origin.FORGED]


def remarks(origins: Mapping[str, Origin], names: Mapping[str, str], lang: str) -> list[str]:
    """Return what to say at the end about these tags, by uid; signed ones need no word."""
    lines = []
    if plain := unsigned(origins, names):
        lines.append(say("origin.unsigned", lang, number=len(plain)))
    if copied := copies(origins, names):
        shown = [names[uid] for uid in copied[:SHOWN]] + ["…"] * (len(copied) > SHOWN)
        text = ", ".join(shown)
        lines.append(say("origin.copies", lang, number=len(copied), names=text))
    return lines
