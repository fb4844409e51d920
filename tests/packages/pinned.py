"""Pinned packages: what is needed to run and to build, by constraints.txt and requirements.txt.

constraints.txt has the versions; requirements.txt has those that an installation needs, with the
hashes of all their files for every system. `make hashes` writes it: python -m tests.packages.pinned
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
CONSTRAINTS = ROOT / "constraints.txt"
REQUIREMENTS = ROOT / "requirements.txt"
HEAD = """\
# What `make install` installs, and the hashes of every file that may be it: no other is accepted.
# Written by `make hashes` from pyproject.toml and constraints.txt.
"""
LINE = re.compile(r"^([\w.-]+)==([^\s;]+)", re.MULTILINE)


def versions(path: Path) -> dict[str, str]:
    """Return the packages of a file, by the spelling that all tools share."""
    return {canonicalize_name(name): version for name, version in LINE.findall(path.read_text())}


def asked_to_run() -> list[str]:
    """Return what our package asks for."""
    return list(_project()["project"]["dependencies"])


def asked_to_build() -> list[str]:
    """Return what builds our package."""
    return list(_project()["build-system"]["requires"])


def _project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def installed(asked: Iterable[str]) -> list[str]:
    """Return these packages and all that they need in this environment, sorted."""
    names: set[str] = set()
    left = named(asked)
    while left:
        if (name := left.pop()) not in names:
            names.add(name)
            left += needs(name)
    return sorted(names)


def needs(name: str) -> list[str]:
    """Return what a package needs here, without extras."""
    return named(distribution(name).requires or ())


def named(asked: Iterable[str]) -> list[str]:
    """Return the names of the requirements that hold here, sorted."""
    here = {"extra": ""}
    wanted = [
        each for each in map(Requirement, asked) if not each.marker or each.marker.evaluate(here)
    ]
    return sorted(canonicalize_name(each.name) for each in wanted)


def write() -> None:
    """Ask the package index for the hashes; uv knows the needs of other systems too."""
    command = [
        "build/tools/bin/uv", "pip", "compile", "-", "--universal", "--python-version", "3.11",
        "--constraint", str(CONSTRAINTS), "--generate-hashes", "--no-emit-index-url",
        "--no-emit-find-links", "--no-annotate", "--no-header", "--quiet",
    ]  # fmt: skip
    asked = "\n".join([*asked_to_run(), *asked_to_build()])
    made = subprocess.run(command, cwd=ROOT, input=asked, capture_output=True, text=True)
    if made.returncode:
        sys.exit(f"requirements.txt stays as it is: {made.stderr.strip()}")
    REQUIREMENTS.write_text(HEAD + made.stdout)
    print(f"requirements.txt has {len(versions(REQUIREMENTS))} packages.")


if __name__ == "__main__":
    write()
