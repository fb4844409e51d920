"""A record played through the rules: every error code, undo, losses, final choices, outcome."""

import pytest

from host_tools.rules.errors import CODES
from host_tools.rules.replay import replay
from host_tools.rules.result import failure, result
from tests.rules.lines import (
    FIRST,
    FIVE,
    HANDS_1,
    HANDS_2,
    LAST_TWO,
    UNDO,
    age_end,
    bad_file,
    broken,
    data,
    deal,
    finished,
    play,
    sell_on,
    selling,
    settle,
    state,
    telling,
    turn,
)
from tests.rules.table import coins, give

# Errors


def at_the_end_of_its_wonder():
    told = telling()
    give(told.game, 1, stages=3)
    return told


ERRORS = {
    "bad_record": (
        lambda: telling(),
        turn(1, 1, "0 build altar", "0 sell theater", "2 sell baths"),
        0,
        "P0 plays twice in one turn.",
    ),
    "unknown_card": (
        lambda: telling(),
        turn(1, 1, "0 sell altar", "1 build bath", "2 sell theater"),
        1,
        "There is no card 'bath'.",
    ),
    "wrong_phase": (
        lambda: telling(),
        turn(1, 2, "0 sell altar", "1 sell baths", "2 sell theater"),
        None,
        "This line is Age 1, turn 2; the game stands at Age 1, turn 1.",
    ),
    "wrong_age": (
        lambda: telling(),
        turn(1, 1, "0 sell altar", "1 sell baths", "2 build vineyard"),
        2,
        "Vineyard is a card of Age II; this is Age I.",
    ),
    "missing_play": (
        lambda: telling(),
        turn(1, 1, "0 sell altar", "2 sell baths"),
        1,
        "P1 has not played.",
    ),
    "not_in_hand": (
        lambda: telling(deal(1, *HANDS_1)),
        turn(1, 1, "0 sell altar", "1 sell baths", "2 sell press_1"),
        1,
        "P1 does not hold Baths.",
    ),
    "card_already_used": (
        lambda: telling(FIRST),
        turn(1, 2, "0 sell altar", "1 sell lumber_yard", "2 sell baths"),
        1,
        "Lumber Yard cannot be played: the only copy is out already in this game.",
    ),
    "already_built": (
        lambda: telling(
            turn(1, 1, "0 build altar", "1 sell barracks", "2 sell barracks", *LAST_TWO),
            wonders=FIVE,
        ),
        turn(1, 2, "0 build altar", "1 sell baths", "2 sell theater", *LAST_TWO),
        0,
        "P0 has Altar already: use the card for the wonder or sell it.",
    ),
    "cannot_afford": (
        lambda: telling(),
        turn(1, 1, "0 build apothecary", "1 sell baths", "2 sell theater"),
        0,
        "P0 cannot pay for Apothecary: loom is missing and neither neighbour sells it. "
        "The card can be sold for 3 coins.",
    ),
    "no_stage_left": (
        at_the_end_of_its_wonder,
        turn(1, 1, "0 sell altar", "1 wonder baths", "2 sell theater"),
        1,
        "All stages of P1's wonder are built.",
    ),
    "bad_choice": (
        lambda: telling(),
        turn(1, 1, "0 sell altar", play("1 build baths", free="olympia"), "2 sell theater"),
        1,
        "Baths is not free by 'olympia': P1 has no such right.",
    ),
    "not_in_this_game": (
        lambda: telling(),
        turn(1, 1, "0 build tavern", "1 sell baths", "2 sell theater"),
        0,
        "Tavern is not in this game of 3 seats with base. Check the deck.",
    ),
}


def test_every_error_code_has_its_example():
    assert set(ERRORS) == CODES


@pytest.mark.parametrize("code", ERRORS)
def test_an_error_says_code_seat_and_sentence_and_changes_nothing(code):
    before, line, seat, message = ERRORS[code]
    error = broken(before(), line)
    assert (error.code, error.seat, error.message) == (code, seat, message)


def test_a_failure_is_printed_with_its_line():
    """The object of `replay --json` for a record that breaks the rules."""
    error = bad_file(data(FIRST, turn(1, 2, "0 sell altar", "1 sell bath", "2 sell theater")))
    assert failure(error) == {
        "record": 1,
        "ok": False,
        "line": 3,
        "seat": 1,
        "error": "unknown_card",
        "message": "There is no card 'bath'.",
    }


