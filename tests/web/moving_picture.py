"""A turn that moves, for the README, from a seeded game at a virtual table."""

import io
import time
from itertools import groupby, pairwise

from PIL import Image

SIZE = {"width": 1280, "height": 720}
SMALL = (800, 450)
LAID_S = 0.9  # between two cards
SHOWN_S = 5.0  # from the reveal on
APART_S = 0.18  # from one picture to the next
LAST_MS = 2500
Frame = tuple[float, bytes]


def turn(at) -> bytes:
    """Four players lay their cards one after the other; then all turn at once."""
    game = at.evening
    game.play_to(2, 4)
    page = at.open("/?lang=en&theme=light", SIZE, ".ring .seat", motion="no-preference")
    page.keyboard.press("Escape")  # of the turn before
    page.wait_for_selector('body:not([data-scene="reveal"])')
    frames: list[Frame] = []
    waiting = [1, 3, 0, 2]
    game.people.away |= set(waiting)
    while waiting:
        film(page, frames, LAID_S)
        game.people.away.discard(waiting.pop())
        game.step()
    game.play_to(2, 5)
    film(page, frames, SHOWN_S)
    return packed(frames)


def film(page, frames: list[Frame], seconds: float) -> None:
    """Take pictures for a while."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        picture = page.screenshot(type="jpeg", quality=95)
        if not frames or time.monotonic() - frames[-1][0] >= APART_S:
            frames.append((time.monotonic(), picture))


def packed(frames: list[Frame]) -> bytes:
    """Return the frames as one small moving picture; what stands still takes no room."""
    firsts = [next(same) for _, same in groupby(frames, key=lambda frame: frame[1])]
    times = [when for when, _ in firsts]
    lasts = [round(1000 * (b - a)) for a, b in pairwise(times)] + [LAST_MS]
    first, *others = (
        Image.open(io.BytesIO(data)).resize(SMALL, Image.Resampling.LANCZOS) for _, data in firsts
    )
    out = io.BytesIO()
    first.save(
        out, "WEBP", save_all=True, append_images=others, duration=lasts, loop=0, quality=35,
        method=6,
    )  # fmt: skip
    return out.getvalue()
