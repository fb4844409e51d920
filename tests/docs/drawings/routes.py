"""How the wires of a seat run: parts beside their pins, a lane a wire, rails for power."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.docs.drawings.canvas import Point
from tests.docs.drawings.pinouts import GND, SIDES, V3, V5, Pinout, Spot
from tests.docs.drawings.wires import Part, Pin

PITCH = 26  # from pin to pin
PART_WIDTH, BOARD_WIDTH, CHANNEL = 232, 236, 368
MARGIN, TOP = 28, 150
HEAD, GAP = 34, 26  # above the pins of a part, and between two parts
PART_LABEL, RAIL, LANE = 92, 15, 11  # room for words at the part, from rail to rail, lane to lane
NETS = (GND, V3, V5)


@dataclass(frozen=True)
class Box:
    """A part in its place, with the height of each of its pins."""

    part: Part
    side: str
    x: float
    y: float

    @property
    def height(self) -> float:
        """Its height, with the line of its note."""
        return HEAD + PITCH * len(self.part.pins) + (20 if self.part.note else 6)

    @property
    def edge(self) -> float:
        """Where its wires begin."""
        return self.x + (PART_WIDTH if self.side == "left" else 0)

    def pin_y(self, pin: Pin) -> float:
        """The height of a pin."""
        return self.y + HEAD + PITCH * (pin.number - 0.5)


@dataclass(frozen=True)
class Wire:
    """A wire from a part to the board, or to the rail that comes from there."""

    box: Box
    pin: Pin
    spot: Spot
    points: tuple[Point, ...]
    joins: bool = False  # ends on a rail


@dataclass
class Plan:
    """Where everything is."""

    pinout: Pinout
    boxes: list[Box] = field(default_factory=list)
    wires: list[Wire] = field(default_factory=list)
    rails: list[tuple[str, Spot, tuple[Point, ...]]] = field(default_factory=list)
    joints: list[tuple[str, Point]] = field(default_factory=list)
    height: float = 0

    @property
    def width(self) -> float:
        """The width of the whole picture."""
        return 2 * (MARGIN + PART_WIDTH + CHANNEL) + BOARD_WIDTH

    def board_edge(self, side: str) -> float:
        """Where a side of the board is."""
        left = MARGIN + PART_WIDTH + CHANNEL
        return left if side == "left" else left + BOARD_WIDTH

    def spot_y(self, spot: Spot) -> float:
        """The height of a board's pin."""
        return TOP + PITCH * (spot.row + 1)

    @property
    def board_bottom(self) -> float:
        """Where the board ends."""
        return TOP + PITCH * (self.pinout.rows + 1)

    def towards(self, side: str, x: float, steps: float) -> float:
        """From a part's side of a channel towards the board."""
        return x + steps if side == "left" else x - steps


def spot_of(pinout: Pinout, pin: Pin, side: str) -> Spot:
    """The board's pin to which a part's pin goes."""
    assert pin.to is not None
    return pinout.find(pin.to if isinstance(pin.to, str) else f"{pinout.gpio}{pin.to}", side)


def plan(pinout: Pinout, parts: list[Part]) -> Plan:
    """Place the parts and lead the wires."""
    found = Plan(pinout)
    for side in SIDES:
        _place(found, side, [part for part in parts if _side(pinout, part) == side])
    lowest = max(box.y + box.height for box in found.boxes)
    found.height = max(lowest, found.board_bottom) + 60
    for side in SIDES:
        _lead(found, side)
    return found


def _signals(part: Part) -> list[Pin]:
    return [pin for pin in part.pins if isinstance(pin.to, int)]


def _side(pinout: Pinout, part: Part) -> str:
    sides = [spot_of(pinout, pin, "").side for pin in _signals(part)]
    return max(SIDES, key=sides.count)


