"""What of docs/build is drawn: the wiring with its tables, and the tray's panels."""

import re
from pathlib import Path

from docs.drawings import tray, wiring

FOLDER = Path(__file__).parents[1] / "build"
MARKED = re.compile(r"<!-- wires: (\w+) (\w+) -->\n.*?<!-- end of wires -->", re.DOTALL)


def pages(folder: Path) -> dict[str, str]:
    """Every file that is drawn, by its name in the folder, as it should be."""
    drawn = {
        f"wiring/{profile}-{reader}.svg": wiring.draw(profile, reader)
        for profile, reader in wiring.DRAWINGS
    }
    sizes = tray.read_sizes((folder / "tray.scad").read_text("utf-8"))
    text = (folder / "wiring.md").read_text("utf-8")
    return {**drawn, "tray.svg": tray.draw(sizes), "wiring.md": with_tables(text)}


def with_tables(text: str) -> str:
    """A page with its tables of wires as they should be."""

    def block(found: re.Match[str]) -> str:
        profile, reader = found.groups()
        name = wiring.heading(profile, reader)
        picture = f"![Wiring of {name}, the same as the table](wiring/{profile}-{reader}.svg)"
        return (
            f"<!-- wires: {profile} {reader} -->\n{picture}\n\n"
            f"{wiring.table(profile, reader)}\n<!-- end of wires -->"
        )

    return MARKED.sub(block, text)
