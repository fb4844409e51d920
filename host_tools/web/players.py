"""The players who have sat at this table, remembered in a small file beside the journal."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

KEPT = 60


class Players:
    """Names, the latest first; without a file they are remembered until the host stops."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._names = self._read()

    def names(self) -> list[str]:
        """Return who is known."""
        return list(self._names)

    def remember(self, names: Iterable[str]) -> None:
        """Put these names in front."""
        self._names = list(dict.fromkeys([*names, *self._names]))[:KEPT]
        if self._path is not None:
            with suppress(OSError):  # then they are typed again next time
                self._path.write_text(json.dumps(self._names, ensure_ascii=False), "utf-8")

    def _read(self) -> list[str]:
        try:
            found = json.loads(self._path.read_text("utf-8")) if self._path else []
        except (OSError, ValueError):
            return []
        return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []
