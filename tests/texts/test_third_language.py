"""A third language is one file and one row: terminal, PDF, displays, cards and pages speak it."""

import json
import re
import sys
from pathlib import Path
from subprocess import run

import httpx
import pytest

from card_db.loader import load_box
from host_tools.results.score_sheet import sheet_pdf
from host_tools.table.states import state_of
from host_tools.texts import say
from host_tools.texts.cards import cost_words, effect_sentence, name_in
from host_tools.web.pages import texts_of
from host_tools.web.server import Server
from tests.commands.test_replay import BY_HAND
from tests.results.sheets import NAMES, evening
from tests.results.test_score_sheet import text_of
from tests.texts.made_up import CODE, ROW, third_language, understood, write
from tests.web.serving import opened

ROOT = Path(__file__).parents[2]
START = """
import sys; from pathlib import Path
from host_tools import texts
texts.FOLDER, texts.LANGUAGES[{code!r}] = Path(sys.argv[1]), texts.{row!r}
from host_tools.cli import main
main(sys.argv[2:])
"""


@pytest.fixture
def spoken(tmp_path):
    with third_language(tmp_path):
        yield
    texts_of.cache_clear()


def terminal(folder, *words):
    """Run a command in a process that knows the language from its start."""
    write(folder)
    code = START.format(code=CODE, row=ROW)
    command = [sys.executable, "-c", code, str(folder), *words, "--lang", CODE]
    done = run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert not done.returncode, done.stderr
    return done.stdout


def test_the_terminal_shows_cards_in_it(tmp_path):
    shown = terminal(tmp_path, "cards", "vineyard", "--edition", "1e")
    assert understood(shown, "Vineyard", "Vignoble", "base", "cities") == set()
    assert "1 xxxx xxx xxxx xxxxx xxxx" in shown


def test_the_terminal_shows_a_score_sheet_in_it(tmp_path):
    (tmp_path / "game.json").write_text(json.dumps(BY_HAND), "utf-8")
    shown = terminal(tmp_path, "score", str(tmp_path / "game.json"), "--explain")
    assert understood(shown, "Ann", "Bo", "Cy") == set()
    assert "7 xxxxx, x xxxxx xxx xxxxx 3." in shown


def test_every_card_says_in_it_what_it_does_and_costs(spoken):
    for edition in ("1e", "2e"):
        box = load_box(edition)
        stages = (stage for side in box.wonders.values() for stage in side.stages)
        for card in (*box.cards.values(), *stages):
            said = f"{name_in(card, CODE)} {effect_sentence(card.effects, CODE)}"
            assert understood(f"{said} {cost_words(card, CODE)}") == set(), card.id


def test_a_printed_score_sheet_is_in_it(spoken):
    text = text_of(sheet_pdf(evening(3, sets=("base", "leaders", "cities")), CODE))
    assert understood(text, *NAMES) == set()


def test_a_seat_and_its_page_are_in_it(spoken, tmp_path):
    with opened(tmp_path, lang=CODE) as pages:
        shown = pages.host.call(lambda: state_of(pages.host.table.evening, 0, "g", CODE))
        assert shown.text == "Xxx xxxx xxxx xxxx xxxx."
        seen = pages.host.call(lambda: pages.view(CODE))
        told = [seat[key] for seat in seen["seats"] for key in ("wonder", "side")]
        assert understood(" ".join([seen["phase_text"], *told])) == set()


def test_the_pages_are_in_it(spoken, tmp_path):
    with opened(tmp_path) as pages:
        server = Server(pages, 0)
        server.start()
        try:
            page = httpx.get(f"http://127.0.0.1:{server.port}/?lang={CODE}").text
            found = httpx.get(f"http://127.0.0.1:{server.port}/texts/{CODE}.json").json()
        finally:
            server.stop()
    assert f'<html lang="{CODE}"' in page and say("page.skip", CODE) in page
    assert found["languages"] == {"en": "English", "fr": "Français", CODE: "Xxxx"}
    shown = re.sub(r"\{\w+\}", "", json.dumps(list(found["texts"].values()), ensure_ascii=False))
    assert understood(shown) == set()
    assert [found["plural"][number] for number in (0, 1, 2, 5)] == [2, 0, 1, 2]
    assert len(found["texts"]["points"]) == 3
