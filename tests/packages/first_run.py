"""What `make run` costs on a fresh machine: python -m tests.packages.first_run

From an empty clone of the last commit to the printed address: seconds, and megabytes installed;
then how long the compiler works beside the table, and a second start.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.packages.pinned import ROOT

MOST_S = 60
MOST_MB = 200
READY = "The table is running"
COMPILED_S = 600


def megabytes(folder: Path) -> float:
    """Return the size of all files below a folder."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files) / 1e6


@contextmanager
def running(clone: Path) -> Iterator[float]:
    """Run `make run` until the block ends; give the seconds until it prints its addresses."""
    data = {"XDG_DATA_HOME": str(clone / "data"), "HOME": str(clone)}
    began = time.monotonic()
    made = subprocess.Popen(
        ["make", "run"], cwd=clone, env={**os.environ, **data}, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert made.stdout is not None
    said: list[str] = []
    for line in made.stdout:
        said.append(line)
        if READY in line:
            break
    else:
        sys.exit(f"make run ended too early:\n{''.join(said[-20:])}")
    try:
        yield time.monotonic() - began
    finally:
        os.killpg(made.pid, signal.SIGINT)
        made.communicate(timeout=30)


def compiled_after(clone: Path) -> float | None:
    """Return the seconds until the compiled rules are there; None where nothing compiles."""
    began = time.monotonic()
    while not (clone / "build/engine/digest").exists():
        if time.monotonic() - began > COMPILED_S:
            return None
        time.sleep(0.5)
    return time.monotonic() - began


def main() -> None:
    """Measure and print a table; fail where a limit is broken."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "wondertable")
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        with running(clone) as first:
            size = megabytes(clone / ".venv")
            compiling = compiled_after(clone)
        with running(clone) as second:
            pass
    later = "never" if compiling is None else f"{compiling:.0f} s later"
    print(f"| first start, to the address | {first:.0f} s | at most {MOST_S} s |")
    print(f"| installed by then | {size:.0f} MB | at most {MOST_MB} MB |")
    print(f"| compiled rules | {later} | beside the running table |")
    print(f"| second start, to the address | {second:.1f} s | |")
    sys.exit(first > MOST_S or size > MOST_MB)


if __name__ == "__main__":
    main()
