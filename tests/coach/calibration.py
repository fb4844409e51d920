"""Predicted chances against what came of them: a reliability table over many bot games."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.bots.bots import BotGame
from host_tools.bots.dealer import Dealer
from host_tools.coach.rollout import (
    POLICY,
    Rollouts,
    outcome,
    position_of,
    wilson,
)
from host_tools.rules.record import RecordLine, dump
from host_tools.rules.writing import Scribe

BINS = 10


def public_lines(lines: Sequence[RecordLine]) -> list[RecordLine]:
    """Return a record as the table gives it to the process: no deals, drawn cards or taps.

    Closed cards stay, those left over at the end of an Age too: the table knows them.
    """
    left = {
        (line["age"], entry["seat"]): entry["card"]
        for line in lines
        if line["type"] == "age_end"
        for entry in line["discarded"]
    }
    last = {line["age"]: line["turn"] for line in lines if line["type"] == "turn"}
    public = []
    for line in lines:
        if line["type"] in ("deal", "tap", "age_end"):
            continue
        if line["type"] == "turn":
            plays = [{n: v for n, v in play.items() if n != "drawn"} for play in line["plays"]]
            if line["turn"] == last[line["age"]]:
                for play in plays:
                    if card := left.get((line["age"], play["seat"])):
                        play["left"] = card
            line = {**line, "plays": plays}
        public.append(line)
    return public


def played(sort, seed, bot="builder"):
    """Play a game of bots; return its record and the game. `sort`: players, sets, variant."""
    players, sets, variant = sort
    dealer = Dealer(seed)
    table = BotGame(dealer.setup(players, sets=sets, variant=variant), bot, dealer)
    scribe = Scribe(table.game)
    table.deal, table.tell = scribe.deal, scribe.answer
    return scribe.lines, table.play()


def turns_of(lines):
    return [at for at, line in enumerate(lines) if line["type"] == "turn"]


def position_at(lines, turn):
    """The public position before a turn of a record, counted from nought."""
    upto = turns_of(lines)[turn]
    return position_of(dump(public_lines(lines[:upto])).encode())


@dataclass
class Prediction:
    chance: float
    share: float  # of the victory, as it came


def predictions(sort, seed, rollouts, bot="builder", policy=POLICY):
    """Predict a game at some moment of it, and tell how it ended."""
    lines, game = played(sort, seed, bot)
    moment = random.Random(f"{seed} moment").randrange(len(turns_of(lines)))
    tally = Rollouts(position_at(lines, moment), f"{seed} rollouts", policy).run(rollouts)
    shares, _ = outcome(game)
    sides = game.rules.seats[::2] if game.rules.team else game.rules.players
    return [Prediction(tally.chance(seat), shares[seat]) for seat in sides]


@dataclass
class Row:
    predicted: float
    observed: float
    number: int
    low: float
    high: float


def reliability(found):
    """Ten bins: what was predicted, what came, how often, and the interval of what came."""
    rows = []
    for number in range(BINS):
        some = [p for p in found if min(int(p.chance * BINS), BINS - 1) == number]
        if some:
            observed = sum(p.share for p in some) / len(some)
            predicted = sum(p.chance for p in some) / len(some)
            rows.append(Row(predicted, observed, len(some), *wilson(observed, len(some))))
    return rows


def calibration_error(rows):
    """How far predictions are from outcomes on average, weighted by how often they are made."""
    every = sum(row.number for row in rows)
    return sum(row.number * abs(row.predicted - row.observed) for row in rows) / every


def printed(rows):
    lines = ["predicted  observed  number  95 % interval"]
    for row in rows:
        between = f"{row.low:.3f} to {row.high:.3f}"
        lines.append(f"{row.predicted:9.3f} {row.observed:9.3f} {row.number:7}  {between}")
    return "\n".join([*lines, f"expected calibration error {calibration_error(rows):.3f}"])
