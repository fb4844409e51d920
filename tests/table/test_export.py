"""A game as a record, with the taps and times of its evening."""

from click.testing import CliRunner

from host_tools.cli import main
from host_tools.rules.record import dump
from host_tools.rules.replay import replay
from host_tools.rules.result import result
from host_tools.table.entries import Undo
from host_tools.table.export import record_of, record_with_taps
from tests.table.paper import declare, lay, new_table, turn
from tests.table.test_whole_games import FULL, hall


def told(lines):
    """What `wondertable replay` makes of a record."""
    return result(replay(dump(lines).encode()))


def taps(lines):
    return [line for line in lines if line["type"] == "tap"]


def test_a_whole_game_with_its_taps_has_the_same_score_and_the_tag_behind_every_card(tmp_path):
    table = hall(tmp_path, players=4, sets=FULL)
    table.play()
    plain = record_of(table.table.evening)
    full = record_with_taps(table.journal.read(table.table.number))
    assert [line for line in full if line["type"] != "tap"] == plain
    assert told(full) == told(plain)
    assert told(full)["finished"]
    opened = [tap for tap in taps(full) if tap["do"] == "open"]
    plays = [play for line in plain if line["type"] == "turn" for play in line["plays"]]
    assert len(opened) == len(plays) + sum("extra" in play for play in plays)
    assert all(table.tags[tap["uid"]] == tap["card"] for tap in opened)
    times = [tap["at"] for tap in taps(full)]
    assert times == sorted(times)
    assert {tap["seat"] for tap in taps(full) if tap["do"] == "commit"} == {0, 1, 2, 3}


def test_the_taps_of_a_turn_stand_before_its_line(tmp_path):
    table = new_table(tmp_path)
    turn(table, "sell altar", "sell baths", "sell theater")
    lay(table, "loom_1", "press_1", "glassworks_1")
    kinds = [
        line.get("do", line["type"]) for line in record_with_taps(table.journal.read(table.number))
    ]
    first, second = kinds[: kinds.index("turn")], kinds[kinds.index("turn") + 1 :]
    assert (first.count("commit"), first.count("pay")) == (3, 3)
    assert second == ["commit"] * 3 + ["lock"] + ["open"] * 3


def test_before_the_lock_no_tap_names_a_card(tmp_path):
    table = new_table(tmp_path)
    table.commit_page(0, "altar", 5.0)
    assert taps(record_with_taps(table.journal.read(table.number))) == [
        {"type": "tap", "at": 5.0, "do": "commit", "seat": 0}
    ]


def test_a_turn_that_was_taken_back_stays_in_the_taps_alone(tmp_path):
    table = new_table(tmp_path)
    turn(table, "sell altar", "sell baths", "sell theater")
    table.record([Undo()], 0.0)
    lay(table, "altar", "baths", "stockade")
    declare(table, "sell", "sell", "sell")
    lines = record_with_taps(table.journal.read(table.number))
    cards = [tap["card"] for tap in taps(lines) if tap["do"] == "open"]
    assert cards == ["altar", "baths", "theater", "altar", "baths", "stockade"]
    (played,) = [line for line in lines if line["type"] == "turn"]
    assert [play["card"] for play in played["plays"]] == ["altar", "baths", "stockade"]
    assert told(lines) == told(record_of(table.evening))


def test_the_command_writes_a_record_that_replay_reads(tmp_path):
    table = new_table(tmp_path)
    turn(table, "sell altar", "sell baths", "sell theater")
    table.journal.close()
    to = tmp_path / "evening.jsonl"
    words = ["export", "1", "--taps", "--to", str(to), "--journal", str(table.journal.path)]
    words.append("--open-cards")
    assert CliRunner().invoke(main, words).exit_code == 0
    assert '"type": "tap"' in to.read_text()
    found = CliRunner().invoke(main, ["replay", str(to)])
    assert (found.exit_code, "Score as it stands" in found.output) == (0, True)
