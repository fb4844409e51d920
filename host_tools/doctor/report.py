"""The report: a table of the seats, who reads whose card, the findings, and the verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from host_tools.doctor.diagnosis import healthy, verdict
from host_tools.doctor.facts import DoctorFacts, HostFacts, SeatFacts
from host_tools.doctor.findings import HOST, NOTE, WRONG, Finding, listed
from host_tools.doctor.tuning import GainStep, SeatTuning
from host_tools.link.known_boards import board_id

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
    for seats in dict.fromkeys(sorted(finding.concerns for finding in findings)):
        console.print(f"\n{_whose(seats, facts)}", style="bold", highlight=False)
        for finding in findings:
            if finding.concerns == seats:
                _print_finding(console, finding)
    style = "green" if healthy(findings) else "red"
    console.print(f"\n{verdict(facts, findings)}", style=f"bold {style}", highlight=False)


def _whose(seats: tuple[int, ...], facts: DoctorFacts) -> str:
    if len(seats) > 1:
        boards = {board_id(seat.board) for seat in facts.seats if seat.number in seats}
        return f"Seats {listed(seats)}{', on one board' if len(boards) == 1 else ''}"
    return "This computer" if seats == (HOST,) else f"Seat {seats[0]}"


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


def print_tuning(console: Console, tunings: Sequence[SeatTuning]) -> None:
    """Print what each seat reads at each gain, and the gain that suits it best."""
    table = _table()
    table.add_column("Seat")
    tuned = [tuning for tuning in tunings if tuning.steps]
    for step in tuned[0].steps if tuned else ():
        table.add_column(f"{step.db} dB", justify="right")
    for tuning in tuned:
        cells = [_gain_cell(step, step.db == tuning.best) for step in tuning.steps]
        table.add_row(str(tuning.number), *cells)
    console.print("", *[table] if tuned else [])
    for tuning in tunings:
        console.print(_tuning_words(tuning), highlight=False, soft_wrap=True)


def _tuning_words(tuning: SeatTuning) -> str:
    if not tuning.steps:
        return f"Seat {tuning.number} was not tuned: {tuning.why}"
    has = f" It has {tuning.before} dB." if tuning.before and tuning.changes else ""
    take = f"{tuning.best} dB." if tuning.best else "No gain is good."
    return f"Seat {tuning.number}: {take} {tuning.why}{has}"


def _gain_cell(step: GainStep, best: bool) -> Text:
    others = f" +{','.join(map(str, step.crossed))}" if step.crossed else ""
    style = "red" if step.crossed else "bold green" if best else ""
    return Text(f"{100 * step.rate:.0f} %{others}{' *' if best else ''}", style)


def _mark(home: int, number: int, readers: tuple[int, ...]) -> Text:
    if home == number:
        return Text("yes") if number in readers else Text("no", "red")
    return Text("yes", "red") if number in readers else Text("·")
