"""A capture of the wire, and the same evening out of it again."""

import json

import pytest

from firmware.link import frame, opens
from host_tools.link.capture import HELD_MAX, CaptureEntry, Recorder, read_capture
from host_tools.link.captured import CapturedPorts, CapturedSeat, scripts_on_port
from host_tools.link.events import Committed, Gone, Joined, Opened
from host_tools.link.sources import open_url
from host_tools.link.wanted import SeatState
from host_tools.sim.boards.inprocess import InProcessBoard
from tests.link.test_pump import CARD, BoardPort, Evening, play

BOOT, UID = "0badcafe", "e6614103e7452d2f"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "evening.jsonl"


def test_what_is_noted_is_read_again(path):
    recorder = Recorder(path)
    recorder.note(100.0, "p0", "open")
    recorder.note(100.5, "p0", "read", bytes(range(256)))
    recorder.close()
    assert list(read_capture(path)) == [
        CaptureEntry(0.0, "p0", "open"),
        CaptureEntry(0.5, "p0", "read", bytes(range(256))),
    ]


def test_frames_stay_readable(path):
    recorder = Recorder(path)
    recorder.note(0.0, "p0", "read", b"\n$LF 0a1b 1 g1 2*00000000\n")
    recorder.close()
    assert "$LF 0a1b 1 g1 2*" in path.read_text()


def test_a_capture_is_never_written_over(path):
    Recorder(path).close()
    with pytest.raises(FileExistsError):
        Recorder(path)


def test_what_is_held_is_in_no_file_before_it_is_released(path):
    recorder = Recorder(path)
    recorder.hold()
    recorder.note(0.0, "p0", "read", b"$RV 04a1b2c3")
    assert "04a1b2c3" not in path.read_text()
    recorder.release()
    assert "04a1b2c3" in path.read_text()
    recorder.hold()
    recorder.note(0.0, "p0", "read", b"$RV 04ffffff")
    recorder.close()
    assert "04ffffff" not in path.read_text()


def test_what_is_held_for_too_long_is_lost_and_counted(path):
    recorder = Recorder(path)
    recorder.hold()
    for _ in range(HELD_MAX + 5):
        recorder.note(0.0, "p0", "open")
    assert recorder.lost == 5
    recorder.close()


def test_a_full_disk_ends_the_capture_and_nothing_else(path):
    recorder = Recorder(path)

    class Full:
        def write(self, text):
            raise OSError(28, "No space left on device")

        def close(self):
            pass

    recorder._file.close()
    recorder._file = Full()
    recorder.note(0.0, "p0", "open")
    recorder.note(0.0, "p0", "open")
    assert "No space left" in recorder.failed
    recorder.close()


def test_a_last_line_that_was_cut_is_left_out(path):
    recorder = Recorder(path)
    recorder.note(0.0, "p0", "open")
    recorder.note(1.0, "p0", "closed")
    recorder.close()
    path.write_text(path.read_text()[:-9])
    assert [entry.what for entry in read_capture(path)] == ["open"]


def session(*later):
    """A capture of a session and what came after it."""
    hello = frame("HI", ver=1, board=UID, boot=BOOT, info=[("fw", "0.1.0")])
    welcome = frame("WE", ver=1, boot=BOOT, sid="1111", seat=3)
    start = [CaptureEntry(0.0, "p0", "read", hello), CaptureEntry(0.1, "p0", "wrote", welcome)]
    return start + [CaptureEntry(at, "p0", what, data) for at, what, data in later]


LIFTED = frame("LF", sid="1111", seq=1, game="g1", round=2)
ACKED = frame("AK", sid="1111", seq=1)
PLAY = SeatState("play", "g1", 2).frame("1111", 5)


def test_a_script_has_every_hello_and_report_once_with_what_the_host_wanted():
    entries = session(
        (0.2, "wrote", PLAY),
        (0.3, "read", LIFTED[:10]),
        (0.4, "read", LIFTED[10:] + LIFTED),
        (0.5, "wrote", ACKED),
    )
    hello, lifted = scripts_on_port(entries)[UID]
    assert (hello.message.kind, hello.at) == ("HI", 0.0)
    assert (lifted.message.kind, lifted.at) == ("LF", 0.4)
    assert (lifted.asked, lifted.answered) == (("play", "g1", 2, ""), True)


def test_a_report_of_another_session_is_no_part_of_the_script():
    stale = frame("LF", sid="2222", seq=1, game="g1", round=2)
    assert len(scripts_on_port(session((0.3, "read", stale)))[UID]) == 1


def test_a_replayed_seat_waits_for_its_time_its_host_and_its_answer():
    now = 0.0
    entries = session((0.2, "wrote", PLAY), (3.0, "read", LIFTED), (3.1, "wrote", ACKED))
    seat = CapturedSeat(UID, scripts_on_port(entries)[UID], lambda: now)
    assert b"$HI 1 " in seat.read()
    seat.write(frame("WE", ver=1, boot=BOOT, sid="abcd", seat=3))
    seat.write(SeatState("play", "g1", 1).frame("abcd", 9))
    assert b"$UP abcd 9*" in seat.read()
    now = 4.0
    assert seat.read() == b""  # the host is not in that round yet
    seat.write(SeatState("play", "g1", 2).frame("abcd", 10))
    assert b"$LF abcd 1 g1 2*" in seat.read()
    now = 4.3
    assert b"$LF abcd 1 g1 2*" in seat.read()
    seat.write(frame("AK", sid="abcd", seq=1))
    now = 5.0
    assert seat.read() == b""
    assert seat.finished()


def test_an_evening_is_played_again_from_its_capture(path):
    board = InProcessBoard()
    with Evening({"sim:1": lambda: BoardPort(board)}, Recorder(path)) as evening:
        uid = evening.joined()
        first = play(evening, board, uid)
        promise = evening.of(Committed)[-1].commit
    assert json.loads(path.read_text().splitlines()[0]) == {"capture": 1}

    source = open_url(f"replay:{path}?speed=4")
    assert isinstance(source, CapturedPorts)
    with Evening({}, sources=[source]) as again:
        again.hub.assign(uid, 3)
        again.until(lambda: again.of(Joined), "the seat of that evening")
        again.hub.show(uid, SeatState("play", "g1", 1))
        again.until(lambda: again.of(Committed), "its commitment")
        assert again.of(Opened) == []
        again.hub.show(uid, SeatState("reveal", "g1", 1))
        again.until(lambda: again.of(Opened), "its opening")
        opening = again.of(Opened)[-1]
        assert again.of(Committed)[-1].commit == promise
        assert (opening.uid, opening.nonce) == (first.uid, first.nonce) == (CARD, first.nonce)
        assert opens(promise, opening.nonce, "g1", 1, 3, opening.uid)
        again.until(lambda: again.of(Gone), "the end of the capture")
        assert source.finished()
