"""How the wires of a board run: parts beside their pins, a lane a wire, rails where they share."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from host_tools.wiring.canvas import Point
from host_tools.wiring.parts import POWER, Part, PartPin
from host_tools.wiring.pinouts import GND, SIDES, V3, V5, Pinout, Spot

PART_WIDTH, BOARD_WIDTH = 232, 236
CHANNEL, BOARD_LABEL = (
    368,
    150,
)  # between parts and board at least, and of it for words at the board
MARGIN, TOP = 28, 150
PART_LABEL, RAIL, LANE = 92, 15, 11  # room for words at the part, from rail to rail, lane to lane
NOTE, TURN = 14, 12  # a line of words in a part; from one wire above the board to the next
NETS = (GND, V3, V5)


@dataclass(frozen=True, slots=True)
class Grid:
    """Distances: from pin to pin, above the pins of a part, and between two parts.

    Pins of parts and of the board are never at one height, so that no two wires lie in a line.
    """

    pitch: int
    head: int
    gap: int


ROOMY, DENSE = Grid(26, 34, 26), Grid(20, 40, 14)


@dataclass(frozen=True, slots=True)
class PartBox:
    """A part in its place, with the height of each of its pins."""

    part: Part
    side: str
    x: float
    y: float
    grid: Grid

    @property
    def height(self) -> float:
        """Return its height, with its notes."""
        notes = 6 + NOTE * len(self.part.notes)
        return self.grid.head + self.grid.pitch * len(self.part.pins) + notes

    @property
    def edge(self) -> float:
        """Return where its wires begin."""
        return self.x + (PART_WIDTH if self.side == "left" else 0)

    def pin_y(self, pin: PartPin) -> float:
        """Return the height of a pin."""
        return self.y + self.grid.head + self.grid.pitch * (self.part.pins.index(pin) + 0.5)


@dataclass(frozen=True, slots=True)
class DrawnWire:
    """A wire from a part to the board, or to the rail that comes from there."""

    box: PartBox
    pin: PartPin
    spot: Spot
    points: tuple[Point, ...]
    joins: bool = False  # ends on a rail


@dataclass(frozen=True, slots=True)
class Rail:
    """A piece of a wire that several parts share; `name` is a net or the part's name of the pin."""

    name: str
    colour: str
    spot: Spot
    points: tuple[Point, ...]


@dataclass(slots=True)
class WireLayout:
    """Where everything is."""

    pinout: Pinout
    grid: Grid
    top: float = TOP
    channels: dict[str, float] = field(default_factory=lambda: dict.fromkeys(SIDES, CHANNEL))
    boxes: list[PartBox] = field(default_factory=list)
    wires: list[DrawnWire] = field(default_factory=list)
    rails: list[Rail] = field(default_factory=list)
    joints: list[tuple[str, Point]] = field(default_factory=list)
    height: float = 0

    @property
    def width(self) -> float:
        """Return the width of the whole picture."""
        return 2 * (MARGIN + PART_WIDTH) + BOARD_WIDTH + sum(self.channels.values())

    def board_edge(self, side: str) -> float:
        """Return where a side of the board is."""
        left = MARGIN + PART_WIDTH + self.channels["left"]
        return left if side == "left" else left + BOARD_WIDTH

    def from_parts(self, side: str, steps: float) -> float:
        """Return a place in a channel, so far from the parts."""
        if side == "left":
            return MARGIN + PART_WIDTH + steps
        return self.width - MARGIN - PART_WIDTH - steps

    def spot_y(self, spot: Spot) -> float:
        """Return the height of a board's pin."""
        return self.top + self.grid.pitch * (spot.row + 1)

    @property
    def board_bottom(self) -> float:
        """Return where the board ends."""
        return self.top + self.grid.pitch * (self.pinout.rows + 1)

    def ends(self, side: str) -> list[tuple[PartBox, PartPin]]:
        """Return the pins with a wire on one side, in order."""
        boxes = [box for box in self.boxes if box.side == side]
        return [(box, pin) for box in boxes for pin in box.part.pins if pin.to is not None]


def spot_of(pinout: Pinout, pin: PartPin, side: str = "") -> Spot:
    """Return the board's pin to which a part's pin goes."""
    assert pin.to is not None
    return pinout.find(pin.to if isinstance(pin.to, str) else f"{pinout.gpio}{pin.to}", side)


