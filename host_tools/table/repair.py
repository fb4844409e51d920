"""Repair: what is good in a damaged journal goes into a new file; the old one stays as it is."""

import json
from pathlib import Path
from typing import NamedTuple

from card_db.bearers import Bearer
from host_tools.table.entries import Timed, decode
from host_tools.table.evening import ABANDONED, OVER, evening_of
from host_tools.table.journal import Journal, JournalError, surveyed
from host_tools.table.survey import GoodGame, Survey
from host_tools.table.tags import DeckRow, TagRow, Tags


class Repaired(NamedTuple):
    """What a repair has found and kept."""

    doubts: list[str]  # what was wrong
    games: list[GoodGame]
    tags: int
    decks: int


def repair(path: Path, new: Path) -> Repaired:
    """Write the good part of a journal to a new file; JournalError when nothing can be read."""
    if not path.exists():
        raise JournalError(f"There is no journal {path}.")
    if new.exists():
        raise JournalError(f"{new} exists already: name a new file.")
    db, survey = surveyed(path)
    db.close()
    journal = Journal(new)
    try:
        with journal.whole():
            games = [game for game in survey.games if _put_game(journal, game)]
            _put_tags(Tags(journal), survey)
    finally:
        journal.close()
    return Repaired(survey.doubts, games, len(survey.tags), len(survey.decks))


def _put_game(journal: Journal, game: GoodGame) -> bool:
    """Write a game with its good entries; False if it has none."""
    if not game.entries:
        return False
    entries = [(at, decode(json.loads(text))) for at, text in game.entries]  # as they were written
    journal.new_game(entries[0][0] if game.begun is None else game.begun, game.number)
    for number, (at, entry) in enumerate(entries):
        journal.append(game.number, number, [entry], at)
    journal.mark(game.number, _state(entries))
    return True


def _state(entries: Timed) -> str:
    try:
        phase = evening_of(entries).phase
    except ValueError:  # not even its set-up makes sense; its entries may, to whoever looks
        phase = ""
    return phase if phase in (OVER, ABANDONED) else "open"


def _put_tags(tags: Tags, survey: Survey) -> None:
    for row in survey.decks:
        tags.put_deck(DeckRow.of(*row))
    tags.change(add=[TagRow(uid, deck, Bearer(*bearer)) for uid, deck, *bearer in survey.tags])
