"""Tokens: one-time links that become cookies, for the operator and for each seat of a game.

>>> tokens = Tokens()
>>> tokens.sit({2: "game 1, Cy"})
>>> link = tokens.issue("seat2")
>>> cookie = tokens.redeem("seat2", link)
>>> tokens.bears("seat2", cookie), tokens.bears("seat3", cookie)
(True, False)
>>> tokens.redeem("seat2", link) is None
True
>>> tokens.sit({2: "game 2, Cy"})
>>> tokens.bears("seat2", cookie)
False
"""

import hashlib
import json
import re
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple, Self, TypedDict

from starlette.requests import HTTPConnection, Request

from host_tools.link.private_file import private
from host_tools.web.refusal import RefusedError

OPERATOR: Final = "operator"  # a role
ORGANISER: Final = "organiser"  # of a venue
LINK_S = 12 * 3600.0  # an evening
SEAT_S = 24 * 3600.0  # from the moment when the link is used
OPERATOR_S = 7 * SEAT_S
LINKS_MAX = 200
BEARERS_MAX = 16  # of one role; the oldest is forgotten
STORE = re.compile("[0-9a-f]{8}")
ODD = (ValueError, ArithmeticError, TypeError, LookupError, AttributeError)  # in a damaged file


class Access(NamedTuple):
    """What a link or a cookie opens: a role in one game, until some time."""

    role: str
    bound: str  # to which game and player, as a digest; empty where it is not a seat
    until: float


class DevicesView(TypedDict):
    """How many devices are logged in as the operator and at each seat."""

    operators: int
    seats: list[int]


class Tokens:
    """Who may do what. The file keeps only digests, so that cookies outlive a restart.

    `listeners` hear of every change, in the thread that made it.
    """

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self._clock = clock
        self._lock = threading.Lock()
        self._seats: dict[str, str] = {}  # role: what its access is bound to
        self._links: dict[str, Access] = {}  # by digest, like the bearers
        self._store, self._bearers = _read(path)
        self.listeners: list[Callable[[], None]] = []

    @classmethod
    def beside(cls, journal: Path, of: str = "") -> Self:
        """Return the tokens of a journal: `games.db` has `games.tokens.json`; the demo, others."""
        return cls(journal.with_name(f"{journal.stem}{of}.tokens.json"))

    def sit(self, seats: Mapping[int, str]) -> None:
        """Say which game and player is at each seat; access of others ends."""
        self._seats = {seat_role(seat): _digest(who) for seat, who in seats.items()}
        self._tell()

    # Links and cookies

    def issue(self, role: str) -> str:
        """Make a link's token for a role, good for one use."""
        token, now = secrets.token_urlsafe(16), self._clock()
        with self._lock:
            self._links = {d: link for d, link in self._links.items() if link.until > now}
            while len(self._links) >= LINKS_MAX:
                del self._links[next(iter(self._links))]
            self._links[_digest(token)] = Access(role, self._seats.get(role, ""), now + LINK_S)
        return token

    def redeem(self, role: str, token: str) -> str | None:
        """Turn a link's token into a cookie; None when it is unknown, spent or too old."""
        with self._lock:
            link = self._links.get(_digest(token))
            if link is None or not self._opens(link, role):
                return None
            del self._links[_digest(token)]
            cookie = secrets.token_urlsafe(24)
            self._bearers = {d: a for d, a in self._bearers.items() if a.until > self._clock()}
            same = [digest for digest, access in self._bearers.items() if access.role == role]
            for digest in same[: max(0, len(same) + 1 - BEARERS_MAX)]:
                del self._bearers[digest]
            until = self._clock() + lasts(role)
            self._bearers[_digest(cookie)] = Access(role, link.bound, until)
            self._write()
        self._tell()
        return cookie

    def bears(self, role: str, cookie: str | None) -> bool:
        """Does this cookie allow to act in a role?"""
        access = self._bearers.get(_digest(cookie)) if cookie else None
        return access is not None and self._opens(access, role)

    def _opens(self, access: Access, role: str) -> bool:
        bound = self._seats.get(role) if _is_seat(role) else ""
        return (access.role, access.bound) == (role, bound) and access.until > self._clock()

    def devices(self) -> DevicesView:
        """Count who is logged in."""
        with self._lock:
            roles = [a.role for a in self._bearers.values() if self._opens(a, a.role)]
        return {
            "operators": roles.count(OPERATOR),
            "seats": [roles.count(role) for role in self._seats],
        }

    def revoke(self, role: str | None = None, but: str | None = None) -> None:
        """Forget the links and bearers of a role, or of all; the cookie `but` stays good."""

        def goes(access: Access) -> bool:
            return role in (None, access.role)

        kept = _digest(but) if but else ""
        with self._lock:
            self._bearers = {d: a for d, a in self._bearers.items() if d == kept or not goes(a)}
            self._links = {d: link for d, link in self._links.items() if not goes(link)}
            self._write()
        self._tell()

    # Requests

    def cookie_name(self, role: str) -> str:
        """Name a role's cookie; that of another table on the same host has another name."""
        return f"{role}-{self._store}"

    def known(self, request: HTTPConnection) -> str:
        """Name whoever bears a cookie that is good now; "" for a stranger."""
        for name, cookie in request.cookies.items():
            role = name.removesuffix(f"-{self._store}")
            if role != name and self.bears(role, cookie):
                return _digest(cookie)
        return ""

    def cookie(self, request: Request, role: str) -> str | None:
        """Return a role's cookie as a request bears it."""
        return request.cookies.get(self.cookie_name(role))

    def may(self, request: Request, role: str) -> bool:
        """Does this request bear the cookie of a role, for the game that is at the table?"""
        return self.bears(role, self.cookie(request, role))

    def check(self, request: Request, role: str) -> None:
        """Raise unless the request bears the cookie of a role."""
        if self.may(request, role):
            return
        cookie = self.cookie(request, role)
        access = self._bearers.get(_digest(cookie)) if cookie else None
        if access is not None and access.until > self._clock():
            raise RefusedError("other_game")
        raise RefusedError("no_token" if cookie is None else "logged_out", role)

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()

    def _write(self) -> None:
        if self._path is None:
            return
        try:
            with open(self._path, "w", encoding="utf-8", opener=private) as file:
                json.dump({"store": self._store, "bearers": self._bearers}, file)
        except OSError:  # Then the cookies are good until the host is stopped.
            self._path = None


def _read(path: Path | None) -> tuple[str, dict[str, Access]]:
    """Read a file of tokens; a damaged or an old one, without games and times, lets nobody in."""
    store = secrets.token_hex(4)
    try:
        kept = json.loads(path.read_text("utf-8") if path else "{}")
        if not STORE.fullmatch(kept["store"]):
            return store, {}
        bearers = {
            str(digest): Access(str(role), str(bound), float(until))
            for digest, (role, bound, until) in kept["bearers"].items()
        }
    except (
        OSError,
        ValueError,
        ArithmeticError,
        RecursionError,
        TypeError,
        LookupError,
        AttributeError,
    ):
        return store, {}
    return kept["store"], bearers


def lasts(role: str) -> float:
    """Return for how many seconds the cookie of a role is good."""
    return SEAT_S if _is_seat(role) else OPERATOR_S


def _is_seat(role: str) -> bool:
    return role not in (OPERATOR, ORGANISER)


def seat_role(seat: int) -> str:
    """Return the role of whoever plays at a seat."""
    return f"seat{seat}"


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
