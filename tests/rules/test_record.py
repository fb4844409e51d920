"""The lines of a record: what is read, what is refused, and in which words."""

import json

import pytest

from host_tools.rules.record import (
    FIELDS,
    MOST_BYTES,
    dump,
    numbered_lines,
    parse_line,
    setup_line,
    setup_of,
)
from host_tools.rules.replay import replay
from tests.rules.lines import bad_file, data, play, turn
from tests.rules.table import setup

SETUP = setup_line(setup())
FIRST = turn(1, 1, "0 sell altar", "1 sell baths", "2 sell theater")


def changed(line=SETUP, **fields) -> bytes:
    """The file of one line with other fields; None takes a field out."""
    fields = {**line, **fields}
    lines = [{name: value for name, value in fields.items() if value is not None}]
    return dump(lines if line is SETUP else [SETUP, *lines]).encode()


# The file


def test_blank_lines_and_comments_are_ignored():
    text = f"# An evening\n\n{json.dumps(SETUP)}\n   \n# the first turn\n{json.dumps(FIRST)}\n"
    assert replay(text.encode()).game.turn == 2


def test_the_last_line_needs_no_line_end():
    assert replay(data(FIRST).rstrip(b"\n")).game.turn == 2


def test_windows_line_ends_are_read():
    assert replay(data(FIRST).replace(b"\n", b"\r\n")).game.turn == 2


def test_a_byte_order_mark_is_read_over():
    assert replay(b"\xef\xbb\xbf" + data(FIRST)).game.turn == 2


def test_a_comment_may_follow_a_byte_order_mark():
    assert replay(b"\xef\xbb\xbf# An evening\n" + data(FIRST)).game.turn == 2


def test_names_may_be_of_any_language():
    seats = [{**seat, "player": f"Zoé 日本 {at}"} for at, seat in enumerate(SETUP["seats"])]
    told = replay(changed(seats=seats))
    assert told.game.rules.name(0) == "Zoé 日本 0"


@pytest.mark.parametrize("name", ["", "[/b]", "\x1b[2J", "=1+1", "x" * 25])
def test_a_record_with_a_name_that_is_none_is_refused_with_the_rule(name):
    seats = [{**SETUP["seats"][0], "player": name}, *SETUP["seats"][1:]]
    error = bad_file(changed(seats=seats))
    assert (error.code, error.line) == ("bad_record", 1)
    assert "name" in error.message or "called" in error.message


def test_field_order_does_not_matter():
    backwards = [dict(reversed(line.items())) for line in (SETUP, FIRST)]
    assert replay(dump(backwards).encode()).game.turn == 2


def test_lines_are_counted_as_an_editor_counts_them():
    text = b"# one\n\n" + data("rubbish")
    assert bad_file(text).line == 4


def test_lines_that_say_something_keep_their_numbers():
    assert list(numbered_lines(b"a\n\n#b\r\n c \n")) == [(1, "a"), (4, "c")]


@pytest.mark.parametrize("empty", [b"", b"\n\n", b"# nothing but a comment\n", b"\xef\xbb\xbf"])
def test_a_file_without_lines_is_no_record(empty):
    error = bad_file(empty)
    assert error.code == "bad_record" and "setup" in error.message


RUBBISH = {
    "bytes": bytes(range(256)),
    "zip": b"PK\x03\x04\x14\x00\x08\x08" + bytes(100),
    "utf-16": '{"type": "setup"}'.encode("utf-16"),
    "latin-1": '{"type": "setup", "player": "Zoé"}'.encode("latin-1"),
    "zeros": bytes(1000),
    "not JSON": b"hello\n",
    "half an object": b'{"type": "setup", ',
    "a list": b"[1, 2]",
    "a number": b"7",
    "a word": b'"setup"',
    "nothing": b"null",
    "two objects": b'{"type": "undo"} {"type": "undo"}',
    "deep": b"[" * 100_000,
    "deep object": b'{"type":' * 50_000,
    "long number": b'{"type": "setup", "record": ' + b"1" * 10_000 + b"}",
}


