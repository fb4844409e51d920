"""Pictures of every scene for the documents, from one seeded game: `make screenshots`.

`python -m tests.web.screenshots moving` takes only the moving one.
"""

import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from host_tools.results.historian import rebuild
from host_tools.results.score_sheet import sheet_png
from host_tools.table.evening import OVER
from tests.results.games import Room
from tests.web.browser import browser, chromium
from tests.web.moving_picture import turn
from tests.web.paper import PaperEvening, paper_evening

IMAGES = Path(__file__).parents[2] / "docs" / "img"
LARGEST = 300_000  # bytes
NAMES = ("Ada", "Blaise", "Chloé", "Dario", "Esra", "Farid", "Greta", "Hugo")
SCREEN = {"width": 1600, "height": 900}
SEED = 11


class Studio:
    """Opens pages on an evening and takes pictures of them when nothing moves any more."""

    def __init__(self, chrome, evening: PaperEvening) -> None:
        self.chrome, self.evening = chrome, evening

    def open(self, path: str, size=SCREEN, ready="main", motion="reduce"):
        page = self.chrome.new_page(viewport=size, reduced_motion=motion)
        page.goto(path if "://" in path else f"{self.evening.url}{path}")
        page.wait_for_selector(ready)
        return page

    def take(self, page, name: str, ready: str = "main", **more) -> None:
        page.wait_for_selector(ready)
        page.wait_for_function(
            "() => document.getAnimations().every((a) => a.playState === 'finished'"
            " || a.effect.getTiming().iterations === Infinity)"
            " && [...document.images].every((image) => image.complete)"
        )
        path = IMAGES / f"{name}.png"
        page.screenshot(path=str(path), **more)
        size = path.stat().st_size
        print(f"{path.name:24} {size / 1000:6.0f} kB")
        assert size < LARGEST, f"{path} has {size} bytes: too large for the documents."


@contextmanager
def studio(chrome, **more) -> Iterator[Studio]:
    with (
        tempfile.TemporaryDirectory() as folder,
        paper_evening(Path(folder), seed=SEED, names=NAMES, **more) as evening,
    ):
        yield Studio(chrome, evening)


def scenes(chrome) -> None:
    """The shared screen, from a choice of cards to the score."""
    with studio(chrome, players=5, countdown=0) as at:
        game = at.evening
        page = at.open("/?lang=en&theme=light", ready=".ring .seat")
        game.play_to(2, 1)
        onward(page, "reveal")
        at.take(page, "conflict", ".clash")
        onward(page, "conflict")
        game.play_to(3, 3)
        game.play_until(_traded)
        at.take(page, "reveal", 'body[data-scene="reveal"] .trades')
        dark = at.open("/?lang=fr&theme=dark", ready=".face")
        at.take(dark, "reveal-dark-fr")
        game.people.away |= {1, 3}
        game.step()
        onward(page, "reveal")
        at.take(page, "screen", ".at-0 .pill.good")
        game.people.away.clear()
        game.play_until(lambda table: table.evening.phase == "declare")
        at.take(page, "locked", ".at-0 .back")
        game.play_until(lambda table: table.evening.phase == OVER)
        for shown, name in ((page, "score"), (dark, "score-dark-fr")):
            onward(shown, "reveal")
            onward(shown, "conflict")
            at.take(shown, name, ".score .keep .qr")


def onward(page, scene: str) -> None:
    """Look no longer at a scene."""
    page.wait_for_selector(f'body[data-scene="{scene}"]')
    page.keyboard.press("Escape")


def _traded(table) -> bool:
    """Has a turn within an Age just ended in which many paid?"""
    evening = table.evening
    paid = sum(bool(fact.pay_left) + bool(fact.pay_right) for fact in evening.facts.values())
    return evening.phase == "lay" and evening.game.turn > 1 and paid >= 3


def moving(chrome) -> None:
    """One turn, for the README."""
    with studio(chrome, players=4, countdown=0, sets=("base", "leaders")) as at:
        (IMAGES / "turn.webp").write_bytes(turn(at))


