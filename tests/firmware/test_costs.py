"""What a seat costs stays within its limits; `make bench` prints the same rows."""

import pytest

from tests import bench_firmware
from tests.sim.layers import missing

pytestmark = pytest.mark.slow


def test_bytes_on_the_bus():
    assert all(bench_firmware.holds(row) for row in bench_firmware.bus_rows())


@pytest.mark.skipif(bool(missing("pico")), reason=missing("pico"))
def test_heap_and_time_of_the_emulated_pico():
    assert [row for row in bench_firmware.pico_rows() if not bench_firmware.holds(row)] == []


@pytest.mark.skipif(bool(missing("pico")), reason=missing("pico"))
def test_heap_and_time_of_a_board_with_eight_readers():
    assert [row for row in bench_firmware.pico_rows(8) if not bench_firmware.holds(row)] == []


@pytest.mark.soak
@pytest.mark.skipif(bool(missing("pico")), reason=missing("pico"))
def test_ten_thousand_rounds_of_eight_readers_leave_the_heap_as_it_was():
    assert bench_firmware.holds(bench_firmware.several_heap_growth())


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.skipif(bool(missing("pico")), reason=missing("pico"))
def test_eight_decks_leave_room_in_the_heap_for_five_minutes():
    assert bench_firmware.holds(bench_firmware.decks_heap(minutes=5))


@pytest.mark.soak
@pytest.mark.skipif(bool(missing("pico")), reason=missing("pico"))
def test_ten_thousand_polls_leave_the_heap_as_it_was():
    assert bench_firmware.holds(bench_firmware.heap_growth())
