"""The commands in the pages are true: each is understood, and a scene prints what it shows."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from host_tools.cli import main

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
BLOCK = re.compile(r"^( *)```(?:sh|console)\n(.*?)^\1```", re.DOTALL | re.MULTILINE)
SCENE = re.compile(r"```console\n\$ wondertable (.*?)\n(.*?)```", re.DOTALL)
COMMAND = re.compile(r"^ *(?:\$ |>? ?)?(?:\.venv/bin/)?wondertable(?: (.*))?$", re.MULTILINE)
SHOWN_IN_FULL = ("README.md", "docs/terminal.md")


def typed(page: str) -> list[str]:
    """The commands of ours that a page tells people to type, without their comments."""
    blocks = [block for _, block in BLOCK.findall(page)]
    lines = [line for block in blocks for line in COMMAND.findall(block.replace("\\\n", " "))]
    return [re.split(r" +#| [|>&] ?", f" {line}")[0].strip() for line in lines]


COMMANDS = {
    command: path.relative_to(ROOT).as_posix()
    for path in PAGES
    for command in typed(path.read_text("utf-8"))
}
SCENES = [
    scene for name in SHOWN_IN_FULL for scene in SCENE.findall((ROOT / name).read_text("utf-8"))
]


def squeezed(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


@pytest.mark.parametrize(("command", "shown"), SCENES)
def test_a_scene_is_what_the_command_prints(command, shown, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "100")
    result = CliRunner().invoke(main, shlex.split(command))
    assert squeezed(result.output) == squeezed(shown)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_and_its_options_are_known(command):
    """`tests/packages/test_outside.py` runs them all."""
    words = re.sub(r"\[[^]]*\]|…|\.\.\.", "", command).split(" -- ")[0]
    result = CliRunner().invoke(main, [*shlex.split(words), "--help"])
    assert result.exit_code == 0, f"{COMMANDS[command]}: {result.output}"


def test_there_are_scenes_and_commands():
    assert len(SCENES) >= 4 and len(COMMANDS) >= 60
