"""The printable score sheet, read back and looked at."""

import dataclasses
import io

import pypdfium2
import pytest
from PIL import Image

from host_tools.results.score_sheet import sheet_pdf, sheet_png
from tests.results.sheets import evening, game

CYRILLIC = "Иван"


def text_of(data):
    pdf = pypdfium2.PdfDocument(data)
    try:
        assert len(pdf) == 1
        page = pdf[0]
        assert [round(side / 72 * 25.4) for side in page.get_size()] == [210, 297]
        found = page.get_textpage()
        text = found.get_text_range()
        found.close()
        page.close()
    finally:
        pdf.close()
    return text.replace("\r\n", "\n")


def test_the_sheet_has_a_column_a_player_a_line_a_category_and_the_totals():
    text = text_of(sheet_pdf(evening(4)))
    for word in ("Score sheet", "2024-01-01", "40 min", "Ann", "Gizah A", "Military", "Guilds"):
        assert word in text
    assert "Leaders" not in text and "Cities" not in text
    assert "40 43 46 49" in " ".join(text.split())
    assert "4 3 2 1" in " ".join(text.split())


def test_the_sheet_speaks_french_and_has_the_lines_of_its_sets():
    text = text_of(sheet_pdf(evening(3, sets=("base", "leaders", "cities")), "fr"))
    for word in (
        "Feuille de score",
        "Militaire",
        "Gizeh A",
        "Leaders",
        "Cities",
        "Âge III",
        "tours",
    ):
        assert word in text


def test_partners_have_their_sum_in_a_line_of_its_own():
    found = dataclasses.replace(evening(4), variant="team", sets=("base", "cities"))
    assert "83 83 95 95" in " ".join(text_of(sheet_pdf(found)).split())


def test_a_second_printing_tells_day_and_night():
    found = game(("Ann", 50), ("Bo", 40), ("Cy", 30), edition="2e")
    seats = tuple(dataclasses.replace(seat, side="Night") for seat in found.seats)
    text = text_of(sheet_pdf(dataclasses.replace(found, seats=seats), "fr"))
    assert "Gizeh Nuit" in text and "seconde édition" in text


@pytest.mark.parametrize("players", [3, 8])
def test_long_names_find_room_in_their_columns(players):
    found = evening(players, sets=("base", "cities"))
    seats = tuple(
        dataclasses.replace(seat, player=f"Maximilienne-Charlotte {at}")
        for at, seat in enumerate(found.seats)
    )
    text = text_of(sheet_pdf(dataclasses.replace(found, seats=seats)))
    assert text.count("Maximil") >= players


def test_the_same_game_gives_the_same_file():
    assert sheet_pdf(evening()) == sheet_pdf(evening())


def test_the_picture_shows_the_colours_and_marks_the_winner():
    picture = Image.open(io.BytesIO(sheet_png(evening(4)))).convert("RGB")
    assert picture.size == (1240, 1754) or picture.size == (1241, 1754)
    colors = {color for _, color in picture.getcolors(1 << 20)}

    def near(wanted):
        return any(sum(abs(a - b) for a, b in zip(c, wanted, strict=True)) < 24 for c in colors)

    for wanted in ((176, 40, 31), (29, 92, 168), (35, 116, 60), (106, 61, 158), (217, 154, 28)):
        assert near(wanted), wanted
    assert near((255, 255, 255)) and len(sheet_png(evening(4))) < 200_000


def test_a_sheet_by_hand_has_no_course():
    assert "Points after every turn" not in text_of(
        sheet_pdf(game(("Ann", 9), ("Bo", 8), ("C", 7)))
    )


def test_names_of_other_alphabets_are_written_where_a_font_has_them():
    found = sheet_pdf(game((CYRILLIC, 50), ("Bo", 40), ("Cy", 30)))
    assert "Bo" in text_of(found)  # without such a font the rest is still there