@pytest.mark.parametrize("rubbish", RUBBISH.values(), ids=RUBBISH)
def test_rubbish_is_refused_with_a_sentence(rubbish):
    error = bad_file(rubbish)
    assert error.code == "bad_record" and error.line == 1
    assert error.message.endswith(".") and len(error.message) < 400


@pytest.mark.parametrize("depth", range(900, 1010, 3))
def test_no_depth_of_nesting_is_too_much_for_the_error(depth):
    assert bad_file(b'{"type": "undo", "x": %b%b}' % (b"[" * depth, b"]" * depth))
    assert bad_file(b'{"type": %b%b}' % (b"[" * depth, b"]" * depth))


def test_rubbish_after_good_lines_names_its_line():
    error = bad_file(data(FIRST) + b"\xff\xfe\n")
    assert (error.code, error.line) == ("bad_record", 3)


def test_a_huge_file_is_refused_before_it_is_read():
    error = bad_file(bytes(MOST_BYTES + 1))
    assert error.code == "bad_record" and "8,000,000 bytes" in error.message


def test_a_large_file_that_is_a_record_is_read():
    assert replay(data(FIRST) + b"# " + b"x" * 5_000_000).game.turn == 2


def test_no_message_is_as_long_as_the_rubbish_it_names():
    word = "x" * 1_000_000
    for line in (
        {"type": word},
        {"type": "undo", word: 1},
        {**FIRST, "plays": [play(f"0 build {word}")]},
        turn(1, 1, f"0 build {word}", "1 sell baths", "2 sell theater"),
        turn(1, 1, f"0 {word} altar", "1 sell baths", "2 sell theater"),
        turn(1, 1, play("0 build altar", free=word), "1 sell baths", "2 sell theater"),
        turn(1, 1, play("0 build altar", buy={"left": word}), "1 sell baths", "2 sell theater"),
    ):
        assert len(bad_file(data(line)).message) < 400, line["type"][:9]


# The fields


def test_every_type_of_line_of_the_contract_is_known():
    contract = ["setup", "deal", "turn", "settle", "age_end", "final", "undo"]
    assert list(FIELDS) == [*contract, "tap"]  # docs/record-extensions.md


@pytest.mark.parametrize("kind", ["", "Turn", "trun", None, 3, ["turn"]])
def test_an_unknown_type_of_line_is_named(kind):
    error = bad_file(data({"type": kind}))
    assert error.code == "bad_record" and repr(kind) in error.message


def test_a_line_without_type_is_refused():
    assert bad_file(data({"age": 1})).code == "bad_record"


GOOD = {
    "setup": SETUP,
    "deal": {"type": "deal", "age": 1, "hands": [["altar"] * 7] * 3},
    "turn": FIRST,
    "settle": {"type": "settle", "debts": {}},
    "age_end": {"type": "age_end", "age": 1, "discarded": []},
    "final": {"type": "final", "copy_guild": {}},
    "undo": {"type": "undo"},
    "tap": {"type": "tap", "at": 1763270401.52, "do": "open", "seat": 0, "card": "altar"},
}


@pytest.mark.parametrize("kind", GOOD)
def test_a_good_line_is_read_as_it_stands(kind):
    assert parse_line(json.dumps(GOOD[kind])) == GOOD[kind]


@pytest.mark.parametrize("kind", GOOD)
def test_an_unknown_field_is_named(kind):
    error = bad_file(data({**GOOD[kind], "colour": "red"}))
    assert error.code == "bad_record" and "'colour'" in error.message


@pytest.mark.parametrize(
    "line",
    [
        {**SETUP, "seats": [{"wonder": "gizah", "side": "A", "colour": "red"}]},
        turn(1, 1, play("0 sell altar", colour="red")),
        turn(1, 1, play("0 sell altar", extra={"card": "a", "action": "sell", "colour": "red"})),
        turn(1, 1, play("0 build altar", buy={"colour": "S"})),
        turn(1, 1, play("0 build altar", pay={"colour": 1})),
        turn(1, 1, play("0 build altar", courtesan={"colour": 1})),
        turn(1, 1, play("0 build altar", replace={"colour": 1})),
        {**GOOD["age_end"], "discarded": [{"seat": 0, "card": "altar", "colour": "red"}]},
    ],
    ids=["seat", "play", "extra", "buy", "pay", "courtesan", "replace", "discarded"],
)
def test_an_unknown_field_inside_a_line_is_named(line):
    error = bad_file(data(line))
    assert error.code == "bad_record" and "'colour'" in error.message


