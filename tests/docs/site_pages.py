"""Make the site from the pages of the repository: `make site`."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def build(site: Path, root: Path = ROOT) -> str:
    """Build every page and follow every link; return what is wrong, a line each."""
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fresh-env", "--builder", "html"]
    command += ["--conf-dir", str(HERE / "site"), "--doctree-dir", f"{site}.kept"]
    done = subprocess.run([*command, str(root), str(site)], capture_output=True, text=True)
    return done.stderr.replace(f"{root}/", "")


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1])))
