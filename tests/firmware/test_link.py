"""Frames and messages: what a receiver takes, and what it leaves."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware import link
from firmware.fields import escape, unescape
from firmware.link import (
    BODY_MAX,
    FIELDS,
    HOST,
    LINE_MAX,
    MESSAGES,
    SEAT,
    Splitter,
    frame,
    line,
    parse,
)

ACK = frame("AK", sid="0a1b", seq=7)
STATE = {
    "sid": "0a1b",
    "v": 3,
    "phase": "play",
    "game": "g1",
    "round": 2,
    "step": "",
    "light": "play",
    "sound": "",
    "x": "",
    "text": "Lay a card",
}


def bodies(*pieces: bytes, mark: str = HOST) -> list[bytes]:
    splitter = Splitter(mark)
    return [body for piece in pieces for body in splitter.feed(piece)]


def test_a_frame_ends_whatever_a_cut_line_left_behind():
    assert bodies(b"#AK 0a1b 3*00", ACK) == [b"AK 0a1b 7"]


def test_a_frame_may_come_byte_by_byte():
    assert bodies(*[bytes([byte]) for byte in ACK]) == [b"AK 0a1b 7"]


def test_a_carriage_return_before_the_line_feed_is_dropped():
    assert bodies(ACK.replace(b"\n", b"\r\n")) == [b"AK 0a1b 7"]


def test_only_one_carriage_return_is_dropped():
    assert bodies(ACK[:-1] + b"\r\r\n") == []


def test_text_before_the_mark_is_left_out():
    assert bodies(b"\n>>> " + ACK[1:]) == [b"AK 0a1b 7"]


def test_the_last_mark_counts():
    assert bodies(b"\n#AK 0a#" + ACK[1:]) == [b"AK 0a1b 7"]


def test_an_echo_of_ones_own_frame_is_noise():
    splitter = Splitter(SEAT)
    assert splitter.feed(ACK) == []
    assert (splitter.noise, splitter.damaged) == (1, 0)


@pytest.mark.parametrize("place", range(1, len(ACK) - 1))
def test_a_changed_byte_is_never_taken(place):
    changed = ACK[:place] + bytes([ACK[place] ^ 1]) + ACK[place + 1 :]
    assert bodies(changed) == []


def test_lower_case_digits_of_the_check_are_refused():
    assert bodies(ACK.replace(b"BB9678B1", b"bb9678b1")) == []


def test_what_is_dropped_is_counted():
    splitter = Splitter(HOST)
    splitter.feed(b"MicroPython v1.26\r\n\r\n>>> \n#AK 0a1b 7*00000000\n")
    assert (splitter.noise, splitter.damaged) == (2, 1)


def test_an_endless_line_takes_no_memory():
    splitter = Splitter(HOST)
    for _ in range(100):
        splitter.feed(b"#" + b"x" * 1000)
    assert len(splitter._line) <= LINE_MAX
    assert splitter.feed(b"\n") == []
    assert splitter.feed(ACK) == [b"AK 0a1b 7"]


def test_a_line_of_the_greatest_length_is_taken_and_none_longer():
    longest = frame("ER", sid="0a1b", seq=1, code="crashed", text="x" * 200)
    assert len(longest) == LINE_MAX
    assert len(bodies(longest, mark=SEAT)[0]) == BODY_MAX
    assert bodies(longest[:-10] + b"x" + longest[-10:], mark=SEAT) == []


def test_the_longest_reveal_fits():
    opening = line("RV", "0a1b", 9999, "g" * 5, 999, "ab" * 10, "cd" * 32)
    assert len(opening) <= LINE_MAX


def test_the_longest_hello_fits_with_all_that_a_seat_can_have():
    info = (("fw", "10.10.10"), ("cap", "rfid1,btn,rgb,buzz,oled"))
    hello = frame("HI", ver=1, board="ab" * 8, boot="0badcafe", info=info)
    message = parse(bodies(hello, mark=SEAT)[0])
    assert message is not None
    assert message.info == dict(info)


def test_telemetry_that_does_not_fit_is_left_out():
    info = [("a", "x" * 80), ("b", "y" * 40), ("c", 1)]
    message = parse(bodies(frame("UP", sid="0a1b", v=1, info=info), mark=SEAT)[0])
    assert message is not None
    assert sorted(message.info) == ["a", "c"]


def test_a_text_that_is_too_long_is_cut_and_never_inside_an_escape():
    message = parse(bodies(frame("ST", **{**STATE, "text": "é*" * 100}))[0])
    assert message is not None
    assert "é*é*é*".startswith(message.text[:6])
    assert set(message.text) == {"é", "*"}


def test_the_text_may_hold_every_sign():
    text = "$5 # 3 * 100 % déjà - ok"
    message = parse(bodies(frame("ST", **{**STATE, "text": text}))[0])
    assert message is not None
    assert message.text == text


@pytest.mark.parametrize("text", ["", "-", " ", "--", "%2D"])
def test_nothing_and_a_dash_are_told_apart(text):
    message = parse(bodies(frame("ST", **{**STATE, "text": text}))[0])
    assert message is not None
    assert message.text == text


def test_a_name_that_does_not_fit_its_place_is_the_senders_mistake():
    with pytest.raises(ValueError, match="too long"):
        frame("ST", **{**STATE, "game": "agamewithalongname"})


def test_extra_fields_are_ignored():
    message = parse(b"AK 0a1b 7 from=tomorrow")
    assert message is not None
    assert message.seq == 7


SIGNATURE = "8b76052ee42f5567beb53238b3e3f9950707c0dcc956b5c5efcfdb709b2d82b3"


@pytest.mark.parametrize(
    ("more", "sig", "mark"),
    [
        ("", None, ""),
        (" -", "", ""),
        (f" {SIGNATURE}", SIGNATURE, ""),
        (f" {SIGNATURE.upper()} -", SIGNATURE, ""),
        (" - magic", "", "magic"),
        (f" {SIGNATURE} magic from=tomorrow", SIGNATURE, "magic"),
        (" 1234 magic", None, ""),
    ],
)
def test_a_tag_may_come_with_its_signature_and_a_mark(more, sig, mark):
    message = parse(b"TG 0a1b 1 04a1b2c3d4e5f6" + more.encode())
    assert message is not None
    assert (message.uid, message.sig, message.mark) == ("04a1b2c3d4e5f6", sig, mark)


def test_a_tag_whose_signature_nobody_looked_at_is_reported_as_ever():
    said = frame("TG", sid="0a1b", seq=1, uid="04a1b2c3d4e5f6")
    assert bodies(said, mark=SEAT) == [b"TG 0a1b 1 04a1b2c3d4e5f6"]
    assert parse(*bodies(said, mark=SEAT)).values() == ["TG", "0a1b", 1, "04a1b2c3d4e5f6"]


def test_the_longest_tag_fits_its_line():
    said = line("TG", "0a1b", 9999, "ab" * 10, SIGNATURE, "eightlet")
    assert len(said) <= LINE_MAX


def test_a_host_that_does_not_know_signatures_reads_the_tag_alone(monkeypatch):
    monkeypatch.setitem(link._LAYOUTS, "TG", ["sid", "seq", "uid"])
    message = parse(f"TG 0a1b 1 04a1b2c3d4e5f6 {SIGNATURE} magic".encode())
    assert message is not None
    assert message.values() == ["TG", "0a1b", 1, "04a1b2c3d4e5f6"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"XX 1 2 3",
        b"AK",
        b"AK 0a1b",
        b"AK 0a1b x",
        b"AK 0a1b -1",
        b"AK 0a1b  7",
        b"AK 0a1g 7",
        b"AK 0a1b 99999",
        b"AK 0a1b +7",
        b"AK 0a1b 7\xb2",
        b"CM 0a1b 1 g1 1 abcd",
        b"TG 0a1b 1 abc",
        b"TG 0a1b 1 " + b"ab" * 17,
        b"WE 1 0badcafe 0a1b",
        b"ST 0a1b 1 play",
    ],
)
def test_what_does_not_fit_its_type_is_no_message(body):
    assert parse(body) is None


@given(st.binary(max_size=150))
@example(b"AK \xff")
@example(b"ST 0a1b 3 play g1 2 - %zz - - %")
def test_no_body_makes_the_parser_raise(body):
    parse(body)


HASHES = st.binary(min_size=4, max_size=4).map(bytes.hex)
WORDS = st.text("abcdefghijklmnopqrstuvwxyz0123456789_-:%$#* é", max_size=5)
VALUES = {
    "number": lambda longest: st.integers(0, 10**longest - 1),
    "hex": lambda longest: st.text("0123456789abcdef", min_size=longest, max_size=longest),
    "uid": lambda longest: st.binary(min_size=4, max_size=10).map(bytes.hex),
    "signature": lambda longest: st.just("") | VALUES["hex"](longest),
    "board": lambda longest: st.from_regex(r"([0-9a-f]{2}){1,16}(\.[0-7])?", fullmatch=True),
    "word": lambda longest: WORDS,
    "text": lambda longest: st.text(max_size=10).map(lambda text: latin(text)),
    "hashes": lambda longest: st.lists(
        st.binary(min_size=4, max_size=4).map(bytes.hex), max_size=4
    ),
    "pairs": lambda longest: st.dictionaries(
        st.sampled_from(["fw", "cap", "heap"]), WORDS, max_size=3
    ),
}


def latin(text: str) -> str:
    return "".join(letter for letter in text if ord(letter) < 256)


@st.composite
def messages(draw):
    kind = draw(st.sampled_from(sorted(MESSAGES)))
    fields = {}
    for name in MESSAGES[kind].split(" ")[1:]:
        how, longest = FIELDS[name]
        # Names of games and marks are ours: plain signs, so that the longest message still fits.
        plain = st.text("abcdefghijklmnopqrstuvwxyz0123456789", max_size=longest)
        fields[name] = draw(plain if name in ("game", "mark") else VALUES[how](longest))
    return kind, fields


@given(messages())
def test_every_message_comes_through_as_it_was_said(message):
    kind, fields = message
    given_fields = {**fields}
    if "info" in fields:
        given_fields["info"] = list(fields["info"].items())
    said = frame(kind, **given_fields)
    assert len(said) <= LINE_MAX
    assert all(byte == 0x0A or 0x20 <= byte <= 0x7E for byte in said)
    (body,) = bodies(said, mark=MESSAGES[kind][0])
    heard = parse(body)
    assert heard is not None
    for name, value in fields.items():
        expected = tuple(value) if name == "hashes" else value
        assert getattr(heard, name) == expected


@given(st.text())
def test_escapes_are_plain_and_give_the_text_back(text):
    assert escape(text).isascii()
    assert not set(escape(text)) & set("$#* ")
    assert unescape(escape(latin(text))) == latin(text)


@given(st.lists(st.one_of(st.just(ACK), st.binary(max_size=40))), st.data())
def test_how_a_stream_is_cut_into_pieces_does_not_matter(parts, data):
    stream = b"".join(parts)
    whole, split = Splitter(HOST), Splitter(HOST)
    expected = whole.feed(stream)
    found: list[bytes] = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        found += split.feed(stream[:size])
        stream = stream[size:]
    assert found == expected
    assert (split.noise, split.damaged) == (whole.noise, whole.damaged)


@given(st.lists(st.binary(max_size=40).filter(lambda part: b"#" not in part)))
def test_no_frame_is_lost_in_noise(parts):
    stream = b"".join(part + ACK for part in parts)
    assert bodies(stream) == [b"AK 0a1b 7"] * len(parts)
