"""Plots say what they show: title, units, the same in words, and the numbers."""

import re
from xml.etree import ElementTree

import pytest

from host_tools.results.plots import course, plots_of
from host_tools.results.stats import stats_of
from host_tools.texts import LANGUAGES, say
from tests.results.sheets import evening, game

UNITS = {
    "scores": "points",
    "wonders": "wonders_unit",
    "periods": "periods_unit",
    "duels": "duels_unit",
    "thinking": "thinking_unit",
    "course": "points",
}


def all_plots(lang, games=None):
    games = games or [evening(4, day=day) for day in range(5)]
    return [*plots_of(stats_of(games), lang), course(games[0], lang)]


def texts(plot):
    svg = ElementTree.fromstring(plot.svg)
    return ["".join(node.itertext()) for node in svg.iter() if node.tag.endswith("}text")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_plot_has_title_unit_alternative_text_and_numbers(lang):
    plots = all_plots(lang)
    assert [plot.key for plot in plots] == list(UNITS)
    for plot in plots:
        svg = ElementTree.fromstring(plot.svg)
        assert svg.get("role") == "img"
        assert svg[0].tag.endswith("}title") and svg[0].text == plot.title
        assert svg.get("aria-label") == f"{plot.title}. {plot.alt}"
        assert say(f"results.{UNITS[plot.key]}", lang) in texts(plot)
        assert plot.alt.endswith(".") and re.search(r"\d", plot.alt)
        assert plot.rows and all(len(row) == len(plot.head) for row in plot.rows)


def test_no_plot_brings_a_style_that_a_strict_page_would_drop():
    for plot in all_plots("en"):
        assert "style=" not in plot.svg and "<style" not in plot.svg


def test_the_words_beside_a_picture_tell_its_numbers():
    scores = plots_of(stats_of([game(("Ann", 50), ("Bo", 41), ("Cy", 30))]), "en")[0]
    assert "Ann: 50 to 50 points, median 50.0, in 1 games." in scores.alt
    assert scores.rows[0] == ["Ann", "1", "50", "50.0", "50.0 – 50.0", "50"]


def test_one_game_two_points_and_negative_ones_are_drawn():
    for games in ([game(("Ann", 50), ("Bo", -4), ("Cy", 0))], [evening(8)]):
        for plot in plots_of(stats_of(games), "fr"):
            assert "nan" not in plot.svg and "inf" not in plot.svg


def test_a_name_cannot_break_a_page():
    plots = all_plots("en", [game(("<script>", 50), ('"&', 40), ("Cy", 30), course=True)])
    for plot in plots:
        assert "<script" not in plot.svg
        ElementTree.fromstring(plot.svg)


def test_dashes_tell_lines_apart_without_colour():
    drawn = ElementTree.fromstring(course(evening(8), "en").svg)
    lines = [node.get("stroke-dasharray") for node in drawn.iter() if node.tag.endswith("polyline")]
    assert len(lines) == len(set(lines)) == 8


def test_a_sheet_without_a_course_has_no_picture_of_it():
    assert course(game(("Ann", 50), ("Bo", 40), ("Cy", 30)), "en") is None


def test_a_crowd_is_spoken_of_briefly_and_told_in_the_table():
    games = [game(*((f"P{at}{day}", 30 + at) for at in range(7)), day=day) for day in range(3)]
    scores = plots_of(stats_of(games), "en")[0]
    assert scores.alt.endswith("13 more are in the table.")
    assert len(scores.rows) == 21
