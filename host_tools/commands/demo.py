"""The command that shows a whole table without hardware: `wondertable demo`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from host_tools.bots.bots import BotGame
from host_tools.bots.dealer import Dealer
from host_tools.commands.games import last_open
from host_tools.commands.options import (
    CHANCES,
    EDITION,
    HOUSE,
    JOURNAL,
    LAN,
    LANG,
    PORT,
    PRIVATE_HISTORY,
    RULING,
    SETS,
    VARIANT,
    Room,
    a_number,
    data_folder,
    house_of,
    open_journal,
    sentences,
)
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.moves import BUILD, RECRUIT, SELL, WONDER, Move
from host_tools.rules.questions import PLAY, Answer
from host_tools.rules.ruleset import ROMAN
from host_tools.rules.setup import Setup
from host_tools.sim.boards.sim_url import SCHEME, parse_boards
from host_tools.table.entries import LONGEST_COUNTDOWN, LONGEST_GRACE, TableSetup
from host_tools.table.evening import ABANDONED, OVER, evening_of
from host_tools.table.journal import Journal, JournalError
from host_tools.texts import say
from host_tools.texts.echo import confirm, echo

if TYPE_CHECKING:
    from rich.text import Text

COUNTDOWN_S = 3
GRACE_S = 2
SIGNS = {
    "brown": "dark_orange3", "grey": "grey70", "blue": "blue", "yellow": "yellow", "red": "red",
    "green": "green", "purple": "magenta", "black": "bright_black", "white": "white",
}  # fmt: skip
VERBS = {BUILD: "builds", RECRUIT: "recruits", SELL: "sells"}


def _boards(_: click.Context, __: click.Parameter, value: str | None) -> str:
    """Check how many seats each board has."""
    try:
        return ",".join(map(str, parse_boards(value))) if value is not None else ""
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from None


@click.command()
@click.option("--players", type=click.IntRange(2, 8), default=5, help="How many seats.")
@click.option(
    "--boards",
    callback=_boards,
    metavar="4,4",
    help="The seats on each virtual board; one each by default.",
)
@SETS
@EDITION
@VARIANT
@RULING
@HOUSE
@click.option(
    "--speed",
    type=click.FloatRange(0.1, 100),
    callback=a_number,
    default=1.0,
    help="2 is twice as fast.",
)
@click.option("--faults", is_flag=True, help="Pull cables and add noise: watch it recover.")
@PORT
@LAN
@click.option("--browser/--no-browser", default=True, help="Open the screen in a browser.")
@CHANCES
@PRIVATE_HISTORY
@click.option(
    "--resume/--new", "resume", default=None, help="Resume the last game, or begin a new one."
)
@JOURNAL
@LANG
@click.option("--text", is_flag=True, help="Print a game of bots turn by turn, without a table.")
@click.option("--seed", type=int, help="The same seed gives the same game.")
@click.option("--explain", is_flag=True, help="With --text: explain every point at the end.")
def demo(
    players: int,
    boards: str,
    sets: str,
    edition: str,
    variant: str | None,
    rulings: dict[str, int],
    house: Sequence[Path],
    speed: float,
    faults: bool,
    port: int | None,
    lan: bool,
    browser: bool,
    chances: bool,
    private_history: bool,
    resume: bool | None,
    journal: Path | None,
    lang: str,
    text: bool,
    seed: int | None,
    explain: bool,
) -> None:
    """Try a whole table without hardware: virtual seats, bots, and all pages.

    The seats run the real firmware. Open a seat's link to play there yourself.

    \b
    Examples:
      wondertable demo --players 4 --sets base,leaders
      wondertable demo --players 6 --boards 4,1,1
      wondertable demo --lan --faults --speed 2
      wondertable demo --text --seed 3
    """
    variant = variant or ("two_player" if players == 2 else "standard")
    lines = house_of(edition, house)
    dealer = Dealer((7 if text else time.time_ns()) if seed is None else seed)
    try:
        setup = dealer.setup(players, edition, tuple(sets.split(",")), variant, rulings, lines)
        table_setup = TableSetup(
            setup,
            countdown=round(min(COUNTDOWN_S / speed, LONGEST_COUNTDOWN)),
            grace=round(min(GRACE_S / speed, LONGEST_GRACE)),
        )
    except MoveError as error:
        raise click.UsageError(error.numbered) from None
    if text:
        _show_text(setup, dealer, explain)
        return
    book = open_journal(journal or data_folder() / "demo.db")
    with sentences(JournalError):
        left = _unfinished(book, resume, lang)
        seats = (f"{SCHEME}?boards={boards}" if boards else SCHEME,)
        room = Room(None, seats, True, port, lan, chances, journal, lang, private_history)
        _run(book, table_setup if left is None else left, room, speed, faults, browser)


def _show_text(setup: Setup, dealer: Dealer, explain: bool) -> None:
    try:
        TextDemo(BotGame(setup, "builder", dealer), explain).run()
    except MoveError as error:
        raise click.UsageError(error.numbered) from None


def _unfinished(journal: Journal, resume: bool | None, lang: str) -> int | None:
    """Return the game to go on with: as told, as a person at the terminal says, else none."""
    game = last_open(journal)
    if game is None:
        if resume:
            echo(say("demo.nothing", lang))
        return None
    if resume is None and sys.stdin.isatty() and sys.stdout.isatty():
        at = evening_of(journal.read(game)).game
        resume = confirm(say("demo.ask", lang, game=game, age=at.age, turn=at.turn), True)
    elif resume is None:
        echo(say("demo.left", lang, game=game))
    if resume:
        echo(say("demo.goes_on", lang, game=game))
        return game
    return None


def _run(
    journal: Journal, game: TableSetup | int, room: Room, speed: float, faults: bool, browser: bool
) -> None:
    from host_tools.commands.running_table import RunningTable, interrupted
    from host_tools.web.server import print_addresses

    with interrupted() as stop:
        running = RunningTable(journal, game, room, speed=speed, faults=faults, store=".demo")
        with running.open() as server:
            assert server is not None
            echo(say("demo.running", room.lang))
            print_addresses(server.pages, room.lang)
            if browser and has_browser():
                click.launch(f"http://127.0.0.1:{server.port}/?lang={room.lang}")
            running.run(stop)
            table = running.host.table
    goes_on = table is not None and table.evening.phase not in (OVER, ABANDONED)
    echo(say("demo.stopped" if goes_on else "demo.ended", room.lang))


def has_browser() -> bool:
    """Is there a screen to open a page on? A text browser would take the terminal away."""
    if sys.platform.startswith("linux"):
        seen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        return bool(seen) and sys.stdout.isatty()
    return sys.stdout.isatty()


class TextDemo:
    """A game of bots, printed turn by turn."""

    def __init__(self, table: BotGame, explain: bool) -> None:
        from host_tools.texts.terminal import PlainConsole

        self.table = table
        self.game: Game = table.game
        self.explain = explain
        self.console = PlainConsole(highlight=False)
        self._told: list[Text] = []
        table.tell = self._note
        self.game.on_step = self._step_over

    def run(self) -> None:
        """Play, tell, and end with the score sheet."""
        from host_tools.commands.pictures import explanation, score_sheet

        self.table.play()
        self.console.print()
        self.console.print(score_sheet(self.game))
        if self.explain:
            self.console.print(explanation(self.game))

    def _note(self, seat: int, answer: Answer) -> None:
        """Note what a seat does; it is told when the turn is over."""
        question = self.game.question(seat)
        assert question is not None
        if isinstance(answer, Move):
            text = self._move(seat, answer)
            self._told.append(text if question.kind == PLAY else text.append(" (extra)"))
        elif answer is not None and question.kind == "pick":
            name: str = answer.name  # type: ignore[union-attr]
            self._told.append(self._line(seat, f" takes {name} from the discard pile"))
        self.game.answer(seat, answer)

    def _line(self, seat: int, *parts: str | tuple[str, str]) -> Text:
        from rich.text import Text

        return Text.assemble((f"{self.game.rules.name(seat):>12}", "bold"), *parts)

    def _move(self, seat: int, move: Move) -> Text:
        card = move.card
        if move.action == WONDER:
            stage = self.game.cities[seat].stage_number(move.payment.stage)
            text = self._line(seat, f" puts a card under stage {stage}")
        else:
            done = f" {VERBS[move.action]} "
            text = self._line(seat, done, (card.name, SIGNS[card.color]), f" ({card.color})")
        if move.payment.free:
            text.append(f", free by {move.payment.free}")
        rules = self.game.rules
        for coins, to in (
            (move.payment.left, rules.name(rules.left[seat])),
            (move.payment.right, rules.name(rules.right[seat])),
            (move.payment.bank, "the bank"),
        ):
            if coins:
                text.append(f", {coins} to {to}")
        return text

    def _step_over(self, game: Game) -> None:
        step = game.step
        assert step is not None
        if step.kind == "conflict":
            self._conflict(step.age)
            return
        when = f"turn {step.turn}" if step.turn else "Recruitment"
        self.console.print(f"\nAge {ROMAN[step.age]}, {when}", style="bold")
        for line in self._told:
            self.console.print(line)
        self._told.clear()
        coins = ", ".join(f"{game.rules.name(s)} {c.coins}" for s, c in enumerate(game.cities))
        self.console.print(f"{'coins':>12} {coins}", style="dim")

    def _conflict(self, age: int) -> None:
        self.console.print(f"\nConflicts of Age {ROMAN[age]}", style="bold red")
        for seat, city in enumerate(self.game.cities):
            shields = "1 shield" if city.shields == 1 else f"{city.shields} shields"
            tokens = [f"+{value}" for value in city.victories] + ["−1"] * city.defeats
            told = f" has {shields}; tokens: {', '.join(tokens) or 'none'}"
            self.console.print(self._line(seat, told))
