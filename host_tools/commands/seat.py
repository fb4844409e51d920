"""`wondertable seat --virtual`: a board to try by hand, with the real firmware behind a port."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING

import click

from host_tools.commands.wiring import FILE, wiring_report
from host_tools.sim.boards.sim_url import MOST_SEATS
from host_tools.sim.boards.virtual_board import WiringChanges
from host_tools.sim.chips.mfrc522 import SimulatedMFRC522
from host_tools.sim.chips.seat_parts import BUTTONS, KEYS, SeatParts
from host_tools.sim.chips.tag import Tag
from host_tools.texts import counted
from host_tools.texts.echo import echo

if TYPE_CHECKING:
    from host_tools.sim.boards.fleet import RunningBoard

FIRST_UID = 0x04A1B2C3000001
HELP = """\
  lay card            lay a card (each name is its own tag; "lay card 04a1b2c3d4e5f6" names the UID)
  lift                lift everything
  lift card           lift one card
  press build         press build, wonder, sell, left, middle or right; "hold build" keeps it down
  release build       let go of it
  break hung          let the reader hang, go deaf, die (dead) or be well again (break well)
  look                what the light, the buttons and the buzzer show
  reset, unplug, plug what happens to boards
  quit                end"""
SEVERAL = """
  2 lay card          with several seats, a seat's number comes first; "look" shows all of them"""
PRESS_MS = 80
FAULTS = {"hung": "hung", "deaf": "deaf", "dead": "dead", "well": ""}
PN532_FAULTS = {"hung": "hanging", "slow": "slow", "dead": "dead", "well": ""}


class SeatConsole:
    """What a person at the terminal can do to a virtual board; each command returns a sentence."""

    def __init__(self, board: "RunningBoard") -> None:
        self.board = board
        self.parts: SeatParts = board.parts  # of the seat that is meant
        self._several = len(board.seats) > 1
        self._cards: dict[str, Tag] = {}
        self._at_seat: dict[str, Callable[[list[str]], str]] = {
            "lay": self._lay,
            "lift": self._lift,
            "press": self._press,
            "hold": self._hold,
            "release": self._release,
            "break": self._break,
        }
        self._commands: dict[str, Callable[[list[str]], str]] = {
            **self._at_seat,
            "look": self._look,
            "reset": self._reset,
            "unplug": self._unplug,
            "plug": self._plug,
            "help": lambda _: HELP + (SEVERAL if self._several else ""),
        }

    def obey(self, line: str) -> str:
        """Do what a line says."""
        seat, (verb, *words) = self._addressed(line.split())
        if seat is not None and seat not in range(1, len(self.board.seats) + 1):
            return (
                f"There is no seat {seat}: the board has {counted(len(self.board.seats), 'seat')}."
            )
        if not verb:
            return "" if seat is None else f'What about seat {seat}? "{seat} lay card" lays a card.'
        if verb not in self._commands:
            return f'"{verb}" is no command: "help" lists them.'
        if seat is None and self._several and verb in self._at_seat:
            return f'Which seat? "2 {verb}{" " if words else ""}{" ".join(words)}" is for seat 2.'
        self.parts = self.board.seats[(seat or 1) - 1]
        try:
            return self._commands[verb](words)
        except (ValueError, RuntimeError) as error:
            return f"That did not work: {error}."

    def _addressed(self, words: list[str]) -> tuple[int | None, list[str]]:
        """Return the seat that a line begins with, if it does, and its other words."""
        if words and words[0].isdecimal() and len(words[0]) < 4:
            return int(words[0]), words[1:] or [""]
        return None, words or [""]

    def _where(self) -> str:
        """Return whose tray is meant, in words."""
        if not self._several:
            return "the tray"
        return f"the tray of seat {self.board.seats.index(self.parts) + 1}"

    def _lay(self, words: list[str]) -> str:
        name = words[0] if words else "card"
        if name not in self._cards or len(words) > 1:
            uid = words[1] if len(words) > 1 else f"{FIRST_UID + len(self._cards):014x}"
            self._cards[name] = Tag(uid)
        tag = self._cards[name]
        if tag in self.parts.field.tags:
            return f"{name} lies there already."
        for parts in self.board.seats:
            parts.lift(tag)
        self.parts.lay(tag)
        return f"{name} ({tag.uid.hex()}) lies on {self._where()}."

    def _lift(self, words: list[str]) -> str:
        if words and words[0] not in self._cards:
            return f"There is no card called {words[0]}."
        self.parts.lift(self._cards[words[0]] if words else None)
        if self.parts.field.tags:
            return "Another card still lies there."
        where = self._where()
        return f"{where[0].upper()}{where[1:]} is empty."

    def _button(self, words: list[str]) -> str:
        if not words or words[0] not in (*BUTTONS, *KEYS):
            raise ValueError(f"the buttons are {', '.join((*BUTTONS, *KEYS))}")
        return words[0]

    def _press(self, words: list[str]) -> str:
        button = self._button(words)
        self.parts.press(button)
        self.board.run(PRESS_MS)
        self.parts.release(button)
        return f"Pressed {button}."

    def _hold(self, words: list[str]) -> str:
        self.parts.press(self._button(words))
        return f"{words[0]} is down."

    def _release(self, words: list[str]) -> str:
        self.parts.release(self._button(words))
        return f"{words[0]} is up."

    def _break(self, words: list[str]) -> str:
        faults: Mapping[str, str] = (
            FAULTS if isinstance(self.parts.chip, SimulatedMFRC522) else PN532_FAULTS
        )
        if not words or words[0] not in faults:
            raise ValueError(f"the reader can be {', '.join(faults)}")
        self.parts.chip.fault = faults[words[0]]
        return f"The reader is {words[0]}."

    def _look(self, _: list[str]) -> str:
        tone = f"{self.parts.tone} Hz" if self.parts.tone else "silent"
        if not self._several:
            return f"{_lamps(self.parts)}, buzzer {tone}."
        seats = (
            f"Seat {place}: {_lamps(parts)}." for place, parts in enumerate(self.board.seats, 1)
        )
        return "\n".join([*seats, f"Buzzer {tone}."])

    def _reset(self, _: list[str]) -> str:
        self.board.reset()
        return "The board starts afresh."

    def _unplug(self, _: list[str]) -> str:
        self.board.unplug()
        return "The cable is out."

    def _plug(self, _: list[str]) -> str:
        self.board.plug()
        return at_port(self.board)


