"""What can happen at a seat, played on every board that runs the firmware.

The same scenes run in-process (time simulated), in the real MicroPython on a port, and on the
emulated Pico where a UF2 is found.
"""

from functools import cache

import pytest

from firmware.panel.panel import LONG_MS
from host_tools.sim.chips.seat_parts import BUTTONS
from host_tools.sim.chips.tag import Tag, TagAnswer
from tests.firmware.host import Host
from tests.sim.layers import LAYERS, missing

CARD = "04a1b2c3d4e5f6"
OTHER = "04a1b2c3d4e5f7"
TEN = "0102030405060708090a"
STRANGER = "04ffffffffffff"


# A chip as people buy it: its answers are late, and it is a clone. The real boards have only this.
ROUGH = {"answer_late_us": 200, "stubborn": True, "odd_bits": 0x54}
REAL = [pytest.param(layer, marks=pytest.mark.slow) for layer in LAYERS if layer != "inprocess"]


@pytest.fixture(params=["inprocess", "rough", *REAL])
def board(request):
    if reason := missing(request.param):
        pytest.skip(reason)
    if request.param == "pico":  # takes seconds to start: its scenes share one, tidied up between
        board = emulated_pico()
        yield board
        tidy(board)
    else:
        board = LAYERS["inprocess"]() if request.param == "inprocess" else roughened(request.param)
        yield board
        board.close()


@cache
def emulated_pico():
    return roughened("pico")


def roughened(layer):
    board = LAYERS["inprocess" if layer == "rough" else layer]()
    for name, value in ROUGH.items():
        setattr(board.parts.chip, name, value)
    return board


def tidy(board):
    board.plug()
    board.parts.lift()
    board.parts.chip.fault = ""
    board.parts.field.noise = None
    for button in BUTTONS:
        board.parts.release(button)
    board.run(600)  # until the seat believes that its tray is empty
    board.take()


@pytest.fixture
def host(board):
    host = Host(board)
    host.show("play")
    host.start()
    host.deal(CARD, OTHER, TEN)
    return host


@pytest.fixture
def parts(board):
    return board.parts


def committed(host, turn=1):
    host.until(lambda: host.commit(turn), what=f"a commitment in round {turn}")
    return host.commit(turn)


def revealed(host, turn=1, x=""):
    host.show("reveal", turn=turn, x=x)
    slot = (host.game, turn)
    host.until(lambda: slot in host.opened, what=f"an opening in round {turn}")
    return host.opened[slot]


def test_lay(host, parts):
    parts.lay(CARD)
    committed(host)
    assert CARD not in str([message.values() for message in host.heard])
    host.until(lambda: parts.light == (0, 0, 255), what="the blue light")
    assert revealed(host) == CARD


def test_lift_withdraws(host, parts):
    parts.lay(CARD)
    committed(host)
    parts.lift()
    host.until(lambda: not host.commit(), what="a withdrawal")


def test_replace(host, parts):
    parts.lay(CARD)
    first = committed(host)
    parts.lift()
    parts.lay(OTHER)
    host.until(lambda: host.commit() not in (None, first), what="another commitment")
    assert revealed(host) == OTHER


def test_two_cards_withdraw_and_warn(host, parts):
    card, other = Tag(CARD), Tag(OTHER)
    parts.lay(card)
    first = committed(host)
    parts.lay(other)
    host.until(lambda: not host.commit() and "two_cards" in host.faults, what="two cards")
    parts.lift(other)
    assert committed(host) == first


def test_an_unknown_card_is_never_committed(host, parts):
    parts.lay(STRANGER)
    host.until(lambda: 190 < parts.tone < 200, what="the low tone")
    host.wait(600)
    assert host.commit() is None
    assert parts.light != (0, 0, 255)
    parts.lift()
    parts.lay(CARD)
    committed(host)


def test_a_ten_byte_uid(host, parts):
    parts.lay(TEN)
    committed(host)
    assert revealed(host) == TEN


def test_flicker_of_a_weak_tag_is_no_lift(host, parts, board):
    # Ten frames of silence are several polls but few milliseconds, if time is simulated. In real
    # time a busy machine stretches them; three are two polls at most, which is no lift ever.
    silent = 3 if hasattr(board, "port") else 10
    frames = iter(range(10**9))
    parts.lay(CARD, heard=lambda: next(frames) % 37 >= silent)
    committed(host)
    before = host.kinds().count("LF")
    host.wait(1500)
    assert host.commit()
    assert host.kinds().count("LF") == before


def test_a_garbled_uid_without_crc_error_is_not_believed(host, parts):
    card = Tag(CARD)
    reads = iter(range(10**9))

    def noise(bits):
        odd = next(reads) % 7 == 0
        card.pretend(bytes.fromhex(STRANGER) if odd else None)
        return TagAnswer(bits)

    parts.field.noise = noise
    parts.lay(card)
    committed(host)
    host.wait(600)
    with parts.wires.lock:
        parts.field.noise = None
        card.pretend(None)
    assert revealed(host) == CARD


