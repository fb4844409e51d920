"""Check the firmware's types against the board's own: `python -m tests.board_types`.

mypy takes no stubs of another Python out of site-packages, so they are copied beside the build.
"""

import shutil
import sys
from importlib.metadata import files
from pathlib import Path

from mypy import api

ROOT = Path(__file__).parent.parent
STUBS = ROOT / "build" / "board_types"
PACKAGES = ("micropython-stdlib-stubs", "micropython-rp2-stubs")

# The stubs' own mistakes are not ours, and they say Any in places.
SETTINGS = """\
strict = True
follow_imports = silent
follow_imports_for_stubs = True
warn_return_any = False
"""


def lay_out() -> None:
    """Copy the stubs of the installed packages into a folder of their own."""
    shutil.rmtree(STUBS, ignore_errors=True)
    for package in PACKAGES:
        for file in files(package) or []:
            if file.suffix == ".pyi" or file.name == "VERSIONS":
                target = STUBS / Path(str(file))
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file.locate(), target)


def check() -> int:
    """Run mypy as if the firmware were on a board, and print what it says."""
    lay_out()
    config = STUBS / "mypy.ini"
    config.write_text(f"[mypy]\n{SETTINGS}mypy_path = {STUBS}\n")
    options = [f"--config-file={config}", f"--custom-typeshed-dir={STUBS}"]
    cache = f"--cache-dir={STUBS / 'cache'}"
    out, err, code = api.run([*options, cache, str(ROOT / "firmware")])
    print(out + err, end="")
    return code


if __name__ == "__main__":
    sys.exit(check())
