"""A seat's page can be kept on a home screen; its manifest tells no secret."""

import json

from PIL import Image

from tests.web.icons import SIZES, STATIC
from tests.web.serving import opened, served


def test_the_manifest_opens_the_seat_in_its_language_and_its_icons_are_there(tmp_path):
    with opened(tmp_path) as pages, served(pages) as page:
        answer = page.get("/seat/2/app.webmanifest?lang=fr")
        assert answer.headers["content-type"].startswith("application/manifest+json")
        manifest = json.loads(answer.content)
        assert manifest["start_url"] == "/seat/2?lang=fr"
        assert manifest["display"] == "standalone"
        for icon in manifest["icons"]:
            assert page.get(icon["src"]).status_code == 200, icon


def test_the_icons_have_the_sizes_that_their_names_say():
    for size in SIZES:
        with Image.open(STATIC / f"icon-{size}.png") as picture:
            assert picture.size == (size, size)
