"""Known vulnerabilities of the packages in requirements.txt, where the network has a list of them.

`make audit` runs it: python -m tests.packages.audit
"""

import json
import subprocess
import sys
from typing import Any

from tests.packages.pinned import REQUIREMENTS, ROOT

COMMAND = [
    "build/tools/bin/pip-audit", "--requirement", str(REQUIREMENTS), "--disable-pip",
    "--progress-spinner", "off", "--format", "json", "--timeout", "15",
]  # fmt: skip


def report(found: dict[str, Any] | None) -> tuple[str, int]:
    """Return what to print and the exit code; 1 only for a vulnerability.

    >>> report({"dependencies": [{"name": "h11", "version": "1", "vulns": []}]})
    ('1 packages have no known vulnerability.', 0)
    >>> report({"dependencies": [{"name": "h11", "skip_reason": "Dependency not found"}]})[1]
    0
    """
    packages = found["dependencies"] if found else []
    checked = [each for each in packages if "vulns" in each]
    if not checked:
        return "Nothing was checked: this network does not reach a list of vulnerabilities.", 0
    bad = [
        f"{each['name']} {each['version']}: {flaw['id']}, mended in "
        f"{', '.join(flaw['fix_versions']) or 'no version yet'}."
        for each in checked
        for flaw in each["vulns"]
    ]
    left = [f"Not checked: {each['name']}." for each in packages if "vulns" not in each]
    good = [] if bad else [f"{len(checked)} packages have no known vulnerability."]
    return "\n".join([*bad, *good, *left]), 1 if bad else 0


def main() -> None:
    """Run the tool and print what it found."""
    ran = subprocess.run(COMMAND, cwd=ROOT, capture_output=True, text=True)
    try:
        found = json.loads(ran.stdout)
    except ValueError:  # It ends with a traceback when nobody answers.
        found = None
    text, code = report(found)
    print(text)
    sys.exit(code)


if __name__ == "__main__":
    main()
