"""What an enrolment says: a sentence for the screen, and a few words for the seat's display."""

from __future__ import annotations

TOLD = {
    "en": {
        "hello": "Lay {name} here, or at any other seat.",
        "taken": "{name} has its tag.",
        "undone": "{name} has no tag any more. Lay it again.",
        "later": "{name} is put off: the next `wondertable enrol` asks for it again.",
        "again": "This tag was read in different ways. Lift it, and lay {name} once more.",
        "truncated": "Only half of this tag's number was read ({uid}): the reader or its firmware"
        " does not know 7-byte numbers. Update the seat with `wondertable flash`.",
        "random": "This is a phone or a bank card ({uid}): its number changes every time."
        " Lay {name}.",
        "blank": "This tag has no number of its own ({uid}). Put another sticker on {name}.",
        "used": "This tag is {owner} already. If {name} lies there, its sticker is a clone: put"
        " another one on it. Otherwise lay {name}.",
        "used_elsewhere": "This tag is {owner} of the deck {deck} already. Put another sticker on"
        " {name}, or lay the right card.",
        "twin": "Two seats read the same tag: one sticker is a clone, or the seats are too close."
        " Lay {name} once more.",
        "changed": "What this seat asks for has just changed. Look again: it is {name}.",
        "nothing": "Nothing is left for this seat.",
        "no_undo": "There is nothing to take back at this seat.",
        "two_cards": "Two cards lie there. Lay one only.",
        "unreadable": "There is a tag that cannot be read. Turn the card, or renew its sticker.",
        "reader_dead": "The reader does not answer: {text}. `wondertable doctor` looks after it.",
    },
    "fr": {
        "hello": "Posez {name} ici, ou à une autre place.",
        "taken": "{name} a son étiquette.",
        "undone": "{name} n'a plus d'étiquette. Posez-la de nouveau.",
        "later": "{name} est pour plus tard : le prochain `wondertable enrol` la redemandera.",
        "again": "Cette étiquette a été lue de plusieurs façons. Levez-la et reposez {name}.",
        "truncated": "Seule la moitié du numéro a été lue ({uid}) : le lecteur ou son programme ne"
        " connaît pas les numéros de 7 octets. Mettez-le à jour : `wondertable flash`.",
        "random": "C'est un téléphone ou une carte bancaire ({uid}) : son numéro change toujours."
        " Posez {name}.",
        "blank": "Cette étiquette n'a pas de numéro ({uid}). Collez-en une autre sur {name}.",
        "used": "Cette étiquette est déjà {owner}. Si {name} est posée là, son étiquette est un"
        " clone : collez-en une autre. Sinon posez {name}.",
        "used_elsewhere": "Cette étiquette est déjà {owner} du jeu {deck}. Collez-en une autre sur"
        " {name}, ou posez la bonne carte.",
        "twin": "Deux places lisent la même étiquette : un clone, ou des places trop proches."
        " Reposez {name}.",
        "changed": "Cette place vient de changer de carte. Regardez : c'est {name}.",
        "nothing": "Il ne reste rien pour cette place.",
        "no_undo": "Il n'y a rien à annuler à cette place.",
        "two_cards": "Deux cartes sont posées. N'en posez qu'une.",
        "unreadable": "Une étiquette est illisible. Tournez la carte, ou changez l'étiquette.",
        "reader_dead": "Le lecteur ne répond pas : {text}. Essayez `wondertable doctor`.",
    },
}
SHORT = {
    "en": {
        "lay": "Lay {name}", "again": "Again: {name}", "truncated": "Half a number: update me",
        "random": "No card tag", "blank": "Bad sticker", "used": "Is {owner}",
        "used_elsewhere": "Of deck {deck}", "twin": "Clone? Again: {name}",
        "changed": "Now {name}", "nothing": "All done here. Thank you", "no_undo": "Lay {name}",
        "two_cards": "One card only", "unreadable": "Lay it again", "reader_dead": "Reader dead",
    },
    "fr": {
        "lay": "Posez {name}", "again": "Encore : {name}", "truncated": "Mettez-moi a jour",
        "random": "Pas une carte", "blank": "Mauvaise etiquette", "used": "C'est {owner}",
        "used_elsewhere": "Du jeu {deck}", "twin": "Clone ? Encore : {name}",
        "changed": "Maintenant {name}", "nothing": "Tout est fait. Merci",
        "no_undo": "Posez {name}", "two_cards": "Une seule carte",
        "unreadable": "Reposez-la", "reader_dead": "Lecteur muet",
    },
}  # fmt: skip


def told(code: str, lang: str, **facts: str) -> str:
    """The sentence for the screen; a fault that has none is told in the seat's own words."""
    return TOLD[lang].get(code, "{text}").format(**facts)


def short(code: str, lang: str, **facts: str) -> str:
    """The words for the seat's display; an accepted tag only says what comes next."""
    return SHORT[lang].get(code, SHORT[lang]["lay"]).format(**facts)
