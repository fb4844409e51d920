"""The command that names the turns which cost each player most: `wondertable coach`."""

import sys
from pathlib import Path
from typing import Any

import click

from host_tools.coach.coach import ROLLOUTS, Coach, Cost
from host_tools.coach.story import Story, is_complete, read_story
from host_tools.coach.wording import sentence
from host_tools.commands.options import HOUSE, LANG
from host_tools.commands.replay import boxes, print_failure, read
from host_tools.rules.errors import MoveError
from host_tools.texts import say
from host_tools.texts.cards import name_in
from host_tools.texts.echo import echo, echo_json


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--rollouts",
    type=click.IntRange(8, 5000),
    default=ROLLOUTS,
    help="More are slower and more precise.",
)
@click.option("--seed", type=int, default=1, help="The same seed gives the same answer.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@HOUSE
@LANG
def coach(
    file: Path, rollouts: int, seed: int, as_json: bool, house: tuple[Path, ...], lang: str
) -> None:
    """Name the three turns that cost each player most, and what would have been better.

    Bots play both moves to the end, many times, with the same hands and deals (docs/coach.md).

    \b
    Examples:
      wondertable coach evening.jsonl
      wondertable coach evening.jsonl --rollouts 300 --lang fr
    """
    try:
        story = read_story(read(file), boxes(house))
        if not story.game.over:
            raise MoveError("wrong_phase", say("coach.open", lang))
    except MoveError as error:
        print_failure(file, error, as_json, several=False)
        sys.exit(1)
    found = Coach(story, rollouts, seed)
    _work(found, as_json, lang)
    if as_json:
        echo_json(_as_json(found, lang))
    else:
        _print(found, lang)


def _work(found: Coach, quiet: bool, lang: str) -> None:
    """Work, with a progress bar where somebody looks on."""
    if quiet or not sys.stderr.isatty():
        for _ in found.work():
            pass
        return
    from rich.progress import track

    from host_tools.texts.terminal import PlainConsole

    console = PlainConsole(stderr=True)
    steps = track(
        found.work(), say("coach.working", lang), found.steps, console=console, transient=True
    )
    for _ in steps:
        pass


def _print(found: Coach, lang: str) -> None:
    story = found.story
    for seat in found.players:
        wonder = story.game.rules.wonders[seat]
        name = story.game.rules.name(seat)
        echo(f"{name}, {name_in(wonder, lang)} {say(f'card.side.{wonder.side}', lang)}", bold=True)
        for at, cost in enumerate(found.costs[seat], 1):
            echo(f"  {at}. {sentence(story, cost, lang)}")
        if not found.costs[seat]:
            echo(f"  {say('coach.nothing', lang)}")
    echo()
    if not is_complete(story):
        echo(say("coach.sampled", lang))
    echo(say("coach.how", lang, rollouts=found.rollouts, seed=found.seed))


def _as_json(found: Coach, lang: str) -> dict[str, Any]:
    story = found.story
    return {
        "rollouts": found.rollouts,
        "seed": found.seed,
        "hands": "dealt" if is_complete(story) else "sampled",
        "seats": [
            {
                "seat": seat,
                "player": story.game.rules.setup.seats[seat].player,
                "turns": [_cost(story, cost, lang) for cost in found.costs[seat]],
            }
            for seat in found.players
        ],
    }


def _cost(story: Story, cost: Cost, lang: str) -> dict[str, Any]:
    game = story.turns[cost.number].before
    return {
        "age": game.age,
        "turn": game.turn,
        "played": str(cost.played),
        "better": str(cost.better),
        "points": round(cost.points, 2),
        "error": round(cost.error, 2),
        "chance": round(cost.chance, 4),
        "chance_error": round(cost.chance_error, 4),
        "text": sentence(story, cost, lang),
    }
