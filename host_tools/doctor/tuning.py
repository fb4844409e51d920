"""Finds the best gain of each reader: its own card is read reliably, and no neighbour's at all."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from firmware.readers.reader import DECIBELS
from host_tools.doctor.diagnosis import RATE
from host_tools.doctor.findings import CLOSER, listed
from host_tools.doctor.guided import CARD_S, DARK, LIFT_S, Person
from host_tools.doctor.visit import Chart, Visit
from host_tools.link.known_boards import parse_count
from host_tools.link.wanted import SeatState

GAINS = tuple(sorted(set(DECIBELS)))
SHOWN_S = 3.0  # for all seats to set a gain
SETTLE_S = 1.2  # seats report every second: what they say later belongs to this gain
MEASURE_S = 2.5
NEAR = 0.02  # rates that differ by less are equal

# Why a seat was not tuned.
DEAD = "its reader does not answer. `wondertable doctor` says what to check."
OLD = "its firmware did not answer the test. Update it with `wondertable flash`."
LATE = "it came too late. Tune again."
GONE = "its board is gone. Check its cable."
FULL = "its tray was not clear. Lift every card, and tune again."
UNSET = "it did not set the gain. Update it with `wondertable flash`, and tune again."


@dataclass(frozen=True, slots=True)
class GainStep:
    """One seat at one gain: how reliably it reads its card, and the seats whose card it reads."""

    db: int
    rate: float
    crossed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatTuning:
    """What was measured at one seat, and the gain to give it; `best` is None if none is good.

    A seat without steps was not tuned, and `why` tells the reason.
    """

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
    top = max(step.rate for step in steps)
    if not top:
        return None, f"It does not read the card at any gain. {CLOSER}"
    reading = [step for step in steps if step.rate >= RATE]
    if not reading:
        return None, f"At best it reads its card in only {100 * top:.0f} % of all tries. {CLOSER}"
    clean = [step for step in reading if not step.crossed]
    if not clean:
        others = sorted({other for step in reading for other in step.crossed})
        return None, (
            f"Wherever it reads its own card well, it reads that of seat {listed(others)} too. "
            "Move the trays apart."
        )
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
    before = {chart.board: _gain(chart) for chart in visit.seats()}
    left_out = {chart.board: why for chart in visit.seats() if (why := _unfit(chart))}
    rates: dict[tuple[str, int], float] = {}
    crossed: dict[tuple[str, int], list[int]] = {}
    person.tell("Take one card of the game, and clear all trays.")
    visit.show(DARK)
    visit.wait(SETTLE_S)
    for home in visit.seats():
        visit.show(DARK)
        if home.board not in left_out:
            _clear(visit, person, left_out)
        if home.board in left_out:
            continue
        visit.show(SeatState("enrol"), home)
        person.tell(f"Lay it on seat {home.number}, whose light blinks. (Enter: it lies there.)")
        reads = len(home.reads)
        visit.until(_laid(home, reads, person), CARD_S)
        for gain in gains:
            if home.board in left_out:
                break
            for chart, rate in _measure(visit, gain, left_out):
                if chart is home:
                    rates[home.board, gain] = rate
                elif rate:
                    crossed.setdefault((chart.board, gain), []).append(home.number)
        person.tell("Lift it.")
    return [_result(chart, before, rates, crossed, gains, left_out) for chart in visit.seats()]


def _unfit(chart: Chart) -> str:
    """Return why a seat cannot be tuned, if so."""
    if chart.away:
        return GONE
    return {None: OLD, "dead": DEAD}.get(chart.told.get("exam"), "")


def _taking_part(visit: Visit, left_out: Mapping[str, str]) -> list[Chart]:
    return [chart for chart in visit.seats() if chart.board not in left_out]


def _laid(home: Chart, reads: int, person: Person) -> Callable[[], bool]:
    return lambda: len(home.reads) > reads or person.line() is not None


def _clear(visit: Visit, person: Person, left_out: dict[str, str]) -> None:
    """Wait for empty trays; a seat that still reads a card would only be measured wrongly."""

    def full() -> list[Chart]:
        seats = _taking_part(visit, left_out)
        return [chart for chart in seats if not (chart.empty() or chart.away)]

    def waits(seconds: float) -> bool:
        visit.until(lambda: not full() or person.line() is not None, seconds)
        return not visit.until(lambda: not full(), SETTLE_S)

    if waits(LIFT_S):
        seats = listed([chart.number for chart in full()])
        person.tell(f"A card still lies on seat {seats}: lift it. (Enter: go on without the seat.)")
        if waits(CARD_S):
            left_out.update({chart.board: FULL for chart in full()})


def _gain(chart: Chart) -> int | None:
    found, _, wanted = chart.told.get("gain", "").partition("/")
    return parse_count(wanted or found) or None


def _measure(visit: Visit, gain: int, left_out: dict[str, str]) -> Iterator[tuple[Chart, float]]:
    """Set a gain on all seats; return how reliably each reads whatever card reaches it."""
    visit.show(SeatState("exam", step=f"gain{gain}"))

    def slow() -> list[Chart]:
        seats = _taking_part(visit, left_out)
        return [chart for chart in seats if not visit.shows(chart) or _gain(chart) != gain]

    if not visit.until(lambda: not slow(), SHOWN_S):
        left_out.update({chart.board: GONE if chart.away else UNSET for chart in slow()})
    visit.wait(SETTLE_S)
    first = {chart.board: len(chart.rates) for chart in visit.seats()}
    visit.wait(MEASURE_S)
    for chart in _taking_part(visit, left_out):
        yield chart, _mean(chart.rates[first.get(chart.board, 0) :])


def _mean(rates: Sequence[float]) -> float:
    return sum(rates) / len(rates) if rates else 0.0


def _result(
    chart: Chart,
    before: Mapping[str, int | None],
    rates: Mapping[tuple[str, int], float],
    crossed: Mapping[tuple[str, int], list[int]],
    gains: Sequence[int],
    left_out: Mapping[str, str],
) -> SeatTuning:
    board = chart.board
    if why := left_out.get(board, "") if board in before else LATE:
        return SeatTuning(chart.number, board, before.get(board), (), None, why)
    steps = tuple(
        GainStep(gain, rates.get((board, gain), 0.0), tuple(crossed.get((board, gain), ())))
        for gain in gains
    )
    return SeatTuning(chart.number, board, before[board], steps, *choose(steps))
