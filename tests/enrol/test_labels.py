"""Labels: every card is on the sheet once, inside its frame and inside the paper."""

import re

import pytest

from card_db.bearers import Bearer
from card_db.loader import load_box
from host_tools.enrol.collection import collection
from host_tools.enrol.labels import (
    MM,
    PADDING,
    SIZES,
    Label,
    as_pdf,
    as_svg,
    label_of,
    layout_of,
    pages,
)

BOX = load_box("2e")
THINGS = collection(BOX, ("base", "leaders", "cities"))
BOTH = ("en", "fr")


def texts(drawing):
    return [shape for shape in drawing.contents if hasattr(shape, "text")]


def test_a_label_names_the_card_in_both_languages():
    label = label_of(BOX, Bearer("card", "clay_pit", 3), BOTH)
    assert label == Label(("Clay Pit", "Fosse argileuse"), "Age I · brown · 3+", "brown")
    french = label_of(BOX, Bearer("card", "clay_pit", 3), ("fr",))
    assert french == Label(("Fosse argileuse",), "Âge I · marron · 3+", "brown")
    assert label_of(BOX, Bearer("tile", "sell"), BOTH).lines == ("Sell", "Vendre")
    assert label_of(BOX, Bearer("player", "Ann"), BOTH) == Label(("Ann",), "player", "")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", [*SIZES, "40x20"])
def test_every_text_lies_inside_its_label_and_the_paper(paper, size):
    from reportlab.pdfbase.pdfmetrics import stringWidth

    layout = layout_of(paper, size)
    drawn = pages([label_of(BOX, bearer, BOTH) for bearer in THINGS], layout)
    names = [shape.text for page in drawn for shape in texts(page)]
    assert names.count("Clay Pool") == 2
    width = layout.size[0] * MM
    corners = [x * MM for x, _ in layout.corners()]
    for page in drawn:
        for shape in texts(page):
            left = max(x for x in corners if x <= shape.x)
            end = shape.x + stringWidth(shape.text, shape.fontName, shape.fontSize)
            assert end <= left + width - PADDING * MM + 0.01, shape.text
            assert 0 < shape.y < layout.paper[1] * MM


def test_the_sheet_of_sleeves_has_65_labels():
    layout = layout_of("a4", "sleeve")
    assert len(list(layout.corners())) == 65
    assert len(pages([label_of(BOX, b, BOTH) for b in THINGS], layout)) == -(-len(THINGS) // 65)


def test_pdf_and_svg_are_made_the_same_every_time():
    layout = layout_of("a4", "sleeve")
    drawn = pages([label_of(BOX, bearer, BOTH) for bearer in THINGS], layout)
    pdf = as_pdf(drawn, layout, "deck")
    assert pdf.startswith(b"%PDF-")
    assert pdf == as_pdf(drawn, layout, "deck")
    assert pdf.count(b"/Type /Page\n") == len(drawn)
    svg = as_svg(drawn[0])
    assert "Exploitation forestière" in svg
    assert len(re.findall("<text", svg)) == len(texts(drawn[0]))


@pytest.mark.parametrize("size", ["", "small", "5x5", "500x20", "20", "nanx20"])
def test_a_size_that_does_not_fit_is_refused(size):
    with pytest.raises(ValueError, match=r"is no size|do not fit"):
        layout_of("a4", size)
