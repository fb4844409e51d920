"""A made-up third language: one file, in which every letter is an x, and one row."""

import re
from contextlib import contextmanager
from shutil import copy

import polib
from pytest import MonkeyPatch

from host_tools import texts
from host_tools.texts import Language, catalogue

CODE, ROW = "xx", Language("Xxxx", "'")
ROMAN = ("II", "III")
THREE_FORMS = "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);"


def masked(text: str) -> str:
    """Write a text with x for every letter outside its {holes}.

    >>> masked("Take {number} Debts.")
    'Xxxx {number} Xxxxx.'
    """
    return re.sub(r"(\{\w*\})|([^\W\d_])", lambda m: m[1] or ("X" if m[2].isupper() else "x"), text)


def write(folder):
    """Copy the catalogues into a folder, and add that of the made-up language."""
    for lang in texts.LANGUAGES:
        copy(texts.FOLDER / f"{lang}.po", folder)
    made_up = polib.pofile(str(texts.FOLDER / "en.po"))
    made_up.metadata |= {"Language": CODE, "Plural-Forms": THREE_FORMS}
    for entry in made_up:
        entry.msgstr = masked(entry.msgstr)
        if entry.msgid_plural:
            one, several = map(masked, entry.msgstr_plural.values())
            entry.msgstr_plural = {0: one, 1: several, 2: several}
    made_up.save(str(folder / f"{CODE}.po"))


@contextmanager
def third_language(folder):
    """Let the host speak the made-up language, too."""
    write(folder)
    with MonkeyPatch.context() as patch:
        patch.setattr(texts, "FOLDER", folder)
        patch.setitem(texts.LANGUAGES, CODE, ROW)
        catalogue.cache_clear()
        yield
    catalogue.cache_clear()


def understood(text, *known):
    """Return the words that are not of the made-up language, nor names and numbers."""
    words = set(re.findall(r"[^\W\d_]{2,}", text))
    return {word for word in words if set(word.lower()) != {"x"}} - {*known, *ROMAN}