def spoiler(chrome) -> None:
    """The chances to win, for those who want to know."""
    with studio(chrome, players=5, countdown=0) as at:
        game = at.evening
        game.host.call(lambda: game.pages.spoiler.turn(on=True))
        game.play_to(3, 3)
        page = at.open("/?lang=en&theme=dark", ready=".chance")
        onward(page, "reveal")
        at.take(page, "chances", '.figure:text("± 2")')


def crowd(chrome) -> None:
    """Eight seats with everything."""
    with studio(chrome, players=8, sets=("base", "leaders", "cities")) as at:
        at.evening.play_to(3, 3)
        page = at.open("/?lang=en&theme=dark", ready=".ring .seat")
        at.take(page, "eight-dark")


def phones(chrome) -> None:
    """A seat's own page: find a card, look at it, choose."""
    phone = {"width": 390, "height": 844}
    with studio(chrome, players=5, mode="assisted") as at:
        game = at.evening
        game.play_to(2, 5)
        game.people.away.add(1)
        link = game.link("1") + "&lang=en&theme=light"
        page = at.open(link, phone, ".pick")
        row = page.locator(".found li", has=page.locator(".able.trade, .able.yes")).nth(1)
        row.locator(".pick").click()
        at.take(page, "phone-choose", ".chosen")
        page.locator('[data-key="later"]').click()
        page.locator(".secret summary").click()
        at.take(page, "phone-secret", ".preview")
        game.play_until(lambda table: table.evening.phase == "declare")
        at.take(page, "phone-declare", ".option")


def office(chrome) -> None:
    """The operator's page, the set-up page and the overlay."""
    size = {"width": 1280, "height": 860}
    with studio(chrome, players=5) as at:
        game = at.evening
        game.play_to(2, 5)
        page = at.open(game.link("operator") + "&lang=en&theme=light", size, ".panel table")
        at.take(page, "operator")
        page.goto(f"{game.url}/setup?lang=en&theme=light")
        at.take(page, "setup", ".ages li")
        game.play_to(2, 5, "declare")
        over = at.open("/overlay?layout=bar&lang=en", ready=".os")
        at.take(over, "overlay", omit_background=True)


def results(chrome) -> None:
    """Statistics and a score sheet, from a winter of evenings."""
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder), SEED)
        for _ in range(14):
            names = room.chance.sample(NAMES[:7], room.chance.choice((3, 4, 4, 5)))
            room.now += 86_400 * room.chance.randint(3, 20)
            room.play(room.begin(len(names), names))
        played = rebuild(room.journal)
        room.journal.close()
        last = max(played, key=lambda game: (len(game.seats), game.ended))
        (IMAGES / "sheet.png").write_bytes(_small(sheet_png(last)))
        with studio(chrome, players=3) as at:
            at.evening.historian.history.put(played)
            for name, look in (
                ("stats", "lang=en&theme=light"),
                ("stats-dark-fr", "lang=fr&theme=dark"),
            ):
                page = at.open(f"/stats?{look}", {"width": 1280, "height": 1000}, "figure")
                at.take(page, name)
            page = at.open(
                f"/history/{last.uuid}?lang=en&theme=light", {"width": 1280, "height": 1000}
            )
            at.take(page, "game")


def _small(png: bytes) -> bytes:
    """Halve a picture that is made for paper."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    half = picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    half.quantize(128).save(out, "PNG", optimize=True)
    return out.getvalue()


def main() -> None:
    path, why = chromium()
    if path is None:
        sys.exit(f"No pictures: {why}.")
    IMAGES.mkdir(parents=True, exist_ok=True)
    with browser(sync_playwright) as chrome:
        for show in (scenes, moving, spoiler, crowd, phones, office, results):
            if show.__name__ in sys.argv[1:] or not sys.argv[1:]:
                show(chrome)


if __name__ == "__main__":
    main()
