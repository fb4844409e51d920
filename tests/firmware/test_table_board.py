"""One board for a whole table: every seat on it plays as if it were alone."""

from itertools import pairwise

import pytest

from firmware.link import frame
from firmware.loop import BoardSeat
from host_tools.sim.boards.inprocess import InProcessBoard
from host_tools.sim.chips.tag import Tag
from tests.firmware.host import Hosts
from tests.sim.layers import LAYERS, missing

CARDS = [f"04a1b2c3d4e5{number:02x}" for number in range(8)]
HAND = (
    *("0438b4e652a7f2", "04370d9e261365", "0450a4a3a65c0c", "04332f8b123fd2"),
    *("042b902f891818", "04f8c99d5d3195", "047504d90ee2e8"),
)
OTHER = "04112233445566"
GAP_MS = 20  # between two hellos of one board


def table_of(seats, **changes):
    return {"profile": "pico_table", "seats": seats, **changes}


@pytest.fixture(params=["inprocess", pytest.param("micropython", marks=pytest.mark.slow)])
def board(request):
    if reason := missing(request.param):
        pytest.skip(reason)
    board = LAYERS[request.param](table_of(8))
    yield board
    board.close()


def at_play(board, phase="play", **changes):
    hosts = Hosts(board)
    hosts.show(phase, **changes)
    hosts.start()
    return hosts


def lay_all(board):
    for seat, card in zip(board.seats, CARDS, strict=False):
        seat.lay(card)


def all_committed(hosts):
    hosts.until(lambda: all(host.commit() for host in hosts.seats), what="all commitments")
    return [host.commit() for host in hosts.seats]


def all_opened(hosts):
    hosts.show("reveal")
    hosts.until(lambda: all(host.opened for host in hosts.seats), what="all openings")
    return [list(host.opened.values()) for host in hosts.seats]


def last_info(host):
    return [message for message in host.heard if message.kind == "UP"][-1].info


# On every board.


def test_a_card_on_each_tray_is_committed_in_its_own_session(board):
    hosts = at_play(board)
    lay_all(board)
    assert len(set(all_committed(hosts))) == 8
    assert all_opened(hosts) == [[card] for card in CARDS]


def test_each_seat_says_hello_by_its_own_name(board):
    hosts = Hosts(board)
    hosts.until(lambda: len(hosts.hellos()) >= 8, what="eight hellos")
    names = [message.board for _, message in hosts.hellos()]
    uid = names[0].partition(".")[0]
    assert set(names) == {f"{uid}.{number}" for number in range(1, 9)}
    assert len({message.boot for _, message in hosts.hellos()}) == 8


def test_each_seat_has_its_own_buttons(board):
    hosts = at_play(board, "ask", step="7")
    board.seats[5].tap("sell")
    hosts.until(lambda: hosts.seats[5].keys, what="a key")
    assert [[key for *_, key in host.keys] for host in hosts.seats] == [[]] * 5 + [["sell"], [], []]


def test_each_seat_has_its_own_light(board):
    hosts = at_play(board, "idle")
    hosts.seats[2].show("play", light="committed")
    blue = [place == 2 for place in range(8)]
    hosts.until(lambda: [seat.light == (0, 0, 255) for seat in board.seats] == blue, what="a light")


def test_a_dead_reader_concerns_its_own_seat_only(board):
    board.seats[3].chip.fault = "dead"
    hosts = at_play(board)
    lay_all(board)
    well = [host for place, host in enumerate(hosts.seats) if place != 3]
    hosts.until(lambda: all(host.commit() for host in well), what="seven commitments")
    hosts.until(lambda: hosts.seats[3].faults == ["reader_dead"], what="a dead reader")
    assert [host.faults for host in well] == [[]] * 7
    board.seats[3].chip.fault = ""
    all_committed(hosts)


