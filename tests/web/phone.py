"""A phone at a table on paper: it waits for what it is asked, taps, counts, and reads itself."""

import re
import time
from contextlib import suppress

from playwright.sync_api import TimeoutError

from host_tools.table.asks import REQUIRED
from host_tools.table.states import ask_of

WIDE, HIGH = 360, 640
# Words that belong to a seat's board or to a terminal. Cards are called Press, buttons Light.
OF_ANOTHER_MEDIUM = {
    "en": r"\b(trays?|buttons?|press(ed)?|middle|lights?|terminal|displays?|Failed to fetch)\b",
    "fr": r"\b(boutons?|pressez|appuyez|milieu|voyants?|lumières?|terminal|écrans?|Videz)\b",
}
UNFINISHED = r"undefined|null|NaN|\{\w*\}|\b(bar|page|ask|wait|obstacle)\.[a-z_]+"
SENTENCES = """() => {
  const label = (node) => [node.getAttribute('aria-label'), node.getAttribute('title')];
  const places = [...document.querySelectorAll('main, .now, dialog[open], .offline')];
  const labels = places.flatMap((place) => [...place.querySelectorAll('[aria-label], [title]')]);
  return [...places.map((place) => place.innerText), ...labels.flatMap(label)].join('\\n');
}"""
FAULTS = """() => {
  const faults = [];
  const bar = document.querySelector('.now');
  const { top, bottom } = bar.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight + 0.5) faults.push(`the bar is at ${top} to ${bottom}`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push('it scrolls sideways');
  for (const button of bar.querySelectorAll('button:not(.ask), summary')) {
    const box = button.getBoundingClientRect();
    if (box.height && box.height < 40) faults.push(`too low: ${button.innerText}`);
    if (button.scrollWidth > button.clientWidth + 1) faults.push(`cut: ${button.innerText}`);
  }
  const few = bar.querySelectorAll('.option').length <= 3;
  if (few && bar.scrollHeight > bar.clientHeight + 1) faults.push('the bar must be scrolled');
  scrollTo(0, document.documentElement.scrollHeight);
  const end = document.querySelector('main').getBoundingClientRect().bottom;
  if (end > bar.getBoundingClientRect().top + 1) faults.push('the bar hides the end of the page');
  scrollTo(0, 0);
  return faults;
}"""


def settled(page, evening, seat):
    """Wait until a phone shows what the table asks of its seat now."""

    def at():
        now = evening.table.evening
        ask = ask_of(now, seat)
        committed = str(seat in now.round.commits).lower()
        phase = "declare" if now.phase == "pay" else now.phase  # as everybody is told
        return f"{now.round_number} {phase} {ask.step if ask else ''} {committed}"

    end = time.monotonic() + 60
    while True:  # The table may go on by itself meanwhile.
        wanted = evening.host.call(at)
        with suppress(TimeoutError):
            page.wait_for_function(
                "at => document.body.dataset.at === at", arg=wanted, timeout=2000
            )
            return wanted
        assert time.monotonic() < end, (wanted, page.evaluate("document.body.dataset.at"))


class Phone:
    """The page of one seat, 360 by 640; its player does what it asks."""

    def __init__(self, visitor, evening, seat, lang="en", theme="light"):
        self.evening, self.seat, self.lang = evening, seat, lang
        link = f"{evening.link(str(seat))}&lang={lang}&theme={theme}"
        self.page = visitor.open(link, wide=WIDE, high=HIGH, ready=".now", has_touch=True)
        self.taps = 0
        self.asked = set()

    def tap(self, selector):
        self.page.locator(selector).first.click()
        self.taps += 1

    def kind(self):
        """What the table asks of this seat, or nothing."""

        def find():
            now = self.evening.table.evening
            ask = ask_of(now, self.seat)
            if ask is not None and ask.urgency == REQUIRED:
                return ask.kind
            recruits = "recruit" if now.game.recruiting else "lay"
            return recruits if now.lays(self.seat) and self.seat not in now.round.commits else ""

        return self.evening.host.call(find)

    def check(self):
        """The bar is in view, and every sentence belongs to a page of this language."""
        assert self.page.evaluate(FAULTS) == []
        text = self.page.evaluate(SENTENCES)
        for words in (OF_ANOTHER_MEDIUM[self.lang], UNFINISHED):
            found = re.search(f".*({words}).*", text)
            assert not found, found[0]
        title = self.page.locator("#what").inner_text()
        assert title
        return title

    def answer(self):
        """Do what is asked, looking at it before; False where nothing is."""
        before = settled(self.page, self.evening, self.seat)
        kind = self.kind()
        if not kind:
            return False
        self.asked.add(kind)
        self.check()
        if kind in ("lay", "recruit", "free_city"):
            self._choose(self.evening.choose(self.seat, self._city(kind)))
        elif self.page.locator('[data-key="decline"]').count():
            self.tap('[data-key="decline"]')
        else:
            self.tap(".now .option")
        self.page.wait_for_function("at => document.body.dataset.at !== at", arg=before)
        return True

    def _city(self, kind):
        """The seat that the card is for."""
        return self.evening.table.evening.game.rules.free_city if kind == "free_city" else self.seat

    def _choose(self, card):
        """Tap a card of the list, and what comes first in the bar."""
        self.taps = 0
        self.tap(f'.found li[data-key="{card}"] .pick')
        self.page.wait_for_selector(f'[data-key="chosen-{card}"]')
        self.check()
        self.tap(".now .option")
        assert self.taps == 2
