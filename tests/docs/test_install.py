"""The pages of docs/install are true: their links, commands, folders, unit and rules."""

import configparser
import os
import re
import shlex
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path, PureWindowsPath

import click
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from host_tools.cli import main
from host_tools.commands.options import data_folder
from host_tools.link.serial_port import BRIDGES, MAKERS, SEATS
from host_tools.web.server import PORT
from tests.docs.guide.test_pages import LINK

ROOT = Path(__file__).parents[2]
INSTALL = ROOT / "docs/install"
PAGES = {path.name: path.read_text("utf-8") for path in sorted(INSTALL.glob("*.md"))}
BLOCK = re.compile(r"^ *```(?:sh|powershell)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
RULE = re.compile(r'ATTRS\{idVendor\}=="(\w+)", ATTRS\{idProduct\}=="([^"]+)"')
UNTRIED = {
    "windows.md": "We have no Windows",
    "macos.md": "We have no Mac",
    "raspberry-pi.md": "Nobody has tried",
    "container.md": "never been built",
}
PROGRAMS = {
    "cp", "journalctl", "mkdir", "pip", "pipx", "podman", "py", "python3", "sudo",
    "systemctl", "uv", "wondertable",
}  # fmt: skip


def commands(text):
    """Return the commands of a page, each as its words."""
    for block in BLOCK.findall(text):
        for line in block.splitlines():
            line = line.replace("\\", "/") if "Scripts" in line else line
            words = shlex.split(line, comments=True)
            while words:
                end = words.index("&&") if "&&" in words else len(words)
                yield words[:end]
                words = words[end + 1 :]


def ours(words):
    """Return what follows `wondertable` in a command; None where it is another program's."""
    if words[:2] == ["podman", "run"]:
        return words[words.index("wondertable") + 1 :]
    if words[1:3] == ["-m", "wondertable"]:
        return words[3:]
    return words[1:] if Path(words[0]).name == "wondertable" else None


def check(words):
    """Raise where our command does not take these words."""
    command = main
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        command = command.get_command(click.Context(command), words[0])
        words = words[1:]
    command.make_context("page", list(words))


ALL = [(name, words) for name, text in PAGES.items() for words in commands(text)]
OURS = [(name, ours(words)) for name, words in ALL if ours(words)]


def test_the_first_page_leads_to_all_others():
    linked = {file for file, _ in LINK.findall(PAGES["README.md"])}
    assert set(PAGES) - {"README.md"} <= linked
    assert "docs/install/" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize(("name", "words"), OURS)
def test_our_commands_can_be_typed(name, words):
    check(words)


def test_every_page_has_commands_of_ours():
    assert {name for name, _ in OURS} == PAGES.keys() - {"README.md"}


def test_a_wrong_option_would_be_found():
    ((words,),) = [list(commands("```sh\nwondertable play --sset base\n```\n"))]
    with pytest.raises(click.NoSuchOption):
        check(ours(words))


@pytest.mark.parametrize(("name", "words"), ALL)
def test_other_programs_and_files_are_known(name, words):
    assert Path(words[0]).name in PROGRAMS
    assert [word for word in words if word.startswith("docs/") and not (ROOT / word).exists()] == []
    if "--file" in words:
        assert (ROOT / words[words.index("--file") + 1]).exists()


@pytest.mark.parametrize("name", UNTRIED)
def test_a_page_that_could_not_be_tried_says_so(name):
    assert UNTRIED[name] in PAGES[name].partition("```")[0]


def test_the_folders_of_the_games_are_those_of_the_program(monkeypatch):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    home = str(Path.home())
    for system in (Unix, MacOS):
        folder = system("wondertable", appauthor=False).user_data_dir.replace(home, "~")
        assert f"`{folder}`" in PAGES["README.md"].replace(", or", "")
    assert PureWindowsPath(r"%LOCALAPPDATA%\wondertable").name == data_folder().name
    assert r"`%LOCALAPPDATA%\wondertable`" in PAGES["README.md"]


def unit(name):
    parser = configparser.ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str
    parser.read(INSTALL / name, "utf-8")
    return parser


def test_the_unit_starts_a_command_of_ours():
    program, *words = shlex.split(unit("wondertable.service")["Service"]["ExecStart"])
    assert program == "%h/.local/bin/wondertable"  # where pipx puts it
    check(words)
    assert words[words.index("--port") + 1] == str(PORT)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_systemd_accepts_the_unit(tmp_path):
    program = tmp_path / ".local/bin/wondertable"
    program.parent.mkdir(parents=True)
    program.symlink_to("/bin/true")
    env = {**os.environ, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    asked = ["systemd-analyze", "--user", "verify", str(INSTALL / "wondertable.service")]
    done = subprocess.run(asked, env=env, capture_output=True, text=True)
    assert (done.stdout + done.stderr, done.returncode) == ("", 0)  # a wrong key is only a warning


def test_the_screen_waits_for_the_port_of_the_unit():
    entry = unit("wondertable-screen.desktop")["Desktop Entry"]
    shell, option, script = shlex.split(entry["Exec"])
    assert (shell, option) == ("sh", "-c")
    assert set(re.findall(r"http://127\.0\.0\.1:(\d+)/", script)) == {str(PORT)}
    assert subprocess.run(["sh", "-n", "-c", script]).returncode == 0


def test_the_rules_are_for_the_seats_that_are_opened_unasked():
    rules = RULE.findall((INSTALL / "60-wondertable.rules").read_text("ascii"))

    def fits(vid, pid):
        found = (f"{vid:04x}", f"{pid:04x}")
        return any(all(map(fnmatch, found, rule)) for rule in rules)

    assert [pair for pair in SEATS if not fits(*pair)] == []
    assert [pid for pid in MAKERS if not fits(0x2E8A, pid)] == []
    assert [pair for pair in BRIDGES if fits(*pair)] == []
    assert not fits(0x2E8A, MAKERS.stop)