def test_after_a_reset_every_seat_commits_the_same(board):
    hosts = at_play(board)
    lay_all(board)
    before, boots = all_committed(hosts), [host.boot for host in hosts.seats]
    board.reset()
    for host in hosts.seats:
        host.committed.clear()
    hosts.until(
        lambda: not {host.boot for host in hosts.seats} & set(boots), what="eight other boots"
    )
    assert all_committed(hosts) == before


# In simulated time.


@pytest.mark.parametrize("seats", [4, 8])
def test_the_hellos_of_one_board_are_20_ms_apart(seats):
    board = InProcessBoard(table_of(seats))
    hosts = Hosts(board, pause=1)
    for host in hosts.seats:
        host.speaks = False
    hosts.wait(5000)
    board.send(frame("WH", ver=1))  # all are asked at once
    hosts.wait(400)
    times = [now for now, _ in hosts.hellos()]
    assert len(times) >= 6 * seats
    assert min(later - now for now, later in pairwise(times)) >= GAP_MS


def test_the_seats_confirm_a_state_one_after_another_and_soon():
    board = InProcessBoard(table_of(8))
    hosts = Hosts(board, pause=1)
    hosts.show("idle")
    hosts.start()
    hosts.wait(1000)
    hosts.show("play")
    start, before = board.now(), len(hosts.heard)
    hosts.wait(150)
    times = [now for now, message in hosts.heard[before:] if message.kind == "UP"]
    assert len(times) == 8
    assert times == sorted(set(times))
    assert times[-1] < start + 150


def test_every_seat_is_heard_however_often_the_host_speaks():
    board = InProcessBoard(table_of(8))
    hosts = at_play(board)
    before = [host.kinds().count("UP") for host in hosts.seats]
    for _ in range(100):
        hosts.show("play")
        hosts.step()
    assert all(
        host.kinds().count("UP") > said for host, said in zip(hosts.seats, before, strict=True)
    )


def test_a_call_in_the_middle_of_a_session_is_answered_by_all_and_ends_none():
    board = InProcessBoard(table_of(4))
    hosts = at_play(board)
    sessions = [seat.logic.session.sid for seat in board.loop.seats]
    for host in hosts.seats:
        host.speaks = False  # nobody welcomes them again
    before = len(hosts.hellos())
    board.send(frame("WH", ver=1))
    hosts.wait(300)
    assert len(hosts.hellos()) == before + 4
    assert [seat.logic.session.sid for seat in board.loop.seats] == sessions


def test_a_silent_host_ends_every_session():
    board = InProcessBoard(table_of(4))
    hosts = at_play(board)
    for host in hosts.seats[1:]:
        host.speaks = False
    hosts.wait(3500)
    assert [seat.logic.session.sid != "" for seat in board.loop.seats] == [True] + [False] * 3
    assert board.loop.in_session()


def test_no_two_seats_share_a_nonce():
    """One seat's opening must not open what another has committed in the same round."""
    board = InProcessBoard(table_of(4))
    hosts = at_play(board)
    for seat in board.seats:
        seat.lay(CARDS[0])
    all_committed(hosts)
    all_opened(hosts)
    nonces = {message.nonce for _, message in hosts.heard if message.kind == "RV"}
    assert len(nonces) == 4


@pytest.mark.parametrize("changes", [{}, {"spi": {"rst": None}}, {"second": [18, 19] + [None] * 4}])
def test_only_one_antenna_is_on_at_a_time(changes):
    board = InProcessBoard(table_of(6, **changes))
    spi, most = board.parts.wires.spi, []
    chips = board.parts.wires.spi_parts

    def watched(data):
        answer = spi(data)
        most.append(sum(field.powered for field in board.fields))
        assert sum(chip.selected for chip in chips) == 1
        return answer

    board.parts.wires.spi = watched
    for chip in chips:
        chip.select(True)  # the pins float until the board drives them
    board.reset()
    hosts = at_play(board)
    lay_all(board)
    all_committed(hosts)
    hosts.show("enrol", turn=2)
    hosts.wait(500)
    assert max(most) == 1


