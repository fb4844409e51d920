"""The outline of a journal: how the last game went, without its players and its cards."""

from collections import Counter
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import Any

from host_tools.rules.errors import MoveError
from host_tools.table.entries import KINDS, EntryError, TableSetup, Timed, setup_agreed
from host_tools.table.evening import Evening
from host_tools.table.journal import Journal, JournalError

WORDS = {kind: word for word, kind in KINDS.items()}
PERSONAL = {"game_setup", "deck"}  # of a table setup: who plays, and what a deck is called


def outline(path: Path) -> dict[str, Any]:
    """Return how many games a journal has, and what is known of the last one."""
    try:
        with closing(Journal(path, reading=True)) as journal:
            games = [game for game in journal.games() if game.entries]
            last = game_outline(journal.read(games[0].id)) if games else None
    except (JournalError, EntryError, MoveError):
        return {"problem": "The journal cannot be read: `wondertable games` says why."}
    return {"games": dict(Counter(game.state for game in games)), "last": last}


def game_outline(rows: Timed) -> dict[str, Any]:
    """Return what was agreed, how often each kind of entry was made, and in which phase."""
    setup = setup_agreed(rows)
    evening = Evening(setup)
    phases = Counter[str]()
    for _, entry in rows:
        phases[evening.phase] += 1
        evening.apply(entry)
    return {
        "setup": setup_outline(setup),
        "entries": dict(Counter(WORDS[type(entry)] for _, entry in rows)),
        "phases": dict(phases),
        "now": {"age": evening.game.age, "turn": evening.game.turn, "phase": evening.phase},
        "minutes": round((rows[-1][0] - rows[0][0]) / 60),
    }


def setup_outline(setup: TableSetup) -> dict[str, Any]:
    """Return what was agreed, without people's own names: of players, decks and house cards."""
    game = setup.game_setup
    agreed = {field.name: getattr(setup, field.name) for field in fields(setup)}
    return {
        "players": sum(not seat.free_city for seat in game.seats),
        "edition": game.edition,
        "sets": list(game.sets),
        "variant": game.variant,
        "rulings": dict(game.rulings),
        "wonders": [] if game.house else [seat.board for seat in game.seats],
        "house": len(game.house),
        **{name: value for name, value in agreed.items() if name not in PERSONAL},
    }
