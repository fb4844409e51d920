"""The printable score sheet: a leaf of a score pad with the course of the game, as PDF or PNG.

The PNG is rendered from the PDF.
"""

import io
from contextlib import closing
from itertools import pairwise
from typing import Any

from host_tools.results.played import ROMAN, PlayedGame, SeatResult, boxes, category, wonder_name
from host_tools.results.svg import DASHES, Scale, spread, ticks
from host_tools.rules.names import visible
from host_tools.rules.scoring import CATEGORIES
from host_tools.texts import say
from host_tools.texts.scores import CATEGORY_RULES

DPI = 150
MM = 72 / 25.4
PAGE = (210 * MM, 297 * MM)
EDGE, LABELS, HEAD, ROW, SUM = 14 * MM, 36 * MM, 19 * MM, 10.5 * MM, 13 * MM
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


def sheet_pdf(game: PlayedGame, lang: str = "en") -> bytes:
    """Draw the score sheet of a game."""
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, PAGE, invariant=True, lang=lang)
    canvas.setTitle(f"{say('results.sheet', lang)} {game.date:%Y-%m-%d}")
    canvas.setAuthor("Wondertable")
    _load_fonts("".join(seat.player or "" for seat in game.seats))
    leaf = SheetPage(canvas, game, lang)
    below = leaf.pad(leaf.title())
    if game.course:
        leaf.course(below)
    canvas.save()
    return out.getvalue()


def sheet_png(game: PlayedGame, lang: str = "en") -> bytes:
    """Draw the score sheet as a picture."""
    import pypdfium2

    with closing(pypdfium2.PdfDocument(sheet_pdf(game, lang))) as pdf, closing(pdf[0]) as page:
        picture = page.render(scale=DPI / 72).to_pil()
    out = io.BytesIO()
    picture.convert("P", palette=1, colors=128).save(out, "PNG", optimize=True, dpi=(DPI, DPI))
    return out.getvalue()


KINDS = {"pdf": sheet_pdf, "png": sheet_png}
"""The ending of a file: how its sheet is drawn."""


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