def plan(pinout: Pinout, parts: list[Part]) -> WireLayout:
    """Place the parts and lead the wires."""
    readers = [part for part in parts if "reader" in part.short]
    several = len(readers) > 2
    layout = WireLayout(pinout, DENSE if several else ROOMY)
    home = _side(pinout, readers[0])
    sides: dict[str, list[Part]] = {side: [] for side in SIDES}
    for part in parts:
        side = _side(pinout, part)
        if several:  # readers have one side for themselves
            side = home if part in readers else other(home)
        sides[side].append(part)
    crossing = sum(
        len({pin.to for part in sides[side] for pin in _signals(part)
             if spot_of(pinout, pin).side != side})
        for side in SIDES
    )  # fmt: skip
    layout.top = TOP + TURN * crossing
    for side in SIDES:
        _place(layout, side, sides[side])
    tracks = {side: Tracks(layout, side) for side in SIDES}
    for side in SIDES:  # wires from the other side need lanes too
        lanes = len(tracks[side].lanes) + tracks[other(side)].crossing
        room = PART_LABEL + RAIL * len(tracks[side].rails) + LANE * (lanes + 1) + BOARD_LABEL
        layout.channels[side] = max(CHANNEL, room)
    for at, box in enumerate(layout.boxes):  # the right side has moved
        x = MARGIN if box.side == "left" else layout.width - MARGIN - PART_WIDTH
        layout.boxes[at] = PartBox(box.part, box.side, x, box.y, box.grid)
    lowest = max(box.y + box.height for box in layout.boxes)
    layout.height = max(lowest, layout.board_bottom) + 60
    row = 0
    for side in SIDES:
        row = _lead(layout, side, Tracks(layout, side), tracks[other(side)], row)
    return layout


def other(side: str) -> str:
    """Return the other side."""
    return SIDES[1 - SIDES.index(side)]


def _signals(part: Part) -> list[PartPin]:
    return [pin for pin in part.pins if isinstance(pin.to, int)]


def _side(pinout: Pinout, part: Part) -> str:
    sides = [spot_of(pinout, pin).side for pin in _signals(part)]
    return max(SIDES, key=sides.count)


