"""A fault in a data file is told with its file, its line and a way out."""

import shutil
from pathlib import Path

import pytest

import card_db
from card_db.cards import Box, Effect
from card_db.lines import CardError, read_lines
from card_db.loader import BoxReader, load_box

DATA = Path(card_db.__file__).parent
HEAD = '{"id": "hatter", "name": "Hatter", "color": "white", "coins": 2'
HUT = '{"id": "hut", "name": "Hut", "color": "red", "age": 2'
OZ = '{"id": "oz_a", "name": "Oz", "side": "A"'


def house(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "ours.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def printed_with(tmp_path: Path, old: str, new: str) -> Box:
    """The base game of the first printing with one misprint."""
    path = Path(shutil.copy(DATA / "base_1e.jsonl", tmp_path))
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    shelf = BoxReader("1e")
    shelf.add(read_lines(path), "base")
    return shelf.box()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "this is not JSON (expecting property name enclosed in double quotes, column 2)."),
        ("[1, 2]", "this is not an object. Write one object a line"),
        ("9" * 5000, "this cannot be read"),
        (HEAD + ', "colour": "red"}', '"colour" is no key of such a line. Did you mean "color"?'),
        (
            '{"id": "hatter", "color": "white"}',
            '"name" is missing. It is a name of 1 to 40 letters',
        ),
        ('{"id": "Hatter", "name": "H", "color": "white"}', '"id" cannot be "Hatter". It is small'),
        (
            '{"id": "hatter", "name": "Hatter", "color": "pruple"}',
            '"color" cannot be "pruple". Did you mean "purple"?',
        ),
        (
            '{"id": "hatter", "name": "Hatter", "color": "blue"}',
            "Hatter is blue, so it has an age of 1, 2 or 3.",
        ),
        (HEAD + ', "age": 2}', 'Hatter is white, so it has no age. Correct "age" or "color".'),
        (HEAD + ', "coins": 3}', '"coins" stands twice in one object. Keep one of them.'),
        (HEAD + ', "effects": [{"points": 1, "points": 2}]}', '"points" stands twice'),
        (
            '{"id": "' + "a" * 41 + '", "name": "H", "color": "white"}',
            '"id" cannot be "' + "a" * 41 + '". It is small letters, figures and "_", at most 40',
        ),
        ('{"id": "tor_b", "name": "Tor", "side": "A"}', 'the id of a side ends in it: "tor_a".'),
        ('{"id": "tor", "name": "Tor", "side": "A"}', 'the id of a side ends in it: "tor_a".'),
        (HEAD + ', "age": true}', '"age" cannot be true. It is 0, 1, 2 or 3.'),
        (HEAD + ', "copies": []}', '"copies" cannot be []. It is a list of player numbers'),
        (HEAD + ', "resources": "WX"}', '"resources" cannot be "WX". It is letters of W wood'),
        (HEAD.replace("2", "-1") + "}", '"coins" cannot be -1. It is a number of coins, or "age".'),
        (HEAD + ', "effects": {"points": 3}}', '"effects" cannot be {"points": 3}. It is a list'),
        (HEAD + ', "deck": "exprt"}', '"deck" cannot be "exprt". Did you mean "expert"?'),
        (
            HUT + ', "chains_to": ["panteon"]}',
            'Hut chains to "panteon", which is not in this box. Did you mean "pantheon"?',
        ),
        (
            HUT + ', "free_from": ["alter"]}',
            'Hut is free from "alter", which is not in this box. Did you mean "altar"?',
        ),
        (
            '{"id": "temple", "name": "Temple", "color": "white"}',
            'the id "temple" is taken (base_1e.jsonl, line 55). Choose another.',
        ),
        ('{"stage": 1}', 'a stage stands below its wonder. Add the line with "side" above it.'),
        (
            '{"id": "oz", "name": "Oz", "side": "A"}',
            'the id of a side ends in it: "oz_a".',
        ),
        (
            '{"id": "oz_a", "name": "Oz", "side": "A"}',
            'Oz has no stages. Add lines {"stage": 1, ...} below it.',
        ),
        (
            '{"id": "hut", "name": "Hut", "set": "base", "color": "red", "age": 1, "copies": [4]}',
            "the deck of Age 1 ends here and has 29 cards for 4 players instead of 28.",
        ),
        (HUT + ', "set": "citys"}', 'there is no set "citys" in the printing 1e. Did you mean'),
        (HUT + ', "set": "promo_guilds"}', 'there is no set "promo_guilds" in the printing 1e.'),
        (HUT + ', "copies": [3, 3]}', 'Hut is red: each of its "copies" has a number of its own'),
        (HUT + ', "deck": "expert"}', 'Hut is red: only leaders have a "deck".'),
        (HEAD + ', "resources": "W"}', 'Hatter is white: a leader has no "resources".'),
        (HEAD + ', "chains_to": ["pantheon"]}', 'Hatter is white: a leader has no "chains_to".'),
        (HEAD + ', "copies": [1, 3]}', "Hatter is white: there is one copy of a leader."),
        (
            '{"id": "hut", "name": "Hut", "color": "purple", "age": 1}',
            "Hut is purple: guilds belong to Age III.",
        ),
        (
            '{"id": "hut", "name": "Hut", "color": "black", "age": 1}',
            'Hut is black: black cards come with Cities. Add "needs": ["cities"].',
        ),
        (
            '{"id": "hut", "name": "Temple", "color": "red", "age": 1}',
            "Temple is printed already (base_1e.jsonl, line 55), and a city builds each name once.",
        ),
    ],
)
def test_a_faulty_line_is_told_with_its_remedy(tmp_path, line, told):
    with pytest.raises(CardError) as fault:
        load_box("1e", [house(tmp_path, "# ours", "", line)])
    assert str(fault.value).startswith("ours.jsonl, line 3: " + told)


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ('{"pionts": 3}', '"pionts" is no word of effects. Did you mean "points"?'),
        ('{"points": 3, "of_": "own"}', '"of_" is no word of effects. Did you mean "of"?'),
        ('{"per": "blue"}', "an effect has exactly one verb, this one has none."),
        (
            '{"points": 3, "coins": 2}',
            'an effect has exactly one verb, this one has "points" and "coins".',
        ),
        ('{"points": "3"}', '"points" cannot be "3". It is a whole number from 1 to 99.'),
        ('{"points": true}', '"points" cannot be true. It is a whole number from 1 to 99.'),
        ('{"points": [3]}', '"points" cannot be [3]. It is a whole number from 1 to 99.'),
        ('{"make": "X"}', '"make" cannot be "X". Write resource letters ("W", "CC", "C/O")'),
        ('{"make": "W/CC"}', '"make" cannot be "W/CC". Write resource letters'),
        ('{"science": "gaer"}', '"science" cannot be "gaer". Did you mean "gear"?'),
        ('{"defeats": 1}', '"defeats" cannot be 1. It can be: winner, none.'),
        ('{"points": 1, "per": "blew"}', '"per" cannot be "blew". Did you mean "blue"?'),
        ('{"points": 1, "per": "blue+stage"}', '"per" cannot be "blue+stage".'),
        ('{"points": 1, "per": "blue+red/green"}', '"per" cannot be "blue+red/green".'),
        ('{"points": 1, "of": "all"}', '"of" beside "points" needs "per" as well.'),
        ('{"coins": 1, "once": "turn"}', '"once" beside "coins" needs "on" as well.'),
        ('{"discount": 1, "on": "chain"}', '"on" cannot be "chain". It can be: brown, grey,'),
        (
            '{"points": 1000000000000}',
            '"points" cannot be 1000000000000. It is a whole number from 1 to 99.',
        ),
        ('{"victories": 7}', '"victories" cannot be 7. It can be: 1, 3, 5, -1, age.'),
        ('{"draw": 2}', '"draw" cannot be 2. It can be: 4.'),
        ('{"draw": 4, "on": "stage"}', '"draw" does not go with "on". Its modifiers: none.'),
        ('{"points": 1, "on": "stage"}', '"points" does not go with "on". Its modifiers: per, of'),
        ('{"trade": "raw", "price": 1}', '"trade" needs "with" as well.'),
        ('{"make": "W", "sold": 0}', '"sold" cannot be 0.'),
        ('{"trade": "raw", "with": "left", "price": 0}', '"price" cannot be 0.'),
        ('{"make": "any"}', '"make": "any" and "price" go together.'),
        ('{"make": "W", "price": 1}', '"make": "any" and "price" go together.'),
        ('{"make": "missing"}', 'neighbours cannot buy what is "missing": add "sold": false.'),
        (
            '{"trade": "raw", "with": "left", "price": -1}',
            '"price" beside "trade": "raw" is 1, not -1.',
        ),
        (
            '{"trade": "goods", "with": "left", "price": 2}',
            '"price" beside "trade": "goods" is 1, not 2.',
        ),
        (
            '{"trade": "any", "with": "left", "price": -2, "once": "turn"}',
            '"price" beside "trade": "any" is -1, not -2.',
        ),
        (
            '{"trade": "any", "with": "neighbours", "price": -1, "once": "turn"}',
            '"trade": "any" is "with": "left" or "right". Write one effect for each.',
        ),
        (
            '{"trade": "start", "with": "left", "price": -2}',
            '"price" beside "trade": "start" is -1, not -2.',
        ),
        (
            '{"trade": "any", "with": "left", "price": -1}',
            '"trade": "any" goes with "once": "turn".',
        ),
        ('{"trade": "raw", "with": "others", "price": 1}', '"with" cannot be "others". It can be'),
        ('{"discount": 1, "on": "white"}', '"on" cannot be "white". It can be: brown, grey'),
        (
            '{"discount": 1, "on": "red", "with": "neighbours"}',
            'a discount for neighbours is one "on": "leader".',
        ),
        ('{"free": "card"}', '"free": "card" needs "once": "age" as well.'),
        ('{"free": "stage", "once": "age"}', '"free": "stage" goes without "once".'),
        ('{"coins": 1, "on": "buy"}', '"coins" "on": "buy" goes with "once": "neighbour".'),
        ('{"coins": 1, "on": "red", "once": "turn"}', '"coins" "on": "red" goes without "once".'),
        ('{"coins": 1, "on": "red", "per": "blue"}', '"coins" with "on" goes without "per".'),
        ('{"coins": 1, "per": "science_set"}', '"per" cannot be "science_set".'),
        ('{"lose": 1, "on": "victory"}', '"on" cannot be "victory".'),
        ('{"shields": 1, "per": "red"}', '"per" cannot be "red". It can be: defeat.'),
        ('{"debts": 1, "with": "left"}', '"with" cannot be "left". It can be: neighbours, others.'),
        ('{"victories": 1, "with": "others"}', "others can only give a Victory token up"),
        ('{"points": 1, "per": "science_set", "of": "all"}', '"per": "science_set" goes without'),
        ('{"copy": "guild"}', '"copy": "guild" does nothing on a leader. It works on a stage.'),
        ('{"copy": "stage_1", "with": "left"}', '"copy": "stage_1" does nothing on a leader.'),
        ('{"order": "any"}', '"order": "any" does nothing on a leader. It works on a board.'),
        ('{"points": 1, "per": "under"}', '"per": "under" does nothing on a leader. It works on'),
        ('{"turn": "leader"}', '"turn": "leader" does nothing on a leader. It works on a card or'),
    ],
)
def test_a_faulty_effect_is_told_with_its_remedy(tmp_path, effect, told):
    with pytest.raises(CardError) as fault:
        load_box("1e", [house(tmp_path, HEAD + f', "effects": [{effect}]}}')])
    assert str(fault.value).startswith("ours.jsonl, line 1: " + told)


