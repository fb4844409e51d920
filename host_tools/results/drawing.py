"""A drawing of a game: texts that find room, the colours of the game, the course of its points.

It is a page of a PDF, of which a picture can be rendered.
"""

import io
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from typing import Any

from host_tools.results.played import ROMAN, PlayedGame, SeatResult
from host_tools.results.svg import DASHES, Scale, spread, ticks
from host_tools.rules.names import visible
from host_tools.texts import say

INK, SOFT, PAPER, LINE, GOLD = "#211b14", "#5d5244", "#fffdf9", "#b9a988", "#d99a1c"
# Category: the colours of its cards, of the text on them, and of the cells beside it.
COLORS = {
    "military": ("#b0281f", "#ffffff", "#f7e3e0"),
    "treasury": ("#d99a1c", "#241800", "#fbf0d8"),
    "wonder": ("#b6752b", "#1f1400", "#f6e8d8"),
    "civilian": ("#1d5ca8", "#ffffff", "#e0eaf6"),
    "scientific": ("#23743c", "#ffffff", "#e0f0e4"),
    "commercial": ("#e7ab1b", "#2b1f00", "#fdf3d6"),
    "guilds": ("#6a3d9e", "#ffffff", "#ece3f6"),
    "leaders": ("#f1e9d6", "#3a2f1c", "#fcf9f1"),
    "cities": ("#2a2730", "#ffffff", "#e6e5e8"),
}
SEATS = ("#9c3d2e", "#1f6a8c", "#7a5c12", "#5b4a9e", "#2d7347", "#9a3a72", "#3f5a75", "#6a4a35")
# The first font with all letters of the names: the library's own, then common system fonts.
FONTS = (
    ("Vera.ttf", "VeraBd.ttf"),
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
    ("Arial Unicode.ttf", "Arial Unicode.ttf"),
    ("arial.ttf", "arialbd.ttf"),
)
PLAIN, BOLD = "sheet", "sheet-bold"


def pdf_of(game: PlayedGame, lang: str, size: tuple[float, float], draw: Callable[[Any], None],
           title: str) -> bytes:  # fmt: skip
    """Return a PDF of one page, drawn on a canvas."""
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, size, invariant=True, lang=lang)
    canvas.setTitle(f"{title} {game.date:%Y-%m-%d}")
    canvas.setAuthor("Wondertable")
    _load_fonts("".join(seat.player or "" for seat in game.seats))
    draw(canvas)
    canvas.save()
    return out.getvalue()


def png_of(pdf: bytes, dpi: int) -> bytes:
    """Render the page of a PDF as a picture."""
    import pypdfium2

    with closing(pypdfium2.PdfDocument(pdf)) as document, closing(document[0]) as page:
        picture = page.render(scale=dpi / 72).to_pil()
    out = io.BytesIO()
    picture.convert("P", palette=1, colors=128).save(out, "PNG", optimize=True, dpi=(dpi, dpi))
    return out.getvalue()


