"""The words of history and statistics, in English and French."""

from __future__ import annotations

from datetime import datetime
from functools import cache

from card_db.loader import load_box
from host_tools.results.played import Played
from host_tools.texts.cards import name_in

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "history": "History",
        "stats": "Statistics",
        "screen": "Shared screen",
        "other": "Français",
        "none": "No game has been played to its end yet.",
        "none_hint": "A game is written here by itself when it ends; old score sheets can "
        "be entered with the command wondertable history import.",
        "games": "games",
        "game": "Game",
        "date": "Date",
        "players": "Players",
        "player": "Player",
        "winner": "Winner",
        "wonder": "Wonder",
        "points": "points",
        "Points": "Points",
        "minutes": "min",
        "duration": "Duration",
        "rank": "Rank",
        "total": "Total",
        "team": "Team",
        "wins": "Wins",
        "win_rate": "Win rate",
        "mean": "Mean",
        "median": "Median",
        "best": "Best",
        "worst": "Lowest",
        "by_best": "Best by",
        "categories_title": "Points by category",
        "mean_rank": "Mean rank",
        "pace": "Seconds a turn",
        "expected": "By chance",
        "category": "Category",
        "winners_mean": "Winners",
        "longest": "Longest",
        "turns": "Turns",
        "quartiles": "Middle half",
        "ahead": "Ahead",
        "behind": "Behind",
        "level": "Level",
        "together": "Together",
        "versus": "{a} against {b}",
        "until": "Until",
        "turn": "Age {age}, turn {turn}",
        "recruit": "Age {age}, leaders",
        "age": "Age {age}",
        "data": "The numbers as a table",
        "sheet": "Score sheet",
        "print": "Score sheet as PDF",
        "picture": "Score sheet as picture",
        "bgstats": "Into BG Stats",
        "bgstats_text": "Scan with a phone that has BG Stats",
        "bgstats_open": "or open it here",
        "bgsplay": "BG Stats file",
        "free_city": "The Free City",
        "by_hand": "entered by hand",
        "edition_1e": "first printing",
        "edition_2e": "second printing",
        "set_leaders": "Leaders",
        "set_cities": "Cities",
        "set_base": "base game",
        "variant_team": "teams",
        "variant_two_player": "two players",
        "scores_title": "Points of each player",
        "scores_alt": "{player}: {least} to {most} points, median {median}, in {games} games.",
        "wonders_title": "Win rate by wonder and side",
        "wonders_unit": "games won, per cent",
        "wonders_note": "The mark shows what chance alone would give.",
        "wonders_alt": "{wonder}: {wins} of {games} games won, {rate} %.",
        "periods_title": "Categories over time",
        "periods_unit": "mean points of a player",
        "periods_axis": "games, in the order they were played",
        "periods_alt": "{category}: {first} points at first, {last} of late.",
        "duels_title": "Head to head",
        "duels_unit": "how often the player of a row ended before the player of a column",
        "duels_alt": "{a} ended before {b} {ahead} times of {games}.",
        "thinking_title": "Thinking time",
        "thinking_unit": "seconds from the beginning of a turn to the commitment",
        "thinking_alt": "{player}: {median} seconds in the middle, {longest} at most, in "
        "{games} turns.",
        "course_title": "Points after every turn",
        "course_axis": "turns",
        "course_alt": "{player} ends with {points} points.",
        "more_alt": "{number} more are in the table.",
        "spread_note": "A dot is one value, the box holds the middle half, the line is the median.",
        "seconds": "seconds",
        "skip": "Skip to content",
    },
    "fr": {
        "history": "Historique",
        "stats": "Statistiques",
        "screen": "Écran commun",
        "other": "English",
        "none": "Aucune partie n'a encore été jouée jusqu'au bout.",
        "none_hint": "Une partie s'inscrit ici d'elle-même à sa fin ; d'anciennes feuilles "
        "de score s'ajoutent avec la commande wondertable history import.",
        "games": "parties",
        "game": "Partie",
        "date": "Date",
        "players": "Joueurs",
        "player": "Joueur",
        "winner": "Vainqueur",
        "wonder": "Merveille",
        "points": "points",
        "Points": "Points",
        "minutes": "min",
        "duration": "Durée",
        "rank": "Rang",
        "total": "Total",
        "team": "Équipe",
        "wins": "Victoires",
        "win_rate": "Taux de victoire",
        "mean": "Moyenne",
        "median": "Médiane",
        "best": "Meilleur",
        "worst": "Plus bas",
        "by_best": "Record de",
        "categories_title": "Points par catégorie",
        "mean_rank": "Rang moyen",
        "pace": "Secondes par tour",
        "expected": "Par hasard",
        "category": "Catégorie",
        "winners_mean": "Vainqueurs",
        "longest": "Plus long",
        "turns": "Tours",
        "quartiles": "Moitié centrale",
        "ahead": "Devant",
        "behind": "Derrière",
        "level": "À égalité",
        "together": "Ensemble",
        "versus": "{a} contre {b}",
        "until": "Jusqu'au",
        "turn": "Âge {age}, tour {turn}",
        "recruit": "Âge {age}, leaders",
        "age": "Âge {age}",
        "data": "Les nombres en tableau",
        "sheet": "Feuille de score",
        "print": "Feuille de score en PDF",
        "picture": "Feuille de score en image",
        "bgstats": "Vers BG Stats",
        "bgstats_text": "À scanner avec un téléphone qui a BG Stats",
        "bgstats_open": "ou à ouvrir ici",
        "bgsplay": "Fichier BG Stats",
        "free_city": "La Cité libre",
        "by_hand": "saisie à la main",
        "edition_1e": "première édition",
        "edition_2e": "seconde édition",
        "set_leaders": "Leaders",
        "set_cities": "Cities",
        "set_base": "jeu de base",
        "variant_team": "équipes",
        "variant_two_player": "deux joueurs",
        "scores_title": "Points de chaque joueur",
        "scores_alt": "{player} : {least} à {most} points, médiane {median}, en {games} parties.",
        "wonders_title": "Taux de victoire par merveille et face",
        "wonders_unit": "parties gagnées, en pour cent",
        "wonders_note": "Le repère indique ce que donnerait le seul hasard.",
        "wonders_alt": "{wonder} : {wins} parties gagnées sur {games}, {rate} %.",
        "periods_title": "Les catégories au fil du temps",
        "periods_unit": "points moyens par joueur",
        "periods_axis": "parties, dans l'ordre où elles ont été jouées",
        "periods_alt": "{category} : {first} points au début, {last} récemment.",
        "duels_title": "Face à face",
        "duels_unit": "nombre de fois où le joueur de la ligne a fini devant celui de la colonne",
        "duels_alt": "{a} a fini devant {b} {ahead} fois sur {games}.",
        "thinking_title": "Temps de réflexion",
        "thinking_unit": "secondes du début du tour à la carte posée",
        "thinking_alt": "{player} : {median} secondes en médiane, {longest} au plus, en "
        "{games} tours.",
        "course_title": "Points après chaque tour",
        "course_axis": "tours",
        "course_alt": "{player} finit avec {points} points.",
        "more_alt": "{number} autres sont dans le tableau.",
        "spread_note": "Un point est une valeur, la boîte contient la moitié centrale, le "
        "trait est la médiane.",
        "seconds": "secondes",
        "skip": "Aller au contenu",
    },
}
ROMAN = ("", "I", "II", "III")
SIDES_FR = {"Day": "Jour", "Night": "Nuit"}


