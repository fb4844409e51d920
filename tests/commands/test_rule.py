"""`wondertable rule` says what the number of a rule means."""

import json

import pytest
from click.testing import CliRunner, Result

from card_db.rule_texts import LETTERS, rules
from host_tools.cli import main
from host_tools.commands.rule import rule

KEYS = ["id", "title", "text", "source", "topic", "pages", "section", "option", "cards"]


def wondertable(line: str) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(main, line.split())


def lines(command: str) -> list[str]:
    result = wondertable(command)
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


def objects(command: str) -> list[dict]:
    return json.loads("\n".join(lines(command)))


def first_words(command: str) -> list[str]:
    return [line.split()[0] for line in lines(command)]


def test_a_rule_is_shown_with_its_rulebook_page_and_heading():
    assert lines("rule R57") == [
        "R57   Diplomats Guild · Leaders: guilds",
        "  1 point for each leader in the two neighbouring cities.",
        '  Leaders 2011, page 9, "Description of the Guilds".',
        "",
    ]


def test_a_ruling_says_that_it_is_ours_and_names_its_option():
    assert lines("rule B1")[-3:] == [
        "  Our ruling.",
        "  The option babylon_first of the set-up changes it.",
        "",
    ]


def test_several_numbers_are_shown_in_the_order_asked_and_once():
    titles = [line.split()[0] for line in lines("rule o16 R129 r129 B5") if line[:1].isalpha()]
    assert titles == ["O16", "R129", "B5"]


def test_capitals_do_not_matter():
    assert lines("rule r129") == lines("rule R129")


def test_every_rule_can_be_shown_and_fits_the_terminal():
    shown = lines(f"rule {' '.join(rules())}")
    assert [line.split()[0] for line in shown if line[:1].isalpha()] == list(rules())
    assert max(map(len, shown)) <= 100


def test_words_find_rules_by_title_and_text():
    assert first_words("rule masks")[:-1] == [*(f"R{number}" for number in range(128, 134)), "P18"]
    assert lines("rule masks")[-1] == "7 rules match: `wondertable rule R128` shows one."


def test_all_words_must_be_there_accents_and_capitals_do_not_matter():
    assert first_words("rule FREE Cïty sells")[:-1] == ["G113", "B11"]


def test_a_rule_with_the_words_in_its_title_comes_first():
    assert first_words("rule semiramis")[0] == "R157"


def test_a_single_rule_that_matches_is_shown_whole():
    assert lines("rule courtesan token lay") == lines("rule R61")


def test_a_number_among_words_is_one_of_the_words():
    assert lines("rule masks different R129") == lines("rule R129")


def test_without_words_the_letters_and_their_ranges_are_shown():
    shown = lines("rule")
    assert shown[0] == f"{len(rules())} rules:"
    assert [line.split()[0][0] for line in shown[1:-1]] == list(LETTERS)
    assert "  R1 to R188   Leaders and Cities" in shown


def test_json_of_a_rule():
    assert objects("rule R161 --json") == [
        {
            "id": "R161",
            "title": "Petra A",
            "text": rules()["R161"].text,
            "source": "Cities 2012",
            "topic": "Cities: leaders, guilds and wonders",
            "pages": [9],
            "section": "The Al-Khazneh of Petra",
            "option": "",
            "cards": ["petra_a", "petra_day"],
        }
    ]


def test_json_without_words_gives_every_rule():
    every = objects("rule --json")
    assert [row["id"] for row in every] == list(rules())
    assert all(list(row) == KEYS for row in every)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("rule R189", "There is no rule R189. The nearest is R188."),
        ("rule R189 --json", "There is no rule R189. The nearest is R188."),
        ("rule o18", "There is no rule O18. The nearest are O17 and O19."),
        ("rule X1", "There is no rule X1: rules begin with G, R, D, W, O, P, B."),
        ("rule discrad", 'No rule matches "discrad". Did you mean "discard"?'),
        ("rule %%", 'No rule matches "%%".'),
        ("rule nothing at all of this --json", 'No rule matches "nothing at all of this".'),
    ],
)
def test_what_is_not_there_is_told_in_a_sentence(command, told):
    result = wondertable(command)
    assert result.exit_code == 1
    assert (result.stdout, result.stderr) == ("", f"Error: {told}\n")


def test_what_is_there_is_shown_before_what_is_not():
    result = wondertable("rule O18 R61")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == lines("rule R61")
    assert result.stderr == "Error: There is no rule O18. The nearest are O17 and O19.\n"


def test_a_shell_completes_numbers():
    [words] = [each for each in rule.params if each.name == "words"]
    offered = words.shell_complete(rule.make_context("rule", []), "r18")
    assert [item.value for item in offered] == ["R18", *(f"R{n}" for n in range(180, 189))]
    assert offered[0].help == rules()["R18"].title
