"""Tuning: which gain the doctor finds for a reader, and what it leaves alone."""

import json
import random
import re

import pytest

from firmware.readers.poller import ReadRate
from firmware.readers.reader import DECIBELS
from host_tools.commands.doctor import tune_seats
from host_tools.doctor.gain_setting import with_gains, write_gains
from host_tools.doctor.tuning import GAINS, GainStep, choose, tune
from host_tools.doctor.visit import Visit
from host_tools.flash import FlashError
from host_tools.flash.remote import Remote
from host_tools.sim.boards.micropython import available
from host_tools.sim.boards.unix_board import UnixBoard
from host_tools.sim.chips.mfrc522 import RF_CFG
from tests.doctor.ward import Ward

CARD = "04a1b2c3d4e5f6"


def gain_of(chip):
    return DECIBELS[chip._registers[RF_CFG] >> 4 & 7]


class TunableWard(Ward):
    """A ward whose cards are heard the better, and the farther, the higher the gain.

    `own` and `far` are the shares of frames that a seat hears of its own card and of a
    neighbour's, by gain.
    """

    def __init__(self, boards=2, own=None, far=None):
        super().__init__(boards)
        self.own = own or dict.fromkeys(GAINS, 1.0)
        self.far = far or dict.fromkeys(GAINS, 0.0)
        self._chance = random.Random(5)
        self._tuned = {}
        self.every.append(self._stand_in)

    def lay(self, number):
        for seat, parts in enumerate(self.parts, 1):
            share = self.own if seat == number else self.far if abs(seat - number) == 1 else {}
            parts.lay(CARD, heard=self._heard(parts.chip, share))

    def _heard(self, chip, share):
        return lambda: self._chance.random() < share.get(gain_of(chip), 0.0)

    def lift(self):
        for parts in self.parts:
            parts.lift()

    def _stand_in(self, ms):
        """Do what the firmware does with a step `gain38`, where it does not know it yet."""
        for port, board in self.beds.items():
            loop = board.loop
            if loop is None or hasattr(loop, "seats"):
                continue
            state = loop.seat.state
            asked = state.step if state.phase == "exam" and state.step.startswith("gain") else ""
            if asked == self._tuned.get(port, ""):
                continue
            self._tuned[port] = asked
            loop._reader.gain(int(asked[4:] or 33))
            loop.poller.rate = ReadRate()
            # Short, so that `read` fits on the line.
            loop._exam = [("gain", "{}/{}".format(*loop._reader.gains())), ("exam", "ok")]
            loop._examined, loop._renew_at = state, 0


class Player:
    """Lays the card where the doctor wants it, and answers its question."""

    def __init__(self, ward, answer="", lifts=True):
        self.ward, self.answer, self.lifts = ward, answer, lifts
        self.said, self._lines = [], []

    def tell(self, text):
        self.said.append(text)
        self._lines = []  # what was typed before is no answer
        if text.startswith("Lay it on seat "):
            self.ward.lay(int(text.split()[4].strip(",")))
            self._lines += [None] * 50 + [""]
        elif text.startswith("Write"):
            self._lines = [self.answer]
        elif self.lifts:
            self.ward.lift()
        else:
            self._lines = [""]

    def line(self):
        return self._lines.pop(0) if self._lines else None


def tuned(ward, gains=GAINS, player=None):
    visit = Visit(ward)
    visit.greet()
    visit.examine()
    results = tune(visit, player or Player(ward), gains)
    visit.leave()
    return results


def test_a_reader_that_reads_its_card_at_every_gain_gets_one_in_the_middle():
    for result in tuned(TunableWard()):
        assert [step.rate for step in result.steps] == [1.0] * 6
        assert (result.before, result.best) == (33, 33)
        assert result.why == "It reads its card best from 18 to 48 dB (100 %)."
        assert not result.changes


def test_a_weak_card_wants_a_high_gain():
    own = {18: 0.0, 23: 0.3, 33: 0.7, 38: 1.0, 43: 1.0, 48: 1.0}
    first, _ = tuned(TunableWard(own=own))
    assert first.best == 43
    assert first.changes
    assert first.steps[0].rate == 0.0
    assert 0.2 < first.steps[2].rate < 1.0


