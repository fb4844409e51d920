"""The pages of history and statistics, and the files that hang on them.

They are open to all who watch, or only to the operator and the players at this table.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from host_tools import texts
from host_tools.results import plots
from host_tools.results.exports import FORMATS, play_link
from host_tools.results.history import History, HistoryError
from host_tools.results.played import PlayedGame, boxes, category, day, pace_of, wonder_name
from host_tools.results.stats import stats_of
from host_tools.rules.scoring import CATEGORIES
from host_tools.web.access import OPERATOR, seat_role
from host_tools.web.connections import client_of
from host_tools.web.doors import RESULTS, open_to
from host_tools.web.kept_answers import KeptAnswers
from host_tools.web.pages import THEMES, Templates, attachment
from host_tools.web.qr import qr_svg
from host_tools.web.refusal import RefusedError
from host_tools.web.request_guard import lang_of

Page = Callable[[Request], Awaitable[Response]]
SEATS_MAX = 8
SHEETS = ("pdf", "png")
Stamp = tuple[tuple[int, int] | None, ...]


class HistoryCopy(History):
    """A history whose games are read again only when its file has changed."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._read_games: tuple[Stamp, list[PlayedGame]] | None = None

    def stamp(self) -> Stamp:
        """Return what changes with every change of the history."""
        return tuple(map(_stamp, (self.path, self.path.with_name(f"{self.path.name}-wal"))))

    def games(self) -> list[PlayedGame]:
        """Return all games, the oldest first."""
        stamp, known = self.stamp(), self._read_games
        if known is None or known[0] != stamp:
            known = self._read_games = stamp, super().games()
        return known[1]


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    # SQLite makes an empty log for whoever reads, and removes it afterwards.
    return (status.st_mtime_ns, status.st_size) if status.st_size else None


