"""The software bill of materials: every package that runs with ours, as CycloneDX JSON.

Nothing in it depends on the day or the computer, so that two of them can be compared:
python -m tests.packages.bill wondertable.cdx.json
"""

import json
import sys
from importlib.metadata import PackageMetadata, distribution
from pathlib import Path
from typing import Any

from host_tools import VERSION
from tests.packages.pinned import asked_to_run, installed, named, needs

US = {"type": "application", "bom-ref": "wondertable", "name": "wondertable", "version": VERSION}


def bill() -> dict[str, Any]:
    """Return the bill of what is installed here."""
    names = installed(asked_to_run())
    components = [_component(distribution(name).metadata, name) for name in names]
    refs = {each["name"]: each["bom-ref"] for each in components}
    uses = {"wondertable": named(asked_to_run())} | {refs[name]: needs(name) for name in names}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**US, "licenses": [{"license": {"id": "MIT"}}]}},
        "components": components,
        "dependencies": [
            {"ref": ref, "dependsOn": [refs[name] for name in below]} for ref, below in uses.items()
        ],
    }


def _component(facts: PackageMetadata, name: str) -> dict[str, Any]:
    purl = f"pkg:pypi/{name}@{facts['Version']}"
    component = {"type": "library", "bom-ref": purl, "name": name, "version": facts["Version"],
                 "purl": purl, "description": facts.get("Summary", "")}  # fmt: skip
    if expression := facts.get("License-Expression"):
        return component | {"licenses": [{"expression": expression}]}
    classified = [line for line in facts.get_all("Classifier", []) if line.startswith("License ::")]
    words = [line.rpartition(" :: ")[2] for line in classified] or [facts.get("License", "")]
    licences = [{"license": {"name": word.splitlines()[0]}} for word in words if word]
    return component | {"licenses": licences} if licences else component


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(json.dumps(bill(), indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"{path} lists {len(bill()['components'])} packages.")