def test_a_gain_at_which_the_neighbours_card_is_read_is_never_chosen():
    own = {18: 0.5, 23: 1.0, 33: 1.0, 38: 1.0, 43: 1.0, 48: 1.0}
    far = {38: 0.9, 43: 1.0, 48: 1.0}
    first, second = tuned(TunableWard(own=own, far=far))
    assert first.best == second.best == 23
    assert [step.crossed for step in first.steps] == [(), (), (), (2,), (2,), (2,)]
    assert first.why == "It reads its card best from 23 to 33 dB (100 %), and not its neighbours'."


def test_readers_that_disturb_each_other_at_every_gain_are_left_alone():
    first, _ = tuned(TunableWard(far=dict.fromkeys(GAINS, 1.0)))
    assert first.best is None
    assert first.why == (
        "Wherever it reads its own card well, it reads that of seat 2 too. Move the trays apart."
    )


def test_a_seat_whose_tray_stays_full_is_not_tuned_and_the_player_is_told_why():
    ward = TunableWard()
    for seat, parts in enumerate(ward.parts, 1):
        parts.lay(f"04a1b2c3d4e5f{seat}")
    player = Player(ward, lifts=False)
    results = tuned(ward, player=player)
    assert [(result.best, result.steps) for result in results] == [(None, ())] * 2
    assert all(result.why.startswith("its tray was not clear.") for result in results)
    assert player.said[1:] == [
        "A card still lies on seat 1 and 2: lift it. (Enter: go on without the seat.)"
    ]


def test_a_full_tray_is_no_cross_talk_for_the_seat_beside_it():
    ward = TunableWard()
    ward.parts[1].lay("04a1b2c3d4e5f2")
    ward.lay = lambda number: ward.parts[number - 1].lay(CARD)
    first, second = tuned(ward, gains=(33, 38), player=Player(ward, lifts=False))
    assert [step.crossed for step in first.steps] == [(), ()]
    assert first.best == 33
    assert second.why.startswith("its tray was not clear.")


def test_a_seat_with_a_dead_reader_is_named_and_the_others_are_tuned():
    ward = TunableWard()
    ward.parts[0].chip.fault = "dead"
    first, second = tuned(ward)
    assert (first.best, first.steps) == (None, ())
    assert first.why.startswith("its reader does not answer.")
    assert second.best == 33


def test_a_board_that_is_unplugged_meanwhile_spoils_no_other_seat():
    ward = TunableWard()

    def unplug(ms):
        if gain_of(ward.parts[1].chip) == 23:
            ward.every.remove(unplug)
            ward.shut("bed2")

    ward.every.append(unplug)
    first, second = tuned(ward)
    assert first.best == 33
    assert second.why == "its board is gone. Check its cable."


@pytest.mark.parametrize("wait_ms", [0, 1500, 3000])
def test_a_board_that_is_plugged_in_meanwhile_is_not_said_to_read_nothing(wait_ms):
    ward, since = TunableWard(), []
    ward._open.remove("bed2")
    ward.hub.disconnect("bed2", 0)

    def plug(ms):
        since.extend([ms] if gain_of(ward.parts[0].chip) == 23 else [])
        if since and ms >= since[0] + wait_ms:
            ward.every.remove(plug)
            ward.open("bed2")

    ward.every.append(plug)
    first, second = tuned(ward)
    assert first.best == 33
    assert second.why == "it came too late. Tune again."


def test_a_gain_that_only_reads_less_badly_is_not_offered():
    ward = TunableWard(own=dict.fromkeys(GAINS, 0.5))
    player, shown = Player(ward, "y"), []
    assert tune_seats(ward, player, lambda text: None, shown.extend, yes=True) == {}
    for tuning in shown:
        assert tuning.best is None
        assert re.match(r"At best it reads its card in only \d\d % of all tries\. Lay", tuning.why)


def test_after_tuning_every_reader_has_its_own_gain_again():
    ward = TunableWard()
    tuned(ward, gains=(18, 48))
    assert [gain_of(parts.chip) for parts in ward.parts] == [33, 33]


