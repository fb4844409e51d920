"""The firmware's house rules: pure files stay pure, the package is whole, its examples are true."""

import ast
import doctest
import importlib
import json
from pathlib import Path

import pytest

from firmware.board import PICO, PROFILES
from firmware.link import VERSION
from firmware.panel.lights import PATTERNS, TONES

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"
FILES = sorted(FIRMWARE.rglob("*.py"))
# What touches a board: pins, files, the port, a clock. Everything else is pure.
IMPURE = {
    "firmware.main",
    "firmware.boot_main",
    "firmware.board",
    "firmware.assemble",
    "firmware.several",
}
FOR_TYPES = "firmware.protocols"
BARE = {"array", "binascii", "hashlib"}  # what a pure file may use besides its like
# Only where MicroPython runs; CPython stands in for the first.
GUARDED = {"firmware.readers.reader": {"micropython"}, "firmware.panel.display": {"framebuf"}}
NOT_ON_A_BOARD = {"protocols.py", "boot_main.py", "__init__.py"}


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


NAMES = {module_of(path): path for path in FILES}
PURE = sorted(set(NAMES) - IMPURE - {FOR_TYPES})
EVERYWHERE = sorted(set(NAMES) - {FOR_TYPES})


def imports(path: Path) -> set[str]:
    """What a file imports when it runs, type checkers' imports left out."""
    found = set()
    tree = ast.parse(path.read_text())
    tree.body = [node for node in tree.body if not _is_for_types(node)]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found.add(str(node.module))
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


def _is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


@pytest.mark.parametrize("name", PURE)
def test_a_pure_file_needs_no_pins_no_clock_and_no_chance(name):
    assert imports(NAMES[name]) <= {*BARE, *PURE, *GUARDED.get(name, ())}


@pytest.mark.parametrize("name", sorted(NAMES))
def test_no_file_but_the_start_asks_for_machine(name):
    wanted = imports(NAMES[name])
    assert "machine" not in wanted or name == "firmware.main"
    assert FOR_TYPES not in wanted


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_the_firmware_knows_nothing_of_the_host(path):
    ours = {name for name in imports(path) if name.split(".")[0] in ("host_tools", "card_db")}
    assert ours == set()


def test_the_package_has_every_file_and_starts_by_itself():
    package = json.loads((ROOT / "package.json").read_text())
    paths = [path for path in FILES if path.name not in NOT_ON_A_BOARD]
    expected = [[path.relative_to(ROOT).as_posix()] * 2 for path in paths]
    assert sorted(package["urls"]) == sorted([*expected, ["main.py", "firmware/boot_main.py"]])


def test_the_package_has_the_version_that_a_seat_tells():
    assert json.loads((ROOT / "package.json").read_text())["version"] == VERSION


@pytest.mark.parametrize("name", EVERYWHERE)
def test_examples_are_true(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


@pytest.mark.parametrize("name", [*PATTERNS, *TONES, *PROFILES, *PICO])
def test_the_manual_names_every_light_sound_profile_and_part(name):
    assert f"`{name}`" in (ROOT / "docs" / "firmware.md").read_text()


@pytest.mark.parametrize("name", [name for name in PATTERNS if name not in ("off", "fault")])
def test_the_manual_has_the_rhythm_of_every_light(name):
    rhythm = PATTERNS[name][1]
    words = ", ".join(map(str, rhythm)) if len(rhythm) > 1 else "steady"
    rows = (ROOT / "docs" / "firmware.md").read_text().splitlines()
    assert any(row.startswith(f"| `{name}` |") and f"| {words} |" in row for row in rows)
