"""docs/build/enrol.md is true: its scenes are run one after the other."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from host_tools.cli import main
from tests.commands.test_enrol import filled

PAGE = (Path(__file__).parents[2] / "docs/build/enrol.md").read_text("utf-8")
SCENES = re.findall(r"```console\n\$ wondertable (.*?)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_the_scenes_are_what_the_commands_print(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    filled(tmp_path / "wondertable" / "games.db", players=3)
    for command, shown in SCENES:
        assert CliRunner().invoke(main, shlex.split(command)).output == shown, command
    assert len(SCENES) >= 7
