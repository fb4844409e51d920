"""The Containerfile, without a builder: it is read, and its commands run in a bare environment."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from fnmatch import fnmatch

import click
import httpx
import pytest

from host_tools.cli import main
from host_tools.web.server import PORT
from tests.packages.pinned import ROOT

TEXT = (ROOT / "Containerfile").read_text("utf-8")
WHOLE = TEXT.replace("\\\n", " ")
LINES = [line.split(maxsplit=1) for line in WHOLE.splitlines() if line and line[0] != "#"]
KNOWN = {
    "FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK",
    "ENTRYPOINT", "CMD",
}  # fmt: skip
IGNORED = [line for line in (ROOT / ".containerignore").read_text("utf-8").splitlines() if line]


def stages():
    """Return the lines of each stage."""
    found = []
    for word, rest in LINES:
        if word == "FROM":
            found.append([])
        found[-1].append((word, rest))
    return found


BUILD, LAST = stages()


def said(stage, word):
    return [rest for each, rest in stage if each == word]


def settings():
    return dict(pair.split("=", 1) for rest in said(LAST, "ENV") for pair in shlex.split(rest))


def sent(name):
    """Return whether a file is part of what is built: the last line that fits it decides."""
    answer = True
    for line in IGNORED:
        pattern = line.lstrip("!").removeprefix("**/")
        parts = name.split("/")
        fits = fnmatch(parts[-1] if "**/" in line else parts[0], pattern) or pattern in parts[:-1]
        if line[0] != "#" and fits:
            answer = line[0] == "!"
    return answer


def test_every_line_is_an_instruction():
    assert {word for word, _ in LINES} <= KNOWN


def test_both_stages_have_a_python_that_we_support():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    images = [rest.split()[0] for stage in (BUILD, LAST) for rest in said(stage, "FROM")]
    pythons = {re.fullmatch(r"python:(3\.\d+)(?:-slim)?", image)[1] for image in images}
    assert len(pythons) == 1  # what is compiled for one does not run in another
    assert f"Programming Language :: Python :: {pythons.pop()}" in project["classifiers"]


def test_it_does_not_run_as_root_and_keeps_its_data_in_the_volume():
    (user,), (volume,), (made,) = (said(LAST, word) for word in ("USER", "VOLUME", "RUN"))
    assert user != "0" and f"useradd --uid {user} " in made
    assert f"install --directory --owner {user} {volume}" in made
    assert {settings()[name] for name in ("XDG_DATA_HOME", "XDG_STATE_HOME")} == {volume}


def test_it_serves_the_port_that_it_names():
    assert said(LAST, "EXPOSE") == [str(PORT)]
    (program,), words = (json.loads(said(LAST, word)[0]) for word in ("ENTRYPOINT", "CMD"))
    assert program == "wondertable" and words[words.index("--port") + 1] == str(PORT)
    command = main.get_command(click.Context(main), words[0])
    command.make_context("CMD", words[1:])
    assert f"127.0.0.1:{PORT}/healthz" in said(LAST, "HEALTHCHECK")[0]


def test_only_what_the_package_needs_is_sent_to_the_builder():
    assert sent("host_tools/web/static/js/screen.js") and sent("card_db/base_1e.jsonl")
    for name in ("tests/conftest.py", ".git/config", ".venv/bin/python", "docs/api.md"):
        assert not sent(name), name
    assert not sent("host_tools/rules/__pycache__/game.cpython-311.pyc")


@pytest.fixture
def tree(tmp_path):
    """Return a copy of what a builder would get."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(sent, files.stdout.splitlines()):
        (tmp_path / "src" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tmp_path / "src" / name)
    return tmp_path / "src"


@pytest.mark.soak
def test_its_commands_make_a_table_that_is_healthy(tree, tmp_path):
    """Run as the builder would, but without the compiler, and in folders of the test."""
    env = {name: os.environ[name] for name in os.environ if not name.startswith("PYTHON")}
    env |= {"WONDERTABLE_COMPILE": "0", "HOME": str(tmp_path)}
    place = str(tmp_path / "opt")

    def moved(text):
        return text.replace("/opt/wondertable", place).replace("/data", str(tmp_path / "data"))

    for line in said(BUILD, "RUN"):
        typed = re.sub(r"^python\b", shlex.quote(sys.executable), moved(line))
        done = subprocess.run(
            ["sh", "-c", typed], cwd=tree, env=env, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr[-2000:]

    env |= {name: moved(value).replace("$PATH", env["PATH"]) for name, value in settings().items()}
    del env["WONDERTABLE_COMPILE"]
    words = json.loads(said(LAST, "ENTRYPOINT")[0]) + json.loads(said(LAST, "CMD")[0])
    words = [word if word != str(PORT) else "0" for word in words if word != "--lan"]
    program = shutil.which(words[0], path=env["PATH"])
    table = subprocess.Popen(
        [program, *words[1:]], cwd=tmp_path, env=env, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        lines = [line for line, _ in zip(table.stdout, range(3), strict=False)]
        port = re.search(r"http://127\.0\.0\.1:(\d+)/", "".join(lines))[1]
        asked = json.loads(said(LAST, "HEALTHCHECK")[0].removeprefix("CMD "))
        asked = [word.replace(f":{PORT}/", f":{port}/") for word in asked]
        healthy = subprocess.run(asked, env=env, cwd=tmp_path, capture_output=True, text=True)
        assert healthy.returncode == 0, healthy.stderr
        assert httpx.get(f"http://127.0.0.1:{port}/").status_code == 200
    finally:
        table.send_signal(signal.SIGTERM)  # as a container is stopped
        assert table.wait(30) == 0
        table.stdout.close()
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["wondertable"]
