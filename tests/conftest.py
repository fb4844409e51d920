"""For all tests: how properties are searched, what is told at the end, how many files stay open.

`make test` searches the same examples every time, `make soak` new ones; `brief` is for a second
look, at the compiled rules.
"""

import gc
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from rich.console import Console
from rich.table import Table

OPEN_FILES = Path("/proc/self/fd")
MANY = 200  # select knows 1024 at most
TOLD = "told"

# No verdict by the clock: a busy machine draws slowly, and that says nothing of the code.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("wild", patient)
settings.register_profile("steady", patient, derandomize=True)
settings.register_profile("brief", patient, derandomize=True, max_examples=25)
settings.load_profile("steady")


@pytest.fixture
def tell(record_property):
    """Print figures after all tests: rows of one title are a table, those of one name are added."""

    def say(title, name, figures):
        record_property(TOLD, [title, name, dict(figures)])

    return say


def pytest_terminal_summary(terminalreporter):
    """Show what tests have told, wherever they ran."""
    tables = {}
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, ()):
            for title, name, figures in (
                value for key, value in report.user_properties if key == TOLD
            ):
                tables.setdefault(title, {}).setdefault(name, Counter()).update(figures)
    for title, rows in tables.items():
        columns = list(dict.fromkeys(column for figures in rows.values() for column in figures))
        sheet = Table(title, *columns)
        for name, figures in rows.items():
            sheet.add_row(name, *(f"{figures[column]:,}" for column in columns))
        text = StringIO()
        Console(file=text, width=150).print(sheet)
        terminalreporter.write_line(text.getvalue())


kept_open = 0


def pytest_runtest_logfinish():
    """Close the journals that tests have left to the garbage collector, which comes seldom."""
    global kept_open
    if OPEN_FILES.exists() and len(list(OPEN_FILES.iterdir())) > kept_open + MANY:
        gc.collect()
        kept_open = len(list(OPEN_FILES.iterdir()))
