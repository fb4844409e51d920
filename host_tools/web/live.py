"""Live pages: server-sent events, made once for all watchers, never waiting for any of them."""

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

from anyio.to_thread import run_sync

Channel = tuple[str, str]
"""What is watched and in which language: ("public", "fr"), ("seat2", "en"), ("operator", "en")."""
Events = dict[str, Any]
"""The events of a channel, by name; each holds the whole state, so only the latest counts."""

PUBLIC = "public"
REST_S = 0.1  # at most ten pictures a second
SHARE = 4  # rest this many times as long as a picture took
GATHER_S = 0.03  # changes that come together are shown in one picture
PING_S = 15.0
TICK_S = 0.5
PULSE_S = 2.0
PUBLIC_MAX = 500  # streams that everybody may open; with FEED_MAX well below all connections
CLIENT_MAX = 50  # of them from one address: a browser opens six, but a router may hide a whole club
ROLE_MAX = 16  # streams of the operator, and of each seat
FEED_MAX, FEED_CLIENT_MAX = 100, 20  # streams of the API, and those from one address
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

    def __init__(
        self, channel: Channel, client: str = "", may: Callable[[], bool] = lambda: True
    ) -> None:
        self.channel = channel
        self.client = client
        self.may = may
        self.begun = time.monotonic()
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
        """Yield events as fast as the page takes them."""
        yield HELLO
        while not self.closed:
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_S):
                    await self._bell.wait()
            self._bell.clear()
            if not self.may():
                return
            waiting, self._waiting = self._waiting, {}
            yield b"".join(waiting.values()) or PING