def test_the_first_broken_rule_in_file_order_is_reported():
    two = turn(1, 1, "2 sell vineyard", "0 sell bath", "1 sell altar")
    error = bad_file(data(two, "rubbish"))
    assert (error.line, error.seat, error.code) == (2, 2, "wrong_age")


def test_an_error_in_a_later_play_takes_back_the_earlier_ones():
    told = telling()
    broken(told, turn(1, 1, "0 build lumber_yard", "1 build ore_vein", "2 build vineyard"))
    told.apply(FIRST)
    assert told.game.turn == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0 build well", "not_in_this_game"),  # a card of the other printing
        ("0 build hideout", "not_in_this_game"),  # a black card without Cities
        ("0 recruit midas", "not_in_this_game"),  # a leader without Leaders
        ("0 build gizah", "unknown_card"),
        ("0 recruit altar", "wrong_phase"),
        ("0 discard altar", "bad_record"),
        ("0 build palace", "wrong_age"),
    ],
)
def test_what_cannot_be_played_now(text, code):
    line = turn(1, 1, text, "1 sell baths", "2 sell theater")
    assert broken(telling(), line).code == code


@pytest.mark.parametrize("age,number", [(1, 0), (1, 2), (2, 1), (0, 1), (-1, -1), (1, 10**30)])
def test_a_turn_stands_where_the_game_stands(age, number):
    line = turn(age, number, "0 sell altar", "1 sell baths", "2 sell theater")
    assert broken(telling(), line).code == "wrong_phase"


def test_there_is_no_turn_after_the_last():
    told = finished()
    error = broken(told, turn(3, 7, "0 sell palace"))
    assert (error.code, error.message) == (
        "wrong_phase",
        "The game is over: there is no turn left.",
    )


def test_the_order_of_the_plays_does_not_matter():
    plays = FIRST["plays"]
    told = telling({**FIRST, "plays": plays[::-1]})
    assert result(told, trace=True) == result(telling(FIRST), trace=True)


@pytest.mark.parametrize("field", ["courtesan", "abu_simbel", "replace", "extra", "from_discard"])
def test_a_choice_that_nobody_asks_for_is_refused(field):
    value = {
        "courtesan": {"neighbour": "left", "leader": "midas"},
        "abu_simbel": "midas",
        "replace": {"give_up": 1},
        "extra": {"card": "theater", "action": "sell"},
        "from_discard": "altar",
    }[field]
    line = turn(1, 1, play("0 build lumber_yard", **{field: value}), "1 sell altar", "2 sell baths")
    error = broken(telling(), line)
    assert (error.code, error.seat) == ("bad_choice", 0) and field in error.message


@pytest.mark.parametrize("field", ["left", "drawn"])
def test_a_leftover_or_a_draw_that_nobody_has_is_refused(field):
    value = "theater" if field == "left" else ["midas"]
    line = turn(1, 1, play("0 build lumber_yard", **{field: value}), "1 sell altar", "2 sell baths")
    error = broken(telling(), line)
    assert (error.code, error.seat) == ("bad_choice", 0) and field in error.message


def test_nobody_picks_where_null_stands():
    line = turn(
        1, 1, play("0 build lumber_yard", from_discard=None), "1 sell altar", "2 sell baths"
    )
    assert telling(line).game.turn == 2


# Undo


def test_undo_takes_back_the_last_turn():
    told = telling(deal(1, *HANDS_1))
    before = state(told)
    told.apply(FIRST)
    told.apply(UNDO)
    assert state(told) == before


def test_after_undo_the_turn_is_played_otherwise():
    told = telling(FIRST, UNDO, turn(1, 1, "0 sell lumber_yard", "1 sell altar", "2 sell baths"))
    assert coins(told.game) == [6, 6, 6]
    assert [entry["turn"] for entry in told.trace] == [1]


def test_undo_can_be_repeated_to_the_beginning():
    told = telling()
    start, states = state(told), []
    for _ in range(3):
        states.append(state(told))
        told.apply(selling(told))
    for before in reversed(states):
        told.apply(UNDO)
        assert state(told) == before
    assert state(told) == start
    error = broken(told, UNDO)
    assert (error.code, error.message) == ("wrong_phase", "There is no turn to take back.")


