"""What to know about a wiring that can work: conditions of its pins, and what nothing uses."""

from collections.abc import Iterator

from host_tools.texts import counted
from host_tools.wiring.jobs import (
    BUS_JOBS,
    SEAT_LISTS,
    Wiring,
    as_list,
    buses_of,
    flat,
    jobs_of,
)
from host_tools.wiring.parts import SEATS_EACH
from host_tools.wiring.pins import BoardPins

GUARD_MS = 5  # ISO 14443-3, 5.1


def notes_on(wiring: Wiring) -> Iterator[str]:
    """Tell what is missing or has no effect."""
    seats, expanders = wiring["seats"], wiring["expanders"] or ()
    reached = SEATS_EACH * len(expanders) if not wiring["buttons"] else seats
    if reached < seats:
        who = f"Seats {reached + 1} to {seats} have" if reached else "There are"
        yield f"{who} no buttons: players use action tiles or their pages, or build by default."
    if len(expanders) > 1 and seats <= SEATS_EACH:
        yield f"expanders: for {counted(seats, 'seat')} the first one is enough."
    if wiring["pixels"] is not None and wiring["rgb"] is not None:
        yield "rgb and leds are not used while there are pixels."
    if wiring["rgb"] is None and wiring["leds"] is not None:
        yield "leds are not used without rgb."
    if wiring["pixels"] is None and wiring["rgb"] is None:
        yield "There are no lights: players see on the shared screen whose turn it is."
    if wiring["settle_ms"] < GUARD_MS:
        yield f"settle_ms: below {GUARD_MS} ms some tags are not awake when they are called."


def unused(sound: Wiring, wiring: Wiring) -> Iterator[str]:
    """Tell what the owner wrote and nothing uses."""
    idle = [bus for bus in BUS_JOBS if sound.get(bus) and bus not in buses_of(wiring)]
    for bus in idle:
        yield f"{bus} is not used: the reader is {wiring['reader']}, and no other part is on it."
    seats = wiring["seats"]
    for entry, value in flat(sound).items():
        more = [each for each in as_list(value)[seats:] if each is not None]
        if entry in SEAT_LISTS and more and entry.partition(".")[0] not in idle:
            words = f"{', '.join(map(str, more))} {'is' if len(more) == 1 else 'are'} not used"
            yield (
                f"{entry}: the board has {counted(seats, 'seat')}: {words}. "
                f"To use all of the list, set seats to {len(value)}."
            )


def pin_notes(wiring: Wiring, ours: Wiring, board: BoardPins | None) -> Iterator[str]:
    """Tell the conditions of pins; those of the profile itself are in docs/build/wiring.md."""
    if board is None:
        yield "The pins of this board are not known here: only doubles were looked for."
        return
    known = set(jobs_of(ours))
    for job in jobs_of(wiring):
        if job.pin is not None and job.pin in board.cautions and job not in known:
            yield f"{job.entry}: mind {board.pin_name(job.pin)}: {board.cautions[job.pin]}."
