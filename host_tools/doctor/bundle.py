"""The bundle: one zip file to send with a report, without names, secrets and folders."""

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping

PLAYER, PLACE, ADDRESS, SECRET = "<player>", "<place>", "<address>", "***"
OURS = ("host_tools", "card_db", "firmware")
WORD = r"[^\s\"'<>|:*?,;()]"
PATH = re.compile(rf"(?<![\w/.~])(?:~|[A-Za-z]:)?[\\/](?!/)(?:{WORD}+[\\/])*{WORD}+")
LINK = re.compile(r"(?<=[?&]t=)[\w-]+")
BROKER = re.compile(r"(mqtts?://)[^/\s\"']+")
IPV4 = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b")

Redact = Callable[[str], str]


def redaction(names: Iterable[str], places: Iterable[str]) -> Redact:
    """Return what takes the names of players, the names of this computer, and secrets out.

    >>> redact = redaction(["Ann Lee"], ["attic"])
    >>> redact("ann lee at attic, /home/ann/games.db: http://10.0.0.2/seat/0?t=sesame")
    '<player> at <place>, …/games.db: http://<address>/seat/0?t=***'
    """
    steps: list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = [
        (LINK, SECRET),
        (BROKER, rf"\1{ADDRESS}"),
        (PATH, _short),
        (IPV4, ADDRESS),
        (_any_of(names), PLAYER),
        (_any_of(places), PLACE),
    ]

    def redact(text: str) -> str:
        for pattern, instead in steps:
            text = pattern.sub(instead, text)
        return text

    return redact


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    """Return what finds these words, the longer ones first; without any, nothing."""
    longest = sorted({word for word in words if word}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest)) or '(?!)'})(?!\w)", re.I)


def _short(path: re.Match[str]) -> str:
    """Return a path within the program, or only the name of a file."""
    parts = re.split(r"[\\/]", path[0])
    ours = max((parts.index(name) for name in OURS if name in parts), default=len(parts) - 1)
    return "/".join(["…", *parts[ours:]])


def pack(parts: Mapping[str, str], redact: Redact) -> bytes:
    """Return a zip file with these texts by name, redacted."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in parts.items():
            bundle.writestr(name, redact(text))
    return data.getvalue()
