"""`wondertable replay` and `wondertable score` as people and programs call them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from host_tools.cli import main

GAMES = Path(__file__).parents[1] / "games"
GOOD, BAD = str(GAMES / "first_turns.jsonl"), str(GAMES / "too_dear.jsonl")


def run(*words):
    return CliRunner().invoke(main, words)


def test_json_is_one_object_and_nothing_else():
    result = run("replay", "--json", GOOD)
    found = json.loads(result.output)
    assert (result.exit_code, found["ok"], found["finished"], found["teams"]) == (
        0,
        True,
        False,
        None,
    )
    assert [seat["coins"] for seat in found["seats"]] == [3, 3, 8]
    assert "file" not in found and "trace" not in found


def test_several_files_give_a_line_each_in_their_order_and_a_bad_one_does_not_stop_the_rest():
    result = run("replay", "--json", GOOD, BAD, "nowhere.jsonl", GOOD)
    found = [json.loads(line) for line in result.output.splitlines()]
    assert [row["file"] for row in found] == [GOOD, BAD, "nowhere.jsonl", GOOD]
    assert [row["ok"] for row in found] == [True, False, False, True]
    assert result.exit_code == 1


def test_a_broken_rule_is_told_with_line_seat_and_code():
    result = run("replay", "--json", BAD)
    found = json.loads(result.output)
    assert {k: found[k] for k in ("record", "ok", "line", "seat", "error", "rule")} == {
        "record": 1, "ok": False, "line": 4, "seat": 1, "error": "cannot_afford", "rule": "G20",
    }  # fmt: skip
    assert "2 wood must be bought" in found["message"]


def test_trace_has_an_entry_for_every_turn():
    found = json.loads(run("replay", "--json", "--trace", GOOD).output)
    assert [(e["type"], e["age"], e["turn"]) for e in found["trace"]] == [
        ("turn", 1, 1), ("turn", 1, 2), ("turn", 1, 3),
    ]  # fmt: skip
    assert "options" not in found["trace"][0]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "holds no record"),
        (b"\x00\xff\xfe\x01", "not UTF-8"),
        (b"{" * 100_000, "not a JSON object"),
        (b"[" * 100_000, "not a JSON object"),
        (b'{"type":"turn"}', "missing"),
        (b"x" * 9_000_000, "larger than"),
    ],
)
def test_rubbish_is_refused_with_a_sentence_and_no_traceback(tmp_path, data, says):
    path = tmp_path / "rubbish.jsonl"
    path.write_bytes(data)
    result = run("replay", str(path))
    assert result.exit_code == 1
    assert says in result.output
    assert isinstance(result.exception, SystemExit)


def test_a_folder_is_no_record(tmp_path):
    assert "cannot be read" in run("replay", str(tmp_path)).output


def test_score_explains_every_point():
    result = run("score", "--explain", GOOD)
    assert "Baths: 3 points at the end of the game." in result.output
    assert "8 coins, a point for every 3." in result.output


BY_HAND = {
    "sets": ["base"],
    "seats": [
        {"player": "Ann", "wonder": "gizah", "side": "A", "stages": 3, "coins": 7,
         "built": ["altar", "palace"], "victory_tokens": [1, 3, 5], "defeat_tokens": 1},
        {"player": "Bo", "wonder": "rhodos", "side": "A", "built": ["workers_guild"]},
        {"player": "Cy", "wonder": "ephesos", "side": "B", "built": ["lumber_yard", "sawmill"]},
    ],
}  # fmt: skip


def by_hand(tmp_path, **changes):
    path = tmp_path / "by-hand.json"
    path.write_text(json.dumps(BY_HAND | changes))
    return run("score", str(path), "--explain", "--lang", "fr")


def test_cities_entered_by_hand_are_scored(tmp_path):
    """Ann: 9 - 1 military, 2 coins, 3 + 5 + 7 wonder, 2 + 8 blue: 35. Bo: 2 brown cards."""
    shown = by_hand(tmp_path).output
    assert "Ann: 35" in shown
    assert "Bo: 2" in shown
    assert "Palace : 8 points" in shown


@pytest.mark.parametrize(
    ("seat", "says"),
    [
        ({"built": ["altar", "altar"]}, "already_built"),
        ({"built": ["atlar"]}, "unknown_card"),
        ({"stages": 4}, "no_stage_left"),
        ({"coins": -1}, "bad_record"),
        ({"victory_tokens": [2]}, "bad_record"),
        ({"gold": 3}, "bad_record"),
    ],
)
def test_a_mistake_in_a_city_entered_by_hand_is_named(tmp_path, seat, says):
    seats = [{**BY_HAND["seats"][0], **seat}, *BY_HAND["seats"][1:]]
    result = by_hand(tmp_path, seats=seats)
    assert result.exit_code == 1
    assert says in result.output
