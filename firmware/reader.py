"""What every reader driver promises, and the one way in which it fails."""


class ReaderError(Exception):
    """The reader itself failed (bus, chip, time-out): nothing is known about the tray."""


# A driver is any object with these methods; there is no base class to pay for on the board.
#   read_uids() -> list[bytes]   all tags in the field, in no particular order
#   present(uid: bytes) -> bool  whether this one tag still answers
#   health() -> str              "ok", or a few words that say what is wrong
#   reset() -> None              brings a hung chip back, or raises ReaderError
#   antenna(on: bool) -> None    the field on or off
