"""The commands that read game records: `replay` and `score`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from card_db.cards import Box
from card_db.lines import CardError
from host_tools.commands.options import HOUSE, LANG, opened_file, sentences
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.record import MOST_BYTES, RecordLine
from host_tools.rules.replay import Replay
from host_tools.rules.replay import replay as play_record
from host_tools.rules.result import failure, outcome, result, sheets_of
from host_tools.rules.scoring import FinalChoices
from host_tools.rules.tableau import is_tableau, tableau
from host_tools.texts.echo import echo, echo_json
from host_tools.texts.scores import explain as explain_item
from host_tools.texts.scores import rule_of


def read(path: Path) -> bytes:
    """Read a file, at most as much as a record can be; MoveError says why it cannot be read."""
    try:
        with opened_file(path) as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise MoveError("bad_record", f"The file cannot be read: {error.strerror}.") from None


def told(path: Path, options: bool, house: Sequence[Path]) -> Replay:
    """Play the record in a file."""
    return play_record(read(path), options, boxes(house))


def boxes(house: Sequence[Path]) -> dict[str, Box] | None:
    """Return the boxes of both printings with house cards, or None for the printed ones."""
    from card_db.loader import EDITIONS, load_box

    if not house:
        return None
    with sentences(CardError):
        return {edition: load_box(edition, house) for edition in EDITIONS}


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a file.")
@click.option("--trace", is_flag=True, help="Add the state after every turn and conflict.")
@click.option("--options", is_flag=True, help="Add to the trace everything each seat could do.")
@HOUSE
@LANG
def replay(
    files: Sequence[Path],
    as_json: bool,
    trace: bool,
    options: bool,
    house: Sequence[Path],
    lang: str,
) -> None:
    """Play game records (docs/game-record.md) by the rules and print their score sheets.

    A record that breaks the rules is reported with line, seat and reason, and the exit code is 1;
    the other files are still played.

    \b
    Examples:
      wondertable replay evening.jsonl
      wondertable replay --json --trace games/*.jsonl
      wondertable replay - < evening.jsonl
    """
    bad = False
    for path in files:
        try:
            played = told(path, options, house)
        except MoveError as error:
            bad = True
            print_failure(path, error, as_json, len(files) > 1)
            continue
        if as_json:
            _print_json(result(played, trace or options), path, len(files) > 1)
        else:
            _print_sheet(played, path, trace or options, lang)
    sys.exit(1 if bad else 0)


def _print_json(found: dict[str, Any], path: Path, several: bool = False) -> None:
    echo_json({"file": str(path), **found} if several else found)


def _explained(found: RecordLine, game: Game, choices: FinalChoices, lang: str) -> RecordLine:
    for seat, items in zip(found["seats"], sheets_of(game, choices), strict=True):
        seat["points"] = [
            {
                "category": item.category,
                "points": item.points,
                "text": explain_item(item, lang),
                "rule": rule_of(item),
            }
            for item in items
        ]
    return found


def print_failure(path: Path, error: MoveError, as_json: bool, several: bool) -> None:
    """Say where and how a record breaks the rules."""
    if as_json:
        _print_json(failure(error), path, several)
    else:
        where = f"{path}, line {error.line}" if error.line else str(path)
        known = f"{error.code}, {error.rule}" if error.rule else error.code
        echo(f"{where}: {error.message} [{known}]", err=True)


def _print_sheet(played: Replay, path: Path, trace: bool, lang: str) -> None:
    from host_tools.commands.pictures import score_sheet
    from host_tools.texts.terminal import PlainConsole

    console = PlainConsole()
    console.print(str(path), style="bold", highlight=False)
    for entry in played.trace if trace else ():
        coins = "  ".join(f"{seat['coins']:>3}" for seat in entry["seats"])
        shields = "  ".join(f"{seat['shields']:>3}" for seat in entry["seats"])
        when = f"Age {entry['age']} " + (f"turn {entry['turn']}" if "turn" in entry else "conflict")
        console.print(f"{when:<15} coins {coins}   shields {shields}", highlight=False)
    console.print(score_sheet(played.game, played.choices, lang))


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--explain", is_flag=True, help="Explain every point with its source.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@HOUSE
@LANG
def score(file: Path, explain: bool, as_json: bool, house: Sequence[Path], lang: str) -> None:
    """Print the score sheet of a game record, or of cities entered by hand.

    By hand: a JSON object with edition, sets, variant and, for each seat, what lies there at the
    end: built, leaders, stages, coins, debt, victory_tokens, defeat_tokens (docs/game-record.md).

    \b
    Examples:
      wondertable score evening.jsonl --explain
      wondertable score by-hand.json --lang fr
      wondertable score evening.jsonl --json --explain
    """
    choices: FinalChoices = {}
    try:
        data = read(file)
        if is_tableau(data):
            game, choices = tableau(data, boxes(house))
        else:
            played = play_record(data, boxes=boxes(house))
            game, choices = played.game, played.choices
    except MoveError as error:
        print_failure(file, error, as_json, several=False)
        sys.exit(1)
    if as_json:
        found = outcome(game, choices)
        return _print_json(_explained(found, game, choices, lang) if explain else found, file)
    from host_tools.commands.pictures import explanation, score_sheet  # slow to import
    from host_tools.texts.terminal import PlainConsole

    console = PlainConsole()
    console.print(score_sheet(game, choices, lang))
    if explain:
        console.print(explanation(game, choices, lang))
    return None
