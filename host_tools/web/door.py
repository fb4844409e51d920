"""The door: does this request bear the token of the role in which it wants to act?"""

from __future__ import annotations

from starlette.requests import Request

from host_tools.web.refusal import RefusedError
from host_tools.web.tokens import Tokens


class Door:
    """Looks at cookies."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens

    def may(self, request: Request, role: str) -> bool:
        """Does the visitor bear the token of a role?"""
        return self.tokens.bears(role, request.cookies.get(role))

    def check(self, request: Request, role: str) -> None:
        """Raise unless the visitor bears it."""
        if not self.may(request, role):
            raise RefusedError("no_token")
