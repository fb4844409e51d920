"""The README is true: its console scenes are run, and its links lead somewhere."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from host_tools.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
SCENES = re.findall(r"```console\n\$ wondertable (.*?)\n(.*?)```", README, re.DOTALL)


def squeezed(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


@pytest.mark.parametrize(("command", "shown"), SCENES)
def test_a_scene_of_the_readme_is_what_the_command_prints(command, shown, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "100")
    result = CliRunner().invoke(main, shlex.split(command))
    assert squeezed(result.output) == squeezed(shown)


def test_there_are_scenes():
    assert len(SCENES) >= 3


@pytest.mark.parametrize("link", re.findall(r"\]\((?!http)([^)#]+)\)", README))
def test_a_link_of_the_readme_leads_to_a_file(link):
    assert (ROOT / link).exists()