@pytest.mark.parametrize(
    ("board", "stage", "told"),
    [
        ('"effects": [{"points": 3}]', "", 'line 1: "points": 3 does nothing on a board.'),
        (
            '"effects": [{"science": "any"}]',
            "",
            'line 1: "science": "any" does nothing on a board.',
        ),
        ('"effects": [{"coins": 1, "per": "red"}]', "", "line 1: a board gives coins at the start"),
        ('"effects": [{"free": "leader"}]', "", 'line 1: "free": "leader" does nothing without'),
        ("", '"effects": [{"order": "any"}]', 'line 2: "order": "any" does nothing on a stage.'),
        ("", '"effects": [{"play": "leader"}]', 'line 2: "play": "leader" does nothing without'),
        (
            "",
            '"coins": 1, "effects": [{"copy": "stage_1", "with": "left"}]',
            "line 2: a stage that copies one costs what that one costs.",
        ),
        (
            "",
            '"effects": [{"copy": "stage_1", "with": "left"}, {"copy": "stage_2", "with": "left"}]',
            "line 2: a stage copies one stage, not several.",
        ),
        (
            "",
            '"effects": [{"free": "card", "once": "age"}, {"free": "black", "once": "age"}]',
            'line 2: "free" with "once" stands once on a card or wonder, not twice.',
        ),
        (
            '"effects": [{"free": "card", "once": "age"}]',
            '"effects": [{"free": "black", "once": "age"}]',
            'line 2: "free" with "once" stands once on a card or wonder, not twice.',
        ),
        (
            "",
            '"effects": [{"copy": "guild"}, {"copy": "guild"}]',
            'line 2: "copy": "guild" stands once on a wonder, not twice.',
        ),
    ],
)
def test_an_effect_stands_where_it_works(tmp_path, board, stage, told):
    lines = [f"{OZ}, {board}}}" if board else OZ + "}", f'{{"stage": 1, {stage}}}']
    lines[1] = lines[1].replace(", }", "}")
    with pytest.raises(CardError) as fault:
        load_box("1e", [house(tmp_path, *lines)])
    assert str(fault.value).startswith("ours.jsonl, " + told)


