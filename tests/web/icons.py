"""Draw the icon as pictures for home screens: `python -m tests.web.icons`.

The ground fills the square, and a round mask cuts nothing off the pyramid.
"""

from pathlib import Path

from PIL import Image, ImageDraw

STATIC = Path(__file__).parents[2] / "host_tools" / "web" / "static"
SIZES = (192, 512)
GROUND, GOLD = "#1a202c", "#e3ab37"
PYRAMID = ((32, 10), (58, 52), (6, 52))
STEPS = ((20, 44, 25.0), (12, 52, 37.5))  # from, to, height
FINE = 4  # drawn this much larger, for smooth edges
INSIDE = 0.72


def drawn(size: int) -> Image.Image:
    scale = FINE * size / 64

    def at(x: float, y: float) -> tuple[float, float]:
        return (32 + (x - 32) * INSIDE) * scale, (32 + (y - 33) * INSIDE) * scale

    picture = Image.new("RGB", (FINE * size, FINE * size), GROUND)
    pen = ImageDraw.Draw(picture)
    pen.polygon([at(*corner) for corner in PYRAMID], fill=GOLD)
    for left, right, height in STEPS:
        width = round(4 * INSIDE * scale)
        pen.line([at(left, height), at(right, height)], fill=GROUND, width=width)
    return picture.resize((size, size), Image.Resampling.LANCZOS).quantize(32)


if __name__ == "__main__":
    for size in SIZES:
        drawn(size).save(STATIC / f"icon-{size}.png", optimize=True)