def say(lang: str, key: str, **values: object) -> str:
    """Return a text of ours."""
    return WORDS[lang][key].format(**values)


def number(value: float, lang: str, digits: int = 1) -> str:
    """Write a number as people of a language do.

    >>> number(12.345, "fr"), number(-3, "en", 0)
    ('12,3', '−3')
    """
    text = f"{value:.{digits}f}".replace("-", "−")
    return text.replace(".", ",") if lang == "fr" else text


def day(at: float) -> str:
    """Return the day of a time, the same for all languages."""
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d")


CATEGORY_NAMES = {
    "military": ("Military", "Militaire"),
    "treasury": ("Treasury", "Trésor"),
    "wonder": ("Wonder", "Merveille"),
    "civilian": ("Civilian", "Civil"),
    "scientific": ("Science", "Science"),
    "commercial": ("Commerce", "Commerce"),
    "guilds": ("Guilds", "Guildes"),
    "leaders": ("Leaders", "Leaders"),
    "cities": ("Cities", "Cities"),
    "total": ("Total", "Total"),
}


def category(name: str, lang: str) -> str:
    """Return the name of a line of the score sheet."""
    return CATEGORY_NAMES[name][1 if lang == "fr" else 0]


@cache
def wonder_name(wonder: str, side: str, lang: str) -> str:
    """Return a wonder's name with its side, by whatever printing has it."""
    for edition in ("1e", "2e"):
        if board := load_box(edition).wonders.get(f"{wonder}_{side.lower()}"):
            shown = SIDES_FR.get(side, side) if lang == "fr" else side
            return f"{name_in(board, lang)} {shown}"
    return f"{wonder} {side}"


def boxes(game: Played, lang: str) -> str:
    """Say what was played: sets, printing, variant."""
    words = [f"set_{name}" for name in game.sets if name != "base"] or ["set_base"]
    words += [f"edition_{game.edition}"]
    words += [f"variant_{game.variant}"] if game.variant != "standard" else []
    return ", ".join(WORDS[lang][word] for word in words)
