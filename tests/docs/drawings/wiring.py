"""The picture and the table of a seat's wiring, both made from `firmware/board.py`."""

from __future__ import annotations

from firmware.board import PROFILES, READERS, wiring_of
from tests.docs.drawings.canvas import Canvas, Point
from tests.docs.drawings.pinouts import PINOUTS, V5, Spot
from tests.docs.drawings.routes import (
    BOARD_WIDTH,
    MARGIN,
    PART_WIDTH,
    TOP,
    Box,
    Plan,
    Wire,
    plan,
    spot_of,
)  # fmt: skip
from tests.docs.drawings.wires import COLOURS, POWER, Part, seat_parts

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
    "Resistors: 100 Ω and 330 Ω. Diode: 1N4001, its ring towards the light.",
)
HEAD = "| part | pin | colour | board | pin number | in the wire |\n|---|---|---|---|---|---|"
DRAWINGS = tuple((profile, reader) for profile in PINOUTS for reader in READERS)
"""What is drawn; a Pico W has the Pico's pins and needs no picture of its own."""
assert {id(PROFILES[name]) for name in PROFILES if name != "pico_table"} == {
    id(PROFILES[name]) for name in PINOUTS
}


def heading(profile: str, reader: str) -> str:
    """What a drawing is called."""
    return f"{PINOUTS[profile].title} with {READER_NAMES[reader]}"


def parts_of(profile: str, reader: str) -> list[Part]:
    """The parts of such a seat, wired as the firmware has it."""
    return seat_parts(wiring_of(profile, {"reader": reader}))


def place_name(spot: Spot) -> str:
    """A board's pin with its number."""
    return f"{spot.name} · {spot.number}"


def table(profile: str, reader: str) -> str:
    """The wires as a table for those who cannot see the picture, or like to tick them off."""
    pinout = PINOUTS[profile]
    rows = [
        "| part | pin | colour | board | pin number | in the wire |",
        "|---|---|---|---|---|---|",
    ]
    placed = {box.part.title: box.side for box in plan(pinout, parts_of(profile, reader)).boxes}
    for part in parts_of(profile, reader):
        for pin in part.pins:
            cells = [part.title, f"{pin.number} {pin.name}", pin.colour, "stays free", "", ""]
            if pin.to is not None:
                spot = spot_of(pinout, pin, placed[part.title])
                cells[3:] = [spot.name, spot.number, pin.through]
            rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def draw(profile: str, reader: str) -> str:
    """The picture as SVG."""
    pinout = PINOUTS[profile]
    parts = parts_of(profile, reader)
    found = plan(pinout, parts)
    title = f"Wiring: {heading(profile, reader)}"
    told = "Every wire from part to board; the same as a table is in wiring.md."
    sheet = Canvas(found.width, found.height, title, told)
    sheet.add("rect", width="100%", height="100%", rx=14, fill=PAPER)
    sheet.text((MARGIN, 46), title, font_size=24, font_weight="bold", fill=INK)
    for y, line in zip((72, 91), LINES, strict=True):
        sheet.text((MARGIN, y), line, font_size=13, fill=PALE)
    _board(sheet, found)
    for net, _, points in found.rails:
        _line(sheet, points, POWER[net], 4)
    for wire in sorted(found.wires, key=lambda wire: not wire.joins):
        _line(sheet, wire.points, wire.pin.colour, 3)
    for colour, at in [*((POWER[net], at) for net, at in found.joints), *_shared(found)]:
        sheet.add("circle", cx=at[0], cy=at[1], r=4.5, fill=COLOURS[colour])
    for box in found.boxes:
        _part(sheet, box)
    for wire in found.wires:
        _labels(sheet, found, wire)
    _board_pins(sheet, found)
    _rail_labels(sheet, found)
    return sheet.svg()


def _shared(found: Plan) -> list[tuple[str, Point]]:
    """Where a wire meets another one that goes to the same pin of the board."""
    joined = []
    for wire in found.wires:
        edge = found.board_edge(wire.spot.side)
        others = [each for each in found.wires if each.spot == wire.spot and not each.joins]
        nearest = min(others, key=lambda each: abs(each.points[1][0] - edge), default=wire)
        if len(others) > 1 and wire is nearest:
            joined.append((wire.pin.colour, wire.points[2]))
    return joined


