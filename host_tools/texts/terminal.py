"""A terminal for tables and pictures: whatever stands in them is shown and never acts."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from host_tools.rules.names import visible


class PlainConsole(Console):
    """A console that knows no markup in texts, and spells control signs out."""

    def render_str(self, text: str, **options: Any) -> Text:
        """Return a text as it is; a style goes beside it, not into it."""
        return super().render_str(visible(text), **{**options, "markup": False, "emoji": False})

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render anything; a `Text` is shown as it is too."""
        for segment in super().render(renderable, options):
            text, style, control = segment
            yield segment if control else Segment(visible(text), style)
