"""For all tests: how properties are searched, what is reported at the end, which tests are quick.

`make test` searches the same examples every time, `make soak` new ones; `brief` is for a second
look, at the compiled rules. `make quick` leaves out the tests that are marked `slow`.
"""

import gc
import os
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
CPU = "cpu"
SLOW_S = 1.0  # of processor time: a test that needs more is marked slow
SLOW_FIXTURES = {"chrome", "running"}  # a browser, a broker: whoever asks for them is slow
COUNTS = pytest.StashKey[Counter]()
STARTED = pytest.StashKey[float]()

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


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config, items):
    """Mark and count all tests before some are left out, and begin with the slow ones."""
    for item in items:
        if SLOW_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("slow")
    whole = set(Path(__file__).parent.rglob("test_*.py")) <= {item.path for item in items}
    config.stash[COUNTS] = Counter(map(_mark_of, items)) if whole else Counter()
    result = yield
    if workers := int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0")):
        items[:] = slow_first(items, workers)
    return result


def _mark_of(item) -> str:
    return next((mark for mark in ("soak", "slow") if item.get_closest_marker(mark)), "quick")


def slow_first(items, workers) -> list:
    """Order the tests so that every worker gets as many slow ones, and begins with them.

    `--dist worksteal` gives each worker a slice of the same size. Who is done first takes over
    tests from the end of another's slice: those are quick, so that all are done at one time.
    """
    slow = [item for item in items if _mark_of(item) != "quick"]
    quick = [item for item in items if _mark_of(item) == "quick"]
    ordered = []
    for worker in range(workers):
        size = (len(items) - len(ordered)) // (workers - worker)
        share = slow[worker::workers]
        rest = max(size - len(share), 0)
        ordered += share + quick[:rest]
        del quick[:rest]
    return ordered + quick


def processor_s() -> float:
    """Return the processor time of this process and of its children that have ended."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    item.stash[STARTED] = processor_s()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    if call.when == "teardown":
        item.user_properties.append((CPU, processor_s() - item.stash[STARTED]))
    return (yield)


def pytest_terminal_summary(terminalreporter):
    """Show the figures that tests have reported, and what they cost."""
    _show_costs(terminalreporter)
    _show_tables(terminalreporter)


def _show_costs(terminalreporter) -> None:
    """Name the tests that belong out of `make quick`, the dearest first."""
    reports = [r for r in terminalreporter.stats.get("", ()) if r.when == "teardown"]
    if not reports:
        return
    costs = [(dict(r.user_properties).get(CPU, 0.0), r.nodeid, r.keywords) for r in reports]
    total = sum(cost for cost, _, _ in costs)
    terminalreporter.write_line(f"\n{len(costs):,} tests took {total:.0f} s of processor time.")
    for cost, test, marks in sorted(costs, key=lambda row: -row[0]):
        if cost > SLOW_S and not {"slow", "soak"} & set(marks):
            terminalreporter.write_line(f"{cost:6.1f} s, not marked slow: {test}")


def _show_tables(terminalreporter) -> None:
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
