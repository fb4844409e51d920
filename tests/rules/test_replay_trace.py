"""What a replay tells of every turn: the trace, and the options of known hands."""

from host_tools.rules.result import result
from tests.rules.lines import (
    FIRST,
    FIVE,
    HANDS_1,
    HANDS_2,
    babylon,
    deal,
    extra,
    finished,
    play,
    sell_on,
    selling,
    telling,
    turn,
)
from tests.rules.table import give

# The trace


def test_the_trace_has_an_entry_for_every_turn_and_conflict():
    told = finished()
    moments = [(e["type"], e["age"], e.get("turn")) for e in told.trace]
    assert moments == [
        moment
        for age in (1, 2, 3)
        for moment in (*(("turn", age, n) for n in range(1, 7)), ("conflict", age, None))
    ]


def test_an_entry_of_the_trace_is_the_state_when_the_turn_is_over():
    told = telling(turn(1, 1, "0 build lumber_yard", "1 build barracks", "2 sell altar"))
    assert result(told, trace=True)["trace"] == [
        {
            "type": "turn",
            "age": 1,
            "turn": 1,
            "seats": [
                {
                    "seat": seat,
                    "coins": purse,
                    "debt": 0,
                    "shields": shields,
                    "victory_tokens": [],
                    "defeat_tokens": 0,
                }
                for seat, (purse, shields) in enumerate([(3, 0), (3, 1), (6, 0)])
            ],
        }
    ]


def test_the_trace_of_a_conflict_has_its_tokens():
    told = telling()
    sell_on(told, 1, 6)
    give(told.game, 1, built="stockade")
    told.apply(selling(told))
    before, after = told.trace[-2:]
    assert [seat["victory_tokens"] for seat in before["seats"]] == [[], [], []]
    assert [seat["victory_tokens"] for seat in after["seats"]] == [[], [1, 1], []]
    assert [seat["defeat_tokens"] for seat in after["seats"]] == [1, 0, 1]


def test_the_trace_is_printed_only_when_it_is_asked_for():
    assert "trace" not in result(telling(FIRST))


def test_the_trace_of_a_turn_holds_its_extra_plays():
    told = babylon()
    first, last = (card.id for card in told.game.hands[0])
    told.apply(selling(told, play(f"0 sell {first}", extra=extra("sell", last))))
    assert told.trace[-2]["seats"][0]["coins"] == 9


# Options


def options(told, seat=0):
    told.apply(selling(told))
    return told.trace[-1]["options"][str(seat)]


def test_options_tell_what_each_seat_could_do_before_the_turn():
    """Gizah (stone) between Rhodos (ore) on the left and Ephesos (papyrus) on the right."""
    told = telling(deal(1, *HANDS_1), with_options=True)
    assert options(told) == {
        "wonder": [],
        "build": {
            "lumber_yard": [[0, 0, 0]],
            "clay_pit": [[0, 0, 1]],
            "baths": [[0, 0, 0]],
            "altar": [[0, 0, 0]],
            "stockade": [],
            "workshop": [],
            "marketplace": [[0, 0, 0]],
        },
    }


def test_options_are_all_ways_that_no_other_beats_sorted():
    told = telling(deal(1, *HANDS_1), with_options=True)
    give(told.game, 0, built="west_trading_post")
    give(told.game, 1, built="timber_yard")
    give(told.game, 2, built="lumber_yard glassworks_1")
    found = options(told)
    assert found["build"]["stockade"] == [[0, 2, 0], [1, 0, 0]]
    assert found["build"]["workshop"] == [[0, 2, 0]]
    assert found["wonder"] == [[1, 0, 0]]


def test_options_hold_only_what_can_be_paid():
    told = telling(deal(1, *HANDS_1), with_options=True)
    give(told.game, 0, coins=1)
    give(told.game, 2, built="lumber_yard")
    assert options(told)["build"]["stockade"] == []


def test_options_of_a_card_that_lies_in_the_city_are_none():
    told = telling(deal(1, *HANDS_1), with_options=True)
    give(told.game, 0, built="altar")
    assert options(told)["build"]["altar"] == []


def test_options_of_a_chained_card_are_free():
    told = telling(with_options=True)
    sell_on(told, 2, 1)
    told.apply(deal(2, *HANDS_2))
    give(told.game, 1, built="baths", coins=0)
    assert options(told, 1)["build"]["aqueduct"] == [[0, 0, 0]]


def test_options_do_not_count_limited_rights():
    told = telling(with_options=True, wonders="gizah_a olympia_a ephesos_a")
    sell_on(told, 2, 1)
    told.apply(deal(2, *HANDS_2))
    give(told.game, 1, stages=2, coins=0)
    assert options(told, 1)["build"]["aqueduct"] == []


def test_options_have_one_key_for_each_different_card():
    hands = [
        "altar altar lumber_yard lumber_yard stone_pit stone_pit theater",
        "clay_pool clay_pool ore_vein ore_vein clay_pit timber_yard excavation",
        "forest_cave baths loom_1 press_1 glassworks_1 pawnshop marketplace",
        "east_trading_post west_trading_post tavern tavern guard_tower guard_tower stockade",
        "barracks barracks scriptorium scriptorium apothecary apothecary workshop",
    ]
    told = telling(deal(1, *hands), with_options=True, wonders=FIVE)
    assert list(options(told)["build"]) == ["altar", "lumber_yard", "stone_pit", "theater"]


def test_options_need_known_hands():
    told = telling(FIRST, with_options=True)
    assert "options" not in told.trace[0]


def test_options_stand_only_at_turns():
    told = telling(deal(1, *HANDS_1), with_options=True)
    sell_on(told, 2, 1)
    assert ["options" in entry for entry in told.trace] == [True] * 6 + [False]


def test_options_have_none_for_babylons_extra_card():
    told = babylon(with_options=True)
    first, last = (card.id for card in told.game.hands[0])
    told.apply(selling(told, play(f"0 sell {first}", extra=extra("sell", last))))
    assert list(told.trace[-2]["options"]["0"]["build"]) == [first, last]


def test_options_of_a_recruitment_have_the_key_recruit():
    leaders = (
        "midas nero plato alexander",
        "bilkis croesus solomon hiram",
        "xenophon sappho phidias varro",
    )
    told = telling(deal(0, *leaders), with_options=True, sets="base leaders")
    told.apply(turn(1, 0, "0 sell midas", "1 sell bilkis", "2 sell sappho"))
    assert set(told.trace[0]["options"]["0"]) == {"wonder", "recruit"}
    assert told.trace[0]["options"]["0"]["recruit"]["midas"] == [[0, 0, 3]]