@pytest.mark.parametrize("changes", [{}, {"expanders": None}])
def test_a_board_with_one_reader_leaves_its_antenna_on(changes):
    board = InProcessBoard(table_of(1, **changes))
    board.run(1000)
    assert board.fields[0].powered
    assert b"." not in board.take().partition(b" fw")[0]


def test_an_antenna_settles_before_it_is_used():
    board = InProcessBoard(table_of(2, settle_ms=7))
    board.run(500)
    lit_at, waits = {}, []
    for seat, field in zip(board.loop.seats, board.fields, strict=True):
        watch(seat.reader, field, lit_at, waits, board)
    board.run(500)
    assert len(waits) > 20
    assert min(waits) >= 7


def watch(reader, field, lit_at, waits, board):
    antenna, read = reader.antenna, reader.read_uids

    def switch(on):
        antenna(on)
        lit_at[field] = board.clock.now_us

    def poll():
        if field in lit_at:
            waits.append((board.clock.now_us - lit_at[field]) / 1000)
        return read()

    reader.antenna, reader.read_uids = switch, poll


def test_a_new_card_does_not_wait_for_seven_that_rest():
    board = InProcessBoard(table_of(8, settle_ms=10))  # seven take longer than they rest
    hosts = at_play(board)
    for seat, card in zip(board.seats[1:], CARDS[1:], strict=True):
        seat.lay(card)
    hosts.until(lambda: all(host.commit() for host in hosts.seats[1:]), what="seven")
    for turn in range(10):
        hosts.wait(600 + 13 * turn)
        seen, start = len(hosts.seats[0].heard), board.now()
        board.seats[0].lay(CARDS[0])
        hosts.until(lambda seen=seen: "CM" in hosts.seats[0].kinds()[seen:], what="a commitment")
        assert board.now() - start <= 150
        board.seats[0].lift()


def test_a_card_that_is_lifted_does_not_wait_for_trays_that_stay_empty():
    board = InProcessBoard(table_of(8, settle_ms=20))  # one of them is always due
    hosts = at_play(board)
    for seat, card in zip(board.seats[:4], CARDS, strict=False):
        seat.lay(card)
    hosts.until(lambda: all(host.commit() for host in hosts.seats[:4]), what="four")
    board.seats[2].lift()
    hosts.until(lambda: not hosts.seats[2].commit(), 3000, what="a withdrawal")


def test_cards_laid_together_do_not_wait_for_those_that_lie_already():
    board = InProcessBoard(table_of(8, settle_ms=20))  # so that the first ones are due meanwhile
    hosts = at_play(board)
    lit = []
    for seat in board.loop.seats:
        note_light(seat.reader, lit)
    hosts.wait(500)
    lit.clear()
    lay_all(board)
    all_committed(hosts)
    assert len(lit) <= 1 + len(board.seats)


def note_light(reader, lit):
    antenna = reader.antenna

    def switch(on):
        antenna(on)
        if on:
            lit.append(reader)

    reader.antenna = switch


def test_seven_dead_readers_leave_the_eighth_its_time():
    board = InProcessBoard(table_of(8))
    for seat in board.seats[1:]:
        seat.chip.fault = "dead"
    hosts = at_play(board)
    hosts.until(lambda: all(host.faults for host in hosts.seats[1:]), what="seven dead readers")
    for _ in range(5):
        hosts.wait(700)
        seen, start = len(hosts.seats[0].heard), board.now()
        board.seats[0].lay(CARDS[0])
        hosts.until(lambda seen=seen: "CM" in hosts.seats[0].kinds()[seen:], what="a commitment")
        assert board.now() - start <= 150
        board.seats[0].lift()
    for seat in board.seats[1:]:
        seat.chip.fault = ""
    lay_all(board)
    all_committed(hosts)


