"""The picture and the table of a board's wiring, for the bench."""

from firmware.board import READERS, wiring_of
from host_tools.wiring.canvas import Canvas, Point
from host_tools.wiring.jobs import ON_SPI, Wiring
from host_tools.wiring.parts import COLOURS, POWER, Part, PartPin, parts_of
from host_tools.wiring.pinouts import PINOUTS, V5, Pinout, Spot, pinout_of
from host_tools.wiring.routes import (
    BOARD_WIDTH,
    MARGIN,
    NOTE,
    PART_WIDTH,
    DrawnWire,
    PartBox,
    WireLayout,
    plan,
    spot_of,
)
from host_tools.wiring.wiring_file import WiringError

INK, PALE, PAPER, BOARD = "#1f2328", "#6e7781", "#ffffff", "#0b5d3b"
READER_NAMES = {
    "mfrc522": "MFRC522",
    "pn532_spi": "PN532 by SPI",
    "pn532_i2c": "PN532 by I2C",
    "pn532_uart": "PN532 by UART",
}
LINES = (
    "The board lies with its USB socket on top and its chips facing you. Lines that cross are "
    "joined only where there is a dot.",
    "Resistors: 100 Ω and 330 Ω. Diode: 1N4001, its ring towards the light. "
    "Readers get 3.3 V: 5 V destroys them.",
)
HEAD = ("part", "pin", "colour", "board", "pin number", "in the wire")


def heading(profile: str, wiring: Wiring) -> str:
    """Return what a drawing is called."""
    pinout, reader = board_of(profile), READER_NAMES[wiring["reader"]]
    seats = wiring["seats"]
    return f"{pinout.title} with {reader if seats == 1 else f'{seats} × {reader}'}"


def board_of(profile: str) -> Pinout:
    """Return where the board's pins are; WiringError for a board that we do not know."""
    pinout = pinout_of(profile)
    if pinout is None:
        raise WiringError("Where this board has its pins is not known here, so it is not drawn.")
    return pinout


def drawn_parts(pinout: Pinout, wiring: Wiring) -> list[Part]:
    """Return the parts, each with pins that the board has; of many readers only the wired pins."""
    parts = parts_of(wiring)
    for part in parts:
        for pin in part.pins:
            if isinstance(pin.to, int):
                _find(pinout, pin)
    if wiring["seats"] == 1 and wiring["second"] is None:
        return parts
    return [
        Part(
            part.title,
            part.short,
            tuple(pin for pin in part.pins if pin.to is not None),
            part.notes,
        )
        for part in parts
    ]


def _find(pinout: Pinout, pin: PartPin) -> None:
    try:
        spot_of(pinout, pin)
    except KeyError:
        name = f"{pinout.gpio}{pin.to}"
        raise WiringError(f"{name} is not on the edge of {pinout.title}: not drawn.") from None


def place_name(spot: Spot) -> str:
    """Return a board's pin with its number."""
    return f"{spot.name} · {spot.number}"


def wire_rows(profile: str, wiring: Wiring) -> list[tuple[str, ...]]:
    """Return the wires for those who cannot see the picture, or like to tick them off.

    What all readers share is one row.
    """
    pinout = board_of(profile)
    placed = {box.part.title: box.side for box in plan(pinout, drawn_parts(pinout, wiring)).boxes}
    rows: dict[tuple[str, ...], list[str]] = {}
    for part in parts_of(wiring):
        for pin in part.pins:
            cells = (f"{pin.number} {pin.name}", pin.colour, "stays free", "", "")
            if pin.to is not None:
                spot = spot_of(pinout, pin, placed[part.title])
                cells = (*cells[:2], spot.name, spot.number, pin.through)
            key = cells if "reader" in part.short else (*cells, part.title)
            rows.setdefault(key, []).append(part.title)
    found = [(_who(titles, wiring), *cells[:5]) for cells, titles in rows.items()]
    return sorted(found, key=lambda row: row[0] != "All readers") if _several(wiring) else found


def _several(wiring: Wiring) -> bool:
    return wiring["seats"] > 1 or wiring["second"] is not None


def _who(titles: list[str], wiring: Wiring) -> str:
    return titles[0] if len(titles) == 1 or not _several(wiring) else "All readers"