class Live:
    """Draws a picture for every channel that is watched, after each change."""

    def __init__(
        self,
        draw: Callable[[Iterable[Channel]], dict[Channel, Events]],
        rest: float = REST_S,
        most: int = PUBLIC_MAX,
        each: int = CLIENT_MAX,
    ) -> None:
        self._rest = rest
        self._draw = draw  # asks the table; called in a worker thread
        self.most, self.each = most, each  # public streams in all, and of one client
        self.watchers: set[Watcher] = set()
        self._sent: dict[Channel, dict[str, bytes]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bell = asyncio.Event()
        self._rung = False
        self._until: float | None = None  # when the countdown ends
        self._drawing = asyncio.Lock()  # pictures come out in the order in which they were drawn
        self._checks = 0

    # From any thread.

    def ring(self) -> None:
        """Note that something has changed; returns at once."""
        if not self._rung and self._loop is not None:
            self._rung = True
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._bell.set)

    def recheck(self) -> None:
        """End the streams of those who may no longer watch; returns at once."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._recheck)

    def close(self) -> None:
        """End all streams."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._close)

    # In the loop.

    def _close(self) -> None:
        for watcher in self.watchers:
            watcher.close()

    def _recheck(self) -> None:
        self._checks += 1
        for watcher in self.watchers:
            if not watcher.may():
                watcher.close()
        # What was sent may be of another game: whoever comes now must not get it.
        watched = {watcher.channel for watcher in self.watchers if not watcher.closed}
        self._sent = {c: sent for c, sent in self._sent.items() if c in watched}
        self.ring()

    def _room_for(self, channel: Channel, client: str) -> bool:
        """Tell whether a client may watch a channel; who has most may lose a stream for it.

        The public cannot take the places of seats and operator, who need a token to come here.
        """
        role = channel[0]
        same = [watcher for watcher in self.watchers if watcher.channel[0] == role]
        if role != PUBLIC:  # a phone that fell asleep may have left streams behind
            if len(same) >= ROLE_MAX:
                self._end_oldest(same)
            return True
        held = Counter(watcher.client for watcher in same)
        if held[client] >= self.each:
            return False
        if len(same) < self.most:
            return True
        greedy, number = held.most_common(1)[0]
        if number < held[client] + 2:
            return False
        self._end_oldest(watcher for watcher in same if watcher.client == greedy)
        return True

    def _end_oldest(self, watchers: Iterable[Watcher]) -> None:
        oldest = min(watchers, key=lambda watcher: watcher.begun)
        oldest.close()
        self.watchers.discard(oldest)  # its place is free, also while its last event is not read

    @asynccontextmanager
    async def life(self, app: object) -> AsyncIterator[None]:
        """Draw as long as an application runs."""
        tasks = [asyncio.create_task(work) for work in (self.run(), self.pulse())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

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
        """Count the seconds down without asking the table."""
        if self._until is None:
            return
        left = max(0.0, self._until - time.monotonic())
        if not left:
            self._until = None
        data = event("countdown", round(left, 1))
        for watcher in self.watchers:
            watcher.put("countdown", data)

    async def _publish(self) -> None:
        async with self._drawing:
            channels = {watcher.channel for watcher in self.watchers}
            self._sent = {c: sent for c, sent in self._sent.items() if c in channels}
            if channels:
                await self._send(channels)

    async def _send(self, channels: Iterable[Channel]) -> None:
        """Draw some channels and leave what has changed with their watchers."""
        try:
            drawn = await self._drawn(sorted(channels))
        except Exception:  # One picture is lost, the table and the pages go on.
            log.exception("A picture for the pages could not be drawn.")
            asyncio.get_running_loop().call_later(PULSE_S, self.ring)  # pages wait for it
            return
        written: dict[int, bytes] = {}  # one picture serves many channels
        for channel, events in drawn.items():
            changed = self._changed(channel, events, written)
            for watcher in self.watchers:
                if watcher.channel == channel:
                    for name, data in changed.items():
                        watcher.put(name, data)

    async def _drawn(self, channels: list[Channel]) -> dict[Channel, Events]:
        """Draw some channels; draw again if somebody else may watch them since."""
        while True:
            checks = self._checks
            drawn = await run_sync(self._draw, channels)
            if checks == self._checks:
                return drawn

    def _changed(
        self, channel: Channel, events: Events, written: dict[int, bytes]
    ) -> dict[str, bytes]:
        """Return the events that differ from what was sent last on a channel."""
        left = events.get("view", {}).get("countdown")
        self._until = None if left is None else time.monotonic() + left
        sent = self._sent.setdefault(channel, {})
        changed = {}
        for name, data in events.items():
            if id(data) not in written:
                written[id(data)] = event(name, data)
            if sent.get(name) != written[id(data)]:
                changed[name] = sent[name] = written[id(data)]
        return changed

    async def pulse(self) -> None:
        """Refresh the operator's page also when nothing happens."""
        while True:
            await asyncio.sleep(PULSE_S)
            if any(watcher.channel[0] == "operator" for watcher in self.watchers):
                self.ring()

    def enter(
        self, channel: Channel, client: str = "", may: Callable[[], bool] = lambda: True
    ) -> Watcher | None:
        """Take a place for a stream; None when there is none. Give it back with `leave`."""
        if not self._room_for(channel, client):
            return None
        watcher = Watcher(channel, client, may)
        self.watchers.add(watcher)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Give a place back."""
        self.watchers.discard(watcher)

    async def watch(self, watcher: Watcher) -> AsyncIterator[bytes]:
        """Stream the whole state at once, then every change, as long as the watcher may see it."""
        async with self._drawing:
            if watcher.channel not in self._sent:
                await self._send([watcher.channel])
            for name, data in self._sent.get(watcher.channel, {}).items():
                watcher.put(name, data)
        async for chunk in watcher.events():
            yield chunk


class Feed:
    """Tells the streams of the API that there are new events; each reads at its own pace.

    `ring` and `close` may be called from any thread.
    """

    def __init__(self, most: int = FEED_MAX, each: int = FEED_CLIENT_MAX) -> None:
        self.most, self.each = most, each
        self._bells: dict[asyncio.Event, str] = {}  # with their clients
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closed = False

    def ring(self) -> None:
        """Wake all streams; returns at once."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._ring)

    def close(self) -> None:
        """End all streams."""
        self.closed = True
        self.ring()

    def _ring(self) -> None:
        for bell in self._bells:
            bell.set()

    # In the loop

    def room_for(self, client: str) -> bool:
        """Tell whether a client may open another stream."""
        clients = list(self._bells.values())
        return len(clients) < self.most and clients.count(client) < self.each

    def bell(self, client: str) -> asyncio.Event:
        """Return a bell for a stream of a client; give it back with `leave`."""
        self._loop = asyncio.get_running_loop()
        bell = asyncio.Event()
        self._bells[bell] = client
        return bell

    def leave(self, bell: asyncio.Event) -> None:
        """Forget a bell."""
        self._bells.pop(bell, None)
