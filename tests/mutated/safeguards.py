"""Safeguards of the firmware and the link, how each is taken out, and the test that must notice."""

from typing import NamedTuple


class Safeguard(NamedTuple):
    """A text of one file, what stands there without the safeguard, and the test that fails then."""

    path: str
    text: str
    without: str
    test: str


BOARD = "tests/firmware/test_table_board.py"
SILICON = "tests/firmware/test_silicon.py"
POLLER = "tests/firmware/test_poller.py"
SHARED_PORT = "tests/link/test_shared_port.py"
RESETS = "tests/flash/test_resets.py"

SAFEGUARDS = {
    # Several seats on one board
    "each seat has its own secret": Safeguard(
        "firmware/several.py",
        "sha256(secret + bytes([place]))",
        "sha256(secret)",
        f"{BOARD}::test_no_two_seats_share_a_nonce",
    ),
    "one antenna at a time": Safeguard(
        "firmware/readers/rota.py",
        "self._lit.light(False)",
        "pass",
        f"{BOARD}::test_only_one_antenna_is_on_at_a_time",
    ),
    "antennas are off at the start": Safeguard(
        "firmware/several.py",
        "reader.antenna(False)",
        "pass",
        f"{BOARD}::test_only_one_antenna_is_on_at_a_time",
    ),
    "an antenna settles": Safeguard(
        "firmware/readers/rota.py",
        "self._ready_at = self._clock.now() + self._settle",
        "self._ready_at = 0",
        f"{BOARD}::test_an_antenna_settles_before_it_is_used",
    ),
    "chip selects are driven before the bus is used": Safeguard(
        "firmware/several.py",
        '_deselect(machine, _entry(pins.get("cs"), place))',
        "pass",
        f"{BOARD}::test_only_one_antenna_is_on_at_a_time",
    ),
    "chip selects of second readers too": Safeguard(
        "firmware/several.py",
        "_deselect(machine, _entry(second, place))",
        "pass",
        f"{BOARD}::test_only_one_antenna_is_on_at_a_time",
    ),
    "a tray that waits has its turn": Safeguard(
        "firmware/readers/rota.py",
        "if resting and (self._rests or waiting is None):",
        "if resting:",
        f"{BOARD}::test_a_new_card_does_not_wait_for_seven_that_rest",
    ),
    "a card that rests has its turn": Safeguard(
        "firmware/readers/rota.py",
        "if resting and (self._rests or waiting is None):",
        "if resting and waiting is None:",
        f"{BOARD}::test_a_card_that_is_lifted_does_not_wait_for_trays_that_stay_empty",
    ),
    "cards laid together are read together": Safeguard(
        "firmware/readers/rota.py",
        "if waited and tray.tags:",
        "if False:",
        f"{BOARD}::test_cards_laid_together_do_not_wait_for_those_that_lie_already",
    ),
    "readers that fail share a fifth of the time": Safeguard(
        "firmware/readers/rota.py",
        "self._sick_at = done + SICK_SHARE * (done - now)",
        "self._sick_at = 0",
        f"{BOARD}::test_dead_readers_take_a_fifth_of_the_time_at_most",
    ),
    "one examination a step": Safeguard(
        "firmware/loop.py",
        "if seat.wants_exam and not self._exam_in:",
        "if seat.wants_exam:",
        f"{BOARD}::test_a_step_has_one_examination_at_most",
    ),
    "hellos are 20 ms apart": Safeguard(
        "firmware/several.py",
        "HELLO_GAP_MS = 30",
        "HELLO_GAP_MS = 0",
        f"{BOARD}::test_the_hellos_of_one_board_are_20_ms_apart",
    ),
    "the seat after the one that has spoken is next": Safeguard(
        "firmware/loop.py",
        "self._first = (place + 1) % number",
        "pass",
        f"{BOARD}::test_every_seat_is_heard_however_often_the_host_speaks",
    ),
    "each seat has its own pins of an expander": Safeguard(
        "firmware/panel/shared.py",
        "seat % SEATS * 4",
        "seat % SEATS * 3",
        "tests/firmware/test_shared.py::test_every_button_of_every_seat_is_its_own",
    ),
    "a reader that lost its power in the dark is set up again": Safeguard(
        "firmware/readers/mfrc522.py",
        "if on and not self._chip.is_set_up():",
        "if False:",
        f"{BOARD}::test_a_reader_that_lost_its_power_in_the_dark_reads_the_next_card",
    ),
    "a hand of cards is not read to its end": Safeguard(
        "firmware/readers/poller.py",
        "reader.most = TAGS_MAX",
        "reader.most = 40",
        f"{BOARD}::test_a_hand_of_cards_on_one_tray_does_not_hold_up_the_others",
    ),
    "no round comes back": Safeguard(
        "firmware/seat/seat.py",
        "self._play.over = True",
        "self._play.over = False",
        "tests/firmware/test_seat.py"
        "::test_an_old_state_that_is_sent_again_tells_nothing_of_the_next_card",
    ),
    "a card that was named is no commitment": Safeguard(
        "firmware/seat/seat.py",
        ", self._taps.told())",
        ")",
        "tests/firmware/test_taps.py"
        "::test_a_card_that_was_named_is_no_commitment_although_the_answer_was_lost",
    ),
    "an expander is set up again": Safeguard(
        "firmware/panel/shared.py",
        "and self._read(GPPU) != PULLED_UP:",
        "and False:",
        "tests/firmware/test_shared.py"
        "::test_an_expander_that_lost_its_power_for_a_moment_presses_nothing",
    ),
    "a second reader never commits": Safeguard(
        "firmware/readers/second.py",
        "known, count = self._tags, self._seat.count",
        "known, count = self._tags, lambda tag: self._seat.lay((tag,), now) is None",
        f"{BOARD}::test_a_tag_on_the_second_reader_does_not_name_the_one_on_the_tray_again",
    ),
    "a second reader rests outside enrol": Safeguard(
        "firmware/readers/second.py",
        "self.poller.due_at = now if wanted else NEVER",
        "self.poller.due_at = now",
        f"{BOARD}::test_a_second_reader_is_not_polled_outside_enrol",
    ),
    # Chips as people buy them
    "Idle before Transceive": Safeguard(
        "firmware/readers/mfrc522.py",
        "            bytearray((_COMMAND, _IDLE)),\n",
        "",
        f"{SILICON}::test_a_chip_that_ignores_a_second_transceive_reads_a_card_laid_later",
    ),
    "a second look at late answers": Safeguard(
        "firmware/readers/mfrc522.py",
        "return came if came >= expected else self._receive_rest(came, expected)",
        "return came",
        f"{SILICON}::test_an_answer_up_to_200_us_late_is_read_wherever_the_look_cuts_it",
    ),
    "a second look at a cut call": Safeguard(
        "firmware/readers/iso14443.py",
        "level = chip.look_again(1)",
        "pass",
        "tests/firmware/test_mfrc522.py"
        "::test_a_chip_that_hangs_without_a_reset_pin_gets_a_soft_reset",
    ),
    "TxControl by mask": Safeguard(
        "firmware/readers/mfrc522.py",
        "answer[1] & _DRIVERS != _DRIVERS",
        "answer[1] != _FIELD_ON",
        f"{SILICON}::test_other_bits_of_tx_control_are_no_lost_field",
    ),
    "a restart before a lift is believed": Safeguard(
        "firmware/readers/poller.py",
        "if not idle and not tray.leaving(now):",
        "if not idle:",
        f"{POLLER}::test_a_reader_that_goes_deaf_under_a_card_takes_it_not_away",
    ),
    "a restart of an empty tray once a minute": Safeguard(
        "firmware/readers/poller.py",
        "if not idle and not tray.leaving(now):",
        "if not tray.leaving(now):",
        f"{POLLER}::test_a_card_on_a_deaf_reader_is_found_within_a_minute",
    ),
    "the gain is restored after the examination": Safeguard(
        "firmware/loop.py",
        "self._tune(self._gain)",
        "pass",
        "tests/firmware/test_exam.py"
        "::test_a_step_of_the_examination_sets_the_gain_until_it_is_over",
    ),
    "200 ms for a list of the PN532": Safeguard(
        "firmware/readers/pn532.py",
        "_LIST_MS = const(200)",
        "_LIST_MS = const(40)",
        "tests/firmware/test_pn532.py::test_a_slow_chip_gets_its_time",
    ),
    "a display that goes is dropped": Safeguard(
        "firmware/panel/panel.py",
        "self._no_display.begin(error, now)",
        "raise",
        "tests/firmware/test_outage.py::test_a_display_that_is_gone_is_asked_only_now_and_then",
    ),
    "a display that is back is drawn again": Safeguard(
        "firmware/panel/panel.py",
        "self._text = None  # it is written when the display is back",
        "pass",
        "tests/firmware/test_outage.py"
        "::test_a_display_that_shows_the_same_text_for_long_is_missed_too",
    ),
    # Ports
    "three starts on trial": Safeguard(
        "firmware/boot_main.py",
        "for left in (3, 2, 1):",
        "for left in (3,):",
        f"{RESETS}::test_firmware_that_resets_the_board_once_and_then_says_hello_is_kept",
    ),
    "RTS before DTR": Safeguard(
        "host_tools/link/serial_port.py",
        "        port.rts = False\n        port.dtr = False\n",
        "        port.dtr = False\n        port.rts = False\n",
        "tests/link/test_lines.py"
        "::test_a_system_that_raises_rts_first_resets_the_board_once_and_not_at_the_end",
    ),
    "the port stays open from hello to confirmation": Safeguard(
        "host_tools/flash/install.py",
        "        remote.open(fresh=False)  # keep what runs now, not what would run next\n",
        "        remote.close()\n        remote.open(fresh=False)\n",
        f"{RESETS}::test_an_update_arrives_at_a_board_that_its_port_resets",
    ),
    "deck lines of one port share the pace": Safeguard(
        "host_tools/link/known_boards.py",
        "self._next_deck = now + (SHARED_PACE_S if self._shared() else PACE_S)",
        "self._next_deck = now",
        f"{SHARED_PORT}::test_eight_decks_share_one_pace_and_all_arrive",
    ),
    "a busy board answers late": Safeguard(
        "host_tools/link/known_boards.py",
        "SHARED_ANSWER_S = 1.5",
        "SHARED_ANSWER_S = 0.5",
        f"{SHARED_PORT}::test_a_busy_board_may_answer_our_question_a_second_late",
    ),
    "a newer twin ends all seats of a board": Safeguard(
        "host_tools/link/hub.py",
        'self._end(port, other, "twin", now)',
        "pass",
        f"{SHARED_PORT}::test_the_newest_of_two_ports_wins_for_all_seats_of_the_board",
    ),
}