def test_dead_readers_take_a_fifth_of_the_time_at_most():
    board = InProcessBoard(table_of(8, reader="pn532_spi"))
    for seat in board.seats[1:]:
        seat.chip.fault = "dead"
    board.run(5000)
    spent, start = [], board.clock.now_us
    for seat in board.loop.seats[1:]:
        time_polls(seat.poller, board.clock, spent)
    board.run(5000)
    assert sum(spent) <= (board.clock.now_us - start) / 5


def time_polls(poller, clock, spent):
    step = poller.step

    def timed(now):
        start = clock.now_us
        step(now)
        spent.append(clock.now_us - start)

    poller.step = timed


def test_a_step_has_one_examination_at_most(monkeypatch):
    board = InProcessBoard(table_of(8))
    hosts = at_play(board, "idle")
    examine, steps = BoardSeat.examine, []

    def noted(seat, now):
        steps.append(now)
        examine(seat, now)

    monkeypatch.setattr(BoardSeat, "examine", noted)
    hosts.show("exam")
    hosts.until(lambda: len(steps) >= 8, what="all examinations")
    assert len(set(steps)) == 8


@pytest.mark.parametrize(("fault", "result"), [("dead", "dead"), ("slow", "ok")])
def test_eight_slow_examinations_end_no_session(fault, result):
    board = InProcessBoard(table_of(8, reader="pn532_spi"))
    for seat in board.seats:
        seat.chip.fault = fault
    hosts = at_play(board, "idle")
    sessions = [host.sid for host in hosts.seats]
    hosts.show("exam")
    while not all("exam" in last_info(host) for host in hosts.seats):
        hosts.step()
        assert max(board.now() - host.heard_at for host in hosts.seats) < 3000
    assert {last_info(host)["exam"] for host in hosts.seats} == {result}
    assert [host.sid for host in hosts.seats] == sessions


def test_a_reader_that_lost_its_power_in_the_dark_reads_the_next_card():
    """Its antenna is off: nobody sees that its settings are gone until it is lit again."""
    board = InProcessBoard(table_of(4))
    hosts = at_play(board)
    hosts.until(lambda: not board.seats[2].field.powered, what="an antenna that is off")
    board.seats[2].chip.restart()
    hosts.wait(300)
    board.seats[2].lay(CARDS[2])
    laid = board.now()
    hosts.until(lambda: hosts.seats[2].commit(), what="a commitment")
    assert board.now() - laid < 150
    assert hosts.seats[2].faults == []


def test_a_hand_of_cards_on_one_tray_does_not_hold_up_the_others():
    board = InProcessBoard(table_of(8))
    hosts = at_play(board)
    board.seats[0].lay(*HAND)
    hosts.until(lambda: "two_cards" in hosts.seats[0].faults, what="too many cards")
    for turn in range(8):
        board.seats[5].lay(CARDS[5])
        laid = board.now()
        hosts.until(lambda: hosts.seats[5].commit(), what="a commitment")
        assert board.now() - laid < 150
        board.seats[5].lift()
        hosts.until(lambda: not hosts.seats[5].commit(), what="a withdrawal")
        hosts.wait(7 * turn)


def test_a_seat_without_a_reader_says_so_and_the_others_play():
    board = InProcessBoard(table_of(4))
    board.parts.wires.spi_parts.remove(board.seats[3].chip)
    board.reset()
    hosts = at_play(board)
    lay_all(board)
    hosts.until(lambda: all(host.commit() for host in hosts.seats[:3]), what="three commitments")
    hosts.until(lambda: hosts.seats[3].faults == ["reader_dead"], what="a missing reader")


def test_a_noisy_cable_is_counted_once_for_the_board():
    board = InProcessBoard(table_of(4))
    hosts = at_play(board)
    board.send(b"\n>>> \n" * 3)
    hosts.wait(2500)
    assert {last_info(host)["noise"] for host in hosts.seats} == {"3"}


