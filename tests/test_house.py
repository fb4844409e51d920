"""The house holds: imports go downwards only, and the rules know no clock, chance or I/O."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = ("card_db", "firmware", "host_tools", "tests")
TOPS = ("card_db", "firmware", "host_tools")
# Every package, and which packages it may import. They stand in order: each imports only from
# those above it, so there can be no cycle.
MAY_IMPORT = {
    "card_db": set(),
    "firmware": set(),
    "host_tools": set(),
    "host_tools.rules": {"card_db"},
    "host_tools.texts": {"card_db", "host_tools.rules"},
    "host_tools.bots": {"card_db", "host_tools.rules"},
    "host_tools.link": {"firmware"},
    "host_tools.wiring": {"firmware", "host_tools.texts"},
    "host_tools.flash": {"firmware", "host_tools.link", "host_tools.wiring"},
    "host_tools.table": {
        "card_db", "firmware", "host_tools.link", "host_tools.rules", "host_tools.texts",
    },
    "host_tools.doctor": {
        "firmware", "host_tools.flash", "host_tools.link", "host_tools.table", "host_tools.wiring",
    },
    "host_tools.sim.chips": {"firmware"},
    "host_tools.sim.boards": {
        "firmware", "host_tools.flash", "host_tools.link", "host_tools.sim.chips",
        "host_tools.wiring",
    },
    "host_tools.sim.people": {
        "card_db", "host_tools.bots", "host_tools.rules", "host_tools.sim.boards",
        "host_tools.table",
    },
    "host_tools.sim": set(),
    "host_tools.enrol": {
        "card_db", "firmware", "host_tools.link", "host_tools.rules", "host_tools.sim.boards",
        "host_tools.sim.people", "host_tools.table", "host_tools.texts",
    },
    "host_tools.coach": {"card_db", "host_tools.bots", "host_tools.rules", "host_tools.texts"},
    "host_tools.results": {"card_db", "host_tools.rules", "host_tools.table", "host_tools.texts"},
    "host_tools.venue": {
        "host_tools", "host_tools.bots", "host_tools.link", "host_tools.rules", "host_tools.table",
        "host_tools.texts",
    },
    "host_tools.web": {
        "card_db", "host_tools.bots", "host_tools.coach", "host_tools.link",
        "host_tools.results", "host_tools.rules", "host_tools.table", "host_tools.texts",
        "host_tools.venue",
    },
    "host_tools.commands": {
        "card_db", "host_tools", "host_tools.bots", "host_tools.coach", "host_tools.doctor",
        "host_tools.enrol", "host_tools.flash", "host_tools.link", "host_tools.results",
        "host_tools.rules", "host_tools.sim.boards", "host_tools.sim.chips",
        "host_tools.sim.people", "host_tools.table", "host_tools.texts", "host_tools.venue",
        "host_tools.web", "host_tools.wiring",
    },
}  # fmt: skip
LOOSE = {"__init__", "cli"}  # the only modules that lie in `host_tools` itself
FORBIDDEN_IN_RULES = {
    "asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets", "socket",
    "sqlite3", "subprocess", "sys", "threading", "time", "click", "rich", "serial",
}  # fmt: skip


def modules():
    return [path for top in TOPS for path in sorted((ROOT / top).rglob("*.py"))]


def imports(path):
    """Return the dotted names that a module imports, `from a import b` as `a.b`."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def package_of(name):
    """Return the row of the table that a module belongs to: the longest that fits."""
    return max(
        (package for package in MAY_IMPORT if f"{name}.".startswith(f"{package}.")),
        key=len,
        default=name,
    )


def dotted(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_only_what_its_row_allows(package):
    for path in modules():
        if package_of(dotted(path)) == package:
            for name in imports(path):
                if name.split(".")[0] in OURS and package_of(name) != package:
                    assert package_of(name) in MAY_IMPORT[package], f"{path} imports {name}"


def test_imports_go_downwards_only():
    rows = list(MAY_IMPORT)
    for at, package in enumerate(rows):
        assert MAY_IMPORT[package] <= set(rows[:at]), package


def test_every_package_is_in_the_table():
    folders = {dotted(path.parent) for path in modules()}
    folders = {name for name in folders if not name.startswith("firmware.")}
    assert folders - {"host_tools.sim.boards.shim"} == set(MAY_IMPORT)


def test_no_module_lies_outside_the_packages():
    assert {path.stem for path in (ROOT / "host_tools").glob("*.py")} == LOOSE


def test_the_rules_know_no_clock_no_chance_no_files():
    for path in sorted((ROOT / "host_tools/rules").rglob("*.py")):
        wrong = {name.split(".")[0] for name in imports(path)} & FORBIDDEN_IN_RULES
        assert not wrong, f"{path.relative_to(ROOT)} imports {wrong}"


def test_every_module_says_its_noun_in_the_first_line():
    for path in modules():
        assert ast.get_docstring(ast.parse(path.read_text("utf-8"))), path
