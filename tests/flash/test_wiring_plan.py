"""A wiring is checked for the very board before anything is written to it."""

import pytest

from host_tools.flash.board_info import BoardInfo
from host_tools.flash.firmware import Firmware
from host_tools.flash.flash_plan import WIRING, WIRINGS, FlashOptions, make_plan

PICO, C3 = "Raspberry Pi Pico with RP2040", "ESP32C3 module with ESP32C3"
EMPTY = Firmware("1.0.0", {}, b"")


def plan(machine, wiring=None, named="", **on_board):
    board = BoardInfo("port", machine=machine, micropython=(1, 26, 1), wiring=on_board)
    return make_plan(board, EMPTY, EMPTY, FlashOptions(wiring=named, wiring_file=wiring))


def test_ones_own_wiring_replaces_what_is_on_the_board():
    wiring = {"seats": 2, "spi": {"cs": [5, 17]}, "buttons": None, "display": None}
    made = plan(PICO, wiring, profile="pico", reader="pn532_i2c")
    assert (made.action, made.settings) == ("install", {WIRING: wiring})


def test_a_file_that_names_no_board_is_checked_for_the_one_that_is_there():
    assert plan(PICO, {"buzzer": 20}).action == "install"
    made = plan(C3, {"buzzer": 20})
    assert made.action == "refuse" and not made.settings
    assert made.why.startswith("Nothing is written, because this wiring cannot work on it. buzzer:")


@pytest.mark.parametrize("machine", [C3, "Generic ESP32 module with ESP32"])
def test_a_wiring_for_another_chip_is_not_written(machine):
    made = plan(machine, named="pico-mfrc522")
    assert made.action == "refuse"
    assert made.why == f"Nothing is written: the wiring is for pico, and this is a {machine}."


@pytest.mark.parametrize(
    "on_board",
    [
        {"profile": "pico", "buttons": [18, 19, 20]},
        {"profile": "pico_table", "seats": 4},
        {"second": 17},
    ],
)
def test_a_name_replaces_pins_seats_and_parts(on_board):
    made = plan(PICO, named="pico-pn532_i2c", **on_board)
    assert made.settings == {WIRING: {"profile": "pico", "reader": "pn532_i2c"}}
    assert made.outcome == "It is wired as pico-pn532_i2c now."


def test_a_name_keeps_what_was_set_to_taste_and_says_so():
    taste = {"gain": 48, "loudness": 10, "brightness": 40}
    made = plan(PICO, named="pico-mfrc522", buttons=[18, 19, 20], **taste)
    assert made.settings[WIRING] == {"profile": "pico", "reader": "mfrc522", **taste}
    assert made.why.endswith(", and would keep its gain, loudness and brightness.")
    assert made.outcome.endswith(" now, and keeps its gain, loudness and brightness.")


def test_a_gain_for_each_seat_goes_with_the_seats():
    made = plan(PICO, named="pico-mfrc522", profile="pico_table", seats=2, gain=[38, 48])
    assert made.settings[WIRING] == {"profile": "pico", "reader": "mfrc522"}


def test_a_plan_tells_what_would_be_and_an_outcome_what_is():
    board = BoardInfo("port", machine=PICO, micropython=(1, 26, 1), wiring={"seats": 4})
    made = make_plan(board, EMPTY, EMPTY, FlashOptions(seat_number=5))
    assert made.why == "It gets firmware 1.0.0. It would be seats 5 to 8."
    assert made.outcome == "It is seats 5 to 8 now."


def test_a_simulated_board_takes_a_picos_wiring():
    assert plan("linux [GCC 14.2.1] version", named="pico_table-mfrc522").action == "install"


def test_only_wirings_that_can_work_have_names():
    assert "pico_table-pn532_spi" in WIRINGS and "esp32_c6-pn532_uart" in WIRINGS
    assert not any(name.startswith("other") or "table-pn532_i2c" in name for name in WIRINGS)
