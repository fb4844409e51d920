"""The feed: tells streams of events that there is something new; each reads at its own pace."""

from __future__ import annotations

import asyncio
from contextlib import suppress

STREAMS_MAX = 200


class Feed:
    """One bell for each stream. `ring` and `close` may be called from any thread."""

    def __init__(self) -> None:
        self._bells: set[asyncio.Event] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closed = False

    def ring(self) -> None:
        """Say that something has happened; returns at once."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed: nobody listens any more
                self._loop.call_soon_threadsafe(self._ring)

    def close(self) -> None:
        """End all streams."""
        self.closed = True
        self.ring()

    def _ring(self) -> None:
        for bell in self._bells:
            bell.set()

    # In the loop

    @property
    def full(self) -> bool:
        """Are there as many streams as we want to serve?"""
        return len(self._bells) >= STREAMS_MAX

    def bell(self) -> asyncio.Event:
        """Return a bell of one's own; give it back with `leave`."""
        self._loop = asyncio.get_running_loop()
        found = asyncio.Event()
        self._bells.add(found)
        return found

    def leave(self, bell: asyncio.Event) -> None:
        """Ring this one no longer."""
        self._bells.discard(bell)
