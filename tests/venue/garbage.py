"""Garbage for a venue: messages of tables, mutated as bytes and as values."""

import json
import random
from copy import deepcopy

from host_tools.venue.broker_outbox import encoded
from tests.venue import paper

VALUES = (
    None, True, False, 0, -1, 1, 7, 8, 99, 2**31, 2**53, 2**70, -(2**70), 10**400, 0.5, 1e15,
    float("inf"), float("-inf"), float("nan"), "", "x", "1", "Ann", "\ud800", "\0", "\x1b[2J",
    "<script>", "=1+1", "{detail}", "%s", "x" * 300, "é" * 4000, [], {}, [[]], {"": {}},
    [0] * 100, {"id": "x"}, [None] * 9,
)  # fmt: skip
BYTES = (
    b"",
    b"\0",
    b"\xff",
    b"[",
    b"{",
    b'"',
    b"\\",
    b"\\ud800",
    b"NaN",
    b"1e999",
    b",",
    b"9" * 40,
)
TOPICS = ("state", "link", "results", "results/x", "results/a/b", "events", "", "state/state")


class Garbage:
    """Mutates messages; the same seed makes the same garbage."""

    def __init__(self, seed, messages):
        self.chance = random.Random(seed)
        self.messages = messages

    def message(self):
        """Return a topic and a payload."""
        chance, message = self.chance, self.chance.choice(self.messages)
        topic = paper.topic(message)
        payload = self._values(message) if chance.random() < 0.6 else self._bytes(encoded(message))
        if chance.random() < 0.05:
            topic = f"{topic.rsplit('/', 1)[0]}/{chance.choice(TOPICS)}"
        return topic, payload

    def _values(self, message):
        """Change, leave out, add or double some values; the rest is JSON as before."""
        message = json.loads(json.dumps(message))
        for _ in range(self.chance.choice((1, 1, 1, 2, 5))):
            inner = self._anywhere(message)
            if not inner:
                continue
            key = self.chance.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
            self.chance.choice((self._change, self._change, self._drop, self._add))(inner, key)
        text = json.dumps(message, ensure_ascii=self.chance.random() < 0.5)
        return text.encode("utf-8", "surrogatepass")

    def _anywhere(self, message):
        inner = message
        while self.chance.random() < 0.6:
            below = inner.values() if isinstance(inner, dict) else inner
            below = [value for value in below if isinstance(value, (dict, list))]
            if not below:
                break
            inner = self.chance.choice(below)
        return inner

    def _change(self, inner, key):
        inner[key] = deepcopy(self.chance.choice(VALUES))

    def _drop(self, inner, key):
        del inner[key]

    def _add(self, inner, key):
        if isinstance(inner, list):
            inner += deepcopy(inner[: self.chance.randrange(1, 9)])
        else:
            inner[self.chance.choice(("more", "seats", "\ud800", "x" * 100))] = deepcopy(inner[key])

    def _bytes(self, payload):
        """Flip, cut, double or put in some bytes."""
        chance, payload = self.chance, bytearray(payload)
        for _ in range(chance.choice((1, 1, 2, 10))):
            at, long = chance.randrange(len(payload) + 1), chance.choice((0, 1, 1, 4, 200))
            payload[at : at + long] = chance.choice(
                (
                    bytes([chance.randrange(256)]),
                    chance.choice(BYTES),
                    chance.choice((b"[", b'{"a":')) * chance.choice((10, 1000, 5000)),
                    payload[at : at + long] * 2,
                )
            )
        return bytes(payload)
