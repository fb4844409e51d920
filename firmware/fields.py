"""How each kind of field is written on the wire and read from it, never raising."""

TYPE_CHECKING = False  # typing itself is not on the board
if TYPE_CHECKING:
    from collections.abc import Callable

_HEX = "0123456789abcdefABCDEF"
_SIGNS = (("%", "%25"), ("$", "%24"), ("#", "%23"), ("*", "%2A"), (" ", "%20"))
_NOTHING = "-"  # an empty word, since two spaces in a row say nothing


def escape(text: str, plain: str = "") -> str:
    """Write text with the bytes that the wire allows; `plain` may stay as it is.

    >>> escape("2 * $5, 50% sûr", plain=" ")
    '2 %2A %245, 50%25 s%FBr'
    """
    raw = text.encode()
    if raw and not (len(raw) == len(text) and min(raw) >= 0x20 and max(raw) < 0x7F):
        return "".join([_escape_letter(letter, plain) for letter in text])
    for letter, code in _SIGNS:  # the common case, without a loop over letters: boards are slow
        if letter in text and letter not in plain:
            text = text.replace(letter, code)
    return text


def _escape_letter(letter: str, plain: str) -> str:
    code = ord(letter)
    if code > 0xFF:
        return "?"
    if letter in plain or (0x20 < code < 0x7F and letter not in "$#*%"):
        return letter
    return "%{:02X}".format(code)


def unescape(text: str) -> str:
    """Read what `escape` wrote; what is no escape stays as it is."""
    if "%" not in text:
        return text
    first, *pieces = text.split("%")
    out = [first]
    for piece in pieces:
        digits = piece[:2]
        if len(digits) == 2 and _is_hex(digits):
            out.append(chr(int(digits, 16)) + piece[2:])
        else:
            out.append("%" + piece)
    return "".join(out)


def _is_hex(text: str) -> bool:
    return not text.strip(_HEX)


def _read_number(text: str, longest: int) -> "int | None":
    return int(text) if text.isdigit() and len(text) <= longest else None


def _read_hex(text: str, digits: int) -> "str | None":
    return text.lower() if len(text) == digits and _is_hex(text) else None


def _read_uid(text: str, longest: int) -> "str | None":
    fits = 2 <= len(text) <= longest and len(text) % 2 == 0
    return text.lower() if fits and _is_hex(text) else None


def _read_signature(text: str, digits: int) -> "str | None":
    return "" if text == _NOTHING else _read_hex(text, digits)


def _read_board(text: str, longest: int) -> "str | None":
    """Read a board's id; one with several readers adds a point and the reader's number."""
    board, point, reader = text.partition(".")
    if point and not (reader.isdigit() and len(reader) == 1):
        return None
    return text.lower() if _read_uid(board, longest - 2) else None


def _read_word(text: str, longest: int) -> "str | None":
    if text == _NOTHING:
        return ""
    word = unescape(text)
    return word if text and len(word) <= longest else None


def _read_text(parts: "list[str]") -> str:
    text = " ".join(parts)
    return "" if text == _NOTHING else unescape(text)


def _read_hashes(parts: "list[str]") -> "tuple[str, ...]":
    return tuple(part.lower() for part in parts if len(part) == 8 and _is_hex(part))


def _read_pairs(parts: "list[str]") -> "dict[str, str]":
    pairs = [part.split("=", 1) for part in parts if "=" in part]
    return {key: unescape(value) for key, value in pairs}


def _write_plain(value: object, longest: int) -> str:
    word = str(value)
    if len(word) > longest:
        raise ValueError("too long for its place on the wire: " + word)
    return word


def _write_word(value: object, longest: int) -> str:
    word = _write_plain(value, longest)
    return "%2D" if word == _NOTHING else escape(word) or _NOTHING


def _write_signature(value: object, digits: int) -> str:
    return _write_plain(value, digits) or _NOTHING


def _write_text(value: object, room: int) -> str:
    text = str(value)[:room]
    while len(_spell(text)) > room:
        text = text[:-1]
    return _spell(text)


def _spell(text: str) -> str:
    return "%2D" if text == _NOTHING else escape(text, " ") or _NOTHING


def _write_hashes(value: "list[str]", room: int) -> str:
    return " ".join(value)


def _write_pairs(value: "list[tuple[str, object]]", room: int) -> str:
    out: list[str] = []
    for key, content in value:
        word = content if isinstance(content, int) else escape(str(content))
        pair = "{}={}".format(key, word)
        if len(pair) <= room:
            out.append(pair)
            room -= len(pair) + 1
    return " ".join(out)


# How each kind is read and written; the last three take the rest of the line.
KINDS: "dict[str, tuple[Callable[..., object], Callable[..., str]]]" = {
    "number": (_read_number, _write_plain),
    "hex": (_read_hex, _write_plain),
    "uid": (_read_uid, _write_plain),
    "signature": (_read_signature, _write_signature),
    "board": (_read_board, _write_plain),
    "word": (_read_word, _write_word),
    "text": (_read_text, _write_text),
    "hashes": (_read_hashes, _write_hashes),
    "pairs": (_read_pairs, _write_pairs),
}
REST = ("text", "hashes", "pairs")
