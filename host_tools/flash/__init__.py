"""Firmware onto boards: found, compared, written in parallel, and proved by their hello."""


class FlashError(Exception):
    """A board was not flashed; the text says why and what to do."""