def test_a_hung_chip_recovers_and_is_no_removal(host, parts):
    parts.lay(CARD)
    committed(host)
    before = host.kinds().count("LF")
    for _ in range(3):
        parts.chip.fault = "hung"
        host.until(lambda: not parts.chip.fault, what="a reset of the chip")
    host.wait(600)
    assert host.commit()
    assert host.kinds().count("LF") == before


def test_a_dead_reader_is_told_and_is_no_removal(host, parts):
    parts.lay(CARD)
    committed(host)
    before = host.kinds().count("LF")
    parts.chip.fault = "dead"
    host.until(lambda: "reader_dead" in host.faults, what="the fault")
    parts.chip.fault = ""
    host.wait(1200)
    assert host.commit()
    assert host.kinds().count("LF") == before


def test_a_deaf_receiver_is_told_and_is_no_removal(host, parts):
    parts.lay(CARD)
    committed(host)
    before = host.kinds().count("LF")
    parts.chip.fault = "deaf"
    host.until(lambda: "reader_deaf" in host.faults, what="the fault")
    host.wait(600)
    assert host.commit()
    assert host.kinds().count("LF") == before
    parts.lift()
    host.until(lambda: not host.commit(), what="a withdrawal")


def test_a_reset_in_the_middle_of_a_commit(host, parts, board):
    host.acknowledges = False
    parts.lay(CARD)
    host.until(lambda: "CM" in host.kinds(), what="a commitment")
    first = next(message.commit for message in host.heard if message.kind == "CM")
    boot = host.boot
    board.reset()
    host.acknowledges = True
    host.until(lambda: host.boot != boot, what="a new hello")
    assert committed(host) == first
    assert revealed(host) == CARD


def test_replug(host, parts, board):
    parts.lay(CARD)
    first = committed(host)
    boot = host.boot
    board.unplug()
    board.plug()
    host.committed.clear()
    host.until(lambda: host.boot != boot, what="a new hello")
    assert committed(host) == first


def test_a_silent_host_is_left_and_found_again(host, parts):
    parts.lay(CARD)
    first = committed(host)
    host.speaks = False
    seen = len(host.heard)
    host.until(lambda: "HI" in host.kinds()[seen:], what="a hello into the silence")
    host.speaks = True
    host.committed.clear()
    assert committed(host) == first


def test_noise_from_the_host_changes_nothing(host, parts, board):
    parts.lay(CARD)
    committed(host)
    for noise in (
        b"#AK",
        b"\n#ST 0000 9 re",
        b"\xff\x00\x7f" * 50,
        b"#" * 300,
        b"\r\n\r\n",
        b">>> \n",
    ):
        board.send(noise)
        host.wait(50)
    host.wait(500)
    assert host.commit()
    assert revealed(host) == CARD


def press(host, parts, key, milliseconds=120):
    """Press a button, and say for how long it was down by the board's own clock."""
    begun = host.board.now()
    parts.press(key)
    host.wait(milliseconds)
    parts.release(key)
    held = host.board.now() - begun
    host.wait(milliseconds)
    return held


def test_a_button_answers_a_question(host, parts):
    host.show("ask", step="act")
    host.wait(300)
    press(host, parts, "wonder")
    host.until(lambda: host.keys, what="an answer")
    assert host.keys == [(host.game, 1, "act", "wonder")]


def test_a_button_storm_gives_one_answer_a_step(host, parts):
    host.show("ask", step="act")
    host.wait(300)
    held = max(press(host, parts, "build", time) for time in [8] * 20 + [60] * 5)
    host.until(lambda: host.keys, what="an answer")
    host.wait(500)
    # A computer that stands still holds the button down for long, which is an answer of its own.
    answers = [key for key in host.keys if key[3] != "undo" or held < LONG_MS]
    assert answers == [(host.game, 1, "act", "build")]


def test_a_full_game_s_worth_of_rounds(host, parts):
    last = ""
    uids = [CARD, OTHER, TEN]
    for turn in range(1, 19):
        uid = uids[turn % 3]
        host.show("play", turn=turn, x=host.hash_of(last) if last else "")
        parts.lay(uid)
        committed(host, turn)
        host.show("locked", turn=turn)
        host.wait(50)
        assert revealed(host, turn) == uid
        parts.lift()
        last = uid
    assert len(host.opened) == 18


@pytest.mark.parametrize("reader", ["pn532_spi", "pn532_i2c", "pn532_uart"])
@pytest.mark.parametrize("layer", ["inprocess", "micropython"])
def test_the_same_on_a_pn532(layer, reader):
    if reason := missing(layer):
        pytest.skip(reason)
    board = LAYERS[layer]({"reader": reader})
    host = Host(board)
    host.show("play")
    host.start()
    board.parts.lay(CARD)
    committed(host)
    board.parts.lift()
    host.until(lambda: not host.commit(), what="a withdrawal")
    board.parts.lay(TEN)
    committed(host)
    assert revealed(host) == TEN
    board.close()