class SheetPage:
    """One page: everything is drawn from its top down."""

    def __init__(self, canvas: Any, game: PlayedGame, lang: str) -> None:
        self.canvas, self.game, self.lang = canvas, game, lang
        self.wide = PAGE[0] - 2 * EDGE
        self.column = (self.wide - LABELS) / len(game.seats)

    def _fill(self, x: float, y: float, wide: float, high: float, color: str) -> None:
        self.canvas.setFillColor(color)
        self.canvas.setStrokeColor(LINE)
        self.canvas.setLineWidth(0.6)
        self.canvas.rect(x, y, wide, high, stroke=1, fill=1)

    def _text(self, x: float, y: float, text: str, size: float, *, font: str = PLAIN,
              color: str = INK, middle: bool = False, room: float = 0.0) -> None:  # fmt: skip
        """Write a text, smaller or cut if it does not fit."""
        canvas, text = self.canvas, visible(text, keep="")
        if room:
            while size > 6 and canvas.stringWidth(text, font, size) > room:
                size -= 0.5
            while len(text) > 1 and canvas.stringWidth(text, font, size) > room:
                text = text.removesuffix("…")[:-1] + "…"
        canvas.setFillColor(color)
        canvas.setFont(font, size)
        (canvas.drawCentredString if middle else canvas.drawString)(x, y, text)

    def title(self) -> float:
        """Write the game and its date; return where the pad begins."""
        game, lang = self.game, self.lang
        top = PAGE[1] - EDGE
        self._text(EDGE, top - 8 * MM, say("results.sheet", lang), 22, font=BOLD)
        facts = [game.date.strftime("%Y-%m-%d %H:%M"), boxes(game, lang)]
        if game.minutes is not None:
            facts.append(f"{round(game.minutes)} {say('results.minutes', lang)}")
        self._text(EDGE, top - 15 * MM, " · ".join(facts), 10, color=SOFT, room=self.wide)
        return top - 21 * MM

    # The pad

    def pad(self, top: float) -> float:
        """Draw the pad; return where it ends."""
        y = top - HEAD
        lines = self.game.categories()
        high = HEAD + ROW * len(lines) + SUM * (1 + len(self.game.sums()))
        for at, seat in enumerate(self.game.seats):
            self._name(self._x(at), y, seat)
        for name in lines:
            y -= ROW
            self._line(y, name)
        for word, sums in self.game.sums():
            y -= SUM
            self._sums(y, say(f"results.{word}", self.lang), [str(points) for points in sums], 17)
        y -= SUM
        ranks = [str(seat.rank or "–") for seat in self.game.seats]
        self._sums(y, say("results.rank", self.lang), ranks, 14)
        for at, seat in enumerate(self.game.seats):
            if seat.won:
                self._crown(at, y, high)
        return y - 12 * MM

    def _x(self, seat: int) -> float:
        return EDGE + LABELS + self.column * seat

    def _name(self, x: float, y: float, seat: SeatResult) -> None:
        self._fill(x, y, self.column, HEAD, PAPER)
        middle, room = x + self.column / 2, self.column - 3 * MM
        name = seat.player or say("results.free_city", self.lang)
        self._text(middle, y + 8 * MM, name, 13, font=BOLD, middle=True, room=room)
        wonder = wonder_name(seat.wonder, seat.side, self.lang)
        self._text(middle, y + 3 * MM, wonder, 9, color=SOFT, middle=True, room=room)

    def _line(self, y: float, name: str) -> None:
        color, on, pale = COLORS[name]
        at = CATEGORIES.index(name)
        self._fill(EDGE, y, LABELS, ROW, color)
        self._text(EDGE + 3 * MM, y + 3.6 * MM, category(name, self.lang), 11, font=BOLD, color=on)
        self._text(EDGE + LABELS - 8 * MM, y + 1.2 * MM, CATEGORY_RULES[name], 6, color=on)
        for number, seat in enumerate(self.game.seats):
            self._fill(self._x(number), y, self.column, ROW, pale)
            points = str(seat.scores[at]).replace("-", "−")
            middle = self._x(number) + self.column / 2
            self._text(middle, y + 3.3 * MM, points, 13, middle=True)

    def _sums(self, y: float, label: str, words: list[str], size: float) -> None:
        self._fill(EDGE, y, LABELS, SUM, "#efe8dc")
        self._text(EDGE + 3 * MM, y + 4.5 * MM, label, 12, font=BOLD)
        for at, word in enumerate(words):
            self._fill(self._x(at), y, self.column, SUM, "#efe8dc")
            middle = self._x(at) + self.column / 2
            self._text(middle, y + 4 * MM, word, size, font=BOLD, middle=True)

    def _crown(self, seat: int, y: float, high: float) -> None:
        """Mark the winner's column, and set a crown on it."""
        canvas, x = self.canvas, self._x(seat)
        canvas.setStrokeColor(GOLD)
        canvas.setLineWidth(2.6)
        canvas.rect(x, y, self.column, high, stroke=1, fill=0)
        middle, base = x + self.column / 2, y + high - 5.2 * MM
        corners = [(-4, 0), (-4.6, 3.8), (-2.1, 1.9), (0, 4.6), (2.1, 1.9), (4.6, 3.8), (4, 0)]
        path = canvas.beginPath()
        path.moveTo(middle + corners[0][0] * MM * 0.8, base)
        for across, up in corners[1:]:
            path.lineTo(middle + across * MM * 0.8, base + up * MM * 0.8)
        path.close()
        canvas.setFillColor(GOLD)
        canvas.setLineWidth(0.8)
        canvas.drawPath(path, stroke=0, fill=1)

    # The course

    def course(self, top: float) -> None:
        """Draw everybody's points after each turn in the remainder of the page."""
        turns, lang = self.game.course, self.lang
        self._text(EDGE, top, say("results.course_title", lang), 13, font=BOLD)
        left, right, foot = EDGE + 9 * MM, PAGE[0] - EDGE - 32 * MM, EDGE + 9 * MM
        values = [points for turn in turns for points in turn.totals]
        across = Scale(0, max(len(turns) - 1, 1), left, right)
        up = Scale(min([0, *values]), max(values), foot, top - 12 * MM)
        self._text(EDGE, top - 7 * MM, say("results.points", lang), 8, color=SOFT)
        self._axes(across, up, foot)
        ends = [up(points) for points in turns[-1].totals]
        places = spread([-y for y in ends], 4.4 * MM, -foot)
        for at, seat in enumerate(self.game.seats):
            self._curve(at, [(across(n), up(t.totals[at])) for n, t in enumerate(turns)])
            name = f"{seat.player or say('results.free_city', lang)} {seat.total}"
            y = -places[at]
            self.canvas.setLineWidth(0.8)
            self.canvas.line(right + 1 * MM, ends[at], right + 4 * MM, y)
            self._text(right + 5 * MM, y - 1.2 * MM, name, 9, color=SEATS[at], font=BOLD,
                       room=27 * MM)  # fmt: skip

    def _axes(self, across: Scale, up: Scale, foot: float) -> None:
        canvas, turns = self.canvas, self.game.course
        canvas.setStrokeColor("#d8cbb5")
        canvas.setLineWidth(0.5)
        for mark in ticks(up.most, 5, up.least):
            canvas.line(across.start, up(mark), across.end, up(mark))
            self._text(across.start - 6 * MM, up(mark) - 1 * MM, f"{mark:g}", 8, color=SOFT)
        self._age(across(0), foot, turns[0].age)
        for at, (before, turn) in enumerate(pairwise(turns), 1):
            if turn.age != before.age:
                canvas.setDash(2, 2)
                canvas.line(across(at - 0.5), foot, across(at - 0.5), up.end)
                canvas.setDash()
                self._age(across(at), foot, turn.age)
        unit, middle = say("results.course_axis", self.lang), (across.start + across.end) / 2
        self._text(middle, foot - 8 * MM, unit, 8, color=SOFT, middle=True)

    def _age(self, x: float, foot: float, age: int) -> None:
        self._text(x, foot - 4.5 * MM, say("results.age", self.lang, age=ROMAN[age]), 8, color=SOFT)

    def _curve(self, seat: int, points: list[tuple[float, float]]) -> None:
        canvas = self.canvas
        canvas.setStrokeColor(SEATS[seat])
        canvas.setLineWidth(1.6)
        canvas.setDash([int(n) / 2 for n in DASHES[seat].split()])
        path = canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        canvas.drawPath(path)
        canvas.setDash()
