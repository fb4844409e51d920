"""`wondertable history`, `stats` and `sheet` as people and programs call them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from host_tools.cli import main
from host_tools.results.by_hand import template
from host_tools.results.history import History
from host_tools.table.journal import Journal
from tests.results.sheets import evening, timed


@pytest.fixture
def at(tmp_path):
    path = tmp_path / "games.db"
    History.beside(path).put([evening(4), evening(3, day=1, number=2, sets=("base", "leaders"))])
    return ["--journal", str(path)]


def run(*words, code=0):
    result = CliRunner().invoke(main, [str(word) for word in words], env={"COLUMNS": "120"})
    assert result.exit_code == code, result.output
    return result.output


def test_games_are_listed_the_newest_first(at):
    shown = run("history", *at)
    assert shown.index("2024-01-02") < shown.index("2024-01-01")
    assert "Di, Cy, Bo, Ann" in shown and "40 min" in shown
    assert "Historique" in run("history", *at, "--lang", "fr")


def test_no_games_yet_is_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert "No game has been played to its end yet." in run("history")
    assert "No game has been played to its end yet." in run("stats")
    assert json.loads(run("history", "--json")) == []
    assert not (tmp_path / "data").exists()


def test_one_game_is_shown_as_a_score_sheet(at):
    shown = run("history", *at, "show", "1")
    for word in ("Military", "Total", "Rank", "Gizah A", "base game, first printing"):
        assert word in shown
    assert json.loads(run("history", *at, "show", "last", "--json"))["number"] == 2
    assert "There is no game 77" in run("history", *at, "show", "77", code=1)


def test_the_pace_of_a_game_is_told_where_it_is_known(at, tmp_path):
    assert "A turn took" not in run("history", *at, "show", "1")
    History.beside(tmp_path / "games.db").put([timed(evening(3, day=2, number=3))])
    shown = " ".join(run("history", *at, "show", "last").split())
    assert "A turn took 41 s: 33 s choosing, 3 s countdown, 2 s declaring, 3 s questions." in shown
    assert "Cy was waited for longest: 2 min 10 s." in shown
    assert "The whole turn" in run("stats", *at, "--by", "phase")
    assert json.loads(run("history", *at, "show", "last", "--json"))["times"][0]["choosing"] == 20
    assert json.loads(run("stats", *at, "--json"))["phases"][-1]["mean"] == 41


def test_statistics_are_shown_whole_or_by_one_thing(at):
    shown = run("stats", *at)
    for title in ("Players", "Win rate by wonder and side", "Points by category", "Head to head"):
        assert title in shown
    assert "Thinking time (seconds)" in shown
    assert "Players" not in run("stats", *at, "--by", "wonder")
    assert json.loads(run("stats", *at, "--json", "--player", "Di"))["games"] == 1


def test_the_history_goes_out_as_csv_json_and_for_bg_stats(at, tmp_path):
    assert run("history", *at, "export").startswith("game,date,")
    assert json.loads(run("history", *at, "export", "--format", "json"))["version"] == 1
    to = tmp_path / "last.bgsplay"
    said = run("history", *at, "export", "last", "--format", "bgsplay", "-o", to)
    assert said == f"{to}: 1 game.\n"
    assert len(json.loads(to.read_text("utf-8"))["plays"]) == 1
    assert "cannot be written" in run("history", *at, "export", "-o", tmp_path, code=1)


def test_old_games_come_in_from_the_filled_in_template_once(at, tmp_path):
    to = tmp_path / "old.csv"
    assert "Fill" in run("history", "template", "-o", to)
    assert to.read_text("utf-8") == template() == run("history", "template")
    assert "exists already" in run("history", "template", "-o", to, code=1)
    to.write_text(template().replace("#may", "may"), "utf-8")
    assert "1 game imported." in run("history", *at, "import", to)
    assert "0 games imported, 1 was there already." in run("history", *at, "import", to)
    assert "Bo" in run("history", *at, "show", "last")


def test_a_wrong_line_keeps_everything_out(at, tmp_path):
    to = tmp_path / "old.csv"
    lines = template().replace("#may", "may") + template().replace("#may", "june").split("\n", 1)[1]
    to.write_text(lines.replace("june,,,,,,Bo,rhodos,B,18", "june,,,,,,Bo,rhodos,B,19"), "utf-8")
    said = run("history", *at, "import", to, code=1)
    assert "line 16: the points add up to 45, but total is 44." in said
    assert "Nothing was imported from" in said
    assert len(json.loads(run("history", "--json", *at))) == 2


@pytest.mark.parametrize(
    ("data", "says"), [(b"\xff\xfe\x00", "not UTF-8"), (None, "cannot be read")]
)
def test_a_file_that_cannot_be_read_is_told(at, tmp_path, data, says):
    path = tmp_path / "x.csv"
    if data:
        path.write_bytes(data)
    assert says in run("history", *at, "import", path, code=1)


def test_games_that_the_journal_lacks_are_not_dropped_without_a_question(at):
    Journal(Path(at[1])).close()
    assert "The journal lacks 2 games of the history." in run("history", "rebuild", *at, code=1)
    assert len(json.loads(run("history", "--json", *at))) == 2
    assert run("history", "rebuild", "--yes", *at) == "0 games from the journal.\n"
    assert json.loads(run("history", "--json", *at)) == []


def test_a_player_gets_another_name(at):
    assert run("history", *at, "rename", "Di", "Diana") == "Di is now called Diana.\n"
    assert "Diana" in run("history", *at) and "Di," not in run("history", *at)
    assert "Nobody called Zoe" in run("history", *at, "rename", "Zoe", "Z", code=1)
    assert "they are two" in run("history", *at, "rename", "Ann", "Bo", code=1)


def test_the_sheet_is_drawn_by_the_ending_of_its_file(at, tmp_path):
    pdf, png = tmp_path / "a.pdf", tmp_path / "b.PNG"
    assert run("sheet", "1", *at, "-o", pdf) == f"{pdf}: Di won on 2024-01-01.\n"
    run("sheet", "last", *at, "-o", png, "--lang", "fr")
    assert pdf.read_bytes().startswith(b"%PDF") and png.read_bytes().startswith(b"\x89PNG")
    assert "must end with .pdf or .png" in run("sheet", "1", *at, "-o", tmp_path / "c.doc", code=2)
    assert "There is no game 9" in run("sheet", "9", *at, "-o", pdf, code=1)


@pytest.mark.parametrize("words", [["history", "rebuild"], ["deck", "export"], ["deck", "check"]])
def test_a_journal_that_the_group_names_is_the_commands_too(words, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    group, command = words
    before = CliRunner().invoke(main, [group, "--journal", str(tmp_path / "a.db"), command])
    after = CliRunner().invoke(main, [group, command, "--journal", str(tmp_path / "a.db")])
    assert (before.exit_code, before.output) == (after.exit_code, after.output)
    assert not (tmp_path / "data").exists()
