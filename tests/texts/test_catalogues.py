"""Catalogues: every text exists in every language, and every text is used."""

import ast
import re
import sys
from functools import cache
from pathlib import Path
from string import Formatter
from subprocess import run

import polib
import pytest

from card_db.loader import EDITIONS, load_box
from host_tools import texts
from host_tools.texts import LANGUAGES, catalogue, decimal, listed, say

ROOT = Path(__file__).parents[2]
KEY = re.compile(r"[a-z_]+(\.\w+)+")
OTHERS = [lang for lang in LANGUAGES if lang != "en"]


@cache
def entries(lang):
    return {
        (entry.msgctxt, entry.msgid): entry
        for entry in polib.pofile(str(texts.FOLDER / f"{lang}.po"))
    }


def forms(entry):
    return list(entry.msgstr_plural.values()) or [entry.msgstr]


def holes(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_catalogue_is_what_translators_tools_expect(lang):
    catalogue_file = polib.pofile(str(texts.FOLDER / f"{lang}.po"), check_for_duplicates=True)
    assert catalogue_file.metadata["Language"] == lang
    assert "charset=UTF-8" in catalogue_file.metadata["Content-Type"]
    forms_wanted = int(re.match(r"nplurals=(\d)", catalogue_file.metadata["Plural-Forms"])[1])
    for entry in catalogue_file:
        assert not entry.fuzzy and not entry.obsolete, entry.msgid
        assert len(entry.msgstr_plural) in (0, forms_wanted), entry.msgid


@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_has_the_same_texts_with_the_same_holes(lang):
    ours, english = entries(lang), entries("en")
    assert ours.keys() == english.keys()
    for key, entry in ours.items():
        assert bool(entry.msgid_plural) == bool(english[key].msgid_plural), key
        if key[0] is None:
            assert all(text.strip() for text in forms(entry)), key
        wanted = set().union(*map(holes, forms(english[key])))
        if any(forms(entry)):
            assert set().union(*map(holes, forms(entry))) == wanted, key


def test_the_names_of_all_printed_cards_are_offered_to_translators():
    names = {
        (edition, thing.name)
        for edition in EDITIONS
        for things in (load_box(edition).cards, load_box(edition).wonders)
        for thing in things.values()
    }
    assert {key for key in entries("en") if key[0]} == names


def strings_of(path):
    """Return the texts in a module, and the beginnings of those that are filled in."""
    whole, begun = set(), set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            begun.add(node.values[0].value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            whole.add(node.value)
    return whole, {start for start in begun if re.fullmatch(r"[a-z_]+[a-z_.]*[._]", start)}


def used():
    """Return the texts of all modules and templates, and the beginnings."""
    found = [strings_of(path) for path in sorted((ROOT / "host_tools").rglob("*.py"))]
    whole, begun = (set().union(*sets) for sets in zip(*found, strict=True))
    web = ROOT / "host_tools" / "web"
    for path in (*web.glob("templates/*.html"), *web.glob("static/js/**/*.js")):
        text = path.read_text("utf-8")
        whole |= set(re.findall(r'"(\w+)"', text))
        begun |= {f"page.{start}" for start in re.findall(r"`(\w+_)\$\{", text)}
    return whole, begun | {"page.printing_", "page.mode_"}  # setup.js: `${name}_${key}`


def test_every_text_is_used():
    """A key is written in full, or its end follows a beginning such as f"results.{…}"."""
    whole, begun = used()
    words = {word for text in whole for word in re.split(r"[ .]", text)}
    begun |= {text for text in whole if re.fullmatch(r"[a-z]+\.[a-z]+_", text)}
    deep = tuple(start for start in begun if start.count(".") > 1 or re.search(r"\..+_$", start))
    half = tuple(start for start in begun if "." not in start)
    for context, key in entries("en"):
        ends = {
            key.removeprefix(start) for start in begun if "." in start and key.startswith(start)
        }
        ended = ends & words or any(end.startswith(half) for end in ends)
        assert context or key in whole or key.startswith(deep) or ended, key


def said_keys(path):
    """Return the keys that a module says outright."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say" and node.args:
            for part in ast.walk(node.args[0]):
                if (
                    isinstance(part, ast.Constant)
                    and KEY.fullmatch(str(part.value))
                    and part.value[-1] != "_"
                ):
                    yield part.value


def test_every_text_that_is_said_exists():
    keys = {key for _, key in entries("en")}
    for path in sorted((ROOT / "host_tools").rglob("*.py")):
        assert set(said_keys(path)) <= keys, path


def test_every_text_that_a_page_says_exists():
    keys = {key for _, key in entries("en")}
    web = ROOT / "host_tools" / "web"
    for path in (*web.glob("templates/*.html"), *web.glob("static/js/**/*.js")):
        for key in re.findall(r'\bt\("(\w+)"', path.read_text("utf-8")):
            assert f"page.{key}" in keys, path


def test_an_unknown_key_is_a_mistake_of_ours():
    with pytest.raises(KeyError, match=r"no\.such"):
        say("no.such", "fr")


def test_a_number_chooses_the_form_by_the_rule_of_the_language():
    assert [say("card.noun.coins", number=n) for n in (0, 1, 2)] == ["0 coins", "1 coin", "2 coins"]
    assert [say("card.noun.coins", "fr", number=n) for n in (0, 1, 2)] == [
        *("0 pièce", "1 pièce", "2 pièces")
    ]


def test_words_are_listed_and_numbers_written_as_the_language_does():
    assert listed(["un"], "or", "fr") == "un"
    assert listed(["un", "deux", "trois"], "or", "fr") == "un, deux ou trois"
    assert (decimal(1.25, "fr"), decimal(-3, "en", 0)) == ("1,2", "−3")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of catalogues of our own; nothing that was read before is remembered."""
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    catalogue.cache_clear()
    yield tmp_path
    catalogue.cache_clear()


def write(path, text):
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    path.write_text(f'{header}\nmsgid "a.b"\nmsgstr "{text}"\n', "utf-8")


def test_a_catalogue_is_compiled_once_and_again_after_a_change(folder):
    write(folder / "en.po", "first")
    assert say("a.b") == "first"
    compiled = (folder / "en.mo").read_bytes()
    catalogue.cache_clear()
    assert say("a.b") == "first"
    assert (folder / "en.mo").read_bytes() == compiled
    write(folder / "en.po", "second")
    catalogue.cache_clear()
    assert say("a.b") == "second"
    assert [path.name for path in folder.glob("*.mo")] == ["en.mo"]


def test_a_broken_copy_or_a_folder_without_room_does_no_harm(folder):
    write(folder / "en.po", "text")
    (folder / "en.mo").mkdir()
    assert say("a.b") == "text"
    (folder / "en.mo").rmdir()
    (folder / "en.mo").write_bytes(b"rubbish")
    catalogue.cache_clear()
    assert say("a.b") == "text"


def test_what_is_not_translated_is_said_in_english(folder):
    write(folder / "en.po", "text")
    write(folder / "fr.po", "")
    assert say("a.b", "fr") == "text"


def test_starting_reads_no_catalogue_and_no_compiler_of_them():
    code = (
        "import sys; from host_tools.cli import main\n"
        "try: main(['--version'])\n"
        "except SystemExit: pass\n"
        "assert 'polib' not in sys.modules\n"
        "texts = sys.modules.get('host_tools.texts')\n"
        "assert texts is None or not texts.catalogue.cache_info().currsize"
    )
    run([sys.executable, "-c", code], check=True, cwd=ROOT, capture_output=True)


def test_nothing_but_the_catalogues_holds_texts_by_language():
    for path in sorted((ROOT / "host_tools").rglob("*.py")):
        if path != texts.FOLDER / "__init__.py":  # the table of languages
            assert not re.search(r'"fr":|== "fr"|[àâéèêîôûç]', path.read_text("utf-8")), path
    for path in (ROOT / "host_tools" / "web").rglob("*.*"):
        if path.suffix in (".html", ".js"):
            assert not re.search(r'"fr"|\bfr:|[àâéèêîôûç]', path.read_text("utf-8")), path
