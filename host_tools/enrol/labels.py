"""Labels to print: a sheet of card names in one language or several, as PDF or SVG."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from card_db.bearers import CARD, Bearer
from card_db.cards import Box
from host_tools.enrol.collection import Names, group_of
from host_tools.rules.names import visible
from host_tools.texts import say

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing

MM = 72 / 25.4
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SIZES = {  # millimetres: width and height
    "sleeve": (38.0, 21.0),  # a strip inside the sleeve, and a common sheet of 65
    "sticker": (25.0, 25.0),  # the usual round NTAG sticker
    "card": (63.0, 88.0),  # a whole card, to try a deck on paper
}
MARGIN = 8.0
GAP = 0.5
PADDING = 1.6
COLORS = {
    "brown": "#7a5230", "grey": "#8a8a8a", "blue": "#2255bb", "yellow": "#e0a800",
    "red": "#bb2222", "green": "#22803a", "purple": "#7a3fa0", "black": "#222222",
    "white": "#ffffff", "": "#ffffff",
}  # fmt: skip
FONT, BOLD = "Helvetica", "Helvetica-Bold"  # every PDF viewer has them, with accents
BIGGEST, EASY, SMALLEST = 9.0, 7.0, 4.0  # points


class Label(NamedTuple):
    """The text of one label; the colour is a strip beside it, and a word."""

    lines: tuple[str, ...]
    about: str
    color: str


def label_of(box: Box, bearer: Bearer, langs: Sequence[str]) -> Label:
    """Return the label of a thing in these languages."""
    first = langs[0]
    if bearer.kind != CARD:
        names = [
            say(f"tile.{bearer.name}", lang) if bearer.kind == "tile" else bearer.name
            for lang in langs
        ]
        return Label(tuple(dict.fromkeys(names)), say(f"enrol.label_{bearer.kind}", first), "")
    names = [Names(box, lang).plain(bearer) for lang in langs]
    group = group_of(box.cards[bearer.name])
    if group.color in ("white", "purple"):
        kind = say(f"enrol.label_{group.color}", first)
    else:
        kind = say(f"card.color.{group.color}", first, number=2)
    age = Names(box, first).age(group.age) if group.age else ""
    printed = f"{bearer.copy}+" if bearer.copy > 1 else ""
    set_name = say(f"enrol.set_{group.set}", first) if group.set != "base" else ""
    about = " · ".join(filter(None, (age, kind, printed, set_name)))
    return Label(tuple(dict.fromkeys(names)), about, group.color)


class LabelLayout(NamedTuple):
    """How labels lie on the paper, in millimetres."""

    paper: tuple[float, float]
    size: tuple[float, float]

    @property
    def columns(self) -> int:
        """Labels side by side."""
        return int((self.paper[0] - 2 * MARGIN + GAP) / (self.size[0] + GAP))

    @property
    def rows(self) -> int:
        """Labels one below the other."""
        return int((self.paper[1] - 2 * MARGIN + GAP) / (self.size[1] + GAP))

    def corners(self) -> Iterator[tuple[float, float]]:
        """Return the lower left corner of each place on a page, row by row, centred."""
        width, height = self.size[0] + GAP, self.size[1] + GAP
        left = (self.paper[0] - self.columns * width + GAP) / 2
        top = (self.paper[1] + self.rows * height - GAP) / 2
        for row in range(self.rows):
            for column in range(self.columns):
                yield left + column * width, top - self.size[1] - row * height


def layout_of(paper: str, size: str) -> LabelLayout:
    """Return the layout of a paper and a size such as `sleeve` or `40x20`; ValueError if none."""
    if size in SIZES:
        wide, high = SIZES[size]
    else:
        width, _, height = size.lower().partition("x")
        try:
            wide, high = float(width), float(height)
        except ValueError:
            known = ", ".join(SIZES)
            raise ValueError(f"{size!r:.20} is no size: write {known}, or 40x20 (mm).") from None
    layout = LabelLayout(PAPERS[paper], (wide, high))
    if not (wide >= 10 and high >= 8 and layout.columns >= 1 and layout.rows >= 1):
        raise ValueError(f"Labels of {size} mm do not fit: at least 10x8, and within the paper.")
    return layout


def pages(labels: Sequence[Label], layout: LabelLayout) -> list[Drawing]:
    """Draw the labels on as many pages as they need."""
    from reportlab.graphics.shapes import Drawing

    stations = list(layout.corners())
    found = []
    for first in range(0, len(labels), len(stations)):
        page = Drawing(layout.paper[0] * MM, layout.paper[1] * MM)
        for (x, y), label in zip(stations, labels[first : first + len(stations)], strict=False):
            _draw(page, label, x * MM, y * MM, layout.size[0] * MM, layout.size[1] * MM)
        found.append(page)
    return found


def _draw(page: Drawing, label: Label, x: float, y: float, width: float, height: float) -> None:
    from reportlab.graphics.shapes import Rect, String
    from reportlab.lib.colors import HexColor

    grey, ink = HexColor("#999999"), HexColor("#000000")
    strip = 2.2 * MM if label.color else 0.0
    page.add(Rect(x, y, width, height, fillColor=None, strokeColor=grey, strokeWidth=0.3))
    if strip:
        fill = HexColor(COLORS[label.color])
        page.add(Rect(x, y, strip, height, fillColor=fill, strokeColor=grey, strokeWidth=0.3))
    room = width - strip - 2 * PADDING * MM
    texts = [(part, BOLD) for part in _broken(label.lines[0], BOLD, room)]
    for line in (*label.lines[1:], label.about):
        texts += [(part, FONT) for part in _broken(line, FONT, room)]
    fitted = [(text, font, _fit(text, font, room, height / len(texts))) for text, font in texts]
    total = sum(1.25 * size for _, _, size in fitted)
    top = y + (height + total) / 2
    for text, font, size in fitted:
        top -= 1.25 * size
        place = (x + strip + PADDING * MM, top + 0.3 * size)
        page.add(
            String(*place, visible(text, keep=""), fontName=font, fontSize=size, fillColor=ink)
        )


def _broken(text: str, font: str, width: float) -> list[str]:
    """Break a text that would become too small, between the words nearest to its middle."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    spaces = [at for at, sign in enumerate(text) if sign == " "]
    if not spaces or stringWidth(text, font, EASY) <= width:
        return [text]
    middle = min(spaces, key=lambda at: abs(2 * at - len(text)))
    return [text[:middle], text[middle + 1 :].removeprefix("· ")]


def _fit(text: str, font: str, width: float, height: float) -> float:
    """Return the largest size in which a text fits; the longest name stays readable."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    size = min(BIGGEST, 0.7 * height)
    while size > SMALLEST and stringWidth(text, font, size) > width:
        size -= 0.25
    return size


def as_pdf(drawings: Sequence[Drawing], layout: LabelLayout, title: str) -> bytes:
    """Write pages as one PDF, the same bytes every time."""
    from reportlab.graphics import renderPDF
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, (layout.paper[0] * MM, layout.paper[1] * MM), invariant=1)
    canvas.setTitle(title)
    for drawing in drawings:
        renderPDF.draw(drawing, canvas, 0, 0)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def as_svg(drawing: Drawing) -> str:
    """Write one page as SVG."""
    from reportlab.graphics import renderSVG

    return str(renderSVG.drawToString(drawing))
