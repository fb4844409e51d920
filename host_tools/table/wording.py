"""What the table says to a seat: short sentences in English and French."""

from __future__ import annotations

from typing import Any

from card_db.sentences import LANGUAGES, name_in
from host_tools.rules.game import Game
from host_tools.table.asks import Ask
from host_tools.table.evening import (
    ABANDONED,
    ASK,
    CARD,
    DECLARE,
    DRAFT,
    LAYING,
    OPENING,
    OVER,
    PAY,
    Evening,
)

ASKED = {
    "en": {
        "ready": "Draft your four leaders, then press the middle button.",
        "declare": "Build, wonder or sell?",
        "pay": "Pay {left} left, {right} right, {bank} to the bank?",
        "pay_free": "Build it free with {free}?",
        "last_card": "Lay your last card to play it, or press the middle button.",
        "leader": "Lay an extra leader, or press the middle button.",
        "free_city": "Lay a card for the Free City.",
        "pick": "Lay a card from the discard pile, or press the middle button.",
        "left": "Lay the card left in your hand, or press the middle button.",
        "courtesan": "Copy {value}?",
        "turn_leader": "Turn {value} face down?",
        "give_up": "Give up the +{value} token?",
        "debts": "You lose {amount}: pay {paid}, owe {value}?",
        "none": "nobody",
    },
    "fr": {
        "ready": "Choisissez vos quatre leaders, puis pressez le bouton du milieu.",
        "declare": "Construire, merveille ou vendre ?",
        "pay": "Payer {left} à gauche, {right} à droite, {bank} à la banque ?",
        "pay_free": "La construire gratuitement avec {free} ?",
        "last_card": "Posez votre dernière carte pour la jouer, ou le bouton du milieu.",
        "leader": "Posez un leader de plus, ou le bouton du milieu.",
        "free_city": "Posez une carte pour la Cité libre.",
        "pick": "Posez une carte de la défausse, ou le bouton du milieu.",
        "left": "Posez la carte qui vous reste, ou le bouton du milieu.",
        "courtesan": "Copier {value} ?",
        "turn_leader": "Retourner {value} ?",
        "give_up": "Rendre le jeton +{value} ?",
        "debts": "Vous perdez {amount} : payer {paid}, devoir {value} ?",
        "none": "personne",
    },
}
WAITING = {
    "en": {
        "lay": "Lay your card face down.",
        "laid": "Committed. Waiting for {missing}.",
        "locked": "All have chosen.",
        "open": "Leave your card: it is being revealed.",
        "wait": "Waiting for {missing}.",
        OVER: "The game is over.",
        ABANDONED: "The game was abandoned.",
        "paused": "The game is paused.",
    },
    "fr": {
        "lay": "Posez votre carte face cachée.",
        "laid": "C'est noté. On attend {missing}.",
        "locked": "Tout le monde a choisi.",
        "open": "Laissez votre carte : elle est révélée.",
        "wait": "On attend {missing}.",
        OVER: "La partie est finie.",
        ABANDONED: "La partie est abandonnée.",
        "paused": "La partie est en pause.",
    },
}


def ask_text(game: Game, ask: Ask, lang: str = "en") -> str:
    """Say what a seat is asked, with the option at which its cursor stands."""
    texts = ASKED[lang]
    if not ask.options or ask.kind == "declare":
        return texts[ask.kind]
    return option_text(game, ask, ask.cursor, lang)


def option_text(game: Game, ask: Ask, number: int, lang: str = "en") -> str:
    """Say one option of a question."""
    texts, option = ASKED[lang], ask.options[number]
    if ask.kind == "pay":
        left, right, bank = option.value["way"]
        key = "pay_free" if option.value["free"] not in ("", "chain") else "pay"
        return texts[key].format(left=left, right=right, bank=bank, free=option.value["free"])
    return texts[ask.kind].format(value=_value(game, option.value, lang), **_sums(option, ask))


def _value(game: Game, value: Any, lang: str) -> str:
    if isinstance(value, str):
        return name_in(game.rules.box.cards[value], lang)
    return ASKED[lang]["none"] if value is None else str(value)


def _sums(option: Any, ask: Ask) -> dict[str, Any]:
    amount = option.label.get("amount", 0)
    return {"amount": amount, "paid": amount - option.value if ask.kind == "debts" else 0}


def missing_seats(evening: Evening) -> list[int]:
    """Return the seats for which everybody is waiting."""
    from host_tools.table.asks import asks

    if evening.phase == LAYING:
        waiting = set(evening.round.missing()) | set(asks(evening))
        return sorted(waiting)
    if evening.phase == OPENING:
        return evening.round.closed()
    return sorted(asks(evening))


def waiting_text(evening: Evening, seat: int, lang: str = "en") -> str:
    """Say what a seat is waiting for, or that it must lay its card."""
    texts, phase = WAITING[lang], evening.phase
    names = ", ".join(evening.game.rules.name(at) for at in missing_seats(evening))
    if phase in (OVER, ABANDONED):
        return texts[phase]
    if evening.paused:
        return texts["paused"]
    if evening.lays(seat):
        if seat not in evening.round.commits:
            return texts["lay"]
        return texts["laid"].format(missing=names) if names else texts["locked"]
    if phase == OPENING and seat in evening.round.closed():
        return texts["open"]
    return texts["wait"].format(missing=names)


PHASES = {
    "en": {
        DRAFT: "Leader phase", LAYING: "Choose a card", OPENING: "Reveal", CARD: "An extra card",
        DECLARE: "What do you do?", PAY: "Payment", ASK: "Decisions", OVER: "Final score",
        ABANDONED: "Abandoned",
    },
    "fr": {
        DRAFT: "Phase des leaders", LAYING: "Choisissez une carte", OPENING: "Révélation",
        CARD: "Une carte de plus", DECLARE: "Que faites-vous ?", PAY: "Paiement",
        ASK: "Décisions", OVER: "Score final", ABANDONED: "Abandonnée",
    },
}  # fmt: skip
assert LANGUAGES.keys() == ASKED.keys()
