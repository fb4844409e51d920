"""Draws all pictures and tables of docs/build anew: `python -m docs.drawings`."""

from pathlib import Path

from docs.drawings.book import FOLDER, pages

if __name__ == "__main__":
    for name, text in pages(FOLDER).items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        print(path.relative_to(Path(__file__).parents[2]))