def test_a_board_has_four_stages_at_most(tmp_path):
    stages = [f'{{"stage": {number}}}' for number in range(1, 6)]
    with pytest.raises(CardError, match=r"line 6: Oz has 5 stages: the most are four\."):
        load_box("1e", [house(tmp_path, OZ + "}", *stages)])


def test_a_chain_to_nowhere_names_the_card_that_was_meant(tmp_path):
    with pytest.raises(CardError) as fault:
        printed_with(tmp_path, '"chains_to": ["pantheon"]', '"chains_to": ["panteon"]')
    assert str(fault.value) == (
        'base_1e.jsonl, line 55: Temple chains to "panteon", which is not in this box.'
        ' Did you mean "pantheon"?'
    )


@pytest.mark.parametrize(
    ("chain", "told"),
    [
        ('"free_from": ["midas"]', 'Hut has a chain with "midas", a leader'),
        ('"chains_to": ["midas"]', 'Hut has a chain with "midas", a leader'),
        ('"free_from": ["hut"]', "Hut cannot be chained to itself."),
        ('"free_from": ["palace"]', "Palace comes later, in Age 3. Turn the chain round."),
        ('"chains_to": ["baths"]', "Hut comes later, in Age 2. Turn the chain round."),
    ],
)
def test_a_chain_that_would_never_be_used_is_refused(tmp_path, chain, told):
    with pytest.raises(CardError, match=r"ours\.jsonl, line 1: ") as error:
        load_box("1e", [house(tmp_path, f"{HUT}, {chain}}}")])
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (['{"id": "oz_a", "name": "Gizah", "side": "A"}'], "there is a wonder Gizah already"),
        (
            [OZ + "}", '{"stage": 1}', '{"id": "oz_b", "name": "Ox", "side": "B"}'],
            "Ox is a side of Oz",
        ),
        (['{"id": "gizah_day", "name": "Giza", "side": "Day"}'], "Giza is a side of Gizah"),
    ],
)
def test_a_wonder_has_one_name_of_its_own(tmp_path, lines, told):
    with pytest.raises(CardError) as error:
        load_box("1e", [house(tmp_path, *lines, '{"stage": 1}')])
    assert told in str(error.value)


