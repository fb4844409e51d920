"""Check format and types of the pages' scripts: `python -m tests.web.scripts`.

With `write` it formats them and writes their types from the Python sources.
"""

import sys

from tests.web.scripts import tools, types


def main(words: list[str]) -> int:
    if words == ["write"]:
        types.FILE.write_text(types.written(), "utf-8")
        return tools.install() or tools.prettier("--write")
    return tools.install() or tools.prettier("--check") or tools.tsc()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
