"""The pages of a table: what they share, and their only way to the table."""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import TimeoutError as Late
from typing import Literal, Protocol, TypedDict, TypeVar
from urllib.parse import urlsplit
from uuid import uuid4

from anyio.to_thread import run_sync

from host_tools.results.historian import Historian
from host_tools.table.entries import TableSetup, game_uuid
from host_tools.table.evening import OVER
from host_tools.table.host import Host, Shelf
from host_tools.table.journal import JournalError
from host_tools.table.private_view import private_view
from host_tools.table.table import Table
from host_tools.table.view import public_view
from host_tools.table.views import PrivateView, PublicView, SeatView
from host_tools.texts import say
from host_tools.venue.chronicle import UNNAMED, Chronicle
from host_tools.venue.messages import Message
from host_tools.web.access import OPERATOR, Tokens
from host_tools.web.health import health_view
from host_tools.web.live import Channel, Events, Feed, Live
from host_tools.web.refusal import RefusedError
from host_tools.web.setup_draft import SetupDraft
from host_tools.web.spoiler import ChancesView, Spoiler

Result = TypeVar("Result")
ALONE = ("127.0.0.1", "localhost", "::1")  # names under which only this computer finds itself


class NoGameView(TypedDict):
    """What everybody sees before there is a game."""

    phase: Literal["none"]
    phase_text: str
    seats: list[SeatView]
    countdown: None
    watch: str


class GameView(PublicView):
    """The public view with what the pages add: the game in the history, and chances if shown.

    `watch` is the address of the shared screen for other devices; "" where none can open it.
    """

    watch: str
    result: str | None
    private_history: bool  # a stranger cannot open it there
    chances: ChancesView | None


class SeatPageView(PrivateView):
    """The private view, and whether a bot plays the seat; None where there are no bots."""

    bot: bool | None


class Guests(Protocol):
    """Bots whose seats a person can take over; they bring cards that exist only here."""

    def takes_over(self, seat: int, on: bool) -> None:
        """Let a person play at a seat on its page, or give it back to its bot."""

    def taken(self, seat: int) -> bool:
        """Does a person play here?"""

    def hand(self, seat: int) -> list[str]:
        """Return the ids of the cards that the seat can lay now."""

    def join(self, table: Table) -> None:
        """Sit down at another game."""


class TablePages:
    """The host, its tokens and its live pages. `at` is the address that links begin with."""

    def __init__(
        self,
        host: Host,
        tokens: Tokens,
        draft: SetupDraft,
        shelf: Shelf,
        guests: Guests | None = None,
        at: str = "http://127.0.0.1",
        historian: Historian | None = None,
        chronicle: Chronicle | None = None,
    ) -> None:
        self.host = host
        self.tokens = tokens
        self.draft = draft
        self.shelf = shelf
        self.guests = guests
        self.at = at
        self.live = Live(self._draw)
        self.historian = historian
        self.private_history = False  # only for the operator and the players at this table
        self.spoiler = Spoiler(host, self.live.ring)
        if historian is not None:
            historian.listeners.append(self.live.ring)
        self.feed = Feed()
        self.chronicle = chronicle or Chronicle({"id": str(uuid4()), "name": UNNAMED})
        self.chronicle.listeners.append(self._ring)
        self._seated: Table | None = None
        tokens.listeners.append(self.live.recheck)
        host.call(self._look)
        self._listeners = [self.live.ring, self._look]
        host.listeners += self._listeners

    def leave(self) -> None:
        """Stop listening to the table."""
        self.spoiler.leave()
        self.feed.close()
        chronicle = self.chronicle
        chronicle.listeners = [call for call in chronicle.listeners if call != self._ring]
        self.host.listeners = [call for call in self.host.listeners if call not in self._listeners]

    def _look(self) -> None:
        if self.host.table is not self._seated and self.host.table is not None:
            self._sit(self.host.table)
        self.chronicle.look(self.host.table)  # a broker may look at it as well: nothing is new then

    def _ring(self, message: Message) -> None:
        self.feed.ring()

    # Asking the table

    async def ask(self, work: Callable[[], Result]) -> Result:
        """Call `work` in the table's thread; the web waits for it, never the other way round."""
        try:
            return await run_sync(self.host.call, work)
        except (Late, TimeoutError):
            raise RefusedError("busy") from None
        except JournalError as error:
            raise RefusedError("trouble", str(error)) from None

    @property
    def table(self) -> Table:
        """The game at the table; only in the table's thread."""
        if self.host.table is None:
            raise RefusedError("no_game")
        return self.host.table

    def begin(self, plan: TableSetup) -> None:
        """Begin another game with the same journal and boards; only in the table's thread."""
        self._play(self.shelf.begin(plan))

    def take_up(self, game: int) -> None:
        """Put this game aside and go on with another; only in the table's thread."""
        self._play(self.shelf.take_up(game))

    def _play(self, table: Table) -> None:
        before = self.host.table
        self._sit(table)
        if self.guests is not None:
            self.guests.join(table)
        elif before is not None:
            for seat in table.evening.game.rules.players:
                if board := before.evening.boards.get(seat):
                    table.serve(seat, board, time.time())
        self.host.play(table)

    def _sit(self, table: Table) -> None:
        """Let only those who play this game in at the seats."""
        game, rules = game_uuid(table.journal.read(table.number)), table.evening.game.rules
        self.tokens.sit({seat: f"{game} {rules.name(seat)}" for seat in rules.players})
        self._seated = table

    def link(self, role: str, path: str) -> str:
        """Make an address that lets its first visitor in."""
        return f"{self.at}{path}?t={self.tokens.issue(role)}"

    @property
    def watch(self) -> str:
        """The address of the shared screen, where more than this computer can open it."""
        return "" if urlsplit(self.at).hostname in ALONE else f"{self.at}/"

    # Pictures

    def _draw(self, channels: Iterable[Channel]) -> dict[Channel, Events]:
        return self.host.call(lambda: self._pictures(channels))

    def _pictures(self, channels: Iterable[Channel]) -> dict[Channel, Events]:
        """Draw each language once, then what only some may see."""
        channels = list(channels)
        views = {lang: self.view(lang) for lang in {lang for _, lang in channels}}
        return {
            (what, lang): {"view": views[lang], **self._own(what, lang)} for what, lang in channels
        }

    def view(self, lang: str) -> GameView | NoGameView:
        """Return what everybody may see."""
        table = self.host.table
        if table is None:
            text = say("phase.none", lang)
            return {
                "phase": "none",
                "phase_text": text,
                "seats": [],
                "countdown": None,
                "watch": self.watch,
            }
        view = public_view(table, lang)
        return {
            **view,
            "watch": self.watch,
            "result": self._result(table),
            "private_history": self.private_history,
            "chances": self.spoiler.view(),
        }

    def _result(self, table: Table) -> str | None:
        """Return the id of a game that is over and in the history; pages find it there."""
        if self.historian is None or table.evening.phase != OVER:
            return None
        return self.historian.kept.get(table.number)

    def _own(self, what: str, lang: str) -> Events:
        if what == OPERATOR:
            return {"health": health_view(self.host, lang), "devices": self.tokens.devices()}
        if what == "public":
            return {}
        return {"private": self.private(int(what.removeprefix("seat")), lang)}

    def private(self, seat: int, lang: str) -> SeatPageView | None:
        """Return what the bearer of a seat's token may see besides."""
        table = self.host.table
        if table is None or seat not in table.evening.game.rules.players:
            return None
        bot = None if self.guests is None else not self.guests.taken(seat)
        return {**private_view(table, seat, lang), "bot": bot}