def test_an_extra_play_has_no_seat():
    extra = {"seat": 0, "card": "altar", "action": "sell"}
    error = bad_file(data(turn(1, 1, play("0 sell altar", extra=extra))))
    assert "'seat'" in error.message


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (kind, name)
        for kind, fields in FIELDS.items()
        for name, (_, needed) in fields.items()
        if needed
    ],
)
def test_a_missing_field_is_named(kind, name):
    line = {field: value for field, value in GOOD[kind].items() if field != name}
    error = bad_file(dump([line] if kind == "setup" else [SETUP, line]).encode())
    assert error.code == "bad_record" and repr(name) in error.message


@pytest.mark.parametrize("name", ["seat", "card", "action"])
def test_a_play_says_seat_card_and_action(name):
    one = {field: value for field, value in play("0 sell altar").items() if field != name}
    error = bad_file(data(turn(1, 1, one)))
    assert error.code == "bad_record" and repr(name) in error.message


# Of each field some values of a wrong type: numbers are whole, and true is no number.
WRONG = [
    *[("setup", {"record": value}) for value in ("1", 1.0, True, [1], 2, 0)],
    *[("setup", {"edition": value}) for value in (1, ["1e"], "3e", "")],
    *[("setup", {"sets": value}) for value in ("base", {"base": 1}, [1], [["base"]], [])],
    *[("setup", {"variant": value}) for value in (0, "teams", "")],
    *[("setup", {"seats": value}) for value in ({}, "gizah", [], ["gizah"], [[]], [{}])],
    *[("setup", {"decks": value}) for value in ("standard", [1], ["starter"], [])],
    *[("setup", {"rulings": value}) for value in ([], {"babylon": True}, {"babylon_first": 1})],
    *[("deal", {"age": value}) for value in ("1", 1.5, True, [1], -1, 4)],
    *[("deal", {"hands": value}) for value in ({}, "altar", ["altar"], [[1]], [["altar", None]])],
    *[("turn", {"age": value}) for value in ("1", 1.0, True)],
    *[("turn", {"turn": value}) for value in ("1", 1.0, True)],
    *[("turn", {"plays": value}) for value in ({}, "sell", ["sell"], [[]])],
    *[("settle", {"debts": value}) for value in ([], 3, {"0": "1"}, {"0": -1}, {"0": True})],
    *[("settle", {"debts": {name: 0}}) for name in ("", "3", "-1", "00", "x", "²", "٢", "1" * 99)],
    *[("age_end", {"age": value}) for value in ("1", True)],
    *[("age_end", {"discarded": value}) for value in ({}, ["altar"], [{"seat": "0", "card": "x"}])],
    *[("final", {"copy_guild": value}) for value in ([], "spies_guild")],
]


@pytest.mark.parametrize(("kind", "fields"), WRONG)
def test_a_field_of_the_wrong_type_is_refused(kind, fields):
    assert bad_file(changed(GOOD[kind], **fields)).code == "bad_record"


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": "0"},
        {"seat": True},
        {"seat": 3},
        {"seat": -1},
        {"card": 7},
        {"action": None},
        {"action": "discard"},
        {"buy": "S"},
        {"buy": {"left": 2}},
        {"buy": {"left": "s"}},
        {"buy": {"left": "X"}},
        {"buy": {"left": "SSSSSSSS"}},
        {"pay": 2},
        {"pay": {"left": "2"}},
        {"pay": {"left": 2.0}},
        {"pay": {"left": -2}},
        {"buy": {"left": "S"}, "pay": {"left": 2}},
        {"free": True},
        {"from_discard": 1},
        {"from_discard": [1]},
        {"extra": []},
        {"extra": {}},
        {"courtesan": "midas"},
        {"courtesan": {"neighbour": "left"}},
        {"drawn": "midas"},
        {"drawn": [1]},
        {"abu_simbel": 1},
        {"replace": 1},
        {"replace": {"give_up": "1"}},
        {"left": 1},
    ],
    ids=repr,
)
def test_a_play_with_a_wrong_field_is_refused(fields):
    one = {**play("0 build baths"), **fields}
    assert bad_file(data(turn(1, 1, one, "1 sell baths", "2 sell theater"))).code == "bad_record"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_is_named(number):
    error = bad_file(data(f'{{"type": "turn", "age": {number}, "turn": 1, "plays": []}}'))
    assert error.code == "bad_record" and number in error.message


