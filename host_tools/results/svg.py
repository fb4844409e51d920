"""Small charts as SVG: classes instead of colours, so that a page's theme paints them.

No style attributes: a strict page would not apply them.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median, quantiles
from xml.etree import ElementTree

from host_tools.rules.names import visible

Element = ElementTree.Element
WIDE, GUTTER, RIGHT = 620.0, 148.0, 56.0
ROW, FOOT, TOP = 34.0, 52.0, 10.0
LONGEST = 16  # letters of a name that fit the gutter
DASHES = ("", "12 5", "3 5", "14 5 3 5", "7 5", "20 5", "2 4 8 4", "12 4 3 4 3 4", "1 4")


def draw(tag: str, *children: Element | str, **attributes: object) -> Element:
    """Make an element; `stroke_width=2` is written stroke-width, `cls` is class."""
    names = {"cls": "class"}
    found = Element(
        tag,
        {names.get(k, k.replace("_", "-")): _text(v) for k, v in attributes.items() if v != ""},
    )
    for child in children:
        if isinstance(child, str):
            found.text = (found.text or "") + visible(child)
        else:
            found.append(child)
    return found


def _text(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else visible(str(value))


def picture(high: float, title: str, alt: str, *parts: Element) -> str:
    """Return a whole picture with its text for screen readers."""
    svg = draw(
        "svg", draw("title", title), *parts, xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_text(WIDE)} {_text(high)}", role="img", aria_label=f"{title}. {alt}",
        cls="plot",
    )  # fmt: skip
    return ElementTree.tostring(svg, encoding="unicode")


def short(name: str, most: int = LONGEST) -> str:
    """Cut a name that is too long.

    >>> short("Maximilian-Alexander"), short("Ann")
    ('Maximilian-Alex…', 'Ann')
    """
    return name if len(name) <= most else name[: most - 1] + "…"


def ticks(most: float, number: int = 5, least: float = 0.0) -> list[float]:
    """Return round values for an axis.

    >>> ticks(63), ticks(8.0), ticks(40, least=-10)
    ([0.0, 20.0, 40.0, 60.0], [0.0, 2.0, 4.0, 6.0, 8.0], [-10.0, 0.0, 10.0, 20.0, 30.0, 40.0])
    """
    rough = max(most - least, 1e-9) / number
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * n for n in (1, 2, 5, 10) if power * n >= rough * 0.95)
    first = math.ceil(least / step)
    return [at * step for at in range(first, math.floor(most / step + 1e-9) + 1)]


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values to positions along an axis."""

    least: float
    most: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the position of a value."""
        share = (value - self.least) / ((self.most - self.least) or 1.0)
        return self.start + share * (self.end - self.start)


def _across(scale: Scale, marks: Sequence[float], high: float, unit: str) -> Iterator[Element]:
    """Draw the grid and the axis of a chart of rows."""
    for mark in marks:
        x = scale(mark)
        yield draw("line", cls="grid", x1=x, x2=x, y1=TOP, y2=high - FOOT)
        yield draw("text", f"{mark:g}".replace("-", "−"), cls="tick", x=x, y=high - FOOT + 20,
                   text_anchor="middle")  # fmt: skip
    middle = (scale.start + scale.end) / 2
    yield draw("text", unit, cls="unit", x=middle, y=high - 8, text_anchor="middle")


def _label(name: str, y: float) -> Element:
    return draw("text", short(name), cls="label", x=GUTTER - 12, y=y + 5, text_anchor="end")


def spreads(title: str, alt: str, unit: str, rows: Sequence[tuple[str, Sequence[float]]]) -> str:
    """Draw rows of values: a dot each, a box around the middle half, a line at the median."""
    values = [value for _, found in rows for value in found]
    least = min(values, default=0.0)
    least = 0.0 if least > 0 and least < max(values) / 3 else math.floor(least / 10) * 10
    most = max([*values, least + 1])
    high = TOP + ROW * len(rows) + FOOT
    scale = Scale(least, most, GUTTER, WIDE - RIGHT)
    parts = list(_across(scale, ticks(most, 6, least), high, unit))
    for at, (name, found) in enumerate(rows):
        y = TOP + ROW * (at + 0.5)
        low, mid, top = quarters(found)
        parts.append(_label(name, y))
        parts.append(draw("line", cls="whisker", x1=scale(min(found)), x2=scale(max(found)),
                          y1=y, y2=y))  # fmt: skip
        parts.append(draw("rect", cls="box", x=scale(low), y=y - 9, height=18, rx=3,
                          width=max(scale(top) - scale(low), 1.0)))  # fmt: skip
        places = sorted({round(scale(value)) for value in found})  # one dot a position is enough
        parts += (draw("circle", cls="dot", cx=x, cy=y, r=3) for x in places)
        parts.append(draw("line", cls="median", x1=scale(mid), x2=scale(mid), y1=y - 12, y2=y + 12))
    return picture(high, title, alt, *parts)


def quarters(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the lower quartile, the median and the upper quartile.

    >>> quarters([10, 20, 30, 40, 50])
    (20.0, 30, 40.0)
    """
    if len(values) < 2:
        return values[0], values[0], values[0]
    low, _, top = quantiles(values, n=4, method="inclusive")
    return low, median(values), top


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a bar chart, with a note at its end and a mark to compare it with."""

    name: str
    value: float
    note: str = ""
    mark: float | None = None


def bars(title: str, alt: str, unit: str, rows: Sequence[Bar], most: float) -> str:
    """Draw horizontal bars."""
    high = TOP + ROW * len(rows) + FOOT
    scale = Scale(0.0, most, GUTTER, WIDE - RIGHT - 20)
    parts = list(_across(scale, ticks(most), high, unit))
    for at, row in enumerate(rows):
        y = TOP + ROW * (at + 0.5)
        parts.append(_label(row.name, y))
        parts.append(draw("rect", cls="bar", x=GUTTER, y=y - 10, height=20, rx=3,
                          width=max(scale(row.value) - GUTTER, 1.0)))  # fmt: skip
        end = scale(row.value)
        if row.mark is not None:
            x = scale(row.mark)
            for cls in ("mark under", "mark"):  # it crosses bars and background
                parts.append(draw("line", cls=cls, x1=x, x2=x, y1=y - 14, y2=y + 14))
            end = max(end, x) if abs(x - end) < 60 and x > end - 4 else end
        parts.append(draw("text", row.note, cls="note", x=end + 8, y=y + 5))
    return picture(high, title, alt, *parts)


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a chart, named at its end; None where there is no value."""

    name: str
    values: Sequence[float | None]
    cls: str = ""
    dash: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """The axis below lines: words at some steps, and the unit."""

    unit: str
    words: dict[int, str] = field(default_factory=dict)
    cuts: tuple[int, ...] = ()  # a vertical line before these steps


