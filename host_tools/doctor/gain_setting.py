"""Writes tuned gains into the wiring.json of a board, all or nothing."""

import json
from collections.abc import Mapping

from firmware.board import PROFILES
from host_tools.flash import FlashError
from host_tools.flash.flash_plan import WIRING
from host_tools.flash.install import FlashProgress, replace
from host_tools.flash.remote import Remote
from host_tools.link.known_boards import SEATS_MAX, board_id, place_of

OTHER = "Another board is at {port} now: plug the seats in as before, and repeat the command."
BROKEN = "{path} of the board at {port} is no JSON object: correct it, and repeat the command."


def write_gains(port: str, gains: Mapping[str, int]) -> None:
    """Give the seats of one board, by their uids, these gains; FlashError says why it failed.

    Until the last step the board has its old settings, and after it the new ones.
    """
    board = board_id(next(iter(gains)))
    with Remote(port) as remote:
        try:
            if remote.facts(())["uid"] != board:
                raise FlashError(OTHER.format(port=port))
            text = remote.read(WIRING)
            content = with_gains(text, gains)
            if content is None:
                raise FlashError(BROKEN.format(path=WIRING, port=port))
            replace(remote, WIRING, content, f"{WIRING}.new", FlashProgress())
        finally:
            remote.restart()


def with_gains(text: str, gains: Mapping[str, int]) -> bytes | None:
    """Return the settings file with these gains; None if it cannot be read.

    >>> with_gains('{"reader": "pn532_spi"}', {"e661": 38})
    b'{"reader": "pn532_spi", "gain": 38}'
    >>> with_gains('{"seats": 4, "gain": 33}', {"e661.1": 38, "e661.3": 43})
    b'{"seats": 4, "gain": [38, 33, 43, 33]}'
    """
    try:
        wiring = json.loads(text or "{}")
    except ValueError:
        return None
    if not isinstance(wiring, dict):
        return None
    return json.dumps({**wiring, "gain": _entry(wiring, gains)}).encode()


def _entry(wiring: Mapping[str, object], gains: Mapping[str, int]) -> object:
    """Return the entry: a number for a board with one seat, or one for each seat."""
    places = {place_of(uid): db for uid, db in gains.items() if "." in uid}
    if not places:
        return next(iter(gains.values()))
    old = wiring.get("gain")
    before = old if isinstance(old, list) else [old] * SEATS_MAX
    return [
        places.get(place, before[place] if place < len(before) else None)
        for place in range(max(_seats(wiring), max(places) + 1))
    ]


def _seats(wiring: Mapping[str, object]) -> int:
    profile = PROFILES.get(str(wiring.get("profile")), {})
    seats = wiring.get("seats", profile.get("seats"))
    return min(seats, SEATS_MAX) if isinstance(seats, int) else 1