def test_a_field_that_stands_twice_is_named():
    error = bad_file(data('{"type": "turn", "age": 1, "age": 2, "turn": 1, "plays": []}'))
    assert error.code == "bad_record" and "'age'" in error.message


def test_a_field_that_stands_twice_deep_inside_is_named():
    error = bad_file(
        data(
            '{"type":"turn","age":1,"turn":1,"plays":[{"seat":0,"card":"altar","action":"build",'
            '"pay":{"left":1,"left":1}}]}'
        )
    )
    assert error.code == "bad_record" and "'left'" in error.message


# The setup


def test_a_setup_is_written_as_it_is_read():
    full = {
        "type": "setup",
        "record": 1,
        "edition": "2e",
        "sets": ["base", "leaders", "cities"],
        "variant": "two_player",
        "seats": [
            {"player": "Ann", "wonder": "gizah", "side": "Day"},
            {"player": "Bo", "wonder": "roma", "side": "Night"},
            {"player": None, "wonder": "petra", "side": "Day", "free_city": True},
        ],
        "decks": ["standard", "expert", "cities"],
        "rulings": {"babylon_first": True, "house_numbers": True, "free_city_coins": 6},
        "house": [{"id": "mad_hatter", "name": "Mad Hatter", "color": "white"}],
    }
    assert setup_line(setup_of(parse_line(json.dumps(full)))) == full


def test_the_first_line_is_the_setup():
    error = bad_file(dump([FIRST]).encode())
    assert (error.code, error.line) == ("bad_record", 1) and "setup" in error.message


def test_there_is_only_one_setup():
    error = bad_file(data(SETUP))
    assert (error.code, error.line) == ("bad_record", 2)


def test_a_record_of_another_version_is_refused():
    assert "version 2" in bad_file(changed(record=2)).message


def seats(*boards, **more):
    return [
        {"player": None, "wonder": wonder, "side": side, **more}
        for wonder, side in (board.split() for board in boards)
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": seats("gizah A", "rhodos A")},
        {"seats": seats("gizah A", "rhodos A", "gizah A")},
        {"seats": seats("gizah A", "rhodos A", "gizah B")},
        {"seats": seats("gizah A", "rhodos A", "atlantis A")},
        {"seats": seats("gizah A", "rhodos A", "ephesos C")},
        {"seats": seats("gizah A", "rhodos A", "ephesos a")},
        {"seats": seats("gizah A", "rhodos A", "ephesos Day")},
        {"seats": seats("gizah A", "rhodos A", "ephesos B"), "edition": "2e"},
        {"seats": seats("gizah A", "rhodos A", "ephesos B", free_city=True)},
        {"variant": "two_player"},
        {"variant": "team"},
        {"sets": ["leaders"]},
        {"sets": ["base", "base"]},
        {"sets": ["base", "armada"]},
    ],
)
def test_a_table_that_cannot_be_set_is_refused(fields):
    error = bad_file(changed(**fields))
    assert (error.code, error.line) == ("bad_record", 1)


def test_a_wonder_of_a_set_that_is_not_used_is_not_in_this_game():
    error = bad_file(changed(seats=seats("gizah A", "rhodos A", "petra A")))
    assert (error.code, error.line, error.seat) == ("not_in_this_game", 1, 2)


def test_a_player_without_a_name_is_called_by_the_seat():
    told = replay(changed(seats=seats("gizah A", "rhodos A", "ephesos B")))
    assert told.game.rules.name(2) == "Seat 2"


def test_half_a_character_in_a_name_is_refused():
    """A lone surrogate can stand in JSON but on no screen and in no file."""
    named = [{**seat, "player": "\ud83d"} for seat in SETUP["seats"]]
    file = json.dumps({**SETUP, "seats": named}).encode()
    assert bad_file(file).code == "bad_record"
