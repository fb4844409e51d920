"""`wondertable flash`, as a person and as a program sees it."""

import json

import pytest
from click.testing import CliRunner

from host_tools.cli import main
from host_tools.sim.boards.micropython import available
from tests.flash.test_uf2 import drive, uf2
from tests.flash.tiny import board_with, lone, tiny

pytestmark = pytest.mark.skipif(not available(), reason="no MicroPython for this machine")


@pytest.fixture(autouse=True)
def no_drives(monkeypatch):
    """Whatever is plugged into this computer stays out of it."""
    monkeypatch.setattr("host_tools.commands.flash.find_drives", list)
    monkeypatch.delenv("WONDERTABLE_UF2", raising=False)


def run(*words):
    return CliRunner().invoke(main, ["flash", *words], env={"COLUMNS": "120"})


@pytest.mark.slow
def test_boards_are_listed_flashed_and_told_apart():
    with board_with({}, uid=b"\xe6seat001") as blank, board_with({"main.py": b"1"}) as foreign:
        ports = ("--port", blank.port, "--port", foreign.port)
        said = run(*ports, "--dry-run")
        assert said.exit_code == 1
        for word in ("unique id", "MicroPython", "e673656174303031", "none", "not ours"):
            assert word in said.output
        assert f"{blank.port}: It gets firmware 0.1.0." in said.output
        said = run(*ports)
        assert said.exit_code == 1
        assert f"done       {blank.port}: Firmware 0.1.0 is on it." in said.output
        assert f"left alone {foreign.port}: It runs another program" in said.output
        said = run("--port", blank.port, "--seat-number", "3", "--wiring", "pico-mfrc522")
        assert said.exit_code == 0
        assert (
            f"done       {blank.port} (seat 3): It is seat 3 and wired as pico-mfrc522 now."
            in said.output
        )
        said = run(*ports, "--seat", "3", "--json")
        assert said.exit_code == 0
        (row,) = json.loads(said.output)
        assert (row["seat"], row["firmware"], row["action"]) == (3, "0.1.0", "none")
        said = run(*ports, "--seat", "5")
        assert "No board says that it is seat 5" in said.output
        said = run(*ports, "--seat-number", "3")
        assert said.exit_code == 2
        assert "--seat-number is for one board" in said.output


@pytest.mark.slow
def test_a_board_with_several_seats_is_found_by_each_and_keeps_others_off_its_numbers():
    table = {"seat.json": b'{"seat": 1}', "wiring.json": b'{"seats": 4}', **lone(tiny("0.0.1"))}
    lonely = {"seat.json": b'{"seat": 6}', **lone(tiny("0.0.1"))}
    with board_with(table) as four, board_with(lonely, uid=b"\xe6seat006") as one:
        ports = ("--port", four.port, "--port", one.port)
        said = run(*ports, "--dry-run")
        assert f"{four.port} (seats 1 to 4): From firmware 0.0.1" in said.output
        assert "1 to 4 │" in said.output
        said = run(*ports, "--seat", "3", "--dry-run", "--json")
        (row,) = json.loads(said.output)
        assert (row["port"], row["seat"], row["seats"]) == (four.port, 1, [1, 2, 3, 4])
        assert "No board says that it is seat 5" in run(*ports, "--seat", "5").output
        said = run(*ports, "--seat", "6", "--seat-number", "4")
        assert f"The board at {four.port} is seats 1 to 4 already" in said.output
        said = run(*ports, "--seat", "1", "--seat-number", "3")
        assert f"The board at {one.port} is seat 6 already" in said.output
        said = run(*ports, "--seat", "1", "--seat-number", "7")
        assert "The board would be seats 7 to 10, and a table has 8" in said.output
        said = run(*ports, "--seat", "4", "--wiring", "pico_table-mfrc522", "--dry-run")
        assert f"The board at {one.port} is seat 6 already" in said.output  # with all of its seats


