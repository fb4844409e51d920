"""Whole games of our own, whose score sheets were worked out by hand from the cards."""

from pathlib import Path

from host_tools.rules.replay import replay
from host_tools.rules.result import result

GAMES = Path(__file__).parents[1] / "games"
COLUMNS = [
    "military",
    "treasury",
    "wonder",
    "civilian",
    "scientific",
    "commercial",
    "guilds",
    "total",
]


def outcome(name):
    return result(replay((GAMES / f"{name}.jsonl").read_bytes()))


def sheet(found):
    """The columns of the score sheet for each player."""
    return {
        seat["player"]: [seat["score"][column] for column in COLUMNS] for seat in found["seats"]
    }


def facts(found, *names):
    return {seat["player"]: [seat[name] for name in names] for seat in found["seats"]}


def test_a_game_of_the_first_printing_with_known_hands():
    """Ann has Gizah A, Bo (on her left) Halikarnassos B, Cy (on her right) Olympia B.

    Military. Shields at the ends of the Ages: Ann 0, 0, 3 (Siege Workshop); Bo 2 (Guard Tower,
    Barracks), 4 (Stables), 4; Cy none. Bo wins all six: 1+1+3+3+5+5 = 18. Ann loses to Bo three
    times and beats Cy in Age III: 5-3 = 2. Cy loses to Bo three times and once to Ann: -4.

    Coins.
    Ann: 3, Workshop -2 (1), Cy's stages +2 +2 (5), Caravansery -1 (4), Bo's stage +1 (5), Bo's
    Spies Guild +1 (6), Workers Guild -3, Bo's Lighthouse +1: 4.
    Bo: 3, stage -2 (1), Brickyard -1 (0), Cy's stage +1 (1), stage -1 (0), sale +3 and Cy's
    Builders Guild +1 (4), Strategists Guild -2 (2), Spies Guild -1 (1), Lighthouse -1 +2
    (Marketplace and itself), Ann's Workers Guild +2: 4.
    Cy: 3, Clay Pit -1 (2), Ann's Workshop +2 (4), stage -2 (2), stage -2 and Bo's stage +2 (2),
    Vineyard +7 (1 own, 2 of Ann, 4 of Bo with the Brickyard of the same turn: 9), stage -1 and
    Ann's Caravansery +1 (9), Quarry -1 (8), Builders Guild -1 (7), Haven +2 (9), Bo's
    Strategists Guild +2 (11), Arena +9 (three stages) and Ann's Workers Guild +1: 21.
    Treasury: 4/3 = 1, 4/3 = 1, 21/3 = 7.

    Wonder. Ann 3 (one stage); Bo 2+1+0 = 3; Cy 5, and the third stage copies the best guild of
    the neighbours: Philosophers 11 (8 green of Ann, 3 of Bo) before Workers 6, Spies 4,
    Strategists 3: 16.

    Civilian. Ann 0; Bo Courthouse 4; Cy Altar 2, Theater 2, Temple 3, Statue 4, Pantheon 7,
    Gardens 5, Town Hall 6 = 29.

    Scientific. Ann 4 gears (Workshop, Laboratory, Observatory, Study), 3 tablets (School,
    Library, University), 1 compass (Academy): 16+9+1+7 = 33. Bo 3 compasses (Apothecary,
    Dispensary, Lodge): 9. Cy 0.

    Commercial. Bo's Lighthouse: 2 yellow. Cy's Haven 2 brown, Arena 3 stages: 5.

    Guilds. Ann: Workers, 4 brown of Bo and 2 of Cy: 6. Bo: Philosophers 8 (Ann's green),
    Strategists 3+4 = 7, Spies 1 (Siege Workshop): 16. Cy: Builders, 1+3+3 stages: 7.
    """
    found = outcome("known_hands_1e")
    assert found["finished"]
    assert sheet(found) == {
        "Ann": [2, 1, 3, 0, 33, 0, 6, 45],
        "Bo": [18, 1, 3, 4, 9, 2, 16, 53],
        "Cy": [-4, 7, 16, 29, 0, 5, 7, 60],
    }
    assert facts(found, "coins", "stages", "victory_tokens", "defeat_tokens", "rank") == {
        "Ann": [4, 1, [5], 3, 3],
        "Bo": [4, 3, [1, 1, 3, 3, 5, 5], 0, 2],
        "Cy": [21, 3, [], 4, 1],
    }