def _place(layout: WireLayout, side: str, parts: list[Part]) -> None:
    """Put parts one below the other, in the order of their pins on the board."""

    def height(part: Part) -> float:
        rows = [spot_of(layout.pinout, pin, side).row for pin in _signals(part)]
        return sum(rows) / len(rows)

    several = layout.grid is DENSE
    y, pitch = layout.top, layout.grid.pitch
    for part in parts if several else sorted(parts, key=height):
        box = PartBox(part, side, 0, y, layout.grid)
        layout.boxes.append(box)
        y += -(-(box.height + layout.grid.gap) // pitch) * pitch


class Tracks:
    """What runs along the parts of one side: rails for shared pins, lanes for the others."""

    def __init__(self, layout: WireLayout, side: str) -> None:
        ends = layout.ends(side)
        used = [pin.to for _, pin in ends]
        nets = [net for net in NETS if net in used or _needed_there(layout, side, net)]
        shared = [to for to in dict.fromkeys(used) if isinstance(to, int) and used.count(to) > 1]
        self.rails: list[str | int] = [*(NETS if nets else ()), *shared]
        self.nets = nets
        single = [end for end in ends if isinstance(end[1].to, int) and end[1].to not in shared]
        self.lanes = _in_lanes(layout, single, side)
        spots = [spot_of(layout.pinout, pin, side) for _, pin in ends if pin.to in shared]
        self.crossing = len({spot for spot in spots if spot.side != side})
        self.crossing += sum(_crosses(layout, pin, side) for _, pin in self.lanes)

    def rail_x(self, layout: WireLayout, side: str, to: str | int) -> float:
        """Return where a rail is."""
        return layout.from_parts(side, PART_LABEL + RAIL * self.rails.index(to))


def _needed_there(layout: WireLayout, side: str, net: str) -> bool:
    """Return whether parts on the other side get this power from a pin on this side."""
    there = {pin.to for _, pin in layout.ends(other(side))}
    return net in there and layout.pinout.find(net, other(side)).side == side


def _crosses(layout: WireLayout, pin: PartPin, side: str) -> bool:
    return spot_of(layout.pinout, pin, side).side != side


def _in_lanes(
    layout: WireLayout, ends: list[tuple[PartBox, PartPin]], side: str
) -> list[tuple[PartBox, PartPin]]:
    """Return the wires in the order of their lanes, from the parts on, so that few cross.

    Of two wires that go down, the upper one must turn nearer to the board; of two that go up, the
    lower one. A wire to the other side goes up, over the board.
    """

    def falls(end: tuple[PartBox, PartPin]) -> bool:
        spot = spot_of(layout.pinout, end[1], side)
        return spot.side == side and layout.spot_y(spot) > end[0].pin_y(end[1])

    return [
        *(end for end in reversed(ends) if falls(end)),
        *(end for end in ends if not falls(end)),
    ]


def _lead(layout: WireLayout, side: str, tracks: Tracks, far: Tracks, row: int) -> int:
    """Lead the wires of one side; those over the board begin at a row, and the next is returned."""
    ends = layout.ends(side)
    over = Over(layout, side, tracks, far, row)
    for net in tracks.nets:
        _power_rail(layout, side, net, tracks, far)
    for to in tracks.rails[len(NETS) if tracks.nets else 0 :]:
        taps = [(box, pin) for box, pin in ends if pin.to == to]
        _signal_rail(layout, side, taps, tracks.rail_x(layout, side, to), over)
    first = PART_LABEL + RAIL * len(tracks.rails) + LANE
    for place, (box, pin) in enumerate(tracks.lanes):
        lane = layout.from_parts(side, first + LANE * place)
        spot, start = spot_of(layout.pinout, pin, side), box.pin_y(pin)
        rest = over.path(lane, spot) if spot.side != side else [(lane, layout.spot_y(spot))]
        end = (layout.board_edge(spot.side), layout.spot_y(spot))
        points = ((box.edge, start), (lane, start), *rest, end)
        layout.wires.append(DrawnWire(box, pin, spot, points))
    for box, pin in ends:
        if pin.to in tracks.rails:
            at = (tracks.rail_x(layout, side, pin.to), box.pin_y(pin))
            spot = spot_of(layout.pinout, pin, side)
            points = ((box.edge, at[1]), at)
            layout.wires.append(DrawnWire(box, pin, spot, points, joins=True))
            layout.joints.append((pin.colour, at))
    return row + tracks.crossing


class Over:
    """The wires of one side that go over the board to pins on its other side, nested."""

    def __init__(
        self, layout: WireLayout, side: str, tracks: Tracks, far: Tracks, row: int
    ) -> None:
        self._layout, self._side = layout, side
        self._lane = PART_LABEL + RAIL * len(far.rails) + LANE * (len(far.lanes) + 1)
        self._row = row + tracks.crossing

    def path(self, x: float, spot: Spot) -> list[Point]:
        """Return the way from a lane or rail to the pin's height; the first takes the highest."""
        self._row -= 1
        turn = self._layout.top - 22 - TURN * self._row
        lane = self._layout.from_parts(other(self._side), self._lane)
        self._lane += LANE
        return [(x, turn), (lane, turn), (lane, self._layout.spot_y(spot))]


def _signal_rail(
    layout: WireLayout, side: str, taps: list[tuple[PartBox, PartPin]], x: float, over: Over
) -> None:
    _, pin = taps[0]
    spot = spot_of(layout.pinout, pin, side)
    end = (layout.board_edge(spot.side), layout.spot_y(spot))
    path = over.path(x, spot) if spot.side != side else [(x, end[1])]
    heights = [*(box.pin_y(each) for box, each in taps), path[0][1]]
    _add_rail(layout, pin.name, pin.colour, spot, [(x, min(heights)), (x, max(heights))])
    _add_rail(layout, pin.name, pin.colour, spot, [*path, end])
    layout.joints.append((pin.colour, path[0]))


def _power_rail(layout: WireLayout, side: str, net: str, tracks: Tracks, far: Tracks) -> None:
    """Add a rail along the parts; it begins at the board, or at the other side's rail."""
    x, colour = tracks.rail_x(layout, side, net), POWER[net]
    spot = layout.pinout.find(net, side)
    y = layout.spot_y(spot)
    heights = [box.pin_y(pin) for box, pin in layout.ends(side) if pin.to == net]
    if spot.side == side:
        path = [(x, y), (layout.board_edge(side), y)]
    else:  # round the board: above it when the pin is in its upper half
        rows = sum((tracks.crossing, far.crossing))
        upper = spot.row < layout.pinout.rows / 2 or layout.grid is DENSE
        step = TURN * NETS.index(net)
        above, below = layout.top - 22 - TURN * rows - step, layout.board_bottom + 22 + step
        turn = above if upper else below
        there = far.rail_x(layout, other(side), net)
        path = [(x, turn), (there, turn), (there, y)]
    heights.append(path[0][1])
    _add_rail(layout, net, colour, spot, [(x, min(heights)), (x, max(heights))])
    _add_rail(layout, net, colour, spot, path)
    layout.joints.append((colour, path[0]))


def _add_rail(
    layout: WireLayout, name: str, colour: str, spot: Spot, points: Iterable[Point]
) -> None:
    layout.rails.append(Rail(name, colour, spot, tuple(points)))
