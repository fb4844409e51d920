"""A terminal for texts from anywhere: whatever stands in them is shown and never acts."""

from typing import Any

from rich.console import Console
from rich.text import Text

from host_tools.rules.names import visible


class PlainConsole(Console):
    """A console that knows no markup in texts, and spells control signs out."""

    def render_str(self, text: str, **options: Any) -> Text:
        """Return a text as it is; a style goes beside it, not into it."""
        return super().render_str(visible(text), **{**options, "markup": False, "emoji": False})