class _InterruptedError(Exception):
    pass


def test_a_tuning_that_is_interrupted_leaves_every_reader_as_it_was():
    ward = TunableWard()

    def interrupt(ms):
        if gain_of(ward.parts[0].chip) == 23:
            ward.every.remove(interrupt)
            raise _InterruptedError

    ward.every.append(interrupt)
    with pytest.raises(_InterruptedError):
        tune_seats(ward, Player(ward), lambda text: None, lambda found: None, yes=True)
    for _ in range(200):  # four seconds without a word
        ward.run()
    assert [gain_of(parts.chip) for parts in ward.parts] == [33, 33]


@pytest.mark.parametrize(("answer", "writes"), [("y", True), ("", False), ("no", False)])
def test_gains_are_written_only_when_somebody_agrees(answer, writes):
    ward = TunableWard(own={33: 0.6, 38: 1.0, 43: 1.0, 48: 1.0})
    player, shown = Player(ward, answer), []
    gains = tune_seats(ward, player, lambda text: None, shown.extend, yes=False)
    assert [len(tuning.steps) for tuning in shown] == [6, 6]
    assert player.said[-1].startswith("Write these gains")
    expected = {"bed1": {shown[0].board: 43}, "bed2": {shown[1].board: 43}}
    assert gains == (expected if writes else {})


def test_nothing_is_asked_when_every_gain_is_right():
    ward = TunableWard()
    player = Player(ward)
    assert tune_seats(ward, player, lambda text: None, lambda found: None, yes=False) == {}
    assert player.said[-1] == "Lift it."


def test_the_longest_range_counts_and_a_hole_ends_it():
    steps = [GainStep(db, rate) for db, rate in zip(GAINS, (1, 0.2, 1, 1, 1, 0.9), strict=True)]
    assert choose(steps)[0] == 38


def test_a_seat_that_never_reads_is_told():
    best, why = choose([GainStep(db, 0.0) for db in GAINS])
    assert best is None
    assert why.startswith("It does not read the card at any gain. Lay the sticker")


# What is written.


@pytest.mark.parametrize(
    ("text", "gains", "gain"),
    [
        ("", {"e6": 38}, 38),
        ('{"gain": 18}', {"e6": 38}, 38),
        ('{"profile": "pico_table"}', {"e6.2": 38}, [None, 38] + 6 * [None]),
        ('{"seats": 2, "gain": [18, 23, 33]}', {"e6.1": 48}, [48, 23]),
        ('{"seats": 3, "gain": 18}', {"e6.1": 48, "e6.3": 38}, [48, 18, 38]),
    ],
)
def test_only_the_gain_of_a_wiring_changes(text, gains, gain):
    written = json.loads(with_gains(text, gains))
    assert written.pop("gain") == gain
    before = json.loads(text or "{}")
    before.pop("gain", None)
    assert written == before


def test_the_gain_goes_to_the_seat_that_was_tuned():
    ward = Ward(1, profile="pico_table", seats=3)
    uids = [seat.logic.session.uid for seat in ward.beds["bed1"].loop.seats]
    written = json.loads(with_gains('{"seats": 3, "gain": 18}', {uids[2]: 48}))
    assert written["gain"] == [18, 18, 48]


@pytest.mark.parametrize("text", ["{", "[1]", "null", '"gain"'])
def test_a_wiring_that_somebody_broke_is_not_written_over(text):
    assert with_gains(text, {"e6": 38}) is None


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="no MicroPython here")
def test_the_gain_is_written_onto_a_real_board_and_on_no_other():
    board = UnixBoard(uid=b"\xe6seat001")
    try:
        with pytest.raises(FlashError, match="Another board"):
            write_gains(board.port, {"e673656174303099": 48})
        write_gains(board.port, {"e673656174303031": 38})
        with Remote(board.port) as remote:
            assert json.loads(remote.read("/wiring.json")) == {"gain": 38}
            remote.write("/wiring.json", b"{broken")
        with pytest.raises(FlashError, match="no JSON object"):
            write_gains(board.port, {"e673656174303031": 43})
    finally:
        board.close()
