"""The house holds: imports go downwards only, and the rules know no clock, chance or I/O."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# What each part may import of ours; nothing above it.
BELOW = {
    "card_db": {"card_db"},
    "host_tools/rules": {"card_db", "host_tools.rules"},
    "firmware": {"firmware"},
    "host_tools/drawings": {"firmware.board", "host_tools.drawings"},
    "host_tools/link": {"firmware", "host_tools.link"},
    "host_tools/flash": {"firmware", "host_tools.flash", "host_tools.link"},
    "host_tools/table": {
        "card_db", "firmware.commitment", "firmware.link", "host_tools.database", "host_tools.link",
        "host_tools.rules", "host_tools.table",
    },
    "host_tools/oracle": {
        "card_db", "host_tools.oracle", "host_tools.rules", "host_tools.virtual.bot_game",
        "host_tools.virtual.bots", "host_tools.virtual.dealer",
    },
    "host_tools/results": {
        "card_db", "host_tools.database", "host_tools.results", "host_tools.rules",
        "host_tools.score_sheet", "host_tools.table",
    },
    "host_tools/enrol": {
        "card_db", "firmware.link", "host_tools.enrol", "host_tools.link", "host_tools.options",
        "host_tools.rules", "host_tools.table", "host_tools.virtual",
    },
    "host_tools/doctor": {
        "firmware.link", "host_tools.doctor", "host_tools.link", "host_tools.table.journal",
    },
    "host_tools/venue": {
        "card_db", "host_tools.database", "host_tools.link.desk", "host_tools.table",
        "host_tools.venue",
    },
}  # fmt: skip
FORBIDDEN_IN_RULES = {
    "asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets", "socket",
    "sqlite3", "subprocess", "sys", "threading", "time", "click", "rich", "serial",
}  # fmt: skip


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found.add(node.module)
    return found


def modules(part: str) -> list[Path]:
    return sorted((ROOT / part).rglob("*.py"))


def below(part: str) -> list[Path]:
    """The modules of a part without its commands, which belong to the command line."""
    return [path for path in modules(part) if not path.stem.endswith("_command")]


@pytest.mark.parametrize("part", BELOW)
def test_imports_go_downwards_only(part):
    ours = ("card_db", "firmware", "host_tools", "tests")
    for path in below(part):
        for name in imports(path):
            if name.split(".")[0] in ours:
                allowed = any(name == a or name.startswith(a + ".") for a in BELOW[part])
                assert allowed, f"{path.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("part", ["host_tools/rules"])
def test_the_rules_know_no_clock_no_chance_no_files(part):
    for path in modules(part):
        wrong = {name.split(".")[0] for name in imports(path)} & FORBIDDEN_IN_RULES
        assert not wrong, f"{path.relative_to(ROOT)} imports {wrong}"


def test_every_module_says_its_noun_in_the_first_line():
    for part in ("card_db", "host_tools", "firmware"):
        for path in modules(part):
            assert ast.get_docstring(ast.parse(path.read_text("utf-8"))), path
