"""One push button: bounces are ignored, a long press is told apart from a short one."""

DEBOUNCE_MS = 30
LONG_MS = 1200

SHORT = "short"
LONG = "long"


class Button:
    """Fed with its level; a short press counts on release, a long one while it is held.

    >>> button = Button()
    >>> levels = ((True, 0), (True, 40), (False, 90), (False, 130))
    >>> [button.sample(down, now) for down, now in levels]
    ['', '', '', 'short']
    """

    def __init__(self) -> None:
        self._down = False  # the level that is believed
        self._level = False  # the level that was seen last
        self._since = 0  # since when it has been so
        self._pressed = 0
        self._told = False

    def sample(self, level: bool, now: int) -> str:
        """Take the level of the pin; return a press when one is complete."""
        if level != self._level:
            self._level = level
            self._since = now
        if level != self._down and now - self._since >= DEBOUNCE_MS:
            return self._turn(level, now)
        if self._down and not self._told and now - self._pressed >= LONG_MS:
            self._told = True
            return LONG
        return ""

    def _turn(self, level: bool, now: int) -> str:
        self._down = level
        if level:
            self._pressed = now
            self._told = False
            return ""
        return "" if self._told else SHORT
