"""Waiting for another process: until something holds, and not for ever."""

import time

DEADLINE_S = 60


def until(holds):
    end = time.monotonic() + DEADLINE_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)
