"""Live pages: server-sent events, made once for all who watch, never waiting for any of them."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from typing import Any

from anyio.to_thread import run_sync

Channel = tuple[str, str]
"""What is watched and in which language: ("public", "fr"), ("seat2", "en"), ("operator", "en")."""
Events = dict[str, Any]
"""The events of a channel, by name; each holds the whole state, so only the latest counts."""

REST_S = 0.1  # at most ten pictures a second
SHARE = 4  # a picture that took long is followed by a rest of so many times that long
GATHER_S = 0.03  # what happens in one breath is shown in one picture
PING_S = 15.0
TICK_S = 0.5
PULSE_S = 2.0
WATCHERS_MAX = 500
PING = b": still here\n\n"
HELLO = b"retry: 1000\n\n"

log = logging.getLogger(__name__)


def event(name: str, data: Any) -> bytes:
    """Write one server-sent event.

    >>> event("countdown", 2.5)
    b'event: countdown\\ndata: 2.5\\n\\n'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"event: {name}\ndata: {text}\n\n".encode()


class Watcher:
    """One page that is open: it holds the latest of each event and nothing older."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self._waiting: dict[str, bytes] = {}
        self._bell = asyncio.Event()
        self.closed = False

    def put(self, name: str, data: bytes) -> None:
        """Leave an event; one of the same name that was not fetched yet is overwritten."""
        self._waiting[name] = data
        self._bell.set()

    def close(self) -> None:
        """End the stream."""
        self.closed = True
        self._bell.set()

    async def events(self) -> AsyncIterator[bytes]:
        """Yield what comes, as fast as the page takes it."""
        yield HELLO
        while not self.closed:
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_S):
                    await self._bell.wait()
            self._bell.clear()
            waiting, self._waiting = self._waiting, {}
            yield b"".join(waiting.values()) or PING


class Live:
    """Draws a picture for every channel that is watched, after each change."""

    def __init__(
        self, draw: Callable[[Iterable[Channel]], dict[Channel, Events]], rest: float = REST_S
    ) -> None:
        self._rest = rest
        self._draw = draw  # asks the table; called in a worker thread
        self._watchers: set[Watcher] = set()
        self._sent: dict[Channel, dict[str, bytes]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bell = asyncio.Event()
        self._rung = False
        self._until: float | None = None  # when the countdown ends
        self._drawing = asyncio.Lock()  # pictures come out in the order in which they were drawn

    # From any thread.

    def ring(self) -> None:
        """Say that something has changed; returns at once."""
        if not self._rung and self._loop is not None:
            self._rung = True
            with suppress(RuntimeError):  # the loop is closed: nobody watches any more
                self._loop.call_soon_threadsafe(self._bell.set)

    def close(self) -> None:
        """End all streams."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._close)

    # In the loop.

    def _close(self) -> None:
        for watcher in self._watchers:
            watcher.close()

    @property
    def full(self) -> bool:
        """Are there as many watchers as we want to serve?"""
        return len(self._watchers) >= WATCHERS_MAX

    def watchers(self) -> int:
        """Return how many pages are open."""
        return len(self._watchers)

    async def run(self) -> None:
        """Draw after every change, not more often than people can see."""
        self._loop = asyncio.get_running_loop()
        while True:
            await self._wait()
            await asyncio.sleep(GATHER_S)
            begun = time.monotonic()
            await self._publish()
            await asyncio.sleep(max(self._rest, SHARE * (time.monotonic() - begun)))

    async def _wait(self) -> None:
        """Wait for a change; meanwhile let a countdown tick."""
        while not self._rung:
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK_S if self._until is not None else None):
                    await self._bell.wait()
            self._bell.clear()
            if not self._rung:
                self._tick()
        self._bell.clear()
        self._rung = False

    def _tick(self) -> None:
        """The seconds go by without asking the table."""
        if self._until is None:
            return
        left = max(0.0, self._until - time.monotonic())
        if not left:
            self._until = None
        data = event("countdown", round(left, 1))
        for watcher in self._watchers:
            watcher.put("countdown", data)

    async def _publish(self) -> None:
        async with self._drawing:
            channels = {watcher.channel for watcher in self._watchers}
            self._sent = {c: sent for c, sent in self._sent.items() if c in channels}
            if channels:
                await self._send(channels)

    async def _send(self, channels: Iterable[Channel]) -> None:
        """Draw some channels and leave what has changed with their watchers."""
        try:
            drawn = await run_sync(self._draw, sorted(channels))
        except Exception:  # One picture is lost, the table and the pages go on.
            log.exception("A picture for the pages could not be drawn.")
            return
        written: dict[int, bytes] = {}  # one picture serves many channels
        for channel, events in drawn.items():
            changed = self._changed(channel, events, written)
            for watcher in self._watchers:
                if watcher.channel == channel:
                    for name, data in changed.items():
                        watcher.put(name, data)

    def _changed(
        self, channel: Channel, events: Events, written: dict[int, bytes]
    ) -> dict[str, bytes]:
        """Write down what differs from what was sent last on a channel."""
        self._note_countdown(events)
        sent = self._sent.setdefault(channel, {})
        changed = {}
        for name, data in events.items():
            found = written.setdefault(id(data), b"") or event(name, data)
            written[id(data)] = found
            if sent.get(name) != found:
                changed[name] = sent[name] = found
        return changed

    def _note_countdown(self, events: Events) -> None:
        left = events.get("view", {}).get("countdown")
        self._until = None if left is None else time.monotonic() + left

    async def pulse(self) -> None:
        """The operator sees how seats fare also when nothing happens."""
        while True:
            await asyncio.sleep(PULSE_S)
            if any(watcher.channel[0] == "operator" for watcher in self._watchers):
                self.ring()

    async def watch(self, channel: Channel) -> AsyncIterator[bytes]:
        """Stream a channel: the whole state at once, then every change."""
        watcher = Watcher(channel)
        self._watchers.add(watcher)
        try:
            async with self._drawing:
                if channel not in self._sent:
                    await self._send([channel])
                for name, data in self._sent.get(channel, {}).items():
                    watcher.put(name, data)
            async for chunk in watcher.events():
                yield chunk
        finally:
            self._watchers.discard(watcher)