def _place(found: Plan, side: str, parts: list[Part]) -> None:
    """One below the other, in the order of their pins on the board."""

    def height(part: Part) -> float:
        rows = [spot_of(found.pinout, pin, side).row for pin in _signals(part)]
        return sum(rows) / len(rows)

    x = MARGIN if side == "left" else found.width - MARGIN - PART_WIDTH
    y = float(TOP)
    for part in sorted(parts, key=height):
        box = Box(part, side, x, y)
        found.boxes.append(box)
        # Pins of parts and of the board are half a step apart, so that no two wires lie in a line.
        y += -(-(box.height + GAP) // PITCH) * PITCH


def _lead(found: Plan, side: str) -> None:
    boxes = [box for box in found.boxes if box.side == side]
    pins = [(box, pin) for box in boxes for pin in box.part.pins if pin.to is not None]
    used = {str(pin.to) for _, pin in pins}
    away = {
        str(pin.to)
        for box in found.boxes
        if box.side != side
        for pin in box.part.pins
        if pin.to in NETS and spot_of(found.pinout, pin, box.side).side == side
    }
    edge = MARGIN + PART_WIDTH if side == "left" else found.width - MARGIN - PART_WIDTH
    rails = {net: found.towards(side, edge, PART_LABEL + RAIL * at) for at, net in enumerate(NETS)}
    for net in NETS:
        if net in used or net in away:
            heights = [box.pin_y(pin) for box, pin in pins if pin.to == net]
            _rail(found, side, net, rails[net], heights)
    first = PART_LABEL + RAIL * len(NETS) + LANE
    signals = [(box, pin) for box, pin in pins if isinstance(pin.to, int)]
    for place, (box, pin) in enumerate(_in_lanes(found, signals, side)):
        spot = spot_of(found.pinout, pin, side)
        _wire(found, box, pin, spot, found.towards(side, edge, first + LANE * place))
    for box, pin in pins:
        if pin.to in rails:
            spot = spot_of(found.pinout, pin, side)
            at = (rails[str(pin.to)], box.pin_y(pin))
            found.wires.append(Wire(box, pin, spot, ((box.edge, at[1]), at), joins=True))
            found.joints.append((str(pin.to), at))


def _in_lanes(found: Plan, signals: list[tuple[Box, Pin]], side: str) -> Iterator[tuple[Box, Pin]]:
    """The wires in the order of their lanes, from the parts on, so that few cross.

    Of two wires that go down, the upper one must turn nearer to the board; of two that go up, the
    lower one.
    """

    def falls(row: tuple[Box, Pin]) -> bool:
        return found.spot_y(spot_of(found.pinout, row[1], side)) > row[0].pin_y(row[1])

    yield from (row for row in reversed(signals) if falls(row))
    yield from (row for row in signals if not falls(row))


def _wire(found: Plan, box: Box, pin: Pin, spot: Spot, lane: float) -> None:
    start, y, end = box.pin_y(pin), found.spot_y(spot), found.board_edge(spot.side)
    points: tuple[Point, ...] = ((box.edge, start), (lane, start), (lane, y), (end, y))
    if spot.side != box.side:
        raise ValueError(f"{box.part.title} has pins on both sides of the board: not drawn")
    found.wires.append(Wire(box, pin, spot, points))


def _rail(found: Plan, side: str, net: str, x: float, heights: list[float]) -> None:
    """A rail along the parts; it begins at the board, or at the other side's rail."""
    spot = found.pinout.find(net, side)
    y = found.spot_y(spot)
    if spot.side == side:
        heights = [*heights, y]
        found.rails.append((net, spot, ((x, min(heights)), (x, max(heights)))))
        found.rails.append((net, spot, ((x, y), (found.board_edge(side), y))))
        found.joints.append((net, (x, y)))
        return
    # From the other side, round the board: above it when the pin is in its upper half.
    upper = spot.row < found.pinout.rows / 2
    step = 12 * NETS.index(net)
    turn = TOP - 22 - step if upper else found.board_bottom + 22 + step
    far = found.width - x  # the other side's rail is at the same place from its parts
    heights = [*heights, turn]
    found.rails.append((net, spot, ((x, min(heights)), (x, max(heights)))))
    found.rails.append((net, spot, ((x, turn), (far, turn), (far, y))))
    found.joints.append((net, (x, turn)))
