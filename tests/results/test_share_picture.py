"""The picture to share, read back and looked at: its numbers are those of the game."""

import io
from dataclasses import replace

import pypdfium2
import pytest
from PIL import Image

from host_tools.results.share_picture import SIZE, share_pdf, share_png
from tests.results.sheets import evening, game

FREE_CITY = {"player": None, "rank": None}


def text_of(data):
    pdf = pypdfium2.PdfDocument(data)
    try:
        page = pdf[0]
        assert page.get_size() == SIZE
        found = page.get_textpage()
        text = found.get_text_range()
        found.close()
        page.close()
    finally:
        pdf.close()
    return " ".join(text.split())


@pytest.mark.parametrize("players", [3, 5, 8])
def test_it_has_everybody_with_wonder_points_and_total(players):
    told = evening(players)
    text = text_of(share_pdf(told))
    assert f"Winner {told.winners[0]} 2024-01-01" in text
    for seat in told.seats:
        assert f"{seat.player} {seat.wonder.title()} A" in text
        assert f"{seat.total - 3} {seat.total} " in text  # the last bar, then the sum
        assert f"{seat.player} {seat.total}" in text  # at the end of the line
    for word in ("Military", "Civilian", "Age I", "Age III"):
        assert word in text
    assert "Guilds" not in text


def test_it_speaks_french():
    text = text_of(share_pdf(evening(3), "fr"))
    for word in ("Victoire de Cy", "Gizeh A", "Militaire", "Âge II", "tours"):
        assert word in text


def test_partners_win_as_a_team_with_the_sum_of_both():
    told = evening(4, sets=("base", "cities"))
    seats = [replace(seat, rank=rank) for seat, rank in zip(told.seats, (2, 2, 1, 1), strict=True)]
    text = text_of(share_pdf(replace(told, variant="team", seats=tuple(seats))))
    assert "Winning team Cy and Di" in text
    assert text.count("Team 95") == 2 and text.count("Team 83") == 2


def test_a_shared_victory_names_both():
    assert "Winners Ann and Bo" in text_of(share_pdf(game(("Ann", 50), ("Bo", 50), ("Cy", 30))))


def test_the_free_city_comes_last_and_never_wins():
    told = game(("Ann", 40), ("Bo", 44), ("", 60))
    ranks = (2, 1, None)
    seats = [replace(seat, rank=rank) for seat, rank in zip(told.seats, ranks, strict=True)]
    seats[2] = replace(seats[2], **FREE_CITY)
    text = text_of(share_pdf(replace(told, variant="two_player", seats=tuple(seats))))
    assert "Winner Bo 20" in text and text.index("Ann") < text.index("The Free City")


def test_lost_points_have_a_real_minus():
    told = game(("Ann", 40), ("Bo", 44), ("Cy", 20))
    lost = replace(told.seats[0], scores=(-6, 0, 0, 40, 0, 0, 0, 0, 0))
    assert "40 −6 34" in text_of(share_pdf(replace(told, seats=(lost, *told.seats[1:]))))


def test_it_is_a_light_picture_of_the_size_that_links_show():
    drawn = share_png(evening(8, sets=("base", "leaders", "cities")))
    picture = Image.open(io.BytesIO(drawn))
    assert (picture.format, picture.size) == ("PNG", SIZE) and len(drawn) < 100_000
