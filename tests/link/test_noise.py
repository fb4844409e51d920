"""Whatever arrives: no exception, no false event, no growing memory."""

import gc
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.link import LINE_MAX, MESSAGES, check, frame
from host_tools.link.events import Report
from host_tools.link.hub import Hub
from host_tools.link.known_boards import WAITING_MAX
from host_tools.link.wanted import SeatState
from tests.link.test_hub import UID, Talk

COUNT = 12  # reports in a stream, each unlike the others


def reports(sid):
    """What a seat reports one after another."""
    slot = {"sid": sid, "game": "g1"}
    for seq in range(1, COUNT + 1):
        if seq % 3:
            yield frame("CM", **slot, seq=seq, round=seq, commit=f"{seq:032x}")
        else:
            yield frame("LF", **slot, seq=seq, round=seq)


def flip(data, place, bit):
    place %= len(data)
    return data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]


places = st.integers(0, LINE_MAX)
deeds = st.one_of(
    st.just(lambda data: data),
    st.just(lambda data: data + data),
    st.just(lambda data: data.replace(b"$", b"#")),
    st.just(lambda data: data.replace(b"\n", b"\r\n")),
    places.map(lambda place: lambda data: data[:place]),
    places.map(lambda place: lambda data: data[place:]),
    st.tuples(places, st.integers(0, 7)).map(lambda where: lambda data: flip(data, *where)),
    st.binary(max_size=300).map(lambda noise: lambda data: noise + data),
    st.binary(max_size=300).map(lambda noise: lambda data: data[:9] + noise + data[9:]),
)
streams = st.lists(st.tuples(st.integers(0, COUNT - 1), deeds), max_size=40)


@given(streams, st.integers(1, 200), st.data())
@settings(max_examples=150, deadline=None)
def test_a_damaged_stream_gives_true_events_in_their_order_or_none(stream, chunk, data):
    talk = Talk()
    talk.join()
    said = list(reports(talk.sid))
    sent = b"".join(deed(said[number]) for number, deed in stream)
    events = []
    for start in range(0, len(sent), chunk):
        events += talk.hub.receive("p0", sent[start : start + chunk], talk.now)
        if events and data.draw(st.booleans()):
            talk.hub.ack(UID, events[-1].seq)
    assert all(isinstance(event, Report) for event in events)
    rounds = [event.round for event in events]
    assert rounds == sorted(rounds)  # what was overtaken never comes back
    for event in events:
        right = said[event.round - 1]
        assert getattr(event, "commit", "").encode() in right
        assert (event.round % 3 > 0) == hasattr(event, "commit")


@given(streams)
@settings(max_examples=100, deadline=None)
def test_whole_frames_are_never_lost_between_broken_ones(stream):
    talk = Talk()
    talk.join()
    said = list(reports(talk.sid))
    talk.hub.receive("p0", b"".join(deed(said[0]) for _, deed in stream), talk.now)
    events = talk.hub.receive("p0", said[-1], talk.now)
    assert events[-1].round == COUNT


words = st.text(max_size=8)
frames = st.sampled_from([kind for kind, line in MESSAGES.items() if line[0] == "$"]).flatmap(
    lambda kind: st.tuples(
        st.just(kind),
        st.lists(st.one_of(st.integers(0, 9999).map(str), words, st.just(UID)), max_size=8),
    )
)


def hello(uid):
    return frame("HI", ver=1, board=f"{uid:016x}", boot="00000001", info=[])


def raw_frame(kind, values):
    """A frame with a right checksum and any fields."""
    body = " ".join([kind, *values]).encode("latin-1", "replace")[:108]
    return b"\n$" + body + b"*" + check("$", body) + b"\n"


@given(
    st.lists(
        st.one_of(
            st.binary(max_size=400),
            frames.map(lambda made: raw_frame(*made)),
            st.integers(0, 3).map(hello),
        ),
        max_size=30,
    )
)
@settings(max_examples=150, deadline=None)
def test_any_bytes_and_any_fields_are_survived(pieces):
    hub = Hub()
    for number, piece in enumerate(pieces):
        port = f"p{number % 3}"
        if number < 3 or not number % 7:
            hub.connect(port, number)
        for event in hub.receive(port, piece, number) + hub.tick(number):
            assert not isinstance(event, Report)
        for unwanted in hub.unwanted():
            assert unwanted.startswith("p")
        assert b"\x03" not in hub.outgoing(port)


def size(root):
    """All bytes that hang on an object, modules and types apart."""
    seen, waiting, total = set(), [root], 0
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, type) or hasattr(thing, "__code__"):
            continue
        seen.add(id(thing))
        total += sys.getsizeof(thing)
        waiting += [part for part in gc.get_referents(thing) if not hasattr(part, "__spec__")]
    return total


def test_the_memory_of_a_desk_does_not_grow_with_what_arrives():
    talk = Talk()
    talk.join()
    sizes = []
    for turn in range(3000):
        said = frame("CM", sid=talk.sid, seq=turn % 9999, game="g1", round=1, commit=f"{turn:032x}")
        talk.hub.receive("p0", b"x" * 500 + said + said[:40] + b"$" * 200, talk.now)
        talk.hub.receive("p0", frame("UP", sid=talk.sid, v=0, info=[("k", turn)]), talk.now)
        talk.hub.show(UID, SeatState("ask", "g1", turn % 999, text=f"{turn}" * 9))
        if turn % 10 == 0:
            talk.hub.connect("p1", talk.now)
            talk.hub.receive("p1", hello(turn), talk.now)
        talk.wait(0.1)
        if turn in (1500, 2999):
            sizes.append(size(talk.hub))
    assert sizes[1] < sizes[0] + 5000
    assert len(talk.hub.outgoing("p0")) <= WAITING_MAX
