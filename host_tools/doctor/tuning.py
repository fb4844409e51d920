"""Finds the best gain of each reader: its own card is read reliably, and no neighbour's at all."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from firmware.readers.reader import DECIBELS
from host_tools.doctor.findings import listed
from host_tools.doctor.guided import CARD_S, DARK, LIFT_S, Person
from host_tools.doctor.visit import Chart, Visit
from host_tools.link.known_boards import parse_count
from host_tools.link.wanted import SeatState

GAINS = tuple(sorted(set(DECIBELS)))
SHOWN_S = 3.0  # for all seats to set a gain
SETTLE_S = 1.2  # seats report every second: what they say later belongs to this gain
MEASURE_S = 2.5
NEAR = 0.02  # rates that differ by less are equal


@dataclass(frozen=True, slots=True)
class GainStep:
    """One seat at one gain: how reliably it reads its card, and the seats whose card it reads."""

    db: int
    rate: float
    crossed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatTuning:
    """What was measured at one seat, and the gain to give it; `best` is None if none is good."""

    number: int
    board: str
    before: int | None
    steps: tuple[GainStep, ...]
    best: int | None
    why: str

    @property
    def changes(self) -> bool:
        """Return whether another gain is better than the one it has."""
        return self.best is not None and self.best != self.before


def choose(steps: Sequence[GainStep]) -> tuple[int | None, str]:
    """Return the best gain and the reason, or None and why there is none.

    >>> quiet, good = [GainStep(18, 0.4)], [GainStep(23, 1.0), GainStep(33, 1.0), GainStep(38, 1.0)]
    >>> choose([*quiet, *good, GainStep(43, 1.0, (2,))])[0]
    33
    """
    reading = [step for step in steps if step.rate > 0]
    if not reading:
        return None, "It does not read the card at any gain."
    clean = [step for step in reading if not step.crossed]
    if not clean:
        others = sorted({other for step in reading for other in step.crossed})
        return None, f"Wherever it reads its own card, it reads that of seat {listed(others)} too."
    top = max(step.rate for step in clean)
    good = max(_runs(steps, {step.db for step in clean if step.rate >= top - NEAR}), key=len)
    best = good[(len(good) - 1) // 2]
    where = f"from {good[0]} to {good[-1]} dB" if len(good) > 1 else f"at {best} dB only"
    loud = ", and not its neighbours'" if len(clean) < len(reading) else ""
    return best, f"It reads its card best {where} ({100 * top:.0f} %){loud}."


def _runs(steps: Sequence[GainStep], chosen: set[int]) -> Iterable[list[int]]:
    """Return the runs of gains in a row that are all chosen."""
    run: list[int] = []
    for step in steps:
        if step.db in chosen:
            run.append(step.db)
        elif run:
            yield run
            run = []
    if run:
        yield run


def tune(visit: Visit, person: Person, gains: Sequence[int] = GAINS) -> list[SeatTuning]:
    """Ask for a card on each seat in turn, and measure all seats at each gain.

    A gain that is tried lasts as long as its state: a seat that is left, or loses its host, has
    that of its wiring again.
    """
    seats = [chart for chart in visit.seats() if chart.told.get("exam") not in (None, "dead")]
    before = {chart.board: _gain(chart) for chart in seats}
    rates: dict[tuple[str, int], float] = {}
    crossed: dict[tuple[str, int], list[int]] = {}
    person.tell("Take one card of the game, and clear all trays.")
    visit.show(DARK)
    _clear(visit)
    for home in seats:
        visit.show(DARK)
        visit.show(SeatState("enrol"), home)
        person.tell(f"Lay it on seat {home.number}, whose light blinks. (Enter: it lies there.)")
        reads = len(home.reads)
        visit.until(_laid(home, reads, person), CARD_S)
        for gain in gains:
            heard = _measure(visit, seats, gain)
            rates[home.board, gain] = heard[home.board]
            for chart in seats:
                if chart is not home and heard[chart.board]:
                    crossed.setdefault((chart.board, gain), []).append(home.number)
        person.tell("Lift it.")
        visit.show(DARK)
        _clear(visit)
    return [_result(chart, before, rates, crossed, gains) for chart in seats]


def _laid(home: Chart, reads: int, person: Person) -> Callable[[], bool]:
    return lambda: len(home.reads) > reads or person.line() is not None


def _clear(visit: Visit) -> None:
    visit.until(lambda: all(chart.empty() for chart in visit.seats()), LIFT_S)


def _gain(chart: Chart) -> int | None:
    found, _, wanted = chart.told.get("gain", "").partition("/")
    return parse_count(wanted or found) or None


def _measure(visit: Visit, seats: Sequence[Chart], gain: int) -> dict[str, float]:
    """Set a gain on all seats; return how reliably each reads whatever card reaches it."""
    visit.show(SeatState("exam", step=f"gain{gain}"))

    def shown() -> bool:
        return all(visit.shows(chart) and _gain(chart) == gain for chart in seats)

    if not visit.until(shown, SHOWN_S):  # an old firmware, or a seat that has gone
        return dict.fromkeys((chart.board for chart in seats), 0.0)
    visit.wait(SETTLE_S)
    first = {chart.board: len(chart.rates) for chart in seats}
    visit.wait(MEASURE_S)
    return {chart.board: _mean(chart.rates[first[chart.board] :]) for chart in seats}


def _mean(rates: Sequence[float]) -> float:
    return sum(rates) / len(rates) if rates else 0.0


def _result(
    chart: Chart,
    before: Mapping[str, int | None],
    rates: Mapping[tuple[str, int], float],
    crossed: Mapping[tuple[str, int], list[int]],
    gains: Sequence[int],
) -> SeatTuning:
    steps = tuple(
        GainStep(
            gain, rates.get((chart.board, gain), 0.0), tuple(crossed.get((chart.board, gain), ()))
        )
        for gain in gains
    )
    return SeatTuning(chart.number, chart.board, before[chart.board], steps, *choose(steps))
