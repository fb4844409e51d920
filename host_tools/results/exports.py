"""The history as files for other programs: a table of formats."""

from __future__ import annotations

import json
from collections.abc import Callable

from host_tools.results.bgstats import play_file
from host_tools.results.by_hand import write_csv
from host_tools.results.played import Played


def _json(games: list[Played]) -> str:
    return _dump({"version": 1, "games": [game.as_json() for game in games]})


def _bgsplay(games: list[Played]) -> str:
    return _dump(play_file(games))


def _dump(found: object) -> str:
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


FORMATS: dict[str, Callable[[list[Played]], str]] = {
    "csv": write_csv,
    "json": _json,
    "bgsplay": _bgsplay,
}
"""Format: how games are written in it."""