class ResultsPages:
    """What is in the history, for people and their programs."""

    def __init__(
        self,
        templates: Templates,
        history: History,
        private: Callable[[], bool] = lambda: False,
        location: str = "",
        at: Callable[[], str] = lambda: "",
    ) -> None:
        self._templates = templates
        self._private = private
        self._location = location  # where games are played now; "" if it has no name
        self._at = at  # what codes begin with; "" where phones cannot open it
        self._history = HistoryCopy(history.path)
        self._pages = KeptAnswers(most=64, burst=60, rate=10)
        # A sheet takes a third of a second; nobody who wants a page waits for it.
        self._sheets = KeptAnswers(most=64, burst=8, rate=0.5)

    def routes(self) -> list[BaseRoute]:
        """Return every address of results."""
        return [
            Route("/history", self._page(self._list)),
            Route("/stats", self._page(self._stats)),
            *(Route(f"/history.{kind}", self._page(partial(self._all, kind))) for kind in FORMATS),
            Route("/history/{game}", self._page(self._game)),
            *(Route(f"/history/{{game}}/sheet.{kind}", self._sheet_file(kind)) for kind in SHEETS),
            Route("/history/{game}/play.bgsplay", self._page(self._play)),
            Route("/history/{game}/bgstats", self._page(self._to_bg_stats)),
            Route("/history/{game}/bgstats.svg", self._page(self._code)),
            Route("/history/{game}/share.png", self._page(self._share, self._sheets)),
            Route("/history/{game}/share.svg", self._page(self._share_code)),
        ]

    def _page(
        self, make: Callable[[Request], Response], answers: KeptAnswers | None = None
    ) -> Page:
        """Make an answer, once while nothing changes; say what is wrong with the history."""
        kept = answers or self._pages

        @open_to(RESULTS)
        async def page(request: Request) -> Response:
            theme = request.query_params.get("theme")
            look = (lang_of(request.scope), theme if theme in THEMES else None)
            key = (self._history.stamp(), request.url.path, *look)
            try:
                self._check(request)
                return await kept.get(key, client_of(request.scope), partial(make, request))
            except HistoryError as error:
                return self._templates.refusal(request, RefusedError("no_history", str(error)))
            except RefusedError as refusal:
                return self._templates.refusal(request, refusal)

        return page

    def _check(self, request: Request) -> None:
        """Raise for a stranger when the history is private."""
        roles = (OPERATOR, *map(seat_role, range(SEATS_MAX)))
        if self._private() and not any(self._templates.tokens.may(request, r) for r in roles):
            raise RefusedError("private_history")

    def _find(self, request: Request) -> PlayedGame:
        try:
            return self._history.find(request.path_params["game"])
        except HistoryError:
            raise RefusedError("not_found") from None

    def _show(self, template: str, request: Request, **more: object) -> Response:
        lang = lang_of(request.scope)
        return self._templates.show(
            template,
            request,
            200,
            say=lambda key, **values: texts.say(f"results.{key}", lang, **values),
            number=lambda value, digits=1: texts.decimal(value, lang, digits),
            wonder=lambda name, side: wonder_name(name, side, lang),
            languages=texts.LANGUAGES,
            path=request.url.path,
            **more,
        )

    # Pages

    def _list(self, request: Request) -> Response:
        return self._show("history.html", request, games=self._history.games()[::-1])

    def _stats(self, request: Request) -> Response:
        stats = stats_of(self._history.games())
        shown = plots.plots_of(stats, lang_of(request.scope))
        return self._show("stats.html", request, stats=stats, plots=shown)

    def _game(self, request: Request) -> Response:
        game, lang = self._find(request), lang_of(request.scope)
        lines = [
            (
                category(name, lang),
                plots.HUES[name],
                [seat.scores[CATEGORIES.index(name)] for seat in game.seats],
            )
            for name in game.categories()
        ]
        shown = [plots.course(game, lang), plots.thinking(stats_of([game]), lang)]
        return self._show(
            "game.html",
            request,
            game=game,
            boxes=boxes(game, lang),
            pace=pace_of(game, lang),
            lines=lines,
            plots=[plot for plot in shown if plot is not None],
            link=play_link(game, self._location),
        )

    # Files

    def _all(self, kind: str, request: Request) -> Response:
        return attachment(FORMATS[kind](self._history.games()), f"wondertable.{kind}")

    def _sheet_file(self, kind: str) -> Page:
        return self._page(partial(self._sheet, kind), self._sheets)

    def _sheet(self, kind: str, request: Request) -> Response:
        from host_tools.results.score_sheet import KINDS

        game = self._find(request)
        drawn = KINDS[kind](game, lang_of(request.scope))
        return attachment(drawn, f"wondertable-{day(game.ended)}.{kind}")

    def _play(self, request: Request) -> Response:
        game = self._find(request)
        return attachment(FORMATS["bgsplay"]([game]), f"7wonders-{day(game.ended)}.bgsplay")

    def _code(self, request: Request) -> Response:
        """The way into BG Stats as a QR code: coarse where phones can ask this host for it."""
        game, at = self._find(request), self._at()
        link = f"{at}history/{game.uuid}/bgstats" if at else play_link(game, self._location)
        return Response(qr_svg(link, "l"), media_type="image/svg+xml")

    def _to_bg_stats(self, request: Request) -> Response:
        return RedirectResponse(play_link(self._find(request), self._location))

    def _share(self, request: Request) -> Response:
        """The picture to share; it opens in the browser of whoever scanned its code."""
        from host_tools.results.share_picture import share_png

        game = self._find(request)
        headers = {"Content-Disposition": f'inline; filename="wondertable-{day(game.ended)}.png"'}
        drawn = share_png(game, lang_of(request.scope))
        return Response(drawn, headers=headers, media_type="image/png")

    def _share_code(self, request: Request) -> Response:
        """The address of the picture as a QR code."""
        game, lang = self._find(request), lang_of(request.scope)
        address = f"{self._at()}history/{game.uuid}/share.png?lang={lang}"
        return Response(qr_svg(address), media_type="image/svg+xml")
