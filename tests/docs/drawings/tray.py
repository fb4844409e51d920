"""The tray's panels for a laser cutter, from the parameters of docs/build/tray.scad.

Top and bottom have a finger at every corner; walls take the gaps. Between two walls, front and
back have the outer fingers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from host_tools.wiring.canvas import Canvas, Point

NAME_AT = {"frame": 5, "top": 9}  # mm from the far edge, where nothing is cut
GAP = 8  # between two panels on the sheet
Sizes = dict[str, float]


@dataclass(frozen=True)
class Panel:
    """A piece to cut out: its outline and its holes, in millimetres from its own corner."""

    name: str
    width: float
    height: float
    outline: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...] = ()
    circles: tuple[tuple[Point, float], ...] = field(default=())


def read_sizes(scad: str) -> Sizes:
    """The numbers of an OpenSCAD file's parameters, and what follows from them.

    >>> sizes = read_sizes("card_w = 68;  // a comment\\ncard_l = 104;\\nplay = 2;\\nrim = 8;\\n"
    ...                    "strip = 44;\\ninner_h = 30;\\nsheet = 3;")
    >>> sizes["width"], sizes["length"], sizes["height"]
    (86.0, 166.0, 36.0)
    """
    found = re.findall(r"^(\w+) = ([\d.]+);", scad, re.MULTILINE)
    sizes = {name: float(value) for name, value in found}
    sizes["width"] = sizes["card_w"] + sizes["play"] + 2 * sizes["rim"]
    sizes["length"] = sizes["strip"] + sizes["card_l"] + sizes["play"] + 2 * sizes["rim"]
    sizes["height"] = sizes["inner_h"] + 2 * sizes["sheet"]
    return sizes


def fingers(length: float, about: float) -> list[tuple[float, float]]:
    """An odd number of equal spans along an edge.

    >>> fingers(36, 12)
    [(0.0, 12.0), (12.0, 24.0), (24.0, 36.0)]
    """
    number = max(3, round((length / about - 1) / 2) * 2 + 1)
    step = length / number
    return [(at * step, (at + 1) * step) for at in range(number)]


def edge(spans: Sequence[tuple[float, float]], cut: float, first_out: bool) -> list[Point]:
    """An edge as (along, inwards): at 0 where a finger is, `cut` deep where a gap is."""
    found = []
    for at, (start, end) in enumerate(spans):
        depth = 0.0 if (at % 2 == 0) == first_out else cut
        found += [(start, depth), (end, depth)]
    return found


def outline(width: float, height: float, across: list[Point], up: list[Point]) -> tuple[Point, ...]:
    """A panel whose opposite edges are alike, round from its corner."""
    turns: tuple[tuple[list[Point], Callable[[float, float], Point]], ...] = (
        (across, lambda along, deep: (along, deep)),
        (up, lambda along, deep: (width - deep, along)),
        (across[::-1], lambda along, deep: (along, height - deep)),
        (up[::-1], lambda along, deep: (deep, along)),
    )
    return plain([turn(*point) for points, turn in turns for point in points])


def plain(points: list[Point]) -> tuple[Point, ...]:
    """Without points that are double or lie in the middle of a line."""
    kept = [at for at, before in zip(points, points[-1:] + points, strict=False) if at != before]
    after = kept[1:] + kept[:1]
    return tuple(
        at
        for before, at, then in zip(kept[-1:] + kept, kept, after, strict=False)
        if not (before[0] == at[0] == then[0] or before[1] == at[1] == then[1])
    )


def grown(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """An outline of right angles, clockwise on the screen, with every edge moved outwards."""
    sides = list(zip(points, points[1:] + points[:1], strict=True))
    moved = []
    for before, after in zip(sides[-1:] + sides[:-1], sides, strict=True):
        (x, y), shift = after[0], [0.0, 0.0]
        for (ax, ay), (bx, by_) in (before, after):
            if ay == by_:
                shift[1] += -by if bx > ax else by
            else:
                shift[0] += by if by_ > ay else -by
        moved.append((x + shift[0], y + shift[1]))
    return tuple(moved)


def panels(sizes: Sizes) -> list[Panel]:
    """All pieces of one tray."""
    width, length, height = sizes["width"], sizes["length"], sizes["height"]
    sheet, about = sizes["sheet"], sizes["finger"]
    wide, long = fingers(width, about), fingers(length, about)
    upright = [(a + sheet, b + sheet) for a, b in fingers(height - 2 * sheet, about)]
    flat = outline(width, length, edge(wide, sheet, True), edge(long, sheet, True))

    def wall(size: float, spans: list[tuple[float, float]], outer: bool) -> tuple[Point, ...]:
        up = edge(upright, sheet, outer)
        return outline(size, height, edge(spans, sheet, False), up)

    front, side = wall(width, wide, True), wall(length, long, False)
    usb = _window((width - sizes["usb_w"]) / 2, 8 + sheet, sizes["usb_w"], sizes["usb_h"])
    deep = length - sizes["strip"]
    return [
        Panel("top", width, length, flat, circles=_circles(sizes)),
        Panel("bottom", width, length, flat),
        Panel("frame", width, deep, _frame(sizes, deep)),
        Panel("front", width, height, front),
        Panel("back", width, height, front, (usb,)),
        Panel("left", length, height, side),
        Panel("right", length, height, side),
    ]


def _window(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def _circles(sizes: Sizes) -> tuple[tuple[Point, float], ...]:
    """Buttons, light and sound; the front edge of the plate is at the bottom of the sheet."""
    middle, length = sizes["width"] / 2, sizes["length"]
    button, light = length - sizes["button_y"], length - sizes["light_y"]
    holes = [
        ((middle + side * sizes["button_step"], button), sizes["button_d"]) for side in (-1, 0, 1)
    ]
    holes.append(((middle, light), sizes["light_d"]))
    for side in (-1, 0, 1):
        at = (sizes["width"] - 12 + side * 2 * sizes["sound_d"], light)
        holes.append((at, sizes["sound_d"]))
    return tuple(holes)


def _frame(sizes: Sizes, deep: float) -> tuple[Point, ...]:
    """A frame that is open at its front, where a finger goes in."""
    width, rim = sizes["width"], sizes["rim"]
    left, right = (width - sizes["grip"]) / 2, (width + sizes["grip"]) / 2
    outer = [(0.0, 0.0), (width, 0.0), (width, deep), (right, deep), (right, deep - rim)]
    inner = [(width - rim, deep - rim), (width - rim, rim), (rim, rim), (rim, deep - rim)]
    return (*outer, *inner, (left, deep - rim), (left, deep), (0.0, deep))


def place(pieces: list[Panel]) -> tuple[list[tuple[Panel, Point]], Point]:
    """The panels side by side, the long walls below; and the size of the sheet."""
    top, bottom, frame, front, back, left, right = pieces
    row = GAP + top.width + GAP + bottom.width + GAP
    below = GAP + top.height + GAP
    under = GAP + frame.height + GAP
    spots = [
        (top, (GAP, GAP)),
        (bottom, (GAP + top.width + GAP, GAP)),
        (frame, (row, GAP)),
        (front, (row, under)),
        (back, (row + frame.width + GAP, under)),
        (left, (GAP, below)),
        (right, (GAP + left.width + GAP, below)),
    ]
    width = max(at[0] + piece.width for piece, at in spots) + GAP
    height = max(at[1] + piece.height for piece, at in spots) + GAP
    return [(piece, (float(x), float(y))) for piece, (x, y) in spots], (width, height)


def draw(sizes: Sizes) -> str:
    """The sheet for a laser cutter: red lines are cut, blue words are engraved or left out."""
    spots, (width, height) = place(panels(sizes))
    told = f"For {sizes['sheet']:g} mm plywood or acrylic; a kerf of {sizes['kerf']:g} mm is in it."
    sheet = Canvas(width, height, "A seat's tray for a laser cutter", told, "mm")
    cut = {"stroke": "#ff0000", "stroke_width": 0.1, "fill": "none"}
    half = sizes["kerf"] / 2
    for piece, (x, y) in spots:
        moved = [(x + a, y + b) for a, b in grown(piece.outline, half)]
        sheet.path(moved, closed=True, id=piece.name, **cut)
        for hole in piece.holes:
            sheet.path([(x + a, y + b) for a, b in grown(hole, -half)], closed=True, **cut)
        for (a, b), across in piece.circles:
            sheet.add("circle", cx=x + a, cy=y + b, r=across / 2 - half, **cut)
        at = (x + piece.width / 2, y + NAME_AT.get(piece.name, piece.height - 7))
        sheet.text(at, piece.name, font_size=4, text_anchor="middle", fill="#0000ff")
    return sheet.svg()
