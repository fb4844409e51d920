"""The guilds of Leaders, first printing, and what the rulebook answers about them."""

import pytest

from tests.rules.table import answer, card, give, go_to, new_game, play, points, refused, told

RICH = "lumber_yard ore_vein clay_pool stone_pit quarry foundry glassworks_1 loom_1 press_1"


def guild_game(wonders="gizah_a rhodos_a ephesos_a", turn=1, age=3, **more):
    return new_game(wonders, sets="base leaders", age=age, turn=turn, **more)


def courtesans(game, leader, seat=0):
    """Build the Courtesans Guild and put its token on a neighbour's leader."""
    give(game, seat, built=RICH)
    play(game, f"{seat} build courtesans_guild")
    answer(game, seat, leader)


@pytest.mark.parametrize(
    ("guild", "resources"),
    [
        ("architects_guild", "COOOLP"),
        ("courtesans_guild", "WCGL"),
        ("diplomats_guild", "WSGP"),
        ("gamers_guild", "WSCO"),
    ],
)
def test_r5_a_guild_of_leaders_costs_its_resources(guild, resources):
    game = guild_game("gizah_b alexandria_a ephesos_a")
    assert sorted(card(game, guild).resources) == sorted(resources)
    game.cities[0].coins = 0
    assert refused(game, 0, f"build {guild}") == "cannot_afford"
    give(game, 0, built=f"{RICH} ore_vein")
    play(game, f"0 build {guild}")
    assert card(game, guild) in game.cities[0].built


def test_r57_r58_d7_diplomats_count_the_recruited_leaders_of_both_neighbours():
    game = guild_game()
    give(game, 0, built="diplomats_guild", leaders="plato")
    give(game, 1, leaders="midas varro")
    give(game, 2, leaders="hiram")
    assert points(game, 0, "guilds") == 3


def test_r58_a_leader_under_a_stage_does_not_count_for_the_diplomats():
    game = guild_game(age=1, turn=0)
    give(game, 1, built="sawmill")
    give(game, 0, built="diplomats_guild")
    play(game, "1 wonder midas")
    assert points(game, 0, "guilds") == 0
    assert game.cities[1].stages == 1


def test_r59_d7_architects_count_purple_cards_of_both_neighbours_only():
    game = guild_game()
    give(game, 0, built="architects_guild workers_guild")
    give(game, 1, built="spies_guild magistrates_guild")
    give(game, 2, built="builders_guild")
    items = points(game, 0, "guilds")
    assert items == 3 * 3  # the Workers Guild finds no brown card, and own guilds do not count


@pytest.mark.parametrize(("coins", "expected"), [(2, 0), (3, 1), (8, 2), (9, 3)])
def test_r60_gamers_score_every_complete_three_coins_once_more(coins, expected):
    game = guild_game()
    give(game, 0, built="gamers_guild", coins=coins)
    assert points(game, 0, "guilds") == expected
    assert points(game, 0, "treasury") == expected


def test_r61_the_courtesans_copy_one_leader_of_a_neighbour_at_once():
    game = guild_game()
    give(game, 1, leaders="midas")
    give(game, 2, leaders="caesar")
    give(game, 0, built=RICH, leaders="plato")
    play(game, "0 build courtesans_guild")
    question = game.question(0)
    assert (question.kind, [leader.id for leader in game.answers(question)]) == (
        "courtesan",
        ["midas", "caesar"],  # not Plato, the own one, and nobody may pass
    )
    answer(game, 0, "caesar")
    assert game.cities[0].shields == 2


def test_r61_the_copied_effect_holds_from_then_on():
    game = guild_game()
    give(game, 1, leaders="ramses")
    courtesans(game, "ramses")
    game.cities[0].coins = 0
    game.say(0, "build strategists_guild")
    assert game.moves[0].payment.coins == (0, 0, 0)


def test_r62_the_owner_of_the_copied_leader_keeps_everything():
    game = guild_game()
    give(game, 1, leaders="midas", coins=9)
    courtesans(game, "midas")
    assert [leader.id for leader in game.cities[1].leaders] == ["midas"]
    assert points(game, 1, "leaders") == (9 + 3) // 3


