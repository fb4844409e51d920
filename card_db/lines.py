"""The lines of a data file: one JSON object each, `#` comments and blank lines between."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

Row = dict[str, Any]
MOST = 5_000_000  # letters of a file
EXAMPLE = 'Write one object a line: {"id": "temple", "name": "Temple", ...}.'


class CardError(ValueError):
    """A fault in a data file: a sentence with the file, the line and the remedy."""


class DataLine(NamedTuple):
    """One object of a data file and where it stands."""

    file: str
    number: int
    row: Row

    def fault(self, text: str) -> CardError:
        """The error to raise about this line."""
        return CardError(f"{self}: {text}")

    def __str__(self) -> str:
        return f"{self.file}, line {self.number}"


def read_lines(path: Path) -> Iterator[DataLine]:
    """Every object of the file, in order."""
    return parse_lines(path.name, _text(path).splitlines())


def parse_lines(file: str, texts: Iterable[str]) -> Iterator[DataLine]:
    """Every object of these lines; `file` is what an error calls them."""
    for number, text in enumerate(texts, 1):
        if (text := text.strip()) and not text.startswith("#"):
            yield _line(file, number, text)


def _text(path: Path) -> str:
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MOST + 1)
    except OSError as error:
        raise CardError(f"{path} cannot be read: {error.strerror}. Is the name right?") from error
    except UnicodeDecodeError as error:
        raise CardError(f"{path.name} is not UTF-8 text. Save it as UTF-8.") from error
    if len(text) > MOST:
        raise CardError(f"{path.name} is larger than any box of cards: is it the right file?")
    return text


def _line(file: str, number: int, text: str) -> DataLine:
    try:
        row = json.loads(text, object_pairs_hook=_once)
    except CardError as error:
        raise DataLine(file, number, {}).fault(str(error)) from error
    except json.JSONDecodeError as error:
        what = f"this is not JSON ({error.msg.lower()}, column {error.colno}). {EXAMPLE}"
        raise DataLine(file, number, {}).fault(what) from error
    except (ValueError, RecursionError) as error:
        what = "this cannot be read: it is nested too deeply, or a number in it is too long."
        raise DataLine(file, number, {}).fault(what) from error
    line = DataLine(file, number, row)
    if not isinstance(row, dict):
        raise line.fault(f"this is not an object. {EXAMPLE}")
    return line


def _once(pairs: list[tuple[str, Any]]) -> Row:
    row: Row = {}
    for key, value in pairs:
        if key in row:
            raise CardError(f"{quoted(key)[:40]} stands twice in one object. Keep one of them.")
        row[key] = value
    return row


def quoted(value: object) -> str:
    """The value as the file spells it."""
    return json.dumps(value, ensure_ascii=False)


def remedy(word: object, known: Iterable[object]) -> str:
    """The nearest word that is known, or all of them: ` Did you mean "pantheon"?`."""
    words = [word for word in known if isinstance(word, str)]
    from difflib import get_close_matches  # slow to import, and only a fault needs it

    near = get_close_matches(str(word), words, 1)
    if near:
        return f' Did you mean "{near[0]}"?'
    return f" It can be: {', '.join(words)}." if 0 < len(words) <= 20 else ""
