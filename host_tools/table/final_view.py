"""What a seat may choose when the game is over: a guild to copy, free symbols (B8, R129).

The best counts until its owner says otherwise.
"""

from host_tools.rules.game import Game
from host_tools.rules.science import Counts, choices
from host_tools.rules.scoring import Item, copyable_guilds, guilds_for, science_of, score, total
from host_tools.table.entries import FinalChoice
from host_tools.table.evening import OVER, Evening
from host_tools.table.views import FinalOption, FinalView
from host_tools.texts.cards import name_in

COPIED = ("copied", "copied_by_choice")


def final_view(evening: Evening, seat: int, lang: str = "en") -> FinalView | None:
    """Return the choices of a seat with what each would score; None where it has none."""
    if evening.phase != OVER:
        return None
    game, said = evening.game, evening.final.get(seat, FinalChoice(seat))
    now = score(game, seat, evening.final_choices())
    guilds = _guilds(game, said, now, lang)
    science = _science(game, said, now)
    if len(guilds) < 2 and len(science) < 2:
        return None
    changed = said != FinalChoice(seat)
    return {"guilds": guilds, "science": science, "changed": changed}


def _guilds(game: Game, said: FinalChoice, now: list[Item], lang: str) -> list[FinalOption]:
    """Symbols that were chosen stay, where they go with the guild."""
    copied = next((item.source for item in now if item.reason in COPIED), None)
    found = []
    for guild in copyable_guilds(game, said.seat):
        if guild is not None:
            fits = guilds_for(game, said.seat, guild.id, said.science)
            choice = FinalChoice(said.seat, guild.id, said.science if fits else None)
            found.append(_option(game, choice, guild is copied, name_in(guild, lang)))
    return sorted(found, key=lambda option: -option["total"])


def _science(game: Game, said: FinalChoice, now: list[Item]) -> list[FinalOption]:
    """A guild that was chosen stays."""
    symbols = {
        counts
        for guild in guilds_for(game, said.seat, said.copy_guild or None)
        for counts in choices(science_of(game, said.seat, guild))
    }
    counted = tuple(sum(item.symbols[kind] for item in now) for kind in range(3))
    found = [
        _option(game, FinalChoice(said.seat, said.copy_guild, counts), counts == counted)
        for counts in sorted(symbols, reverse=True)
    ]
    return sorted(found, key=lambda option: -option["total"])


def _option(game: Game, choice: FinalChoice, chosen: bool, name: str = "") -> FinalOption:
    science = choice.science
    guilds = {choice.seat: choice.copy_guild} if choice.copy_guild else {}
    symbols: dict[int, Counts] = {} if science is None else {choice.seat: science}
    items = score(game, choice.seat, {"copy_guild": guilds, "science": symbols})
    return {
        "copy_guild": choice.copy_guild,
        "science": None if science is None else list(science),
        "name": name,
        "total": total(items),
        "chosen": chosen,
    }
