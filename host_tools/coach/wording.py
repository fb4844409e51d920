"""What the coach says: a turn, what was played, and what would have been worth more."""

from __future__ import annotations

from host_tools.coach.coach import Cost
from host_tools.coach.story import Story
from host_tools.rules.moves import BUILD, CHAIN, RECRUIT, SELL, WONDER, Move
from host_tools.rules.ruleset import ROMAN
from host_tools.texts.cards import name_in

TEXTS = {
    "en": {
        "turn": "Age {age}, turn {turn}",
        "recruit": "Age {age}, Recruitment",
        "cost": "{when}: you {played}; {better} would have been worth {points}{more}.",
        "points": "{points} ± {error} points",
        "chance": " and {chance} % ± {error} more chance to win",
        "team": " to your team",
        "nothing": "No turn stands out: no other move was clearly better.",
        "sampled": (
            "The record has no deals: hands are those that later turns show; what nobody played "
            "is drawn by chance."
        ),
        "how": "{rollouts} rollouts a move, seed {seed}; ± is the 95 % error of chance alone.",
        "working": "Playing on",
        "open": "The game is not over: the coach looks at finished games.",
    },
    "fr": {
        "turn": "Âge {age}, tour {turn}",
        "recruit": "Âge {age}, Recrutement",
        "cost": "{when} : vous avez {played} ; {better} aurait rapporté {points}{more}.",
        "points": "{points} ± {error} points",
        "chance": " et {chance} % ± {error} de chances de gagner en plus",
        "team": " à votre équipe",
        "nothing": "Aucun tour ne se détache : aucun autre coup n'était nettement meilleur.",
        "sampled": (
            "Les donnes ne sont pas dans ce fichier : les mains sont celles que montrent les tours "
            "suivants ; ce que personne n'a joué est tiré au sort."
        ),
        "how": "{rollouts} parties par coup, graine {seed} ; ± est l'erreur à 95 % du seul hasard.",
        "working": "On rejoue",
        "open": "La partie n'est pas finie : l'entraîneur lit des parties finies.",
    },
}
DONE = {
    "en": {
        BUILD: "built {card}", RECRUIT: "recruited {card}", SELL: "sold {card}",
        WONDER: "raised a wonder stage with {card}",
    },
    "fr": {
        BUILD: "construit « {card} »", RECRUIT: "recruté « {card} »", SELL: "vendu « {card} »",
        WONDER: "bâti une étape de la merveille avec « {card} »",
    },
}  # fmt: skip
DOING = {
    "en": {
        BUILD: "building {card}", RECRUIT: "recruiting {card}", SELL: "selling {card}",
        WONDER: "raising a wonder stage with {card}",
    },
    "fr": {
        BUILD: "construire « {card} »", RECRUIT: "recruter « {card} »", SELL: "vendre « {card} »",
        WONDER: "bâtir une étape de la merveille avec « {card} »",
    },
}  # fmt: skip
HOW = {
    "en": {"chain": " by chain", "free": " free with {right}", "trade": " ({coins} to neighbours)"},
    "fr": {
        "chain": " par chaînage",
        "free": " gratuitement ({right})",
        "trade": " ({coins} aux voisins)",
    },
}
COINS = {"en": ("1 coin", "{n} coins"), "fr": ("1 pièce", "{n} pièces")}


def when(story: Story, cost: Cost, lang: str) -> str:
    """Name a turn."""
    game = story.turns[cost.number].before
    kind = "turn" if game.turn else "recruit"
    return TEXTS[lang][kind].format(age=ROMAN[game.age], turn=game.turn)


def sentence(story: Story, cost: Cost, lang: str) -> str:
    """Say what a turn has cost.

    The chance to win is named where it differs by more than its error.
    """
    texts = TEXTS[lang]
    more = texts["team"] if story.game.rules.team else ""
    if cost.chance > cost.chance_error:
        percent, error = round(100 * cost.chance), max(1, round(100 * cost.chance_error))
        more += texts["chance"].format(chance=percent, error=error)
    return texts["cost"].format(
        when=when(story, cost, lang),
        played=_said(DONE, cost.played, lang),
        better=_said(DOING, cost.better, lang),
        points=texts["points"].format(
            points=_number(cost.points, lang), error=_number(cost.error, lang)
        ),
        more=more,
    )


def _said(words: dict[str, dict[str, str]], move: Move, lang: str) -> str:
    return words[lang][move.action].format(card=name_in(move.card, lang)) + _how(move, lang)


def _how(move: Move, lang: str) -> str:
    if move.free == CHAIN:
        return HOW[lang]["chain"]
    if move.free:
        return HOW[lang]["free"].format(right=move.free.title())
    number = move.left + move.right
    if not number:
        return ""
    one, many = COINS[lang]
    return HOW[lang]["trade"].format(coins=one if number == 1 else many.format(n=number))


def _number(value: float, lang: str) -> str:
    text = f"{value:.1f}"
    return text.replace(".", ",") if lang == "fr" else text
