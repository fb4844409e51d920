"""Browsers for the tests of pages: one Chromium a worker, one clean profile a test."""

import re

import pytest

from tests.web.browser import browser, chromium


@pytest.fixture(scope="session")
def chrome():
    path, why = chromium()
    if path is None:
        pytest.skip(why)
    from playwright.sync_api import sync_playwright

    with browser(sync_playwright) as running:
        yield running


class Visitor:
    """Opens pages and remembers what went wrong on them."""

    def __init__(self, chrome):
        self._chrome = chrome
        self._contexts = []
        self.faults = []

    def open(self, url, wide=1280, high=800, ready="main", **more):
        """Open a page in a profile of its own; wait until it shows something."""
        context = self._chrome.new_context(
            viewport={"width": wide, "height": high}, **{"reduced_motion": "reduce", **more}
        )
        context.set_default_timeout(60_000)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"{url}: {error}"))
        page.on("console", self._heard)
        page.goto(url)
        page.wait_for_url(re.compile(r"^(?!.*[?&]t=)"))  # a link is redeemed
        page.wait_for_selector(ready)
        return page

    def _heard(self, message):
        # A line that is cut is part of some tests; everything else is a fault of a page.
        if message.type == "error" and "net::ERR" not in message.text:
            self.faults.append(message.text)

    def close(self):
        for context in self._contexts:
            context.close()


@pytest.fixture
def visitor(chrome):
    found = Visitor(chrome)
    yield found
    found.close()
    assert not found.faults
