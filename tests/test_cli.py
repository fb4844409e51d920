import subprocess
import sys

import pytest
from click.testing import CliRunner

from host_tools.cli import COMMANDS, main


def test_the_command_tells_its_version():
    assert CliRunner().invoke(main, ["--version"]).output.startswith("wondertable, version ")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_the_table_tells_how_it_is_used(name):
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0
    assert f"wondertable {name} " in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_of_commands_is_listed(name):
    assert f"  {name} " in CliRunner().invoke(main, ["--help"]).output


def test_an_unknown_command_is_told():
    result = CliRunner().invoke(main, ["crads"])
    assert result.exit_code == 2
    assert "No such command 'crads'" in result.output


def test_a_wonder_that_does_not_exist_is_told_with_those_that_do():
    result = CliRunner().invoke(main, ["play", "--wonders", "rome:B"])
    assert result.exit_code == 2
    assert "There is no wonder 'rome' with a side 'B'" in result.output


def test_listing_the_commands_reads_none_of_their_modules():
    code = (
        "import sys; from host_tools.cli import main; main(['--help'], standalone_mode=False);"
        "assert not {'rich', 'card_db', 'host_tools.cards_command'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
