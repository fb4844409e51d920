"""A small canvas: shapes in, an SVG text out, the same bytes for the same shapes."""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]
FONT = "system-ui, 'DejaVu Sans', Arial, sans-serif"


def number(value: float) -> str:
    """A length with at most two decimals.

    >>> number(12.5), number(3.0), number(-0.001)
    ('12.5', '3', '0')
    """
    return f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")


class Canvas:
    """Shapes on a sheet; `unit` is what a length means, `px` or `mm`."""

    def __init__(self, width: float, height: float, title: str, told: str, unit: str = "") -> None:
        size = f"{number(width)} {number(height)}"
        measure = f'width="{number(width)}{unit}" height="{number(height)}{unit}" '
        self._lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {measure}viewBox="0 0 {size}" role="img" '
            f'aria-labelledby="title desc" font-family={quoteattr(FONT)}>',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="desc">{escape(told)}</desc>',
        ]

    def add(self, name: str, **attributes: object) -> None:
        """Add an element; `stroke_width=2` becomes stroke-width="2"."""
        self._lines.append(f"<{name}{_spelled(attributes)}/>")

    def text(self, at: Point, words: str, **attributes: object) -> None:
        """Add words, with their baseline at a point."""
        place = _spelled({"x": at[0], "y": at[1], **attributes})
        self._lines.append(f"<text{place}>{escape(words)}</text>")

    def path(self, points: Iterable[Point], closed: bool = False, **attributes: object) -> None:
        """Add a line through points."""
        line = " L".join(f"{number(x)} {number(y)}" for x, y in points)
        self.add("path", d=f"M{line}{' Z' if closed else ''}", **{"fill": "none", **attributes})

    def svg(self) -> str:
        """The picture."""
        return "\n".join([*self._lines, "</svg>", ""])


def _spelled(attributes: dict[str, object]) -> str:
    return "".join(
        f" {name.replace('_', '-')}={quoteattr(_value(value))}"
        for name, value in attributes.items()
    )


def _value(value: object) -> str:
    return number(value) if isinstance(value, int | float) else str(value)
