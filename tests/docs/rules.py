"""Write docs/rules.md from card_db/rules.jsonl: `make rules`."""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from card_db.rule_texts import LETTERS, NUMBER, SOURCES, Rule, rules

PATH = Path(__file__).parents[2] / "docs" / "rules.md"
HEAD = (
    "# The rules by their numbers\n\n"
    "Code, tests and docs cite a rule by its number. Here is every one of them, in our own words, "
    "with the rulebook and the page or heading where it is printed. `wondertable rule R129` shows "
    "one on the terminal, `wondertable rule masks` finds some by their words. A number keeps its "
    "meaning for good.\n\n"
    "This page is made from `card_db/rules.jsonl` by `make rules`: change that file, not this one."
    "\n"
)


def page() -> str:
    """Return the whole page."""
    return "\n".join([HEAD, *_tables(), *_chapters()]).rstrip() + "\n"


def _tables() -> Iterator[str]:
    yield "| letter | rules | about |\n|---|---|---|"
    for letter, told in LETTERS.items():
        same = [number for number in rules() if number[0] == letter]
        yield f"| [{letter}](#{_slug(told)}) | {same[0]} to {same[-1]} | {told} |"
    yield "\n| source | what it is |\n|---|---|"
    for source, told in SOURCES.items():
        yield f"| {source} | {told} |"
    yield ""


def _chapters() -> Iterator[str]:
    for letter, same in groupby(rules().values(), key=lambda rule: rule.id[0]):
        yield f"## {_capital(LETTERS[letter])}\n"
        for topic, chapter in groupby(same, key=lambda rule: rule.topic):
            if topic:
                yield f"### {topic}\n"
            yield from map(_item, chapter)
            yield ""


def _item(rule: Rule) -> str:
    text = f'- <a id="{rule.id.lower()}"></a>**{rule.id} {rule.title}.** {_linked(rule.text)}'
    option = f" Option `{rule.option}`." if rule.option else ""
    return f"{text}{option} *{rule.where}.*"


def _linked(text: str) -> str:
    """Return a text in which every number of a rule leads to that rule."""

    def link(found: re.Match[str]) -> str:
        number = found[0]
        return f"[{number}](#{number.lower()})" if number in rules() else number

    return re.sub(rf"\b{NUMBER.pattern}\b", link, text)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


if __name__ == "__main__":
    PATH.write_text(page(), "utf-8")
    print(PATH.relative_to(PATH.parents[1]))
