"""Refusals: the fields that a request must have, and what is answered when it is not taken."""

import json
from types import UnionType
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from host_tools.link.wanted import LAST_ROUND
from host_tools.rules.errors import MoveError
from host_tools.texts import say

STATUS = {
    "bad_json": 400, "bad_field": 400, "unknown_field": 400, "bad_query": 400, "too_large": 413,
    "not_json": 415, "no_token": 401, "logged_out": 401, "other_game": 401, "spent": 403,
    "foreign_origin": 403, "wrong_host": 421, "too_fast": 429, "too_many": 503, "not_found": 404,
    "no_method": 405, "no_seat": 404, "no_game": 409, "no_such_game": 404, "game_running": 409,
    "has_reader": 409, "no_bot": 409, "no_card": 409, "no_board": 404, "no_audit": 409,
    "not_over": 409, "trouble": 503, "no_history": 503, "busy": 503, "failed": 500,
    "no_hand": 409, "bad_record": 400, "unknown_card": 404, "private_history": 401,
    "no_name": 400, "bad_name": 400, "same_name": 400, "same_wonder": 400, "few_wonders": 400,
    "wrong_number": 400, "eight_players": 400, "house_numbers": 400,
}  # fmt: skip
# An operator and an organiser have nobody whom they could ask for a link.
OWN_TEXTS = {
    ("operator", "no_token"): "refusal.operator_no_token",
    ("operator", "logged_out"): "refusal.operator_logged_out",
    ("operator", "spent"): "refusal.operator_spent",
    ("organiser", "no_token"): "refusal.organiser_no_token",
    ("organiser", "logged_out"): "refusal.organiser_logged_out",
    ("organiser", "spent"): "refusal.organiser_spent",
}

Fields = dict[str, type | UnionType]


class RefusedError(Exception):
    """A request that is not taken; nothing has changed.

    `field` is where the page says it, and `rule` the number of the rule, where it has them.
    """

    def __init__(self, code: str, name: str = "", field: str = "", rule: str = "") -> None:
        super().__init__(code)
        self.code, self.name, self.field, self.rule = code, name, field, rule

    def text(self, lang: str = "en") -> str:
        """Say it in a person's language."""
        key = OWN_TEXTS.get((self.name, self.code), f"refusal.{self.code}")
        return say(key, lang, name=self.name)


def answer(refusal: RefusedError | MoveError, lang: str = "en") -> Response:
    """Return a refusal as JSON; a mistake against the rules is a conflict with the moment."""
    code = refusal.code
    if isinstance(refusal, RefusedError):
        text = refusal.text(lang)
    else:
        # The rules speak English; other languages say what kind of mistake it is.
        text = refusal.message if lang == "en" else say(f"mistake.{code}", lang)
    more = {name: getattr(refusal, name, "") for name in ("field", "rule")}
    known = {name: value for name, value in more.items() if value}
    return JSONResponse({"error": code, "message": text, **known}, STATUS.get(code, 409))


async def body_of(request: Request, fields: Fields, optional: Fields | None = None) -> Any:
    """Return the JSON object of a request with just these fields."""
    try:
        body = json.loads(await request.body() or b"{}", parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise RefusedError("bad_json") from None
    return checked(body, fields, optional)


def _no_constant(name: str) -> None:
    raise ValueError(name)


def checked(body: Any, fields: Fields, optional: Fields | None = None) -> dict[str, Any]:
    """Return an object that has these fields, of these kinds, and no others.

    >>> checked({"seat": 1}, {"seat": int})
    {'seat': 1}
    """
    if not isinstance(body, dict):
        raise RefusedError("bad_json")
    known = fields | (optional or {})
    for name, value in body.items():
        if name not in known:
            raise RefusedError("unknown_field", f"{name!r:.40}")
        # In Python a bool is an int; in a request it is not.
        if not isinstance(value, known[name]) or isinstance(value, bool) > (known[name] is bool):
            raise RefusedError("bad_field", name)
        _check_text(value, name)
    for name in fields:
        if name not in body:
            raise RefusedError("bad_field", name)
    return body


def turn_in(body: dict[str, Any]) -> int:
    """Return the turn that a call for an undo names; it may be gone already."""
    turn: int = body["turn"]
    if not 0 <= turn < LAST_ROUND:
        raise RefusedError("bad_field", "turn")
    return turn


def _check_text(value: Any, name: str) -> None:
    """Refuse half a character (a lone surrogate): JSON can hold it, no file can."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise RefusedError("bad_field", name) from None
