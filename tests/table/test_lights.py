"""Every light, phase and sound that the host can send is one that a seat can show."""

from dataclasses import replace

import pytest

from firmware.link import LIGHTS, PHASES, SOUNDS
from firmware.panel.lights import PATTERNS, TONES
from host_tools.bots.dealer import Dealer
from host_tools.link.wanted import SeatState
from host_tools.table.entries import TableSetup
from host_tools.table.states import audit_state
from tests.table.hall import Hall


class Watching(Hall):
    """A hall that notes what every seat is asked to show, and what it shows."""

    def __init__(self, *given):
        self.seen = set()
        super().__init__(*given)

    def step(self):
        super().step()
        for board in self.boards.values():
            seat = board.seat
            if seat is not None and seat.session.sid and seat.state.v:
                self.seen.add((seat.state.phase, seat.state.light, seat.state.sound, seat.light()))


@pytest.fixture(scope="module", params=["sealed", "assisted"])
def seen(request, tmp_path_factory):
    """What the seats of a whole game were asked to show: phase, light, sound; and what they did."""
    setup = TableSetup(Dealer(1).setup(players=3), mode=request.param, countdown=0)
    hall = Watching(setup, tmp_path_factory.mktemp("lights") / "journal.db", 1, 0.2)
    hall.play()  # over bad cables: some cards are opened later than others
    hall.wait(2000)
    return hall.seen


def test_a_seat_has_a_pattern_for_every_light_and_tones_for_every_sound():
    assert set(PATTERNS) == set(LIGHTS)
    assert set(TONES) == set(SOUNDS)
    assert set(PHASES) <= set(LIGHTS)  # a state without a light shows that of its phase


def test_a_whole_game_shows_only_declared_lights(seen):
    assert {phase for phase, _, _, _ in seen} <= set(PHASES)
    assert {light.split(":")[0] for _, light, _, _ in seen} <= {"", *LIGHTS}
    assert {sound for _, _, sound, _ in seen} <= {"", *SOUNDS}
    assert {shown for _, _, _, shown in seen} <= set(LIGHTS)


def test_a_whole_game_shows_wait_for_the_others_and_locked(seen):
    shown = {shown for _, _, _, shown in seen}
    assert {"committed", "locked", "reveal", "wait", "done"} <= shown


def test_whoever_is_done_with_an_audit_waits_for_the_others():
    assert audit_state("g1", 1, done=True, lang="en").light == "wait"


@pytest.mark.parametrize("wrong", [{"phase": "dance"}, {"light": "disco:bws"}, {"sound": "gong"}])
def test_the_host_cannot_send_what_no_seat_can_show(wrong):
    with pytest.raises(ValueError, match="no seat has the"):
        replace(SeatState("ask", light="ask:bWs", sound="ask"), **wrong)
