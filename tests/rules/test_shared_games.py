"""Whole games of independent implementations: every number that they know must be ours too."""

import gzip
import json
from pathlib import Path

import pytest

from host_tools.rules.record import dump
from host_tools.rules.replay import replay
from host_tools.rules.result import result

GAMES = Path(__file__).parents[2].parent / "shared" / "games"
NUMBER = {"base": 60, "leaders": 40, "cities": 40, "leaders_cities": 40}

pytestmark = pytest.mark.skipif(
    not GAMES.is_dir(), reason="the folder shared/games does not lie beside the repository"
)


def shared_games():
    for name in NUMBER if GAMES.is_dir() else ():
        with gzip.open(GAMES / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                game = json.loads(line)
                yield pytest.param(game["record"], game["expect"], id=game["name"])


def moment(entry):
    return f"Age {entry['age']}, " + (f"turn {entry['turn']}" if "turn" in entry else "conflicts")


def as_expected(entry):
    """Our entry of the trace as the shared games write one."""
    seats = entry["seats"]
    found = {name: [seat[name] for seat in seats] for name in ("coins", "shields", "debt")}
    found["military"] = [sum(seat["victory_tokens"]) - seat["defeat_tokens"] for seat in seats]
    return found


def trace_differences(ours, theirs):
    if [moment(entry) for entry in ours] != [moment(entry) for entry in theirs]:
        yield f"our trace has {len(ours)} entries, theirs {len(theirs)}"
    for mine, wanted in zip(ours, theirs, strict=False):
        found = as_expected(mine)
        for name in set(wanted) & set(found):
            if found[name] != wanted[name]:
                yield f"{moment(mine)}: {name} {found[name]}, not {wanted[name]}"


def option_differences(ours, theirs):
    turns = {f"{entry['age']}.{entry['turn']}": entry for entry in ours if "turn" in entry}
    for key, seats in theirs.items():
        for seat, wanted in seats.items():
            found = turns[key]["options"][seat]
            if found != wanted:
                builds = {
                    card: (found["build"].get(card), ways)
                    for card, ways in wanted["build"].items()
                    if found["build"].get(card) != ways
                }
                yield (
                    f"{moment(turns[key])}, seat {seat}: (ours, theirs) for cards {builds}, "
                    f"for the stage {(found['wonder'], wanted['wonder'])}"
                )


def final_differences(seats, theirs):
    for seat, wanted in zip(seats, theirs, strict=True):
        found = seat["score"] | {"coins": seat["coins"], "debt": seat["debt"]}
        for name, value in wanted.items():
            if found[name] != value:
                yield f"seat {seat['seat']}: {name} {found[name]}, not {value}"


@pytest.mark.parametrize(("record", "expect"), list(shared_games()))
def test_a_game_of_others_is_ours_too(record, expect):
    ours = result(replay(dump(record).encode(), with_options=True), trace=True)
    differences = [
        *trace_differences(ours["trace"], expect["trace"]),
        *option_differences(ours["trace"], expect.get("options", {})),
        *(final_differences(ours["seats"], expect["final"]) if "final" in expect else ()),
    ]
    assert not differences, "\n".join(differences[:8])
    assert ours["ok"] and ours["finished"] == expect["finished"]


def test_no_game_is_missing():
    names = [param.id.rsplit("_", 2)[0] for param in shared_games()]
    assert {name: names.count(name) for name in NUMBER} == NUMBER
