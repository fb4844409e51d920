"""The printable score sheet: a leaf of a score pad with the course of the game, as PDF or PNG.

The PNG is rendered from the PDF.
"""

from typing import Any

from host_tools.results.drawing import BOLD, COLORS, GOLD, PAPER, SOFT, Drawing, pdf_of, png_of
from host_tools.results.played import PlayedGame, SeatResult, boxes, category, wonder_name
from host_tools.rules.scoring import CATEGORIES
from host_tools.texts import say
from host_tools.texts.scores import CATEGORY_RULES

DPI = 150
MM = 72 / 25.4
PAGE = (210 * MM, 297 * MM)
EDGE, LABELS, HEAD, ROW, SUM = 14 * MM, 36 * MM, 19 * MM, 10.5 * MM, 13 * MM


def sheet_pdf(game: PlayedGame, lang: str = "en") -> bytes:
    """Draw the score sheet of a game."""

    def draw(canvas: Any) -> None:
        leaf = SheetPage(canvas, game, lang)
        below = leaf.pad(leaf.title())
        if game.course:
            leaf.chart(below)

    return pdf_of(game, lang, PAGE, draw, say("results.sheet", lang))


def sheet_png(game: PlayedGame, lang: str = "en") -> bytes:
    """Draw the score sheet as a picture."""
    return png_of(sheet_pdf(game, lang), DPI)


KINDS = {"pdf": sheet_pdf, "png": sheet_png}
"""The ending of a file: how its sheet is drawn."""


class SheetPage(Drawing):
    """One page: everything is drawn from its top down."""

    def __init__(self, canvas: Any, game: PlayedGame, lang: str) -> None:
        super().__init__(canvas, game, lang, MM)
        self.wide = PAGE[0] - 2 * EDGE
        self.column = (self.wide - LABELS) / len(game.seats)

    def title(self) -> float:
        """Write the game and its date; return where the pad begins."""
        game, lang = self.game, self.lang
        top = PAGE[1] - EDGE
        self.text(EDGE, top - 8 * MM, say("results.sheet", lang), 22, font=BOLD)
        facts = [game.date.strftime("%Y-%m-%d %H:%M"), boxes(game, lang)]
        if game.minutes is not None:
            facts.append(f"{round(game.minutes)} {say('results.minutes', lang)}")
        self.text(EDGE, top - 15 * MM, " · ".join(facts), 10, color=SOFT, room=self.wide)
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
                self._mark(at, y, high)
        return y - 12 * MM

    def _x(self, seat: int) -> float:
        return EDGE + LABELS + self.column * seat

    def _name(self, x: float, y: float, seat: SeatResult) -> None:
        self.fill(x, y, self.column, HEAD, PAPER)
        middle, room = x + self.column / 2, self.column - 3 * MM
        self.text(middle, y + 8 * MM, self.name(seat), 13, font=BOLD, middle=True, room=room)
        wonder = wonder_name(seat.wonder, seat.side, self.lang)
        self.text(middle, y + 3 * MM, wonder, 9, color=SOFT, middle=True, room=room)

    def _line(self, y: float, name: str) -> None:
        color, on, pale = COLORS[name]
        at = CATEGORIES.index(name)
        self.fill(EDGE, y, LABELS, ROW, color)
        self.text(EDGE + 3 * MM, y + 3.6 * MM, category(name, self.lang), 11, font=BOLD, color=on)
        self.text(EDGE + LABELS - 8 * MM, y + 1.2 * MM, CATEGORY_RULES[name], 6, color=on)
        for number, seat in enumerate(self.game.seats):
            self.fill(self._x(number), y, self.column, ROW, pale)
            points = str(seat.scores[at]).replace("-", "−")
            middle = self._x(number) + self.column / 2
            self.text(middle, y + 3.3 * MM, points, 13, middle=True)

    def _sums(self, y: float, label: str, words: list[str], size: float) -> None:
        self.fill(EDGE, y, LABELS, SUM, "#efe8dc")
        self.text(EDGE + 3 * MM, y + 4.5 * MM, label, 12, font=BOLD)
        for at, word in enumerate(words):
            self.fill(self._x(at), y, self.column, SUM, "#efe8dc")
            middle = self._x(at) + self.column / 2
            self.text(middle, y + 4 * MM, word, size, font=BOLD, middle=True)

    def _mark(self, seat: int, y: float, high: float) -> None:
        """Mark the winner's column, and set a crown on it."""
        canvas, x = self.canvas, self._x(seat)
        canvas.setStrokeColor(GOLD)
        canvas.setLineWidth(2.6)
        canvas.rect(x, y, self.column, high, stroke=1, fill=0)
        self.crown(x + self.column / 2, y + high - 5.2 * MM, 0.8 * MM)

    def chart(self, top: float) -> None:
        """Draw everybody's points after each turn in the remainder of the page."""
        self.text(EDGE, top, say("results.course_title", self.lang), 13, font=BOLD)
        self.course(EDGE + 9 * MM, PAGE[0] - EDGE - 32 * MM, EDGE + 9 * MM, top - 12 * MM)