def test_undo_goes_back_over_the_end_of_an_age():
    """Tokens, leftovers, `age_end` and the next deal are taken back with the last turn."""
    told = telling(deal(1, *HANDS_1))
    sell_on(told, 1, 6)
    give(told.game, 0, built="stockade")
    before = state(told)
    told.apply(selling(told))
    left = [f"{seat} {card.id}" for seat, card in told.game.leftovers.items()]
    told.apply(age_end(1, *left))
    told.apply(deal(2, *HANDS_2))
    assert told.game.cities[0].victories == [1, 1]
    told.apply(UNDO)
    assert state(told) == before
    told.apply(selling(told))
    told.apply(age_end(1, *left))


def test_undo_of_the_first_turn_of_an_age_keeps_its_deal():
    told = telling()
    sell_on(told, 2, 1)
    told.apply(age_end(1))
    told.apply(deal(2, *HANDS_2))
    before = state(told)
    told.apply(selling(told))
    told.apply(UNDO)
    assert state(told) == before
    assert broken(told, age_end(1)).code == "wrong_phase"


def test_undo_reopens_a_game_that_is_over():
    told = finished()
    told.apply({"type": "final"})
    told.apply(UNDO)
    assert not told.game.over and (told.game.age, told.game.turn) == (3, 6)
    told.apply(selling(told))
    assert told.game.over


def test_undo_forgets_the_final_choices():
    told = copying()
    told.apply({"type": "final", "copy_guild": {"0": "spies_guild"}})
    told.apply(UNDO)
    assert told.choices == {}


# Losses


def hideout(**more):
    """Seat 0 builds the Hideout: both others lose a coin."""
    told = telling(sets="base cities", **more)
    give(told.game, 2, coins=0)
    told.apply(turn(1, 1, "0 build hideout", "1 build lumber_yard", "2 build clay_pool"))
    return told


def debts(told):
    return [city.debt for city in told.game.cities]


def test_a_turn_with_losses_waits_to_be_settled():
    told = hideout()
    assert told.trace == [] and coins(told.game) == [3, 3, 0]


def test_settle_says_who_takes_debt():
    told = hideout()
    told.apply(settle(seat_1=1))
    assert coins(told.game) == [3, 3, 0] and debts(told) == [0, 1, 1]
    assert [seat["debt"] for seat in told.trace[-1]["seats"]] == [0, 1, 1]


def test_a_seat_that_is_not_named_pays_all_that_it_can():
    told = hideout()
    told.apply(settle())
    assert coins(told.game) == [3, 2, 0] and debts(told) == [0, 0, 1]


def test_settle_may_be_left_out():
    told = hideout()
    told.apply(turn(1, 2, "0 sell altar", "1 sell baths", "2 sell theater"))
    assert coins(told.game) == [6, 5, 3] and debts(told) == [0, 0, 1]


def test_a_record_may_stop_before_its_settle():
    lines = (turn(1, 1, "0 build hideout", "1 build lumber_yard", "2 build clay_pool"),)
    told = replay(data(*lines, sets="base cities"))
    assert coins(told.game) == [3, 2, 2] and len(told.trace) == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (settle(seat_0=1), "wrong_phase"),  # who built it loses nothing
        (settle(seat_1=2), "bad_choice"),  # only one coin was lost
        (settle(seat_2=0), "bad_choice"),  # no coins: it is owed
        (settle(seat_3=1), "bad_record"),
        ({"type": "settle", "debts": {"1": -1}}, "bad_record"),
    ],
)
def test_a_settle_that_cannot_be(line, code):
    told = hideout()
    assert broken(told, line).code == code
    told.apply(settle(seat_1=1))
    assert debts(told) == [0, 1, 1]


def test_nothing_is_settled_without_losses():
    assert broken(telling(FIRST), settle(seat_1=1)).code == "wrong_phase"
    telling(FIRST, settle(), settle(seat_1=0))


def test_a_bad_line_settles_nothing():
    """The state before a bad line is untouched: the loss can still be settled."""
    told = hideout()
    assert broken(told, turn(1, 2, "0 sell altar")).code == "missing_play"
    told.apply(settle(seat_1=1))
    assert debts(told) == [0, 1, 1]


