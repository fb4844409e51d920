"""The tray holds a card, and its panels fit together."""

import re
from itertools import combinations
from math import dist
from xml.etree import ElementTree

import pytest

from tests.docs.drawings.__main__ import FOLDER
from tests.docs.drawings.tray import draw, panels, place, read_sizes

SCAD = (FOLDER / "tray.scad").read_text("utf-8")
SIZES = read_sizes(SCAD)
PANELS = {panel.name: panel for panel in panels(SIZES)}
SLEEVED_CARD = (67, 103)  # 65 x 100 mm in a common sleeve
SHEET = SIZES["sheet"]


def inside(outline, point):
    """Is a point within an outline?"""
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossings += 1
    return crossings % 2 == 1


def along(length, number=997):
    return [length * (at + 0.5) / number for at in range(number)]


@pytest.mark.parametrize("wall", ["front", "back"])
def test_short_walls_fill_the_gaps_of_top_and_bottom(wall):
    for x in along(SIZES["width"]):
        plate = inside(PANELS["top"].outline, (x, SHEET / 2))
        assert plate != inside(PANELS[wall].outline, (x, SHEET / 2))
        far = inside(PANELS["bottom"].outline, (x, SIZES["length"] - SHEET / 2))
        assert far != inside(PANELS[wall].outline, (x, SIZES["height"] - SHEET / 2))


@pytest.mark.parametrize("wall", ["left", "right"])
def test_long_walls_fill_the_gaps_of_top_and_bottom(wall):
    for y in along(SIZES["length"]):
        plate = inside(PANELS["top"].outline, (SHEET / 2, y))
        assert plate != inside(PANELS[wall].outline, (y, SHEET / 2))


def test_walls_fill_each_others_gaps_at_the_corners():
    for y in along(SIZES["height"]):
        if SHEET < y < SIZES["height"] - SHEET:  # beyond is the plates' own corner
            one = inside(PANELS["front"].outline, (SHEET / 2, y))
            assert one != inside(PANELS["left"].outline, (SHEET / 2, y))


def test_the_card_fits_into_the_frame_with_room_to_lift_it():
    frame = PANELS["frame"]
    hole = [SIZES["card_w"] + SIZES["play"], SIZES["card_l"] + SIZES["play"]]
    assert hole[0] >= SLEEVED_CARD[0] + 1
    assert hole[1] >= SLEEVED_CARD[1] + 1
    middle = (frame.width / 2, frame.height / 2)
    for x in (-1, 1):
        for y in (-1, 1):
            corner = (middle[0] + x * SLEEVED_CARD[0] / 2, middle[1] + y * SLEEVED_CARD[1] / 2)
            assert not inside(frame.outline, corner)
    assert not inside(frame.outline, (frame.width / 2, frame.height - 1)), "no room for a finger"


def test_holes_keep_away_from_each_other_from_the_frame_and_from_the_edges():
    top = PANELS["top"]
    for (one, wide), (other, broad) in combinations(top.circles, 2):
        assert dist(one, other) >= (wide + broad) / 2 + 1
    for (x, y), across in top.circles:
        half = across / 2
        assert x - half >= SHEET + 1 and x + half <= top.width - SHEET - 1
        assert y - half > PANELS["frame"].height and y + half <= top.height - SHEET - 1


def test_board_and_readers_fit_inside():
    room = [SIZES["width"] - 2 * SHEET, SIZES["length"] - 2 * SHEET]
    for part in ((40, 60), (43, 41), (28, 55), (21, 51)):  # MFRC522, PN532, ESP32, Pico
        assert part[0] <= room[0] and part[1] <= room[1]


def test_no_panel_lies_on_another_on_the_sheet():
    spots, (width, height) = place(list(PANELS.values()))
    for (one, a), (other, b) in combinations(spots, 2):
        apart = (
            a[0] + one.width < b[0] or b[0] + other.width < a[0]
            or a[1] + one.height < b[1] or b[1] + other.height < a[1]
        )  # fmt: skip
        assert apart, (one.name, other.name)
    assert all(at[0] + one.width < width and at[1] + one.height < height for one, at in spots)


def test_fingers_are_wider_than_their_gaps_by_what_the_beam_takes():
    def spans(kerf):
        found = re.search(r'd="M(.*?) Z"[^>]*id="front"', draw({**SIZES, "kerf": kerf}))
        points = [tuple(map(float, pair.split())) for pair in found[1].split(" L")]
        return max(x for x, _ in points) - min(x for x, _ in points)

    assert spans(0.2) == pytest.approx(spans(0.0) + 0.2)


@pytest.mark.parametrize("change", ["card_w = 60;", "sheet = 4;", "finger = 20;", "inner_h = 45;"])
def test_other_parameters_still_give_panels_that_fit(change):
    name, value = change.rstrip(";").split(" = ")
    sizes = read_sizes(re.sub(rf"^{name} = [\d.]+;", change, SCAD, flags=re.MULTILINE))
    assert sizes[name] == float(value)
    made = {panel.name: panel for panel in panels(sizes)}
    deep = sizes["sheet"] / 2
    for x in along(sizes["width"], 211):
        plate = inside(made["top"].outline, (x, deep))
        assert plate != inside(made["front"].outline, (x, deep))


def test_no_name_on_the_sheet_runs_into_a_hole():
    """The blue words may be engraved: a word over a hole would be cut."""
    sheet = ElementTree.fromstring(draw(SIZES))
    holes = [
        ((float(hole.get("cx")), float(hole.get("cy"))), float(hole.get("r")))
        for hole in sheet.iterfind("{*}circle")
    ]
    assert holes
    for word in sheet.iterfind("{*}text"):
        middle = (float(word.get("x")), float(word.get("y")) - 2)
        assert all(dist(middle, at) > across + 6 for at, across in holes), word.text
