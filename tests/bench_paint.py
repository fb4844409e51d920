"""First paint and memory of the screen and of a seat's page, with seven players in Age III.

Times are compared with the page `/history` in the same run, which has no script: a ratio that holds
on every machine. Memory is what the scripts hold after the garbage was collected.
"""

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table as Grid

from tests.web.browser import browser, chromium
from tests.web.paper import PaperEvening, paper_evening

LOADS = 9
FIRST = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
TV, PHONE = {"width": 1920, "height": 1080}, {"width": 390, "height": 844}


def load(chrome, url: str, size: dict[str, int], ready: str) -> tuple[float, float]:
    """Open a page in a new profile; return the ms to its first paint and the MB it holds."""
    with chrome.new_context(viewport=size, reduced_motion="reduce") as profile:
        page = profile.new_page()
        page.goto(url)
        page.wait_for_selector(ready)
        page.wait_for_function(f"{FIRST} > 0")
        devtools = profile.new_cdp_session(page)
        devtools.send("HeapProfiler.collectGarbage")
        devtools.send("Performance.enable")
        found = devtools.send("Performance.getMetrics")["metrics"]
        heap = next(each["value"] for each in found if each["name"] == "JSHeapUsedSize")
        return page.evaluate(FIRST), heap / 1e6


def measure(chrome, evening: PaperEvening) -> Grid:
    """Load every page in turn, several times, and compare the medians."""
    pages = {
        "/history": lambda: (f"{evening.url}/history", TV, "main"),
        "shared screen": lambda: (f"{evening.url}/", TV, ".ring .seat"),
        "seat": lambda: (evening.link("1"), PHONE, ".now, .tab"),
    }
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in pages}
    for _ in range(LOADS):
        for name, where in pages.items():
            found[name].append(load(chrome, *where()))
    medians = {name: [statistics.median(each) for each in zip(*all_, strict=True)]
               for name, all_ in found.items()}  # fmt: skip
    grid = Grid("page", "first paint, ms", "times /history", "MB of scripts")
    for name, (paint, heap) in medians.items():
        times = paint / medians["/history"][0]
        grid.add_row(name, f"{paint:.0f}", f"{times:.2f}", f"{heap:.2f}")
    return grid


def main() -> None:
    """Print the table."""
    path, why = chromium()
    if path is None:
        sys.exit(f"No pages are measured: {why}.")
    with (
        browser(sync_playwright) as chrome,
        tempfile.TemporaryDirectory() as folder,
        paper_evening(Path(folder), players=7, seed=11) as evening,
    ):
        evening.play_to(3, 3)
        Console().print(measure(chrome, evening))


if __name__ == "__main__":
    main()
