"""The harbour: which ports are there, which are open, and when a closed one is tried again."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from host_tools.link.events import Noticed
from host_tools.link.wire import Found, PortError, Source, Wire

FIRST_S = 0.25  # until a port that broke is opened again; each failure doubles it
LONGEST_S = 2.0
PROVEN_S = 5.0  # open for so long, and the next failure counts as the first again
JITTER = 0.25


@dataclass(slots=True)
class Berth:
    """One port that is there, open or not."""

    source: Source
    wire: Wire | None = None
    opened: float = 0.0
    wait: float = FIRST_S
    next_try: float = 0.0
    told: str = ""  # the last sentence about it: the operator hears each once


@dataclass(frozen=True, slots=True)
class News:
    """What one look at the harbour brought; whoever reads a port that is gone must release it."""

    arrived: list[tuple[str, Wire]] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    notices: list[Noticed] = field(default_factory=list)


class Harbour:
    """Looks for ports, opens those that fit, and never a foreign one.

    An open port is closed only when its reader says so (`leave`, `lose`, `release`): otherwise its
    number might already belong to another port while it is still being read.
    """

    def __init__(self, sources: Iterable[Source], rng: random.Random | None = None) -> None:
        self._sources = list(sources)
        self._berths: dict[str, Berth] = {}
        self._gone: dict[str, list[Berth]] = {}  # vanished, and perhaps still being read
        self._rng = rng or random.Random()

    def look(self, now: float) -> News:
        """Open what can be opened, and say what has come and gone."""
        news = News()
        there: set[str] = set()
        for source in self._sources:
            for found in self._find(source, news):
                if found.name not in there:
                    there.add(found.name)
                    self._consider(source, found, now, news)
        for name in [name for name in self._berths if name not in there]:
            self._gone.setdefault(name, []).append(self._berths.pop(name))
            news.gone.append(name)
        return news

    def release(self, name: str) -> None:
        """Close a port that is gone and that nobody reads any more."""
        for berth in self._gone.pop(name, []):
            self._close(berth)

    def leave(self, name: str, seconds: float, now: float) -> None:
        """Close a port and leave it alone for a while."""
        if berth := self._berths.get(name):
            self._close(berth)
            berth.next_try = now + seconds

    def lose(self, name: str, now: float) -> None:
        """A port broke: it is opened again soon, and ever less eagerly."""
        if berth := self._berths.get(name):
            if berth.wire is not None and now - berth.opened >= PROVEN_S:
                berth.wait = FIRST_S
            self._close(berth)
            self._put_off(berth, now)

    def close(self) -> None:
        """Close every port."""
        for name in list(self._gone):
            self.release(name)
        for berth in self._berths.values():
            self._close(berth)
        self._berths.clear()

    def _find(self, source: Source, news: News) -> list[Found]:
        try:
            return source.find()
        except OSError as error:
            text = f"The ports cannot be listed: {error}."
            news.notices.append(Noticed("broken", "", text))
            return []

    def _consider(self, source: Source, found: Found, now: float, news: News) -> None:
        berth = self._berths.setdefault(found.name, Berth(source))
        if found.why:
            self._tell(berth, "foreign", found.name, found.why, news)
        elif berth.wire is None and now >= berth.next_try:
            self._open(berth, found.name, now, news)

    def _open(self, berth: Berth, name: str, now: float, news: News) -> None:
        try:
            berth.wire = berth.source.open(name)
        except PortError as error:
            self._put_off(berth, now)
            self._tell(berth, error.code, name, str(error), news)
            return
        berth.opened = now
        berth.told = ""
        news.arrived.append((name, berth.wire))

    def _put_off(self, berth: Berth, now: float) -> None:
        berth.next_try = now + berth.wait * self._rng.uniform(1 - JITTER, 1 + JITTER)
        berth.wait = min(2 * berth.wait, LONGEST_S)

    def _tell(self, berth: Berth, code: str, name: str, text: str, news: News) -> None:
        if text != berth.told:
            berth.told = text
            news.notices.append(Noticed(code, name, text))

    def _close(self, berth: Berth) -> None:
        if berth.wire is not None:
            berth.wire.close()
            berth.wire = None
