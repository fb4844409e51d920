"""Tokens: one-time links that become cookies, for the operator and for each seat.

>>> tokens = Tokens()
>>> link = tokens.issue("seat2", now=0.0)
>>> cookie = tokens.redeem("seat2", link, now=1.0)
>>> tokens.bears("seat2", cookie), tokens.bears("seat3", cookie)
(True, False)
>>> tokens.redeem("seat2", link, now=2.0) is None
True
"""

import hashlib
import json
import os
import secrets
import threading
from pathlib import Path

from starlette.requests import Request

from host_tools.web.refusal import RefusedError

OPERATOR = "operator"  # a role
LINK_S = 12 * 3600.0  # an evening
LINKS_MAX = 200
BEARERS_MAX = 16  # of one role; the oldest is forgotten


class Tokens:
    """Who may do what. The file keeps only digests, so that cookies outlive a restart."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._links: dict[str, tuple[str, float]] = {}  # digest: (role, until)
        self._bearers: dict[str, list[str]] = self._read()

    def issue(self, role: str, now: float) -> str:
        """Make a link's token for a role, good for one use."""
        token = secrets.token_urlsafe(16)
        with self._lock:
            self._links = {d: (r, t) for d, (r, t) in self._links.items() if t > now}
            while len(self._links) >= LINKS_MAX:
                del self._links[next(iter(self._links))]
            self._links[_digest(token)] = (role, now + LINK_S)
        return token

    def redeem(self, role: str, token: str, now: float) -> str | None:
        """Turn a link's token into a cookie; None when it is unknown, spent or too old."""
        with self._lock:
            known, until = self._links.get(_digest(token), ("", 0.0))
            if known != role or until <= now:
                return None
            del self._links[_digest(token)]
            cookie = secrets.token_urlsafe(24)
            bearers = self._bearers.setdefault(role, [])
            self._bearers[role] = [*bearers, _digest(cookie)][-BEARERS_MAX:]
            self._write()
        return cookie

    def bears(self, role: str, cookie: str | None) -> bool:
        """Does this cookie allow to act in a role?"""
        if not cookie:
            return False
        digest = _digest(cookie)
        return any(secrets.compare_digest(digest, known) for known in self._bearers.get(role, ()))

    def may(self, request: Request, role: str) -> bool:
        """Does this request bear the cookie of a role?"""
        return self.bears(role, request.cookies.get(role))

    def check(self, request: Request, role: str) -> None:
        """Raise unless the request bears the cookie of a role."""
        if not self.may(request, role):
            raise RefusedError("no_token")

    def revoke(self, role: str) -> None:
        """Forget all bearers and links of a role."""
        with self._lock:
            self._bearers.pop(role, None)
            self._links = {d: (r, t) for d, (r, t) in self._links.items() if r != role}
            self._write()

    def _read(self) -> dict[str, list[str]]:
        try:
            found = json.loads(self._path.read_text("utf-8")) if self._path else {}
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {str(r): [str(d) for d in ds] for r, ds in found.items() if isinstance(ds, list)}

    def _write(self) -> None:
        if self._path is None:
            return
        try:
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(self._bearers, file)
        except OSError:  # Then the cookies are good until the host is stopped.
            self._path = None


def seat_role(seat: int) -> str:
    """Return the role of whoever plays at a seat."""
    return f"seat{seat}"


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
