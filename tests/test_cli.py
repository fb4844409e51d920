from click.testing import CliRunner

from host_tools.cli import main


def test_the_command_tells_its_version():
    assert CliRunner().invoke(main, ["--version"]).output.startswith("wondertable, version ")