def _load_fonts(text: str) -> None:
    """Register a font that has all letters of the names; the first one if none has."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    chosen = None
    for plain, bold in FONTS:
        try:
            found = (TTFont(PLAIN, plain), TTFont(BOLD, bold))
        except TTFError:  # not on this computer
            continue
        chosen = chosen or found
        if all(ord(sign) in found[0].face.charToGlyph for sign in text):
            chosen = found
            break
    assert chosen is not None, "reportlab brings the first font with it"
    for font in chosen:
        registerFont(font)


class Drawing:
    """A canvas and the game that is drawn on it; lengths of the course are in `unit`."""

    def __init__(self, canvas: Any, game: PlayedGame, lang: str, unit: float) -> None:
        self.canvas, self.game, self.lang, self.unit = canvas, game, lang, unit

    def name(self, seat: SeatResult) -> str:
        """Return the player of a seat, or the Free City."""
        return seat.player or say("results.free_city", self.lang)

    def fill(self, x: float, y: float, wide: float, high: float, color: str) -> None:
        """Fill a rectangle with a thin edge."""
        self.canvas.setFillColor(color)
        self.canvas.setStrokeColor(LINE)
        self.canvas.setLineWidth(0.6)
        self.canvas.rect(x, y, wide, high, stroke=1, fill=1)

    def text(self, x: float, y: float, text: str, size: float, *, font: str = PLAIN,
              color: str = INK, middle: bool = False, room: float = 0.0,
              least: float = 6.0) -> None:  # fmt: skip
        """Write a text, smaller or cut if it does not fit."""
        canvas, text = self.canvas, visible(text, keep="")
        if room:
            while size > least and canvas.stringWidth(text, font, size) > room:
                size -= 0.5
            while len(text) > 1 and canvas.stringWidth(text, font, size) > room:
                text = text.removesuffix("…")[:-1] + "…"
        canvas.setFillColor(color)
        canvas.setFont(font, size)
        (canvas.drawCentredString if middle else canvas.drawString)(x, y, text)

    def crown(self, middle: float, base: float, size: float) -> None:
        """Draw a crown that stands on a point."""
        corners = [(-4, 0), (-4.6, 3.8), (-2.1, 1.9), (0, 4.6), (2.1, 1.9), (4.6, 3.8), (4, 0)]
        self.canvas.setFillColor(GOLD)
        places = [(middle + across * size, base + up * size) for across, up in corners]
        self.canvas.drawPath(self._path(places, close=True), stroke=0, fill=1)

    def _path(self, points: list[tuple[float, float]], close: bool = False) -> Any:
        path = self.canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        if close:
            path.close()
        return path

    # The course

    def course(self, left: float, right: float, foot: float, top: float) -> None:
        """Draw everybody's points after each turn, with the names to the right of it."""
        turns, unit = self.game.course, self.unit
        values = [points for turn in turns for points in turn.totals]
        across = Scale(0, max(len(turns) - 1, 1), left, right)
        up = Scale(min([0, *values]), max(values), foot, top)
        words = say("results.points", self.lang)
        self.text(left - 9 * unit, top + 5 * unit, words, 2.8 * unit, color=SOFT)
        self._axes(across, up, foot)
        ends = [up(points) for points in turns[-1].totals]
        places = spread([-y for y in ends], 4.4 * unit, -foot)
        for at, seat in enumerate(self.game.seats):
            self._curve(at, [(across(n), up(t.totals[at])) for n, t in enumerate(turns)])
            y = -places[at]
            self.canvas.setLineWidth(0.28 * unit)
            self.canvas.line(right + 1 * unit, ends[at], right + 4 * unit, y)
            words = f"{self.name(seat)} {seat.total}"
            self.text(right + 5 * unit, y - 1.2 * unit, words, 3.2 * unit, color=SEATS[at],
                      font=BOLD, room=27 * unit, least=2.4 * unit)  # fmt: skip

    def _axes(self, across: Scale, up: Scale, foot: float) -> None:
        canvas, turns, unit = self.canvas, self.game.course, self.unit
        canvas.setStrokeColor("#d8cbb5")
        canvas.setLineWidth(0.18 * unit)
        for mark in ticks(up.most, 5, up.least):
            canvas.line(across.start, up(mark), across.end, up(mark))
            self.text(across.start - 6 * unit, up(mark) - 1 * unit, f"{mark:g}", 2.8 * unit,
                      color=SOFT)  # fmt: skip
        self._age(across(0), foot, turns[0].age)
        for at, (before, turn) in enumerate(pairwise(turns), 1):
            if turn.age != before.age:
                canvas.setDash(0.7 * unit, 0.7 * unit)
                canvas.line(across(at - 0.5), foot, across(at - 0.5), up.end)
                canvas.setDash()
                self._age(across(at), foot, turn.age)
        words, middle = say("results.course_axis", self.lang), (across.start + across.end) / 2
        self.text(middle, foot - 8 * unit, words, 2.8 * unit, color=SOFT, middle=True)

    def _age(self, x: float, foot: float, age: int) -> None:
        words = say("results.age", self.lang, age=ROMAN[age])
        self.text(x, foot - 4.5 * self.unit, words, 2.8 * self.unit, color=SOFT)

    def _curve(self, seat: int, points: list[tuple[float, float]]) -> None:
        canvas = self.canvas
        canvas.setStrokeColor(SEATS[seat])
        canvas.setLineWidth(0.56 * self.unit)
        canvas.setDash([int(n) / 5.7 * self.unit for n in DASHES[seat].split()])
        canvas.drawPath(self._path(points))
        canvas.setDash()
