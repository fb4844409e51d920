"""Pictures of every scene, to be looked at one by one: `make pictures`.

Every scene of the shared screen, with 2 to 8 players and teams, on a TV, a small screen and a
phone, in both languages, light and dark; and a seat's page, the operator's and the set-up page.
Each picture is a tile of a sheet in build/pictures: a sheet a scene, a size and a language.

python -m tests.web.pictures [part of a scene's name] …
"""

import io
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from host_tools.table.evening import OVER
from tests.web.browser import browser, chromium
from tests.web.paper import paper_evening
from tests.web.scenes import NAMES, Company, moments, scenes
from tests.web.test_screen_fits import LANGUAGES, TOLD

FOLDER = Path(__file__).parents[2] / "build" / "pictures"
COMPANIES = (*map(Company, (2, 3, 5, 7, 8)), *(Company(number, "team") for number in (4, 6, 8)))
SIZES = {"tv": (1920, 1080), "720p": (1280, 720), "phone": (390, 844)}
THEMES = ("light", "dark")
ACROSS = 4  # tiles
TILE = {"tv": 800, "720p": 800, "phone": 390}  # pixels
PAGES = {"seat": "0", "operator": "operator", "setup": "setup"}
EVERYTHING = ("base", "leaders", "cities")


class Sheets:
    """Collects pictures, and lays those of one name on one sheet."""

    def __init__(self) -> None:
        self._tiles: dict[str, list[Image.Image]] = {}

    def take(self, page, name: str, width: int) -> None:
        """Add a picture of a page."""
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        height = round(picture.height * width / picture.width)
        self._tiles.setdefault(name, []).append(picture.resize((width, height)))

    def write(self) -> None:
        """Write all sheets."""
        FOLDER.mkdir(parents=True, exist_ok=True)
        for name, tiles in self._tiles.items():
            wide, high = tiles[0].size
            across = min(ACROSS, len(tiles))
            sheet = Image.new("RGB", (across * wide, -(-len(tiles) // across) * high), "white")
            for index, tile in enumerate(tiles):
                sheet.paste(tile, (index % across * wide, index // across * high))
            sheet.save(FOLDER / f"{name}.png")
        print(f"{sum(map(len, self._tiles.values()))} pictures on {len(self._tiles)} sheets.")
        self._tiles.clear()


def screens(chrome, sheets: Sheets, wanted: list[str]) -> None:
    """Take every scene of the shared screen; a test tells the page what to show."""
    with told_page(chrome) as open_page:
        for company in COMPANIES:
            with tempfile.TemporaryDirectory() as folder:
                played = moments(Path(folder), company, LANGUAGES)
            for lang, at in played.items():
                views = scenes(at, lang)
                names = [name for name in views if _is_wanted(name, wanted)]
                for theme, (size, pixels) in product(THEMES, SIZES.items()):
                    page = open_page(lang, theme, pixels)
                    for name in names:
                        scene = name.partition(",")[0]
                        page.evaluate("([view, scene]) => tell(view, scene)", [views[name], scene])
                        title = f"screen-{name.replace(', ', '-').replace(' ', '-')}-{size}-{lang}"
                        sheets.take(page, title, TILE[size])
            print(f"{company}: taken.")


@contextmanager
def told_page(chrome) -> Iterator:
    """Open the screen in a language, a theme and a size; what it shows is told to it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        paper_evening(Path(folder), players=3) as evening,
    ):
        evening.pages.at = "http://192.168.178.120:8080"  # which nobody opens
        context = chrome.new_context(reduced_motion="reduce")
        context.add_init_script(TOLD)
        page = context.new_page()

        def open_page(lang: str, theme: str, size: tuple[int, int]):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.goto(f"{evening.url}/?lang={lang}&theme={theme}")
            page.wait_for_function("() => window.source?.takes.view")
            page.evaluate("document.fonts.ready")
            return page

        yield open_page
        context.close()


def pages(chrome, sheets: Sheets, wanted: list[str]) -> None:
    """Take a seat's page, the operator's and the set-up page of a real evening."""
    for company in (company for company in COMPANIES if _is_wanted("pages", wanted)):
        more = {"variant": company.variant} if company.variant else {}
        with (
            tempfile.TemporaryDirectory() as folder,
            paper_evening(
                Path(folder),
                players=company.players,
                seed=11,
                names=NAMES,
                sets=EVERYTHING,
                mode="assisted",
                **more,
            ) as evening,
        ):
            shown = {name: _logged_in(chrome, evening.link(where)) for name, where in PAGES.items()}
            looks = (
                ("draft", lambda: None),
                ("lay", lambda game=evening: game.play_to(2, 4)),
                ("declare", lambda game=evening: game.play_until(_declares)),
                ("over", lambda game=evening: game.play_until(_is_over)),
            )
            for moment, play in looks:
                play()
                for (name, page), lang, theme in product(shown.items(), LANGUAGES, THEMES):
                    page.goto(f"{page.url.partition('?')[0]}?lang={lang}&theme={theme}")
                    page.wait_for_selector("main :is(h2, .panel)", state="attached")
                    page.evaluate("document.fonts.ready")
                    sheets.take(page, f"{name}-{moment}-phone-{lang}", TILE["phone"])
            for page in shown.values():
                page.context.close()
        print(f"Pages of {company}: taken.")


def _logged_in(chrome, link: str):
    """Open a link on a phone of its own."""
    size = {"width": 390, "height": 844}
    page = chrome.new_context(viewport=size, reduced_motion="reduce").new_page()
    page.goto(link)
    page.wait_for_selector("main :is(h2, .panel)", state="attached")
    return page


def _declares(table) -> bool:
    return table.evening.phase == "declare"


def _is_over(table) -> bool:
    return table.evening.phase == OVER


def _is_wanted(name: str, wanted: list[str]) -> bool:
    return not wanted or any(part in name for part in wanted)


def main(wanted: list[str]) -> None:
    """Take all pictures, or those of some scenes."""
    path, why = chromium()
    if path is None:
        sys.exit(why)
    if not wanted:
        shutil.rmtree(FOLDER, ignore_errors=True)
    sheets = Sheets()
    with browser(sync_playwright) as chrome:
        for part in (pages, screens):
            part(chrome, sheets, wanted)
            sheets.write()


if __name__ == "__main__":
    main(sys.argv[1:])
