"""The link stands on the pure firmware and pyserial alone."""

import ast
from pathlib import Path

import host_tools.link

ALLOWED = {"firmware.link", "serial"}


def imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_the_link_imports_nothing_above_it():
    for path in Path(host_tools.link.__path__[0]).glob("*.py"):
        for module in imports(path):
            if module.split(".")[0] in ("firmware", "host_tools", "card_db", "serial"):
                fine = module.startswith(("host_tools.link.", "serial.")) or module in ALLOWED
                assert fine, f"{path.name} imports {module}"
