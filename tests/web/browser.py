"""A real browser for the tests of the pages: an installed Chromium, or one from Debian."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OPTIONS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--no-first-run",
]
INSTALL_S = 600


def installed() -> str | None:
    """Return the path of an installed browser."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named if Path(named).exists() else shutil.which(named)
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def fetch_from_debian(package: str, installed: Callable[[], str | None]) -> str:
    """Install a Debian package where we may; return why not, or nothing."""
    apt = shutil.which("apt-get")
    if sys.platform != "linux" or apt is None:
        return f"no {package} is installed, and this system has no apt-get to install one"
    if os.geteuid() != 0:
        return f"no {package} is installed, and only root can: apt-get install {package}"
    with _alone():
        return "" if installed() else _fetch(apt, package)


@contextmanager
def _alone():
    """Only one of several test processes installs; the others wait and find it done."""
    import fcntl

    with (Path(tempfile.gettempdir()) / "wondertable-install.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _fetch(apt: str, package: str) -> str:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "-y", "--no-install-recommends", package]):
        done = subprocess.run(
            [apt, "-o", "DPkg::Lock::Timeout=300", *words],
            env=quiet, capture_output=True, text=True, timeout=INSTALL_S, check=False,
        )  # fmt: skip
        if done.returncode:
            last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
            return f"no {package} is installed, and apt-get {words[0]} failed: {''.join(last)}"
    return ""


@lru_cache
def chromium() -> tuple[str | None, str]:
    """Return the browser's path, or None and the reason why there is none."""
    found = installed()
    if found:
        return found, ""
    why = fetch_from_debian("chromium", installed)
    found = installed()
    return found, "" if found else why or "apt-get installed Chromium, but it cannot be found"


@contextmanager
def browser(sync_playwright):
    """Run a browser with an empty profile until the end of the block."""
    path, why = chromium()
    assert path, why
    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=path, headless=True, args=OPTIONS)
        try:
            yield running
        finally:
            running.close()


if __name__ == "__main__":  # `make test` installs before the tests, whose time is limited
    print(*filter(None, chromium()))
