"""The report: a table of the seats, who reads whose card, the findings, and the verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from host_tools.doctor.diagnosis import healthy, verdict
from host_tools.doctor.facts import DoctorFacts, HostFacts, SeatFacts
from host_tools.doctor.findings import HOST, NOTE, WRONG, Finding

SELF_TESTS = {"ok": "good", "failed": "fails", "dead": "-", "unknown": "unknown"}
SIGNS = {WRONG: ("✗", "red"), NOTE: ("•", "yellow")}


def as_data(facts: DoctorFacts, findings: Sequence[Finding]) -> dict[str, object]:
    """Return the report as JSON."""
    return {
        "healthy": healthy(findings),
        "verdict": verdict(facts, findings),
        "findings": [asdict(finding) for finding in findings],
        **asdict(facts),
    }


def print_report(console: Console, facts: DoctorFacts, findings: Sequence[Finding]) -> None:
    """Print the report."""
    console.print(f"This computer: {_host_line(facts.host)}", highlight=False)
    if facts.seats:
        console.print("", _seat_table(facts.seats))
    if facts.matrix:
        console.print("", _matrix_table(facts.matrix, facts.seats))
    for number in [HOST, *(seat.number for seat in facts.seats)]:
        ours = [finding for finding in findings if finding.seat == number]
        if ours:
            name = "This computer" if number == HOST else f"Seat {number}"
            console.print(f"\n{name}", style="bold", highlight=False)
        for finding in ours:
            _print_finding(console, finding)
    style = "green" if healthy(findings) else "red"
    console.print(f"\n{verdict(facts, findings)}", style=f"bold {style}", highlight=False)


def _print_finding(console: Console, finding: Finding) -> None:
    head = Text.assemble("  ", SIGNS[finding.severity])
    for sign, text in ((head, finding.what), (Text("    →"), finding.do)):
        if text:
            grid = Table.grid(padding=(0, 1))
            grid.add_row(sign, text)
            console.print(grid, highlight=False)


def _host_line(host: HostFacts) -> str:
    games = host.journal.games
    words = [
        f"Python {'.'.join(map(str, host.python))}",
        f"{host.journal.free / 1e9:.0f} GB free",
        "no game yet" if not games else "1 game" if games == 1 else f"{games} games",
        "a browser" if host.browser else "no browser",
    ]
    return ", ".join(words) + "."


def _seat_table(seats: Sequence[SeatFacts]) -> Table:
    table = _table()
    for name in ("Seat", "Port", "Board", "Firmware", "Reader", "Test", "Gain", "Card"):
        table.add_column(name, no_wrap=True)
    for seat in seats:
        told = seat.told
        found, _, _ = told.get("gain", "").partition("/")
        table.add_row(
            str(seat.number),
            seat.port or "away",
            seat.board,
            seat.fw or "?",
            _reader(told),
            SELF_TESTS.get(told.get("exam", ""), "?"),
            f"{found} dB" if found else "-",
            "-" if seat.rate is None else f"{100 * seat.rate:.0f} %",
        )
    return table


def _reader(told: Mapping[str, str]) -> str:
    chip = told.get("chip", "?").upper()
    if told.get("exam") == "dead":
        return f"{chip} silent"
    return f"{chip} 0x{told['ver'].upper()}" if "ver" in told else chip


def _table() -> Table:
    return Table(box=box.SIMPLE_HEAD, padding=0, show_edge=False)


def _matrix_table(matrix: Mapping[int, tuple[int, ...]], seats: Sequence[SeatFacts]) -> Table:
    table = _table()
    table.add_column("Card on")
    for seat in seats:
        table.add_column(f"read by {seat.number}", justify="center")
    for home, readers in sorted(matrix.items()):
        marks = [_mark(home, seat.number, readers) for seat in seats]
        table.add_row(f"seat {home}", *marks)
    return table


def _mark(home: int, number: int, readers: tuple[int, ...]) -> Text:
    if home == number:
        return Text("yes") if number in readers else Text("no", "red")
    return Text("yes", "red") if number in readers else Text("·")
