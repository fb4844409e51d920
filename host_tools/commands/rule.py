"""The command that looks rules up by their numbers or words: `wondertable rule`."""

import re
import shutil
from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from textwrap import wrap

import click
from click.shell_completion import CompletionItem

from card_db.lines import CardError, remedy
from card_db.rule_texts import LETTERS, Rule, rules
from host_tools.texts.echo import echo, echo_rows
from host_tools.texts.search import find_rules

NUMBER = re.compile("[A-Za-z][0-9]+")


def _complete(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    begun = incomplete.upper()
    return [
        CompletionItem(number, help=known.title)
        for number, known in rules().items()
        if number.startswith(begun)
    ]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@click.argument("words", nargs=-1, shell_complete=_complete)
def rule(words: Sequence[str], as_json: bool) -> None:
    """Show rules by their numbers, or find them by WORDS.

    Every rule is told in our own words, with the rulebook and the page or heading where it is
    printed; a ruling of ours says so. Code, tests and docs cite rules by these numbers.
    docs/rules.md has them all.

    \b
    Examples:
      wondertable rule R129
      wondertable rule g41 b4
      wondertable rule free city sells
    """
    try:
        known = rules()
    except CardError as error:
        raise click.ClickException(str(error)) from error
    asked = " ".join(words).split()
    numbers: list[str] = []
    if not asked:
        found = list(known.values())
    elif all(map(NUMBER.fullmatch, asked)):
        numbers = list(dict.fromkeys(word.upper() for word in asked))
        found = [known[number] for number in numbers if number in known]
    else:
        found = _search(asked)

    if as_json:
        _print_json(found)
    elif not asked:
        _print_letters()
    elif numbers or len(found) == 1:
        _print_rules(found)
    else:
        _print_titles(found)

    unknown = [_not_there(number) for number in numbers if number not in known]
    if unknown:
        raise click.ClickException(" ".join(unknown))


def _search(words: Sequence[str]) -> list[Rule]:
    found = find_rules(words)
    if not found:
        asked = " ".join(words)
        known = {word for rule in rules().values() for word in rule.title.lower().split()}
        near = remedy(asked.lower(), sorted(known))
        raise click.ClickException(f'No rule matches "{asked}".{near}')
    return found


def _not_there(number: str) -> str:
    text = f"There is no rule {number[:12]}"
    same = [int(known[1:]) for known in rules() if known[0] == number[0]]
    if not same:
        return f"{text}: rules begin with {', '.join(LETTERS)}."
    after = bisect(same, int(number[1:7]))  # six digits are past every rule
    near = [f"{number[0]}{digits}" for digits in same[max(after - 1, 0) : after + 1]]
    return f"{text}. The nearest {'is' if len(near) == 1 else 'are'} {' and '.join(near)}."


def _print_json(found: Sequence[Rule]) -> None:
    if found:
        echo_rows(map(asdict, found))


def _print_letters() -> None:
    echo(f"{len(rules())} rules:")
    for letter, told in LETTERS.items():
        same = [number for number in rules() if number[0] == letter]
        echo(f"  {f'{same[0]} to {same[-1]}':<12} {told}")
    echo("`wondertable rule R129` shows one, `wondertable rule masks` finds some.")


def _print_rules(found: Iterable[Rule]) -> None:
    width = shutil.get_terminal_size().columns
    for rule in found:
        echo(_title(rule), bold=True)
        lines = [rule.text, f"{rule.where}."]
        if rule.option:
            lines.append(f"The option {rule.option} of the set-up changes it.")
        for line in lines:
            echo(*wrap(line, width, initial_indent="  ", subsequent_indent="    "))
        echo()


def _print_titles(found: Sequence[Rule]) -> None:
    for rule in found:
        echo(_title(rule))
    echo(f"{len(found)} rules match: `wondertable rule {found[0].id}` shows one.")


def _title(rule: Rule) -> str:
    return f"{rule.id:<5} {rule.title}" + (f" · {rule.topic}" if rule.topic else "")