def test_the_set_of_a_side_is_one_of_its_printing(tmp_path):
    path = house(tmp_path, OZ + ', "set": "wonder_pack"}', '{"stage": 1}')
    assert "oz_a" in load_box("1e", [path]).wonders
    load_box("2e", [path])  # where nobody can choose it
    with pytest.raises(CardError, match='there is no set "wonder_pak" in the printing 1e'):
        load_box("1e", [house(tmp_path, OZ + ', "set": "wonder_pak"}', '{"stage": 1}')])


def test_a_chain_is_written_at_both_ends(tmp_path):
    with pytest.raises(CardError) as fault:
        printed_with(tmp_path, '"free_from": ["temple"], ', "")
    assert str(fault.value) == (
        'base_1e.jsonl, line 55: Temple chains to "pantheon", but Pantheon (base_1e.jsonl, line 81)'
        ' does not say so. Add "temple" to its "free_from", or take the chain away here.'
    )


def test_copies_that_do_not_add_up_are_told(tmp_path):
    with pytest.raises(CardError, match=r"line 40: the deck of Age 1 .* 27 cards for 4 players"):
        printed_with(tmp_path, '"copies": [4, 5, 7]', '"copies": [6, 5, 7]')


def test_stages_are_counted_from_one(tmp_path):
    lines = '{"id": "oz_a", "name": "Oz", "side": "A"}', '{"stage": 1}', '{"stage": 3}'
    with pytest.raises(CardError, match=r"line 3: this is stage 2 of Oz\. Count"):
        load_box("1e", [house(tmp_path, *lines)])


