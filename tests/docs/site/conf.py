"""How Sphinx makes the site from the pages of the repository: `make site`.

The pages stay plain Markdown that also reads well in the repository. `docs/index.md` is the table
of contents; here its lists become the navigation.
"""

import re
from itertools import pairwise
from pathlib import PurePosixPath

from sphinx.application import Sphinx

project = "Wondertable"
project_copyright = "the authors of Wondertable, MIT licence"
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/**.md"]
include_patterns += ["CODE_OF_CONDUCT.md"]
html_theme = "furo"
html_title = "Wondertable"
html_extra_path = ["root"]  # leads from the root to the first page
html_copy_source = False
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
suppress_warnings = ["misc.highlighting_failure"]  # a block is more often a sketch than a program

HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
LINK = re.compile(r"^- \[[^]]+\]\(([^)#]+\.md)\)", re.MULTILINE)
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')


def navigation(index: str) -> str:
    """Return the lists of pages under their headings, as Sphinx wants them."""
    found = [*HEADING.finditer(index), None]
    parts = []
    for heading, after in pairwise(found):
        assert heading is not None
        pages = LINK.findall(index[heading.end() : after.start() if after else None])
        listed = "\n".join(str(PurePosixPath(page).with_suffix("")) for page in pages)
        parts.append(f"```{{toctree}}\n:hidden:\n:caption: {heading[1]}\n\n{listed}\n```\n")
    return "\n".join(parts)


def prepare(app: Sphinx, name: str, source: list[str]) -> None:
    """Give the contents their navigation, and pages the targets that are plain HTML in them."""
    if name == root_doc:
        source[0] += "\n" + navigation(source[0])
    source[0] = ANCHOR.sub(r"[]{#\1}", source[0])


def setup(app: Sphinx) -> None:
    """Be an extension of its own."""
    app.connect("source-read", prepare)
