"""Draw the pictures and the tables of wires of docs/build again: `make drawings`."""

import re
from pathlib import Path

from host_tools.wiring.drawing import DRAWINGS, draw, drawn_wiring, heading, table
from tests.docs.drawings import tray

FOLDER = Path(__file__).parents[3] / "docs" / "build"
MARKED = re.compile(r"<!-- wires: (\w+) (\w+) -->\n.*?<!-- end of wires -->", re.DOTALL)


def pages(folder: Path) -> dict[str, str]:
    """Every file that is drawn, by its name in the folder, as it should be."""
    drawn = {
        f"wiring/{profile}-{reader}.svg": draw(profile, drawn_wiring(profile, reader))
        for profile, reader in DRAWINGS
    }
    sizes = tray.read_sizes((folder / "tray.scad").read_text("utf-8"))
    text = (folder / "wiring.md").read_text("utf-8")
    return {**drawn, "tray.svg": tray.draw(sizes), "wiring.md": with_tables(text)}


def with_tables(text: str) -> str:
    """A page with its tables of wires as they should be."""

    def block(found: re.Match[str]) -> str:
        profile, reader = found.groups()
        wiring = drawn_wiring(profile, reader)
        name = heading(profile, wiring)
        picture = f"![Wiring of {name}, the same as the table](wiring/{profile}-{reader}.svg)"
        return (
            f"<!-- wires: {profile} {reader} -->\n{picture}\n\n"
            f"{table(profile, wiring)}\n<!-- end of wires -->"
        )

    return MARKED.sub(block, text)


if __name__ == "__main__":
    for file_name, page in pages(FOLDER).items():
        path = FOLDER / file_name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, "utf-8")
        print(path.relative_to(FOLDER.parents[1]))
