"""A commitment: what a seat says of its card before the lock, and how it is opened after it.

In the hashes a game is its name, a round two bytes, a seat one byte, a nonce and a uid themselves.
"""

from hashlib import sha256


def make_nonce(secret: bytes, game: str, turn: int) -> bytes:
    """The nonce of a slot: the same after a reset, so that the same card commits alike."""
    return sha256(secret + game.encode() + _two(turn)).digest()


def commit(nonce: bytes, game: str, turn: int, seat: int, uid: bytes) -> str:
    """The 32 hex digits that bind this seat to this tag in this slot and tell nothing of it."""
    data = b"CM1" + nonce + game.encode() + _two(turn) + bytes([seat & 255]) + uid
    return sha256(data).digest()[:16].hex()


def opens(promise: str, nonce: str, game: str, turn: int, seat: int, uid: str) -> bool:
    """Whether what a seat revealed is what it had promised."""
    made = commit(bytes.fromhex(nonce), game, turn, seat, bytes.fromhex(uid))
    return made == promise


def short_hash(sid: str, game: str, uid: bytes) -> str:
    """The 8 hex digits by which the host names a tag to a seat, salted by session and game."""
    return sha256(b"DK1" + sid.encode() + game.encode() + uid).digest()[:4].hex()


def _two(number: int) -> bytes:
    return bytes([number >> 8 & 255, number & 255])
