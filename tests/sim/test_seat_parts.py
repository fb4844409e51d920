"""The simulated parts that a person touches."""

import pytest

from firmware.board import wiring_of
from host_tools.sim.boards.inprocess import SimClock
from host_tools.sim.chips.seat_parts import TAP_LOOKS, TAP_MS, BoardParts, expander_pin


@pytest.mark.parametrize(("profile", "pin"), [("pico", 10), ("pico_table", expander_pin(0, 0))])
def test_a_button_that_is_tapped_is_down_for_its_time_however_often_the_board_looks(profile, pin):
    clock = SimClock()
    board = BoardParts(wiring_of(profile, {}), clock)
    board.seats[0].tap("build")
    for _ in range(TAP_MS):
        assert board.wires.level(pin) == 0
        clock.sleep_us(1000)
    assert board.wires.level(pin) == 1


def test_a_board_that_seldom_looks_sees_a_tap_too():
    clock = SimClock()
    board = BoardParts(wiring_of("pico", {}), clock)
    board.seats[0].tap("build")
    clock.sleep_us(10 * 1000 * TAP_MS)
    assert [board.wires.level(10) for _ in range(TAP_LOOKS + 1)] == [0] * TAP_LOOKS + [1]


def test_a_finger_that_is_still_down_does_not_press_again():
    """A slow board would take impatient taps for one long press, which calls a mistake."""
    clock = SimClock()
    board = BoardParts(wiring_of("pico", {}), clock)
    board.seats[0].tap("build")
    for _ in range(TAP_LOOKS):
        board.seats[0].tap("build")
        assert board.wires.level(10) == 0
    clock.sleep_us(1000 * TAP_MS)
    assert board.wires.level(10) == 1
