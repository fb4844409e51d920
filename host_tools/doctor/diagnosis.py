"""The diagnosis: all findings, and the verdict in one line."""

from collections.abc import Sequence

from host_tools.doctor.facts import Facts
from host_tools.doctor.findings import HOST, WRONG, Finding, listed
from host_tools.doctor.host_checks import HOST_CHECKS
from host_tools.doctor.seat_checks import SEAT_CHECKS


def diagnose(facts: Facts) -> list[Finding]:
    """Every finding: the host first, then seat by seat."""
    found = [finding for check in HOST_CHECKS for finding in check(facts)]
    for seat in facts.seats:
        found += [finding for check in SEAT_CHECKS for finding in check(seat)]
    return found


def healthy(findings: Sequence[Finding]) -> bool:
    """Whether nothing keeps anybody from playing."""
    return all(finding.severity != WRONG for finding in findings)


def verdict(facts: Facts, findings: Sequence[Finding]) -> str:
    """The last line.

    >>> verdict(Facts(), [])
    'Healthy. No seat is plugged in.'
    """
    wrong = [finding for finding in findings if finding.severity == WRONG]
    if not wrong:
        return f"Healthy. {_ready(len(facts.seats))}"
    things = "1 thing is wrong" if len(wrong) == 1 else f"{len(wrong)} things are wrong"
    seats = sorted({finding.seat for finding in wrong} - {HOST})
    where = ["this computer"] if any(finding.seat == HOST for finding in wrong) else []
    if seats:
        where.append(("seat " if len(seats) == 1 else "seats ") + listed(seats))
    return f"Not healthy: {things}, with {' and with '.join(where)}."


def _ready(seats: int) -> str:
    if not seats:
        return "No seat is plugged in."
    return "1 seat is ready." if seats == 1 else f"{seats} seats are ready."