def lines() -> Iterator[str]:
    """Read commands until the end of the input, with a prompt for a person."""
    while True:
        if sys.stdin.isatty():
            echo("seat> ", nl=False)
        line = sys.stdin.readline()
        if not line or line.strip() == "quit":
            return
        yield line


def _lamps(parts: SeatParts) -> str:
    colours = ["#" + bytes(parts.lamp(place)).hex() for place in range(4)]
    return f"Light {colours[0]}, buttons {' '.join(colours[1:])}"


def at_port(board: "RunningBoard") -> str:
    """Say where a board is."""
    number = len(board.seats)
    return (
        f"The seat is at {board.port}." if number == 1 else f"{number} seats are at {board.port}."
    )


def make_board(changes: WiringChanges = None) -> "RunningBoard":
    """Make a board with an id of its own, so that several can sit at one table."""
    from host_tools.sim.boards.fleet import start_board

    return start_board(b"\xe6" + token_bytes(7), changes)


@click.command()
@click.option("--virtual", is_flag=True, help="A board without hardware, with the real firmware.")
@click.option("--seats", type=click.IntRange(1, MOST_SEATS), help="How many seats the board has.")
@click.option("--wiring", type=FILE, help="Wire the board as this file says.")
def seat(virtual: bool, seats: int | None, wiring: Path | None) -> None:
    """Try a seat by hand, without hardware: lay and lift cards, press buttons, pull the cable.

    It runs the real firmware behind a port that other commands can open. "help" lists what you
    can do to it, "quit" ends it. On a board with several seats, "2 lay card" is for seat 2.

    \b
    Examples:
      wondertable seat --virtual
      wondertable seat --virtual --seats 4
      wondertable seat --virtual --wiring table.json
    """
    if not virtual:
        raise click.UsageError(
            "A real seat runs by itself; add --virtual for one without hardware."
        )
    if seats is not None and wiring is not None:
        raise click.UsageError("The wiring says how many seats there are: leave out --seats.")
    with make_board(_changes(seats, wiring)) as board, suppress(KeyboardInterrupt):
        echo(f'{at_port(board)} "help" lists what you can do.')
        console = SeatConsole(board)
        for line in lines():
            echo(*console.obey(line).split("\n"))


def _changes(seats: int | None, wiring: Path | None) -> WiringChanges:
    from host_tools.sim.boards.fleet import wiring_for

    if wiring is None:
        return wiring_for(seats or 1)
    report = wiring_report(wiring)
    for note in report.notes:
        echo(f"Note: {note}")
    return {"profile": report.profile, **report.wiring}
