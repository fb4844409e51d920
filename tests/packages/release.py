"""Write what is handed out into build/release: `make release`, after every check has passed.

`--try` goes on where only a date or an address is missing, to see what would come out.
"""

import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

from host_tools import VERSION
from tests.packages.pinned import ROOT

BUILD = """
import sys
from setuptools import build_meta
getattr(build_meta, "build_" + sys.argv[1])(sys.argv[2])
"""
KINDS = ("wheel", "sdist")


def build(kind: str, tree: Path, to: Path, epoch: int = 1_700_000_000) -> Path:
    """Build a wheel or a source archive of a tree, without the compiler; return its path."""
    to.mkdir(parents=True)
    env = {**os.environ, "WONDERTABLE_COMPILE": "0", "SOURCE_DATE_EPOCH": str(epoch)}
    words = [sys.executable, "-c", BUILD, kind, str(to)]
    done = subprocess.run(words, cwd=tree, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    (built,) = to.iterdir()
    if kind == "sdist":
        _settle(built, epoch)
    return built


def _settle(archive: Path, epoch: int) -> None:
    """Write a source archive again without what differs from build to build."""

    def settled(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.mtime, member.uid, member.gid = epoch, 0, 0
        member.uname, member.gname, member.pax_headers = "", "", {}
        member.mode = 0o755 if member.mode & 0o100 else 0o644
        return member

    with tarfile.open(archive) as old:
        inside = [(m, old.extractfile(m)) for m in sorted(old.getmembers(), key=lambda m: m.name)]
        held = [(settled(member), data and data.read()) for member, data in inside]
    with (
        archive.open("wb") as raw,
        gzip.GzipFile("", "wb", mtime=epoch, fileobj=raw) as packed,
        tarfile.open(fileobj=packed, mode="w") as new,
    ):
        for member, data in held:
            new.addfile(member, io.BytesIO(data) if data is not None else None)


def copy_of(tree: Path, to: Path) -> Path:
    """Copy what git tracks or would: nothing that an earlier build left there may help."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=tree, capture_output=True, text=True, check=True)
    for name in filter(lambda name: (tree / name).is_file(), files.stdout.splitlines()):
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(tree / name, to / name)
    return to


def notes_of(changes: str, version: str) -> tuple[str, str]:
    """Return what the change log says of a version: its date or "unreleased", and the notes."""
    parts = re.split(r"^## ([^,\n]+), (.+)\n", changes, flags=re.MULTILINE)
    for number, date, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        if number == version:
            return date.strip(), text.strip() + "\n"
    return "", ""


def obstacles(tree: Path, version: str = VERSION) -> list[str]:
    """Return what still has to be done before this version can be handed out."""
    found = []
    date, notes = notes_of((tree / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    if not notes:
        found.append(f"CHANGELOG.md says nothing of {version}: write a heading and its notes.")
    elif not re.fullmatch(r"\d{4}-\d\d-\d\d", date):
        found.append(f"CHANGELOG.md calls {version} {date}: write the date, like 2027-01-31.")
    project = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if not project.get("urls"):
        found.append("pyproject.toml has no [project.urls]: fill in where this project lives.")
    status = ["git", "status", "--porcelain"]
    if subprocess.run(status, cwd=tree, capture_output=True, text=True, check=True).stdout:
        found.append("Some changes are not committed: commit them, or put them away.")
    return found


def write(tree: Path, to: Path) -> list[Path]:
    """Build both twice and compare them; write them with their notes and sums."""
    shutil.rmtree(to, ignore_errors=True)
    stamp = ["git", "log", "-1", "--format=%ct"]
    made = subprocess.run(stamp, cwd=tree, capture_output=True, text=True, check=True)
    sources = copy_of(tree, to / "sources")
    files = []
    for kind in KINDS:
        first, again = (build(kind, sources, to / f"{kind}{n}", int(made.stdout)) for n in (1, 2))
        assert first.read_bytes() == again.read_bytes(), f"{first.name} differs from build to build"
        files.append(Path(shutil.move(first, to / first.name)))
        shutil.rmtree(to / f"{kind}1")
        shutil.rmtree(to / f"{kind}2")
    shutil.rmtree(sources)
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (to / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    _, notes = notes_of((tree / "CHANGELOG.md").read_text(encoding="utf-8"), VERSION)
    (to / "notes.md").write_text(notes, encoding="utf-8")
    return [*files, to / "SHA256SUMS", to / "notes.md"]


def main() -> None:
    """Say what is missing, or write the release."""
    missing = obstacles(ROOT)
    print("\n".join(missing), file=sys.stderr)
    if missing and sys.argv[1:] != ["--try"]:
        sys.exit(f"Wondertable {VERSION} cannot be handed out yet.")
    for file in write(ROOT, ROOT / "build" / "release"):
        print(f"{file.stat().st_size:>10,}  {file.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
