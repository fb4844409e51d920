"""Settings: what people would type every time stands in one file; what they type wins."""

import json
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from host_tools.cli import COMMANDS, main
from host_tools.commands.settings import SETTINGS, VARIABLE, key_of, read_settings
from host_tools.table.journal import Journal
from host_tools.table.tags import DeckRow, Tags
from host_tools.venue.broker_options import PASSWORD
from host_tools.web.certificate import Certificate
from tests.commands.test_cli import EVERY, GAMES

DOCS = Path(__file__).parents[2] / "docs"
RECORD = str(GAMES / "first_turns.jsonl")
SAME_BY_DEFAULT = {"deck", "mode", "countdown", "seats"}  # as the example has it
ROWS = [(key, path) for key, row in SETTINGS.items() for path in row.commands]


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write the settings of this test."""
    path = tmp_path / "settings.toml"
    monkeypatch.setenv(VARIABLE, str(path))

    def write(text):
        path.write_text(text, "utf-8")
        return path

    return write


def run(*words, code=0):
    done = CliRunner().invoke(main, words)
    assert done.exit_code == code, done.output
    assert isinstance(done.exception, SystemExit | None)
    return done.output


def typed(option, value):
    """The words that a person types for a setting."""
    name = f"--{key_of(option)}"
    if value is True:
        return [name]
    if option.nargs == 2:
        return [name, *value]
    return [word for one in (value if option.multiple else [value]) for word in (name, str(one))]


def value_of(option, command, words, settings):
    """What a command is given for an option."""
    ctx = click.Context(command, default_map=settings, **main.context_settings)
    found, _, _ = command.make_parser(ctx).parse_args(words)
    option.handle_parse_result(ctx, found, [])
    return ctx.params[option.name]


@pytest.mark.parametrize(("key", "path"), ROWS)
def test_a_setting_is_as_good_as_the_option_typed(key, path, write, monkeypatch):
    monkeypatch.setattr(Certificate, "read", lambda *files: files)
    write(f"{key} = {SETTINGS[key].example}\n")
    settings, command = read_settings(), EVERY[path]
    [option] = [option for option in command.params if key_of(option) == key]
    set_ = value_of(option, command, [], settings.for_command(command, path))
    assert set_ == value_of(option, command, typed(option, settings.values[key]), {})
    assert set_ != value_of(option, command, [], {}) or key in (
        "deck",
        "mode",
        "countdown",
        "seats",
    )


def test_an_option_that_means_the_same_everywhere_is_set_everywhere():
    for path, command in EVERY.items():
        if any(key_of(option) == "lang" for option in command.params):
            # Labels are in both languages, unless one is asked for.
            assert (path in SETTINGS["lang"].commands) != (path == "deck labels"), path


def test_the_option_on_the_command_line_wins(write):
    write('lang = "fr"\n')
    french, english = run("score", RECORD), run("score", RECORD, "--lang", "en")
    assert french != english
    write("")
    assert run("score", RECORD) == english
    assert run("score", RECORD, "--lang", "fr") == french


@pytest.mark.parametrize("flag", [key for key, row in SETTINGS.items() if row.example == "true"])
def test_every_flag_can_be_switched_off_again(flag):
    for path in SETTINGS[flag].commands:
        [option] = [option for option in EVERY[path].params if key_of(option) == flag]
        assert option.secondary_opts == [f"--no-{flag}"]


@pytest.mark.parametrize("words", [("--journal", "{}", "check"), ("check", "--journal", "{}")])
def test_commands_of_a_group_have_their_settings_beside_what_is_typed(words, write, tmp_path):
    write('deck = "second"\nlang = "fr"\n')
    journal = Journal(tmp_path / "games.db")
    Tags(journal).put_deck(DeckRow("second", "1e", ("base",), ()))
    journal.close()
    words = [word.format(journal.path) for word in words]
    assert json.loads(run("deck", *words, "--json", code=1))["deck"] == "second"
    assert "There is no deck 'main'" in run("deck", *words, "--deck", "main", code=1)


def test_files_are_looked_for_beside_the_settings(write, tmp_path):
    write('house = ["ours.jsonl"]\nmqtt-password-file = "~/broker.txt"\n')
    values = read_settings().values
    assert values["house"] == [str(tmp_path / "ours.jsonl")]
    assert values["mqtt-password-file"] == str(Path.home() / "broker.txt")


def test_an_uncommented_example_sets_everything(write):
    example = run("config", "--example")
    write(re.sub(r"^# (?=[a-z-]+ = )", "", example, flags=re.MULTILINE))
    assert read_settings().values.keys() == SETTINGS.keys()
    write(example)
    assert read_settings().values == {}


# Wrong files

WRONG = {
    'lang = "fr': "settings.toml is not TOML: Unterminated string .* `wondertable config",
    'lang = "fr"\n\nsets = base\n': "is not TOML: Invalid value .*line 3",
    "lang = " + "[" * 100_000: "is not TOML: too many brackets",
    '\nsetz = ["base"]': "settings.toml, line 2: there is no setting 'setz'. Did you mean sets\\?",
    "[game]\nqwertz = 1": "line 1: there is no setting 'game'",
    "xyzzy = 1": "there is no setting 'xyzzy'. `wondertable config --example` shows every key.",
    'sets = "base"': r"line 1: sets cannot be 'base'. It is a list of sets: sets = \[\"base\",",
    'sets = ["base", "cites"]': "There is no set 'cites': it is one of base, leaders, cities",
    "ruling = { coins = 3 }": "There is no ruling 'coins': it is one of babylon_first",
    "\n[ruling]\ncoins = 3": "settings.toml, line 2: ruling cannot be .* There is no ruling",
    "ruling = { house_numbers = 1979-05-27 }": "It is a table of rulings",
    "lan = 1": "lan cannot be 1. It is true or false: lan = true",
    "countdown = true": "countdown cannot be True. It is a number: countdown = 3",
    'https = ["one.pem"]': "It is a list of two files",
    'mqtt = ["mqtt://ann:sesame@broker/fair"]': r"ann:\*\*\*@broker",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_file_is_a_sentence_with_the_way_out(text, write):
    write(text)
    for words in (("cards", "vineyard"), ("play", "--no-web")):
        said = run(*words, code=1)
        assert re.search(WRONG[text], said), said
        assert "sesame" not in said
    assert re.search(WRONG[text], " ".join(run("config", code=1).split()))


@pytest.mark.parametrize(
    ("data", "said"),
    [(None, "settings.toml cannot be read: No such file"), (b"\xff", "is not UTF-8 text")],
)
def test_a_file_that_is_named_must_be_there_and_be_text(data, said, write, tmp_path):
    if data is not None:
        write("").write_bytes(data)
    assert said in run("cards", "vineyard", code=1)
    assert said in run("config", code=1)


def test_a_value_that_its_option_refuses_is_told_with_the_file(write):
    path = write('edition = "3e"\nlang = "fr"\n')
    said = run("play", "--no-web", code=2)
    assert "'3e' is not one of '1e', '2e'." in said
    assert f"Settings of {path} in force: edition." in said
    assert "edition: '3e' is not one of" in run("config", code=1)
    assert "in force" not in run("play", "--edition", "4e", code=2)


def test_a_game_that_cannot_be_played_names_the_settings_it_came_from(write):
    write('sets = ["base", "wonder_pack"]\n')
    assert "in force: sets." in run("play", "--no-web", "--edition", "2e", code=2)


def test_whoever_needs_no_settings_does_not_read_them(write):
    write("nonsense")
    run("rule", "R129")
    run("--help")


def test_the_doctor_works_with_a_wrong_file(write):
    write("nonsense")
    said = run("doctor", "--yes", code=2)
    assert "is not TOML" in said and "The defaults are in force." in said
    assert "--yes is for --tune." in said


# `wondertable config`


def facts(code=0):
    found = json.loads(run("config", "--json", code=code))
    return found, {row["key"]: row for row in found["settings"]}


def test_config_says_what_is_in_force_and_why(write):
    path = write('lang = "fr"\nsets = ["base", "leaders"]\n')
    found, rows = facts()
    assert (found["file"], found["exists"], found["problems"]) == (str(path), True, [])
    assert rows.keys() == SETTINGS.keys()
    assert (rows["lang"]["value"], rows["lang"]["source"]) == ("fr", "file")
    assert (rows["sets"]["value"], rows["sets"]["source"]) == (["base", "leaders"], "file")
    assert (rows["edition"]["value"], rows["edition"]["source"]) == ("1e", "default")
    assert rows["seats"]["value"] == ["serial:auto"]
    assert rows["lan"]["value"] is False
    shown = run("config")
    assert str(path) in shown and "base, leaders" in shown


def test_config_names_the_usual_place_when_there_is_no_file(monkeypatch, tmp_path):
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    found, rows = facts()
    assert Path(found["file"]).name == "settings.toml" and not found["exists"]
    assert {row["source"] for row in rows.values()} == {"default"}


def test_config_tells_no_password(write, monkeypatch):
    monkeypatch.setenv(PASSWORD, "open sesame")
    write('mqtt = "mqtt://ann:se@same@broker.local/fair"\n')
    for words in (("config",), ("config", "--json")):
        said = run(*words)
        assert "same" not in said and "ann:***@" in said
        assert PASSWORD in said


# Docs


def test_the_guide_has_the_whole_schema():
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*?) \| (.*?) \| (.*?) \|$", guide(), re.MULTILINE)
    assert rows == [
        (key, row.kind.says, row.help, ", ".join(f"`{path}`" for path in row.commands))
        for key, row in SETTINGS.items()
    ]


def test_the_example_of_the_guide_is_accepted(write):
    [example] = re.findall(r"```toml\n(.*?)```", guide(), re.DOTALL)
    write(example)
    assert len(read_settings().values) > 3


def guide():
    return (DOCS / "settings.md").read_text("utf-8")


def test_every_command_of_the_schema_exists():
    assert {path.split()[0] for _, path in ROWS} <= COMMANDS.keys()
