"""Journal entries are stored and read without loss; whatever is no entry is refused."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.bots.dealer import Dealer
from host_tools.table.entries import (
    KINDS,
    MODES,
    Abandon,
    Begin,
    Commit,
    Entry,
    EntryError,
    Lock,
    Ready,
    TableSetup,
    decode,
    encode,
    game_uuid,
    setup_agreed,
)
from host_tools.table.evening import evening_of
from tests.rules.table import THREE, setup

SETUPS = [
    setup(THREE),
    Dealer(1).setup(2, "2e", variant="two_player", rulings={"house_numbers": True}),
    setup(THREE, sets="base leaders cities"),
]
st.register_type_strategy(
    TableSetup,
    st.builds(
        TableSetup,
        st.sampled_from(SETUPS),
        mode=st.sampled_from(MODES),
        countdown=st.integers(0, 10),
        strict=st.booleans(),
        shared=st.booleans(),
        deck=st.text(),
        grace=st.none() | st.integers(0, 10),
        ask_payment=st.booleans(),
        timer=st.integers(0, 600),
        ask_leftovers=st.booleans(),
        venue_round=st.integers(0, 999),
        every_way=st.booleans(),
    ),
)
JSON = st.sampled_from([None, True, 0, -7, 1.5, "", "lock", [], [1, 2, 3], ["altar"], {}, {"a": 1}])


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40)
@given(data=st.data())
def test_every_kind_is_stored_and_read_without_loss(kind, data):
    entry = data.draw(st.from_type(KINDS[kind]))
    stored = json.loads(json.dumps(encode(entry), ensure_ascii=False))
    assert stored["do"] == kind
    assert decode(stored) == entry
    assert encode(decode(stored)) == stored


def test_an_entry_is_a_value():
    assert Commit(1, "5eed") == Commit(1, "5eed")
    with pytest.raises(AttributeError):
        Commit(1, "5eed").seat = 2


@given(st.from_type(Entry).map(encode), st.integers(0), st.none() | st.tuples(JSON))
def test_whatever_is_no_entry_is_refused_with_a_sentence(stored, at, other):
    """A field that is missing, unknown or of another type; nothing else is ever raised."""
    names = [*stored, "extra"]
    name = names[at % len(names)]
    changed = {key: value for key, value in stored.items() if key != name}
    if other is not None:
        changed[name] = other[0]
    try:
        entry = decode(changed)
    except EntryError as error:
        assert str(error).endswith(".")
    else:
        assert decode(encode(entry)) == entry


@pytest.mark.parametrize(
    "stored",
    [
        None, [], "lock", 7, {}, {"do": None}, {"do": "fly"}, {"do": []}, {"do": "ready"},
        {"do": "ready", "seat": True}, {"do": "ready", "seat": "1"}, {"do": "lock", "seat": 1},
        {"do": "pay", "seat": 1, "way": [1, 2], "free": ""},
        {"do": "pay", "seat": 1, "way": [1, 2, True], "free": ""},
        {"do": "pay", "seat": 1, "way": [1, 2, 3], "free": 5},
        {"do": "pay", "seat": 1, "way": [1, 2, 3], "free": "", "bought": [1]},
        {"do": "answer", "seat": 1, "value": ["altar"]}, {"do": "setup"},
        {"do": "setup", "plan": None}, {"do": "setup", "plan": {}},
        {"do": "setup", "plan": {"setup": {"type": "setup", "record": 1}}},
    ],
)  # fmt: skip
def test_what_is_damaged_or_unknown_is_refused(stored):
    with pytest.raises(EntryError):
        decode(stored)


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("countdown", 11, "0 to 10 seconds"),
        ("grace", 11, "0 to 10 seconds"),
        ("timer", 601, "0 to 600 seconds"),
    ],
)
def test_a_set_up_that_makes_no_sense_is_refused(name, value, why):
    stored = encode(Begin(TableSetup(SETUPS[0])))
    stored["plan"][name] = value
    with pytest.raises(EntryError, match=why):
        decode(stored)


def test_a_game_that_was_agreed_before_there_was_a_grace_asks_as_it_did():
    stored = encode(Begin(TableSetup(SETUPS[0])))
    for name in ("grace", "ask_payment", "ask_leftovers", "every_way"):
        del stored["plan"][name]
    before = decode(stored).setup
    assert before.ask_leftovers and not before.every_way
    assert (before.grace, before.ask_payment, before.timer) == (None, True, 0)
    assert encode(Begin(before)) == stored


def test_fields_that_older_journals_leave_out():
    assert decode({"do": "void", "seat": 1}).why == ""
    assert decode({"do": "pay", "seat": 1, "way": [1, 0, 2]}).payment.coins == (1, 0, 2)


def test_a_game_has_the_same_name_for_ever():
    before = TableSetup(
        SETUPS[0], grace=None, ask_payment=True, ask_leftovers=True, every_way=False
    )
    rows = [(1700000000.0, Begin(before)), (1700000001.0, Lock())]
    assert game_uuid(rows) == "541fbba2-73d9-5732-a45d-a5dcaa9244d8"
    assert setup_agreed(rows).game_setup == SETUPS[0]


def test_a_game_that_does_not_begin_with_its_set_up_is_refused():
    with pytest.raises(EntryError, match="does not begin"):
        evening_of([(0.0, Ready(1)), (0.0, Abandon())])
