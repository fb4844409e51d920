"""The web manifest of a seat's page: what a phone needs to keep it on its home screen.

There is no service worker: without the table there is nothing to show, and a stored page could
show a game that is over.
"""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from host_tools.texts import say
from host_tools.web.doors import EVERYBODY, open_to
from host_tools.web.request_guard import lang_of

MEDIA = "application/manifest+json"
GROUND = "#1a202c"  # of the icon


def manifest(seat: int, lang: str) -> dict[str, object]:
    """Return the manifest; it tells nothing but the number of the seat."""
    page = f"/seat/{seat}?lang={lang}"
    return {
        "id": f"/seat/{seat}",
        "name": f"Wondertable · {say('page.seat_page', lang, number=seat + 1)}",
        "short_name": "Wondertable",
        "lang": lang,
        "start_url": page,
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": [
            {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            *(
                {
                    "src": f"/static/icon-{size}.png",
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for size in (192, 512)
                for purpose in ("any", "maskable")
            ),
        ],
    }


@open_to(EVERYBODY)
async def app_manifest(request: Request) -> Response:
    """Return the manifest; a browser fetches it without its cookies."""
    seat: int = request.path_params["seat"]
    return JSONResponse(manifest(seat, lang_of(request.scope)), media_type=MEDIA)