def test_a_game_of_the_second_printing_with_known_hands():
    """Ann has Babylon Night, Bo (on her left) Olympia Day, Cy (on her right) Ephesos Night.

    Military. Shields: Ann 0, 2 (Stables), 2; Bo 2 (Guard Tower, Stockade), 2, 5 (Siege
    Workshop); Cy none. Age I: Bo beats both. Age II: Ann and Bo are equal, both beat Cy. Age
    III: Bo beats both, Ann beats Cy. Ann 3+5 less 2 = 6; Bo 1+1+3+5+5 = 15; Cy 5 defeats = -5.

    Coins.
    Ann: 3, Timber Yard -1 (2), stage -2 (0), her last card sold +3 (3), Foundry -1 (2), her
    last card Sawmill -1 (1), Cy's Decorators Guild +1 (2), Craftsmens Guild -1 (1), Haven +3
    (Timber Yard, Foundry, Sawmill) and Bo's Workers Guild +4 (8), her last card Palace -1: 7.
    Bo: 3, Quarry -1 (2), Cy's stage +2 (4), Ann's Craftsmens Guild +1 (5), Workers Guild -4 and
    Cy's stage +1 (2), Ann's Palace +1: 3.
    Cy: 3, Ann's stage +2 (5), stage +4 (9), stage -2 +4 (11), Decorators Guild -1 (10),
    Lighthouse +3 (Marketplace, Caravansery, itself: 13), stage -1 +4 (16), Arena +9: 25.
    Treasury: 7/3 = 2, 3/3 = 1, 25/3 = 8.

    Wonder. Ann's stage gives the last card and no points: 0. Bo 3. Cy 2+3+5 = 10.

    Civilian. Ann Altar 3, Statue 4, Pantheon 7, Palace 8 = 22. Bo Temple 4, Gardens 5 = 9. Cy
    Theater 3, Baths 3, Aqueduct 5, Courthouse 4, Senate 6 = 21.

    Scientific. Ann 3 compasses (Apothecary, Dispensary, Lodge) and the Scientists Guild as a
    fourth: 16. Bo 3 gears (Laboratory, Observatory, Study), 1 tablet (School), 1 compass
    (Academy): 9+1+1+7 = 18. Cy 3 tablets (Scriptorium, Library, University): 9.

    Commercial. Ann's Haven: 3 brown. Cy's Lighthouse 4 (the Arena came later), Arena 3: 7.

    Guilds. Ann: Traders 4 (all of Cy), Craftsmens 2 x 3 (all of Bo): 10. Bo: Workers 3+2 = 5.
    Cy: Decorators, the wonder is complete: 7.
    """
    found = outcome("known_hands_2e")
    assert found["finished"]
    assert sheet(found) == {
        "Ann": [6, 2, 0, 22, 16, 3, 10, 59],
        "Bo": [15, 1, 3, 9, 18, 0, 5, 51],
        "Cy": [-5, 8, 10, 21, 9, 7, 7, 57],
    }
    assert facts(found, "coins", "stages", "victory_tokens", "defeat_tokens", "rank") == {
        "Ann": [7, 1, [3, 5], 2, 1],
        "Bo": [3, 1, [1, 1, 3, 5, 5], 0, 3],
        "Cy": [25, 3, [], 5, 2],
    }


def test_a_game_of_the_first_printing_with_unknown_hands():
    """Ann has Rhodos B, Bo (on her left) Babylon B, Cy (on her right) Alexandria A.

    One turn of Age II was played wrongly and taken back; it leaves no trace.

    Military. Shields: Ann 1 (Stockade) in all Ages; Bo 0, 0, 3 (Siege Workshop); Cy 0, 2
    (Stables), 2. Age I: Ann beats both. Age II: Cy beats both, Ann beats Bo. Age III: Bo beats
    both, Cy beats Ann. Ann 1+1+3 less 3 = 2; Bo 5+5 less 3 = 7; Cy 3+3+5 less 2 = 9.

    Coins.
    Ann: 3, Cy's stage +2 (5), Vineyard +7 (4 own, 1 of Bo, 2 of Cy; the Quarry of that turn
    went under Cy's wonder: 12), Haven +4 (16), Bo's Shipowners Guild +2 and Cy's Magistrates
    Guild +4: 22.
    Bo: 3, stage -1 (2), Brickyard -1 (1), stage -1 (0), Lighthouse +4 (West Trading Post,
    Marketplace, Caravansery, itself), Builders Guild -1 (3), Shipowners Guild -3 (0), his last
    card sold +3: 3.
    Cy: 3, Timber Yard -1 (2), stage -2 and Bo's stage +1 (1), Foundry -1 and Bo's stage +1 (1),
    Bo's Builders Guild +1 and Arena +6 (two stages: 8), Magistrates Guild -4 and Bo's
    Shipowners Guild +1: 5.
    Treasury: 22/3 = 7, 3/3 = 1, 5/3 = 1.

    Wonder. Ann 0; Bo 3 (the other two stages give a card and a symbol); Cy 3.

    Civilian. Ann Temple 3, Pantheon 7 = 10. Bo Theater 2, Statue 4, Gardens 5 = 11. Cy
    Courthouse 4, Senate 6, Town Hall 6 = 16.

    Scientific. Ann 3 compasses (Dispensary, Lodge, Academy), 1 tablet (School), 1 gear (Study):
    9+1+1+7 = 18. Bo 2 gears (Workshop, Laboratory) and the symbol of his stage as a third: 9.
    Cy 3 tablets (Scriptorium, Library, University), 1 compass (Apothecary), 1 gear
    (Observatory): 18.

    Commercial. Ann's Haven: 4 brown. Bo's Lighthouse: 4 yellow. Cy's Arena: 2 stages.

    Guilds. Ann: Workers 1+2 = 3. Bo: Spies 1+1 = 2 (Stockade, Stables), Builders 3+0+2 = 5,
    Shipowners 6 (Brickyard, Glassworks, Press, three guilds): 13. Cy: Magistrates 2+3 = 5.
    """
    found = outcome("unknown_hands_1e")
    assert found["finished"]
    assert sheet(found) == {
        "Ann": [2, 7, 0, 10, 18, 4, 3, 44],
        "Bo": [7, 1, 3, 11, 9, 4, 13, 48],
        "Cy": [9, 1, 3, 16, 18, 2, 5, 54],
    }
    assert facts(found, "coins", "stages", "victory_tokens", "defeat_tokens", "rank") == {
        "Ann": [22, 0, [1, 1, 3], 3, 3],
        "Bo": [3, 3, [5, 5], 3, 2],
        "Cy": [5, 2, [3, 3, 5], 2, 1],
    }