def test_a_house_file_that_is_not_there_is_told():
    with pytest.raises(CardError, match=r"nowhere\.jsonl cannot be read: .* Is the name right\?"):
        load_box("1e", [Path("nowhere.jsonl")])


def test_a_house_file_that_is_no_text_is_told(tmp_path):
    path = tmp_path / "photo.jsonl"
    path.write_bytes(b"\xff\xd8\xff")
    with pytest.raises(CardError, match=r"photo\.jsonl is not UTF-8 text\."):
        load_box("1e", [path])


def test_an_unknown_printing_is_told():
    with pytest.raises(CardError, match=r'There is no printing "3e"\. Ask for "1e"'):
        load_box("3e")


def test_a_house_leader_joins_the_box(tmp_path):
    box = load_box("2e", [house(tmp_path, HEAD + ', "deck": "", "effects": [{"shields": 1}]}')])
    hatter = box.cards["hatter"]
    assert (hatter.set, hatter.deck, hatter.age) == ("house", "", 0)
    assert hatter.effects == (Effect("shields", 1),)
    assert box.sets == {"base", "leaders", "cities", "promo_guilds", "house"}


def test_a_house_card_leaves_the_printed_box_alone(tmp_path):
    load_box("1e", [house(tmp_path, HUT + ', "chains_to": ["pantheon"]}')])
    assert "hut" not in load_box("1e").cards
    assert load_box("1e").cards["pantheon"].free_from == ("temple",)


def test_a_house_card_may_belong_to_a_printed_set(tmp_path):
    box = load_box("1e", [house(tmp_path, HEAD + ', "set": "leaders"}')])
    assert box.cards["hatter"].set == "leaders"


def test_a_chain_of_a_house_card_is_joined_at_its_other_end(tmp_path):
    shed = '{"id": "shed", "name": "Shed", "color": "blue", "age": 2, "copies": [3], '
    links = '"free_from": ["altar"], "chains_to": ["palace"]}'
    box = load_box("1e", [house(tmp_path, shed + links)])
    assert box.cards["altar"].chains_to == ("temple", "shed")
    assert box.cards["palace"].free_from == ("shed",)


def test_house_cards_join_their_chains_in_the_order_of_the_file(tmp_path):
    huts = [
        f'{{"id": "hut_{n}", "name": "Hut {n}", "color": "red", "age": 3, "free_from": ["altar"]}}'
        for n in range(9)
    ]
    box = load_box("1e", [house(tmp_path, *huts)])
    assert box.cards["altar"].chains_to == ("temple", *(f"hut_{n}" for n in range(9)))


def test_a_house_wonder_joins_the_box(tmp_path):
    board = '{"id": "oz_a", "name": "Oz", "side": "A", "resource": "G"}'
    stage = '{"stage": 1, "resources": "GG", "effects": [{"points": 4}]}'
    oz = load_box("1e", [house(tmp_path, board, stage)]).wonders["oz_a"]
    assert (oz.set, oz.resource, oz.stages[0].id) == ("house", "G", "oz_a_1")
