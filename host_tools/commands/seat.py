"""`wondertable seat --virtual`: one seat to try by hand, with the real firmware behind a port."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from secrets import token_bytes
from typing import TYPE_CHECKING

import click

from host_tools.sim.boards.micropython import available
from host_tools.sim.chips.seat_parts import BUTTONS, KEYS, SeatParts
from host_tools.sim.chips.tag import Tag
from host_tools.texts.echo import echo

if TYPE_CHECKING:
    from host_tools.sim.boards.board_port import RealTimeBoard
    from host_tools.sim.boards.unix_board import UnixBoard

FIRST_UID = 0x04A1B2C3000001
HELP = """\
  lay card            lay a card (each name is its own tag; "lay card 04a1b2c3d4e5f6" names the UID)
  lift                lift everything
  lift card           lift one card
  press build         press build, wonder, sell, left, middle or right; "hold build" keeps it down
  release build       let go of it
  break hung          let the reader hang, die (dead) or be well again (break well)
  look                what the light, the buttons and the buzzer show
  reset, unplug, plug what happens to boards
  quit                end"""
PRESS_MS = 80
FAULTS = {"hung": "hung", "dead": "dead", "well": ""}


class SeatConsole:
    """What a person at the terminal can do to one virtual seat; each command returns a sentence."""

    def __init__(self, board: "UnixBoard | RealTimeBoard") -> None:
        self.board = board
        self.parts: SeatParts = board.parts
        self._cards: dict[str, Tag] = {}
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "lay": self._lay,
            "lift": self._lift,
            "press": self._press,
            "hold": self._hold,
            "release": self._release,
            "break": self._break,
            "look": self._look,
            "reset": self._reset,
            "unplug": self._unplug,
            "plug": self._plug,
            "help": lambda _: HELP,
        }

    def obey(self, line: str) -> str:
        """Do what a line says."""
        verb, *words = line.split() or [""]
        if not verb:
            return ""
        if verb not in self._commands:
            return f'"{verb}" is no command: "help" lists them.'
        try:
            return self._commands[verb](words)
        except (ValueError, RuntimeError) as error:
            return f"That did not work: {error}."

    def _lay(self, words: list[str]) -> str:
        name = words[0] if words else "card"
        if name not in self._cards or len(words) > 1:
            uid = words[1] if len(words) > 1 else f"{FIRST_UID + len(self._cards):014x}"
            self._cards[name] = Tag(uid)
        tag = self._cards[name]
        if tag in self.parts.field.tags:
            return f"{name} lies there already."
        self.parts.lay(tag)
        return f"{name} ({tag.uid.hex()}) lies on the tray."

    def _lift(self, words: list[str]) -> str:
        if words and words[0] not in self._cards:
            return f"There is no card called {words[0]}."
        self.parts.lift(self._cards[words[0]] if words else None)
        return (
            "The tray is empty." if not self.parts.field.tags else "Another card still lies there."
        )

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
        if not words or words[0] not in FAULTS:
            raise ValueError(f"a reader can be {', '.join(FAULTS)}")
        self.parts.chip.fault = FAULTS[words[0]]
        return f"The reader is {words[0]}."

    def _look(self, _: list[str]) -> str:
        colours = ["#" + bytes(self.parts.lamp(place)).hex() for place in range(4)]
        tone = f"{self.parts.tone} Hz" if self.parts.tone else "silent"
        return f"Light {colours[0]}, buttons {' '.join(colours[1:])}, buzzer {tone}."

    def _reset(self, _: list[str]) -> str:
        self.board.reset()
        return "The board starts afresh."

    def _unplug(self, _: list[str]) -> str:
        self.board.unplug()
        return "The cable is out."

    def _plug(self, _: list[str]) -> str:
        self.board.plug()
        return f"The seat is at {self.board.port}."


def lines() -> Iterator[str]:
    """Read commands until the end of the input, with a prompt for a person."""
    while True:
        if sys.stdin.isatty():
            echo("seat> ", nl=False)
        line = sys.stdin.readline()
        if not line or line.strip() == "quit":
            return
        yield line


def make_board() -> "UnixBoard | RealTimeBoard":
    """Make a board with the real MicroPython, or the next best where there is none.

    Each has an id of its own, so that several can sit at one table.
    """
    uid = b"\xe6" + token_bytes(7)
    if not available():
        from host_tools.sim.boards.board_port import RealTimeBoard
        from host_tools.sim.boards.inprocess import InProcessBoard

        return RealTimeBoard(InProcessBoard(uid=uid))
    from host_tools.sim.boards.unix_board import UnixBoard

    return UnixBoard(uid=uid)


@click.command()
@click.option("--virtual", is_flag=True, help="A seat without hardware, with the real firmware.")
def seat(virtual: bool) -> None:
    """Try one seat by hand, without hardware: lay and lift cards, press buttons, pull the cable.

    It runs the real firmware behind a port that other commands can open. "help" lists what you
    can do to it, "quit" ends it.

    \b
    Example:
      wondertable seat --virtual
    """
    if not virtual:
        raise click.UsageError(
            "A real seat runs by itself; add --virtual for one without hardware."
        )
    with make_board() as board, suppress(KeyboardInterrupt):
        echo(f'The seat is at {board.port}. "help" lists what you can do.')
        console = SeatConsole(board)
        for line in lines():
            echo(*console.obey(line).split("\n"))
