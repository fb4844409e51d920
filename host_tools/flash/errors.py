"""What can go wrong with one board: a sentence that says what to do."""


class FlashError(Exception):
    """A board was not flashed; the text says why and what to do."""
