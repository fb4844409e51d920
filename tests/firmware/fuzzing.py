"""The coverage-guided fuzzer: `python -m tests.firmware.fuzzing link|seat [-runs=N] [--keep]`.

It starts from the kept corpus, a line of hex digits each; `--keep` adds what reaches new code.
"""

import importlib
import subprocess
import sys
import tempfile
from pathlib import Path

TARGETS = ("link", "seat")
FOLDER = Path(__file__).with_name("corpus")


def load(name: str) -> list[bytes]:
    """The kept inputs of a target."""
    return [bytes.fromhex(line) for line in (FOLDER / f"{name}.txt").read_text().split("\n")]


def keep(name: str, inputs: list[bytes]) -> None:
    """Write the corpus of a target, short inputs first."""
    lines = [data.hex() for data in sorted(inputs, key=lambda data: (len(data), data))]
    (FOLDER / f"{name}.txt").write_text("\n".join(lines))


def fuzz(name: str, *options: str, keeping: bool = False) -> int:
    """Fuzz in a process of its own; return its exit code, which is 0 when nothing was found."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder, "found")
        found.mkdir()
        for place, data in enumerate(load(name)):
            (found / str(place)).write_bytes(data)
        code = _child(folder, name, str(found), "-max_len=200", *options)
        if keeping and code == 0:
            keep(name, [path.read_bytes() for path in found.iterdir()])
    return code


def _child(folder: str, name: str, *options: str) -> int:
    crash = f"-artifact_prefix={folder}/"
    command = [sys.executable, "-m", __spec__.name, "--child", name, crash, *options]
    return subprocess.run(command, check=False).returncode


def _run(name: str, options: list[str]) -> None:
    import atheris

    with atheris.instrument_imports(include=["firmware"]):
        target = importlib.import_module("tests.firmware.fuzz_" + name)
    atheris.Setup(["fuzzing", *options], target.check)
    atheris.Fuzz()


def main() -> None:
    """Read the command line."""
    _, first, *options = sys.argv
    if first == "--child":
        _run(options[0], options[1:])
        return
    plain = [option for option in options if option != "--keep"]
    sys.exit(fuzz(first, *plain, keeping="--keep" in options))


if __name__ == "__main__":
    main()
