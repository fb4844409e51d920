"""The pages of the build guide are true: links, findings, sums and numbers of cards."""

import re
from pathlib import Path

from card_db.loader import load_box
from firmware.panel.lights import AMBER, PATTERNS
from host_tools.enrol.collection import collection

ROOT = Path(__file__).parents[3]
BUILD = ROOT / "docs/build"
PAGES = {path.name: path.read_text("utf-8") for path in sorted(BUILD.glob("*.md"))}
DOCTOR = set(re.findall(r"^\| `(\w+)` \|", PAGES["doctor.md"], re.MULTILINE))
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")


def test_the_guide_leads_to_every_page():
    linked = {file for file, _ in LINK.findall("".join(PAGES.values()))}
    assert set(PAGES) - {"README.md"} <= linked


def test_every_finding_of_the_doctor_has_its_symptom():
    page = PAGES["troubleshooting.md"]
    assert DOCTOR and DOCTOR - set(re.findall(r"`(\w+)`", page)) == set()


def test_troubleshooting_names_no_finding_that_the_doctor_does_not_have():
    named = set(re.findall(r"`([a-z]+_[a-z_]+)`", PAGES["troubleshooting.md"]))
    assert named <= DOCTOR


def rows(page, heading):
    """The rows of the first table after some words."""
    found = []
    for line in PAGES[page].partition(heading)[2].splitlines():
        if line.startswith("|"):
            found.append([cell.strip(" *") for cell in line.strip("|").split("|")])
        elif found:
            break
    return found[2:]


def span(text):
    low, _, high = text.partition(" to ")
    return float(low), float(high)


def test_the_price_of_a_seat_is_the_sum_of_its_parts():
    *parts, total = rows("parts.md", "## One seat")
    prices = [span(row[3]) for row in parts if not row[3].startswith("(")]
    assert tuple(round(sum(column)) for column in zip(*prices, strict=True)) == span(total[3])


def test_the_price_of_a_table_is_the_sum_of_its_lines():
    *lines, total = rows("parts.md", "## A table for eight")
    kept = [row for row in lines if "optional" not in row[0]]
    assert [sum(int(row[at]) for row in kept) for at in (1, 2)] == [int(total[1]), int(total[2])]


def test_the_price_of_a_board_for_a_table_is_the_sum_of_its_parts():
    *parts, total = rows("parts.md", "## One board for the whole table")
    prices = [span(row[3]) for row in parts if not row[3].startswith("(")]
    assert tuple(round(sum(column)) for column in zip(*prices, strict=True)) == span(total[3])


def test_the_current_of_a_board_for_a_table_is_the_sum_of_its_parts():
    *parts, total = rows("power.md", "## One board for a whole table")
    for at in (1, 2):
        assert sum(int(row[at].split()[0]) for row in parts) == int(total[at].split()[0])


def test_the_numbers_of_cards_are_those_of_the_box():
    counts = [int(row[1]) for row in rows("parts.md", "How many you need")]
    base = collection(load_box("1e"), ("base",))
    full = collection(load_box("2e"), ("base", "leaders", "cities"))
    assert counts == [len(base), len(full)]


def test_the_current_of_a_seat_is_the_sum_of_its_parts():
    parts = {row[0]: row[1:3] for row in rows("power.md", "## How much current")}
    for name, *sums in rows("power.md", "| buzzer | 0 mA"):
        for at, total in enumerate(sums):
            ours = [int(parts[part][at].split()[0]) for part in name.split(", ")]
            assert sum(ours) == int(total.split()[0]), name


def test_the_lights_draw_no_more_than_the_page_says():
    brightest = max(sum(colour) for colour, _ in PATTERNS.values()) + 3 * sum(AMBER)
    said = {row[0]: row[2] for row in rows("power.md", "## How much current")}["four WS2812"]
    assert brightest / 255 * 20 + 4 <= int(said.split()[0])  # 20 mA a colour at its brightest
