"""The compiled copy of the rules in a source tree: used only while it fits the sources.

`make` puts it into build/engine; an edited source is never hidden by an older copy, because the
copy knows the digest of what it was made from. WONDERTABLE_PURE=1 does without it. An installed
package has its compiled modules beside the sources and needs nothing of this.
"""

import os
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path

# What reads records and other files is not among them: it must doubt the types of what it reads,
# where compiled code trusts them.
RULES = (
    "agenda", "city", "conflict", "costs", "counting", "dealing", "game", "intents",
    "moments", "moves", "payment", "phases", "production", "questions", "ruleset", "science",
    "scoring", "turn",
)  # fmt: skip
ROOT = Path(__file__).parent.parent
PLACE = ROOT / "build" / "engine"
STAMP = PLACE / "digest"


def sources() -> Iterator[Path]:
    """Yield the modules that are compiled, all together or none."""
    yield ROOT / "card_db" / "cards.py"
    for name in RULES:
        yield ROOT / "host_tools" / "rules" / f"{name}.py"


def digest() -> str:
    """Return a digest of the modules that are compiled."""
    hashed = blake2b(digest_size=16)
    for path in sources():
        hashed.update(path.name.encode() + b"\0" + path.read_bytes())
    return hashed.hexdigest()


def made_from() -> str:
    """Return the digest of the sources of the compiled copy; nothing where there is none."""
    try:
        return STAMP.read_text("ascii")
    except OSError:
        return ""


@cache
def fits() -> bool:
    """Is there a compiled copy of just these sources, and is it wanted?"""
    made = made_from()
    return bool(made) and not os.environ.get("WONDERTABLE_PURE") and made == digest()


def places(package: str) -> list[str]:
    """Return where the compiled modules of a package are, or nothing."""
    return [str(PLACE.joinpath(*package.split(".")))] if fits() else []
