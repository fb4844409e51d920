"""The two engines side by side: one plays a random game, both must say the same of it."""

from collections.abc import Iterator
from random import Random

from host_tools.rules.game import Game
from host_tools.rules.record import RecordLine
from host_tools.rules.replay import Replay
from host_tools.rules.result import outcome
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.setup import Setup
from host_tools.rules.writing import Scribe
from tests.rules.random_play import play_on
from tests.second.game import SecondGame


def record_of(setup: Setup, rng: Random) -> list[RecordLine]:
    """Play a game in which everybody takes any legal answer, and return its lines."""
    scribe = Scribe(Game(Ruleset(setup)))
    play_on(scribe.game, rng, scribe.deal, scribe.answer)
    return scribe.lines


def differences(setup: Setup, lines: list[RecordLine], looks: Random) -> Iterator[str]:
    """Play a record through both engines and say where they part.

    What everybody could do is compared in one turn of twelve: the second engine is slow.
    """
    first, second = Replay(setup), SecondGame(lines[0])
    for line in lines[1:]:
        if line["type"] == "turn" and looks.randrange(12) == 0:
            yield from _options(first, second, line)
        first.apply(line)
        second.apply(line)
    first.finish()
    ours, theirs = outcome(first.game), second.result()
    if [_plain(entry) for entry in first.trace] != second.trace:
        yield from _first_of([_plain(entry) for entry in first.trace], second.trace)
    both = zip(ours["seats"], theirs["seats"], strict=True)
    for seat, (mine, yours) in enumerate((_fair(a), _fair(b)) for a, b in both):
        yield from (
            f"seat {seat}, {name}: {mine[name]} and {yours[name]}"
            for name in yours  # the fields of the contract, without our additions
            if mine[name] != yours[name]
        )
    if ours["teams"] != theirs["teams"]:
        yield f"teams: {ours['teams']} and {theirs['teams']}"


def _options(first: Replay, second: SecondGame, line: RecordLine) -> Iterator[str]:
    first.finish()  # Losses are settled before the turn, also where no line says so.
    ours, theirs = first.options(), second.options()
    if ours == theirs:
        return
    where = f"Age {line['age']}, turn {line['turn']}"
    if ours is None or theirs is None:
        yield f"{where}: options {ours} and {theirs}"
        return
    for seat, mine in ours.items():
        if mine != theirs.get(seat):
            yield f"{where}, seat {seat}: options {mine} and {theirs.get(seat)}"


def _fair(seat: RecordLine) -> RecordLine:
    """Tokens have no order; choices of equal worth may divide points between these lines."""
    score = dict(seat["score"])
    chosen = sum(score.pop(name) for name in ("wonder", "scientific", "guilds", "leaders"))
    tokens = sorted(seat["victory_tokens"])
    return {**seat, "score": {**score, "chosen": chosen}, "victory_tokens": tokens}


def _plain(entry: RecordLine) -> RecordLine:
    seats = [seat | {"victory_tokens": sorted(seat["victory_tokens"])} for seat in entry["seats"]]
    return {**entry, "seats": seats}


def _first_of(ours: list[RecordLine], theirs: list[RecordLine]) -> Iterator[str]:
    for mine, yours in zip(ours, theirs, strict=False):
        if mine != yours:
            yield f"trace: {mine} and {yours}"
            return
    yield f"trace: {len(ours)} and {len(theirs)} entries"
