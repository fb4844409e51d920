"""A wiring file from outside is read, or refused with a sentence."""

import json

import pytest

from host_tools.wiring.wiring_file import WiringError, parse_wiring


def test_a_wiring_is_read_as_it_is():
    wiring = {"profile": "pico_table", "seats": 4, "spi": {"cs": [5, 7]}, "buzzer": None}
    assert parse_wiring(json.dumps(wiring).encode()) == wiring


def test_a_wiring_that_an_editor_saved_with_a_mark_in_front_is_read():
    assert parse_wiring('{"buzzer": 20}'.encode("utf-8-sig")) == {"buzzer": 20}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "It is not JSON: line 1"),
        (b'{"buzzer": 1,}', "It is not JSON: line 1"),
        (b"\xff\xfe{}", "It is not UTF-8 text"),
        (b"[]", "A wiring is an object with entries"),
        (b"null", "A wiring is an object"),
        (b'{"buzzer": NaN}', "NaN is no number"),
        (b'{"gain": -Infinity}', "-Infinity is no number"),
        (b'{"buzzer": 1, "buzzer": 2}', "The entry buzzer is there twice"),
        (b'{"spi": {"cs": 1, "cs": 2}}', "The entry cs is there twice"),
        (b'{"bu\\nzzer": 1, "bu\\nzzer": 2}', r"The entry bu\nzzer is there twice"),
        (b'{"a":' * 5000, "Its brackets are nested too deeply"),
        (b"[" * 60_000, "Its brackets are nested too deeply"),
        (b'{"buzzer": ' + b"9" * 6000 + b"}", "A number in it has thousands of digits"),
        (b" " * 70_000, "It is larger than any wiring"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_no_wiring_is_told_in_a_sentence(data, says):
    with pytest.raises(WiringError) as error:
        parse_wiring(data)
    assert says in str(error.value)