def table(profile: str, wiring: Wiring) -> str:
    """Return the wires as a table in Markdown."""
    lines = [HEAD, ("---",) * len(HEAD), *wire_rows(profile, wiring)]
    return "\n".join(
        f"| {' | '.join(cells)} |" if cells[0] != "---" else f"|{'|'.join(cells)}|"
        for cells in lines
    )


def draw(profile: str, wiring: Wiring) -> str:
    """Return the picture as SVG."""
    pinout = board_of(profile)
    layout = plan(pinout, drawn_parts(pinout, wiring))
    title = f"Wiring: {heading(profile, wiring)}"
    sheet = Canvas(layout.width, layout.height, title, "Every wire from part to board.")
    sheet.add("rect", width="100%", height="100%", rx=14, fill=PAPER)
    sheet.text((MARGIN, 46), title, font_size=24, font_weight="bold", fill=INK)
    for y, line in zip((72, 91), LINES, strict=True):
        sheet.text((MARGIN, y), line, font_size=13, fill=PALE)
    _board(sheet, layout)
    for rail in layout.rails:
        _line(sheet, rail.points, rail.colour, 4 if rail.name in POWER else 3)
    for wire in sorted(layout.wires, key=lambda wire: not wire.joins):
        _line(sheet, wire.points, wire.pin.colour, 3)
    for colour, joint in layout.joints:
        sheet.add("circle", cx=joint[0], cy=joint[1], r=4.5, fill=COLOURS[colour])
    for box in layout.boxes:
        _part(sheet, box)
    for wire in layout.wires:
        _labels(sheet, layout, wire)
    _board_pins(sheet, layout)
    _rail_labels(sheet, layout)
    return sheet.svg()


def _line(sheet: Canvas, points: tuple[Point, ...], colour: str, width: float) -> None:
    """A wire with a halo, so that a crossing shows which one runs on top."""
    sheet.path(points, stroke=PAPER, stroke_width=width + 4, stroke_linejoin="round")
    if colour == "white":
        sheet.path(points, stroke=INK, stroke_width=width + 1.5, stroke_linejoin="round")
    sheet.path(
        points, stroke=COLOURS[colour], stroke_width=width, stroke_linejoin="round",
        stroke_linecap="round",
    )  # fmt: skip


def _board(sheet: Canvas, layout: WireLayout) -> None:
    x, height = layout.board_edge("left"), layout.board_bottom - layout.top
    sheet.add("rect", x=x, y=layout.top, width=BOARD_WIDTH, height=height, rx=10, fill=BOARD)
    middle = x + BOARD_WIDTH / 2
    sheet.add(
        "rect",
        x=middle - 26,
        y=layout.top - 10,
        width=52,
        height=30,
        rx=4,
        fill="#d0d7de",
        stroke=PALE,
    )
    sheet.text(
        (middle, layout.top + 10),
        "USB",
        font_size=12,
        fill=INK,
        text_anchor="middle",
        font_weight="bold",
    )
    at = f"rotate(-90 {middle:.0f} {layout.top + height / 2:.0f})"
    sheet.text(
        (middle, layout.top + height / 2 + 5), layout.pinout.title, font_size=15, fill="#ffffff",
        text_anchor="middle", font_weight="bold", transform=at,
    )  # fmt: skip


def _board_pins(sheet: Canvas, layout: WireLayout) -> None:
    used = {wire.spot for wire in layout.wires}
    for spot in (*layout.pinout.left, *layout.pinout.right):
        x, y = layout.board_edge(spot.side), layout.spot_y(spot)
        inward = 1 if spot.side == "left" else -1
        anchor = "start" if spot.side == "left" else "end"
        live = spot in used
        sheet.add(
            "circle", cx=x, cy=y, r=6, fill="#ffd866" if live else "#9fb8ab", stroke=BOARD,
            stroke_width=2,
        )  # fmt: skip
        sheet.text(
            (x + 12 * inward, y + 4.5), place_name(spot), font_size=12, text_anchor=anchor,
            fill="#ffffff" if live else "#86b09c", font_weight="bold" if live else "normal",
        )  # fmt: skip


