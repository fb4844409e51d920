"""The names of players: what a new name may be, wherever it comes in.

Names that were stored before there was a rule are read as they are, and escaped where they are
shown.

>>> check_names(["Zoë", " Marie-Ève 2", "O'Neill", "李"])
['Zoë', 'Marie-Ève 2', "O'Neill", '李']
>>> name_key("ZOË") == name_key("Zoe\\u0308")
True
"""

from collections.abc import Iterable
from unicodedata import category, normalize

from host_tools.rules.errors import MoveError

NAME_MAX = 24
SIGNS = " .'’-_()&!?"
# Nothing else: [ and ] are marks for a terminal, < { $ for a template, = + @ for a spreadsheet.
RULE = (
    f"A name has 1 to {NAME_MAX} letters: letters, digits, spaces and . ' - _ ( ) & ! ?, with a "
    "letter or a digit first"
)


def check_name(name: str) -> str:
    """Return a name as it is kept, or raise MoveError with the rule."""
    kept = normalize("NFC", name).strip()
    allowed = all(sign in SIGNS or category(sign)[0] in "LMN" for sign in kept)
    if not (allowed and 0 < len(kept) <= NAME_MAX and category(kept[0])[0] in "LN"):
        raise MoveError("bad_record", f"{RULE}, not {name!r:.40}.")
    return kept


def check_names(names: Iterable[str]) -> list[str]:
    """Return the names of one game as they are kept; each player has one of their own."""
    kept: dict[str, str] = {}
    for name in map(check_name, names):
        if name_key(name) in kept:
            raise MoveError(
                "bad_record", f"Two players are called {name}: change one of the names."
            )
        kept[name_key(name)] = name
    return list(kept.values())


def name_key(name: str) -> str:
    """Return what two spellings of one name have in common."""
    return normalize("NFC", " ".join(name.split()).casefold())


def plain_key(name: str) -> str:
    """Return a name as people type it in a hurry: without capitals and accents.

    >>> plain_key("ZOË") == plain_key("Zoe\\u0308") == plain_key(" zoe")
    True
    """
    letters = normalize("NFKD", " ".join(name.split()).casefold())
    return "".join(sign for sign in letters if category(sign) != "Mn")


def visible(text: str, keep: str = "\n") -> str:
    """Return a text that a terminal or a page shows as it is: signs that would act are spelt out.

    >>> visible("Ann\\x1b[2J"), visible("Zoë\\u202e"), visible("20\\u00a0min")
    ('Ann\\\\x1b[2J', 'Zoë\\\\u202e', '20\\xa0min')
    """
    if text.isprintable():
        return text
    return "".join(
        sign
        if sign.isprintable() or sign in keep or category(sign) == "Zs"
        else sign.encode("unicode_escape").decode()
        for sign in text
    )
