"""Who a board is: this start's number, and what its flash keeps: its secret and its place."""

import json
import os

SECRET_SIZE = 32


def boot_number() -> str:
    """Eight random digits that tell this start from every other."""
    return os.urandom(4).hex()


def keep_secret(path: str) -> "tuple[bytes, bool]":
    """The board's secret, made at the first start; False when the flash does not keep it."""
    try:
        with open(path, "rb") as file:
            secret = file.read()
        if len(secret) == SECRET_SIZE:
            return secret, True
    except OSError:  # the first start
        pass
    return _make_secret(path)


def _make_secret(path: str) -> "tuple[bytes, bool]":
    secret = os.urandom(SECRET_SIZE)
    try:
        with open(path + ".new", "wb") as file:
            file.write(secret)
        os.rename(path + ".new", path)  # whole or not at all, whenever the power fails
    except OSError:
        return secret, False
    return secret, True


def kept_place(path: str) -> str:
    """The number of the seat that the board is built into, or nothing."""
    try:
        with open(path) as file:
            return str(int(json.load(file)["seat"]))
    except (OSError, ValueError, KeyError, TypeError):  # none was given to it
        return ""