def test_d6_r67_the_copy_is_no_leader_for_the_diplomats():
    game = guild_game()
    give(game, 1, leaders="midas", built="diplomats_guild")
    courtesans(game, "midas")
    assert game.cities[0].leaders == []
    assert points(game, 1, "guilds") == 0


def test_d6_the_copy_scores_like_the_leader_itself():
    game = guild_game()
    give(game, 1, leaders="amytis")
    give(game, 0, stages=2)
    courtesans(game, "amytis")
    assert points(game, 0, "leaders") == 4


def test_d6_a_copied_symbol_counts_as_science():
    game = guild_game()
    give(game, 2, leaders="euclid")
    give(game, 0, built="apothecary")
    courtesans(game, "euclid")
    assert points(game, 0, "scientific") == 4


def test_p1_a_copied_croesus_pays_at_once():
    game = guild_game()
    give(game, 1, leaders="croesus")
    give(game, 0, coins=0)
    courtesans(game, "croesus")
    assert game.cities[0].coins == 6


def test_p1_a_copied_solomon_takes_a_card_at_once():
    game = guild_game()
    game.discard.append(card(game, "palace"))
    give(game, 1, leaders="solomon")
    courtesans(game, "solomon")
    assert game.question(0).kind == "pick"
    answer(game, 0, "palace")
    assert points(game, 0, "civilian") == 8


def test_p2_without_a_leader_next_door_nothing_is_copied():
    game = guild_game()
    give(game, 0, built=RICH, leaders="midas")
    play(game, "0 build courtesans_guild")
    assert game.turn == 2
    assert game.cities[0].copied is None


def test_r61_a_record_may_name_the_only_leader_there_is():
    replay = told(sets="base leaders")
    go_to(replay.game, 3, 1)
    give(replay.game, 0, built=RICH)
    give(replay.game, 1, leaders="midas")
    chosen = {"neighbour": "left", "leader": "midas"}
    replay.apply(
        {
            "type": "turn",
            "age": 3,
            "turn": 1,
            "plays": [
                {"seat": 0, "card": "courtesans_guild", "action": "build", "courtesan": chosen},
                {"seat": 1, "card": "arena", "action": "sell"},
                {"seat": 2, "card": "haven", "action": "sell"},
            ],
        }
    )
    assert replay.game.cities[0].copied.id == "midas"


def test_r61_a_courtesans_guild_from_the_discard_pile_copies_too():
    game = guild_game("halikarnassos_a rhodos_a ephesos_a")
    game.discard.append(card(game, "courtesans_guild"))
    give(game, 0, built=f"{RICH} ore_vein", stages=1)
    give(game, 1, leaders="caesar")
    play(game, "0 wonder arena")
    answer(game, 0, "courtesans_guild")
    answer(game, 0, "caesar")
    assert game.cities[0].shields == 2


def test_r64_the_copy_with_olympia_b_is_no_guild_for_hiram():
    game = guild_game("olympia_b rhodos_a ephesos_a")
    give(game, 0, leaders="hiram", stages=3)
    give(game, 1, built="spies_guild", leaders="midas")
    give(game, 2, built="barracks")
    assert points(game, 0, "leaders") == 0


def test_r64_b8_hiram_counts_real_guilds_beside_the_copy():
    game = guild_game("olympia_b rhodos_a ephesos_a")
    give(game, 0, leaders="hiram", stages=3, built="workers_guild")
    give(game, 1, built="spies_guild barracks")
    assert points(game, 0, "leaders") == 2


def test_r67_olympia_b_can_copy_the_diplomats():
    game = guild_game("olympia_b rhodos_a ephesos_a")
    give(game, 0, stages=3)
    before = points(game, 0, "wonder")
    give(game, 1, built="diplomats_guild", leaders="midas varro")
    assert points(game, 0, "wonder") == before + 2


def test_r5_leaders_guilds_join_the_pool_and_the_number_stays():
    base, leaders = new_game().rules, guild_game().rules
    ids = {c.id for c in leaders.decks[3] if c.color == "purple"}
    ids -= {c.id for c in base.decks[3] if c.color == "purple"}
    assert ids == {"architects_guild", "courtesans_guild", "diplomats_guild", "gamers_guild"}
    assert base.guilds_drawn == leaders.guilds_drawn == 3 + 2
