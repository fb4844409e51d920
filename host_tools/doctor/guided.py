"""The guided part of a visit: a person lays cards, presses buttons, looks and listens."""

from typing import Protocol

from host_tools.doctor.facts import BUTTONS, COLOURS
from host_tools.doctor.findings import listed
from host_tools.doctor.visit import Chart, Visit
from host_tools.link.wanted import SeatState

CARD_S = 60.0  # for a person to lay a card, and after that
REST_S = 2.5  # for the card to lie still
LIFT_S = 30.0
PRESS_S = 60.0
ANSWER_S = 300.0
SOUND_S = 1.2

LETTERS = {"left": "l--", "middle": "-o-", "right": "--r"}
LIGHTS = dict(zip(COLOURS, ("fault", "done", "committed"), strict=True))
DARK = SeatState("enrol", light="off")
WHICH = "Enter if so, or the seats that do not (2 5):"


class Person(Protocol):
    """The person at the terminal."""

    def tell(self, text: str) -> None:
        """Print a message."""

    def line(self) -> str | None:
        """Return the line typed since the last call, if any."""


def guide(visit: Visit, person: Person) -> None:
    """Do all checks that need a person."""
    for part in (cards, buttons, lights, lamps, buzzers):
        part(visit, person)


def cards(visit: Visit, person: Person) -> None:
    """Ask for one card on each seat in turn, and note which seats read it."""
    person.tell("Take one card of the game, and clear all trays.")
    visit.show(DARK)
    visit.until(lambda: all(chart.empty() for chart in visit.seats()), LIFT_S)
    for chart in visit.seats():
        if chart.told.get("exam") == "dead":
            continue
        visit.show(SeatState("enrol"), chart)
        person.tell(f"Lay it on seat {chart.number}, whose light blinks. (Enter: it is not read.)")
        _lay(visit, person, chart)
        visit.show(DARK, chart)


def _lay(visit: Visit, person: Person, home: Chart) -> None:
    before = {chart.board: len(chart.reads) for chart in visit.seats()}

    def read() -> list[Chart]:
        return [chart for chart in visit.seats() if len(chart.reads) > before.get(chart.board, 0)]

    visit.until(lambda: bool(read()) or person.line() is not None, CARD_S)
    visit.wait(REST_S)
    if read() and home not in read():
        seats = listed([chart.number for chart in read()])
        person.tell(
            f"Seat {seats} reads it. Lay it on seat {home.number}, or Enter if it is there."
        )
        visit.until(lambda: home in read() or person.line() is not None, CARD_S)
        if home in read():  # it lay on the wrong tray
            before |= {chart.board: len(chart.reads) for chart in visit.seats() if chart != home}
        visit.wait(REST_S)
    found = read()
    visit.matrix[home.number] = tuple(chart.number for chart in found)
    home.flickers = max(0, len(home.reads) - before[home.board] - 1)
    if home not in found:
        home.missed.append("card")
    for chart in found:
        if chart is not home:
            chart.crossed.append(home.number)
    if found:
        person.tell("It is read. Lift it.")
        visit.until(lambda: all(chart.empty() for chart in visit.seats()), LIFT_S)


def buttons(visit: Visit, person: Person) -> None:
    """Ask for each button of each seat."""
    seats = [chart for chart in visit.seats() if "btn" in chart.cap]
    for button in BUTTONS if seats else ():
        visit.show(SeatState("ask", step=button, light=f"ask:{LETTERS[button]}"), *seats)
        person.tell(f"Press the {button} button on every seat. (Enter: the rest does nothing.)")

        def missing(step: str = button) -> list[Chart]:
            return [chart for chart in seats if step not in {at for at, _ in chart.keys}]

        visit.until(lambda: not missing() or person.line() is not None, PRESS_S)
        for chart in missing():
            chart.missed.append(button)


def lights(visit: Visit, person: Person) -> None:
    """Ask whether the lights work."""
    seats = [chart for chart in visit.seats() if "rgb" in chart.cap]
    for colour, light in LIGHTS.items() if seats else ():
        visit.show(SeatState(light=light), *seats)
        _ask(visit, person, f"Now every light shows {colour}. {WHICH}", colour, seats)


def lamps(visit: Visit, person: Person) -> None:
    """Ask whether the lamps in the buttons work."""
    seats = [chart for chart in visit.seats() if {"rgb", "btn"} <= set(chart.cap)]
    if seats:
        visit.show(SeatState("ask", step="lamps", light="ask:lor"), *seats)
        _ask(visit, person, f"Now all three buttons are green. {WHICH}", "lamps", seats)


def buzzers(visit: Visit, person: Person) -> None:
    """Ask whether the buzzers work, one after another."""
    seats = [chart for chart in visit.seats() if "buzz" in chart.cap]
    for chart in seats:
        person.tell(f"Seat {chart.number} plays a tune.")
        visit.show(SeatState(sound="win", text=f"Seat {chart.number}"), chart)
        visit.wait(SOUND_S)
    if seats:
        _ask(visit, person, f"Each seat has played a tune. {WHICH}", "buzzer", seats)


def _ask(visit: Visit, person: Person, text: str, part: str, seats: list[Chart]) -> None:
    answers: list[str] = []

    def answered() -> bool:
        if (line := person.line()) is not None:
            answers.append(line)
        return bool(answers)

    person.tell(text)
    visit.until(answered, ANSWER_S)
    named = {int(word) for word in " ".join(answers).replace(",", " ").split() if word.isdecimal()}
    for chart in seats:
        if chart.number in named:
            chart.missed.append(part)
