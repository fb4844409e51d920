"""Old score sheets: entered in a spreadsheet, checked line by line, taken all or not at all."""

import dataclasses

import pytest

from host_tools.results.by_hand import COLUMNS, ScoreSheetError, read_csv, template, write_csv
from host_tools.results.played import SHEET
from tests.results.sheets import evening, game

HEAD = ",".join(COLUMNS)
GAME = (
    "may,2024-05-17 20:30,1e,base,,45,Ann,gizah,A,5,2,15,12,4,0,5,,,43,2,7",
    "may,,,,,,Bo,rhodos,B,18,1,10,3,0,4,8,,,44,1,4",
    "may,,,,,,Cy,ephesos,A,-3,3,10,8,16,2,6,,,42,3,9",
)


def sheet(*lines, head=HEAD):
    return "\n".join([head, *lines]) + "\n"


def problems(*lines):
    with pytest.raises(ScoreSheetError) as refused:
        read_csv(sheet(*lines))
    return refused.value.problems


def changed(line, **cells):
    """A line of the game above with other cells."""
    row = dict(zip(COLUMNS, GAME[line].split(","), strict=True)) | cells
    lines = list(GAME)
    lines[line] = ",".join(row.values())
    return lines


def test_the_example_of_the_template_is_a_game():
    (found,) = read_csv(template().replace("#may", "may"))
    assert found.winners == ["Bo"]
    assert [seat.total for seat in found.seats] == [43, 44, 42]
    assert found.date.strftime("%Y-%m-%d %H:%M") == "2024-05-17 20:30"
    assert (found.minutes, found.source, found.number) == (45.0, SHEET, None)


def test_an_untouched_template_holds_no_game():
    with pytest.raises(ScoreSheetError, match="no line with a player"):
        read_csv(template())


def test_what_is_written_is_read_again():
    games = [evening(4), evening(3, day=2, sets=("base", "leaders")), evening(8, day=3)]
    again = read_csv(write_csv(games))
    for found, told in zip(again, games, strict=True):
        assert (found.uuid, found.winners, found.sets) == (told.uuid, told.winners, told.sets)
        assert [seat.scores for seat in found.seats] == [seat.scores for seat in told.seats]
        assert found.ended == told.ended


def test_an_old_name_that_looks_like_a_formula_goes_out_harmless_and_comes_in_no_more():
    seats = game(("=1+1", 50), ("Bo", 40), ("Cy", 30))
    text = write_csv([seats])
    assert ",'=1+1," in text
    with pytest.raises(ScoreSheetError, match="A name has 1 to 24 letters"):
        read_csv(text)


def test_semicolons_and_the_mark_of_a_spreadsheet_are_understood():
    text = "\ufeff" + sheet(*GAME).replace(",", ";")
    assert read_csv(text)[0].winners == ["Bo"]


def test_ranks_and_totals_may_be_left_out():
    lines = [",".join([*line.split(",")[:18], "", "", ""]) for line in GAME]
    (found,) = read_csv(sheet(*lines))
    assert [seat.rank for seat in found.seats] == [2, 1, 3]


def test_the_same_sheet_is_the_same_game_whenever_it_is_read():
    assert read_csv(sheet(*GAME)) == read_csv(sheet(*GAME))


@pytest.mark.parametrize(
    ("line", "cells", "says"),
    [
        (0, {"total": "44"}, "line 2: the points add up to 43, but total is 44."),
        (1, {"rank": "2"}, "line 3: rank is 2, but by points it is 1."),
        (1, {"rank": ""}, "line 3: rank is empty, but others of this game have one."),
        (1, {"player": ""}, "line 3: A name has 1 to 24 letters"),
        (2, {"player": "Ann"}, "line 4: the player Ann sits at this table twice."),
        (2, {"wonder": "gizah"}, "line 4: the wonder gizah sits at this table twice."),
        (0, {"wonder": "atlantis"}, "line 2: there is no wonder atlantis in 1e."),
        (0, {"side": "C"}, "line 2: side is C; it is one of A, B."),
        (
            1,
            {"military": "many"},
            "line 3: military is many, which is no whole number of up to five digits.",
        ),
        (0, {"date": "17.5.2024"}, "line 2: date is 17.5.2024; write it like 2024-05-17 20:30."),
        (1, {"date": "2024-05-18"}, "line 3: date differs from line 2 of the same game."),
        (0, {"sets": "base+babel"}, "line 2: sets has babel; it is some of base+leaders+cities+"),
        (0, {"edition": "3e"}, "line 2: edition is 3e; it is one of 1e, 2e."),
        (2, {"game": "june"}, "line 4: 1 player do not make a game of the variant standard."),
        (1, {"leaders": "3", "total": "47"}, "points for leaders, but sets does not name leaders."),
    ],
)
def test_a_line_that_is_wrong_is_named(line, cells, says):
    assert any(says in problem for problem in problems(*changed(line, **cells)))


def test_all_wrong_lines_are_told_in_their_order():
    lines = changed(0, total="9")[0], GAME[1], changed(2, total="8")[2]
    assert [problem.split(":")[0] for problem in problems(*lines)] == ["line 2", "line 4"]


def test_level_points_may_have_either_order_when_nobody_counted_coins():
    level = [line.rsplit(",", 2)[0] for line in GAME]
    level[2] = level[2].replace(",-3,", ",-1,").replace(",42", ",44")
    for one, other in ((1, 2), (2, 1), (1, 1)):
        ranks = (3, one, other)
        lines = [f"{line},{rank}," for line, rank in zip(level, ranks, strict=True)]
        assert [seat.rank for seat in read_csv(sheet(*lines))[0].seats] == list(ranks)


def test_partners_share_their_rank():
    lines = [*GAME, "may,,,,,,Di,olympia,A,0,0,0,10,0,0,0,,,10,,"]
    row = [",".join([*line.split(",")[:19], "", ""]) for line in lines]
    row[0] = row[0].replace("base,,45", "base+cities,team,45")
    assert [seat.rank for seat in read_csv(sheet(*row))[0].seats] == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "needs game"),
        ("player,points\nAnn,5\n", "does not know 'points'"),
        ("\x00\x01", "does not know"),
        (HEAD + "," + HEAD + "\n", "the head of the table"),
        ("x" * 6_000_000, "larger than any history"),
    ],
)
def test_what_is_no_score_sheet_is_refused_with_a_sentence(text, says):
    with pytest.raises(ScoreSheetError, match=says):
        read_csv(text)


def test_a_game_by_hand_needs_no_coins_and_has_no_course():
    (found,) = read_csv(sheet(*GAME))
    assert found.course == () and all(seat.thinking == () for seat in found.seats)
    assert dataclasses.replace(found, uuid="").as_json()["seats"][0]["coins"] == 7