@pytest.mark.slow
def test_boards_whose_numbers_clash_are_told_and_not_mistaken_for_each_other():
    table = {"seat.json": b'{"seat": 1}', "wiring.json": b'{"seats": 4}', **lone(tiny("0.0.1"))}
    lonely = {"seat.json": b'{"seat": 3}', **lone(tiny("0.0.1"))}
    with board_with(table) as four, board_with(lonely, uid=b"\xe6seat003") as one:
        ports = ("--port", four.port, "--port", one.port)
        said = run(*ports, "--dry-run")
        assert said.exit_code == 1
        assert (
            f"The boards at {four.port} and {one.port} both say that they are seat 3" in said.output
        )
        said = run(*ports, "--seat", "3", "--dry-run")
        assert said.exit_code == 1
        assert "both say that they are seat 3: choose one with --port." in said.output
        said = run("--port", one.port, "--seat-number", "5", "--dry-run")
        assert said.exit_code == 0, said.output
        assert "It would be seat 5." in said.output


@pytest.mark.slow
def test_a_port_that_is_named_twice_is_one_board():
    with board_with({}) as board:
        again = board.port.replace("/dev/", "/dev/../dev/")
        said = run("--port", board.port, "--port", board.port, "--port", again)
        assert said.exit_code == 0, said.output
        assert said.output.count("Firmware 0.1.0 is on it.") == 1


def test_what_is_no_port_is_told():
    assert "/dev/null is not a serial port." in run("--port", "/dev/null").output


@pytest.mark.slow
def test_a_wiring_with_more_seats_is_refused_where_another_board_has_their_numbers():
    first = {"seat.json": b'{"seat": 1}', **lone(tiny("0.0.1"))}
    other = {"seat.json": b'{"seat": 2}', **lone(tiny("0.0.1"))}
    with board_with(first) as board, board_with(other, uid=b"\xe6seat002") as second:
        ports = ("--port", board.port, "--port", second.port)
        said = run(*ports, "--seat", "1", "--wiring", "pico_table-mfrc522")
        assert said.exit_code == 1
        assert f"The board at {second.port} is seat 2 already" in said.output


def test_a_dry_run_writes_nothing():
    with board_with(lone(tiny("0.0.1"))) as board:
        for _ in range(2):
            said = run("--port", board.port, "--dry-run", "--json")
            assert said.exit_code == 0, said.output
            (row,) = json.loads(said.output)
            assert (row["firmware"], row["action"]) == ("0.0.1", "update")


@pytest.mark.slow
def test_a_blank_pico_becomes_a_seat_in_one_go(tmp_path, monkeypatch):
    folder, file = drive(tmp_path / "RPI-RP2"), uf2(tmp_path / "RPI_PICO.uf2")
    monkeypatch.setattr("host_tools.link.serial_port.comports", list)
    with board_with({}) as board:
        found = [[], [board.port]]
        monkeypatch.setattr(
            "host_tools.commands.flash.board_ports", lambda: found.pop(0) if found else []
        )
        said = run("--drive", str(folder), "--uf2", str(file))
        assert said.exit_code == 0, said.output
        assert "it gets MicroPython first" in said.output
        assert f"done       {board.port}: Firmware 0.1.0 is on it." in said.output
    assert (folder / file.name).stat().st_size == file.stat().st_size


def test_no_board_at_all_is_told(monkeypatch):
    monkeypatch.setattr("host_tools.link.serial_port.comports", list)
    said = run()
    assert said.exit_code == 1
    assert "Is its cable a data cable" in said.output


def test_a_wrong_drive_is_told(tmp_path):
    said = run("--drive", str(tmp_path))
    assert said.exit_code == 1
    assert "is not a board's drive" in said.output


def test_an_esp32_needs_its_port(tmp_path):
    (tmp_path / "micropython.bin").write_bytes(b"")
    said = run("--esp32-image", str(tmp_path / "micropython.bin"))
    assert said.exit_code == 2
    assert "needs --port" in said.output
