"""Answers that take a while: made one at a time, each once however many ask, and kept."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.responses import Response

from host_tools.web.refusal import RefusedError
from host_tools.web.request_guard import RateLimit


class KeptAnswers:
    """The answers that were asked for last; each client may cause only so many new ones."""

    def __init__(
        self, most: int, burst: float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most = most
        self._rate = RateLimit(burst, rate, clock)
        self._kept: OrderedDict[Hashable, asyncio.Task[Response]] = OrderedDict()
        # One at a time: the table's thread shares this computer.
        self._limit: CapacityLimiter | None = None

    async def get(self, key: Hashable, client: str, make: Callable[[], Response]) -> Response:
        """Return what `make` returns, called in a thread; a key stands for one answer."""
        if key not in self._kept:
            if not self._rate.take(client):
                raise RefusedError("too_fast")
            self._begin(key, make)
        self._kept.move_to_end(key)
        # Whoever leaves while it is made does not stop it for the others.
        made = await asyncio.shield(self._kept[key])
        answer = Response(made.body, made.status_code)
        answer.raw_headers = list(made.raw_headers)
        return answer

    def _begin(self, key: Hashable, make: Callable[[], Response]) -> None:
        self._limit = self._limit or CapacityLimiter(1)
        task = asyncio.create_task(run_sync(make, limiter=self._limit))
        self._kept[key] = task
        while len(self._kept) > self.most:
            self._kept.popitem(last=False)

        def made(task: asyncio.Task[Response]) -> None:
            if (task.cancelled() or task.exception()) and self._kept.get(key) is task:
                del self._kept[key]  # the next one tries again

        task.add_done_callback(made)