def test_undo_takes_back_the_turn_with_its_settle():
    told = hideout()
    told.apply(settle(seat_1=1))
    told.apply(UNDO)
    assert coins(told.game) == [3, 3, 0] and debts(told) == [0, 0, 0] and told.game.turn == 1
    assert broken(told, settle(seat_1=1)).code == "wrong_phase"


# Final choices


def copying():
    """The game is over; Olympia B at seat 0 can copy the guilds of both neighbours."""
    told = finished(wonders="olympia_b rhodos_a ephesos_a")
    give(told.game, 0, stages=3)
    give(told.game, 1, built="workers_guild lumber_yard ore_vein")
    give(told.game, 2, built="spies_guild stockade")
    return told


def wonder_points(told):
    return result(told)["seats"][0]["score"]["wonder"]


def test_b8_the_best_guild_is_copied_when_nobody_chooses():
    assert wonder_points(copying()) == 5 + 2


def test_b8_final_chooses_another_guild():
    told = copying()
    told.apply({"type": "final", "copy_guild": {"0": "spies_guild"}})
    assert wonder_points(told) == 5 + 1


@pytest.mark.parametrize(
    ("copies", "code"),
    [
        ({"0": "traders_guild"}, "bad_choice"),
        ({"0": "altar"}, "bad_choice"),
        ({"0": "guild"}, "unknown_card"),
        ({"0": 7}, "bad_record"),
        ({"0": ["spies_guild"]}, "bad_record"),
        ({"1": "spies_guild"}, "bad_choice"),
        ({"3": "spies_guild"}, "bad_record"),
        ({"0": "spies_guild", "1": "spies_guild"}, "bad_choice"),
    ],
)
def test_a_final_choice_that_cannot_be(copies, code):
    told = copying()
    assert broken(told, {"type": "final", "copy_guild": copies}).code == code
    assert wonder_points(told) == 5 + 2


def test_final_comes_when_the_game_is_over():
    assert broken(telling(FIRST), {"type": "final"}).code == "wrong_phase"


# The outcome


def test_the_outcome_has_every_field_of_the_contract():
    assert result(telling(FIRST)) == {
        "record": 1,
        "ok": True,
        "finished": False,
        "seats": [
            {
                "seat": seat,
                "player": f"P{seat}",
                "wonder": wonder,
                "side": "A",
                "coins": 3,
                "debt": 0,
                "shields": 0,
                "victory_tokens": [],
                "defeat_tokens": 0,
                "diplomacy_tokens": 0,
                "stages": 0,
                "built": [built],
                "leaders": [],
                "score": {
                    "military": 0,
                    "treasury": 1,
                    "wonder": 0,
                    "civilian": 0,
                    "scientific": 0,
                    "commercial": 0,
                    "guilds": 0,
                    "leaders": 0,
                    "cities": 0,
                    "total": 1,
                },
                "rank": 1,
            }
            for seat, (wonder, built) in enumerate(
                [("gizah", "lumber_yard"), ("rhodos", "ore_vein"), ("ephesos", "clay_pool")]
            )
        ],
        "teams": None,
    }


def test_a_finished_game_says_so():
    assert result(finished())["finished"]


def test_treasury_is_coins_by_three_less_the_debts():
    told = telling()
    give(told.game, 0, coins=8, debt=3)
    assert result(told)["seats"][0]["score"]["treasury"] == 2 - 3


def test_ranks_follow_points_then_coins_and_equal_ones_share():
    told = telling(wonders=FIVE)
    for seat, (built, purse) in enumerate([("", 3), ("altar", 3), ("altar", 5), ("", 3), ("", 2)]):
        give(told.game, seat, built=built, coins=purse)
    assert [seat["rank"] for seat in result(told)["seats"]] == [3, 2, 1, 3, 5]


def test_a_record_may_stop_anywhere():
    """Every beginning of a whole game is a record with a score."""
    told = telling()
    lines = []
    while not told.game.over:
        lines.append(selling(told))
        told.apply(lines[-1])
    lines.append(age_end(3))
    for length in range(len(lines) + 1):
        found = result(replay(data(*lines[:length])))
        assert found["ok"] and found["finished"] == (length >= 18)


def test_a_replay_of_the_same_record_gives_the_same_game():
    lines = deal(1, *HANDS_1), FIRST
    assert state(replay(data(*lines))) == state(telling(*lines))
