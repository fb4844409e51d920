"""Options of a group stand before or after the command, and none is ignored."""

import json
from contextlib import closing

import click
import pytest
from click.testing import CliRunner

from host_tools.cli import COMMANDS, main
from host_tools.commands.group import OptionGroup
from host_tools.table.journal import Journal
from host_tools.table.tags import DeckRow, Tags


def run(*words):
    return CliRunner().invoke(main, words)


@pytest.mark.parametrize(
    "words",
    [
        ("deck", "--journal", "{}", "check"),
        ("deck", "check", "--journal", "{}"),
        ("history", "--journal", "{}", "show", "1"),
        ("history", "show", "--journal", "{}", "1"),
        ("history", "show", "1", "--journal", "{}"),
        ("games", "--journal", "{}", "repair", "new.db"),
        ("games", "repair", "new.db", "--journal", "{}"),
        ("venue", "--book", "{}", "standings"),
        ("venue", "standings", "--book", "{}"),
    ],
)
def test_the_file_that_is_named_is_the_one_that_is_used(words, tmp_path):
    missing = tmp_path / "missing.db"
    done = run(*[word.format(missing) for word in words])
    assert done.exit_code == 1
    assert str(missing) in done.output


@pytest.mark.parametrize("words", [("--json", "check"), ("check", "--json")])
def test_json_is_printed_wherever_the_option_stands(words, tmp_path):
    journal = tmp_path / "games.db"
    with closing(Journal(journal)) as opened:
        Tags(opened).put_deck(DeckRow("main", "1e", ("base",), ()))
    done = run("deck", "--journal", str(journal), *words)
    assert "missing" in json.loads(done.output)


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("games", "--json", "repair", "new.db"), "--json"),
        (("history", "--json", "export"), "--json"),
        (("venue", "--port", "8701", "standings"), "--port"),
    ],
)
def test_an_option_that_a_command_does_not_have_is_refused(words, option):
    done = run(*words)
    assert done.exit_code == 2
    assert f"has no option {option}" in done.output


def test_every_group_with_options_shares_or_refuses_them():
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        if isinstance(command, click.Group) and command.params:
            assert isinstance(command, OptionGroup), name


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_h_is_help(name):
    words = [name] if name else []
    assert run(*words, "-h").output == run(*words, "--help").output
