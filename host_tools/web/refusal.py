"""Refusals: the fields that a request must have, and what is answered when it is not taken."""

from __future__ import annotations

import json
from types import UnionType
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from host_tools.rules.errors import MoveError

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "bad_json": "The request is not a JSON object.",
        "bad_field": "The field {name} is missing or of the wrong kind.",
        "unknown_field": "There is no field {name} here.",
        "bad_query": "The address has a wrong value for {name}.",
        "too_large": "The request is too large.",
        "not_json": "Send JSON: Content-Type application/json.",
        "no_token": "This needs a token: open the link or scan the code again.",
        "spent": "This link is used up. Ask the operator for a new one.",
        "foreign_origin": "The request comes from another site.",
        "wrong_host": "This table does not answer under that name.",
        "too_fast": "Too many requests. Wait a moment and try again.",
        "too_many": "Too many watch already. Try again later.",
        "not_found": "There is no such page.",
        "no_method": "That is not possible here.",
        "no_seat": "There is no such seat.",
        "no_game": "No game is running. Begin one on the set-up page.",
        "game_running": "A game is running. End or abandon it first.",
        "no_such_game": "There is no such unfinished game.",
        "has_reader": "This seat has a reader: lay the card on it.",
        "no_bot": "No bot plays at this table.",
        "no_card": "This card is not in the hand.",
        "no_board": "There is no such board.",
        "no_audit": "No audit is going on.",
        "not_over": "There is no result yet: the game is not over.",
        "trouble": "The journal cannot be written: {name}",
        "no_history": "The history cannot be read: {name}",
        "busy": "The table does not answer. Try again.",
        "failed": "Something went wrong on the host; nothing was changed.",
    },
    "fr": {
        "bad_json": "La demande n'est pas un objet JSON.",
        "bad_field": "Le champ {name} manque ou n'est pas du bon type.",
        "unknown_field": "Il n'y a pas de champ {name} ici.",
        "bad_query": "L'adresse contient une mauvaise valeur pour {name}.",
        "too_large": "La demande est trop grande.",
        "not_json": "Envoyez du JSON : Content-Type application/json.",
        "no_token": "Il faut un jeton : ouvrez le lien ou scannez le code à nouveau.",
        "spent": "Ce lien a déjà servi. Demandez-en un autre à l'opérateur.",
        "foreign_origin": "La demande vient d'un autre site.",
        "wrong_host": "Cette table ne répond pas à ce nom.",
        "too_fast": "Trop de demandes. Attendez un moment et réessayez.",
        "too_many": "Trop de spectateurs. Réessayez plus tard.",
        "not_found": "Cette page n'existe pas.",
        "no_method": "Ce n'est pas possible ici.",
        "no_seat": "Cette place n'existe pas.",
        "no_game": "Aucune partie en cours. Commencez-en une sur la page de préparation.",
        "game_running": "Une partie est en cours. Terminez-la ou abandonnez-la d'abord.",
        "no_such_game": "Il n'y a pas de telle partie inachevée.",
        "has_reader": "Cette place a un lecteur : posez-y la carte.",
        "no_bot": "Aucun robot ne joue à cette table.",
        "no_card": "Cette carte n'est pas dans la main.",
        "no_board": "Ce lecteur n'existe pas.",
        "no_audit": "Aucun contrôle n'est en cours.",
        "not_over": "Pas encore de résultat : la partie n'est pas finie.",
        "trouble": "Le journal ne peut pas être écrit : {name}",
        "no_history": "L'historique ne peut pas être lu : {name}",
        "busy": "La table ne répond pas. Réessayez.",
        "failed": "Une erreur est survenue ; rien n'a été changé.",
    },
}
# The rules speak English; in French a mistake is told by its kind.
RULES_FR = {
    "bad_record": "Cette préparation n'est pas possible.",
    "unknown_card": "Cette carte n'existe pas.",
    "wrong_phase": "Ce n'est pas le moment.",
    "wrong_age": "Cette carte n'est pas de cet Âge.",
    "missing_play": "Il manque une action.",
    "not_in_hand": "Cette carte n'est pas dans la main.",
    "card_already_used": "Cette carte est déjà sortie.",
    "already_built": "Ce bâtiment est déjà construit.",
    "cannot_afford": "C'est trop cher.",
    "no_stage_left": "Toutes les étapes sont construites.",
    "bad_choice": "Ce choix n'est pas possible.",
    "not_in_this_game": "Cette carte n'est pas dans cette partie.",
}
STATUS = {
    "bad_json": 400, "bad_field": 400, "unknown_field": 400, "bad_query": 400, "too_large": 413,
    "not_json": 415, "no_token": 401, "spent": 403, "foreign_origin": 403, "wrong_host": 421,
    "too_fast": 429, "too_many": 503, "not_found": 404, "no_method": 405, "no_seat": 404,
    "no_game": 409, "no_such_game": 404, "game_running": 409, "has_reader": 409, "no_bot": 409,
    "no_card": 409, "no_board": 404, "no_audit": 409, "not_over": 409, "trouble": 503,
    "no_history": 503, "busy": 503, "failed": 500,
    "bad_record": 400, "unknown_card": 404,
}  # fmt: skip

Fields = dict[str, type | UnionType]


class RefusedError(Exception):
    """A request that is not taken; nothing has changed."""

    def __init__(self, code: str, name: str = "") -> None:
        super().__init__(code)
        self.code, self.name = code, name

    def text(self, lang: str = "en") -> str:
        """Say it in a person's language."""
        return TEXTS[lang][self.code].format(name=self.name)


def answer(refusal: RefusedError | MoveError, lang: str = "en") -> Response:
    """Return a refusal as JSON; a mistake against the rules is a conflict with the moment."""
    code = refusal.code
    if isinstance(refusal, RefusedError):
        text = refusal.text(lang)
    else:
        text = refusal.message if lang == "en" else RULES_FR[code]
    return JSONResponse({"error": code, "message": text}, STATUS.get(code, 409))


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


def _check_text(value: Any, name: str) -> None:
    """Refuse half a character (a lone surrogate): JSON can hold it, no file can."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise RefusedError("bad_field", name) from None
