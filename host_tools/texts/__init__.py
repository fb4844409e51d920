"""Every sentence for people, by language: one catalogue each that translators' tools open.

>>> say("card.noun.coins", "fr", number=3)
'3 pièces'
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations
from hashlib import blake2b
from io import BytesIO
from pathlib import Path

FOLDER = Path(__file__).parent
SOURCE = "X-Source-Digest"


@dataclass(frozen=True, slots=True)
class Language:
    """A language's name in itself, and its decimal sign; the rest is its `.po`."""

    name: str
    decimal: str = "."


LANGUAGES = {
    "en": Language("English"),
    "fr": Language("Français", ","),
}
"""The one list of languages: `fr.po` and its row make French."""


def say(key: str, lang: str = "en", **values: object) -> str:
    """Return the sentence of a key; where it counts something, `number` chooses its form."""
    words, number = catalogue(lang), values.get("number")
    text = words.ngettext(key, key, abs(number)) if isinstance(number, int) else key
    if text == key:
        text = words.gettext(key)
    if text == key:
        raise KeyError(key)
    return text.format(**values) if values else text


def forms(starts: tuple[str, ...], lang: str) -> dict[str, str | list[str]]:
    """Return the texts whose keys start with one of these; all forms of one that counts."""
    words, found = catalogue(lang), dict[str, str | list[str]]()
    known = catalogue("en")._catalog  # type: ignore[attr-defined]
    example = {plural_form(number, lang): number for number in range(200)}
    for key in known:
        if isinstance(key, str) and key.startswith(starts):
            found[key] = words.gettext(key)
        elif isinstance(key, tuple) and key[0].startswith(starts):
            numbers = (example[form] for form in sorted(example))
            found[key[0]] = [words.ngettext(key[0], key[0], number) for number in numbers]
    return found


def plural_form(number: int, lang: str) -> int:
    """Return which form of a text a number takes, by the rule in the head of the catalogue."""
    form: int = catalogue(lang).plural(number)  # type: ignore[attr-defined]
    return form


def has(key: str) -> bool:
    """Is there such a sentence?"""
    return catalogue("en").gettext(key) != key


def counted(number: int, noun: str, many: str = "") -> str:
    """Return a number of things in English.

    >>> counted(1, "seat"), counted(4, "pin"), counted(2, "entry", "entries")
    ('1 seat', '4 pins', '2 entries')
    """
    return f"{number} {noun if number == 1 else many or noun + 's'}"


def listed(words: Sequence[str], joint: str, lang: str = "en") -> str:
    """Join words with commas and at last with "and" or "or".

    >>> listed(["wood", "stone", "clay"], "or")
    'wood, stone or clay'
    """
    start = ", ".join(words[:-1])
    return say(f"list.{joint}", lang, start=start, last=words[-1]) if start else words[-1]


def decimal(value: float, lang: str = "en", digits: int = 1) -> str:
    """Write a number.

    >>> decimal(12.345, "fr"), decimal(-3, digits=0)
    ('12,3', '−3')
    """
    return f"{value:.{digits}f}".replace("-", "−").replace(".", LANGUAGES[lang].decimal)


@cache
def catalogue(lang: str) -> GNUTranslations:
    """Read the texts of a language; English stands in for what is not translated."""
    source = (FOLDER / f"{lang}.po").read_bytes()
    digest = blake2b(source, digest_size=16).hexdigest()
    words = _kept(lang, digest) or _compiled(lang, source.decode(), digest)
    if lang != "en":
        words.add_fallback(catalogue("en"))
    return words


def _kept(lang: str, digest: str) -> GNUTranslations | None:
    """Return the compiled catalogue beside the source if it was made from it."""
    try:
        words = GNUTranslations(BytesIO((FOLDER / f"{lang}.mo").read_bytes()))
    except (OSError, ValueError):
        return None
    return words if words.info().get(SOURCE.lower()) == digest else None


def _compiled(lang: str, source: str, digest: str) -> GNUTranslations:
    """Compile a catalogue, and keep the result for next time where the folder can be written."""
    from tempfile import NamedTemporaryFile

    import polib  # slow to import, and needed only after a change

    entries = polib.pofile(source)
    entries.metadata[SOURCE] = digest
    data: bytes = entries.to_binary()
    try:
        with NamedTemporaryFile(dir=FOLDER, suffix=".mo", delete=False) as file:
            file.write(data)
        Path(file.name).replace(FOLDER / f"{lang}.mo")
    except OSError:
        pass  # read-only: the next start compiles again
    return GNUTranslations(BytesIO(data))
