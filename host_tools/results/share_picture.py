"""The picture to share: who won, where everybody's points come from, and the course of the game."""

from typing import Any

from host_tools.results.drawing import (
    BOLD,
    COLORS,
    GOLD,
    INK,
    LINE,
    PAPER,
    SEATS,
    SOFT,
    Drawing,
    pdf_of,
    png_of,
)
from host_tools.results.played import PlayedGame, SeatResult, boxes, category, day, wonder_name
from host_tools.rules.scoring import CATEGORIES
from host_tools.texts import listed, say

SIZE = (1200, 630)  # pixels: what most programs show of a link
EDGE = 44
HEAD, FOOT = 478, 66  # the rows lie between them
ROW = 96  # the highest
NAMES, BARS, TOTALS = 92, 316, 716  # where the columns begin; totals end there
CHART = (812, 1046)
LOST = 30  # how wide lost points are, however many


def share_pdf(game: PlayedGame, lang: str = "en") -> bytes:
    """Draw the picture of a game, a point a pixel."""

    def draw(canvas: Any) -> None:
        SharePicture(canvas, game, lang).draw()

    return pdf_of(game, lang, SIZE, draw, say("results.share", lang))


def share_png(game: PlayedGame, lang: str = "en") -> bytes:
    """Draw the picture of a game as PNG."""
    return png_of(share_pdf(game, lang), 72)


class SharePicture(Drawing):
    """A title, a row for every seat by its rank, the course to the right."""

    def __init__(self, canvas: Any, game: PlayedGame, lang: str) -> None:
        super().__init__(canvas, game, lang, 4.4)
        self.row = min(ROW, (HEAD - FOOT) / len(game.seats))
        widest = max(sum(_bars(seat).values()) for seat in game.seats)
        self.point = (TOTALS - 84 - LOST - BARS) / max(widest, 1)

    def draw(self) -> None:
        """Draw everything."""
        self.canvas.setFillColor(PAPER)
        self.canvas.rect(0, 0, *SIZE, stroke=0, fill=1)
        self._title()
        order = sorted(enumerate(self.game.seats), key=lambda item: item[1].rank or len(SEATS) + 1)
        for place, (number, seat) in enumerate(order):
            self._seat(HEAD - (place + 1) * self.row, number, seat)
        self._legend()
        if self.game.course:
            self.course(*CHART, FOOT + 50, HEAD - 34)

    def _title(self) -> None:
        game, lang = self.game, self.lang
        self.canvas.setFillColor(GOLD)
        self.canvas.rect(0, SIZE[1] - 10, SIZE[0], 10, stroke=0, fill=1)
        self.crown(EDGE + 24, SIZE[1] - 94, 6)
        key = "team" if game.variant == "team" else "alone" if len(game.winners) < 2 else "shared"
        self.text(NAMES + 20, SIZE[1] - 58, say(f"results.share_{key}", lang), 20, color=SOFT)
        names = listed(game.winners, "and", lang)
        self.text(NAMES + 20, SIZE[1] - 102, names, 42, font=BOLD, room=SIZE[0] - NAMES - 20 - EDGE)
        facts = [day(game.ended), boxes(game, lang)]
        if game.minutes is not None:
            facts.append(f"{round(game.minutes)} {say('results.minutes', lang)}")
        self.text(NAMES + 20, SIZE[1] - 132, " · ".join(facts), 17, color=SOFT, room=900)

    def _seat(self, y: float, number: int, seat: SeatResult) -> None:
        middle = y + self.row / 2
        self.canvas.setStrokeColor(LINE)
        self.canvas.setLineWidth(0.6)
        self.canvas.line(EDGE, y + self.row, TOTALS, y + self.row)
        rank = str(seat.rank or "–")
        self.text(EDGE + 18, middle - 9, rank, 26, font=BOLD, middle=True,
                  color=GOLD if seat.won else SOFT)  # fmt: skip
        room = BARS - NAMES - 16
        self.text(NAMES, middle + 3, self.name(seat), 21, font=BOLD, color=SEATS[number], room=room)
        wonder = wonder_name(seat.wonder, seat.side, self.lang)
        self.text(NAMES, middle - 17, wonder, 15, color=SOFT, room=room)
        self._points(middle, seat)
        self._total(middle, number, seat)

    def _points(self, middle: float, seat: SeatResult) -> None:
        """Draw the bar of every category, lost points at the end."""
        high, x = min(38.0, self.row - 14), float(BARS)
        for name, points in _bars(seat).items():
            wide = points * self.point or LOST
            lost = seat.scores[CATEGORIES.index(name)] if not points else 0
            color, on, pale = COLORS[name]
            self.fill(x, middle - high / 2, wide, high, pale if lost else color)
            words = str(lost or points).replace("-", "−")
            if self.canvas.stringWidth(words, BOLD, 15) < wide - 2:
                ink = color if lost else on
                self.text(x + wide / 2, middle - 5.5, words, 15, font=BOLD, middle=True, color=ink)
            x += wide

    def _total(self, middle: float, number: int, seat: SeatResult) -> None:
        (_, totals), *team = self.game.sums()
        base = middle - 3 if team else middle - 11
        self.text(TOTALS - 34, base, str(totals[number]), 27 if team else 32, font=BOLD,
                  middle=True, color=INK)  # fmt: skip
        for word, sums in team:
            words = f"{say(f'results.{word}', self.lang)} {sums[number]}"
            self.text(TOTALS - 34, middle - 20, words, 14, color=SOFT, middle=True, room=68)

    def _legend(self) -> None:
        scored = [
            name
            for at, name in enumerate(CATEGORIES)
            if any(seat.scores[at] for seat in self.game.seats)
        ]
        x = float(EDGE)
        for name in scored:
            self.fill(x, 30, 16, 16, COLORS[name][0])
            words = category(name, self.lang)
            self.text(x + 23, 32, words, 16, color=SOFT)
            x += 23 + self.canvas.stringWidth(words, "sheet", 16) + 22
        end = SIZE[0] - EDGE - self.canvas.stringWidth("Wondertable", BOLD, 18)
        self.text(end, 32, "Wondertable", 18, font=BOLD, color=SOFT)


def _bars(seat: SeatResult) -> dict[str, int]:
    """Return the points of a seat by category, gains first; 0 for a category that lost some."""
    scored = [
        (name, points) for name, points in zip(CATEGORIES, seat.scores, strict=True) if points
    ]
    return {name: max(points, 0) for name, points in sorted(scored, key=lambda bar: bar[1] < 0)}
