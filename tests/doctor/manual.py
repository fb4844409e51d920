"""The findings in docs/build/doctor.md: `python -m tests.doctor.manual` writes them again."""

from pathlib import Path

from host_tools.doctor.findings import HOST_KINDS, SEAT_KINDS

PATH = Path(__file__).parents[2] / "docs" / "build" / "doctor.md"
TABLES = {"this computer": HOST_KINDS, "a seat": SEAT_KINDS}
BEGIN, END = "<!-- findings: {} -->", "<!-- end of findings -->"


def table(kinds):
    """One row a finding; words in braces are filled in."""
    rows = ["| code | | it says | what to do |", "|---|---|---|---|"]
    for code, kind in kinds.items():
        what, do = (text.replace("|", "\\|") for text in (kind.what, kind.do))
        rows.append(f"| `{code}` | {kind.severity} | {what} | {do} |")
    return "\n".join(rows)


def written(text):
    """The manual with its tables as the code has them."""
    for name, kinds in TABLES.items():
        before, _, rest = text.partition(BEGIN.format(name))
        _, _, after = rest.partition(END)
        text = f"{before}{BEGIN.format(name)}\n\n{table(kinds)}\n\n{END}{after}"
    return text


if __name__ == "__main__":
    PATH.write_text(written(PATH.read_text("utf-8")), "utf-8")
