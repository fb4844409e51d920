"""`wondertable wiring` at the bench: checked, listed, drawn."""

import json
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from firmware.board import PROFILES
from host_tools.cli import main

WRONG = {"profile": "esp32_c3", "buzzer": 4, "spi": {"clk": 6}}


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*words, **wiring):
        (tmp_path / "seat.json").write_text(json.dumps(wiring))
        return CliRunner().invoke(main, ["wiring", *words])

    return run


def test_a_wiring_that_can_work_is_said_to_with_what_to_mind(run):
    said = run("check", "seat.json", profile="esp32_c3_table", i2c={"sda": 9, "scl": 8})
    assert said.exit_code == 0
    assert said.output.splitlines()[-1] == "seat.json can work on ESP32-C3-DevKitM-1: 4 seats."
    assert "Note: i2c.sda: mind IO9" in said.output


def test_every_complaint_is_a_line_and_the_exit_code_is_1(run):
    said = run("check", "seat.json", **WRONG)
    assert said.exit_code == 1
    first, second = said.stderr.splitlines()
    assert first == "Error: seat.json: spi.clk: there is no such entry. Did you mean spi.sck?"
    assert second.startswith("seat.json: IO4 is for pixels and for buzzer")


def test_a_file_that_names_no_board_is_checked_for_the_one_that_is_named(run):
    assert run("check", "seat.json", buzzer=20).exit_code == 0
    said = run("check", "seat.json", "--profile", "esp32", buzzer=20)
    assert (said.exit_code, said.stderr) == (
        1, "Error: seat.json: buzzer: ESP32-DevKitC V4 has no pin 20.\n"
    )  # fmt: skip


@pytest.mark.parametrize("profile", [name for name in PROFILES if name != "other"])
def test_every_profile_is_listed_and_drawn(run, tmp_path, profile):
    said = run("show", "--profile", profile)
    assert said.exit_code == 0
    assert "MFRC522" in said.output and "WS2812" in said.output
    said = run("draw", "--profile", profile, "-o", "seat.svg")
    assert (said.exit_code, said.output) == (0, "Drawn: seat.svg.\n")
    assert ElementTree.fromstring((tmp_path / "seat.svg").read_text("utf-8")).tag.endswith("svg")


def test_ones_own_wiring_is_listed_with_names_and_numbers_of_the_board(run):
    said = run("show", "seat.json", reader="pn532_spi", spi={"cs": 17}, buzzer=None)
    rows = [line.split() for line in said.output.splitlines()]
    assert ["4", "SS", "purple", "GP17", "22"] in rows
    assert "buzzer" not in said.output


def test_a_board_that_is_not_known_is_listed_by_numbers_and_not_drawn(run):
    pins = {"sck": 36, "mosi": 35, "miso": 37, "cs": 34}
    said = run("show", "seat.json", profile="other", spi=pins)
    assert said.exit_code == 0 and "pin 36" in said.output
    said = run("draw", "seat.json", "-o", "seat.svg", profile="other", spi=pins)
    assert said.exit_code == 1
    assert "Where this board has its pins is not known here" in said.stderr


def test_a_pin_that_is_not_on_the_boards_edge_is_not_drawn(run, tmp_path):
    said = run("draw", "seat.json", "-o", "seat.svg", profile="esp32_s3", buzzer=33)
    assert said.exit_code == 1
    assert "IO33 is not on the edge of ESP32-S3-DevKitC-1" in said.stderr
    assert not (tmp_path / "seat.svg").exists()


def test_a_pin_that_the_board_names_otherwise_is_drawn_there(run):
    for pin, name in ((36, "VP"), (39, "VN")):
        wiring = {"profile": "esp32", "spi": {"miso": pin}}
        said = run("show", "seat.json", **wiring)
        rows = [line.split()[-5:] for line in said.output.splitlines()]
        assert any(row[1:4] == ["MISO", "green", name] for row in rows), said.output
        assert run("draw", "seat.json", "-o", "seat.svg", **wiring).exit_code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["seat.json"], "seat.json is the wiring itself: give the picture another name."),
        ([], "seat.json is a name for a wiring: call the picture seat.svg."),
    ],
)
def test_a_wiring_is_never_written_over_with_a_picture(run, tmp_path, words, says):
    said = run("draw", *words, "-o", "seat.json", buzzer=20)
    assert said.exit_code == 2
    assert says in said.stderr
    assert json.loads((tmp_path / "seat.json").read_text()) == {"buzzer": 20}


def test_a_wiring_is_known_by_another_name_too(run, tmp_path):
    (tmp_path / "seat.svg").symlink_to("seat.json")
    assert run("draw", "seat.json", "-o", "seat.svg", buzzer=20).exit_code == 2
    assert json.loads((tmp_path / "seat.json").read_text()) == {"buzzer": 20}


def test_a_file_for_one_board_is_not_checked_for_another(run):
    for words in (("check",), ("show",), ("draw", "-o", "seat.svg")):
        said = run(*words, "seat.json", "--profile", "pico_w", profile="esp32_c3")
        assert said.exit_code == 2
        assert "seat.json is for esp32_c3, not for pico_w: leave out --profile" in said.stderr
    assert run("check", "seat.json", "--profile", "esp32_c3", profile="esp32_c3").exit_code == 0


def test_a_wiring_that_cannot_work_is_neither_listed_nor_drawn_nor_flashed(run, tmp_path):
    for words in (("show", "seat.json"), ("draw", "seat.json", "-o", "seat.svg")):
        assert run(*words, **WRONG).exit_code == 1
    said = CliRunner().invoke(main, ["flash", "--port", "nowhere", "--wiring", "seat.json"])
    assert said.exit_code == 1
    assert "spi.clk: there is no such entry" in said.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["seat.json"]
