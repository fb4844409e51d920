"""Every text reaches a terminal or a spreadsheet through its one door; no other is built in.

`echo` prints lines, `PlainConsole` tables and pictures, `write_sheet` spreadsheets.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "host_tools"
DOORS = {"texts/echo.py", "texts/terminal.py", "texts/sheet.py"}
# Not for people: one process talks to another, and the firmware's own code on a virtual board.
PIPES = {"coach/worker.py", "sim/boards/shim"}
# What writes to a terminal or into a spreadsheet as it is.
FORBIDDEN = {
    "print", "input", "click.echo", "click.secho", "click.echo_via_pager", "click.confirm",
    "click.prompt", "click.progressbar", "sys.stdout.write", "sys.stdout.writelines",
    "sys.stderr.write", "sys.stderr.writelines", "rich.print", "rich.inspect", "rich.get_console",
    "rich.text.Text.from_markup", "rich.text.Text.from_ansi", "rich.markup.render", "csv.writer",
    "csv.DictWriter", "getpass.getpass",
}  # fmt: skip
CONSOLE = "rich.console.Console"  # a type, which is named, and a class, of which none is made
# A console of ours is handed to these, and they read no markup.
NEEDED = {
    "rich.live.Live": "console",
    "rich.progress.Progress": "console",
    "rich.progress.track": "console",
    "rich.progress.TextColumn": "markup",
}


def sources():
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name not in DOORS and not name.startswith(tuple(PIPES)):
            yield name, path.read_text("utf-8")


def imported(tree):
    """Return what each imported name of a module stands for."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {each.asname or each.name: each.name for each in node.names if each.asname}
        elif isinstance(node, ast.ImportFrom):
            names |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
    return names


def full_name(node, names):
    """Return the whole name of something, as `click.echo`."""
    if isinstance(node, ast.Attribute):
        return f"{full_name(node.value, names)}.{node.attr}"
    return names.get(node.id, node.id) if isinstance(node, ast.Name) else ""


def past_the_doors(text):
    """Return every place of a module that goes past the doors."""
    tree = ast.parse(text)
    names, found = imported(tree), []
    for node in ast.walk(tree):
        if (name := full_name(node, names)) in FORBIDDEN:
            found.append(f"line {node.lineno}: {name}")
        elif isinstance(node, ast.Call):
            name, given = full_name(node.func, names), {word.arg for word in node.keywords}
            if name == CONSOLE or (name in NEEDED and NEEDED[name] not in given):
                found.append(f"line {node.lineno}: {name}")
    return found


def test_every_module_uses_the_doors():
    found = {name: places for name, text in sources() if (places := past_the_doors(text))}
    assert found == {}, "use echo, PlainConsole or write_sheet (CONTRIBUTING.md)"


@pytest.mark.parametrize(
    "text",
    [
        "click.echo(name)", "print(name)", "tell = click.echo", "sys.stdout.write(name)",
        "from rich.console import Console\nConsole().print(name)", "rich.console.Console()",
        "csv.writer(out)", "from csv import DictWriter as Writer\nWriter(out)", "rich.print(name)",
        "from rich.live import Live\nLive(auto_refresh=False)", "click.confirm(name)",
        "from rich.progress import TextColumn\nTextColumn('{task.fields[name]}')",
        "from rich.text import Text\nText.from_markup(name)", "from rich import print\nprint(name)",
    ],
    ids=ascii,
)  # fmt: skip
def test_a_way_past_the_doors_is_found(text):
    assert len(past_the_doors(text)) == 1


def test_a_door_is_no_way_past_them():
    for text in (
        "from rich.console import Console\ndef show(console: Console):\n    console.print(name)",
        "echo(name)\nPlainConsole().print(name)\nwrite_sheet(heads, rows)",
        "from host_tools.web.live import Live\nLive(draw)",
    ):
        assert past_the_doors(text) == []