def _line(sheet: Canvas, points: tuple[Point, ...], colour: str, width: float) -> None:
    """A wire with a halo, so that a crossing shows which one runs on top."""
    sheet.path(points, stroke=PAPER, stroke_width=width + 4, stroke_linejoin="round")
    if colour == "white":
        sheet.path(points, stroke=INK, stroke_width=width + 1.5, stroke_linejoin="round")
    sheet.path(
        points, stroke=COLOURS[colour], stroke_width=width, stroke_linejoin="round",
        stroke_linecap="round",
    )  # fmt: skip


def _board(sheet: Canvas, found: Plan) -> None:
    x, height = found.board_edge("left"), found.board_bottom - TOP
    sheet.add("rect", x=x, y=TOP, width=BOARD_WIDTH, height=height, rx=10, fill=BOARD)
    middle = x + BOARD_WIDTH / 2
    sheet.add(
        "rect", x=middle - 26, y=TOP - 10, width=52, height=30, rx=4, fill="#d0d7de", stroke=PALE
    )
    sheet.text(
        (middle, TOP + 10), "USB", font_size=12, fill=INK, text_anchor="middle", font_weight="bold"
    )
    at = f"rotate(-90 {middle:.0f} {TOP + height / 2:.0f})"
    sheet.text(
        (middle, TOP + height / 2 + 5), found.pinout.title, font_size=15, fill="#ffffff",
        text_anchor="middle", font_weight="bold", transform=at,
    )  # fmt: skip


def _board_pins(sheet: Canvas, found: Plan) -> None:
    used = {wire.spot for wire in found.wires}
    for spot in (*found.pinout.left, *found.pinout.right):
        x, y = found.board_edge(spot.side), found.spot_y(spot)
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


def _part(sheet: Canvas, box: Box) -> None:
    sheet.add(
        "rect", x=box.x, y=box.y, width=PART_WIDTH, height=box.height, rx=8, fill="#f6f8fa",
        stroke="#afb8c1", stroke_width=1.5,
    )  # fmt: skip
    sheet.text((box.x + 12, box.y + 22), box.part.title, font_size=13, font_weight="bold", fill=INK)
    if box.part.note:
        at = (box.x + 12, box.y + box.height - 10)
        sheet.text(at, box.part.note, font_size=11, fill=PALE)
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


def _labels(sheet: Canvas, found: Plan, wire: Wire) -> None:
    """What is at the other end, at both ends."""
    outward = 1 if wire.box.side == "left" else -1
    anchor = "start" if wire.box.side == "left" else "end"
    y = wire.box.pin_y(wire.pin)
    at = (wire.box.edge + 11 * outward, y - 5)
    sheet.text(at, place_name(wire.spot), font_size=12, fill=INK, text_anchor=anchor)
    if not wire.joins:
        ends = [each for each in found.wires if each.spot == wire.spot]  # two share an I2C pin
        ends.sort(key=lambda each: each.box.y)
        names = " and ".join(each.box.part.short for each in ends)
        if wire is ends[0]:
            _at_board(sheet, found, wire.spot, f"{names} {wire.pin.name}")


def _rail_labels(sheet: Canvas, found: Plan) -> None:
    words = {net: ("5 V" if net == V5 else net) for net in POWER}
    for spot, net in {spot: net for net, spot, _ in found.rails}.items():
        _at_board(sheet, found, spot, f"{words[net]} of all parts" if net == "GND" else words[net])


def _at_board(sheet: Canvas, found: Plan, spot: Spot, words: str) -> None:
    outward = -1 if spot.side == "left" else 1
    at = (found.board_edge(spot.side) + 11 * outward, found.spot_y(spot) - 5)
    anchor = "end" if spot.side == "left" else "start"
    sheet.text(at, words, font_size=12, fill=INK, text_anchor=anchor)