def _part(sheet: Canvas, box: PartBox) -> None:
    sheet.add(
        "rect", x=box.x, y=box.y, width=PART_WIDTH, height=box.height, rx=8, fill="#f6f8fa",
        stroke="#afb8c1", stroke_width=1.5,
    )  # fmt: skip
    sheet.text((box.x + 12, box.y + 22), box.part.title, font_size=13, font_weight="bold", fill=INK)
    last = len(box.part.notes)
    for at, note in enumerate(box.part.notes, 1):
        y = box.y + box.height - 10 - NOTE * (last - at)
        sheet.text((box.x + 12, y), note, font_size=11, fill=PALE)
    inward = -1 if box.side == "left" else 1
    anchor = "end" if box.side == "left" else "start"
    for pin in box.part.pins:
        y = box.pin_y(pin)
        if pin.through:
            _insert(sheet, box.x + (12 if box.side == "left" else PART_WIDTH - 114), y, pin.through)
        used = pin.to is not None
        colour = COLOURS[pin.colour] if used else "#d0d7de"
        sheet.add("circle", cx=box.edge, cy=y, r=6, fill=colour, stroke=INK, stroke_width=1.5)
        name = pin.name if used else f"{pin.name} (free)"
        words = f"{pin.number}  {name}" if box.side == "right" else f"{name}  {pin.number}"
        sheet.text(
            (box.edge + 13 * inward, y + 4.5), words, font_size=13, text_anchor=anchor,
            fill=INK if used else PALE, font_weight="bold" if used else "normal",
        )  # fmt: skip


def _insert(sheet: Canvas, x: float, y: float, words: str) -> None:
    """A small part that belongs into the wire."""
    sheet.add("rect", x=x, y=y - 9, width=102, height=18, rx=4, fill="#fff8c5", stroke="#9a6700")
    words = f"through {words}"
    sheet.text((x + 51, y + 4), words, font_size=11, fill=INK, text_anchor="middle")


def _labels(sheet: Canvas, layout: WireLayout, wire: DrawnWire) -> None:
    """Say what is at the other end, at both ends."""
    outward = 1 if wire.box.side == "left" else -1
    anchor = "start" if wire.box.side == "left" else "end"
    y = wire.box.pin_y(wire.pin)
    at = (wire.box.edge + 11 * outward, y - 5)
    sheet.text(at, place_name(wire.spot), font_size=12, fill=INK, text_anchor=anchor)
    if not wire.joins:
        _at_board(sheet, layout, wire.spot, f"{wire.box.part.short} {wire.pin.name}")


def _rail_labels(sheet: Canvas, layout: WireLayout) -> None:
    words = {"GND": "GND of all parts", V5: "5 V"}
    for spot, name in {rail.spot: rail.name for rail in layout.rails}.items():
        ends = [wire.box.part.short for wire in layout.wires if wire.spot == spot]
        who = "" if name in POWER else f"{_together(list(dict.fromkeys(ends)))} "
        _at_board(sheet, layout, spot, f"{who}{words.get(name, name)}")


def _together(names: list[str]) -> str:
    if all(name.startswith("expander") for name in names):
        return "expanders" if len(names) > 1 else names[0]
    if len(names) > 1 and all("reader" in name for name in names):
        return "both readers" if len(names) == 2 else "all readers"
    return " and ".join(names) if len(names) < 3 else f"{len(names)} parts"


def _at_board(sheet: Canvas, layout: WireLayout, spot: Spot, words: str) -> None:
    outward = -1 if spot.side == "left" else 1
    at = (layout.board_edge(spot.side) + 11 * outward, layout.spot_y(spot) - 5)
    anchor = "end" if spot.side == "left" else "start"
    sheet.text(at, words, font_size=12, fill=INK, text_anchor=anchor)


BOARDS = tuple(PINOUTS)
DRAWINGS = (
    *((board, reader) for board in BOARDS for reader in READERS),
    *((f"{board}_table", reader) for board in BOARDS for reader in ON_SPI),
)
"""What docs/build has pictures of; a Pico W and a Pico 2 have the Pico's pins."""


def drawn_wiring(profile: str, reader: str) -> Wiring:
    """Return what such a picture shows."""
    return wiring_of(profile, {"reader": reader})
