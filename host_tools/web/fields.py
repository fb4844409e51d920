"""The fields of a request: read, checked by kind, or refused by name."""

from __future__ import annotations

import json
from types import UnionType
from typing import Any

from starlette.requests import Request

from host_tools.web.refusal import RefusedError

Fields = dict[str, type | UnionType]


async def body_of(request: Request, fields: Fields, optional: Fields | None = None) -> Any:
    """Return the JSON object of a request with just these fields."""
    try:
        found = json.loads(await request.body() or b"{}", parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise RefusedError("bad_json") from None
    return checked(found, fields, optional)


def _no_constant(name: str) -> None:
    raise ValueError(name)


def checked(found: Any, fields: Fields, optional: Fields | None = None) -> dict[str, Any]:
    """Return an object that has these fields, of these kinds, and no others.

    >>> checked({"seat": 1}, {"seat": int})
    {'seat': 1}
    """
    if not isinstance(found, dict):
        raise RefusedError("bad_json")
    known = fields | (optional or {})
    for name, value in found.items():
        if name not in known:
            raise RefusedError("unknown_field", f"{name!r:.40}")
        # In Python a bool is an int; in a request it is not.
        if not isinstance(value, known[name]) or isinstance(value, bool) > (known[name] is bool):
            raise RefusedError("bad_field", name)
        _check_text(value, name)
    for name in fields:
        if name not in found:
            raise RefusedError("bad_field", name)
    return found


def _check_text(value: Any, name: str) -> None:
    """Half a character (a lone surrogate) can stand in JSON but cannot be written anywhere."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise RefusedError("bad_field", name) from None
