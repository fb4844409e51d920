"""The command line has manners: help with examples, exit codes, completion, JSON."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from host_tools.bots.dealer import Dealer
from host_tools.cli import COMMANDS, GROUPS, main
from host_tools.commands.asked_setup import named
from host_tools.table.journal import Journal

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests/games"
GUIDE = (ROOT / "docs/commands.md").read_text("utf-8")


def walk(command, *path):
    """Every command with its words, those below a group too."""
    yield " ".join(path), command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=path[-1] if path else "wondertable")
        for name in command.list_commands(context):
            yield from walk(command.get_command(context, name), *path, name)


EVERY = dict(walk(main))


def run(*words):
    return CliRunner().invoke(main, words)


def examples(words):
    shown = run(*words.split(), "--help").output
    return [line.strip() for line in re.findall(r"^ +wondertable .*", shown, re.MULTILINE)]


def test_the_command_tells_its_version():
    assert run("--version").output.startswith("wondertable, version ")


@pytest.mark.parametrize("words", EVERY)
def test_the_help_of_a_command_has_an_example_of_it(words):
    assert any(f"wondertable {words} ".startswith(e[: len(words) + 12]) for e in examples(words))


@pytest.mark.parametrize("words", EVERY)
def test_the_help_of_a_command_fits_a_terminal(words):
    assert max(map(len, run(*words.split(), "--help").output.splitlines())) <= 80


@pytest.mark.parametrize("words", EVERY)
def test_every_option_says_what_it_does(words):
    options = [each for each in EVERY[words].params if isinstance(each, click.Option)]
    assert [each.name for each in options if not each.help] == []


@pytest.mark.parametrize("words", EVERY)
def test_the_examples_of_a_command_can_be_typed(words, monkeypatch):
    monkeypatch.setattr(click.Path, "convert", lambda self, value, *_: Path(value))
    for example in examples(words):
        typed = shlex.split(re.split(r" {2,}| >", example)[0])[1:]
        command = main
        while isinstance(command, click.Group) and typed and not typed[0].startswith("-"):
            command = command.get_command(click.Context(command), typed.pop(0))
        command.make_context("example", typed)  # a wrong option or value raises


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_of_commands_is_listed(name):
    assert f"  {name} " in run("--help").output


def test_the_commands_are_listed_by_their_purpose():
    shown = run("--help").output
    assert [shown.index(f"\n{purpose}:\n") for purpose in GROUPS] == sorted(
        shown.index(f"\n{purpose}:\n") for purpose in GROUPS
    )


def test_an_unknown_command_is_told_with_the_nearest_one():
    result = run("crads")
    assert result.exit_code == 2
    assert "No such command 'crads'. Did you mean cards?" in result.output


def test_a_wonder_that_does_not_exist_is_told_with_those_that_do():
    result = CliRunner().invoke(main, ["play", "--wonders", "rome:B"])
    assert result.exit_code == 2
    assert "There is no wonder 'rome' with a side 'B'" in result.output


@pytest.mark.parametrize("seed", range(8))
def test_a_chosen_wonder_is_drawn_for_nobody_else(seed):
    setup = named(Dealer(seed).setup(7), ("Ann",), ("gizah:A", "", "rhodos"))
    assert (setup.seats[0].board, setup.seats[2].wonder) == ("gizah_a", "rhodos")


def test_listing_the_commands_reads_none_of_their_modules():
    code = (
        "import sys; from host_tools.cli import main; main(['--help'], standalone_mode=False);"
        "assert not {'rich', 'card_db', 'host_tools.commands.cards'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


EXITS = [
    (0, "cards vineyard"),
    (0, f"replay {GAMES / 'first_turns.jsonl'}"),
    (1, "games --journal new.db"),
    (1, "cards no_such_card"),
    (1, f"replay {GAMES / 'too_dear.jsonl'}"),
    (1, f"score {GAMES / 'too_dear.jsonl'} --json"),
    (1, "replay nowhere.jsonl"),
    (1, "abandon 12 --journal new.db"),
    (1, "export 12 --journal new.db"),
    (1, "resume --no-web --journal new.db"),
    (1, "games --journal no_journal.db"),
    (2, ""),
    (2, "crads"),
    (2, "cards --no-such-option"),
    (2, "replay"),
    (2, "play --edition 3e"),
    (2, "play --players 9 --journal new.db"),
    (2, "play --setup --no-web --journal new.db"),
    (2, "play --seats nonsense: --no-web --journal new.db"),
    (2, "completion tcsh"),
    (2, "seat"),
]


@pytest.mark.parametrize(("code", "typed"), EXITS)
def test_the_exit_code_tells_a_program_what_happened(code, typed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("no_journal.db").write_text("This is a text and no journal. " * 100)
    result = run(*shlex.split(typed))
    assert result.exit_code == code, result.output
    assert isinstance(result.exception, SystemExit | None)


def test_the_guide_has_every_exit_code():
    assert re.findall(r"^\| (\d) \|", GUIDE, re.MULTILINE) == ["0", "1", "2"]


def test_whatever_deletes_asks_and_can_be_told_not_to():
    asks = {w for w, command in EVERY.items() if any("--yes" in p.opts for p in command.params)}
    assert asks == {
        "deck forget", "enrol", "history rebuild", "player forget", "venue close", "venue score",
        "venue seating", "doctor", "play",
    }  # fmt: skip


def test_the_list_of_games_for_a_program(tmp_path):
    journal = Journal(tmp_path / "games.db")
    journal.new_game(5.0)
    journal.close()
    [game] = json.loads(run("games", "--json", "--journal", str(journal.path)).output)
    assert game == {"id": 1, "begun": 5.0, "state": "open", "entries": 0}


def test_a_score_for_a_program_explains_every_point():
    record = str(GAMES / "first_turns.jsonl")
    found = json.loads(run("score", record, "--json", "--explain").output)
    for seat in found["seats"]:
        assert sum(item["points"] for item in seat["points"]) == seat["score"]["total"]
    assert found["seats"][0]["points"][0]["text"] == "3 coins, a point for every 3."
    replayed = json.loads(run("replay", record, "--json").output)
    assert json.loads(run("score", record, "--json").output) == replayed


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["re"], {name for name in COMMANDS if name.startswith("re")}),
        (["play", "--ed"], {"--edition"}),
        (["play", "--edition", ""], {"1e", "2e"}),
    ],
)
def test_a_shell_completes_what_is_begun(typed, offered):
    bash = shutil.which("bash")
    assert bash, "this test needs bash"
    script = (
        'eval "$(wondertable completion bash)"\n'
        f"COMP_WORDS=({shlex.join(['wondertable', *typed])}); COMP_CWORD={len(typed)}\n"
        '_wondertable_completion wondertable; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ended = subprocess.run(
        [bash, "-c", script], env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    assert set(ended.stdout.split()) == offered, ended.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_its_lines(shell):
    shown = run("completion", shell)
    assert shown.exit_code == 0
    assert f"_WONDERTABLE_COMPLETE={shell}_complete" in shown.output
