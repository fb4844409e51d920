"""A game of bots, told in the terminal turn by turn."""

from __future__ import annotations

from host_tools.bots.bot_game import BotGame
from host_tools.bots.dealer import Dealer
from host_tools.rules.game import Game
from host_tools.rules.moves import BUILD, RECRUIT, SELL, WONDER, Move
from host_tools.rules.questions import PLAY, Answer
from host_tools.rules.ruleset import ROMAN
from host_tools.rules.setup import Setup

SIGNS = {
    "brown": "dark_orange3", "grey": "grey70", "blue": "blue", "yellow": "yellow", "red": "red",
    "green": "green", "purple": "magenta", "black": "bright_black", "white": "white",
}  # fmt: skip
VERBS = {BUILD: "builds", RECRUIT: "recruits", SELL: "sells"}


def show_game(setup: Setup, dealer: Dealer, explain: bool = False) -> None:
    """Play and tell a game of bots."""
    Show(BotGame(setup, "builder", dealer), explain).run()


class Show:
    """A game of bots that is told as it goes."""

    def __init__(self, table: BotGame, explain: bool) -> None:
        from rich.console import Console

        self.table = table
        self.game: Game = table.game
        self.explain = explain
        self.console = Console(highlight=False)
        self._told: list[str] = []
        table.tell = self._tell
        self.game.on_step = self._step_over

    def run(self) -> None:
        """Play, tell, and end with the score sheet."""
        from host_tools.results.score_table import explanation, sheet

        self.table.play()
        self.console.print()
        self.console.print(sheet(self.game))
        if self.explain:
            self.console.print(explanation(self.game))

    def _tell(self, seat: int, answer: Answer) -> None:
        """Note what a seat does; it is told when the turn is over."""
        question = self.game.question(seat)
        assert question is not None
        if isinstance(answer, Move):
            text = self._move(seat, answer)
            self._told.append(text if question.kind == PLAY else f"{text} (extra)")
        elif answer is not None and question.kind == "pick":
            self._told.append(f"{self._name(seat)} takes {answer.name} from the discard pile")  # type: ignore[union-attr]
        self.game.answer(seat, answer)

    def _name(self, seat: int) -> str:
        return f"[bold]{self.game.rules.name(seat):>12}[/bold]"

    def _move(self, seat: int, move: Move) -> str:
        card = f"[{SIGNS[move.card.color]}]{move.card.name}[/] ({move.card.color})"
        if move.action == WONDER:
            stage = self.game.cities[seat].stages + 1
            text = f"{self._name(seat)} puts a card under stage {stage}"
        else:
            text = f"{self._name(seat)} {VERBS[move.action]} {card}"
        if move.free:
            text += f", free by {move.free}"
        rules = self.game.rules
        for coins, to in (
            (move.left, rules.name(rules.left[seat])),
            (move.right, rules.name(rules.right[seat])),
            (move.bank, "the bank"),
        ):
            if coins:
                text += f", {coins} to {to}"
        return text

    def _step_over(self, game: Game) -> None:
        step = game.step
        assert step is not None
        if step.kind == "conflict":
            self._conflict(step.age)
            return
        when = f"turn {step.turn}" if step.turn else "Recruitment"
        self.console.print(f"\n[bold]Age {ROMAN[step.age]}, {when}[/bold]")
        for line in self._told:
            self.console.print(line)
        self._told.clear()
        coins = ", ".join(f"{game.rules.name(s)} {c.coins}" for s, c in enumerate(game.cities))
        self.console.print(f"{'coins':>12} {coins}", style="dim")

    def _conflict(self, age: int) -> None:
        self.console.print(f"\n[bold red]Conflicts of Age {ROMAN[age]}[/bold red]")
        for seat, city in enumerate(self.game.cities):
            shields = "1 shield" if city.shields == 1 else f"{city.shields} shields"
            tokens = [f"+{value}" for value in city.victories] + ["−1"] * city.defeats
            self.console.print(
                f"{self._name(seat)} has {shields}; tokens: {', '.join(tokens) or 'none'}"
            )