def lines(title: str, alt: str, unit: str, found: Sequence[Curve], steps: Steps) -> str:
    """Draw lines over steps; dashes and names tell them apart without colour."""
    high, left, right = 380.0, 48.0, 126.0
    values = [value for line in found for value in line.values if value is not None]
    least, most = min([0.0, *values]), max([1.0, *values])
    number = max(len(line.values) for line in found)
    across = Scale(0, max(number - 1, 1), left, WIDE - right)
    up = Scale(least, most, high - FOOT, TOP + 18)
    parts = [draw("text", unit, cls="unit", x=8, y=TOP + 6)]
    for mark in ticks(most, 5, least):
        y = up(mark)
        parts.append(draw("line", cls="grid", x1=left, x2=WIDE - right, y1=y, y2=y))
        parts.append(draw("text", f"{mark:g}".replace("-", "−"), cls="tick", x=left - 8, y=y + 5,
                          text_anchor="end"))  # fmt: skip
    for cut in steps.cuts:
        x = across(cut - 0.5)
        parts.append(draw("line", cls="cut", x1=x, x2=x, y1=TOP + 18, y2=high - FOOT))
    for at, word in steps.words.items():
        parts.append(draw("text", word, cls="tick", x=across(at), y=high - FOOT + 20,
                          text_anchor="middle"))  # fmt: skip
    middle = (across.start + across.end) / 2
    parts.append(draw("text", steps.unit, cls="unit", x=middle, y=high - 8, text_anchor="middle"))
    parts += _courses(found, across, up, number)
    return picture(high, title, alt, *parts)


def _courses(found: Sequence[Curve], across: Scale, up: Scale, number: int) -> Iterator[Element]:
    ends: list[tuple[float, Curve]] = []
    for line in found:
        points = [(across(at), up(v)) for at, v in enumerate(line.values) if v is not None]
        if not points:
            continue
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        yield draw("polyline", cls=f"course {line.cls}", points=path, stroke_dasharray=line.dash)
        if number <= 15:
            for x, y in points:
                yield draw("circle", cls=f"end {line.cls}", cx=x, cy=y, r=3)
        ends.append((points[-1][1], line))
    places = spread([y for y, _ in ends], 17.0, up.start)
    for (y, line), place in zip(ends, places, strict=True):
        x = across.end
        yield draw("line", cls=f"lead {line.cls}", x1=x + 4, y1=y, x2=x + 16, y2=place)
        yield draw("text", short(line.name, 13), cls="name", x=x + 20, y=place + 5)


def spread(places: Sequence[float], gap: float, floor: float) -> list[float]:
    """Move positions apart so that names do not overlap.

    >>> spread([100, 102, 50], 10, 104)
    [94, 104, 50]
    """
    order = sorted(range(len(places)), key=lambda at: places[at])
    found = list(places)
    for before, at in pairwise(order):
        found[at] = max(found[at], found[before] + gap)
    limit = floor
    for at in reversed(order):
        found[at] = min(found[at], limit)
        limit = found[at] - gap
    return found


def grid(title: str, alt: str, names: Sequence[str], cells: Sequence[Sequence[str]],
         shades: Sequence[Sequence[float | None]], unit: str) -> str:  # fmt: skip
    """Draw who beats whom: one square a pair, fuller the more often the row was ahead."""
    size = min(64.0, (WIDE - GUTTER - 16) / max(len(names), 1))
    head, letters = 34.0, max(3, int(size // 8))
    high = head + size * len(names) + 30
    parts = []
    for at, name in enumerate(names):
        middle = size * (at + 0.5)
        parts.append(draw("text", short(name, letters), cls="label", x=GUTTER + middle, y=head - 10,
                          text_anchor="middle"))  # fmt: skip
        parts.append(_label(name, head + middle))
    for row, line in enumerate(cells):
        for column, text in enumerate(line):
            x, y, shade = GUTTER + size * column, head + size * row, shades[row][column]
            level = "" if shade is None else f" shade-{round(shade * 4)}"
            parts.append(draw("rect", cls=f"cell{level}", x=x + 1, y=y + 1, width=size - 2,
                              height=size - 2, rx=5))  # fmt: skip
            parts.append(draw("text", text, cls=f"cellname{level}", x=x + size / 2,
                              y=y + size / 2 + 5, text_anchor="middle"))  # fmt: skip
    parts.append(draw("text", unit, cls="unit", x=WIDE / 2, y=high - 8, text_anchor="middle"))
    return picture(high, title, alt, *parts)