def test_every_seat_has_its_own_telemetry():
    board = InProcessBoard(table_of(2))
    board.seats[0].lay(CARDS[0])
    hosts = at_play(board)
    hosts.wait(2500)
    assert last_info(hosts.seats[0])["read"] != "-"
    assert last_info(hosts.seats[1])["read"] == "-"


def test_an_expander_that_is_unplugged_concerns_its_own_four_seats():
    board = InProcessBoard(table_of(8))
    hosts = at_play(board, "ask", step="7")
    board.expanders[1].unplug()
    lost = [[]] * 4 + [["no_buttons"]] * 4
    hosts.until(lambda: [host.faults for host in hosts.seats] == lost, what="lost buttons")
    board.seats[0].tap("build")
    hosts.until(lambda: hosts.seats[0].keys, what="a key of another seat")
    board.expanders[1].plug()
    hosts.wait(12_000)
    board.seats[7].tap("sell")
    hosts.until(lambda: hosts.seats[7].keys, what="a key of a seat that has its buttons again")


# A second reader.


@pytest.fixture
def two_readers():
    return InProcessBoard({"second": 17})


def test_a_second_reader_is_told_in_the_hello(two_readers):
    hosts = at_play(two_readers)
    assert hosts.hellos()[0][1].info["cap"].startswith("rfid2,")


def test_a_second_reader_never_commits_and_never_withdraws(two_readers):
    hosts = at_play(two_readers)
    two_readers.parts.lay(CARDS[0])
    (before,) = all_committed(hosts)
    lay_second(two_readers, CARDS[1])
    hosts.wait(1000)
    two_readers.parts.second.lift()
    hosts.wait(1000)
    assert hosts.seats[0].commit() == before
    assert hosts.seats[0].faults == []


def test_the_tags_of_a_second_reader_are_named_in_enrol_only(two_readers):
    hosts = at_play(two_readers, "idle")
    lay_second(two_readers, CARDS[1])
    hosts.wait(500)
    assert hosts.seats[0].taps == []
    hosts.show("enrol")
    hosts.until(lambda: hosts.seats[0].taps == [CARDS[1]], what="its tag")
    two_readers.parts.lay(CARDS[0])
    hosts.until(lambda: hosts.seats[0].taps == CARDS[1::-1], what="the tag on the tray too")
    two_readers.parts.second.lift()
    hosts.show("idle")
    hosts.wait(500)
    hosts.show("enrol")
    hosts.wait(1000)
    assert hosts.seats[0].taps == CARDS[1::-1]  # what is gone is not named again


def test_a_second_reader_is_not_polled_outside_enrol(two_readers):
    hosts = at_play(two_readers)
    poller = two_readers.loop.seats[0].second.poller
    hosts.wait(500)
    assert poller.polls == 0
    hosts.show("enrol")
    hosts.until(lambda: poller.polls, what="a poll")
    hosts.show("play")
    hosts.wait(500)
    before = poller.polls
    hosts.wait(500)
    assert poller.polls == before


def test_a_tag_on_the_second_reader_does_not_name_the_one_on_the_tray_again(two_readers):
    hosts = at_play(two_readers, "enrol")
    two_readers.parts.lay(CARDS[0])
    hosts.until(lambda: hosts.seats[0].taps == CARDS[:1], what="the tag on the tray")
    lay_second(two_readers, CARDS[1])
    hosts.wait(1000)
    assert hosts.seats[0].taps == CARDS[:2]


def test_a_dead_second_reader_does_not_stop_the_seat(two_readers):
    two_readers.parts.second_chip.fault = "dead"
    hosts = at_play(two_readers, "enrol")
    hosts.until(lambda: hosts.seats[0].faults == ["second_dead"], what="a dead second reader")
    two_readers.parts.lay(CARDS[0])
    hosts.until(lambda: hosts.seats[0].taps == [CARDS[0]], what="the tag on the tray")
    assert two_readers.loop.seats[0].logic.light() != "fault"


def lay_second(board, uid):
    board.parts.second.lay(Tag(uid))
