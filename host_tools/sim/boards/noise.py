"""Noise on the wire: what a bad cable does to what a seat says."""

from __future__ import annotations

import random

from host_tools.link.port import Port

NOISE = 0.01  # of all reads are damaged


class NoisyWire:
    """A port on a bad cable: now and then a byte that comes is another one."""

    def __init__(self, wire: Port, chance: random.Random, share: float = NOISE) -> None:
        self._wire, self._chance, self._share = wire, chance, share
        self.fileno, self.write, self.close = wire.fileno, wire.write, wire.close

    def read(self) -> bytes:
        """What has come, perhaps damaged."""
        data = self._wire.read()
        if data and self._chance.random() < self._share:
            at = self._chance.randrange(len(data))
            return data[:at] + bytes([data[at] ^ (1 << self._chance.randrange(8))]) + data[at + 1 :]
        return data
