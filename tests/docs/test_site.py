"""The pages can be browsed: all are in the contents, and no link leads nowhere."""

import shutil

import pytest

from tests.docs.site_pages import ROOT, build

pytestmark = pytest.mark.slow


def test_every_page_is_in_the_contents_and_every_link_leads_somewhere(tmp_path):
    assert build(tmp_path / "site") == ""
    first = (tmp_path / "site" / "docs" / "index.html").read_text()
    assert 'href="build/wiring.html"' in first and (tmp_path / "site" / "index.html").exists()
    elsewhere = {"src=http", "href=http"} & set(first.replace('"', "").split())
    assert not elsewhere  # it can be read offline


def test_a_link_that_leads_nowhere_is_named_with_its_page(tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "docs", copy / "docs")
    for page in ROOT.glob("*.md"):
        shutil.copy(page, copy)
    with (copy / "docs" / "coach.md").open("a") as page:
        page.write("\n[gone](gone.md#there)\n")
    (copy / "docs" / "new.md").write_text("# New\n")
    wrong = build(tmp_path / "site", copy)
    assert "docs/coach.md" in wrong and "gone.md#there" in wrong
    assert "docs/new.md: WARNING: document isn't included in any toctree" in wrong
