"""Names are checked in one place: real names pass, and nothing that anybody takes for an order."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.rules.errors import MoveError
from host_tools.rules.names import NAME_MAX, check_name, check_names, visible
from host_tools.texts.sheet import in_sheet

REAL = [
    "Ann", "O'Neill", "O’Neill", "Jean-Luc", "Zoë", "李", "李小龙", "Ann B.", "Marie-Ève 2",
    "Дмитрий", "مريم", "अनिता", "Ann (bot)", "Tom & Jo", "Who?!", "2Pac", "Ωmega",
    "José_M", "x" * NAME_MAX,
]  # fmt: skip
REFUSED = [
    "", " ", "\t\n", "x" * (NAME_MAX + 1), "=1+1", "+1", "-Ann", "@Ann", "'Ann", "[/b]", "A[b]n",
    "<b>", "a>b", "{{x}}", "{%x%}", "${x}", "$x", "`id`", "a|b", "a\\b", "a/b", "a;b", "a,b", 'a"b',
    "a:b", "#1", "A\x1b[2J", "A\x07", "A\x7f", "A\x9b2J", "A\tn",
    "A\nn", "A\rn", "A\0n", "A\u202en",
    "A\u2066n", "A\u200bn", "A\u200dn", "A\ufeffn", "A\u2028n", "A\u2029n", "\ud800", "A\udcff",
    "\u0301A", ".", "A\u00a0n", "A\U000e0041", "\U0010ffff", "%s%n|",
]  # fmt: skip


ACTING = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # kinds of signs that are no letters


@pytest.mark.parametrize("name", REAL)
def test_a_real_name_is_kept_as_it_is(name):
    assert check_name(name) == name


@pytest.mark.parametrize("name", REFUSED, ids=ascii)
def test_what_is_no_name_is_refused_with_the_rule(name):
    with pytest.raises(MoveError, match="A name has 1 to 24 letters") as told:
        check_name(name)
    assert told.value.message.isprintable()
    assert told.value.code == "bad_record"


@pytest.mark.slow
@given(st.text(max_size=12))
def test_a_name_that_passes_holds_no_sign_that_acts(name):
    try:
        kept = check_name(name)
    except MoveError:
        return
    assert 0 < len(kept) <= NAME_MAX
    assert check_name(kept) == kept == visible(kept) == in_sheet(kept)
    assert not set(kept) & set('[]<>{}$=+@`|\\/;:"#%\t\n\r')
    assert {unicodedata.category(sign)[0] for sign in kept} <= set("LMNPZ")


@pytest.mark.parametrize("second", ["Ann", "ANN", " ann "])
def test_no_two_in_one_game_have_the_same_name(second):
    with pytest.raises(MoveError, match="Two players are called"):
        check_names(["Ann", "Bo", second])


def test_the_same_letters_written_in_two_ways_are_one_name():
    with pytest.raises(MoveError, match="Two players are called Zoë"):
        check_names(["Zoë", "Zoe\u0308"])


@given(st.text())
def test_what_is_shown_holds_no_control_sign(text):
    assert {unicodedata.category(sign) for sign in visible(text)} & ACTING <= {"Cc"}  # a line break
    assert not {unicodedata.category(sign) for sign in visible(text, keep="")} & ACTING


@pytest.mark.parametrize("text", ["à\u00a0vous\u202f!", "Zoë", "李", "👋", "مريم"])
def test_what_acts_on_nothing_is_shown_as_it_is(text):
    assert visible(text) == text
